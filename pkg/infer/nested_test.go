package infer

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
)

// eachInner changes all inner differences, in place.
func eachInner(inner [][2][][2]float64, change func(float64) float64) [][2][][2]float64 {
	for _, split := range inner {
		for _, half := range split {
			for i, pair := range half {
				half[i] = [2]float64{change(pair[0]), change(pair[1])}
			}
		}
	}
	return inner
}

// nestedDraw draws normal differences of an m x 2 CV and of r inner replications in both halves of
// halves half-splits. s, p, s2, p2 are the variances S, P, S' and P' of NestedT; the halves of
// different half-splits are independent.
type nestedDraw struct {
	m, halves, r  int
	s, p, s2, p2  float64
	withinInFolds float64 // standard deviation of the difference of two folds
}

func (n nestedDraw) draw(t testing.TB, rng *rand.Rand) Differences {
	t.Helper()
	pair := func(centre, variance float64) [2]float64 {
		centre += math.Sqrt(variance) * rng.NormFloat64()
		apart := n.withinInFolds * rng.NormFloat64()
		return [2]float64{centre + apart, centre - apart}
	}
	shared := math.Sqrt(n.s) * rng.NormFloat64()
	outer := make([][]float64, n.m)
	for j := range outer {
		x := pair(shared, n.p)
		outer[j] = x[:]
	}
	inner := make([][2][][2]float64, n.halves)
	for j := range inner {
		for h := range inner[j] {
			half := math.Sqrt(n.s2) * rng.NormFloat64()
			for range n.r {
				inner[j][h] = append(inner[j][h], pair(half, n.p2))
			}
		}
	}
	return must[Differences](t)(must[Differences](t)(DifferencesOf(outer)).WithInner(inner))
}

// By hand: halves of means 3 and 1, then 2 and 2, with variances 2 and 0, 0 and 8 between two
// replications: H = (2 + 0)/2 = 1 and P̂' = 10/4, so that 1 - 2.5/2 is negative and the floor 1/4
// holds; replications of means 1 and 3: P̂ = 2. V = 1/8 + 2/2, and t is 2/√(9/8) on 2 degrees.
func TestNestedTByHand(t *testing.T) {
	d := must[Differences](t)(DifferencesOf([][]float64{{0, 2}, {3, 3}}))
	inner := [][2][][2]float64{{{{1, 3}, {4, 4}}, {{1, 1}, {0, 2}}}, {{{2, 2}, {1, 3}}, {{0, 0}, {5, 3}}}}
	d = must[Differences](t)(d.WithInner(inner))
	r := must[Result](t)(NestedT(d, Options{}))
	if want := 2 / math.Sqrt(9.0/8); math.Abs(r.Statistic-want) > 1e-14 {
		t.Errorf("statistic %v, want %v", r.Statistic, want)
	}
	if len(r.DF) != 1 || r.DF[0] != 2 {
		t.Errorf("degrees of freedom %v, want 2", r.DF)
	}
	if r.Test != "nested-t" {
		t.Errorf("test %q, want nested-t", r.Test)
	}
	inner[1][1][1] = [2]float64{0, 0} // means 2 and 0, no variance: H = (2 + 2)/2 = 2, P̂' = 2/4, V = 7/8 + 1
	r = must[Result](t)(NestedT(must[Differences](t)(d.WithInner(inner)), Options{}))
	if want := 2 / math.Sqrt(15.0/8); math.Abs(r.Statistic-want) > 1e-14 {
		t.Errorf("statistic %v, want %v", r.Statistic, want)
	}
	if got := must[Result](t)(NestedT(d, Options{})).Statistic; math.Abs(got-2/math.Sqrt(9.0/8)) > 1e-14 {
		t.Errorf("statistic %v after a change of the caller's numbers, want that of the copy", got)
	}
	copied := d.Inner()
	if eachInner(d.Inner(), math.Cos); !reflect.DeepEqual(d.Inner(), copied) {
		t.Errorf("a change of what Inner returned changed the differences to %v, want %v", d.Inner(), copied)
	}
	if got := (Differences{}).Inner(); got != nil {
		t.Errorf("Inner() = %v without inner differences, want nil", got)
	}
}

// H has the expectation S' + P'/r, P̂' the expectation P', and with S = S'/2 the square of the
// denominator without floor S + P/m.
func TestNestedTExpectations(t *testing.T) {
	const draws = 4000
	n := nestedDraw{m: 4, halves: 7, r: 3, s: 0.5, p: 0.8, s2: 1, p2: 0.6, withinInFolds: 2}
	rng := rand.New(rand.NewPCG(3, 5))
	means := map[string]float64{"H": 1 + 0.6/3, "P'": 0.6, "V": 0.5 + 0.8/4}
	sums, squares := map[string]float64{}, map[string]float64{}
	for range draws {
		d := n.draw(t, rng)
		h, p := d.innerSpread()
		r := must[Result](t)(NestedT(d, Options{}))
		v := math.Pow(r.Estimate/r.Statistic, 2)
		for what, x := range map[string]float64{"H": h, "P'": p, "V": v} {
			sums[what] += x / draws
			squares[what] += x * x / draws
		}
	}
	for what, want := range means {
		se := math.Sqrt((squares[what] - sums[what]*sums[what]) / draws)
		if math.Abs(sums[what]-want) > 3*se+0.002 { // the floor is rarely reached
			t.Errorf("mean of %s %.4f, want %.4f ± %.4f", what, sums[what], want, se)
		}
	}
}

