package figure

import (
	"math"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/posterior"
	"gonum.org/v1/gonum/stat/distuv"
)

// counts are the sums over the folds of one model of one task.
type counts struct {
	task, model              string
	gold, predicted, correct float64
}

// acl are the counts behind the figure of Wang and Li (2019): A and B of CWS,
// of NER, of ORG.
var acl = sums("../../data/counts/acl2019.csv")

func sums(path string) []counts {
	type fold struct {
		Task      string `dataframe:"task"`
		Model     string `dataframe:"model"`
		Gold      int    `dataframe:"gold"`
		Predicted int    `dataframe:"predicted"`
		Correct   int    `dataframe:"correct"`
	}
	folds, _, err := table.ReadFile[fold](path, table.Ignore("replication", "fold"))
	if err != nil {
		panic(err)
	}
	var out []counts
	for _, f := range folds {
		if k := len(out) - 1; k < 0 || out[k].task != f.Task || out[k].model != f.Model {
			out = append(out, counts{task: f.Task, model: f.Model})
		}
		c := &out[len(out)-1]
		c.gold += float64(f.Gold)
		c.predicted += float64(f.Predicted)
		c.correct += float64(f.Correct)
	}
	return out
}

// weights from summed to effective counts (Wang and Li 2019, m = 3).
var weights = map[string]float64{posterior.BCV: 0.3688, posterior.HoldOutAverage: 1. / 6}

// distribution is a Beta distribution, for F1 seen through x = 2b/(1+b).
type distribution struct {
	beta distuv.Beta
	f1   bool
}

func (c counts) distribution(metric string, w float64) distribution {
	fp, fn := c.predicted-c.correct, c.gold-c.correct
	switch metric {
	case "P":
		return distribution{distuv.Beta{Alpha: w*c.correct + 1, Beta: w*fp + 1}, false}
	case "R":
		return distribution{distuv.Beta{Alpha: w*c.correct + 1, Beta: w*fn + 1}, false}
	}
	return distribution{distuv.Beta{Alpha: w*c.correct + 1, Beta: w*(fp+fn) + 1}, true}
}

func (l distribution) quantile(p float64) float64 {
	b := l.beta.Quantile(p)
	if l.f1 {
		return 2 * b / (1 + b)
	}
	return b
}

func (l distribution) density(x float64) float64 {
	if l.f1 {
		return 2 / ((2 - x) * (2 - x)) * l.beta.Prob(x/(2-x))
	}
	return l.beta.Prob(x)
}

// curves returns n points of each density of all, from the 0.001 to the 0.999
// quantile.
func curves(all []counts, n int) []posterior.CurvePoint {
	var out []posterior.CurvePoint
	for _, c := range all {
		for _, metric := range []string{"P", "R", "F1"} {
			for _, weighting := range []string{posterior.BCV, posterior.HoldOutAverage} {
				l := c.distribution(metric, weights[weighting])
				lo, hi := l.quantile(0.001), l.quantile(0.999)
				for i := range n {
					x := lo + (hi-lo)*float64(i)/float64(n-1)
					out = append(out, posterior.CurvePoint{Task: c.task, Metric: metric, Model: c.model,
						Weighting: weighting, X: x, Density: l.density(x)})
				}
			}
		}
	}
	return out
}

// difference returns a normal density of the difference and its comparison: at
// these counts a Beta distribution is hardly another.
func difference(task string, mean, sd, delta, rope float64) ([]posterior.DifferencePoint, posterior.Comparison) {
	n := distuv.Normal{Mu: mean, Sigma: sd}
	var points []posterior.DifferencePoint
	for i := range 161 {
		x := mean + sd*(float64(i)-80)/20
		points = append(points, posterior.DifferencePoint{Task: task, Metric: "F1", X: x, Density: n.Prob(x)})
	}
	tail := func(z float64) (p, log float64) { // of the standard normal distribution above z
		if p = 0.5 * math.Erfc(z/math.Sqrt2); p > 0 {
			return p, math.Log(p)
		}
		return 0, -z*z/2 - math.Log(z*math.Sqrt(2*math.Pi)) // relative error 1/z^2
	}
	c := posterior.Comparison{Task: task, Metric: "F1", ModelA: "IOB2", ModelB: "IOBES", Delta: delta, Rope: rope}
	c.PH0, c.LogPH0 = tail((mean - delta) / sd)
	c.PH1, c.LogPH1 = tail((delta - mean) / sd)
	c.PRope = n.CDF(rope) - n.CDF(-rope)
	return points, c
}

// large has posteriors about 1e-5 wide, tiny almost none.
var (
	large = []counts{{"", "A", 5e10, 4.9e10, 4.7e10}, {"", "B", 5e10, 4.9e10, 4.70001e10}}
	tiny  = []counts{{"", "A", 3, 2, 1}, {"", "B", 0, 0, 0}}
)
