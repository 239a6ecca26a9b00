package catalogue

import (
	"context"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/impute"
	"github.com/block-regularized/bcv/pkg/learn/onevsrest"
	"github.com/block-regularized/bcv/pkg/learn/pipeline"
)

// spy is a learner that keeps the data that it was prepared on.
type spy struct{ seen *[]*dataset.Data }

func (spy) String() string       { return "spy" }
func (spy) Traits() learn.Traits { return learn.Traits{Weights: true} }

func (s spy) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
	*s.seen = append(*s.seen, d)
	return spied{}, nil
}

type spied struct{}

func (spied) NewFitter(*learn.Pool) learn.Fitter                 { return spied{} }
func (spied) Fit(context.Context, []int32) (learn.Report, error) { return learn.Report{}, nil }
func (spied) Predict([]int32, []float64)                         {}
func (spied) Probabilities(rows []int32, out []float64) error    { return nil }

// Groups, times and weights reach the learner inside, when it is prepared and in each fit.
func TestRolesReachLearner(t *testing.T) {
	var seen []*dataset.Data
	inside := spy{&seen}
	all := map[string]learn.Learner{
		"named": learn.Named{Learner: inside, Name: "x"}, "impute": impute.Impute{Learner: inside},
		"impute, one-hot": impute.Impute{Learner: inside, OneHot: true}, "one vs rest": onevsrest.OneVsRest{Binary: inside},
	}
	for _, text := range pipelines {
		l, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		all[text] = pipeline.Pipeline{Steps: l.(pipeline.Pipeline).Steps, Learner: inside}
	}
	for name, l := range all {
		d := draw(80, 6, 0, classes)
		if name == "one vs rest" {
			d.Classes = append(d.Classes, "third")
			d.Class[0] = 2
		}
		for i := range 80 {
			d.Groups = append(d.Groups, string(rune('a'+i%7)))
			d.Times, d.Weights = append(d.Times, float64(-i)), append(d.Weights, 1+float64(i))
		}
		seen = nil
		p, err := learn.Prepare(t.Context(), l, d)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		train := make([]int32, 60)
		for i := range train {
			train[i] = int32(i)
		}
		if _, err := p.NewFitter(nil).Fit(t.Context(), train); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(seen) == 0 {
			t.Errorf("%s: the learner was not prepared", name)
		}
		for _, got := range seen {
			if !slices.Equal(got.Groups, d.Groups) || !slices.Equal(got.Times, d.Times) {
				t.Errorf("%s: groups %q and times %v, want those of the data", name, got.Groups, got.Times)
			}
			if !slices.Equal(got.Weights, d.Weights) {
				t.Errorf("%s: weights %v, want those of the data", name, got.Weights)
			}
		}
	}
}
