package importer

import (
	"bytes"
	"hash/fnv"
	"io"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/text"
)

// sentence is a tagged sentence of one model.
type sentence struct {
	row             int // of its first token
	gold, predicted []text.Tag
	tokens          []uint64 // hashes of the first columns; empty if there are only two columns
	identity        uint64   // of its id and all columns but the predicted one
	apart           bool     // it has tokens or an id, which distinguish it from other sentences
	id, document    string   // empty if the file does not say
}

// sentences reads a file of tagged sentences.
type sentences struct {
	*table.Lines
	scheme  text.Scheme
	tags    map[string]text.Tag
	columns int
	tab     bool // columns are separated by tabs
	count   int
	starts  int // lines -DOCSTART- so far
	fields  [][]byte
}

func newSentences(path string, scheme text.Scheme, tags map[string]text.Tag) (*sentences, error) {
	in, err := table.OpenLines(path)
	if err != nil {
		return nil, err
	}
	return &sentences{Lines: in, scheme: scheme, tags: tags}, nil
}

// next reads a sentence into s; io.EOF at the end.
func (r *sentences) next(s *sentence) error {
	*s = sentence{gold: s.gold[:0], predicted: s.predicted[:0], tokens: s.tokens[:0]}
	identity := fnv.New64a()
	for {
		line, err := r.Lines.Next()
		if err == io.EOF && len(s.gold) > 0 { // without a blank line
			break
		}
		if err != nil {
			return err
		}
		r.split(line)
		// boundaries of conlleval and of documents
		if len(r.fields) == 0 || string(r.fields[0]) == "-X-" || string(r.fields[0]) == "-DOCSTART-" {
			if len(r.fields) > 0 && string(r.fields[0]) == "-DOCSTART-" {
				r.starts++
			}
			if len(s.gold) > 0 {
				break
			}
			continue
		}
		if len(s.gold) == 0 && r.comment(line) {
			if id, ok := bytes.CutPrefix(line, sentenceID); ok {
				identity.Write(line)
				s.apart = true
				s.id = string(id)
			}
			continue
		}
		if len(s.gold) == 0 {
			s.document = r.document(s.id)
		}
		if err := r.token(s); err != nil {
			return err
		}
		for _, f := range r.fields[:len(r.fields)-1] {
			identity.Write(f)
			identity.Write([]byte{0})
		}
		identity.Write([]byte{1})
	}
	r.count++
	s.identity = identity.Sum64()
	s.apart = s.apart || len(s.tokens) > 0
	return nil
}

// document names the document of a sentence: by lines -DOCSTART- or by what stands before the last hyphen of its id.
func (r *sentences) document(id string) string {
	if r.starts > 0 {
		return strconv.Itoa(r.starts)
	}
	return id[:max(strings.LastIndexByte(id, '-'), 0)]
}

// split divides a line into its columns: by tabs if the first line has one, else by blanks.
func (r *sentences) split(line []byte) {
	r.fields = r.fields[:0]
	if len(bytes.TrimSpace(line)) == 0 {
		return
	}
	if r.columns == 0 {
		r.tab = bytes.IndexByte(line, '\t') >= 0
	}
	if !r.tab {
		for len(line) > 0 {
			line = bytes.TrimLeft(line, " \t")
			n := bytes.IndexAny(line, " \t")
			if n < 0 {
				n = len(line)
			}
			if n > 0 {
				r.fields = append(r.fields, line[:n])
			}
			line = line[n:]
		}
		return
	}
	for {
		f, rest, more := bytes.Cut(line, []byte{'\t'})
		r.fields = append(r.fields, bytes.TrimSpace(f))
		if line = rest; !more {
			return
		}
	}
}

// sentenceID begins the comment of CoNLL-U that identifies a sentence.
var sentenceID = []byte("# sent_id = ")

// comment reports whether a line before a sentence is one of its comments: probabilities
// of crf_test, or metadata of CoNLL-U.
func (r *sentences) comment(line []byte) bool {
	if bytes.HasPrefix(line, sentenceID) {
		return true
	}
	if !bytes.HasPrefix(line, []byte("# ")) || len(r.fields) == r.columns {
		return false
	}
	if len(r.fields) == 2 && !r.tab {
		_, err := strconv.ParseFloat(string(r.fields[1]), 64)
		return err == nil
	}
	return bytes.Contains(line, []byte(" = "))
}

// token adds the token of the line to a sentence.
func (r *sentences) token(s *sentence) error {
	n := len(r.fields)
	switch {
	case n < 2:
		return r.Errorf("has one column, %.40q; give the tokens with gold and predicted tags in the last two columns",
			r.fields[0])
	case r.columns == 0:
		r.columns = n
	case n != r.columns:
		return r.Errorf("has %d columns, the lines before %d; separate columns alike and sentences by blank lines", n,
			r.columns)
	}
	if len(s.gold) == 0 {
		s.row = r.Row
	}
	gold, err := r.tag(r.fields[n-2])
	if err != nil {
		return err
	}
	predicted, err := r.tag(r.fields[n-1])
	if err != nil {
		return err
	}
	s.gold, s.predicted = append(s.gold, gold), append(s.predicted, predicted)
	if n > 2 {
		h := fnv.New64a()
		h.Write(r.fields[0])
		s.tokens = append(s.tokens, h.Sum64())
	}
	return nil
}

// maxTags bounds the number of different tags: a column with more of them does not hold tags.
const maxTags = 10_000

func (r *sentences) tag(field []byte) (text.Tag, error) {
	if t, ok := r.tags[string(field)]; ok {
		return t, nil
	}
	t, err := r.scheme.Tag(string(field))
	if err != nil {
		return t, r.Errorf("%s; the last two columns of each line are the gold and the predicted tag, of the scheme that "+
			"setting `scheme` names", strings.TrimPrefix(err.Error(), "text: "))
	}
	if len(r.tags) == maxTags {
		return t, r.Errorf("tag %.40q is the %d. different one; give tags in the last two columns", field, maxTags+1)
	}
	r.tags[strings.Clone(string(field))] = t
	return t, nil
}

// sameAs returns an error unless two models have the same sentence: tokens and gold tags.
func (s *sentence) sameAs(a *sentence, mine, other *sentences) error {
	for i := range min(len(s.gold), len(a.gold)) {
		if s.gold[i] != a.gold[i] {
			return mine.ErrorAt(s.row+i, "gold tag %.40q, but %s has %.40q in row %d; test all models on the same text",
				mine.scheme.Text(s.gold[i]), other.Name, other.scheme.Text(a.gold[i]), a.row+i)
		}
		if len(s.tokens) > 0 && len(a.tokens) > 0 && s.tokens[i] != a.tokens[i] {
			return mine.ErrorAt(s.row+i, "another token than %s has in row %d; test all models on the same text",
				other.Name, a.row+i)
		}
	}
	if len(s.gold) != len(a.gold) {
		return mine.ErrorAt(s.row, "sentence %d has %d tokens, but %s has one of %d in row %d; test all models on "+
			"the same text", mine.count, len(s.gold), other.Name, len(a.gold), a.row)
	}
	return nil
}
