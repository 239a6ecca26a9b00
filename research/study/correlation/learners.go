package correlation

import (
	"context"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/onevsrest"
	"github.com/block-regularized/bcv/pkg/learn/rule"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/learn/svm"
	"github.com/block-regularized/bcv/pkg/learn/tree"
)

// McNemarAlgorithms returns the seven algorithms of the McNemar paper, §5.1, with
// their names in its order: majority, mean, logistic, svm, ripper, c4.5, knn. The
// paper takes logistic regression, SMO, JRip and J48 with the defaults of Weka, and
// kknn with k = 5 and the triangular kernel. Here
//
//   - nominal features become columns of 0 and 1, except for ripper and c4.5: one
//     less than levels, where Weka and kknn have one per level;
//   - logistic is one class against the rest (package onevsrest), with a ridge of 1e-4, where Weka fits
//     all classes together with a ridge of 1e-8; for two classes they differ by the
//     ridge alone, which matters where a plane separates the training records;
//   - svm has a linear kernel, cost 1 and features brought to [0,1], as SMO, once
//     for all records of a data set, where SMO looks at the training records;
//   - ripper is JRip;
//   - c4.5 is not pruned, where J48 prunes;
//   - knn scales features by their standard deviations over all records of a data
//     set, where kknn looks at the training records.
func McNemarAlgorithms() (learners []learn.Learner, names []string) {
	return []learn.Learner{
		simple.Majority{},
		viewed{simple.NearestMean{}, (*dataset.Data).OneHot},
		viewed{onevsrest.OneVsRest{Binary: linear.Logistic{Penalty: 1e-4}}, (*dataset.Data).Standardized},
		viewed{svm.SVM{Kernel: svm.Linear, Scale: learn.Unscaled}, (*dataset.Data).UnitRange},
		rule.RIPPER{},
		tree.C45{},
		viewed{neighbour.KNN{Scale: learn.PerDataSet}, (*dataset.Data).OneHot},
	}, []string{"majority", "mean", "logistic", "svm", "ripper", "c4.5", "knn"}
}

// viewed is a learner that sees other features of the same records.
type viewed struct {
	learn.Learner
	view func(*dataset.Data) *dataset.Data
}

// Prepare prepares the learner for the view of d.
func (v viewed) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	return v.Learner.Prepare(ctx, v.view(d))
}
