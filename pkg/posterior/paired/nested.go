package paired

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
)

// NewNested is New with the differences of inner two-fold cross-validations, B minus A:
// inner[j][h][i] holds both folds of inner replication i in half h of half-split j, as for
// infer.Differences.WithInner. The halves are independent data sets, which measure
// S = sigma² rho2, by how much the mean over all partitions varies with the data. With the mean
// Y_jh of the r inner replications of a half, two more statistics are independent:
//
//	M H = Σ_j (Y_j1 - Y_j2)²/2 ~ (2 gamma S + P'/r) chi²(M)
//	K   = Σ_jhi (Y_jhi - Y_jh)² ~ P' chi²(2M(r-1))
//
// P' is what one inner replication adds, with the density 1/P'; gamma is the ratio of the variances
// of half and of all of the data beyond the ratio 2 of their records, uniform on [0.8, 1.5]. A nil
// prior is NestedPrior. Without inner differences, nil, the posterior is that of New.
//
// The posterior is a mixture of normal distributions; DF returns Normal.
//
// Errors: those of New and of infer.CheckInner, one inner replication, halves that do not differ,
// and priors that allow for rho2 below 0.
func NewNested(differences [][2]float64, inner [][2][][2]float64, prior Prior) (Posterior, error) {
	if inner == nil {
		return New(differences, prior)
	}
	if prior == nil {
		prior = NestedPrior
	}
	return newNested(differences, inner, prior, gammas)
}

// NewWithInner returns the posterior with the inner differences and their prior where it takes them, and says so: not
// with one inner replication, halves without difference or a negative rho2, and where there are none.
func NewWithInner(differences [][2]float64, inner [][2][][2]float64, nestedPrior, prior Prior) (post Posterior,
	nested bool, err error) {
	if inner != nil {
		if post, err = NewNested(differences, inner, nestedPrior); err == nil {
			return post, true, nil
		}
	}
	post, err = New(differences, prior)
	return post, false, err
}

func newNested(differences [][2]float64, inner [][2][][2]float64, prior Prior, gamma [2]float64) (Posterior, error) {
	m := len(differences)
	if m < 2 {
		return Posterior{}, tooFew(m)
	}
	s, err := sumsOf(differences)
	if err != nil {
		return Posterior{}, err
	}
	l, err := newHalves(inner, s.unit, gamma, 2*m-1)
	if err != nil {
		return Posterior{}, err
	}
	nodes, err := nestedNodes(prior, m, s.between/s.within, legendre(order(m)))
	if err != nil {
		return Posterior{}, err
	}
	return Posterior{mean: s.mean, df: Normal, m: m}.measured(nodes, s, l)
}

// NestedPrior is the prior of NewNested where none is given: a region so wide that the halves
// determine S, nearly all correlations that are not negative. With the prior Uniform{}, whose borders
// then matter, two-sided claims at 5% between equal algorithms were wrong in up to 12% of normal draws
// (rho1 = 0.2, rho2 = 0.55, M = 10, r = 2, gamma = 1), with this one in up to 7%.
var NestedPrior = Uniform{Rho1High: 0.95, Rho2High: 0.97}

// nestedNodes returns the nodes of a prior for a likelihood that depends on S as well. It may have a
// peak at a small rho2, so that Uniform is cut at a rho2, below which the nodes, of the rule g in each
// panel, are dense about 0.
func nestedNodes(prior Prior, m int, lambda float64, g rule) ([]node, error) {
	u, ok := prior.(Uniform)
	if !ok {
		return prior.nodes(m, lambda)
	}
	u = u.filled()
	if err := u.check(m); err != nil {
		return nil, err
	}
	return u.dense(m, lambda, g), nil
}

// dense returns the nodes of a rule in each panel, which are narrow about rho2 = 0 as well.
func (u Uniform) dense(m int, lambda float64, g rule) []node {
	cut := min(u.Rho2High, max(u.Rho2Low, (1+u.Rho1Low)/4))
	var out []node
	if upper := u; cut < u.Rho2High {
		upper.Rho2Low = cut
		out = upper.over(upper.panels(m, lambda), g)
	}
	const least = 0.002 // below, the replications determine the variance of the mean, not S
	for high := cut; high > u.Rho2Low; {
		low := max(u.Rho2Low, high*math.Exp(-panel))
		if high < least {
			low = u.Rho2Low
		}
		for i, t := range g.x {
			rho2, d := low+(high-low)*t, high-low
			if low > 0 {
				rho2 = low * math.Pow(high/low, t)
				d = rho2 * math.Log(high/low)
			}
			for k, x := range g.x {
				rho1 := u.Rho1Low + (u.Rho1High-u.Rho1Low)*x
				out = append(out, node{rho1: rho1, between: 1 + rho1 - 2*rho2,
					weight: g.w[i] * 2 * d * g.w[k] * (u.Rho1High - u.Rho1Low)})
			}
		}
		high = low
	}
	return out
}

var (
	errOneInner = errors.New("paired: 1 inner replication in each half; give 2 or more, which show what their " +
		"partitions add to the variance")
	errEqualHalves = errors.New("paired: the two halves of every half-split have the same inner differences; without " +
		"spread nothing can be said of chance")
)

func errNegative(rho2 float64) error {
	return fmt.Errorf("paired: rho2 = %.4g; with inner differences give a prior with rho2 from 0", rho2)
}

// Normal is what DF returns for a mixture of normal distributions.
const Normal = math.MaxInt

// gammas is the range of gamma, which it had in nearly all cells by which the study of nested-t chose.
var gammas = [2]float64{0.8, 1.5}

