package corpus

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/block-regularized/bcv/pkg/text"
)

// Roles are sentences with semantic roles, one for each predicate: a sentence with two
// predicates is there twice.
type Roles struct {
	Corpus
	Predicates []string // roleset of the predicate of each, such as say.01
	Sentences  []int    // number of the sentence in the file, from 0
}

// Fields of the tokens of Roles.
const (
	RoleWord     = iota // the word
	RolePOS             // its part of speech (XPOS)
	RolePosition        // where it stands: the predicate itself, or 1, 2, 3 to 5 or more tokens before or after it
	RoleTarget          // lemma of the predicate, the same for all tokens
	RoleFields          // how many there are
)

// ReadRoles reads a file, see ParseRoles.
func ReadRoles(path string) (*Roles, error) {
	var out *Roles
	_, err := file(path, func(name string, r io.Reader) (*Corpus, error) {
		var err error
		out, err = ParseRoles(name, r)
		return nil, err
	})
	return out, err
}

// ParseRoles reads CoNLL-U with the columns of Universal PropBank: the roleset at each
// predicate in column 11, then a column for each predicate with the role of an argument at
// its head word. The chunk of an argument are the words that depend on the head, without
// the branch that holds the predicate, as far as they stand together and belong to no
// argument further left. The predicate itself (roles V and C-V) is no chunk.
func ParseRoles(name string, r io.Reader) (*Roles, error) {
	out := &Roles{}
	in := newLines(name, r)
	var rows [][]string
	sentence := 0
	flush := func() error {
		if len(rows) == 0 {
			return nil
		}
		err := out.add(in, sentence, rows)
		rows = nil
		sentence++
		return err
	}
	row := func(fields []string) error {
		switch {
		case !wordNumber(fields[0]): // a range or an empty word
			return nil
		case len(fields) < 11:
			return in.errorf("%d columns separated by tabs; CoNLL-U with roles has 11 or more", len(fields))
		case len(rows) > 0 && len(fields) != len(rows[0]):
			return in.errorf("%d columns, %d in the first token of the sentence", len(fields), len(rows[0]))
		}
		rows = append(rows, fields)
		_, err := in.token(fields[1])
		return err
	}
	if err := in.sentences(row, flush); err != nil {
		return nil, err
	}
	if _, err := out.full(name); err != nil {
		return nil, err
	}
	return out, nil
}

// add adds the predicates of a sentence.
func (c *Roles) add(in *lines, sentence int, rows [][]string) error {
	heads := make([]int, len(rows))
	for i, row := range rows {
		head, err := strconv.Atoi(row[6])
		if err != nil || head < 0 || head > len(rows) || head == i+1 {
			return in.errorf("the sentence before this line: head %.40q of word %d; heads are 0 to %d", row[6], i+1, len(rows))
		}
		heads[i] = head - 1
	}
	column := 11
	for p, row := range rows {
		if row[10] == "_" || row[10] == "" {
			continue
		}
		if column >= len(row) {
			return in.errorf("the sentence before this line: %d predicates but %d columns of roles", column-10, len(row)-11)
		}
		c.Tokens = append(c.Tokens, roleTokens(rows, p))
		c.Chunks = append(c.Chunks, arguments(rows, heads, p, column))
		c.Predicates = append(c.Predicates, row[10])
		c.Sentences = append(c.Sentences, sentence)
		column++
	}
	return nil
}

// roleTokens returns the fields of the tokens of a sentence, seen from predicate p.
func roleTokens(rows [][]string, p int) [][]string {
	out := make([][]string, len(rows))
	for i, row := range rows {
		out[i] = []string{row[1], row[4], position(i - p), rows[p][2]}
	}
	return out
}

// position names the distance to the predicate.
func position(d int) string {
	side := "+"
	if d < 0 {
		side, d = "-", -d
	}
	switch {
	case d == 0:
		return "0"
	case d <= 2:
		return fmt.Sprint(side, d)
	case d <= 5:
		return side + "3"
	}
	return side + "6"
}

// arguments returns the chunks of predicate p, whose roles stand in a column.
func arguments(rows [][]string, heads []int, p, column int) []text.Chunk {
	taken := make([]bool, len(rows))
	taken[p] = true
	var out []text.Chunk
	for a, row := range rows {
		role := row[column]
		if role == "_" || role == "" || role == "V" || role == "C-V" || taken[a] {
			continue
		}
		inside := func(i int) bool {
			return !taken[i] && depends(heads, i, a) && !(depends(heads, p, a) && sameBranch(heads, i, p, a))
		}
		begin, end := a, a+1
		for begin > 0 && inside(begin-1) {
			begin--
		}
		for end < len(rows) && inside(end) {
			end++
		}
		for i := begin; i < end; i++ {
			taken[i] = true
		}
		out = append(out, text.Chunk{Type: role, Begin: begin, End: end})
	}
	return inOrder(out)
}

// depends reports whether word i is, or depends on, word a. Heads that run in a circle end.
func depends(heads []int, i, a int) bool {
	for range len(heads) + 1 {
		if i == a {
			return true
		}
		if i < 0 {
			return false
		}
		i = heads[i]
	}
	return false
}

// sameBranch reports whether words i and p hang on the same child of word a.
func sameBranch(heads []int, i, p, a int) bool { return branch(heads, i, a) == branch(heads, p, a) }

// branch returns the child of a above word i, a itself for a.
func branch(heads []int, i, a int) int {
	for range len(heads) + 1 {
		if i == a || heads[i] == a {
			return i
		}
		if i = heads[i]; i < 0 {
			return -1
		}
	}
	return -1
}

// inOrder sorts chunks by where they begin.
func inOrder(chunks []text.Chunk) []text.Chunk {
	slices.SortFunc(chunks, func(a, b text.Chunk) int { return a.Begin - b.Begin })
	return chunks
}
