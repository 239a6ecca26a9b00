package ranks

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/infer"
	"gonum.org/v1/gonum/mat"
)

// equicorrelated returns estimates with the variance 1 and a common correlation.
func equicorrelated(rho float64, means ...float64) Estimates {
	k := len(means)
	v := mat.NewSymDense(k, nil)
	for i := range k {
		for j := range i {
			v.SetSym(i, j, rho)
		}
		v.SetSym(i, i, 1)
	}
	return Estimates{Means: means, Covariance: v}
}

// withDF returns the estimates with the same degrees of freedom everywhere.
func withDF(e Estimates, df float64) Estimates {
	e.Parts = nil
	for i := range e.Means {
		var row []infer.Parts
		for j := range e.Means {
			v := e.Covariance.At(i, i)
			if i != j {
				v += e.Covariance.At(j, j) - 2*e.Covariance.At(i, j)
			}
			row = append(row, infer.Parts{{Variance: v, DF: df}})
		}
		e.Parts = append(e.Parts, row)
	}
	return e
}

func mustOrder(t *testing.T, e Estimates, better Better) Order {
	t.Helper()
	o, err := e.Order(better, 0.05, 1)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// The critical value of k equicorrelated models is the upper 5% point of the studentized range over √2: qtukey(0.95,
// k, Inf) in R is 3.314493 and 4.474124 for 3 and 10 models.
func TestCriticalIsTukey(t *testing.T) {
	for k, q := range map[int]float64{3: 3.314493, 10: 4.474124} {
		if got := special.RangeCritical(0.05, k); math.Abs(got-q) > 1e-6 {
			t.Errorf("studentized range of %d: %v, want %v", k, got, q)
		}
	}
	for _, k := range []int{2, 3, 10, 50} {
		for _, rho := range []float64{0, 0.9} {
			o := mustOrder(t, equicorrelated(rho, make([]float64, k)...), Higher)
			level := special.RangeTail(math.Sqrt2*o.Critical, k)
			if se := math.Sqrt(0.05 * 0.95 / usualDraws); math.Abs(level-0.05) > 3*se {
				t.Errorf("%d models, correlation %v: critical value %v has level %v, want 0.05", k, rho, o.Critical, level)
			}
		}
	}
}

// What the second step compares with where model 3 is shown to be the worst: 1 against 2 in both directions, and 3
// better than 1 or 2, by quadrature.
func TestStepDown(t *testing.T) {
	inside := func(c float64) float64 {
		const h, reach = 0.02, 7.0
		sum, d := 0.0, c*math.Sqrt2
		for x := -reach; x <= reach; x += h {
			for y := x - d; y <= x+d; y += h {
				sum += math.Exp(-(x*x+y*y)/2) * math.Erfc(-(min(x, y)+d)/math.Sqrt2) / 2
			}
		}
		return sum * h * h / (2 * math.Pi)
	}
	low, high := 1.5, 3.0
	for range 20 {
		if c := (low + high) / 2; inside(c) < 0.95 {
			low = c
		} else {
			high = c
		}
	}
	first := special.RangeCritical(0.05, 3) / math.Sqrt2
	if !(low < first-0.05) {
		t.Fatalf("second critical value %v, first %v", low, first)
	}
	for _, c := range []struct {
		size float64
		want bool
	}{{low - 0.03, false}, {low + 0.03, true}} {
		gap := c.size * math.Sqrt2
		o := mustOrder(t, equicorrelated(0, 10+gap, 10, 0), Higher)
		if o.Shown[0][1] != c.want {
			t.Errorf("difference of %v standard errors, second critical value %v: shown is %v, want %v", c.size, low,
				o.Shown[0][1], c.want)
		}
		o = mustOrder(t, equicorrelated(0, 10+gap, 10, 10), Higher)
		if o.Shown[0][1] {
			t.Errorf("difference of %v standard errors is shown without a second step", c.size)
		}
	}
}

// Three models by hand: 0 is shown to be better than 2 alone, whatever direction is better.
func TestOrderOfThree(t *testing.T) {
	for better, e := range map[Better]Estimates{Higher: equicorrelated(0.5, 4, 2.5, 1),
		Lower: equicorrelated(0.5, 1, 2.5, 4)} {
		o := mustOrder(t, e, better) // differences have standard error 1: 1.5, 1.5 and 3 against 2.34
		want := Shown{{false, false, true}, {false, false, false}, {false, false, false}}
		if !slices.EqualFunc(o.Shown, want, slices.Equal) {
			t.Errorf("direction %v: shown %v, want %v", better, o.Shown, want)
		}
		for i, ends := range [][2]int{{1, 2}, {1, 3}, {2, 3}} {
			if low, high := o.Shown.Rank(i); [2]int{low, high} != ends {
				t.Errorf("direction %v: rank of model %d in [%d, %d], want %v", better, i, low, high, ends)
			}
		}
		if got, want := o.Shown.Groups([]int{0, 1, 2}), [][]int{{0, 1}, {1, 2}}; !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("groups %v, want %v", got, want)
		}
	}
}

