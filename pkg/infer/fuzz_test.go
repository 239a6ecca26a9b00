package infer

import (
	"math"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
)

// FuzzTests runs every test that fits on made-up differences, and McNemar's tests on
// made-up counts, each with a limit of time.
func FuzzTests(f *testing.F) {
	f.Add(uint8(5), uint8(2), 0.1, 0.2, 0.0, 0.05, uint8(0), 3.0, 17.0)
	f.Add(uint8(1), uint8(10), 1e149, -1e149, 1e-5, 1e-300, uint8(1), 4e15, 4e15)
	f.Add(uint8(15), uint8(1), 0.0, 0.0, 0.0, 0.999, uint8(2), 0.0, 0.0)
	f.Fuzz(func(t *testing.T, replications, folds uint8, a, step, delta, alpha float64, alternative uint8, n01,
		n10 float64) {
		opt := Options{Alternative: Alternative(alternative), Delta: delta, Alpha: alpha}
		look := func(name string, test func() (Result, error)) {
			numtest.Ends(t, func() {
				r, err := test()
				if err != nil {
					return
				}
				if !(r.PValue >= 0 && r.PValue <= 1+1e-9) {
					t.Errorf("%s: p = %v, want a probability", name, r.PValue)
				}
				if math.IsNaN(r.Statistic) || math.IsNaN(r.Estimate) {
					t.Errorf("%s: statistic %v, estimate %v, want numbers", name, r.Statistic, r.Estimate)
				}
				if r.HasCI && !(r.CI.Low <= r.CI.High) {
					t.Errorf("%s: interval %v, want its ends in order", name, r.CI)
				}
			}, name, replications, folds, a, step, opt, n01, n10)
		}
		table := Contingency{N00: 1, N01: math.Trunc(n01), N10: math.Trunc(n10)}
		look("mcnemar", func() (Result, error) {
			return McNemar(table, Options{Alternative: opt.Alternative, Alpha: alpha})
		})
		look("mcnemar-exact", func() (Result, error) {
			return McNemarExact(table, Options{Alternative: opt.Alternative, Alpha: alpha})
		})
		look("bcv-mcnemar", func() (Result, error) {
			return BCVMcNemar([]Contingency{table, table}, Options{Alternative: opt.Alternative, Alpha: alpha})
		})
		look("kfold-mcnemar", func() (Result, error) {
			return KFoldMcNemar([]Contingency{table, table}, Options{Alpha: alpha})
		})
		mu, size := make([][]float64, replications%20), make([][]int, replications%20)
		for j := range mu {
			for k := range int(folds % 20) {
				mu[j], size[j] = append(mu[j], a+step*float64((3*j+5*k)%7)), append(size[j], 20+k)
			}
		}
		d, err := DifferencesOf(mu)
		if err != nil {
			return
		}
		if d, err = d.WithTraining(size); err == nil {
			d, err = d.WithValidation(size)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range Tests() {
			look(test.Name, func() (Result, error) { return test.Run(d, opt) })
		}
		numtest.Ends(t, func() {
			p := PowerAnalysis{Options: opt, M: int(replications), SD: math.Abs(step), Rho1: 0.3, Rho2: 0.2}
			if v, err := p.Detectable(0.8); err == nil && math.IsNaN(v) {
				t.Errorf("Detectable of %+v is NaN", p)
			}
		}, "Detectable", opt, replications, step)
	})
}
