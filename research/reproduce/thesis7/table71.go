package thesis7

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/defectcounts"
)

// DefectCounts covers table 7.1 and the text of section 7.3: at the paper scale by a new run
// of the study if there is a local copy of the data, otherwise by the stored run.
func DefectCounts() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "defect-counts",
		Title: "Numbers of defects of the classes of KC1 by negative binomial regression",
		Items: []string{"thesis:table-7.1", "thesis:text"},
		Run: func(ctx context.Context, cfg study.Config) ([]reproduce.Result, error) {
			summary, components, stored, err := countTables(ctx, cfg)
			if err != nil {
				return nil, err
			}
			printed, err := reproduce.ReadNumbers(cfg)
			if err != nil {
				return nil, err
			}
			var out []reproduce.Result
			for _, r := range append(countResults(summary, components), testResults(printed)...) {
				r.Stored = stored && !r.Input && r.SE > 0
				out = append(out, r)
			}
			return out, nil
		},
	}
}

// countTables returns the tables of the study, of a new run or stored.
func countTables(ctx context.Context, cfg study.Config) (summary []defectcounts.SummaryRow,
	components []defectcounts.ComponentsRow, stored bool, err error) {
	if cfg.Scale == study.Paper {
		tables, err := study.Run(ctx, cfg, defectcounts.Counts)
		if err == nil {
			return tables[0].Rows.([]defectcounts.SummaryRow), tables[1].Rows.([]defectcounts.ComponentsRow), false, nil
		}
		if !errors.Is(err, public.ErrNotFound) {
			return nil, nil, false, err
		}
	}
	summary, components, err = storedCounts(cfg.Data)
	return summary, components, true, err
}

func storedCounts(fsys fs.FS) (summary []defectcounts.SummaryRow, components []defectcounts.ComponentsRow, err error) {
	if summary, err = study.Stored[defectcounts.SummaryRow](fsys, defectcounts.SummaryTable); err != nil {
		return nil, nil, err
	}
	components, err = study.Stored[defectcounts.ComponentsRow](fsys, defectcounts.ComponentsTable)
	return summary, components, err
}

// transforms are the columns of table 7.1, with the number of components that the thesis
// has chosen in each.
var transforms = []struct {
	name, setting string
	printed       int
}{
	{defectcounts.None, "components of the correlation matrix, all steps in the training half", 9},
	{defectcounts.Power, "transform of Yeo and Johnson, components of the correlation matrix, all steps in the " +
		"training half", 2},
}

// countResults sets the means over partition sets beside the numbers that rest on one set that is not known: their
// standard error is the standard deviation between sets.
func countResults(summary []defectcounts.SummaryRow, components []defectcounts.ComponentsRow) []reproduce.Result {
	out := []reproduce.Result{{Source: "thesis", Item: "text", Key: "7.3/metrics_kept_by_mic", Value: 52, Input: true}}
	for _, t := range transforms {
		variant := defectcounts.Variant{Transform: t.name, Measures: defectcounts.Training,
			Matrix: defectcounts.Correlation}
		byQuantity := map[string]defectcounts.SummaryRow{}
		for _, r := range summary {
			if r.Variant == variant {
				byQuantity[r.Quantity] = r
			}
		}
		var at defectcounts.ComponentsRow
		for _, r := range components {
			if r.Variant == variant && r.Components == t.printed {
				at = r
			}
		}
		add := func(item, key, quantity string, mean, spread float64) {
			r := byQuantity[quantity]
			root := math.Sqrt(float64(r.Sets))
			result := reproduce.Result{
				Source: "thesis", Item: item, Key: key, Value: r.Mean, SE: r.Spread / root, PublishedSE: r.Spread,
				Setting: t.setting,
				Note: fmt.Sprintf("mean of %d partition sets, each at the number of components that it chooses; "+
					"median %.4g, 5%% below %.4g and above %.4g", r.Sets, r.Median, r.Low, r.High),
			}
			if spread > 0 {
				result.Explanations = []reproduce.Explanation{{
					Reading: "every set at the number of components that the thesis chose",
					Value:   mean, SE: spread / root, PublishedSE: spread,
				}}
			}
			out = append(out, result)
		}
		add("table-7.1", t.name+"/fpa_full_model", defectcounts.Full, at.FPA, at.FPASpread)
		add("table-7.1", t.name+"/fpa_sd_full_model", defectcounts.FullSD, at.FoldSD, at.FoldSDSpread)
		add("table-7.1", t.name+"/fpa_without_pc1", defectcounts.Without, at.Without, at.WithoutSpread)
		add("table-7.1", t.name+"/fpa_sd_without_pc1", defectcounts.WithoutSD, at.WithoutSD, at.WithoutSDSpan)
		add("table-7.1", t.name+"/t_statistic", defectcounts.Statistic, at.T, at.TSpread)
		key := map[string]string{defectcounts.None: "7.3/n_components_no_transform",
			defectcounts.Power: "7.3/n_components_power_transform"}[t.name]
		add("text", key, defectcounts.Chosen, 0, 0)
		out[len(out)-1].Note += fmt.Sprintf("; %.1f%% of the sets choose %d", 100*at.Chosen, t.printed)
	}
	return out
}

