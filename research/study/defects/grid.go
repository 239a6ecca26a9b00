package defects

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/pipeline"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/study"
)

// counts are confusion matrices: [components-1][fold]; nil where a fit did not converge.
type counts [][]posterior.Counts

// outcome is what one partition set gives.
type outcome struct {
	Partition int // from 1
	Features  string
	Grid      [2]counts // by model
	Inner     [2][]int  // by model: the components that each training half alone chooses; nil if not asked
}

// steps are what stands before the models: as many sound methods as defective ones, which each training half draws for
// itself, and all components.
func steps(components int, scale bool) []pipeline.Step {
	out := []pipeline.Step{pipeline.Downsample{}}
	if scale {
		out = append(out, pipeline.Scale{})
	}
	return append(out, pipeline.PCA{Components: components})
}

// grid evaluates both models with each number of components. Each training half fits the steps once, since the
// components of a smaller number are the first of all.
func (c comparison) grid(ctx context.Context, d *dataset.Data, set cv.Set, scale bool) (out [2]counts, err error) {
	before := pipeline.Pipeline{Steps: steps(d.P(), scale)}
	var refused [2][]bool
	for model := range out {
		out[model], refused[model] = make(counts, d.P()), make([]bool, d.P())
	}
	for f := range set.FoldCount() {
		fold := set.Fold(f)
		made, train, err := before.Transform(ctx, d, fold.Train)
		if err != nil {
			return out, err
		}
		forest, err := tree.Forest{Trees: c.Trees}.PrepareFirst(ctx, made)
		if err != nil {
			return out, err
		}
		for k := range d.P() {
			logistic, err := learn.Prepare(ctx, c.logistic, first(made, k+1))
			if err != nil {
				return out, err
			}
			for model, prepared := range []learn.Prepared{logistic, forest(k + 1)} {
				predicted, err := predict(ctx, prepared, train, fold.Valid)
				if errors.Is(err, linear.ErrNotConverged) {
					refused[model][k] = true
					continue
				}
				if err != nil {
					return out, err
				}
				out[model][k] = append(out[model][k], study.Confusion(predicted, d, fold.Valid, c.positive))
			}
		}
	}
	for model := range out {
		for k := range d.P() {
			if refused[model][k] {
				out[model][k] = nil
			}
		}
	}
	return out, nil
}

// complete returns an error if a fit did not converge.
func complete(grid [2]counts) error {
	for model := range grid {
		for k, folds := range grid[model] {
			if folds == nil {
				return fmt.Errorf("defects: %s on %d components %w", Models[model], k+1, linear.ErrNotConverged)
			}
		}
	}
	return nil
}

// first returns the data set of the first k features.
func first(d *dataset.Data, k int) *dataset.Data {
	out := *d
	out.Features, out.X = d.Features[:k], mat.DenseCopyOf(d.X.Slice(0, d.N(), 0, k))
	return &out
}

// predict fits a model to the training records and returns its predictions of the others.
func predict(ctx context.Context, p learn.Prepared, train, valid []int32) ([]float64, error) {
	f := p.NewFitter(nil)
	if _, err := f.Fit(ctx, train); err != nil {
		return nil, errors.Join(err, learn.Close(f))
	}
	out := make([]float64, len(valid))
	f.Predict(valid, out)
	return out, learn.Close(f)
}

// inner returns the numbers of components that each training half of the set chooses by a
// 3 x 2 BCV of its own: the records of the other half have no part in it.
func (c comparison) inner(ctx context.Context, set cv.Set, scale bool, seed uint64) (out [2][]int, err error) {
	for f := range set.FoldCount() {
		grid, err := c.within(ctx, set.Fold(f).Train, scale, seed+uint64(f)+1)
		if err != nil {
			return out, err
		}
		for model := range grid {
			best := grid[model].best()
			if best == 0 {
				return out, fmt.Errorf("defects: training half %d: %s %w", f+1, Models[model], linear.ErrNotConverged)
			}
			out[model] = append(out[model], best)
		}
	}
	return out, nil
}

// within returns the grid of a 3 x 2 BCV of some records alone.
func (c comparison) within(ctx context.Context, records []int32, scale bool, seed uint64) ([2]counts, error) {
	d := c.data.Take(records)
	set, err := stratified(d, seed)
	if err != nil {
		return [2]counts{}, err
	}
	return c.grid(ctx, d, set, scale)
}

// best returns the number of components with the largest F1 of all folds together, the
// smallest of several. A number with which a fit did not converge is not chosen; 0 if there is no other.
func (c counts) best() (components int) {
	largest := math.Inf(-1)
	for k := range c {
		if f1 := posterior.Sum(c[k]).Value(posterior.F1); f1 > largest { // NaN without counts
			components, largest = k+1, f1
		}
	}
	return components
}

// chosen returns the folds of a model with components chosen on the same folds, or nested
// in the training halves, and the number of components of each fold.
func (o outcome) chosen(model int, nested bool) (folds []posterior.Counts, components []int) {
	grid := o.Grid[model]
	best := grid.best()
	for f := range grid[0] {
		k := best
		if nested {
			k = o.Inner[model][f]
		}
		folds, components = append(folds, grid[k-1][f]), append(components, k)
	}
	return folds, components
}

// ChoiceRow is what it costs to choose the number of components by F1 on the folds that
// the F1 is then reported from. Standard errors are those over partition sets of the one
// data set.
type ChoiceRow struct {
	Data       string  `dataframe:"data"`
	Features   string  `dataframe:"features"`
	Model      string  `dataframe:"model"`
	NestedSets int     `dataframe:"nested_sets"`
	Nested     float64 `dataframe:"f1_nested"` // mean of nested choice
	NestedSE   float64 `dataframe:"f1_nested_se"`
	Gap        float64 `dataframe:"gap"` // mean over these sets of the F1 on the same folds, minus Nested
	GapSE      float64 `dataframe:"gap_se"`
	Sets       int     `dataframe:"sets"`
	F1         float64 `dataframe:"f1"`       // mean, at the number chosen on the same folds
	Elsewhere  float64 `dataframe:"f1_other"` // mean, at the same numbers on the other sets
	Gain       float64 `dataframe:"gain"`     // F1 less Elsewhere
	GainSE     float64 `dataframe:"gain_se"`
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
	var same, gains, nested, gaps []float64
	for i, o := range sets {
		f1 := o.f1(m, o.Grid[m].best())
		same, gains = append(same, f1), append(gains, f1-elsewhere(sets, i, m))
		if o.Inner[m] != nil {
			folds, _ := o.chosen(m, true)
			nested = append(nested, posterior.Sum(folds).Value(posterior.F1))
			gaps = append(gaps, f1-nested[len(nested)-1])
		}
	}
	r.F1, r.NestedSets = digits(stat.Mean(same, nil)), len(gaps)
	r.Gain, r.GainSE = meanAndError(gains)
	r.Nested, r.NestedSE = meanAndError(nested)
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
