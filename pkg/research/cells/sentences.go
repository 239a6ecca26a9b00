package cells

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/display"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/results"
)

// what is counted in a sentence, one token per line
var counted = []*regexp.Regexp{regexp.MustCompile(`(?m)^.`), regexp.MustCompile(`(?m)^[A-Z]`),
	regexp.MustCompile(`(?m)^\S*[0-9]`), regexp.MustCompile(`(?m)^[a-z]{7}`)}

// Sentences returns the first sentence of at least 8 tokens of each document in a packed file of entities, such as
// data/corpora/en_ewt-ner.iob2.gz. The class is whether it holds an entity; the features are the numbers of tokens, of
// tokens that begin with a capital letter, that hold a digit, and that begin with seven small letters.
func Sentences(path string) *dataset.Data {
	file := display.Must(os.Open(path))
	defer file.Close()
	text := display.Must(io.ReadAll(display.Must(gzip.NewReader(file))))
	csv, last := "tokens,capitals,digits,long,name\n", ""
	for sentence := range strings.SplitSeq(string(text), "\n\n") {
		id, tokens, _ := strings.Cut(sentence, "\n")
		document := id[:strings.LastIndex(id, "-")+1]
		if document == last || strings.Count(tokens, "\n") < 7 {
			continue
		}
		last = document
		for _, c := range counted {
			csv += fmt.Sprintf("%d,", len(c.FindAllString(tokens, -1)))
		}
		csv += fmt.Sprintf("%t\n", strings.Contains(tokens, "\tB-"))
	}
	return display.Must(dataset.Parse("sentences", strings.NewReader(csv), dataset.Options{Target: "name"}))
}

// TestSet returns which records of the validation set of one fold the learners classify right, trained in that many
// runs on its training set: items of one test set, named by the numbers of the records.
func TestSet(d *dataset.Data, f cv.Fold, runs int, learners ...learn.Learner) results.Results {
	names := make([]string, len(f.Valid))
	for k, i := range f.Valid {
		names[k] = fmt.Sprint(i)
	}
	r := display.Must(results.NewScores(names, nil))
	predicted := make([]float64, len(f.Valid))
	for _, l := range learners {
		for run := range runs {
			again := l
			if run > 0 {
				again, _ = learn.ForRun(l, run+1)
			}
			fit := display.Must(learn.Prepare(context.Background(), again, d)).NewFitter()
			display.Check(fit.Fit(f.Train))
			fit.Predict(f.Valid, predicted)
			right := make([]float64, len(f.Valid))
			for k, i := range f.Valid {
				if predicted[k] == float64(d.Class[i]) {
					right[k] = 1
				}
			}
			display.Check(r.AddScores(l.String(), fmt.Sprint(run+1), right))
		}
	}
	return *r
}