// P(best) of two models is the tail of the normal distribution, or of t.
func TestProbabilityOfBest(t *testing.T) {
	for _, df := range []float64{math.Inf(1), 3} {
		e := withDF(equicorrelated(0, 1, 0), df)
		o := mustOrder(t, e, Higher)
		want := 1 - special.StudentTail(1/math.Sqrt2, df)
		if math.Abs(o.Best[0]-want) > 3*math.Sqrt(want*(1-want)/usualDraws) || math.Abs(o.Best[0]+o.Best[1]-1) > 1e-9 {
			t.Errorf("%v degrees of freedom: P(best) %v, want %v and the rest", df, o.Best, want)
		}
		if low := mustOrder(t, e, Lower); math.Abs(low.Best[1]-want) > 0.011 {
			t.Errorf("%v degrees of freedom, lower is better: P(best) %v, want %v", df, low.Best[1], want)
		}
	}
	equal := mustOrder(t, equicorrelated(0.3, 1, 1, 1, 1, 1), Lower)
	for i, p := range equal.Best {
		if math.Abs(p-0.2) > 0.009 {
			t.Errorf("P(best) of model %d of five equal ones is %v, want 0.2", i, p)
		}
	}
}

// Few degrees of freedom ask for larger differences: two models by the t-test.
func TestDegreesOfFreedom(t *testing.T) {
	critical := special.StudentCritical(0.025, 4) * math.Sqrt2
	for gap, want := range map[float64]bool{critical * 0.97: false, critical * 1.03: true} {
		o := mustOrder(t, withDF(equicorrelated(0, gap, 0), 4), Higher)
		if o.Shown[0][1] != want {
			t.Errorf("a difference of %v: shown is %v, want %v", gap, o.Shown[0][1], want)
		}
	}
}

// Few units: each pair by itself, with Holm's steps. Of 3 models with 4 degrees of freedom, the first step takes the
// tail 0.05/6 of Student's t, and those after one and two pairs are shown 0.05/4 and 0.05/2.
func TestFewUnitsByHolm(t *testing.T) {
	step := func(tail float64) float64 { return special.StudentCritical(tail, 4) * math.Sqrt2 }
	first, second, last := step(0.05/6), step(0.05/4), step(0.05/2)
	for _, c := range []struct {
		means [3]float64
		shown int
	}{
		{[3]float64{first * 0.99, 0, 0}, 0},
		{[3]float64{first * 1.01, first * 0.505, 0}, 1},
		{[3]float64{first * 1.01, first * 1.01, 0}, 2},
		{[3]float64{first * 1.01, first*1.01 - second*1.01, 0}, 2},
		{[3]float64{first * 1.01, first*1.01 - second*0.99, 0}, 1},
		{[3]float64{first * 1.01, 0, -last * 1.01}, 3},
		{[3]float64{first * 1.01, 0, -last * 0.99}, 2},
	} {
		o := mustOrder(t, withDF(equicorrelated(0, c.means[:]...), 4), Higher)
		shown := 0
		for i := range 3 {
			for j := range 3 {
				if o.Shown[i][j] {
					shown++
				}
			}
		}
		if shown != c.shown || !o.Holm {
			t.Errorf("means %v: %d pairs are shown, by Holm %v, want %d", c.means, shown, o.Holm, c.shown)
		}
	}
	e := equicorrelated(0, 0, 0, 0)
	for df, want := range map[float64]bool{7: true, 8: false, 100: false} {
		if got := withDF(e, df).Few(); got != want {
			t.Errorf("%v degrees of freedom of 3 models are few: %v, want %v", df, got, want)
		}
	}
	if e.Few() {
		t.Error("known variances are few")
	}
	several := withDF(e, 100)
	several.Parts[0][1] = infer.Parts{{Variance: 1, DF: 100}, {Variance: 1, DF: 2}}
	several.Parts[1][0] = several.Parts[0][1]
	if !several.Few() {
		t.Error("several parts are not few")
	}
}

// The models may come in any order.
func TestOrderOfModelsDoesNotMatter(t *testing.T) {
	const k = 7
	rng := rand.New(rand.NewPCG(5, 0))
	a := mat.NewDense(k, k, nil)
	for i := range k * k {
		a.RawMatrix().Data[i] = rng.NormFloat64()
	}
	e := Estimates{Covariance: mat.NewSymDense(k, nil)}
	e.Covariance.SymOuterK(0.02, a)
	for i := range k {
		e.Means = append(e.Means, float64(i*i%5))
	}
	e = withDF(e, 40)
	perm := rng.Perm(k)
	turned := Estimates{Means: make([]float64, k), Covariance: mat.NewSymDense(k, nil)}
	for i, p := range perm {
		turned.Means[p] = e.Means[i]
		for j, q := range perm {
			turned.Covariance.SetSym(p, q, e.Covariance.At(i, j))
		}
	}
	one, other := mustOrder(t, e, Higher), mustOrder(t, withDF(turned, 40), Higher)
	if one.Critical != other.Critical {
		t.Errorf("critical values %v and %v", one.Critical, other.Critical)
	}
	some := false
	for i, p := range perm {
		if one.Best[i] != other.Best[p] {
			t.Errorf("P(best) of model %d is %v, %v in another order", i, one.Best[i], other.Best[p])
		}
		for j, q := range perm {
			some = some || one.Shown[i][j]
			if one.Shown[i][j] != other.Shown[p][q] {
				t.Errorf("models %d and %d: shown %v, %v in another order", i, j, one.Shown[i][j], other.Shown[p][q])
			}
		}
	}
	if !some {
		t.Error("nothing is shown")
	}
}

