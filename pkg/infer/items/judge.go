package items

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/infer"
)

// Judge holds what a judge, such as a language model, scored: the items of a Sample, whose scores in A and B are then
// those of people, and others that no person scored.
type Judge struct {
	A, B     []float64 // by item of the sample
	OthersA  []float64 // by item that no person scored
	OthersB  []float64
	Clusters []int // of the items that no person scored, numbered as those of the sample and on from there; nil like them
}

// leastPeople is the number of items that people have to score.
const leastPeople = 3

// PPIT is ppi-t, the t-test on items of which a judge scored all and people a random sample (PPI++, Angelopoulos, Duchi
// and Zrnic 2023). With h the difference by people on the m items that they scored, j that by the judge on these and
// on the n others,
//
//	θ = mean h + λ (mean of j on the others - mean of j on the m)
//	V = var(h - λ j)/m + λ² var(j on the others)/n + λ² s²/(2 m²)
//	(θ - delta) / √V ~ t(m-1)
//
// The last term stands for an item on which the judge and people differ that was not seen, with s² the mean square of
// j - h where they differ: of a judge who is nearly always right few such items are among the m, or none, and the test
// would err in up to 11% without it (m = 30). λ from 0 to 1 has the least V, so that V is never above that of people
// alone, ItemT. What the judge favours cancels out as long as the m items are a random sample, see Judging.PSample.
// Where items are in clusters these are the units, whether people scored whole ones or items of many: V is CR2 of
// sums over clusters, with the degrees of freedom of ClusterT on the m items. Strata are left out. Errors: those of ItemT
// and ClusterT, a sample without a judge, fewer than 3 items with scores of people or 2 without, and scores that are
// not finite or of another number of items.
func PPIT(s Sample, opt infer.Options) (infer.Result, error) {
	p, err := s.powered()
	if err != nil {
		return infer.Result{}, err
	}
	what := "Items"
	if p.clusters != nil {
		what = fmt.Sprintf("%d independent clusters of items", p.count())
	}
	lambda := p.lambda()
	d := p.differences
	d.mean = p.estimate(lambda)
	return d.test("ppi-t", fmt.Sprintf("%s that people scored are a random sample of those that the judge scored, whose "+
		"differences have the weight %.3g (PPI++, Angelopoulos, Duchi and Zrnic 2023).", what, lambda),
		infer.Parts{{Variance: p.variance(lambda), DF: p.df}}, opt)
}

// powered are the differences by people, and those by the judge.
type powered struct {
	differences
	judge, others []float64 // the judge's differences on the items of people, and on the others
	a, b          []float64 // by unit: residuals of mean h, and of what λ multiplies
	unseen        float64   // variance that λ² multiplies, for an item that was not seen
}

// powered checks the sample and the scores of its judge.
func (s Sample) powered() (p powered, err error) {
	s.Strata = nil
	if s.Judge == nil {
		return p, errors.New("items: ppi-t is for items that a judge scored, too, and these have none; take item-t")
	}
	if p.differences, err = s.differences(); err != nil {
		return p, err
	}
	j := *s.Judge
	switch n := len(j.OthersA); {
	case p.n < leastPeople || n < 2:
		return p, fmt.Errorf("items: people scored %d items, and a judge alone %d others; ppi-t takes at least %d and 2",
			p.n, n, leastPeople)
	case (s.Clusters == nil) != (j.Clusters == nil):
		return p, errors.New("items: the items of people have clusters, or the others of the judge, but not both; give all " +
			"items their cluster")
	}
	if p.judge, err = j.differences(j.A, j.B, p.n); err != nil {
		return p, err
	}
	if p.others, err = j.differences(j.OthersA, j.OthersB, len(j.OthersA)); err != nil {
		return p, err
	}
	for _, x := range [][]float64{j.A, j.B, j.OthersA, j.OthersB} {
		for _, y := range x {
			p.scale = max(p.scale, math.Abs(y))
		}
	}
	return p, p.residuals(j.Clusters)
}

// differences returns the scores of B minus those of A.
func (j Judge) differences(a, b []float64, n int) ([]float64, error) {
	if len(a) != n || len(b) != n {
		return nil, fmt.Errorf("items: the judge scored %d items of A and %d of B, where there are %d; give one score for "+
			"each", len(a), len(b), n)
	}
	out := make([]float64, n)
	for i := range a {
		if !(math.Abs(a[i]) <= largestScore && math.Abs(b[i]) <= largestScore) {
			return nil, fmt.Errorf("items: the judge's scores of an item are %v and %v; give finite scores of a usual size",
				a[i], b[i])
		}
		out[i] = infer.Difference(a[i], b[i])
	}
	return out, nil
}

// residuals fills in what each unit adds, with the clusters of the items that no person scored.
func (p *powered) residuals(clusters []int) error {
	local, at := []int(nil), map[int]int{} // numbered without gaps
	var global []int
	for _, c := range clusters {
		if _, known := at[c]; !known {
			at[c] = len(at)
			global = append(global, c)
		}
		local = append(local, at[c])
	}
	others, err := newUnits(len(p.others), local)
	if err != nil {
		return err
	}
	p.a, p.b = p.units.residuals(p.ofItems), p.units.residuals(p.judge)
	for i := range p.b {
		p.b[i] = -p.b[i]
	}
	for k, r := range others.residuals(p.others) {
		unit := len(p.b)
		if clusters != nil {
			unit = global[k]
		}
		for unit >= len(p.b) {
			p.a, p.b = append(p.a, 0), append(p.b, 0)
		}
		p.b[unit] += r
	}
	p.unseen = p.meanSquare() / 2
	return nil
}

