package tagging

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/counter"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/crf"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/text"
	"github.com/block-regularized/bcv/pkg/text/corpus"
)

// Model is a way to tag: a scheme for the chunks, and templates for the tokens.
type Model struct {
	Name      string         // "" for the name of the scheme
	Scheme    text.Scheme    //
	Templates *crf.Templates // nil for the unigrams to trigrams of all fields within two tokens
}

// Plan says which models to evaluate on which folds of a corpus.
type Plan struct {
	Corpus    *corpus.Corpus
	Models    []Model // with different names
	CRF       crf.Settings
	Set       cv.Set                // of the sentences
	Semantics text.Semantics        // of the predicted tags; "" for text.Conlleval
	Workers   int                   // fits at a time; 0 for one per processor
	Progress  func(done, total int) // called after each fold of each model, if not nil; never twice at a time
}

// Result holds what all models did on the validation sentences of all folds.
type Result struct {
	Models []string
	Set    cv.Set
	Fits   [][]crf.Report // by model and fold

	corpus *corpus.Corpus
	chunks [][][][]text.Chunk // predicted, by model, fold and validation sentence
}

// Run fits and evaluates all models on all folds. A cancelled context ends it soon.
func Run(ctx context.Context, p Plan) (*Result, error) {
	t, err := Prepare(p)
	if err != nil {
		return nil, err
	}
	return t.Run(ctx, p.Set)
}

// Prepared is a plan whose attributes are extracted, for one partition set after the other.
type Prepared struct {
	plan    Plan
	names   []string
	corpora []*crf.Corpus // by model
}

// Prepare checks a plan and extracts the attributes, once for models with the same
// templates; Plan.Set does not matter.
func Prepare(p Plan) (*Prepared, error) {
	switch {
	case p.Corpus == nil || p.Corpus.Len() < 2:
		return nil, errors.New("tagging: a corpus of less than two sentences; it cannot be split")
	case len(p.Models) == 0:
		return nil, errors.New("tagging: no models; give at least one")
	}
	p.Models = slices.Clone(p.Models)
	if p.Semantics == "" {
		p.Semantics = text.Conlleval
	}
	t := &Prepared{plan: p}
	standard, err := crf.ParseTemplates(standardTemplates(p.Corpus.Fields()))
	if err != nil {
		return nil, err
	}
	for m := range p.Models {
		model := &p.Models[m]
		if model.Templates == nil {
			model.Templates = standard
		}
		name := model.Name
		if name == "" {
			name = string(model.Scheme)
		}
		if slices.Contains(t.names, name) {
			return nil, fmt.Errorf("tagging: two models are called %q; give them different names", name)
		}
		t.names = append(t.names, name)
		c, err := p.attributes(m, t.corpora)
		if err != nil {
			return nil, err
		}
		t.corpora = append(t.corpora, c)
	}
	return t, nil
}

