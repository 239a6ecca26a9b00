package compare

import (
	"github.com/block-regularized/bcv/pkg/infer"
)

// runTest is the test of values of runs on one test set, whose items are not known.
const runTest = "welch-t"

var ofRuns = []Procedure{{Name: runTest, For: "runs on one test set", Target: OtherRuns, Source: "Welch 1947",
	Needs: "values of several runs of each model on one test set",
	fits:  func(p *pair) bool { return p.of.OnOneSet() }, run: welch}}

// welch is the verdict of Welch's test.
func welch(p *pair, opt Options) (Verdict, error) {
	return p.test(Procedure{Name: runTest, Target: OtherRuns}, func(_ infer.Differences, o infer.Options) (infer.Result, error) {
		return infer.Welch(p.of.RunValues(p.metric, p.a), p.of.RunValues(p.metric, p.b), o)
	}, opt)
}
