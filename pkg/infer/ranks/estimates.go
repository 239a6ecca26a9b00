package ranks

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/infer"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// usualDraws make the standard error of a level of 5% 0.15%.
const usualDraws = 20_000

// negligible is the variance of a difference, relative to the variances of both models, below which it is rounding.
const negligible = 1e-12

// Estimates are what k models reach on the same data, with the joint covariance of their errors.
type Estimates struct {
	Means      []float64
	Covariance *mat.SymDense
	// Parts holds the parts of the variance of each difference, k x k, and on the diagonal those of the models
	// themselves; nil for known variances, which are those of Covariance.
	Parts [][]infer.Parts
	Draws int // behind critical values and probabilities; 0 means 20,000
}

// Order is what estimates say of the order of the models.
type Order struct {
	Shown Shown
	// Best is the posterior probability that a model is the best, with a flat prior and the smallest degrees of
	// freedom of any difference. It says nothing of the error of a choice. Equal models share it.
	Best []float64
	// Critical is the size in standard errors, if variances are known, from which the first step shows a difference.
	Critical float64
	Holm     bool // by Estimates.Few
}

// SD returns the standard error of the difference of two models, 0 where the difference is the same everywhere up to
// rounding.
func (e Estimates) SD(i, j int) float64 {
	own := e.Covariance.At(i, i) + e.Covariance.At(j, j)
	v := own - 2*e.Covariance.At(i, j)
	if e.Parts != nil {
		v = e.Parts[i][j].Variance()
	}
	if i == j || v <= negligible*own || // or scores that are the same on all items
		math.Sqrt(max(v, 0)) <= infer.Rounding(max(math.Abs(e.Means[i]), math.Abs(e.Means[j]))) {
		return 0
	}
	return math.Sqrt(v)
}

// unitsPerModel times the number of models is the number of units below which there are few of them.
const unitsPerModel = 3

// Few reports whether the joint covariance of the differences is estimated from too few units for the largest of them:
// with degrees of freedom for fewer than 3 units for each model, or with several parts, as those of items and runs. The
// covariance of C units has rank C - 1, so that the largest of many differences is larger than its draws are.
func (e Estimates) Few() bool {
	for i := range e.Parts {
		for _, of := range e.Parts[i][:i] {
			if len(of) > 1 || of[0].DF+1 < unitsPerModel*float64(len(e.Means)) {
				return true
			}
		}
	}
	return false
}

// Order tests all ordered pairs of models at once: any of its false statements that one model is better than another
// has probability alpha at most, as far as the estimates are normal.
//
// Differences over their standard errors are compared with the largest of all (max-t), step by step: what is shown
// leaves the family of hypotheses, whose critical value then falls (Romano and Wolf 2005; one hypothesis for each
// order of each pair, as in Mogstad, Romano, Shaikh and Wilhelm 2024). The critical value is the quantile of normal
// draws with the joint covariance; without correlation it is that of Tukey's studentized range. Differences with
// finite degrees of freedom are taken to the normal size that has their p-value. Where the units are Few, each pair is
// tested by itself instead, with Holm's steps (1979). Differences without spread are never shown.
//
// Order depends neither on the order of the models nor on the number of processors. Errors: fewer than two models,
// numbers that are not finite, negative variances, unequal sizes, degrees of freedom that are not positive,
// negative Draws, alpha outside (0, 1).
func (e Estimates) Order(better Better, alpha float64, seed uint64) (Order, error) {
	if err := cmp.Or(e.check(better), infer.CheckLevel(alpha)); err != nil {
		return Order{}, err
	}
	k := len(e.Means)
	f := family{Estimates: e, sign: 1, alpha: alpha, places: make([]int, k)}
	if better == Lower {
		f.sign = -1
	}
	for i := range k {
		f.places[i] = i
	}
	slices.SortStableFunc(f.places, func(i, j int) int {
		return cmp.Or(cmp.Compare(f.sign*e.Means[j], f.sign*e.Means[i]),
			cmp.Compare(e.Covariance.At(i, i), e.Covariance.At(j, j)))
	})
	rng := rand.New(rand.NewPCG(seed, 0))
	if err := f.draw(rng); err != nil {
		return Order{}, err
	}
	out := Order{Shown: NewShown(k), Holm: e.Few()}
	out.Critical = f.show(out.Shown, out.Holm)
	out.Best = f.best(rng)
	return out, nil
}

