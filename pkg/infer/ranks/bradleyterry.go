package ranks

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/infer"
)

// Comparison is one of two models, whose places are A and B: Won is 1 where A won, 0 where B did and 1/2 for a tie.
// Comparisons of one cluster, such as a prompt, may depend on each other.
type Comparison struct {
	A, B    int
	Won     float64
	Cluster int // any number
}

// BradleyTerry returns the strengths of models, which have names for errors, by comparisons of two (Bradley and Terry
// 1952): A beats B with the probability 1 / (1 + exp(θ_B - θ_A)), ties are half a win for each, and the mean of θ is 0.
// They have the largest likelihood; with p the probability that A wins, the information H is the sum of
// p(1 - p) (e_A - e_B)(e_A - e_B)ᵀ. The covariance is the sandwich H⁻ Σ_c g_c g_cᵀ H⁻ with g_c the sum of (won - p)(e_A - e_B) over the comparisons of
// cluster c, so that it holds where the model does not, as with ties. That of a difference is
//
//	V = Σ_c u_c² / (1 - f_c),  u_c = lᵀH⁻g_c,  df = 1/Σ f_c² - 1
//
// with f_c the share of c in lᵀH⁻l, which for two models is the cluster-robust variance CR2 of their win rate, on the
// scale of θ.
//
// Errors: fewer than two models, places that do not exist, a model compared with itself, Won outside of [0, 1], one
// cluster, and models that won all comparisons with the others or met none of them.
func BradleyTerry(models []string, comparisons []Comparison) (Estimates, error) {
	k := len(models)
	if err := checkComparisons(models, comparisons); err != nil {
		return Estimates{}, err
	}
	b := bradleyTerry{k: k, comparisons: comparisons, theta: make([]float64, k)}
	if err := b.fit(); err != nil {
		return Estimates{}, err
	}
	return b.estimates()
}

func checkComparisons(models []string, comparisons []Comparison) error {
	k := len(models)
	if k < 2 {
		return fmt.Errorf("ranks: %d models; give at least 2", k)
	}
	beats := make([][]bool, k) // or ties
	for i := range beats {
		beats[i] = make([]bool, k)
	}
	clusters := map[int]bool{}
	for _, c := range comparisons {
		if c.A < 0 || c.A >= k || c.B < 0 || c.B >= k || c.A == c.B || !(c.Won >= 0 && c.Won <= 1) {
			return fmt.Errorf("ranks: model %d against model %d, won by %v, among %d models; give two models and a share from "+
				"0 to 1", c.A+1, c.B+1, c.Won, k)
		}
		beats[c.A][c.B] = beats[c.A][c.B] || c.Won > 0
		beats[c.B][c.A] = beats[c.B][c.A] || c.Won < 1
		clusters[c.Cluster] = true
	}
	if len(clusters) < 2 {
		return errors.New("ranks: the comparisons are in one cluster, which shows nothing of how clusters vary; give more")
	}
	return connected(models, beats)
}

// connected checks that every model can be reached from every other by wins and ties.
func connected(models []string, beats [][]bool) error {
	reach := func(from int, is func(i, j int) bool) []bool {
		seen, queue := make([]bool, len(beats)), []int{from}
		seen[from] = true
		for len(queue) > 0 {
			i := queue[0]
			queue = queue[1:]
			for j := range beats {
				if !seen[j] && is(i, j) {
					seen[j] = true
					queue = append(queue, j)
				}
			}
		}
		return seen
	}
	const met = "never lost to %s, not even half in a tie, so that no finite strength puts them in one order; leave some " +
		"out, or compare more"
	const apart = "were never compared with %s, so that nothing puts them in one order; take models that met"
	refuse := func(seen []bool, of string) error {
		var in, out []string
		for i, name := range models {
			if seen[i] {
				in = append(in, strconv.Quote(name))
			} else {
				out = append(out, strconv.Quote(name))
			}
		}
		return fmt.Errorf("ranks: %s "+of, strings.Join(in, ", "), strings.Join(out, ", "))
	}
	either := reach(0, func(i, j int) bool { return beats[i][j] || beats[j][i] })
	if slices.Contains(either, false) {
		return refuse(either, apart)
	}
	if above := reach(0, func(i, j int) bool { return beats[j][i] }); slices.Contains(above, false) {
		return refuse(above, met)
	}
	below := reach(0, func(i, j int) bool { return beats[i][j] })
	if !slices.Contains(below, false) {
		return nil
	}
	for i := range below {
		below[i] = !below[i]
	}
	return refuse(below, met)
}

// bradleyTerry is a fit.
type bradleyTerry struct {
	k           int
	comparisons []Comparison
	theta       []float64
	inverse     mat.Dense // of the information, for strengths with the mean 0
}

// logistic is 1/(1 + exp(-x)).
func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// meeting is what two models, i before j, did against each other.
type meeting struct {
	i, j   int
	n, won float64 // comparisons, and how many i won
}

// meetings are all of them, in order.
func (b *bradleyTerry) meetings() (out []meeting) {
	at := map[[2]int]int{}
	for _, c := range b.comparisons {
		i, j, won := c.A, c.B, c.Won
		if i > j {
			i, j, won = j, i, 1-won
		}
		k, known := at[[2]int{i, j}]
		if !known {
			k = len(out)
			at[[2]int{i, j}], out = k, append(out, meeting{i: i, j: j})
		}
		out[k].n, out[k].won = out[k].n+1, out[k].won+won
	}
	slices.SortFunc(out, func(x, y meeting) int { return cmp.Or(x.i-y.i, x.j-y.j) })
	return out
}

