package items

import (
	"math"
	"math/rand/v2"
	"slices"
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
		e, err := Joint(models, c.clusters, nil, c.randomRuns)
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
				if got := e.Parts[a][b].DF(0.025); math.Abs(got-r.DF[0]) > 1e-9*r.DF[0] {
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
	for random, want := range map[bool]infer.Parts{
		false: {{Variance: 0.25, DF: 2}},
		// Means of items 1.5, 3, 3 with variance 3/4, of runs 2 and 3: their mean square over 2 is 1/4. The rest is the
		// variance of the differences of the runs over 2·2·3, of 1, 2, 0: 1/12.
		true: {{Variance: 0.25 - 1.0/12, DF: 2}, {Variance: 0.25, DF: 1}},
	} {
		e, err := Joint([][][]float64{runs, runs}, nil, nil, random)
		if err != nil {
			t.Fatal(err)
		}
		near := func(got, want infer.Part) bool {
			return math.Abs(got.Variance-want.Variance) < 1e-12 && got.DF == want.DF
		}
		if got := e.Parts[0][0]; !slices.EqualFunc(got, want, near) {
			t.Errorf("random runs %v: parts %v, want %v", random, got, want)
		}
		if got := e.Covariance.At(0, 0); math.Abs(got-want.Variance()) > 1e-12 {
			t.Errorf("random runs %v: variance %v, want %v", random, got, want.Variance())
		}
	}
	constant := [][]float64{{1, 1, 1}}
	if e, err := Joint([][][]float64{constant, constant}, nil, nil, false); err != nil || e.Parts[0][1][0].DF != 2 {
		t.Errorf("without spread: parts %v, want 2 degrees of freedom (%v)", e.Parts, err)
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
		if _, err := Joint(c.models, nil, nil, c.random); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