// check returns the first error of the estimates.
func (e Estimates) check(better Better) error {
	k := len(e.Means)
	switch {
	case better != Higher && better != Lower:
		return errors.New("ranks: say with Higher or Lower which estimates are better")
	case k < 2:
		return fmt.Errorf("ranks: %d models; give at least 2", k)
	case e.Draws < 0:
		return fmt.Errorf("ranks: %d draws; give a positive number, or 0 for the usual one", e.Draws)
	case e.Covariance == nil || e.Covariance.SymmetricDim() != k || e.Parts != nil && len(e.Parts) != k:
		return fmt.Errorf("ranks: give a covariance and parts of variances of %d rows, one per model", k)
	}
	for i, mean := range e.Means {
		if v := e.Covariance.At(i, i); math.IsNaN(mean) || math.IsInf(mean, 0) || !(v >= 0) || math.IsInf(v, 0) {
			return fmt.Errorf("ranks: model %d has the mean %v with variance %v; give finite numbers", i+1, mean, v)
		}
		for j := range e.Means {
			if v := e.Covariance.At(i, j); math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("ranks: the covariance of models %d and %d is %v; give a finite number", i+1, j+1, v)
			}
			if e.Parts == nil {
				continue
			}
			bad := func(p infer.Part) bool {
				return !(p.DF > 0) || !(p.Variance >= 0) || math.IsInf(p.Variance, 0)
			}
			if len(e.Parts[i]) != k || len(e.Parts[i][j]) == 0 || slices.ContainsFunc(e.Parts[i][j], bad) {
				return fmt.Errorf("ranks: models %d and %d have no parts of a variance; give numbers from 0 with degrees of "+
					"freedom", i+1, j+1)
			}
		}
	}
	return nil
}

// family is a set of hypotheses that is tested. Its models are sorted from the best estimate.
type family struct {
	Estimates
	sign, alpha float64
	places      []int       // of the sorted models
	errors      [][]float64 // draws of the errors of the sorted models
	largest     []float64   // statistic of each draw
	of          []int       // pair that has it; -1 before it is computed
}

