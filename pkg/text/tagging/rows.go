package tagging

import (
	"maps"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/text"
)

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
