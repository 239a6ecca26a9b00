package roles

import (
	"context"
	"fmt"
	"io/fs"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/learn/crf"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/text"
	"github.com/block-regularized/bcv/pkg/text/corpus"
	"github.com/block-regularized/bcv/pkg/text/tagging"
)

// leastPredicates is how often a roleset occurs whose sentences are taken.
const leastPredicates = 50

// Models are the names of the taggers, in order.
var Models = []string{"A", "B", "C"}

// frame is the corpus of the studies, prepared for the taggers.
type frame struct {
	corpus     *corpus.Corpus
	conditions []cv.Condition // predicates and types of roles
}

// load reads the corpus and takes the sentences of the frequent rolesets.
func load(data fs.FS) (*frame, error) {
	f, err := data.Open("corpora/en_ewt-roles.conllu.gz")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all, err := readPropBank("en_ewt-roles.conllu.gz", f)
	if err != nil {
		return nil, err
	}
	count := map[string]int{}
	for _, p := range all.rolesets {
		count[p]++
	}
	out := &frame{corpus: &corpus.Corpus{}}
	var units []string
	types := &corpus.Corpus{}
	for s, p := range all.rolesets {
		lemma, _, _ := strings.Cut(p, ".")
		if count[p] < leastPredicates || lemma == "be" || lemma == "have" || lemma == "do" {
			continue
		}
		units = append(units, p)
		bounds := make([]text.Chunk, len(all.Chunks[s]))
		for k, c := range all.Chunks[s] {
			bounds[k] = text.Chunk{Type: "role", Begin: c.Begin, End: c.End}
		}
		out.corpus.Tokens, out.corpus.Chunks = append(out.corpus.Tokens, all.Tokens[s]), append(out.corpus.Chunks,
			bounds)
		types.Tokens, types.Chunks = append(types.Tokens, all.Tokens[s]), append(types.Chunks, all.Chunks[s])
	}
	out.conditions = []cv.Condition{cv.LabelCondition("predicates", units), types.ChunkTypes().Merged(leastPredicates)}
	return out, nil
}

// templates of a tagger: of words or not, of pairs and triples or not.
func templates(words, combined bool) (*crf.Templates, error) {
	var b strings.Builder
	number := 0
	add := func(parts ...string) {
		fmt.Fprintf(&b, "U%02d:%s\n", number, strings.Join(parts, "/"))
		number++
	}
	cell := func(row, column int) string { return fmt.Sprintf("%%x[%d,%d]", row, column) }
	columns := []int{posField}
	if words {
		columns = append(columns, wordField)
	}
	for _, column := range columns {
		for row := -2; row <= 2; row++ {
			add(cell(row, column))
		}
		for row := -2; combined && row < 2; row++ {
			add(cell(row, column), cell(row+1, column))
		}
		for row := -2; combined && row < 1; row++ {
			add(cell(row, column), cell(row+1, column), cell(row+2, column))
		}
		add(cell(0, column), cell(0, positionField))
	}
	add(cell(0, positionField))
	if words { // the predicate is a word, too
		add(cell(0, targetField))
		add(cell(0, targetField), cell(0, positionField))
	}
	b.WriteString("B\n")
	return crf.ParseTemplates(b.String())
}

// prepare extracts the attributes of all taggers.
func (f *frame) prepare() (*tagging.Prepared, error) {
	p := tagging.Plan{Corpus: f.corpus}
	for i, how := range [][2]bool{{true, true}, {false, true}, {true, false}} {
		t, err := templates(how[0], how[1])
		if err != nil {
			return nil, err
		}
		p.Models = append(p.Models, tagging.Model{Name: Models[i], Scheme: text.IOB2, Templates: t})
	}
	return tagging.Prepare(p)
}

// metrics returns precision, recall and F1 of each tagger on each fold of a set, and the
// differences A less B and A less C: [model or difference][metric][fold].
func metrics(ctx context.Context, t *tagging.Prepared, set cv.Set) ([][][]float64, error) {
	r, err := t.Run(ctx, set)
	if err != nil {
		return nil, err
	}
	out := make([][][]float64, len(Models)+2)
	for i := range out {
		out[i] = make([][]float64, len(posterior.Metrics()))
		for k := range out[i] {
			out[i][k] = make([]float64, set.FoldCount())
		}
	}
	folds := set.FoldCount()
	for k, values := range r.Counts()[0].Values { // of one task
		for m := range Models {
			copy(out[m][k], values.Of(m))
		}
	}
	for d, other := range []int{1, 2} {
		for k := range out[0] {
			for f := range folds {
				out[len(Models)+d][k][f] = out[0][k][f] - out[other][k][f]
			}
		}
	}
	return out, nil
}

// quantities are the names of what metrics returns.
var quantities = append(append([]string{}, Models...), "A-B", "A-C")