// Where replications add nothing, H is chi-squared with M degrees of freedom, and the test has its
// level if S = S'/2; it is conservative if S is smaller, and approximate where replications add.
func TestNestedTLevel(t *testing.T) {
	const draws = 6000
	rng := rand.New(rand.NewPCG(19, 23))
	for _, c := range []struct {
		n         nestedDraw
		low, high float64
	}{
		{nestedDraw{m: 3, halves: 10, r: 2, s: 1, s2: 2, withinInFolds: 1}, 0.05, 0.05},
		{nestedDraw{m: 5, halves: 5, r: 2, s: 1, s2: 2, withinInFolds: 1}, 0.05, 0.05},
		{nestedDraw{m: 5, halves: 10, r: 2, s: 0.7, s2: 2, withinInFolds: 1}, 0, 0.04},
		{nestedDraw{m: 5, halves: 10, r: 2, s: 1, p: 0.5, s2: 2, p2: 1, withinInFolds: 1}, 0.04, 0.065},
	} {
		rejected := 0.0
		for range draws {
			if must[Result](t)(NestedT(c.n.draw(t, rng), Options{})).Reject {
				rejected++
			}
		}
		se := 3 * math.Sqrt(0.05*0.95/draws)
		if level := rejected / draws; level < c.low-se || level > c.high+se {
			t.Errorf("%+v: level %.4f, want %v to %v ± %.4f", c.n, level, c.low, c.high, se)
		}
	}
}

// Halves without any difference do not know of chance, whatever the folds say; one half-split that
// differs does.
func TestNestedTOfEqualHalves(t *testing.T) {
	d := must[Differences](t)(DifferencesOf([][]float64{{0.1, 0.3}, {0.2, 0.3}}))
	inner := make([][2][][2]float64, 3)
	for j := range inner {
		inner[j] = [2][][2]float64{{{0.1, 0.2}, {0.3, 0}}, {{0, 0.3}, {0.1 + 0.05, 0.15}}} // all 0.15 up to rounding
	}
	r := must[Result](t)(NestedT(must[Differences](t)(d.WithInner(inner)), Options{}))
	if !r.NoSpread || r.PValue != 1 || r.Reject {
		t.Errorf("p = %v, NoSpread %v, reject %v; want 1, true, false", r.PValue, r.NoSpread, r.Reject)
	}
	for what, c := range map[string]struct {
		loss float64
		pair [2]float64
	}{
		"losses": {1e6, [2]float64{0, 0}}, "differences of first folds": {0, [2]float64{1e6, 0}},
		"differences of second folds": {0, [2]float64{0, 1e6}},
	} {
		d := must[Differences](t)(NewDifferences([][]float64{{c.loss, c.loss}, {c.loss, c.loss}},
			[][]float64{{c.loss, c.loss + 1}, {c.loss, c.loss}}))
		off := [2]float64{c.pair[0] + 1e-8, c.pair[1] + 1e-8}
		x := [][2][][2]float64{{{c.pair, c.pair}, {off, off}}}
		if r := must[Result](t)(NestedT(must[Differences](t)(d.WithInner(x)), Options{})); !r.NoSpread {
			t.Errorf("large %s: %+v has spread, want rounding alone", what, r)
		}
	}
	inner[2][0] = [][2]float64{{0.2, 0.2}, {0.3, 0.2}}
	r = must[Result](t)(NestedT(must[Differences](t)(d.WithInner(inner)), Options{}))
	if r.NoSpread {
		t.Errorf("%+v is without spread, want spread", r)
	}
}

func TestNestedTRefuses(t *testing.T) {
	d := must[Differences](t)(DifferencesOf([][]float64{{0.1, 0.3}, {0.2, 0.3}}))
	pairs := func(r int) [][2]float64 { return make([][2]float64, r) }
	for _, c := range []struct {
		want  string
		inner [][2][][2]float64
	}{
		{"no inner differences", nil},
		{"no inner differences", [][2][][2]float64{}},
		{"0 inner replications in half-split 1, half 1", [][2][][2]float64{{}}},
		{"1 inner replications in half-split 2, half 2, and 2 in half-split 1",
			[][2][][2]float64{{pairs(2), pairs(2)}, {pairs(2), pairs(1)}}},
		{"half-split 1, half 2, inner replication 1; give finite", [][2][][2]float64{{pairs(1), {{0, math.NaN()}}}}},
		{"NaN and 1 in half-split 1, half 1, inner replication 2", [][2][][2]float64{{{{0, 0}, {math.NaN(), 1}}, pairs(2)}}},
	} {
		if _, err := d.WithInner(c.inner); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("WithInner(%v): %v, want %q", c.inner, err, c.want)
		}
	}
	one := must[Differences](t)(d.WithInner([][2][][2]float64{{pairs(1), pairs(1)}}))
	random := must[Differences](t)(must[Differences](t)(d.WithMethod(cv.Mx2)).WithInner([][2][][2]float64{{pairs(2),
		pairs(2)}}))
	short := must[Differences](t)(must[Differences](t)(DifferencesOf([][]float64{{1, 2}})).WithInner(random.Inner()))
	for want, d := range map[string]Differences{
		"2 or more inner replications, which show":            one,
		"m >= 2; the differences come from a random 2 x 2 CV": random,
		"m >= 2; the differences come from a 1 x 2 CV":        short,
	} {
		if _, err := NestedT(d, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("NestedT: %v, want %q", err, want)
		}
	}
}
