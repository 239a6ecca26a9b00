package compare_test

import (
	"context"
	"fmt"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/display"
	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/catalogue"
)

// From two learners and a data set to a verdict.
func Example() {
	d := display.Must(dataset.Read("../../data/samples/plants.csv", dataset.Options{})).OneHot()
	ls := []learn.Learner{display.Must(catalogue.Parse("knn(k=1)")), display.Must(catalogue.Parse("svm"))}

	set := display.Must(cv.New(cv.BCV, d.N(), cv.Options{M: 5, Seed: 1}))
	r := display.Must(holdout.Run(context.Background(), holdout.Plan{Data: d, Set: set, Learners: ls}))
	v := display.Must(compare.Losses(r.Losses(), compare.Options{Models: []string{"svm", "knn(k=1)"}}))
	fmt.Println(v.Sentence())
	display.Table(v.Rows(), display.Columns("metric", "estimate", "low", "high", "p_better", "better", "method"))
	display.Figure(figure.Comparison(v))
	// Output:
	// svm has 0.1147 less loss than knn(k=1) (95% credible interval [0.0406, 0.1887], P(svm better) = 0.9958). At 5%, svm is shown to be better (bcv-t, p = 0.03143; 5 x 2 BCV of 300 records; about the algorithms).
	// metric  estimate      low    high  P(B better)  better  method
	// ------  --------  -------  ------  -----------  ------  ------
	// loss      0.1147  0.01276  0.2166     0.004161  svm     bcv-t
}
