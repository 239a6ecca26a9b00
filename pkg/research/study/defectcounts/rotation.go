package defectcounts

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn/pipeline"
	"github.com/block-regularized/bcv/pkg/research/factor"
)

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
