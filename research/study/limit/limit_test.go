package limit

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/research/internal/check"
	"github.com/block-regularized/bcv/research/study"
)

// The cells hold all probability, and those above the edge of bcv-t its share of claims, which package
// paired integrates in another way.
func TestProbabilities(t *testing.T) {
	for _, m := range []int{3, 5, 10} {
		g := newGrid(m, 40, 20)
		reach := problem{grid: g}.bcvT(Level)
		for _, c := range []correlations{{0, 0}, {0.1, 0.5}, {0.5, 0.5}, {0.4, 0.1}} {
			for _, effect := range []float64{0, 2} {
				total, above := 0.0, 0.0
				for i, x := range g.probabilities(c, effect) {
					total += x
					if i%40 >= 20 {
						above += x
					}
				}
				want := paired.Claims(m, c.rho1, c.rho2, effect, reach) + paired.Claims(m, c.rho1, c.rho2, -effect, reach)
				check.Near(t, "total", total, 1, 1e-6)
				check.Near(t, "above", above, want, 2e-5)
			}
		}
	}
}

// random returns a program of n cells and k constraints.
func random(rng *rand.Rand, n, k int) program {
	p := program{level: 0.3}
	for range n {
		p.gain = append(p.gain, rng.Float64()/float64(n))
	}
	for range k {
		row := make([]float64, n)
		for c := range row {
			row[c] = rng.Float64() * 2 / float64(n)
		}
		p.cost = append(p.cost, row)
	}
	return p
}

// The solution is that of another solver, which knows no bounds: x + rest = 1 are further constraints.
func TestSolveAsGonum(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	for range 40 {
		p := random(rng, 1+rng.IntN(12), 1+rng.IntN(6))
		n, k := len(p.gain), len(p.cost)
		a, b, c := mat.NewDense(k+n, n+k+n, nil), make([]float64, k+n), make([]float64, n+k+n)
		for j, g := range p.gain {
			c[j] = -g
			a.Set(k+j, j, 1)
			a.Set(k+j, n+k+j, 1)
			b[k+j] = 1
		}
		for i, row := range p.cost {
			for j, x := range row {
				a.Set(i, j, x)
			}
			a.Set(i, n+i, 1)
			b[i] = p.level
		}
		want, _, err := lp.Simplex(c, a, b, 1e-12, nil)
		if err != nil {
			t.Fatal(err)
		}
		x, prices, err := p.solve()
		if err != nil {
			t.Fatal(err)
		}
		check.Near(t, "power", p.power(x), -want, 1e-9)
		check.Near(t, "bound", p.bound(prices), -want, 1e-9)
		for i, e := range p.errors(x) {
			check.That(t, e <= p.level+1e-12, "constraint %d: %v, want at most %v", i, e, p.level)
		}
		for j, v := range x {
			check.That(t, v >= -1e-12 && v <= 1+1e-12, "x[%d] = %v, want a probability", j, v)
		}
	}
}

// Any weights bound the power of any test that holds the level.
func TestBound(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	for range 200 {
		p := random(rng, 30, 4)
		x, weights := make([]float64, 30), make([]float64, 4)
		for j := range x {
			x[j] = rng.Float64()
		}
		worst := 0.0
		for _, e := range p.errors(x) {
			worst = max(worst, e)
		}
		for j := range x {
			x[j] *= min(1, p.level/worst)
		}
		for i := range weights {
			weights[i] = rng.Float64()
		}
		if got, most := p.power(x), p.bound(weights); got > most {
			t.Errorf("power %v above its bound %v", got, most)
		}
	}
}

// The best test holds its level, has at least the power of bcv-t, and less on a larger region.
func TestBest(t *testing.T) {
	pairs := []correlations{{0.1, 0.2}, {0.3, 0.3}, {0.4, 0.45}}
	p := effort{Bins: 60, Angles: 20, Step: 0.1}.problem(5, pairs)
	last := 1.0
	for _, most := range []float64{0.1, 0.3, 0.5} {
		r, weights, err := p.best(Level, most)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, w := range weights {
			sum += w.Weight
			check.That(t, w.Rho1 <= most, "a weight at rho1 %v, want at most %v", w.Rho1, most)
		}
		check.Near(t, "weights", sum, 1, 1e-4)
		check.Near(t, "bound", r.Bound, r.Power, 2e-5)
		check.Near(t, "error", r.Error, Level, tolerance+1e-5)
		check.That(t, r.Power > r.TestPower, "power %v, want more than %v of bcv-t", r.Power, r.TestPower)
		check.That(t, r.Power < last, "power %v up to %v, want less than %v on a smaller region", r.Power, most, last)
		last = r.Power
	}
}

// The stored points are what is computed now, and the stored tests hold their levels within the bound.
func TestStored(t *testing.T) {
	points, err := study.Stored[PointRow](data.FS, "limit_points")
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := measured(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	p := problem{grid: newGrid(3, 2, 1), constraints: region(widest, 0.05), pairs: pairs}
	p.between = between(p.constraints, 0.025)
	want := p.point("bcv-t", p.bcvT(Level))
	found := false
	for _, r := range points {
		found = found || r == want
	}
	check.That(t, found, "no stored point %+v", want)
	rows, err := study.Stored[Row](data.FS, "limit")
	if err != nil {
		t.Fatal(err)
	}
	check.That(t, len(rows) == len(sizes)*(len(levels)+len(regions)), "%d rows", len(rows))
	for _, r := range rows {
		check.That(t, r.Power <= r.Bound+1e-5, "power %v above its bound %v", r.Power, r.Bound)
		check.That(t, r.Error <= r.Level+tolerance+1e-5, "error %v at level %v", r.Error, r.Level)
		check.That(t, math.Abs(r.Power-r.Bound) < 1e-4, "power %v far from its bound %v", r.Power, r.Bound)
	}
}

// nested-t errs in about 5% on its own model, and in less where halves vary more than gamma 1 says; it
// finds more than bcv-t.
func TestNested(t *testing.T) {
	p := effort{Bins: 2, Angles: 1, Step: 0.25}.problem(5, []correlations{{0.1, 0.15}, {0.3, 0.3}})
	one, err := p.nested(effort{Sets: 4000}, 1, 3)
	if err != nil {
		t.Fatal(err)
	}
	more, err := p.nested(effort{Sets: 4000}, 1.3, 3)
	if err != nil {
		t.Fatal(err)
	}
	test := p.point("bcv-t", p.bcvT(Level))
	check.Near(t, "error", one.Error, 0.06, 0.02)
	check.That(t, more.Error < one.Error, "error %v at gamma 1.3, want less than %v", more.Error, one.Error)
	check.That(t, more.Power < one.Power, "power %v at gamma 1.3, want less than %v", more.Power, one.Power)
	check.That(t, more.Power > test.Power+0.05, "power %v, want more than %v of bcv-t", more.Power, test.Power)
}
