package importer

import (
	"slices"

	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/block-regularized/bcv/pkg/results"
)

// once returns an error if a file is given twice.
func once(models []Model) error {
	for k, m := range models {
		if slices.ContainsFunc(models[:k], func(o Model) bool { return table.SameFile(o.Path, m.Path) }) {
			return &table.Error{File: m.Path, Problem: "is given twice; give the file of each model once"}
		}
	}
	return nil
}

// whole returns an error unless replications, and the folds of each, which are in order,
// are numbered from 1 without a gap, with as many folds in all replications.
func whole(folds []foldFile) error {
	want := foldFile{replication: 1, fold: 1}
	for i, f := range folds {
		if i > 0 && f.replication > folds[i-1].replication {
			want = foldFile{replication: want.replication + 1, fold: 1}
		}
		if f.replication != want.replication || f.fold != want.fold {
			return lacksFolds(f, want)
		}
		want.fold++
	}
	if len(folds) == 0 {
		return nil
	}
	most := slices.MaxFunc(folds, func(a, b foldFile) int { return a.fold - b.fold })
	for i, f := range folds {
		if (i+1 == len(folds) || folds[i+1].fold == 1) && f.fold < most.fold {
			return lacksFolds(most, foldFile{replication: f.replication, fold: f.fold + 1})
		}
	}
	return nil
}

func lacksFolds(has, lacks foldFile) error {
	return place{file: has.path}.errorf("", "has replication %d fold %d, but not replication %d fold %d; give the "+
		"results of all folds",
		has.replication, has.fold, lacks.replication, lacks.fold)
}

// sameTraining returns an error unless two models were trained on the same records, where
// their files say on which.
func (m *collected) sameTraining(a *collected) error {
	for i, f := range m.folds {
		g := a.folds[i]
		switch {
		case (f.train == nil) != (g.train == nil):
			return place{file: m.file}.errorf("", "one of model %.40q and model %.40q (%s) has training sets; save "+
				"the same of all models",
				m.model, a.model, a.file)
		case !slices.Equal(sorted(f.train), sorted(g.train)):
			return place{file: m.file}.errorf("", "model %.40q was trained on other records than model %.40q (%s) in "+
				"replication %d fold %d, %d and %d of them; run all models on the same folds",
				m.model, a.model, a.file, f.replication, f.fold, len(f.train), len(g.train))
		}
	}
	return nil
}

// checkDesign returns an error if the training sets do not fit the partition set. Hold-outs
// whose training sets are not known are of one size: those that bootstraps leave out are not,
// and neither are the folds of a file that was cut off.
func (m *collected) checkDesign(set results.Design, known bool) error {
	first := m.folds[0]
	for _, f := range m.folds {
		at := place{file: m.file}
		switch {
		case f.train != nil && set.Folds > 1 && !known && len(f.train)+len(f.outcomes) != set.Records:
			return at.errorf("", "replication %d fold %d validates %d of %d records and trains on %d; "+
				"cross-validation trains on all others",
				f.replication, f.fold, len(f.outcomes), set.Records, len(f.train))
		case f.train == nil && set.Folds == 1 && !known && len(f.outcomes) != len(first.outcomes):
			return at.errorf("", "hold-outs 1 and %d have %d and %d records, as sets that bootstraps leave out and "+
				"files that were cut off have; on how many records the models were trained is not known",
				f.replication, len(first.outcomes), len(f.outcomes))
		}
	}
	return nil
}