// likelihood is its logarithm.
func likelihood(all []meeting, theta []float64) (sum float64) {
	for _, m := range all {
		x := theta[m.i] - theta[m.j]
		sum -= m.won*math.Log1p(math.Exp(-x)) + (m.n-m.won)*math.Log1p(math.Exp(x))
	}
	return sum
}

// step inverts the information at the present strengths, and returns the step of Newton's method from there.
func (b *bradleyTerry) step(all []meeting) (*mat.VecDense, error) {
	gradient, information := mat.NewVecDense(b.k, nil), mat.NewDense(b.k, b.k, nil)
	add := func(i, j int, v float64) { information.Set(i, j, information.At(i, j)+v) }
	for i := range b.k { // for strengths with the mean 0
		for j := range b.k {
			add(i, j, 1/float64(b.k))
		}
	}
	for _, m := range all {
		won := logistic(b.theta[m.i] - b.theta[m.j])
		g, h := m.won-m.n*won, m.n*won*(1-won)
		gradient.SetVec(m.i, gradient.AtVec(m.i)+g)
		gradient.SetVec(m.j, gradient.AtVec(m.j)-g)
		add(m.i, m.i, h)
		add(m.j, m.j, h)
		add(m.i, m.j, -h)
		add(m.j, m.i, -h)
	}
	if err := b.inverse.Inverse(information); err != nil {
		return nil, errors.New("ranks: the comparisons hardly connect the models, so that their strengths cannot be computed; " +
			"compare more")
	}
	step := new(mat.VecDense)
	step.MulVec(&b.inverse, gradient)
	return step, nil
}

// fit finds the strengths by Newton's method, whose steps are halved while the likelihood falls.
func (b *bradleyTerry) fit() error {
	const most, near = 200, 1e-10
	all := b.meetings()
	for range most {
		step, err := b.step(all)
		if err != nil {
			return err
		}
		if mat.Norm(step, math.Inf(1)) < near {
			return nil
		}
		before := likelihood(all, b.theta)
		for size := 1.0; ; size /= 2 {
			next := make([]float64, b.k)
			for i := range next {
				next[i] = b.theta[i] + size*step.AtVec(i)
			}
			if likelihood(all, next) >= before-near*math.Abs(before) || size < near { // up to rounding
				b.theta = next
				break
			}
		}
	}
	return errors.New("ranks: the strengths did not settle, as where one model lost almost nothing; leave it out, or compare " +
		"more")
}

// estimates returns strengths, their covariance and the parts of the variances of their differences.
func (b *bradleyTerry) estimates() (Estimates, error) {
	gradients := b.clusters()
	e := Estimates{Means: b.theta, Covariance: mat.NewSymDense(b.k, nil), Parts: make([][]infer.Parts, b.k)}
	for i := range e.Parts {
		e.Parts[i] = make([]infer.Parts, b.k)
	}
	own := make([]float64, b.k)
	for i := range b.k {
		for j := range i + 1 {
			l := make([]float64, b.k)
			for a := range l {
				l[a] = b.inverse.At(i, a)
				if j != i {
					l[a] -= b.inverse.At(j, a)
				}
			}
			part, err := b.part(l, gradients)
			if err != nil {
				return e, err
			}
			e.Parts[i][j], e.Parts[j][i] = infer.Parts{part}, infer.Parts{part}
			if i == j {
				own[i] = part.Variance
			}
		}
	}
	for i := range b.k {
		for j := range i + 1 {
			v := own[i]
			if j != i {
				v = (own[i] + own[j] - e.Parts[i][j].Variance()) / 2
			}
			e.Covariance.SetSym(i, j, v)
		}
	}
	return e, nil
}

// gradient is what a cluster adds to the score and to the information of pairs.
type gradient struct {
	models []int     // pairs, one after the other
	score  []float64 // by pair
	weight []float64
}

// clusters gathers the comparisons of each cluster.
func (b *bradleyTerry) clusters() (out []gradient) {
	at := map[int]int{}
	for _, c := range b.comparisons {
		k, known := at[c.Cluster]
		if !known {
			k = len(out)
			at[c.Cluster], out = k, append(out, gradient{})
		}
		p := logistic(b.theta[c.A] - b.theta[c.B])
		g := &out[k]
		g.models, g.score, g.weight = append(g.models, c.A, c.B), append(g.score, c.Won-p), append(g.weight, p*(1-p))
	}
	return out
}

// part returns the variance of what has the weights l = H⁻ of a contrast, and its degrees of freedom.
func (b *bradleyTerry) part(l []float64, clusters []gradient) (infer.Part, error) {
	shares, all := make([]float64, len(clusters)), 0.0
	u := make([]float64, len(clusters))
	for c, g := range clusters {
		for n, s := range g.score {
			x := l[g.models[2*n]] - l[g.models[2*n+1]]
			u[c] += x * s
			shares[c] += x * x * g.weight[n]
		}
		all += shares[c]
	}
	v, squares := 0.0, 0.0
	for c := range clusters {
		f := shares[c] / all
		if f > 1-1e-9 {
			return infer.Part{}, errors.New("ranks: what is known of two models hangs on one cluster alone; compare more")
		}
		v, squares = v+u[c]*u[c]/(1-f), squares+f*f
	}
	return infer.Part{Variance: v, DF: 1/squares - 1}, nil
}