// Models that are identical share what they are; a difference without spread is never shown.
func TestNoSpread(t *testing.T) {
	v := mat.NewSymDense(4, []float64{
		1, 1, 1, 0,
		1, 1, 1, 0,
		1, 1, 1, 0,
		0, 0, 0, 1})
	o := mustOrder(t, Estimates{Means: []float64{9, 9, 8, 0}, Covariance: v}, Higher)
	for i := range 4 {
		for j := range 4 {
			if want := j == 3 && i < 3; o.Shown[i][j] != want {
				t.Errorf("model %d better than %d: shown is %v, want %v", i, j, o.Shown[i][j], want)
			}
		}
	}
	if o.Best[0] != o.Best[1] || math.Abs(o.Best[0]-0.5) > 1e-9 || o.Best[2] != 0 {
		t.Errorf("P(best) %v, want 1/2 for the two that are equal", o.Best)
	}
	none := mustOrder(t, Estimates{Means: []float64{1, 2}, Covariance: mat.NewSymDense(2, nil)}, Higher)
	if none.Shown.Apart(0, 1) || none.Best[1] != 1 {
		t.Errorf("no variance at all: %+v", none)
	}
}

// Two models share a group exactly if they are not shown to differ, and no group can be enlarged.
func TestGroupsCover(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for range 200 {
		k := 2 + rng.IntN(9)
		s, order := NewShown(k), rng.Perm(k)
		share := rng.Float64()
		for i := range k {
			for j := range i {
				s[i][j] = rng.Float64() < share
			}
		}
		together := NewShown(k)
		for _, g := range s.Groups(order) {
			for _, i := range g {
				for _, j := range g {
					together[i][j] = true
				}
			}
			for i := range k {
				if !slices.Contains(g, i) && !slices.ContainsFunc(g, func(j int) bool { return s.Apart(i, j) }) {
					t.Fatalf("%v: group %v lacks model %d", s, g, i)
				}
			}
		}
		for i := range k {
			for j := range k {
				if together[i][j] == s.Apart(i, j) {
					t.Fatalf("%v: models %d and %d share a group: %v", s, i, j, together[i][j])
				}
			}
		}
	}
	alone := Shown{{false, true, true}, {false, false, false}, {false, false, false}}
	if got, want := alone.Groups([]int{0, 1, 2}), [][]int{{0}, {1, 2}}; !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("groups %v, want %v", got, want)
	}
}

// Fifty models take less than a second on any machine of today, and far less than five.
func TestFiftyModelsAreQuick(t *testing.T) {
	means := make([]float64, 50)
	for i := range means {
		means[i] = float64(i) / 3
	}
	start := time.Now()
	mustOrder(t, withDF(equicorrelated(0.5, means...), 4999), Higher)
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("50 models took %v, want less than 5 s", took)
	}
}

func TestEstimatesRefused(t *testing.T) {
	good := equicorrelated(0, 1, 2)
	bad := func(change func(e *Estimates)) error {
		e := equicorrelated(0, 1, 2)
		change(&e)
		return second(e.Order(Higher, 0.05, 1))
	}
	for want, err := range map[string]error{
		"Higher or Lower":           second(good.Order(0, 0.05, 1)),
		"1 models; give at least 2": second(equicorrelated(0, 1).Order(Higher, 0.05, 1)),
		"alpha is 0":                second(good.Order(Higher, 0, 1)),
		"-1 draws":                  bad(func(e *Estimates) { e.Draws = -1 }),
		"alpha is NaN":              second(good.Order(Higher, math.NaN(), 1)),
		"of 2 rows":                 bad(func(e *Estimates) { e.Covariance = nil }),
		"model 2 has the mean NaN":  bad(func(e *Estimates) { e.Means[1] = math.NaN() }),
		"with variance -1":          bad(func(e *Estimates) { e.Covariance.SetSym(0, 0, -1) }),
		"models 1 and 2 is +Inf":    bad(func(e *Estimates) { e.Covariance.SetSym(0, 1, math.Inf(1)) }),
		"no parts of a variance":    bad(func(e *Estimates) { e.Parts = withDF(*e, 0).Parts }),
		"of 2 rows, one":            bad(func(e *Estimates) { e.Parts = [][]infer.Parts{{}} }),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
