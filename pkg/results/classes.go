package results

import (
	"errors"
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// maxCounted is how many classes ByClass counts: with more of them the texts are hardly classes.
const maxCounted = 1 << 12

// ByClass returns, for each of the given classes, the true and false positives and negatives of that class
// on each fold. Without classes these are all that a record has, in alphabetical order. The task of the
// results is the class.
func (r Results) ByClass(classes ...string) ([]Results, error) {
	if r.Items == nil {
		return nil, errors.New("results: counts by class need predictions, and these are other results")
	}
	if len(classes) == 0 {
		classes = r.Items.trueClasses(-1)
		slices.Sort(classes)
	}
	if len(classes) > maxCounted {
		return nil, fmt.Errorf("results: there are more than %d classes; name the one to count (bcv: --positive)",
			maxCounted)
	}
	return r.counted(classes), nil
}

// counted returns the counts of some classes.
func (r Results) counted(classes []string) []Results {
	x := r.Items
	grids := make([]Grid[posterior.Counts], len(classes))
	gridOf := make([]*Grid[posterior.Counts], len(x.Classes)+1) // by place of the class
	for i, class := range classes {
		grids[i] = NewGrid[posterior.Counts](len(r.Models), r.Design.Replications, r.Design.Folds)
		gridOf[x.placeOf[class]] = &grids[i]
	}
	for j, rep := range x.reps {
		for record, fold := range rep.folds.all() {
			truth := x.truths.get(record)
			for m := range r.Models {
				said := rep.labels[m].get(record)
				of, as := gridOf[truth], gridOf[said]
				switch {
				case of != nil && said == truth:
					of.At(m, j, int(fold)-1).TP++
				case of != nil:
					of.At(m, j, int(fold)-1).FN++
				}
				if as != nil && said != truth {
					as.At(m, j, int(fold)-1).FP++
				}
			}
		}
	}
	out := make([]Results, len(classes))
	for i, class := range classes {
		out[i] = Results{Key: Key{r.Dataset, class}, Design: r.Design, Models: r.Models, Train: r.Train, Valid: r.Valid}
		out[i].setCounts(grids[i])
	}
	return out
}

// positives returns the counts of one class of all data sets.
func positives(all []Results, class string, file spot) ([]Results, error) {
	for i, r := range all {
		if at := r.Items.placeOf[class]; !r.Items.isTruth[at-1] {
			classes := r.Items.trueClasses(-1)
			slices.Sort(classes)
			return nil, file.Errorf("truth", "no record is of the class %s; the classes are %s",
				table.Quoted([]string{class}), table.Quoted(classes))
		}
		one := r.counted([]string{class})[0]
		one.Notes = append(slices.Clone(r.Notes), one.Notes...)
		all[i] = one
	}
	return all, nil
}