// draw fills in the errors: normal draws with the joint covariance, which may be singular.
func (f *family) draw(rng *rand.Rand) error {
	k := len(f.places)
	sorted := mat.NewSymDense(k, nil)
	for a, i := range f.places {
		for b, j := range f.places {
			sorted.SetSym(a, b, f.Covariance.At(i, j))
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(sorted, true) {
		return errors.New("ranks: the covariance has no eigenvalues; check it for huge numbers")
	}
	var root mat.Dense
	eigen.VectorsTo(&root)
	for b, v := range eigen.Values(nil) {
		for a := range k {
			root.Set(a, b, root.At(a, b)*math.Sqrt(max(v, 0)))
		}
	}
	draws := cmp.Or(f.Draws, usualDraws)
	normal, out := mat.NewDense(draws, k, nil), mat.NewDense(draws, k, nil)
	for i := range normal.RawMatrix().Data {
		normal.RawMatrix().Data[i] = rng.NormFloat64()
	}
	out.Mul(normal, root.T())
	for r := range draws {
		f.errors = append(f.errors, out.RawRowView(r))
	}
	return nil
}

// contrast is a pair of sorted models, a before b.
type contrast struct {
	a, b   int
	weight float64 // 1 over the standard error
	size   float64 // of the difference over its standard error, not negative
	parts  infer.Parts
	shown  bool
}

// show fills in what is shown, and returns the first critical value.
func (f *family) show(out Shown, holm bool) (first float64) {
	var pairs []contrast
	for b, j := range f.places {
		for a, i := range f.places[:b] {
			if sd := f.SD(i, j); sd > 0 {
				c := contrast{a: a, b: b, weight: 1 / sd, size: f.sign * (f.Means[i] - f.Means[j]) / sd}
				if f.Parts != nil {
					c.parts = f.Parts[i][j]
				}
				pairs = append(pairs, c)
			}
		}
	}
	beyond := f.maxT
	if holm {
		beyond = f.holm
	}
	for more := true; more; {
		more = false
		critical, is := beyond(pairs)
		first = cmp.Or(first, critical)
		for p := range pairs {
			if c := &pairs[p]; !c.shown && is(*c) {
				c.shown, more = true, true
				out[f.places[c.a]][f.places[c.b]] = true
			}
		}
	}
	return first
}

// holm returns which contrasts are shown by themselves among those that are left, and the normal critical value.
func (f *family) holm(pairs []contrast) (critical float64, is func(contrast) bool) {
	left := 0
	for _, c := range pairs {
		if !c.shown {
			left++
		}
	}
	tail, known := f.alpha/(2*float64(max(left, 1))), map[float64]float64{}
	quantile := func(df float64) float64 {
		if _, ok := known[df]; !ok {
			known[df] = special.StudentCritical(tail, df)
		}
		return known[df]
	}
	critical = quantile(math.Inf(1))
	return critical, func(c contrast) bool { return c.size > critical && c.size > c.parts.Mean(quantile) }
}

// maxT returns which contrasts are beyond the quantile of the largest of those that are left, as normal variables, and
// the quantile.
func (f *family) maxT(pairs []contrast) (critical float64, is func(contrast) bool) {
	critical = f.critical(pairs)
	return critical, func(c contrast) bool { return c.size > critical && c.normal() > critical }
}

// normal returns the normal size with the p-value of the difference.
func (c contrast) normal() float64 {
	if c.parts == nil {
		return c.size
	}
	return math.Sqrt2 * math.Erfcinv(2*c.parts.Tail(c.size))
}

// critical returns the quantile of the largest statistic of the hypotheses that are left: both that a is not better
// and that b is not better, or the second alone where the first is rejected.
func (f *family) critical(pairs []contrast) float64 {
	if f.largest == nil {
		f.largest, f.of = make([]float64, len(f.errors)), make([]int, len(f.errors))
		for r := range f.of {
			f.of[r] = -1
		}
	}
	var stale []int // draws whose largest statistic is of a pair since shown, or not yet computed
	for r, p := range f.of {
		if p < 0 || pairs[p].shown {
			stale = append(stale, r)
		}
	}
	for rows := range slices.Chunk(stale, blockOfDraws) {
		f.statistics(pairs, rows)
	}
	sorted := slices.Sorted(slices.Values(f.largest))
	at := int(math.Ceil((1-f.alpha)*float64(len(sorted)+1))) - 1
	return sorted[min(at, len(sorted)-1)]
}

// blockOfDraws is how many draws are looked at together: those of two models stay in the nearest cache.
const blockOfDraws = 256

// statistics fills in the largest statistic of some draws, and of which pair it is. Pair by pair, it goes along the
// draws of two models, which lie side by side in a copy.
func (f *family) statistics(pairs []contrast, rows []int) {
	n := len(rows)
	errors := make([]float64, n*len(f.places))
	for i, r := range rows {
		for a, x := range f.errors[r] {
			errors[a*n+i] = x
		}
	}
	var most [blockOfDraws]float64
	var of [blockOfDraws]int
	for p, c := range pairs {
		xa, xb := errors[c.a*n:][:n], errors[c.b*n:][:n]
		if c.shown {
			for i, x := range xb {
				if t := (x - xa[i]) * c.weight; t > most[i] {
					most[i], of[i] = t, p
				}
			}
			continue
		}
		for i, x := range xb {
			if t := math.Abs((x - xa[i]) * c.weight); t > most[i] {
				most[i], of[i] = t, p
			}
		}
	}
	for i, r := range rows {
		f.largest[r], f.of[r] = most[i], of[i]
	}
}

// best returns the probability that a model is the best.
func (f *family) best(rng *rand.Rand) []float64 {
	k := len(f.places)
	df := math.Inf(1)
	means, out := make([]float64, k), make([]float64, k)
	equal := make([][]int, k) // places in the input
	for a, i := range f.places {
		means[a] = f.sign * f.Means[i]
		for b, j := range f.places {
			if f.Parts != nil && a != b {
				df = min(df, f.Parts[i][j].Satterthwaite())
			}
			if a == b || infer.SameUpToRounding(f.Means[i], f.Means[j]) && f.SD(i, j) == 0 {
				equal[a] = append(equal[a], f.places[b])
			}
		}
	}
	chi := distuv.ChiSquared{K: df, Src: rng}
	for _, x := range f.errors {
		stretch := 1.0
		if !math.IsInf(df, 1) {
			stretch = math.Sqrt(df / chi.Rand())
		}
		top := 0
		for a := range x {
			if means[a]+stretch*x[a] > means[top]+stretch*x[top] {
				top = a
			}
		}
		for _, i := range equal[top] {
			out[i] += 1 / float64(len(equal[top]))
		}
	}
	floats.Scale(1/float64(len(f.errors)), out)
	return out
}
