package fold

import (
	"fmt"

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
// as far as is known.
func (p Pairs) BCV() error {
	if m := p.Design.ID.Method; m != "" && !m.Regularized() {
		return fmt.Errorf("fold: the predictions come from %s, not from a block-regularized m x 2 CV", p.Design)
	}
	return p.TwoFold()
}

// Differences returns the losses of both models, 0 for a right class and 1 for a wrong
// one, as tests of package infer take them. Every replication needs the same number of
// folds.
func (p Pairs) Differences() (infer.Differences, error) {
	var a, b [][][]float64
	for k, f := range p.Folds {
		if k == 0 || f.Replication != p.Folds[k-1].Replication {
			a, b = append(a, nil), append(b, nil)
		}
		lossA, lossB := f.Table.Losses()
		j := len(a) - 1
		a[j], b[j] = append(a[j], lossA), append(b[j], lossB)
	}
	d, err := infer.RecordDifferences(a, b)
	if err != nil {
		return d, err
	}
	return d.WithMethod(p.Design.ID.Method)
}