// Run fits and evaluates all models on all folds of a partition set of the sentences.
func (t *Prepared) Run(ctx context.Context, set cv.Set) (*Result, error) {
	p := t.plan
	switch {
	case set.N != p.Corpus.Len():
		return nil, fmt.Errorf("tagging: a partition set of %d records for %d sentences; make the set for this corpus",
			set.N, p.Corpus.Len())
	case len(set.Splits) == 0:
		return nil, errors.New("tagging: a partition set without splits; make one with package cv")
	}
	p.Set = set
	folds := set.FoldCount()
	r := &Result{Models: t.names, Set: set, corpus: p.Corpus, Fits: make([][]crf.Report, len(p.Models)),
		chunks: make([][][][]text.Chunk, len(p.Models))}
	for m := range p.Models {
		r.Fits[m], r.chunks[m] = make([]crf.Report, folds), make([][][]text.Chunk, folds)
	}
	pool := learn.NewPool(p.Workers)
	pool.Free(pool.Size() - 1)
	progress := counter.New(p.Progress, folds*len(p.Models))
	err := pool.Run(ctx, folds*len(p.Models), func(_, unit int) error {
		f, m := unit/len(p.Models), unit%len(p.Models)
		if err := r.fold(ctx, &p, t.corpora[m], m, f); err != nil {
			at := set.Fold(f)
			return fmt.Errorf("tagging: %s, replication %d, fold %d: %w", r.Models[m], at.Replication, at.Fold, err)
		}
		progress()
		return nil
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// attributes returns the corpus of model m, which may share the attributes of an earlier one.
func (p *Plan) attributes(m int, earlier []*crf.Corpus) (*crf.Corpus, error) {
	tags, err := p.Corpus.Tags(p.Models[m].Scheme)
	if err != nil {
		return nil, err
	}
	for k, c := range earlier {
		if p.Models[k].Templates == p.Models[m].Templates {
			return c.WithTags(tags)
		}
	}
	return crf.NewCorpus(p.Corpus.Tokens, tags, p.Models[m].Templates)
}

// fold fits and evaluates one model on one fold.
func (r *Result) fold(ctx context.Context, p *Plan, c *crf.Corpus, m, f int) error {
	at := p.Set.Fold(f)
	settings := p.CRF
	settings.Workers = 1 // the folds are many enough
	model, err := settings.Fit(ctx, c, at.Train)
	if err != nil {
		return err
	}
	r.Fits[m][f] = model.Report
	tagged, err := model.TagRows(at.Valid)
	if err != nil {
		return err
	}
	scheme := p.Models[m].Scheme
	chunks := make([][]text.Chunk, len(tagged))
	for k, texts := range tagged {
		tags, err := scheme.Tags(texts...)
		if err != nil {
			return err
		}
		chunks[k] = scheme.Chunks(tags, p.Semantics)
	}
	r.chunks[m][f] = chunks
	return nil
}

// standardTemplates returns templates of CRF++ with the unigrams, bigrams and trigrams of each field within two tokens,
// and the bigram of tags, as Wang and Li (ACL 2019, section 4) use them for words and parts of speech, and for
// characters.
func standardTemplates(fields int) string {
	var b strings.Builder
	number := 0
	for column := range fields {
		for length := 1; length <= 3; length++ {
			for first := -2; first+length-1 <= 2; first++ {
				var parts []string
				for row := first; row < first+length; row++ {
					parts = append(parts, fmt.Sprintf("%%x[%d,%d]", row, column))
				}
				fmt.Fprintf(&b, "U%02d:%s\n", number, strings.Join(parts, "/"))
				number++
			}
		}
	}
	b.WriteString("B\n")
	return b.String()
}

// Tasks of counts over all chunks.
const (
	AllTypes = "all"   // chunks of all types together
	AllWords = "words" // chunks without types
)

// Counts returns the counts of chunks on the folds, one result for each task: all chunks together, if they
// have more than one type, then each type of the corpus, sorted. TN is unknown, as chunks are not records.
func (r *Result) Counts() []results.Results {
	types := r.types()
	tasks := types
	if len(types) == 0 {
		tasks = []string{AllWords}
	} else if len(types) > 1 {
		tasks = append([]string{AllTypes}, types...)
	}
	design := results.New(r.Set).Design
	grids := make([]results.Grid[posterior.Counts], len(tasks))
	for t := range grids {
		grids[t] = results.NewGrid[posterior.Counts](len(r.Models), design.Replications, design.Folds)
	}
	for m := range r.chunks {
		for f, sentences := range r.chunks[m] {
			counts := text.Counts{}
			for k, i := range r.Set.Fold(f).Valid {
				counts.Add(r.corpus.Chunks[i], sentences[k])
			}
			for t, name := range tasks {
				n := counts[name]
				if len(types) != 1 && t == 0 {
					n = counts.All()
				}
				*grids[t].At(m, f/design.Folds, f%design.Folds) = posterior.Chunks(float64(n.Gold),
					float64(n.Predicted),
					float64(n.Correct))
			}
		}
	}
	out := make([]results.Results, len(tasks))
	for t, name := range tasks {
		one := results.New(r.Set)
		one.Key.Task, one.Design.Records, one.Train, one.Valid = name, 0, nil, nil
		one.SetCounts(r.Models, grids[t])
		out[t] = *one
	}
	return out
}

// types returns the types of chunks, sorted; none where chunks have no types.
func (r *Result) types() []string {
	types := slices.Sorted(maps.Keys(r.corpus.Types()))
	if len(types) == 1 && types[0] == "" {
		return nil
	}
	return types
}

// OOVRow counts the gold words that do not occur in the training sentences of a fold, and how many
// of them a model found: the Bakeoffs' recall of words out of the vocabulary.
type OOVRow struct {
	Model       string `dataframe:"model"`
	Replication int    `dataframe:"replication"` // from 1
	Fold        int    `dataframe:"fold"`        // from 1
	Words       int    `dataframe:"words"`       // gold words of the validation sentences
	Unknown     int    `dataframe:"unknown"`     // gold words out of the vocabulary
	Found       int    `dataframe:"found"`       // of these, as words
}

// OOV returns one row per model and fold of a corpus of words.
func (r *Result) OOV() []OOVRow {
	var out []OOVRow
	for m, folds := range r.chunks {
		for f, sentences := range folds {
			at := r.Set.Fold(f)
			known := map[string]bool{}
			for _, i := range at.Train {
				for _, k := range r.corpus.Chunks[i] {
					known[r.word(i, k)] = true
				}
			}
			row := OOVRow{Model: r.Models[m], Replication: at.Replication, Fold: at.Fold}
			for k, i := range at.Valid {
				gold := r.corpus.Chunks[i]
				row.Words += len(gold)
				var unknown []text.Chunk
				for _, c := range gold {
					if !known[r.word(i, c)] {
						unknown = append(unknown, c)
					}
				}
				row.Unknown += len(unknown)
				counts := text.Counts{}
				counts.Add(unknown, sentences[k])
				row.Found += counts.All().Correct
			}
			out = append(out, row)
		}
	}
	return out
}

// word returns the text of a chunk of characters.
func (r *Result) word(sentence int32, c text.Chunk) string {
	var b strings.Builder
	for _, token := range r.corpus.Tokens[sentence][c.Begin:c.End] {
		b.WriteString(token[0])
	}
	return b.String()
}
