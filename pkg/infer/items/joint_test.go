package items

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
)

// scoresOf returns scores of models on items, with a part that all models share, of which the last is model 0 again.
func scoresOf(n int, runs ...int) [][][]float64 {
	rng := rand.New(rand.NewPCG(3, 0))
	common := make([]float64, n)
	for i := range common {
		common[i] = rng.NormFloat64()
	}
	out := make([][][]float64, len(runs))
	for g, count := range runs {
		for range count {
			seed, scores := rng.NormFloat64()/4, make([]float64, n)
			for i := range scores {
				scores[i] = common[i] + seed + float64(g)/3 + rng.NormFloat64()
			}
			out[g] = append(out[g], scores)
		}
	}
	return append(out, out[0])
}

// Each difference has the standard error and the degrees of freedom of the test of two models.
func TestJointIsTheTestOfEachPair(t *testing.T) {
	var clusters []int
	for i := range 40 {
		clusters = append(clusters, i*i%7%4)
	}
	type test = func(Sample, infer.Options) (infer.Result, error)
	for name, c := range map[string]struct {
		clusters   []int
		randomRuns bool
		test       test
	}{"items": {nil, false, ItemT}, "clusters": {clusters, false, ClusterT}, "runs": {nil, true, CrossedT},
		"clusters and runs": {clusters, true, CrossedT}} {
		models := scoresOf(40, 2, 5, 3, 2)
		e, err := Joint(models, c.clusters, c.randomRuns)
		if err != nil {
			t.Fatal(err)
		}
		for a := range 4 {
			for b := range a {
				r, err := c.test(Sample{A: models[a], B: models[b], Clusters: c.clusters}, infer.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if got := e.Means[b] - e.Means[a]; math.Abs(got-r.Estimate) > 1e-12 {
					t.Errorf("%s: difference of %d and %d is %v, want %v", name, b, a, got, r.Estimate)
				}
				if got := r.Estimate / e.SD(a, b); math.Abs(got-r.Statistic) > 1e-9*math.Abs(r.Statistic) {
					t.Errorf("%s: statistic of %d and %d is %v, want %v", name, b, a, got, r.Statistic)
				}
				if got := e.DF[a][b]; math.Abs(got-r.DF[0]) > 1e-9*r.DF[0] {
					t.Errorf("%s: degrees of freedom of %d and %d are %v, want %v", name, b, a, got, r.DF[0])
				}
			}
		}
		if sd := e.SD(0, 4); !c.randomRuns && sd != 0 {
			t.Errorf("%s: a model differs from itself by %v", name, sd)
		}
	}
}

// The variance of a model by itself, with its runs or without.
func TestJointOfOneModel(t *testing.T) {
	runs := [][]float64{{1, 2, 3}, {2, 4, 3}}
	for _, c := range []struct {
		random bool
		v, df  float64
	}{
		{false, 0.25, 2},
		// Means of items 1.5, 3, 3 with variance 3/4, of runs 2 and 3: their mean square over 2 is 1/4. The rest is the
		// variance of the differences of the runs over 2·2·3, of 1, 2, 0: 1/12.
		{true, 0.25 + 0.25 - 1.0/12, math.Pow(0.25+0.25-1.0/12, 2) / (0.25*0.25/2 + 0.25*0.25 + 1.0/144/2)},
	} {
		e, err := Joint([][][]float64{runs, runs}, nil, c.random)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Covariance.At(0, 0); math.Abs(got-c.v) > 1e-12 {
			t.Errorf("random runs %v: variance %v, want %v", c.random, got, c.v)
		}
		if got := e.DF[0][0]; math.Abs(got-c.df) > 1e-12*c.df {
			t.Errorf("random runs %v: degrees of freedom %v, want %v", c.random, got, c.df)
		}
	}
	constant := [][]float64{{1, 1, 1}}
	if e, err := Joint([][][]float64{constant, constant}, nil, false); err != nil || e.DF[0][1] != 2 {
		t.Errorf("without spread: degrees of freedom %v, want 2 (%v)", e.DF, err)
	}
}

func TestJointRefused(t *testing.T) {
	for want, c := range map[string]struct {
		models [][][]float64
		random bool
	}{
		"no models":              {nil, false},
		"model 2 as B":           {[][][]float64{{{1, 2}}, {{1, 2, 3}}}, false},
		"model 1 has one run":    {[][][]float64{{{1, 2}}, {{1, 2}}}, true},
		"a variance takes at le": {[][][]float64{{{1}}, {{1}}}, false},
	} {
		if _, err := Joint(c.models, nil, c.random); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
