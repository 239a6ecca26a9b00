package items_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
)

// judgedSample is a sample of 40 items that people scored and 160 others, by the generator that the numbers below were
// computed from by hand with numpy.
func judgedSample() items.Sample {
	state := uint64(7)
	u := func() float64 {
		state = (state*1103515245 + 12345) % (1 << 31)
		return float64(state) / (1 << 31)
	}
	is := func(yes bool) float64 {
		if yes {
			return 1
		}
		return 0
	}
	var s items.Sample
	var a, b []float64
	j := items.Judge{}
	for i := range 200 {
		q := u()
		x := is(u() < .5+.4*q)
		y := is(u() < .4+.4*q)
		jx, jy := x, 1.0
		if !(u() < .9) {
			jx = 1 - x
		}
		if u() < .9 {
			jy = y
		}
		if i < 40 {
			a, b, j.A, j.B = append(a, x), append(b, y), append(j.A, jx), append(j.B, jy)
		} else {
			j.OthersA, j.OthersB = append(j.OthersA, jx), append(j.OthersB, jy)
		}
	}
	s.A, s.B, s.Judge = [][]float64{a}, [][]float64{b}, &j
	return s
}

func clusteredJudge() items.Sample {
	s := judgedSample()
	for i := range 40 {
		s.Clusters = append(s.Clusters, i%10)
	}
	for k := range 160 {
		s.Judge.Clusters = append(s.Judge.Clusters, 5+k%12)
	}
	return s
}

// TestPPIT compares ppi-t with numpy.
func TestPPIT(t *testing.T) {
	for _, c := range []struct {
		name                           string
		s                              items.Sample
		lambda, estimate, v, p, lo, hi float64
	}{
		{"items", judgedSample(), 0.7106791357388612, 0.010024298614689058, 0.00551294983445648, 0.8932993397458134,
			-0.1401589669773368, 0.16020756420671492},
		{"clusters", clusteredJudge(), 0.9465332140986095, -0.0032424932930467804, 0.00433583029440884,
			0.9618012831788865, -0.15219880555179294, 0.14571381896569935},
	} {
		r, err := items.PPIT(c.s, infer.Options{})
		j, problem := c.s.Judging(.05)
		if err != nil || problem != nil {
			t.Fatal(c.name, err, problem)
		}
		got := []float64{j.Lambda, r.Estimate, r.PValue, r.CI.Low, r.CI.High, j.B - j.A}
		for k, want := range []float64{c.lambda, c.estimate, c.p, c.lo, c.hi, c.estimate} {
			if math.Abs(got[k]-want) > 1e-9 {
				t.Errorf("%s: %v, want %v at %d", c.name, got, want, k)
			}
		}
		if want := r.CI.High - r.Estimate; math.Abs(j.HalfWidth(40, .05)-want) > 1e-9 {
			t.Errorf("%s: half width %v, want that of the test, %v", c.name, j.HalfWidth(40, .05), want)
		}
	}
}

// TestJudging compares what the judge is worth with numpy.
func TestJudging(t *testing.T) {
	j, err := judgedSample().Judging(.05)
	if err != nil {
		t.Fatal(err)
	}
	got := []float64{j.Worth, j.Bias.Mid, j.Bias.Low, j.Bias.High, j.PSample}
	for k, want := range []float64{52.555968325207196, 0, -0.13043853407349384, 0.13043853407349384, 0.6375033421251468} {
		if math.Abs(got[k]-want) > 1e-9 {
			t.Errorf("%v, want %v at %d", got, want, k)
		}
	}
	width := j.HalfWidth(40, .05)
	for _, wanted := range []float64{2 * width, width, .9 * width, .7 * width} {
		more, ok := j.Labels(wanted, .05)
		if !ok || j.HalfWidth(40+more, .05) > wanted*(1+1e-9) || more > 0 && j.HalfWidth(39+more, .05) <= wanted {
			t.Errorf("half width %v takes %d more labels, which have %v", wanted, more, j.HalfWidth(40+more, .05))
		}
	}
	if _, ok := j.Labels(width/100, .05); ok {
		t.Error("a width that no number of labels has is promised")
	}
}

