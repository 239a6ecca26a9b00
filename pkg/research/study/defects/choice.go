package defects

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/posterior"
)

// ChoiceRow is what it costs to choose the number of components by F1 on the folds that
// the F1 is then reported from. Standard errors are those over partition sets of the one
// data set.
type ChoiceRow struct {
	Data       string  `dataframe:"data"`
	Features   string  `dataframe:"features"`
	Model      string  `dataframe:"model"`
	Sets       int     `dataframe:"sets"`
	F1         float64 `dataframe:"f1"`       // mean, at the number chosen on the same folds
	Elsewhere  float64 `dataframe:"f1_other"` // mean, at the same numbers on the other sets
	Gain       float64 `dataframe:"gain"`     // F1 less Elsewhere
	GainSE     float64 `dataframe:"gain_se"`
	NestedSets int     `dataframe:"nested_sets"`
	Gap        float64 `dataframe:"gap"` // mean over these sets, minus the F1 of nested choice
	GapSE      float64 `dataframe:"gap_se"`
}

// choiceRows measures the choice for both models on all samples of two outcomes or more.
func choiceRows(all []result) []ChoiceRow {
	var out []ChoiceRow
	for _, of := range samples(all) {
		if len(of) < 2 {
			continue
		}
		for m, name := range Models {
			out = append(out, choiceRow(ChoiceRow{Data: of[0].Data, Features: of[0].Features, Model: name, Sets: len(of)},
				of, m))
		}
	}
	return out
}

func choiceRow(r ChoiceRow, sets []result, m int) ChoiceRow {
	var same, gains, gaps []float64
	for i, o := range sets {
		f1 := o.f1(m, o.Grid[m].best())
		same, gains = append(same, f1), append(gains, f1-elsewhere(sets, i, m))
		if o.Inner[m] != nil {
			folds, _ := o.chosen(m, true)
			gaps = append(gaps, f1-posterior.Sum(folds).Value(posterior.F1))
		}
	}
	r.F1, r.NestedSets = digits(stat.Mean(same, nil)), len(gaps)
	r.Gain, r.GainSE = meanAndError(gains)
	r.Gap, r.GapSE = meanAndError(gaps)
	r.Elsewhere = digits(r.F1 - r.Gain)
	return r
}

// f1 is the F1 of a number of components.
func (o outcome) f1(model, components int) float64 {
	return posterior.Sum(o.Grid[model][components-1]).Value(posterior.F1)
}

// elsewhere is the mean F1 on the sets other than i of the number that i chooses.
func elsewhere(all []result, i, model int) float64 {
	best, sum := all[i].Grid[model].best(), 0.0
	for j, o := range all {
		if j != i {
			sum += o.f1(model, best)
		}
	}
	return sum / float64(len(all)-1)
}

// meanAndError returns the mean and its standard error, 0 for one value and for none.
func meanAndError(x []float64) (mean, se float64) {
	if len(x) == 0 {
		return 0, 0
	}
	mean, sd := stat.MeanStdDev(x, nil)
	if len(x) < 2 {
		return digits(mean), 0
	}
	return digits(mean), digits(sd / math.Sqrt(float64(len(x))))
}
