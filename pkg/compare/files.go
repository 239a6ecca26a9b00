package compare

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/internal/table"
)

// Files compares models by the results in files of one kind: losses (a column
// loss), counts (gold or tp) or predictions (truth); see package fold. Counts may be those
// of K-fold CV too. Several files hold one comparison, such as one for each model; where each
// has one model of the same name, such as a column pred, models are named after the files.
// Errors are of type *table.Error where a file is at fault.
func Files(paths []string, opt Options) (Result, error) {
	if len(paths) == 0 {
		return Result{}, fmt.Errorf("compare: no file; name one or more CSV files of losses, counts or predictions")
	}
	kind := ""
	for _, path := range paths {
		k, err := fold.FileKind(path)
		if err != nil {
			return Result{}, err
		}
		if kind != "" && k != kind {
			return Result{}, &table.Error{File: path, Problem: fmt.Sprintf("holds %s, but %s holds %s; compare results of one kind", k, paths[0], kind)}
		}
		kind = k
	}
	if opt.Measure != (fold.Measure{}) && kind != "losses" {
		return Result{}, &table.Error{File: paths[0], Problem: fmt.Sprintf("holds %s; a score or a loss is a column of losses (bcv: --score, --loss)", kind)}
	}
	if opt.Positive != "" && kind != "predictions" {
		return Result{}, &table.Error{File: paths[0], Problem: fmt.Sprintf("holds %s; the positive class is one of predictions (bcv: --positive)", kind)}
	}
	var tasks []fold.TaskModels
	if len(opt.Models) == 0 {
		var err error
		if tasks, err = fold.FileModels(paths...); err != nil {
			return Result{}, err
		}
	}
	return eachPair(tasks, opt, func(opt Options) (Result, error) { return filePair(paths, kind, opt) })
}

// filePair compares two models of files of one kind.
func filePair(paths []string, kind string, opt Options) (Result, error) {
	switch kind {
	case "losses":
		sets, err := fold.ReadMeasureSets(paths, opt.Measure, opt.Models...)
		if err != nil {
			return Result{}, err
		}
		return FoldLossSets(sets, opt)
	case "counts":
		if manyFolds(paths) {
			return manyFoldFiles(paths, opt)
		}
		c, err := fold.ReadCountFiles(paths, opt.Models...)
		if err != nil {
			return Result{}, err
		}
		return FoldCounts(c, opt)
	}
	if opt.Positive != "" {
		c, err := fold.ReadPredictionCounts(paths, opt.Positive, opt.Models...)
		if err != nil {
			return Result{}, err
		}
		return FoldCounts(c, opt)
	}
	sets, err := fold.ReadPredictionSets(paths, opt.Models...)
	if err != nil {
		return Result{}, err
	}
	return FoldPairSets(sets, opt)
}
