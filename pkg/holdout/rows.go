package holdout

import (
	"errors"
	"fmt"
)

// LossRow is the mean loss of one model on the validation records of one fold.
type LossRow struct {
	Model       string  `dataframe:"model"`
	Replication int     `dataframe:"replication"` // from 1
	Fold        int     `dataframe:"fold"`        // from 1
	Loss        float64 `dataframe:"loss"`
	NTrain      int     `dataframe:"n_train"` // training records
	NValid      int     `dataframe:"n_valid"` // validation records
}

// Losses returns one row a model and fold.
func (r *Result) Losses() []LossRow {
	var out []LossRow
	for a, folds := range r.predicted {
		for f, predicted := range folds {
			fold := r.Set.Fold(f)
			out = append(out, LossRow{Model: r.Models[a], Replication: fold.Replication, Fold: fold.Fold,
				Loss: meanLoss(r.loss, r.target, fold.Valid, predicted), NTrain: len(fold.Train), NValid: len(fold.Valid)})
		}
	}
	return out
}

// errNoClasses says that a table is about classes.
var errNoClasses = errors.New("holdout: the data set has a numeric response; confusion and contingency counts are of classes")

// ConfusionRow counts what one model did with one class, against all others, on
// the validation records of one fold. Task is the class: for two models, these
// rows are what "bcv bayes" reads.
type ConfusionRow struct {
	Task        string `dataframe:"task"`
	Model       string `dataframe:"model"`
	Replication int    `dataframe:"replication"` // from 1
	Fold        int    `dataframe:"fold"`        // from 1
	TP          int    `dataframe:"tp"`
	FP          int    `dataframe:"fp"`
	FN          int    `dataframe:"fn"`
	TN          int    `dataframe:"tn"`
}

// Confusion returns one row a class, model and fold.
func (r *Result) Confusion() ([]ConfusionRow, error) {
	if r.Data.Class == nil {
		return nil, errNoClasses
	}
	var out []ConfusionRow
	for c, class := range r.Data.Classes {
		for a, folds := range r.predicted {
			for f, predicted := range folds {
				fold := r.Set.Fold(f)
				row := ConfusionRow{Task: class, Model: r.Models[a], Replication: fold.Replication, Fold: fold.Fold}
				for k, i := range fold.Valid {
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
		fold := r.Set.Fold(f)
		row := ContingencyRow{Replication: fold.Replication, Fold: fold.Fold}
		for k, i := range fold.Valid {
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

// ClassRow is what one model predicted for one validation record of one fold.
type ClassRow struct {
	Replication int    `dataframe:"replication"`
	Fold        int    `dataframe:"fold"`
	Record      int    `dataframe:"record"` // from 0
	Model       string `dataframe:"model"`
	Truth       string `dataframe:"truth"`
	Predicted   string `dataframe:"predicted"`
}

// Classes returns one row a model, fold and validation record.
func (r *Result) Classes() ([]ClassRow, error) {
	if r.Data.Class == nil {
		return nil, errNoClasses
	}
	var out []ClassRow
	r.each(func(model string, replication, fold int, record int32, predicted float64) {
		out = append(out, ClassRow{Replication: replication, Fold: fold, Record: int(record), Model: model, Truth: r.class(r.target[record]), Predicted: r.class(predicted)})
	})
	return out, nil
}

// class returns the name of a class number.
func (r *Result) class(c float64) string { return r.Data.Classes[int(c)] }

// ResponseRow is what one model predicted for one validation record of one fold.
type ResponseRow struct {
	Replication int     `dataframe:"replication"`
	Fold        int     `dataframe:"fold"`
	Record      int     `dataframe:"record"` // from 0
	Model       string  `dataframe:"model"`
	Truth       float64 `dataframe:"truth"`
	Predicted   float64 `dataframe:"predicted"`
}

// Responses returns one row a model, fold and validation record.
func (r *Result) Responses() ([]ResponseRow, error) {
	if r.Data.Class != nil {
		return nil, errors.New("holdout: the data set has classes; ask for Classes")
	}
	var out []ResponseRow
	r.each(func(model string, replication, fold int, record int32, predicted float64) {
		out = append(out, ResponseRow{Replication: replication, Fold: fold, Record: int(record), Model: model, Truth: r.target[record], Predicted: predicted})
	})
	return out, nil
}

func (r *Result) each(visit func(model string, replication, fold int, record int32, predicted float64)) {
	for a, folds := range r.predicted {
		for f, predicted := range folds {
			fold := r.Set.Fold(f)
			for k, i := range fold.Valid {
				visit(r.Models[a], fold.Replication, fold.Fold, i, predicted[k])
			}
		}
	}
}

// PairRow is what two models predicted for one validation record of one fold.
type PairRow struct {
	Replication int    `dataframe:"replication"`
	Fold        int    `dataframe:"fold"`
	Record      int    `dataframe:"record"` // from 0
	Truth       string `dataframe:"truth"`
	A           string `dataframe:"a"`
	B           string `dataframe:"b"`
}

// Pairs returns the predictions of two models side by side, one row a fold and
// validation record, for McNemar's test.
func (r *Result) Pairs(modelA, modelB string) ([]PairRow, error) {
	a, b, err := r.pair(modelA, modelB)
	if err != nil {
		return nil, err
	}
	var out []PairRow
	for f := range a {
		fold := r.Set.Fold(f)
		for k, i := range fold.Valid {
			out = append(out, PairRow{Replication: fold.Replication, Fold: fold.Fold, Record: int(i), Truth: r.class(r.target[i]), A: r.class(a[f][k]), B: r.class(b[f][k])})
		}
	}
	return out, nil
}
