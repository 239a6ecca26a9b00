package roles

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/text"
	"github.com/block-regularized/bcv/pkg/text/corpus"
)

// propBank are sentences with semantic roles, one per predicate: a sentence with two predicates occurs twice.
type propBank struct {
	corpus.Corpus
	rolesets []string // of the predicate of each sentence, such as say.01
}

// Fields of the tokens.
const (
	wordField = iota // the word
	posField         // its part of speech (XPOS)
	// distance from the predicate: the predicate itself, or 1, 2, 3 to 5 or more tokens before or after
	positionField
	targetField // lemma of the predicate, the same for all tokens
)

// readPropBank reads CoNLL-U with the columns of Universal PropBank: the roleset at each predicate in column
// 11, then one
// column per predicate with the role of an argument at its head word. The chunk of an argument consists of
// the words that
// depend on the head, without the branch that holds the predicate, as far as they are adjacent and belong to
// no argument
// further left. The predicate itself (roles V and C-V) is not a chunk.
func readPropBank(name string, r io.Reader) (*propBank, error) {
	out := &propBank{}
	in := table.NewLines(name, "CoNLL-U", r)
	var rows [][]string
	for done := false; !done; {
		line, err := in.Next()
		done = err == io.EOF
		if err != nil && !done {
			return nil, err
		}
		fields := strings.Split(string(line), "\t")
		switch {
		case strings.TrimSpace(string(line)) == "":
			if err := out.add(in, rows); err != nil {
				return nil, err
			}
			rows = nil
		case line[0] == '#' || strings.Trim(fields[0], "0123456789") != "": // a comment, a range or an empty word
		case len(fields) < 11:
			return nil, in.Errorf("%d columns separated by tabs; CoNLL-U with roles has 11 or more", len(fields))
		case len(rows) > 0 && len(fields) != len(rows[0]):
			return nil, in.Errorf("%d columns, %d in the first token of the sentence", len(fields), len(rows[0]))
		default:
			rows = append(rows, fields)
		}
	}
	if out.Len() == 0 {
		return nil, in.ErrorAt(0, "no sentences; is it the right file?")
	}
	return out, nil
}

// add adds the predicates of a sentence.
func (c *propBank) add(in *table.Lines, rows [][]string) error {
	heads := make([]int, len(rows))
	for i, row := range rows {
		head, err := strconv.Atoi(row[6])
		if err != nil || head < 0 || head > len(rows) || head == i+1 {
			return in.Errorf("the sentence before this line: head %.40q of word %d; heads are 0 to %d",
				row[6], i+1, len(rows))
		}
		heads[i] = head - 1
	}
	column := 11
	for p, row := range rows {
		if row[10] == "_" || row[10] == "" {
			continue
		}
		if column >= len(row) {
			return in.Errorf("the sentence before this line: %d predicates but %d columns of roles",
				column-10, len(row)-11)
		}
		c.Tokens = append(c.Tokens, roleTokens(rows, p))
		c.Chunks = append(c.Chunks, arguments(rows, heads, p, column))
		c.rolesets = append(c.rolesets, row[10])
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
