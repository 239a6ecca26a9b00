package holdout

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/results"
)

// set names the partition set in rows.
func (r *Result) set() string {
	return cv.ID{Method: r.Set.Method, Seed: r.Set.Seed, Fingerprint: r.Fingerprint}.String()
}

// fold returns fold f, from 0, with the number of its replication in the whole set.
func (r *Result) fold(f int) cv.Fold {
	at := r.Set.Fold(f)
	at.Replication += r.before
	return at
}

// Losses returns one row a model and fold.
func (r *Result) Losses() []fold.LossRow {
	var out []fold.LossRow
	set := r.set()
	for a, folds := range r.predicted {
		for f, predicted := range folds {
			at := r.fold(f)
			out = append(out, fold.LossRow{Model: r.Models[a], Replication: at.Replication, Fold: at.Fold,
				Loss: meanLoss(r.loss, r.target, at.Valid, predicted), NTrain: len(at.Train), NValid: len(at.Valid),
				Set: set})
		}
	}
	return out
}

// errNoClasses says that a table is about classes.
var errNoClasses = errors.New("holdout: the data set has a numeric response; confusion and contingency counts are of " +
	"classes")

// Confusion returns one row a class, model and fold.
func (r *Result) Confusion() ([]fold.ConfusionRow, error) {
	if r.Data.Class == nil {
		return nil, errNoClasses
	}
	set := r.set()
	var out []fold.ConfusionRow
	for c, class := range r.Data.Classes {
		for a, folds := range r.predicted {
			for f, predicted := range folds {
				at := r.fold(f)
				row := fold.ConfusionRow{Task: class, Model: r.Models[a], Replication: at.Replication, Fold: at.Fold,
					Set: set}
				for k, i := range at.Valid {
					switch truth, said := r.target[i] == float64(c), predicted[k] == float64(c); {
					case truth && said:
						row.TP++
					case said:
						row.FP++
					case truth:
						row.FN++
					default:
						row.TN++
					}
				}
				out = append(out, row)
			}
		}
	}
	return out, nil
}

// ContingencyRow counts on how many validation records of one fold models A and
// B were wrong and right: N01 counts those where A was wrong and B right.
type ContingencyRow struct {
	Replication int `dataframe:"replication"`
	Fold        int `dataframe:"fold"`
	N00         int `dataframe:"n00"` // both wrong
	N01         int `dataframe:"n01"` // A wrong, B right
	N10         int `dataframe:"n10"` // A right, B wrong
	N11         int `dataframe:"n11"` // both right
}

// Contingency returns the contingency table of two models, one row a fold.
func (r *Result) Contingency(modelA, modelB string) ([]ContingencyRow, error) {
	a, b, err := r.pair(modelA, modelB)
	if err != nil {
		return nil, err
	}
	var out []ContingencyRow
	for f := range a {
		at := r.fold(f)
		row := ContingencyRow{Replication: at.Replication, Fold: at.Fold}
		for k, i := range at.Valid {
			switch rightA, rightB := a[f][k] == r.target[i], b[f][k] == r.target[i]; {
			case rightA && rightB:
				row.N11++
			case rightA:
				row.N10++
			case rightB:
				row.N01++
			default:
				row.N00++
			}
		}
		out = append(out, row)
	}
	return out, nil
}

// pair returns the predictions of two models of classes.
func (r *Result) pair(modelA, modelB string) (a, b [][]float64, err error) {
	if r.Data.Class == nil {
		return nil, nil, errNoClasses
	}
	if a, err = r.model(modelA); err != nil {
		return nil, nil, err
	}
	b, err = r.model(modelB)
	return a, b, err
}

func (r *Result) model(name string) ([][]float64, error) {
	for a, m := range r.Models {
		if m == name {
			return r.predicted[a], nil
		}
	}
	return nil, fmt.Errorf("holdout: no model %q; the models are %q", name, r.Models)
}

// Classes returns one row a model, fold and validation record, whose number is that of
// the file of the data set (see dataset.Data).
func (r *Result) Classes() ([]fold.PredictionRow, error) {
	if r.Data.Class == nil {
		return nil, errNoClasses
	}
	set := r.set()
	var out []fold.PredictionRow
	r.each(func(model string, at cv.Fold, record int32, predicted float64) {
		out = append(out, fold.PredictionRow{Replication: at.Replication, Fold: at.Fold,
			Record: int(r.Data.Number(record)), Model: model,
			Truth: r.class(r.target[record]), Predicted: r.class(predicted), Set: set})
	})
	return out, nil
}

// class returns the name of a class number.
func (r *Result) class(c float64) string { return r.Data.Classes[int(c)] }

// WritePredictions writes the predictions of all models on the folds, as
// results.WritePredictions does; numbers have all their digits.
func (r *Result) WritePredictions(w io.Writer) error {
	text := func(v float64) string {
		if r.Data.Class != nil {
			return r.class(v)
		}
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return results.WritePredictions(w, r.Models, r.set(), func(yield func(results.Prediction) bool) {
		p := results.Prediction{Labels: make([]string, len(r.Models))}
		for f := range r.Set.FoldCount() {
			at := r.fold(f)
			p.Replication, p.Fold = at.Replication, at.Fold
			for k, i := range at.Valid {
				p.Record, p.Truth = int(r.Data.Number(i)), text(r.target[i])
				for a := range r.Models {
					p.Labels[a] = text(r.predicted[a][f][k])
				}
				if !yield(p) {
					return
				}
			}
		}
	})
}

func (r *Result) each(visit func(model string, at cv.Fold, record int32, predicted float64)) {
	for a, folds := range r.predicted {
		for f, predicted := range folds {
			at := r.fold(f)
			for k, i := range at.Valid {
				visit(r.Models[a], at, i, predicted[k])
			}
		}
	}
}

// Pairs returns the predictions of two models side by side, one row a fold and
// validation record, for McNemar's test.
func (r *Result) Pairs(modelA, modelB string) ([]fold.PairRow, error) {
	a, b, err := r.pair(modelA, modelB)
	if err != nil {
		return nil, err
	}
	set := r.set()
	var out []fold.PairRow
	for f := range a {
		at := r.fold(f)
		for k, i := range at.Valid {
			out = append(out, fold.PairRow{Replication: at.Replication, Fold: at.Fold, Record: int(r.Data.Number(i)),
				Truth: r.class(r.target[i]), A: r.class(a[f][k]), B: r.class(b[f][k]), Set: set})
		}
	}
	return out, nil
}
