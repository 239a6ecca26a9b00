package compare

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// runTest is the test of values of several runs on one test set.
const runTest = "welch-t"

// ofRuns is that test. Where the items are known, tests of items take the runs with them.
var ofRuns = []Procedure{{Name: runTest, For: "several runs of each model on one test set, whose items are unknown",
	Needs: "values of several runs of each model on one test set", Target: verdict.OtherRuns, Source: "Welch 1947",
	fits: func(p *pair) bool { return p.results.OnOneSet() }, run: welch}}

// onRuns is the recommendation for such values.
var onRuns = []choice{{runTest, func(evidence) bool { return true },
	"there is one value for each run, and runs are what varies"}}

// welch is the verdict of Welch's test.
func welch(p *pair, opt Options) (draft, error) {
	a, b := p.results.RunMoments(p.metric, p.a), p.results.RunMoments(p.metric, p.b)
	row := Procedure{Name: runTest, Target: verdict.OtherRuns}
	v, err := p.test(row, func(_ infer.Differences, o infer.Options) (infer.Result, error) {
		return infer.Welch(a, b, o)
	}, opt)
	if err == nil && p.results.Summarized() {
		v.Design.Summary = fmt.Sprintf("mean, spread and number of runs (%d of %s, %d of %s)", a.N, v.ModelA, b.N, v.ModelB)
		v.Assumptions += " Both were measured on the same data, and their runs vary the same things, which a summary does " +
			"not show."
	}
	return v, err
}
