package items

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/infer"
)

// Folds are two models on an m x 2 CV, trained in one run on each fold or in several, such as seeds.
type Folds struct {
	Differences infer.Differences // B minus A, means over runs; with inner differences if they are known
	A, B        [][]float64       // by run, by fold: fold 1 and 2 of replication 1, of replication 2, and so on
	Records     int
	Gaps        []float64 // by record: B minus A, mean over replications and runs; nil if unknown
}

// gapsWeight is the weight of the variance of the records' gaps, where a half-split has the weight 1.
const gapsWeight = 10

// LedgerOfFolds returns the ledger of the mean difference on m x 2 CV with R runs in each fold. It has up to three
// sources:
//
//	records        (H - P'/r)/2 of M half-splits, see infer.NestedT, averaged with var(Gaps)/n, which takes the models
//	               as given and is too small where they vary with their training sets: with the weights M and 10, as
//	               infer.NestedRecordsT does, or one of them where the other is unknown
//	training sets  P/m less the seeds, with the variance P between replications
//	seeds          Σ_models MS/(2 m R), with the mean square MS of runs within folds; draws of different folds are
//	               independent
//
// Models with one run have no seeds: what they draw, if anything, counts as training sets. It is an error if there is
// one replication, if neither inner differences nor gaps show the part of the records, if the runs have other folds
// than the differences, and if nothing varies.
func LedgerOfFolds(f Folds) (Ledger, error) {
	d := f.Differences
	m := d.Replications()
	if m < 2 || d.Folds() != 2 {
		return Ledger{}, errors.New("items: what an interval is made of on folds needs an m x 2 CV with m of 2 or more")
	}
	l := Ledger{Factors: []Factor{{"records", float64(f.Records)}, {"replications", float64(m)}}}
	records, share := Source{Name: "records", Over: []int{0}}, 0.0
	if inner := d.Inner(); inner != nil && len(inner[0][0]) > 1 {
		halves, r := float64(len(inner)), float64(len(inner[0][0]))
		h, added := infer.InnerVariances(inner)
		l.Squares = []Square{{Value: h / 2, DF: halves}, {Value: added / (2 * r), DF: 2 * halves * (r - 1)}}
		share = 1
		if len(f.Gaps) > 1 {
			share = halves / (halves + gapsWeight)
		}
		records.Weights = []float64{share, -share}
	}
	if n := float64(len(f.Gaps)); n > 1 {
		l.Squares = append(l.Squares, Square{stat.Variance(f.Gaps, nil) / n, n - 1, []int{0}})
		records.Weights = append(records.Weights, 1-share)
	}
	if len(l.Squares) == 0 {
		return l, errors.New("items: nothing shows the part of the records; give inner results or predictions of records")
	}
	l.Sources = []Source{records}
	means := make([]float64, m)
	for j := range means {
		means[j] = (d.At(j, 0) + d.At(j, 1)) / 2
	}
	sets := Source{Name: "training sets", Over: []int{1}, Carry: true, Weights: make([]float64, len(l.Squares))}
	sets.Weights = append(sets.Weights, 1)
	l.Squares = append(l.Squares, Square{stat.Variance(means, nil) / float64(m), float64(m - 1), []int{1}})
	if err := l.addSeeds(&sets, 2*m, f.A, f.B); err != nil {
		return l, err
	}
	if v := l.variance(nil).Variance(); !(v > 0) {
		return l, errors.New("items: the differences have no spread, so that there is nothing to share out")
	}
	return l, nil
}

// addSeeds adds the training sets and the seeds of models with several runs on a number of folds.
func (l *Ledger) addSeeds(sets *Source, folds int, models ...[][]float64) error {
	seeds := Source{Name: "seeds", Over: []int{1, 2}, Weights: make([]float64, len(l.Squares))}
	for _, runs := range models {
		for _, values := range runs {
			if len(values) != folds {
				return fmt.Errorf("items: a run on %d folds of %d; give all runs all folds", len(values), folds)
			}
		}
		r := float64(len(runs))
		if r < 2 {
			continue
		}
		if len(l.Factors) == 2 {
			l.Factors = append(l.Factors, Factor{"seeds", r})
		}
		square, one := 0.0, make([]float64, len(runs))
		for k := range folds {
			for s := range runs {
				one[s] = runs[s][k]
			}
			square += stat.Variance(one, nil) / float64(folds)
		}
		l.Squares = append(l.Squares, Square{square / (float64(folds) * r), float64(folds) * (r - 1), []int{1, 2}})
		sets.Weights, seeds.Weights = append(sets.Weights, -1), append(seeds.Weights, 1)
	}
	l.Sources = append(l.Sources, *sets)
	if len(l.Factors) == 2 {
		l.Sources[len(l.Sources)-1].Carry = false
		return nil
	}
	l.Sources = append(l.Sources, seeds)
	return nil
}
