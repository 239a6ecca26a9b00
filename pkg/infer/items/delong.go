package items

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/infer"
)

// DeLong is delong, the z test of the difference of two areas under ROC curves on the same items (DeLong, DeLong and
// Clarke-Pearson 1988). The scores of an item are its structural components, averaged over the runs of a model,
//
//	u_i = AUC + n/n_c (V_i - AUC)
//
// of n items, n_c of which are of its class, with V_i the share of the items of the other class that its model ranks
// right against it, half for a tie; metric.Definition.Parts of roc_auc writes them. The variance of the difference is
//
//	S_1/n_1 + S_0/n_0
//
// with S_c the variance of the differences of V_i in class c. It takes items as independent, also where the sample has
// clusters. Errors: those of ItemT, a sample without Positive, fewer than 2 items of a class, and scores that are no
// components.
func DeLong(s Sample, opt infer.Options) (infer.Result, error) {
	s.Clusters = nil
	return s.areas("delong", "Independent items", "DeLong, DeLong and Clarke-Pearson 1988", opt)
}

// Obuchowski is obuchowski, DeLong for items in clusters (Obuchowski 1997). With X_c and Y_c the sums of the
// differences of V_i - AUC over the items of class 1 and 0 of cluster c, the variance is
//
//	I_1/(I_1-1) Σ X_c²/n_1² + I_0/(I_0-1) Σ Y_c²/n_0² + 2 I/(I-1) Σ X_c Y_c/(n_1 n_0)
//
// of I clusters, of which I_1 and I_0 have items of a class. Errors: those of DeLong, a sample without clusters, and
// fewer than 2 clusters with items of a class.
func Obuchowski(s Sample, opt infer.Options) (infer.Result, error) {
	if s.Clusters == nil {
		return infer.Result{}, errors.New("items: obuchowski is for items in clusters, and these have none; take delong")
	}
	return s.areas("obuchowski", "Independent clusters of items", "Obuchowski 1997", opt)
}

func (s Sample) areas(name, assumptions, source string, opt infer.Options) (infer.Result, error) {
	d, err := s.differences()
	if err != nil {
		return infer.Result{}, err
	}
	if len(s.Positive) != d.n {
		return infer.Result{}, fmt.Errorf("items: %s needs to know which items are positive, and knows it of %d of %d", name,
			len(s.Positive), d.n)
	}
	var classes [2]struct{ sums, has []float64 } // of the deviations of the units, over n
	for c := range classes {
		of, has := make([]float64, d.n), make([]float64, d.n)
		for i, positive := range s.Positive {
			if positive == (c == 1) {
				of[i], has[i] = (d.ofItems[i]-d.mean)/float64(d.n), 1
			}
		}
		classes[c].sums, classes[c].has = d.sums(of), d.sums(has)
	}
	variance, gap, count := 0.0, 0.0, float64(d.count())
	for c, class := range classes {
		units, squares, all := 0.0, 0.0, 0.0
		for u, x := range class.sums {
			all += x
			squares += x * x
			if class.has[u] > 0 {
				units++
			}
			variance += x * classes[1-c].sums[u] * count / (count - 1)
		}
		if units < 2 {
			return infer.Result{}, fmt.Errorf("items: %s needs 2 or more items, or clusters, with items of each class, and has "+
				"%v of class %s", name, units, cmp.Or(s.Classes[c], fmt.Sprint(c)))
		}
		variance += squares * units / (units - 1)
		gap = max(gap, math.Abs(all))
	}
	if gap > 1e-9*d.scale {
		return infer.Result{}, errors.New("items: the scores are no components of an area under the ROC curve; take those " +
			"of metric roc_auc")
	}
	n := float64(d.n)
	return infer.Pivot{Name: name, Estimate: d.mean, SD: math.Sqrt(max(0, variance) * n), Factor: 1 / math.Sqrt(n),
		DF: math.Inf(1), Scale: d.scale, Assumptions: assumptions + "; mean of runs that stay as they are; normal " +
			"approximation of ranks (" + source + ")."}.Test(opt)
}
