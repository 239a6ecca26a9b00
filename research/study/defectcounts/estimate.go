package defectcounts

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/count"
	"github.com/block-regularized/bcv/pkg/learn/pipeline"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/research/factor"
)

// estimates are the fault-percentile averages of one partition set: [variant][components-1]
// [fold], of the model and of that without its first component.
type estimates struct {
	Set           int
	Full, Without [][][]float64
}

// estimate evaluates all variants with 1 to most components on one set.
func estimate(ctx context.Context, d *dataset.Data, set cv.Set, kept, most int) (estimates, error) {
	leaking, err := pipeline.MIC{Features: kept}.Choose(d)
	if err != nil {
		return estimates{}, err
	}
	variants := Variants()
	out := estimates{Full: make([][][]float64, len(variants)), Without: make([][][]float64, len(variants))}
	for v := range variants {
		for range most {
			out.Full[v], out.Without[v] = append(out.Full[v], nil), append(out.Without[v], nil)
		}
	}
	for f := range set.FoldCount() {
		fold := set.Fold(f)
		own, err := pipeline.MIC{Features: kept}.Choose(d.Take(fold.Train))
		if err != nil {
			return estimates{}, err
		}
		for v, variant := range variants {
			if err := ctx.Err(); err != nil {
				return estimates{}, err
			}
			chosen := own
			if variant.Measures == All {
				chosen = leaking
			}
			made, err := variant.components(d, chosen, fold.Train, most)
			if err != nil {
				return estimates{}, fmt.Errorf("defectcounts: %v, fold %d: %w", variant, f+1, err)
			}
			for k := range most {
				full, err := fpa(made, 0, k+1, fold)
				if err != nil {
					return estimates{}, fmt.Errorf("defectcounts: %v, fold %d, %d components: %w", variant, f+1, k+1,
						err)
				}
				without, err := fpa(made, 1, k+1, fold)
				if err != nil {
					return estimates{}, fmt.Errorf("defectcounts: %v, fold %d, components 2 to %d: %w", variant, f+1,
						k+1, err)
				}
				out.Full[v][k], out.Without[v][k] = append(out.Full[v][k], full), append(out.Without[v][k], without)
			}
		}
	}
	return out, nil
}

// fpa trains negative binomial regression on the components from, ..., to-1, counted from
// 0, and returns its fault-percentile average; without components all records are predicted alike.
func fpa(made *dataset.Data, from, to int, fold cv.Fold) (float64, error) {
	truth, predicted := make([]float64, len(fold.Valid)), make([]float64, len(fold.Valid))
	for k, i := range fold.Valid {
		truth[k] = made.Response[i]
	}
	if from < to {
		keep := make([]int, to-from)
		for k := range keep {
			keep[k] = from + k
		}
		d := columns(made, keep)
		p, err := learn.Learner(count.NegBin{}).Prepare(context.Background(), d)
		if err != nil {
			return 0, err
		}
		fitter := p.NewFitter(nil)
		if _, err := fitter.Fit(context.Background(), fold.Train); err != nil {
			return 0, err
		}
		fitter.Predict(fold.Valid, predicted)
	}
	return metric.FPA.Of(&metric.Predictions{Truth: truth, Predicted: predicted})
}

// LoadingsRow counts the measures that lead on a factor, those whose largest loading in size
// is on it, by the way they were aggregated from methods to classes. It describes all
// records; nothing is predicted.
type LoadingsRow struct {
	Transform  string  `dataframe:"transform"`
	Components int     `dataframe:"components"` // that were rotated, by varimax with Kaiser's normalization
	Factor     int     `dataframe:"factor"`     // from 1, by the share of variance
	Share      float64 `dataframe:"share"`      // of the variance of all measures
	Measures   int     `dataframe:"measures"`   // that lead on the factor
	Sum        int     `dataframe:"sum"`
	Avg        int     `dataframe:"avg"`
	Max        int     `dataframe:"max"`
	Min        int     `dataframe:"min"`
	Class      int     `dataframe:"class"` // measures of classes themselves
}

// rotations returns the rows for 2 to most components of the kept measures.
func rotations(d *dataset.Data, kept, most int) ([]LoadingsRow, error) {
	chosen, err := pipeline.MIC{Features: kept}.Choose(d)
	if err != nil {
		return nil, err
	}
	measures := columns(d, chosen)
	var out []LoadingsRow
	for _, transform := range []string{None, Power} {
		x := measures.X
		if transform == Power {
			f, err := pipeline.YeoJohnson{}.Fit(measures, everyone(d))
			if err != nil {
				return nil, err
			}
			x = mat.NewDense(d.N(), len(chosen), nil)
			for i := range d.N() {
				f.Map(x.RawRowView(i), measures.X.RawRowView(i))
			}
		}
		for k := 2; k <= most; k++ {
			l, err := factor.Loadings(x, k)
			if err != nil {
				return nil, err
			}
			turned, _, err := factor.Varimax(l, true)
			if err != nil {
				return nil, err
			}
			out = append(out, leaders(transform, measures.Features, turned)...)
		}
	}
	return out, nil
}

// leaders returns the rows of one rotation.
func leaders(transform string, features []dataset.Feature, l *mat.Dense) []LoadingsRow {
	p, k := l.Dims()
	rows := make([]LoadingsRow, k)
	for j := range p {
		lead := 0
		for c := range k {
			v := l.At(j, c)
			rows[c].Share += v * v / float64(p)
			if math.Abs(v) > math.Abs(l.At(j, lead)) {
				lead = c
			}
		}
		r := &rows[lead]
		r.Measures++
		switch name := features[j].Name; {
		case strings.HasPrefix(name, "sum"):
			r.Sum++
		case strings.HasPrefix(name, "avg"):
			r.Avg++
		case strings.HasPrefix(name, "max"):
			r.Max++
		case strings.HasPrefix(name, "min"):
			r.Min++
		default:
			r.Class++
		}
	}
	slices.SortStableFunc(rows, func(a, b LoadingsRow) int { return cmp.Compare(b.Share, a.Share) })
	for c := range rows {
		rows[c].Transform, rows[c].Components, rows[c].Factor = transform, k, c+1
	}
	return rows
}

// CurveRow is a ComponentsRow for a figure: one model of one variant.
type CurveRow struct {
	Measures   string  `dataframe:"measures"` // as they are, or with the power transform
	Model      string  `dataframe:"model"`
	Components int     `dataframe:"components"`
	FPA        float64 `dataframe:"fpa"`
	Spread     float64 `dataframe:"spread"` // standard deviation over partition sets
}

// Curves returns the rows of the two variants of the thesis, with all components and
// without the first, which needs two.
func Curves(rows []ComponentsRow) []CurveRow {
	var out []CurveRow
	for _, r := range rows {
		if r.Measures != Training || r.Matrix != Correlation {
			continue
		}
		measures := map[string]string{None: "measures as they are", Power: "power transform"}[r.Transform]
		add := func(model string, fpa, spread float64) {
			out = append(out, CurveRow{Measures: measures, Model: model, Components: r.Components, FPA: fpa,
				Spread: spread})
		}
		add("all components", r.FPA, r.FPASpread)
		if r.Components > 1 {
			add("without the first", r.Without, r.WithoutSpread)
		}
	}
	return out
}
