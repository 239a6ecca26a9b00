package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
)

// Verdict is what one procedure says about two models.
type Verdict struct {
	Task           string // of counts, or the data set, or both as in "wsj: NER"; empty for other results
	Dataset        string // of several; empty for one, AnotherDataset for all together
	Metric         string // "loss", "error rate", P, R, F1, or the column of Options.Measure
	HigherIsBetter bool   // of the metric
	ModelA, ModelB string
	A, B           float64 // mean metric over the folds, or posterior mode; NaN if unknown
	Method         string  // the procedure, a test of package infer or "posterior"
	Recommended    bool    // for this kind of results and partition set
	Design         fold.Design
	Datasets       int // behind a verdict on several together; 0 for others
	Target         Target
	Estimate       float64 // of the metric of B less that of A
	Low, High      float64 // interval of the difference at Level; NaN if the procedure has none, an end may be infinite
	Level          float64
	Delta          float64   // the difference under the hypothesis
	Statistic      float64   // NaN for a posterior
	DF             []float64 // of the statistic
	PValue         float64   // NaN for a posterior
	PAdjusted      float64   // of several pairs of models: PValue adjusted by Holm; 0 for one pair
	PBetter        float64   // posterior probability that B is better than A by more than Delta; NaN for a test
	PRope          float64   // posterior probability of practical equivalence; NaN if not asked for
	Winner         string    // the model that is shown to be better; empty if none is
	Known          Known     // the known error of the procedure
	Why            string    // why the procedure is recommended; empty for others
	Assumptions    string    // in words, with the source
	Note           string    // a warning about this verdict; empty if there is none
	data           *evidence // behind it; nil for data sets together
}

// evidence holds the fold results of two models that verdicts are made of.
type evidence struct {
	task        string            // without the data set
	a, b        [][]float64       // metrics by replication and fold; nil if only differences are known
	differences infer.Differences // empty where the metric has no value on a fold
	prior       paired.Prior
	fitted      []Estimate // of the metrics of the fitted models of A and B; nil for other results than counts
	lambda      float64    // of the prior of fitted
}

// Posterior returns the posterior of the expected difference B less A: that of package
// paired for an m x 2 CV, the correlated t for K-fold CV and hold-outs. It is about the
// algorithms, whatever the method of the verdict. ok is false where there is none: for one
// hold-out, for differences that are all equal, and for several data sets together.
func (v Verdict) Posterior() (p paired.Posterior, ok bool) {
	if v.data == nil || v.data.differences.Replications() == 0 {
		return p, false
	}
	p, err := v.data.posterior()
	return p, err == nil
}

// posterior is the one that fits the partition set.
func (d *evidence) posterior() (paired.Posterior, error) {
	if pairs, err := d.differences.Pairs(); err == nil && len(pairs) > 1 {
		return paired.New(pairs, d.prior)
	}
	rho, err := heuristicRho(d.differences)
	if err != nil {
		return paired.Posterior{}, err
	}
	return paired.CorrelatedT(flat(d.differences), rho)
}

// Result holds the verdicts of one comparison.
type Result struct {
	Verdicts []Verdict // for each task and metric the recommended one first
	Notes    []string  // what a reader should know of the results that went in
	// Standings of more than two models on an m x 2 CV, for each task and metric.
	Standings []Standing
	Across    []Across  // what several data sets say together, for each task, metric and pair of models
	Rankings  []Ranking // of the models over several data sets, for each task and metric
}

// add takes over the verdicts of another result, and the notes that are new.
func (r *Result) add(o Result) {
	r.Verdicts = append(r.Verdicts, o.Verdicts...)
	r.Across = append(r.Across, o.Across...)
	for _, note := range o.Notes {
		if !slices.Contains(r.Notes, note) {
			r.Notes = append(r.Notes, note)
		}
	}
}

// Best returns the first verdict of each task, metric and pair of models: the recommended
// one, or that of the wanted method.
func (r Result) Best() []Verdict {
	var out []Verdict
	seen := map[[4]string]bool{}
	for _, v := range r.Verdicts {
		if key := [4]string{v.Task, v.Metric, v.ModelA, v.ModelB}; !seen[key] {
			seen[key] = true
			out = append(out, v)
		}
	}
	return out
}