// TestJudgeExact has cases whose answers are known.
func TestJudgeExact(t *testing.T) {
	s := judgedSample()
	single := s
	judge := *s.Judge
	for i := range 200 {
		if i < 40 {
			single.Clusters = append(single.Clusters, i)
		} else {
			judge.Clusters = append(judge.Clusters, i)
		}
	}
	single.Judge = &judge
	a, _ := items.PPIT(s, infer.Options{})
	b, err := items.PPIT(single, infer.Options{})
	if err != nil || math.Abs(a.PValue-b.PValue) > 1e-12 {
		t.Errorf("clusters of one item: p = %v, %v; want that of items, %v", b.PValue, err, a.PValue)
	}
	zero := s
	zero.Judge = &items.Judge{A: make([]float64, 40), B: make([]float64, 40), OthersA: make([]float64, 160),
		OthersB: make([]float64, 160)}
	people, _ := items.ItemT(s, infer.Options{})
	r, err := items.PPIT(zero, infer.Options{})
	if err != nil || r.CI != people.CI {
		t.Errorf("a judge who says nothing: %v, %v; want people alone, %v", r.CI, err, people.CI)
	}
	// A judge who favours B on all items alike is as good as one who does not.
	biased := s
	favours := *s.Judge
	favours.B, favours.OthersB = slices.Clone(favours.B), slices.Clone(favours.OthersB)
	for _, y := range [][]float64{favours.B, favours.OthersB} {
		for i := range y {
			y[i] += .05
		}
	}
	biased.Judge = &favours
	j, _ := s.Judging(.05)
	jb, _ := biased.Judging(.05)
	if d := jb.Bias.Mid - j.Bias.Mid; math.Abs(d-.05) > 1e-12 {
		t.Errorf("bias grows by %v, want .05", d)
	}
}

// TestJudgeNeverWider draws samples: the variance is never above that of people alone, and the test keeps its level of
// 5% with judges who favour one model.
func TestJudgeNeverWider(t *testing.T) {
	for k, c := range []struct {
		m        int
		accuracy float64
	}{{30, .8}, {30, .9}, {30, .98}, {100, .8}, {100, .9}, {100, .98}} {
		rng := rand.New(rand.NewPCG(1, uint64(k)))
		errs, draws := 0, 4000
		for range draws {
			s := drawJudged(rng, 600, c.m, c.accuracy)
			r, err := items.PPIT(s, infer.Options{})
			if err != nil {
				t.Fatal(err)
			}
			people, _ := items.ItemT(s, infer.Options{})
			if r.CI.High-r.CI.Low > (people.CI.High-people.CI.Low)*(1+1e-9) {
				t.Fatalf("m = %d: %v is wider than people alone, %v", c.m, r.CI, people.CI)
			}
			if r.Reject {
				errs++
			}
		}
		rate := float64(errs) / float64(draws)
		t.Logf("m = %d, accuracy %v: errs in %.1f%%", c.m, c.accuracy, 100*rate)
		if rate < .03 || rate > .07 { // 4 to 6% and 3 standard errors

			t.Errorf("m = %d, accuracy %v: errs in %.1f%%", c.m, c.accuracy, 100*rate)
		}
	}
}

// drawJudged draws two equal models, and a judge who favours B by 5 points.
func drawJudged(rng *rand.Rand, n, m int, accuracy float64) items.Sample {
	var score, judge [2][]float64
	for range n {
		for g := range 2 {
			h, j := 0.0, 0.0
			if rng.Float64() < .75 {
				h = 1
			}
			if j = h; rng.Float64() > accuracy {
				j = 1 - h
			}
			if g == 1 && j == 0 && rng.Float64() < .2 {
				j = 1
			}
			score[g], judge[g] = append(score[g], h), append(judge[g], j)
		}
	}
	return items.Sample{A: [][]float64{score[0][:m]}, B: [][]float64{score[1][:m]}, Judge: &items.Judge{A: judge[0][:m],
		B: judge[1][:m], OthersA: judge[0][m:], OthersB: judge[1][m:]}}
}

// TestJudgeRefused has samples that ppi-t does not take.
func TestJudgeRefused(t *testing.T) {
	for want, change := range map[string]func(s *items.Sample){
		"these have none":       func(s *items.Sample) { s.Judge = nil },
		"1 others":              func(s *items.Sample) { s.Judge.OthersA, s.Judge.OthersB = []float64{1}, []float64{1} },
		"but not both":          func(s *items.Sample) { s.Judge.Clusters = make([]int, 160) },
		"39 items of A":         func(s *items.Sample) { s.Judge.A = s.Judge.A[1:] },
		"finite scores":         func(s *items.Sample) { s.Judge.OthersB[3] = math.NaN() },
		"people scored 2 items": func(s *items.Sample) { s.A[0], s.B[0] = s.A[0][:2], s.B[0][:2] },
	} {
		s := judgedSample()
		change(&s)
		if _, err := items.PPIT(s, infer.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
