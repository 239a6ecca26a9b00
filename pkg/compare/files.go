package compare

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/table"
)

// Files compares models by the results in files of one kind: losses (a column
// loss), counts (gold or tp) or predictions (truth); see package fold. Several files
// hold one comparison, such as one a model. Errors are of type *table.Error where a
// file is at fault.
func Files(paths []string, opt Options) (Result, error) {
	if len(paths) == 0 {
		return Result{}, fmt.Errorf("compare: no file; name one or more CSV files of losses, counts or predictions")
	}
	kind := ""
	for _, path := range paths {
		k, err := kindOf(path)
		if err != nil {
			return Result{}, err
		}
		if kind != "" && k != kind {
			return Result{}, &table.Error{File: path, Problem: fmt.Sprintf("holds %s, but %s holds %s; compare results of one kind", k, paths[0], kind)}
		}
		kind = k
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
		sets, err := fold.ReadLossSets(paths, opt.Models...)
		if err != nil {
			return Result{}, err
		}
		return FoldLossSets(sets, opt)
	case "counts":
		c, err := fold.ReadCountFiles(paths, opt.Models...)
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

// kindOf looks at the header of a file.
func kindOf(path string) (string, error) {
	f, err := table.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	in := table.NewRecords(path, f, 0)
	header, _, err := in.Next()
	for err == nil && len(header) == 1 && header[0] == "" { // a line of blanks
		header, _, err = in.Next()
	}
	if err != nil && err != io.EOF {
		return "", err
	}
	for _, k := range [...]struct{ column, kind string }{{"loss", "losses"}, {"gold", "counts"}, {"tp", "counts"}, {"truth", "predictions"}} {
		if slices.Contains(header, k.column) {
			return k.kind, nil
		}
	}
	return "", &table.Error{File: path, Row: 1, Problem: fmt.Sprintf("has the columns %.200s; give losses (a column loss), counts (gold, predicted, correct or tp, fp, fn) or predictions (truth)", strings.Join(header, ", "))}
}
