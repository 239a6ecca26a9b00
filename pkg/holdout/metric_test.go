package holdout

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/combin"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/count"
	"github.com/block-regularized/bcv/pkg/learn/simple"
)

// byDefinition is the mean over m of the share of defects in the m modules that stand last.
func byDefinition(truth []float64, order []int) float64 {
	total, sum, k := 0.0, 0.0, len(order)
	for _, n := range truth {
		total += n
	}
	for m := 1; m <= k; m++ {
		for _, i := range order[k-m:] {
			sum += truth[i] / total / float64(k)
		}
	}
	return sum
}

// The formula by ranks is the definition, averaged over all orders of equal predictions.
func TestFPA(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 40 {
		n := 2 + rng.IntN(5)
		truth, predicted := make([]float64, n), make([]float64, n)
		for i := range truth {
			truth[i], predicted[i] = float64(rng.IntN(4)), float64(rng.IntN(3))
		}
		truth[0]++
		want, orders := 0.0, 0.0
		for _, order := range combin.Permutations(n, n) {
			sorted := true
			for i := 1; i < n; i++ {
				sorted = sorted && predicted[order[i-1]] <= predicted[order[i]]
			}
			if sorted {
				want += byDefinition(truth, order)
				orders++
			}
		}
		if got, err := FPA.Of(truth, predicted); err != nil || math.Abs(got-want/orders) > 1e-12 {
			t.Errorf("truth %v, predicted %v: %v (%v), want %v", truth, predicted, got, err, want/orders)
		}
	}
	if v, err := FPA.Of([]float64{5, 0, 0, 1}, []float64{2, 2, 2, 2}); err != nil || v != 5.0/8 {
		t.Errorf("a constant prediction has %v (%v)", v, err)
	}
	for _, truth := range [][]float64{{0, 0}, {1, -1}} {
		if _, err := FPA.Of(truth, []float64{1, 2}); err == nil {
			t.Errorf("%v has a value", truth)
		}
	}
}

// Scores are those of the predictions of each fold, and reach tests through a file.
func TestScoresToFile(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	d := &dataset.Data{X: mat.NewDense(40, 1, nil), Response: make([]float64, 40)}
	for i := range d.Response {
		x := rng.NormFloat64()
		d.X.Set(i, 0, x)
		d.Response[i] = math.Round(math.Exp(1 + x))
	}
	set, err := cv.New(cv.BCV, 40, cv.Options{M: 3, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), Plan{Data: d, Set: set, Learners: []learn.Learner{simple.Mean{}, count.Poisson{}}})
	if err != nil {
		t.Fatal(err)
	}
	scores, err := r.Scores(FPA)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := r.WriteLosses(&text, FPA); err != nil {
		t.Fatal(err)
	}
	if head, _, _ := strings.Cut(text.String(), "\n"); head != "model,replication,fold,loss,fpa,n_train,n_valid,set" {
		t.Errorf("header %s", head)
	}
	path := filepath.Join(t.TempDir(), "l.csv")
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := fold.ReadMeasure([]string{path}, fold.Measure{Column: "fpa", Score: true})
	if err != nil {
		t.Fatal(err)
	}
	for f := range scores[0] {
		if scores[0][f] != 21.0/40 {
			t.Errorf("a constant has %v on fold %d", scores[0][f], f)
		}
		if got, want := l.Differences.At(f/2, f%2), scores[1][f]-scores[0][f]; math.Abs(got-want) > 1e-15 {
			t.Errorf("fold %d: difference %v, want %v", f, got, want)
		}
	}
	var plain, none bytes.Buffer
	if err := r.WriteLosses(&plain); err != nil || strings.Contains(plain.String(), "fpa") {
		t.Errorf("without metrics: %v, %s", err, plain.String())
	}
	d.Response = make([]float64, 40)
	r.target = d.Response
	var failed *FoldError
	if err := r.WriteLosses(&none, FPA); !errors.As(err, &failed) || failed.Learner != "mean" ||
		failed.Replication != 1 || !strings.Contains(err.Error(), "needs a defect") {
		t.Errorf("error %v", err)
	}
}
