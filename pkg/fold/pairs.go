package fold

import (
	"errors"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
)

// Tables returns the contingency tables of all folds.
func (p Pairs) Tables() []infer.Contingency {
	out := make([]infer.Contingency, len(p.Folds))
	for k, f := range p.Folds {
		out[k] = f.Table
	}
	return out
}

// First returns the folds of the first replication.
func (p Pairs) First() []PairFold {
	k := 1
	for k < len(p.Folds) && p.Folds[k].Replication == p.Folds[0].Replication {
		k++
	}
	return p.Folds[:k]
}

// TwoFold returns an error unless the folds are those of an m x 2 CV: folds 1 and 2
// of replications 1 to m.
func (p Pairs) TwoFold() error {
	for k, f := range p.Folds {
		replication, fold := k/2+1, k%2+1
		if f.Replication != replication || f.Fold != fold {
			return fmt.Errorf("fold: replication %d fold %d stands where replication %d fold %d should; give folds 1 and 2 of replications 1 to m", f.Replication, f.Fold, replication, fold)
		}
	}
	if len(p.Folds)%2 != 0 {
		return fmt.Errorf("fold: replication %d has no fold 2; give folds 1 and 2 of every replication", len(p.Folds)/2+1)
	}
	return nil
}

// BCV returns an error unless the folds are those of an m x 2 CV that is block-regularized,
// as far as is known: halves differ by at most one record, unless the set is one of
// groups, and every replication validates all records.
func (p Pairs) BCV() error {
	method := p.Design.ID.Method
	if method != "" && !method.Regularized() {
		return fmt.Errorf("fold: the predictions come from %s, not from a block-regularized m x 2 CV", p.Design)
	}
	if err := p.TwoFold(); err != nil {
		return err
	}
	for k := 0; k < len(p.Folds) && method != cv.Grouped; k += 2 {
		a, b := p.Folds[k].Table.Total(), p.Folds[k+1].Table.Total()
		if math.Abs(a-b) > 1 {
			return fmt.Errorf("fold: the folds of replication %d have %v and %v records; those of an m x 2 BCV are halves, and only sets of groups (column set) may be uneven", k/2+1, a, b)
		}
	}
	if p.Design.Records == 0 {
		return errors.New("fold: the replications validate different records; every replication of an m x 2 BCV validates all records once")
	}
	return nil
}

// Differences returns the losses of both models, 0 for a right class and 1 for a wrong
// one, as tests of package infer take them. Every replication needs the same number of
// folds.
func (p Pairs) Differences() (infer.Differences, error) {
	var tables [][]infer.Contingency
	for k, f := range p.Folds {
		if k == 0 || f.Replication != p.Folds[k-1].Replication {
			tables = append(tables, nil)
		}
		j := len(tables) - 1
		tables[j] = append(tables[j], f.Table)
	}
	d, err := infer.TableDifferences(tables)
	if err != nil {
		return d, err
	}
	return d.WithMethod(p.Design.ID.Method)
}

// Losses returns the error rates on the folds as losses. The numbers of training records
// are those of a cross-validation, in which all records but those of a fold train.
func (p Pairs) Losses() (Losses, error) {
	var rows []LossRow
	set := ""
	if p.Design.Named() {
		set = p.Design.ID.String()
	}
	for _, f := range p.Folds {
		n := f.Table.Total()
		row := LossRow{Model: p.A, Replication: f.Replication, Fold: f.Fold, Loss: (f.Table.N00 + f.Table.N01) / n, NValid: int(n), Set: set}
		if p.Design.Records > 0 && p.Design.Folds > 1 {
			row.NTrain = p.Design.Records - row.NValid
		}
		rows = append(rows, row)
		row.Model, row.Loss = p.B, (f.Table.N00+f.Table.N10)/n
		rows = append(rows, row)
	}
	l, err := LossesOf(rows)
	if err == nil {
		l.Design = p.Design
	}
	return l, err
}