// halves are the statistics of the inner replications, in units of the differences, and a table of
// the likelihood of S.
type halves struct {
	splits, replications int
	between, added       float64 // H, and K over its degrees of freedom
	low                  float64 // least log S
	step                 float64 // between log V of the posterior
	parts                int     // steps of log S in one of log V
	logs                 []float64
}

// newHalves returns the statistics beside differences with df degrees of freedom.
func newHalves(inner [][2][][2]float64, unit float64, gamma [2]float64, df int) (halves, error) {
	if err := infer.CheckInner(inner); err != nil {
		return halves{}, fmt.Errorf("paired: %w", err)
	}
	l := halves{splits: len(inner), replications: len(inner[0][0])}
	if l.replications < 2 {
		return l, errOneInner
	}
	l.between, l.added = infer.InnerVariances(inner)
	l.between /= unit * unit
	l.added /= unit * unit
	if l.between < resolution {
		return l, errEqualHalves
	}
	l.step = logStep(float64(df + l.splits))
	l.tabulate(gamma)
	return l, nil
}

// tabulate fills in the likelihood of S over log S: it is flat below P'/r and falls like a power
// above H. gamma and log P' are integrated out; the trapezoidal rule in log P' converges faster than
// any power.
func (l *halves) tabulate(gamma [2]float64) {
	const perUnit, order = 8, 4
	m, r := float64(l.splits), float64(l.replications)
	df := 2 * m * (r - 1)
	inner := func(x float64) float64 { return df / 2 * (x - math.Expm1(x)) } // P' = K/df exp(-x)
	pace := logStep(df + m)
	low, high := 0.0, 0.0
	for inner(low) > -negligible/2 {
		low -= pace
	}
	for inner(high) > -negligible/2 {
		high += pace
	}
	least := min(l.between, max(l.added/r, m/1000*l.between))
	const below, above = 8, 12
	l.low, l.parts = math.Log(least)-below, int(math.Ceil(l.step*perUnit))
	step := l.step / float64(l.parts)
	l.logs = make([]float64, int((below+math.Log(l.between/least)+max(above, 2*negligible/m))/step)+4)
	g := legendre(order)
	type point struct{ log, slope, added float64 } // the scale of H is slope S + added
	var points []point
	for x := low; x <= high; x += pace {
		for i, t := range g.x {
			points = append(points, point{math.Log(g.w[i]) + inner(x), 2 * (gamma[0] + (gamma[1]-gamma[0])*t),
				l.added * math.Exp(-x) / r})
		}
	}
	terms := make([]float64, len(points))
	for k := range l.logs {
		s := math.Exp(l.low + float64(k)*step)
		for i, p := range points {
			scale := p.slope*s + p.added
			terms[i] = p.log - m/2*(math.Log(scale)+l.between/scale)
		}
		l.logs[k] = logSum(terms)
	}
}

// negligible is the difference of logarithms beyond which a term is left out.
const negligible = 40

// logStep is the step of the trapezoidal rule over the logarithm of a variance that is known from
// df degrees of freedom.
func logStep(df float64) float64 { return min(0.4, 0.8*math.Sqrt(2/df)) }

// logSum returns the logarithm of the sum of exponentials, without negligible terms.
func logSum(logs []float64) float64 {
	most := slices.Max(logs)
	sum := 0.0
	for _, l := range logs {
		if l > most-negligible {
			sum += math.Exp(l - most)
		}
	}
	return most + math.Log(sum)
}

// measured returns the posterior as a mixture over the logarithm of V = sigma² v, the variance of
// the mean, by the trapezoidal rule. Given V, the nodes determine sigma² and S.
func (p Posterior) measured(nodes []node, s sums, l halves) (Posterior, error) {
	m, df := float64(p.m), float64(2*p.m-1)
	type line struct { // of a node
		log, rate float64    // constant, and q v/2
		from      int        // in the table of log S, where V is that of start
		weights   [4]float64 // from there
	}
	const flat = -1e6 // a million entries below the table, as if S were 0
	start := math.Log((s.within + s.between) / m)
	lines, logs := make([]line, len(nodes)), make([]float64, len(nodes))
	for i, n := range nodes {
		v, rho2 := n.mean(m), (1+n.rho1-n.between)/2
		if v <= 0 {
			return p, n.noVariance(p.m)
		}
		if rho2 < 0 {
			return p, errNegative(rho2)
		}
		place := max((start+math.Log(rho2/v)-l.low)/l.step*float64(l.parts), flat)
		from := int(math.Floor(place)) - 1
		lines[i] = line{
			log:  math.Log(n.weight) - m/2*math.Log(n.within()) - (m-1)/2*math.Log(n.between) + df/2*math.Log(v),
			rate: v * (s.within/n.within() + s.between/n.between) / 2,
			from: from, weights: cubic(place - float64(from)),
		}
	}
	at := func(k int) float64 {
		x := start + float64(k)*l.step
		inverse := math.Exp(-x)
		for i := range lines {
			n := &lines[i]
			t, w := l.logs[min(max(n.from+k*l.parts, 0), len(l.logs)-4):], &n.weights
			logs[i] = n.log - df/2*x - n.rate*inverse + w[0]*t[0] + w[1]*t[1] + w[2]*t[2] + w[3]*t[3]
		}
		return logSum(logs)
	}
	most := math.Inf(-1)
	for from, sign := range []int{1, -1} {
		for k := from; ; k++ {
			x, log := start+float64(sign*k)*l.step, at(sign*k)
			most = max(most, log)
			if !(log >= most-negligible) {
				break
			}
			p.scales, p.shares = append(p.scales, s.unit*math.Exp(x/2)), append(p.shares, log)
		}
	}
	p.normalize()
	return p, nil
}
