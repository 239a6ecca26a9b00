package replicability_test

import (
	"math"
	"testing"

	"github.com/block-regularized/bcv/research/study/replicability"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

var differences = [][2]float64{{-0.05, -0.02}, {-0.01, -0.06}, {0.01, -0.03}, {-0.04, -0.02}, {-0.03, 0.02}}

// Taken for independent, ten folds are worth ten, and the density is the density of the t
// distribution around their mean, whose tails are the probabilities.
func TestBelieveIndependent(t *testing.T) {
	var all []float64
	for _, pair := range differences {
		all = append(all, pair[:]...)
	}
	mean, variance := stat.MeanVariance(all, nil)
	student := distuv.StudentsT{Mu: mean, Sigma: math.Sqrt(variance / 10), Nu: 9}
	got, density, err := replicability.Believe(differences, 0, 0, 0.01, []float64{-0.03, 0})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"worth", got.Worth, 10},
		{"A", got.A, student.Survival(0.01)},
		{"within", got.Within, student.CDF(0.01) - student.CDF(-0.01)},
		{"B", got.B, student.CDF(-0.01)},
		{"density", density[0], student.Prob(-0.03)},
		{"density at 0", density[1], student.Prob(0)},
	} {
		if !(math.Abs(c.got-c.want) <= 1e-9*math.Max(1, c.want)) {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
}

// With both correlations 1/2 the folds are worth less than two, as in bcv-t, and the
// curve is wider.
func TestBelieveCorrelated(t *testing.T) {
	loose, _, err := replicability.Believe(differences, 0, 0, 0.01, nil)
	if err != nil {
		t.Fatal(err)
	}
	tight, _, err := replicability.Believe(differences, 0.5, 0.5, 0.01, nil)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(tight.Worth-20.0/11) > 1e-12 || tight.B >= loose.B || math.Abs(tight.A+tight.Within+tight.B-1) > 1e-9 {
		t.Errorf("%+v beside %+v", tight, loose)
	}
}

func TestBelieveRefuses(t *testing.T) {
	if _, _, err := replicability.Believe(differences, 0.1, 0.1, -1, nil); err == nil {
		t.Error("a negative rope is taken")
	}
	if _, _, err := replicability.Believe(differences, 0, 0.6, 0, nil); err == nil {
		t.Error("impossible correlations are taken")
	}
	if _, _, err := replicability.Believe(differences[:1], 0, 0, 0, nil); err == nil {
		t.Error("one replication is taken")
	}
}
