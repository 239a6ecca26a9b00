package infer

import (
	"fmt"
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
// holds. Folds 0, 2 and 3, 3: the mean is 2, P̂ = 2, and V_b = 5/3 · 6/4 = 5/2, above H/2. Then
// V = (2/8 + 4/2)/6 + 2/2 = 11/8, on 6 degrees of freedom.
func TestNestedTByHand(t *testing.T) {
	d := must[Differences](t)(DifferencesOf([][]float64{{0, 2}, {3, 3}}))
	inner := [][2][][2]float64{{{{1, 3}, {4, 4}}, {{1, 1}, {0, 2}}}, {{{2, 2}, {1, 3}}, {{0, 0}, {5, 3}}}}
	first := must[Differences](t)(d.WithInner(inner))
	check := func(what string, d Differences, v float64) {
		t.Helper()
		r := must[Result](t)(NestedT(d, Options{}))
		if want := 2 / math.Sqrt(v); math.Abs(r.Statistic-want) > 1e-14 {
			t.Errorf("%s: statistic %v, want %v", what, r.Statistic, want)
		}
		if len(r.DF) != 1 || r.DF[0] != 6 {
			t.Errorf("%s: degrees of freedom %v, want 6", what, r.DF)
		}
		if r.Test != "nested-t" {
			t.Errorf("%s: test %q, want nested-t", what, r.Test)
		}
	}
	check("floor", first, 11.0/8)
	inner[1][1][1] = [2]float64{0, 0} // means 2 and 0, no variance: H = (2 + 2)/2 = 2, P̂' = 2/4
	check("no floor", must[Differences](t)(d.WithInner(inner)), (2*1.75/2+4)/6+1)
	check("after a change of the caller's numbers", first, 11.0/8)
	large := eachInner(first.Inner(), func(x float64) float64 { return 10 * x }) // H = 100, V_b = 5/2 below H/2
	check("V_b", must[Differences](t)(d.WithInner(large)), (2*25.0/2+10)/6+1)
	d = first
	copied := d.Inner()
	if eachInner(d.Inner(), math.Cos); !reflect.DeepEqual(d.Inner(), copied) {
		t.Errorf("a change of what Inner returned changed the differences to %v, want %v", d.Inner(), copied)
	}
	if got := (Differences{}).Inner(); got != nil {
		t.Errorf("Inner() = %v without inner differences, want nil", got)
	}
}

// By hand, with the differences of TestNestedTByHand: of a rare class V = H/2 + P̂/m = 1/2 + 2/2 on M = 2 degrees of
// freedom, and of others it is as without classes. R says 2*pt(-2/sqrt(1.5), 2) = 0.24407105398154533.
func TestNestedTOfRareClass(t *testing.T) {
	d := must[Differences](t)(DifferencesOf([][]float64{{0, 2}, {3, 3}}))
	inner := [][2][][2]float64{{{{1, 3}, {4, 4}}, {{1, 1}, {0, 2}}}, {{{2, 2}, {1, 3}}, {{0, 0}, {5, 3}}}}
	d = must[Differences](t)(d.WithInner(inner))
	plain := must[Result](t)(NestedT(d, Options{}))
	for _, c := range []struct {
		records, among int
		rare           bool
	}{{199, 0, true}, {200, 0, false}, {199, 498, true}, {199, 497, false}, {30, 75, false}, {29, 75, true},
		{200, 10000, false}} {
		of := must[Differences](t)(d.WithRarestClass(c.records, c.among))
		r := must[Result](t)(NestedT(of, Options{}))
		want, df, p := plain.Statistic, 6., plain.PValue
		if c.rare {
			want, df, p = 2/math.Sqrt(1.5), 2, 0.24407105398154533
		}
		if math.Abs(r.Statistic-want) > 1e-14 || r.DF[0] != df || math.Abs(r.PValue-p) > 1e-12 {
			t.Errorf("%d of %d: %v on %v, p = %v; want %v on %v, %v", c.records, c.among, r.Statistic, r.DF, r.PValue, want,
				df, p)
		}
		if got := r.Assumptions != plain.Assumptions; got != c.rare {
			t.Errorf("%d of %d: says that the class is rare: %v, want %v", c.records, c.among, got, c.rare)
		}
	}
	for _, c := range [][2]int{{-1, 0}, {0, -1}, {5, 4}} {
		if _, err := d.WithRarestClass(c[0], c[1]); err == nil || !strings.Contains(err.Error(), "of all it has") {
			t.Errorf("a class of %d among %d: %v, want an error with advice", c[0], c[1], err)
		}
	}
	equal := must[Differences](t)(must[Differences](t)(d.WithInner(eachInner(d.Inner(),
		func(float64) float64 { return 1 }))).WithRarestClass(20, 0))
	if r := must[Result](t)(NestedT(equal, Options{})); !r.NoSpread {
		t.Errorf("halves that do not differ: %+v, want no claim", r)
	}
}

// H has the expectation S' + P'/r, P̂' the expectation P', and P̂ the expectation P: V less its part
// for the data, over which P does not vary.
func TestInnerVariances(t *testing.T) {
	const draws = 4000
	n := nestedDraw{m: 4, halves: 7, r: 3, s: 0.5, p: 0.8, s2: 1, p2: 0.6, withinInFolds: 2}
	rng := rand.New(rand.NewPCG(3, 5))
	means := map[string]float64{"H": 1 + 0.6/3, "P'": 0.6, "P": 0.8}
	sums, squares := map[string]float64{}, map[string]float64{}
	for range draws {
		d := n.draw(t, rng)
		h, p := InnerVariances(d.inner)
		r := must[Result](t)(NestedT(d, Options{}))
		_, folds := deviations(d.mu)
		data := (7*max(h-p/3, h/4)/2 + 4*min(9.0/7*folds/8, h/2)) / 11
		ofReplications := 4 * (math.Pow(r.Estimate/r.Statistic, 2) - data)
		for what, x := range map[string]float64{"H": h, "P'": p, "P": ofReplications} {
			sums[what] += x / draws
			squares[what] += x * x / draws
		}
	}
	for what, want := range means {
		se := math.Sqrt((squares[what] - sums[what]*sums[what]) / draws)
		if math.Abs(sums[what]-want) > 3*se {
			t.Errorf("mean of %s %.4f, want %.4f ± %.4f", what, sums[what], want, se)
		}
	}
	if h, p := InnerVariances([][2][][2]float64{{{{1, 3}}, {{4, 4}}}}); h != 2 || !math.IsNaN(p) {
		t.Errorf("one inner replication: H = %v, P' = %v, want 2, NaN", h, p)
	}
}

// Where replications add nothing and S = S'/2, H is chi-squared with M degrees of freedom: with
// V_b far above H/2, the mean over √(H/2) is t(M), and compared with t(M+4); the level is then
// P(|t(M)| > u) with the quantile u of t(M+4). It is smaller if S is smaller than S'/2.
func TestNestedTLevel(t *testing.T) {
	const draws = 6000
	rng := rand.New(rand.NewPCG(19, 23))
	for _, c := range []struct {
		n         nestedDraw
		low, high float64
	}{
		{nestedDraw{m: 3, halves: 10, r: 2, s: 1, s2: 2, withinInFolds: 100}, 0.05757, 0.05757},
		{nestedDraw{m: 5, halves: 5, r: 2, s: 1, s2: 2, withinInFolds: 100}, 0.07315, 0.07315},
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

// By hand, with the differences of TestNestedTByHand: S = (2 - 0.5/2)/2 = 0.875, P = 2 and W/2 = 0.5, and of 2
// half-splits M H/χ² = 4/7.377759 and 4/0.0506356 (R: qchisq(c(.975, .025), 2)). Of many draws the interval holds the
// correlation about as often as it says, where nothing but S is random.
func TestInnerRho2(t *testing.T) {
	d := must[Differences](t)(DifferencesOf([][]float64{{0, 2}, {3, 3}}))
	d = must[Differences](t)(d.WithInner([][2][][2]float64{{{{1, 3}, {4, 4}}, {{1, 1}, {0, 2}}},
		{{{2, 2}, {1, 3}}, {{0, 0}, {0, 0}}}}))
	got, ok := d.InnerRho2(0.95)
	share := func(s float64) float64 { return s / (s + 2.5) }
	want := Estimate{share((4/7.377758908227873 - 0.25) / 2), share(0.875), share((4/0.05063561596857975 - 0.25) / 2)}
	if !ok || math.Abs(got.Low-want.Low) > 1e-9 || math.Abs(got.Mid-want.Mid) > 1e-14 || math.Abs(got.High-want.High) > 1e-9 {
		t.Errorf("%v, %t, want %v", got, ok, want)
	}
	if _, ok := must[Differences](t)(DifferencesOf([][]float64{{0, 2}, {3, 3}})).InnerRho2(0.95); ok {
		t.Error("a correlation without inner differences")
	}
	const draws = 2000
	rng, held, n := rand.New(rand.NewPCG(5, 7)), 0., nestedDraw{m: 40, halves: 10, r: 4, s: 1, p: 0.1, s2: 2, p2: 0.1,
		withinInFolds: 0.5}
	for range draws {
		if e, _ := n.draw(t, rng).InnerRho2(0.95); e.Low <= 1/1.35 && e.High >= 1/1.35 {
			held++
		}
	}
	if held /= draws; math.Abs(held-0.95) > 0.02 {
		t.Errorf("intervals of 95%% hold the correlation in %.3f", held)
	}
}

// The values of one model take the place of differences: what is added to all of them moves the
// estimate and its interval, and nothing else.
func TestNestedTOfOneModel(t *testing.T) {
	const level = 0.8
	n := nestedDraw{m: 3, halves: 5, r: 2, s: 1e-3, p: 1e-3, s2: 2e-3, p2: 1e-3, withinInFolds: 0.01}
	d := n.draw(t, rand.New(rand.NewPCG(29, 31)))
	values := make([][]float64, d.Replications())
	for j := range values {
		values[j] = []float64{d.At(j, 0) + level, d.At(j, 1) + level}
	}
	one := must[Differences](t)(DifferencesOf(values))
	one = must[Differences](t)(one.WithInner(eachInner(d.Inner(), func(x float64) float64 { return x + level })))
	got, want := must[Result](t)(NestedT(one, Options{Delta: level})), must[Result](t)(NestedT(d, Options{}))
	for what, c := range map[string][2]float64{"p-value": {got.PValue, want.PValue},
		"estimate": {got.Estimate, want.Estimate + level}, "lower end": {got.CI.Low, want.CI.Low + level},
		"upper end": {got.CI.High, want.CI.High + level}} {
		if math.Abs(c[0]-c[1]) > 1e-12 {
			t.Errorf("%s %v, want %v", what, c[0], c[1])
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
	equal := must[Differences](t)(DifferencesOf([][]float64{{0.1, 0.1}, {0.1, 0.1}}))
	if r = must[Result](t)(NestedT(must[Differences](t)(equal.WithInner(inner)), Options{})); !r.NoSpread || r.Reject {
		t.Errorf("equal differences: NoSpread %v, reject %v; want true, false", r.NoSpread, r.Reject)
	}
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
		{"inner differences 0 and NaN in half-split 1, half 2, inner replication 1; give finite",
			[][2][][2]float64{{pairs(1), {{0, math.NaN()}}}}},
		{"inner differences NaN and 1 in half-split 1, half 1, inner replication 2",
			[][2][][2]float64{{{{0, 0}, {math.NaN(), 1}}, pairs(2)}}},
	} {
		if _, err := d.WithInner(c.inner); err == nil || !strings.Contains(err.Error(), "infer: "+c.want) {
			t.Errorf("WithInner(%v): %v, want %q", c.inner, err, c.want)
		}
	}
	func() {
		defer func() {
			if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), "infer: InnerVariances: no inner") {
				t.Errorf("InnerVariances without halves: %v, want a panic", r)
			}
		}()
		InnerVariances(nil)
	}()
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
