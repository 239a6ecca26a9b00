package items

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
)

// threeTasks are differences of 5, 7 and 4 items of three tasks, in clusters within them.
var threeTasks = struct {
	d                []float64
	strata, clusters []int
}{
	[]float64{0, 0.5, 1, -0.25, 0.75, 1, 0, -1, 0.5, 0.25, 0.125, 2, -0.5, 0.25, 0, 0.75},
	[]int{0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2},
	[]int{0, 0, 1, 1, 2, 3, 3, 3, 4, 4, 5, 5, 6, 7, 7, 8},
}

// differing returns scores of A of 0, and of B as given.
func differing(d []float64) Sample {
	return Sample{A: [][]float64{make([]float64, len(d))}, B: [][]float64{d}}
}

// Standard errors, degrees of freedom and p-values by base R: var and pt for each task, and CR2 written out.
func TestStratifiedT(t *testing.T) {
	x := threeTasks
	macro := slices.Clone(x.d)
	for i, k := range x.strata {
		macro[i] *= 16 / (3 * []float64{5, 7, 4}[k])
	}
	for name, c := range map[string]struct {
		d, want  []float64 // want: estimate, standard error, degrees of freedom, p
		clusters []int
	}{
		"micro":    {x.d, []float64{0.3359375, 0.181490052959, 10.375473270250, 0.092814299007}, nil},
		"macro":    {macro, []float64{0.311904761905, 0.164659110974, 12.525524722314, 0.081512765115}, nil},
		"clusters": {x.d, []float64{0.3359375, 0.158014129651, 2.943637706248, 0.125207734849}, x.clusters},
	} {
		s := differing(c.d)
		s.Strata, s.Clusters = x.strata, c.clusters
		r, err := StratifiedT(s, infer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := []float64{r.Estimate, r.Estimate / r.Statistic, r.DF[0], r.PValue}
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 1e-10 {
				t.Errorf("%s: got %v, want %v", name, got, c.want)
				break
			}
		}
	}
	s := differing(x.d)
	s.Strata = x.strata
	if r, err := StratifiedT(s, infer.Options{}); err != nil || math.Abs(r.CI.Low+0.066472656545) > 1e-10 ||
		math.Abs(r.CI.High-0.738347656545) > 1e-10 {
		t.Errorf("interval %v (%v), want -0.0665 to 0.7383", r.CI, err)
	}
}

// Runs crossed with items of two tasks: the rest is that within tasks, by base R.
func TestCrossedTInStrata(t *testing.T) {
	s := Sample{
		A: [][]float64{{1, 0, 1, 1, 0, 0, 1, 0}, {1.5, 1.5, 1.5, 0.5, 0.5, 0.5, 1.5, 0.5}, {0, 0, 1, 1, 1, 0, 1, 1}},
		B: [][]float64{{1.1, 1.1, 1.1, 1.1, 0.1, 1.1, 1.1, 0.1}, {-0.15, 0.85, 0.85, 0.85, 0.85, 0.85, 0.85, -0.15},
			{1.3, 1.3, 1.3, 1.3, 0.3, 1.3, 0.3, 1.3}},
		Strata: []int{0, 0, 0, 1, 1, 1, 1, 1},
	}
	r, err := CrossedT(s, infer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(r.Estimate-0.125000000000) > 1e-10 || math.Abs(r.Statistic-0.545364410025) > 1e-9 {
		t.Errorf("estimate %.12f with t = %.12f, want 0.125000000000 with 0.545364410025", r.Estimate, r.Statistic)
	}
}

// A task of one item or one cluster shows no variance, and is joined with others.
func TestStrataOfOneUnit(t *testing.T) {
	x := threeTasks
	of := func(strata, clusters []int) infer.Result {
		t.Helper()
		s := differing(x.d)
		s.Strata, s.Clusters = strata, clusters
		r, err := StratifiedT(s, infer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for name, c := range map[string]struct{ strata, same, clusters []int }{
		"one joins the smallest": {[]int{0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3},
			[]int{0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 2, 2, 2, 2}, nil},
		"some join each other": {[]int{0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6}, x.strata, nil},
		"clusters":             {x.clusters, make([]int, 16), x.clusters},
	} {
		got, want := of(c.strata, c.clusters), of(c.same, c.clusters)
		if math.Abs(got.Statistic-want.Statistic) > 1e-12 || math.Abs(got.DF[0]-want.DF[0]) > 1e-9 {
			t.Errorf("%s: t = %v with %v degrees of freedom, want %v with %v", name, got.Statistic, got.DF, want.Statistic,
				want.DF)
		}
	}
}

// Each difference of many models has the variance and the degrees of freedom of the test of two.
func TestJointInStrata(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	var strata, clusters []int
	for i := range 60 {
		strata, clusters = append(strata, i/4*4%24/4), append(clusters, i/4)
	}
	for name, c := range map[string]struct {
		clusters []int
		random   bool
		test     func(Sample, infer.Options) (infer.Result, error)
	}{"items": {nil, false, StratifiedT}, "clusters": {clusters, false, StratifiedT}, "runs": {nil, true, CrossedT}} {
		models := scoresOf(60, 2, 3, 2)
		for _, runs := range models[:3] {
			for _, run := range runs {
				for i := range run {
					run[i] += float64(strata[i]) + rng.Float64()*float64(strata[i])
				}
			}
		}
		e, err := Joint(models, c.clusters, strata, c.random)
		if err != nil {
			t.Fatal(err)
		}
		for a := range 3 {
			for b := range a {
				r, err := c.test(Sample{A: models[a], B: models[b], Clusters: c.clusters, Strata: strata}, infer.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if sd := r.Estimate / r.Statistic; math.Abs(e.SD(a, b)-sd) > 1e-9*sd {
					t.Errorf("%s: standard error of %d and %d is %v, want %v", name, b, a, e.SD(a, b), sd)
				}
				if got := e.Parts[a][b].DF(0.025); math.Abs(got-r.DF[0]) > 1e-9*r.DF[0] {
					t.Errorf("%s: degrees of freedom of %d and %d are %v, want %v", name, b, a, got, r.DF[0])
				}
			}
		}
	}
}

func TestStrataAreRefused(t *testing.T) {
	x := threeTasks
	for want, change := range map[string]func(*Sample){
		"of several tasks, and these are of one": func(*Sample) {},
		"strata of 2 items":                      func(s *Sample) { s.Strata = []int{0, 1} },
		"stratum 0 has no item":                  func(s *Sample) { s.Strata = slices.Repeat([]int{1}, 16) },
		"item 1 is in stratum -1":                func(s *Sample) { s.Strata = slices.Repeat([]int{-1}, 16) },
		"cluster 0 has items of strata 0 and 1": func(s *Sample) {
			s.Strata, s.Clusters = x.strata, make([]int, 16)
			s.Clusters[0] = 1
		},
	} {
		s := differing(x.d)
		change(&s)
		if _, err := StratifiedT(s, infer.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got the error %v, want %q", err, want)
		}
	}
}
