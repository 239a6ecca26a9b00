package thesis7

import (
	"fmt"
	"io/fs"
	"math"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/defects"
)

// SetComparison is a printed number of table 7.2 beside what the partition sets give.
type SetComparison struct {
	Model    string  `dataframe:"model"`
	Quantity string  `dataframe:"quantity"` // in percent, except for the number of components
	Printed  float64 `dataframe:"printed"`
	Features string  `dataframe:"features"`
	defects.Spread
	Under float64 `dataframe:"below the print"` // share of sets
	Over  float64 `dataframe:"above it"`
}

// CompareSets returns a row for each printed number that one partition set decides, with
// the features scaled and as they are, from the stored study.
func CompareSets(fsys fs.FS) ([]SetComparison, error) {
	printed, err := reproduce.ReadNumbers(study.Config{Data: fsys})
	if err != nil {
		return nil, err
	}
	rows, err := study.Stored[defects.SetRow](fsys, defects.SetTable)
	if err != nil {
		return nil, err
	}
	var out []SetComparison
	for k, label := range models {
		for _, q := range quantities {
			for _, features := range []string{defects.Scaled, defects.Raw} {
				c := SetComparison{Model: defects.Models[k], Quantity: q.name, Printed: printed.Thesis("table-7.2",
					label+"/"+q.name), Features: features,
					Spread: spread(chosen(rows, features, defects.SameFolds, defects.Models[k]), q.value)}
				c.Under, c.Over = c.Beside(c.Printed)
				out = append(out, c)
			}
		}
	}
	return out, nil
}

// Settings of section 7.4.
const (
	replications = 3
	records      = 2107
	positives    = 325    // defective methods
	weight       = 0.3688 // w(3) as the thesis has it; w(3) is 0.36880211
)

// The models of table 7.2, as it names them: A is the logistic regression, B the forest.
var models = []string{"A", "B"}

// printedCounts returns the sums of the six confusion matrices that table 7.2 was made
// of. Every method is validated once in each replication, so that TP + FN is 3·325; and
// P, R and F1 with two decimals leave one whole TP and FP. It is an error if they do not.
func printedCounts(p reproduce.Numbers, model string) (posterior.Counts, error) {
	want := map[posterior.Metric]float64{}
	for _, m := range posterior.Metrics() {
		want[m] = p.Thesis("table-7.2", model+"/"+m.String()+"_pct")
	}
	var found []posterior.Counts
	const gold = replications * positives
	for tp := 0; tp <= gold; tp++ {
		for fp := 0; fp <= replications*(records-positives); fp++ {
			c := posterior.Counts{TP: float64(tp), FP: float64(fp), FN: float64(gold - tp)}
			if !prints(c, posterior.Recall, want) {
				break // it does not depend on FP
			}
			if prints(c, posterior.Precision, want) && prints(c, posterior.F1, want) {
				found = append(found, c)
			}
		}
	}
	if len(found) != 1 {
		return posterior.Counts{}, fmt.Errorf("thesis7: %d confusion matrices have the printed P, R and F1 of model "+
			"%s; want one", len(found), model)
	}
	return found[0], nil
}

// prints reports whether a metric of c, in percent with two decimals, is the wanted one.
func prints(c posterior.Counts, m posterior.Metric, want map[posterior.Metric]float64) bool {
	return math.Abs(100*c.Value(m)-want[m]) <= 0.005*(1+1e-9)
}

// PrintedTask returns the sums of confusion matrices behind table 7.2.
func PrintedTask(p reproduce.Numbers) (posterior.Task, error) {
	task := posterior.Task{Name: "KC1 defect proneness", M: replications, Pooled: true}
	for k, model := range []*posterior.Model{&task.A, &task.B} {
		c, err := printedCounts(p, models[k])
		if err != nil {
			return task, err
		}
		*model = posterior.Model{Name: defects.Models[k], Folds: []posterior.Counts{c}}
	}
	return task, nil
}

