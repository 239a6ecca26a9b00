package compare_test

import (
	"math"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
)

// sign is a test of the caller: it rejects if all differences have one sign.
var sign = infer.Test{Name: "sign", Run: func(d infer.Differences, o infer.Options) (infer.Result, error) {
	n, positive := d.Replications()*d.Folds(), 0
	for j := range d.Replications() {
		for k := range d.Folds() {
			if d.At(j, k) > o.Delta {
				positive++
			}
		}
	}
	p := 1.0
	if positive == 0 || positive == n {
		p = 2 * math.Pow(0.5, float64(n))
	}
	return infer.Result{Test: "sign", Estimate: d.Mean(), PValue: p, Statistic: float64(positive),
		Reject: p <= o.Alpha, Alpha: o.Alpha, Delta: o.Delta, Alternative: o.Alternative}, nil
}}

// A test of the caller decides if Methods names it, and stands behind the others with All.
func TestOwnTest(t *testing.T) {
	o := compare.Options{Tests: []infer.Test{sign}, Methods: []string{"sign"}}
	r, err := ofLosses(losses(5, 2, ""), o)
	if err != nil {
		t.Fatal(err)
	}
	v := r.Verdicts[0]
	if want := 2. / 1024; v.PValue != want {
		t.Errorf("p = %v, want %v", v.PValue, want)
	}
	if v.Method != "sign" || v.Winner != "new" {
		t.Errorf("%s says %q is better, want sign and new", v.Method, v.Winner)
	}
	if !math.IsNaN(v.ErrorRate.Rate) {
		t.Errorf("error rate %v, want unknown", v.ErrorRate.Rate)
	}
	o.Methods, o.All = nil, true
	if r, err = ofLosses(losses(5, 2, ""), o); err != nil {
		t.Fatal(err)
	}
	if last := r.Verdicts[len(r.Verdicts)-1]; last.Method != "sign" || r.Verdicts[0].Method != "bcv-t" {
		t.Errorf("the first is %s, the last %s; want bcv-t and sign", r.Verdicts[0].Method, last.Method)
	}
	if _, err := ofLosses(losses(5, 2, ""), compare.Options{Methods: []string{"sign"}}); err == nil {
		t.Error("a test that is not there is accepted")
	}
}