// meanSquare is that of what a unit adds to the judge's bias, over the units that add something; where the judge and
// people agree on all, of what an item adds to the judge's mean.
func (p *powered) meanSquare() float64 {
	apart := p.units.sums(p.apart())
	for _, x := range [][]float64{apart, slices.Concat(p.judge, p.others)} {
		sum, count := 0.0, 0.0
		for _, v := range x {
			if v != 0 {
				sum, count = sum+v*v, count+1
			}
		}
		if count > 0 {
			return sum / count / float64(p.n*p.n)
		}
	}
	return 0
}

// apart are the differences by the judge less those by people.
func (p *powered) apart() []float64 {
	out := make([]float64, p.n)
	for i := range out {
		out[i] = p.judge[i] - p.ofItems[i]
	}
	return out
}

// lambda is the weight of the judge, from 0 to 1, with the least variance.
func (p *powered) lambda() float64 {
	both, own := 0.0, p.unseen
	for k, b := range p.b {
		both, own = both-p.a[k]*b, own+b*b
	}
	if !(own > 0) {
		return 0
	}
	return min(1, max(0, both/own))
}

// variance returns the variance of the estimate with a weight of the judge.
func (p *powered) variance(lambda float64) float64 {
	v := lambda * lambda * p.unseen
	for k, a := range p.a {
		e := a + lambda*p.b[k]
		v += e * e
	}
	return v
}

// estimate returns the mean difference with a weight of the judge.
func (p *powered) estimate(lambda float64) float64 {
	return p.mean + lambda*(mean(p.others)-mean(p.judge))
}

// Judging says what the scores of a judge are worth beside those of people.
type Judging struct {
	Lambda float64 // weight of the judge
	People int     // items that people scored
	Items  int     // items that the judge scored
	Worth  float64 // more labels that would do what the judge does
	Bias   infer.Estimate
	// PSample is the p-value of the hypothesis that the items of people are a random sample: by the judge's mean
	// difference on them and on the others.
	PSample float64
	A, B    float64 // the means of the models with the weight of their difference

	alone, df float64 // variance and degrees of freedom of people alone
	variance  float64
}

// Judging returns what the judge of a sample is worth for the difference B minus A. Of one model give scores of 0 for
// A. Bias is the judge's mean difference minus that of people on the same items, with the confidence interval of a level
// 1 - alpha; its variance has a disagreement that was not seen in it, as that of PPIT. Errors: those of PPIT.
func (s Sample) Judging(alpha float64) (out Judging, err error) {
	p, err := s.powered()
	if err == nil {
		err = infer.CheckLevel(alpha)
	}
	if err != nil {
		return out, err
	}
	lambda := p.lambda()
	out = Judging{Lambda: lambda, People: p.n, Items: p.n + len(p.others), alone: p.variance(0), df: p.df,
		variance: p.variance(lambda), PSample: 1}
	if out.variance > 0 {
		out.Worth = float64(p.n) * (out.alone/out.variance - 1)
	}
	student := distuv.StudentsT{Sigma: 1, Nu: p.df}
	apart, own := p.apart(), 0.0
	reach := student.Quantile(1-alpha/2) * math.Sqrt(p.units.variance(apart)+p.unseen)
	out.Bias = infer.Estimate{Mid: mean(apart)}
	out.Bias.Low, out.Bias.High = out.Bias.Mid-reach, out.Bias.Mid+reach
	for _, b := range p.b {
		own += b * b
	}
	if own > 0 {
		out.PSample = 2 * student.CDF(-math.Abs(mean(p.judge)-mean(p.others))/math.Sqrt(own))
	}
	j := s.Judge
	out.A = mean(itemMeans(s.A)) + lambda*(mean(j.OthersA)-mean(j.A))
	out.B = mean(itemMeans(s.B)) + lambda*(mean(j.OthersB)-mean(j.B))
	return out, nil
}

// HalfWidth returns the half width of an interval with a level 1 - alpha if people score a number of items, all others as
// they are: with ρ² the share of the variance of people that the judge explains, V is (1 - ρ²)/m + ρ²/N of it.
func (j Judging) HalfWidth(people int, alpha float64) float64 {
	m, n, of := float64(j.People), float64(j.Items), float64(people)
	share := 0.0
	if j.alone > 0 {
		share = min(1, max(0, (1-j.variance/j.alone)/(1-m/n)))
	}
	df := j.df * (of - 1) / (m - 1)
	return distuv.StudentsT{Sigma: 1, Nu: df}.Quantile(1-alpha/2) * math.Sqrt(j.alone*m*((1-share)/of+share/n))
}

// Labels returns how many more items people have to score for an interval of a half width, 0 if it is that narrow; it
// is not ok where even scores of people for all items are not enough.
func (j Judging) Labels(halfWidth, alpha float64) (more int, ok bool) {
	if j.HalfWidth(j.People, alpha) <= halfWidth*(1+1e-9) {
		return 0, true
	}
	low, high := j.People, j.Items // low is not enough
	if j.HalfWidth(high, alpha) > halfWidth {
		return 0, false
	}
	for high-low > 1 {
		if middle := (low + high) / 2; j.HalfWidth(middle, alpha) > halfWidth {
			low = middle
		} else {
			high = middle
		}
	}
	return high - j.People, true
}
