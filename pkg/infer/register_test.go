package infer_test

import (
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/infer"
)

// signTest counts the folds on which B has the larger loss. It takes folds for
// independent, which they are not.
func signTest(d infer.Differences, opt infer.Options) (infer.Result, error) {
	opt, err := opt.Filled()
	if err != nil {
		return infer.Result{}, err
	}
	larger, folds := 0.0, d.Replications()*d.Folds()
	for j := range d.Replications() {
		for k := range d.Folds() {
			if d.At(j, k) > opt.Delta {
				larger++
			}
		}
	}
	if folds < 2 {
		return infer.Result{}, &infer.MisfitError{Test: "sign", Problem: "needs at least 2 folds"}
	}
	null := distuv.Binomial{N: float64(folds), P: 0.5}
	p := min(1, 2*min(null.CDF(larger), 1-null.CDF(larger-1)))
	return infer.Result{Test: "sign", Statistic: larger, PValue: p, Alternative: opt.Alternative, Delta: opt.Delta,
		Alpha:    opt.Alpha,
		Estimate: d.Mean(), Reject: p <= opt.Alpha, Assumptions: "Independent folds."}, nil
}

// A test of one's own, by name beside the others.
func ExampleRegister() {
	err := infer.Register(infer.Test{Name: "sign", Partition: "any", TwoSided: true, Source: "textbooks",
		Run: signTest})
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := infer.DifferencesOf([][]float64{{-0.03, -0.03}, {-0.03, -0.04}, {-0.05, 0.02}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"sign", "bcv-t"} {
		r, err := infer.Run(name, d, infer.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: statistic %.3f, p = %.3f\n", name, r.Statistic, r.PValue)
	}
	// Output:
	// sign: statistic 1.000, p = 0.219
	// bcv-t: statistic -1.019, p = 0.355
}

func TestRegister(t *testing.T) {
	own := infer.Test{Name: "test-register", Run: func(infer.Differences, infer.Options) (infer.Result, error) {
		return infer.Result{}, &infer.MisfitError{Test: "test-register", Problem: "fits nothing"}
	}}
	if err := infer.Register(own); err != nil {
		t.Fatal(err)
	}
	names := infer.TestNames()
	if last := names[len(names)-1]; last != own.Name {
		t.Errorf("the last test is %q, want %q", last, own.Name)
	}
	one, err := infer.DifferencesOf([][]float64{{0.1}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := infer.Run(own.Name, one, infer.Options{}); err == nil ||
		!strings.Contains(err.Error(), "test-register fits nothing") {
		t.Errorf("Run: %v, want the error of the test", err)
	}
	for want, bad := range map[string]infer.Test{
		`"bcv-t" already`:         {Name: "bcv-t", Run: signTest},
		`"sequential-t" already`:  {Name: "sequential-t", Run: signTest}, // an older name of bcv-t
		`"test-register" already`: own,
		"a name and a function":   {Name: "no function"},
		"a name and a function R": {Run: signTest},
	} {
		if err := infer.Register(bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", bad.Name, err, want)
		}
	}
}
