package decide_test

import (
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout/decide"
	"github.com/block-regularized/bcv/pkg/learn/simple"
)

// A run with weights says what is not known of it, goes on from its checkpoint, and refuses those of other weights and
// rules that count records equally.
func TestWeights(t *testing.T) {
	d := &dataset.Data{X: mat.NewDense(40, 1, nil), Classes: []string{"x", "y"}}
	for i := range 40 {
		d.X.Set(i, 0, float64(i%7))
		d.Class = append(d.Class, int32(min(i%7/3, 1)^(i%5/4)))
		d.Weights = append(d.Weights, 0.5+float64(i%4))
	}
	p := decide.Plan{Data: d, Learners: pair(simple.Majority{}, simple.NearestMean{}), Seed: 1,
		Checkpoint: filepath.Join(t.TempDir(), "run.json")}
	first, err := decide.Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if want := "False alarms: measured with equal weights"; !strings.Contains(first.Sentence(), want) {
		t.Errorf("sentence %q, want %q", first.Sentence(), want)
	}
	if len(first.Counts) != 0 {
		t.Errorf("%d counts, want none", len(first.Counts))
	}
	again, err := decide.Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if again.Sentence() != first.Sentence() {
		t.Errorf("from the checkpoint %q, want %q", again.Sentence(), first.Sentence())
	}
	bayes := p
	bayes.Rule, bayes.Checkpoint = decide.Bayes{}, ""
	const equally = "records that count equally"
	if _, err := decide.Run(t.Context(), bayes); err == nil || !strings.Contains(err.Error(), equally) {
		t.Errorf("error %v of Bayes, want %q", err, equally)
	}
	other := *d
	other.Weights = nil
	p.Data = &other
	if _, err := decide.Run(t.Context(), p); err == nil || !strings.Contains(err.Error(), "it is of other data") {
		t.Errorf("error %v, want that the checkpoint is of other data", err)
	}
}
