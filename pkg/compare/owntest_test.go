package compare_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
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

// answers returns a test of the caller that answers with a result, whatever it is asked.
func answers(name string, r infer.Result) infer.Test {
	return infer.Test{Name: name, Run: func(d infer.Differences, _ infer.Options) (infer.Result, error) {
		if r.Estimate == 0 {
			r.Estimate = d.Mean()
		}
		return r, nil
	}}
}

// A test of the caller takes the place of no other one, and neither estimate nor p-value is believed where they cannot
// be right.
func TestOwnTestIsChecked(t *testing.T) {
	ends := func(low, high float64) infer.Interval { return infer.Interval{Low: low, High: high} }
	right := infer.Result{PValue: 0.01}
	for _, c := range []struct {
		tests []infer.Test
		opt   compare.Options
		want  string
	}{
		{[]infer.Test{answers("bcv-t", right)}, compare.Options{}, "is called bcv-t, as another procedure is"},
		{[]infer.Test{answers("sequential-t", right)}, compare.Options{}, "is called sequential-t"}, // an older name
		{[]infer.Test{answers("mcnemar", right)}, compare.Options{}, "is called mcnemar"},
		{[]infer.Test{answers("item-t", right)}, compare.Options{}, "is called item-t"},
		{[]infer.Test{answers("paired", right)}, compare.Options{}, "is called paired"},
		{[]infer.Test{answers("posterior", right)}, compare.Options{}, "is called posterior"},
		{[]infer.Test{answers("wilcoxon", right)}, compare.Options{}, "is called wilcoxon"},
		{[]infer.Test{answers("dirichlet", right)}, compare.Options{}, "is called dirichlet"},
		{[]infer.Test{sign, sign}, compare.Options{}, "is called sign"},
		{[]infer.Test{{Name: "mine"}}, compare.Options{}, "no name or no function"},
		{[]infer.Test{answers("", right)}, compare.Options{}, "no name or no function"},
		{[]infer.Test{answers("mine", infer.Result{PValue: 0.01, Estimate: 7})}, compare.Options{}, "estimate 7, and"},
		{[]infer.Test{answers("mine", infer.Result{PValue: 0.01, Estimate: math.NaN()})}, compare.Options{}, "estimate NaN"},
		{[]infer.Test{answers("mine", infer.Result{PValue: math.NaN()})}, compare.Options{}, "has the p-value NaN"},
		{[]infer.Test{answers("mine", infer.Result{PValue: 1.5})}, compare.Options{}, "has the p-value 1.5"},
		{[]infer.Test{answers("mine", infer.Result{PValue: -0.1})}, compare.Options{}, "has the p-value -0.1"},
		{[]infer.Test{answers("mine", infer.Result{PValue: math.Inf(1)})}, compare.Options{}, "has the p-value +Inf"},
		{[]infer.Test{answers("mine", infer.Result{PValue: 0.01, HasCI: true, CI: ends(5, 6)})}, compare.Options{},
			"does not hold its estimate"},
		{[]infer.Test{answers("mine", infer.Result{PValue: 0.01, HasCI: true, CI: ends(math.NaN(), 6)})}, compare.Options{},
			"does not hold its estimate"},
		{[]infer.Test{answers("mine", right)}, compare.Options{Alternative: infer.Greater}, // new has less loss
			"lies on the other side of 0"},
	} {
		c.opt.Tests = c.tests
		if c.tests[0].Name == "mine" {
			c.opt.Methods = []string{"mine"}
		}
		if _, err := ofLosses(losses(5, 2, ""), c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.tests[0].Name, err, c.want)
		}
	}
}

// Level, hypothesis, name and decision are the question's, whatever the test of the caller says of them.
func TestOwnTestAnswersTheQuestion(t *testing.T) {
	for _, c := range []struct {
		p      float64
		o      compare.Options
		winner string
	}{
		{1e-9, compare.Options{}, "new"},
		{0.2, compare.Options{}, ""},
		{0.2, compare.Options{Alpha: 0.3}, "new"},
		{0.02, compare.Options{Alpha: 0.01}, ""},
		{0.02, compare.Options{Alternative: infer.Less, Delta: 0.001}, "new"},
		{0.9, compare.Options{Alternative: infer.Greater, Delta: 0.001}, ""},
	} {
		given := infer.Result{Test: "other", Alpha: 0.7, Delta: 3, Alternative: infer.Greater, Reject: c.winner == "",
			PValue: c.p, HasCI: true, CI: infer.Interval{Low: -1, High: 1}}
		c.o.Tests, c.o.Methods = []infer.Test{answers("mine", given)}, []string{"mine"}
		r, err := ofLosses(losses(5, 2, ""), c.o)
		if err != nil {
			t.Fatal(err)
		}
		v := r.Verdicts[0]
		want := 0.95
		if c.o.Alpha > 0 {
			want = 1 - c.o.Alpha
		}
		same(t, "method", v.Method, "mine")
		same(t, "level", v.Level, want)
		same(t, "delta", v.Delta, c.o.Delta)
		same(t, "alternative", v.Alternative, c.o.Alternative)
		same(t, "winner", v.Winner, c.winner)
		if one := math.IsInf(v.Low, -1) || math.IsInf(v.High, 1); one != (c.o.Alternative != infer.TwoSided) {
			t.Errorf("%v: interval from %v to %v", c.o, v.Low, v.High)
		}
	}
}

// A procedure that is known and does not fit is no unknown one, whatever the results are.
func TestKnownProceduresMisfit(t *testing.T) {
	numtest.NotRaced(t)
	all := slices.Concat(infer.TestNames(), compare.McNemarTests(),
		[]string{"paired", "correlated-t", "posterior", "several", "wilcoxon"})
	for _, test := range items.Tests() {
		all = append(all, test.Name)
	}
	for _, k := range kinds(t) {
		for _, method := range append(all, "oracle") {
			_, err := k.run(compare.Options{Methods: []string{method}})
			var misfit *infer.MisfitError
			switch {
			case err == nil && method != "oracle":
			case method == "oracle" && (err == nil || errors.As(err, &misfit) || !strings.Contains(err.Error(), `unknown method "oracle"`)):
				t.Errorf("%s: %v, want an unknown method", k.name, err)
			case method != "oracle" && !errors.As(err, &misfit):
				t.Errorf("%s by %s: %v, want a *MisfitError", k.name, method, err)
			case method != "oracle" && (misfit.Test != method || strings.HasPrefix(misfit.Problem, method)):
				t.Errorf("%s by %s: %q %q", k.name, method, misfit.Test, misfit.Problem)
			}
		}
	}
}