// Sentence says the best verdicts in words that fit into a paper, a line each.
func (r Result) Sentence() string {
	var lines []string
	for _, v := range r.Best() {
		lines = append(lines, v.Sentence())
	}
	lines = append(lines, r.standingSentences()...)
	return strings.Join(lines, "\n")
}

// standingSentences says of each task and metric which models may be the best.
func (r Result) standingSentences() []string {
	var out []string
	for i := 0; i < len(r.Standings); {
		first := r.Standings[i]
		best, near := first, []string(nil)
		for ; i < len(r.Standings) && r.Standings[i].Task == first.Task && r.Standings[i].Metric == first.Metric; i++ {
			s := r.Standings[i]
			if s.PBest > best.PBest {
				best = s
			}
			if s.MayBest {
				near = append(near, s.Model)
			}
		}
		task := ""
		if first.Task != "" {
			task = first.Task + ": "
		}
		out = append(out, fmt.Sprintf("%sBy %s, %s has the highest posterior probability to be the best, %.3g; no other is shown to be better than: %s (bcv-t with Holm).", task, first.Metric, best.Model, best.PBest, strings.Join(near, ", ")))
	}
	return out
}

// Sentence says the verdict in words that fit into a paper: what is better, by how
// much, how sure, by which procedure, and what it is about.
func (v Verdict) Sentence() string {
	var b strings.Builder
	if v.Task != "" {
		fmt.Fprintf(&b, "%s: ", v.Task)
	}
	fmt.Fprintf(&b, "%s. ", v.finding())
	fmt.Fprintf(&b, "%s of %s less that of %s is %+.4g", v.subject(), v.ModelB, v.ModelA, v.Estimate)
	if !math.IsNaN(v.Low) {
		fmt.Fprintf(&b, ", %.4g%% interval [%.4g, %.4g]", 100*v.Level, v.Low, v.High)
	}
	if math.IsNaN(v.PValue) {
		b.WriteString(", " + v.probability())
	} else {
		fmt.Fprintf(&b, ", p = %.4g", v.PValue)
	}
	if v.PAdjusted > 0 {
		fmt.Fprintf(&b, ", %.4g among all pairs (Holm)", v.PAdjusted)
	}
	fmt.Fprintf(&b, " (%s on %s; about the %s).", v.Method, v.on(), v.Target)
	if v.Note != "" {
		fmt.Fprintf(&b, " Beware: %s.", v.Note)
	}
	return b.String()
}

// subject names the metric at the head of a sentence.
func (v Verdict) subject() string {
	if slices.ContainsFunc(posterior.Metrics(), func(m posterior.Metric) bool { return m.String() == v.Metric }) {
		return v.Metric // P, R, F1
	}
	return "The " + v.Metric
}

// probability says how probable it is that the model that looks better is; with a delta,
// that the difference lies on B's side of it.
func (v Verdict) probability() string {
	switch {
	case v.Delta != 0:
		return fmt.Sprintf("P(%s beyond %g) = %.4g", v.ModelB, v.Delta, v.PBetter)
	case v.PBetter < 0.5:
		return fmt.Sprintf("P(%s better) = %.4g", v.ModelA, 1-v.PBetter)
	}
	return fmt.Sprintf("P(%s better) = %.4g", v.ModelB, v.PBetter)
}

func (v Verdict) finding() string {
	switch {
	case v.Winner == "" && v.Delta != 0:
		return fmt.Sprintf("It is not shown that the %s of %s and %s differ by other than %g", v.Metric, v.ModelA, v.ModelB, v.Delta)
	case v.Winner == "":
		return fmt.Sprintf("It is not shown that %s or %s is better", v.ModelA, v.ModelB)
	case v.Delta != 0:
		return fmt.Sprintf("%s of %s less that of %s is shown to be %s %g", v.subject(), v.ModelB, v.ModelA, aboveOrBelow(v), v.Delta)
	}
	loser := v.ModelA
	if v.Winner == v.ModelA {
		loser = v.ModelB
	}
	return fmt.Sprintf("%s is better than %s", v.Winner, loser)
}

func aboveOrBelow(v Verdict) string {
	if (v.Winner == v.ModelB) == v.HigherIsBetter {
		return "above"
	}
	return "below"
}

// decide sets the winner of a verdict that is significant, by the side of delta on
// which the estimate lies.
func (v *Verdict) decide() {
	if (v.Estimate > v.Delta) == v.HigherIsBetter {
		v.Winner = v.ModelB
	} else {
		v.Winner = v.ModelA
	}
}
