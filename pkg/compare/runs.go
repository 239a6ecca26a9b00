package compare

import (
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
	row := Procedure{Name: runTest, Target: verdict.OtherRuns}
	return p.test(row, func(_ infer.Differences, o infer.Options) (infer.Result, error) {
		return infer.Welch(p.results.RunValues(p.metric, p.a), p.results.RunValues(p.metric, p.b), o)
	}, opt)
}