// testResults covers what the printed statistic implies: degrees of freedom and p-values.
func testResults(p reproduce.Numbers) []reproduce.Result {
	var out []reproduce.Result
	for _, t := range transforms {
		statistic := p.Thesis("table-7.1", t.name+"/t_statistic")
		out = append(out,
			reproduce.Result{Source: "thesis", Item: "table-7.1", Key: t.name + "/m", Value: replications, Input: true},
			reproduce.Result{Source: "thesis", Item: "table-7.1", Key: t.name + "/dof", Value: 2*replications - 1,
				Note: "2m - 1 of eq. 5.35"},
			reproduce.Result{Source: "thesis", Item: "table-7.1", Key: t.name + "/p_value", Value: upperT(statistic,
				2*replications-1),
				Explanations: []reproduce.Explanation{{Erratum: "E14",
					Reading: "the printed t with 7 degrees of freedom, those of m = 4", Value: upperT(statistic, 7)}},
				Note: "one-sided, of the printed t with 5 degrees of freedom"})
	}
	return out
}

// upperT is the probability that Student's t exceeds x.
func upperT(x, df float64) float64 { return distuv.StudentsT{Sigma: 1, Nu: df}.Survival(x) }

// Implied is what a printed column of table 7.1 says about the differences of the two models over
// the six folds.
type Implied struct {
	Transform   string  `dataframe:"transform"`
	Difference  float64 `dataframe:"difference"`         // of the printed estimates
	SD          float64 `dataframe:"sd of differences"`  // that the printed t asks for, divisor 5
	Least       float64 `dataframe:"least"`              // that the printed deviations allow
	Most        float64 `dataframe:"most"`               //
	Correlation float64 `dataframe:"correlation"`        // of the two models over folds, beyond 1 if there is none
	T           float64 `dataframe:"t"`                  // printed
	P           float64 `dataframe:"p, computed from t"` // one-sided, 5 degrees of freedom
	Printed     float64 `dataframe:"p, printed"`
}

// ImpliedByTable returns what the columns of table 7.1 imply, by t = difference / (C √Var2) with
// Var2 the variance of the six differences (divisor 6) and C² = 7/5 (eq. 5.35).
func ImpliedByTable(p reproduce.Numbers) []Implied {
	var out []Implied
	for _, t := range transforms {
		at := func(q string) float64 { return p.Thesis("table-7.1", t.name+"/"+q) }
		a, b := at("fpa_sd_full_model"), at("fpa_sd_without_pc1")
		r := Implied{Transform: t.name, Difference: at("fpa_full_model") - at("fpa_without_pc1"),
			Least: math.Abs(a - b), Most: a + b, T: at("t_statistic"), Printed: at("p_value")}
		r.SD = r.Difference / r.T / math.Sqrt(7./5) * math.Sqrt(6./5)
		r.Correlation = (a*a + b*b - r.SD*r.SD) / (2 * a * b)
		r.P = upperT(r.T, 5)
		out = append(out, r)
	}
	return out
}
