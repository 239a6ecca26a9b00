package thesis7

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/research/reproduce"
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/research/study/defects"
)

// onSameFolds returns the rows of a model on the data of the thesis with the number of
// components chosen on the folds of the comparison, as the thesis does. features are
// defects.Scaled or defects.Raw.
func onSameFolds(rows []defects.SetRow, features, model string) []defects.SetRow {
	return study.Where(rows, func(r defects.SetRow) bool {
		return r.Data == defects.Data && r.Features == features && r.Choice == defects.SameFolds && r.Model == model
	})
}

// settings describes what the thesis leaves open and the study fixed beforehand.
const settings = "features scaled before the components, 100 trees in a forest, each training half downsampled anew"

// estimates sets the means over partition sets beside table 7.2. The printed numbers rest
// on one set that is not known: their standard error is the spread between sets.
func estimates(printed reproduce.Numbers, rows []defects.SetRow, components []defects.ComponentRow) []reproduce.Result {
	var out []reproduce.Result
	for k, label := range models {
		for _, q := range quantities {
			s := spread(onSameFolds(rows, defects.Scaled, defects.Models[k]), q.value)
			below, above := s.Beside(printed.Thesis("table-7.2", label+"/"+q.name))
			out = append(out, reproduce.Result{Source: "thesis", Item: "table-7.2", Key: label + "/" + q.name,
				Value: s.Mean, SE: s.SE(), PublishedSE: s.SD, Setting: settings,
				Note: fmt.Sprintf("mean of %d partition sets, 90%% of them from %.4g to %.4g, %.0f%% below the print "+
					"and %.0f%% above", s.Sets, s.Low, s.High, 100*below, 100*above)})
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