// printedComparisons returns the Bayes tests of table 7.3 from the counts behind table
// 7.2, with the weight of the thesis. They are about the fitted models.
func printedComparisons(p reproduce.Numbers) ([]posterior.Comparison, error) {
	task, err := PrintedTask(p)
	if err != nil {
		return nil, err
	}
	return posterior.Compare([]posterior.Task{task}, posterior.Options{Weighting: posterior.FixedWeight(weight)})
}

// chosen returns the rows of a model on the data of the thesis. features are defects.Scaled or defects.Raw, choice is
// defects.SameFolds, as in the thesis, or defects.Nested.
func chosen(rows []defects.SetRow, features, choice, model string) []defects.SetRow {
	return study.Where(rows, func(r defects.SetRow) bool {
		return r.Data == defects.Data && r.Features == features && r.Choice == choice && r.Model == model
	})
}

// settings describes what the thesis leaves open and the study fixed beforehand.
const settings = "components chosen on the same folds, as in the thesis; features scaled before them, 100 trees in a " +
	"forest, each training half downsampled anew"

// estimates sets the means over partition sets beside table 7.2, with the number of components chosen on the same folds
// as in the thesis. The printed numbers rest on one set that is not known: their standard error is the spread between
// sets.
func estimates(printed reproduce.Numbers, rows []defects.SetRow, components []defects.ComponentRow) []reproduce.Result {
	var out []reproduce.Result
	for k, label := range models {
		for _, q := range quantities {
			s := spread(chosen(rows, defects.Scaled, defects.SameFolds, defects.Models[k]), q.value)
			nested := spread(chosen(rows, defects.Scaled, defects.Nested, defects.Models[k]), q.value)
			below, above := s.Beside(printed.Thesis("table-7.2", label+"/"+q.name))
			out = append(out, reproduce.Result{Source: "thesis", Item: "table-7.2", Key: label + "/" + q.name,
				Value: s.Mean, SE: s.SE(), PublishedSE: s.SD, Setting: settings,
				Note: fmt.Sprintf("mean of %d partition sets, 90%% of them from %.4g to %.4g, %.0f%% below the print "+
					"and %.0f%% above; with components chosen within each training half %.4g ± %.2g", s.Sets, s.Low, s.High,
					100*below, 100*above, nested.Mean, nested.SE())})
			if q.name == "F1_pct" {
				out[len(out)-1].Explanations = atPrinted(components, defects.Models[k],
					int(printed.Thesis("table-7.2", label+"/n_components")))
			}
		}
	}
	return out
}

// atPrinted is F1 with the number of components that the thesis found, whatever is best on
// the partition set.
func atPrinted(rows []defects.ComponentRow, model string, components int) []reproduce.Explanation {
	var out []reproduce.Explanation
	for _, r := range rows {
		if r.Data == defects.Data && r.Features == defects.Scaled && r.Model == model && r.Components == components {
			out = append(out, reproduce.Explanation{Reading: "with the printed number of components on every set",
				Value: 100 * r.F1, SE: 100 * r.F1SD / math.Sqrt(float64(r.Sets)), PublishedSE: 100 * r.F1SD})
		}
	}
	return out
}

// quantity is a line of table 7.2 that one partition set decides.
type quantity struct {
	name  string
	value func(defects.SetRow) float64
}

var quantities = []quantity{
	{"n_components", func(r defects.SetRow) float64 { return r.Components }},
	{"P_pct", func(r defects.SetRow) float64 { return 100 * r.Value(posterior.Precision) }},
	{"R_pct", func(r defects.SetRow) float64 { return 100 * r.Value(posterior.Recall) }},
	{"F1_pct", func(r defects.SetRow) float64 { return 100 * r.Value(posterior.F1) }},
}

func spread(rows []defects.SetRow, value func(defects.SetRow) float64) defects.Spread {
	values := make([]float64, len(rows))
	for i, r := range rows {
		values[i] = value(r)
	}
	return defects.NewSpread(values)
}
