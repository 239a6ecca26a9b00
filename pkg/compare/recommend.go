package compare

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/infer"
)

// Recommend names the test of fold differences to use for their partition set, and says
// why.
func Recommend(d infer.Differences) (test, why string) {
	switch m, k := d.Replications(), d.Folds(); {
	case m == 1 && k == 1:
		return "proportion-z", "with one hold-out nothing tells how results vary with the training set, so that only the fitted models can be compared; m x 2 BCV would compare the algorithms"
	case k == 1:
		return "corrected-resampled-t", "hold-outs share training records: the test allows for a correlation of the share of validation records, and errs beyond its level where the true one is larger"
	case k == 2 && m > 1 && (d.Method() == "" || d.Method().Regularized()):
		return "bcv-t", "the variance of the mean is bounded for all correlations up to 1/2, so that the test holds its level at any m"
	case k == 2 && m > 1:
		return "corrected-repeated-kfold-t", "on a random m x 2 CV it is the statistic of bcv-t, without block-regularized overlaps behind it"
	case m == 1:
		return "corrected-repeated-kfold-t", fmt.Sprintf("no test holds its level on one %d-fold CV, as no estimate of the variance is unbiased; this one allows for the correlation 1/%d and errs beyond its level where the true one is larger: prefer m x 2 BCV", k, k)
	default:
		return "corrected-repeated-kfold-t", fmt.Sprintf("no test holds its level on repeated K-fold CV; this one allows for the correlation 1/%d and errs beyond its level where the true one is larger: prefer m x 2 BCV", k)
	}
}
