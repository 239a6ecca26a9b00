package infer

import (
	"fmt"
	"strings"
)

// Test is a test by name.
type Test struct {
	Name      string
	Partition string // the partition set it is about
	Needs     string // what it needs besides the fold differences; empty for nothing
	TwoSided  bool   // it has no one-sided form
	Source    string
	Run       func(Differences, Options) (Result, error)
}

// tests in the order of the account of tests: t, F, z.
var tests = []Test{
	{"rho-t", "J random hold-outs", "", false, "Dietterich 1998", ResampledT},
	{"kfold-t", "K-fold CV", "", false, "Dietterich 1998", KFoldT},
	{"5x2-t", "5 x 2 CV", "", false, "Dietterich 1998", FiveByTwoT},
	{"mx2-t", "m x 2 CV", "", false, "Wang 2019 thesis, eq. 5.47", PairedMx2T},
	{"corrected-rho-t", "J random hold-outs", "n_train, n_valid", false, "Nadeau and Bengio 2003", CorrectedResampledT},
	{"corrected-rkfold-t", "r x K-fold CV", "", false, "Bouckaert and Frank 2004", CorrectedRepeatedKFoldT},
	{"combined-5x2-t", "5 x 2 CV", "", false, "Yildiz 2013", only(5, "combined-5x2-t", CombinedT)},
	{"blocked-3x2-t", "block-regularized 3 x 2 CV", "", false, "Wang et al. 2014", only(3, "blocked-3x2-t", BlockedT)},
	{"sequential-t", "block-regularized m x 2 CV", "", false, "Wang 2019 thesis, eq. 5.35", SequentialT},
	{"combined-5x2-F", "5 x 2 CV", "", true, "Alpaydin 1999", only(5, "combined-5x2-F", CombinedF)},
	{"calibrated-5x2-F", "block-regularized 5 x 2 CV", "", true, "Wang, Li and Li 2017", CalibratedF},
	{"proportion-z", "one hold-out", "0-1 losses, n_valid", false, "Dietterich 1998", ProportionZ},
	{"conservative-z", "J random hold-outs", "differences on halves of the data set", false, "Nadeau and Bengio 2003", ConservativeZ},
	{"kfold-ci-z", "K-fold CV", "n_valid, or losses of records", false, "Bayle et al. 2020", KFoldCIZ},
	{"kfold-ci-z-in", "K-fold CV", "losses of records", false, "Bayle et al. 2020", KFoldCIZIn},
}

// only restricts a test of any m x 2 CV to the m of its name.
func only(m int, name string, run func(Differences, Options) (Result, error)) func(Differences, Options) (Result, error) {
	return func(d Differences, opt Options) (Result, error) {
		if d.folds != 2 || d.replications != m {
			return Result{}, d.misfit(name, fmt.Sprintf("a %d x 2 CV", m))
		}
		return run(d, opt)
	}
}

// Tests returns all tests of fold differences: t, F and z.
func Tests() []Test { return append([]Test(nil), tests...) }

// TestNames returns the names of all tests.
func TestNames() []string {
	names := make([]string, len(tests))
	for i, t := range tests {
		names[i] = t.Name
	}
	return names
}

// Run runs a test by name. If the test is not about such differences, the error is a
// *MisfitError and names the tests that are.
func Run(name string, d Differences, opt Options) (Result, error) {
	for _, t := range tests {
		if t.Name != name {
			continue
		}
		r, err := t.Run(d, opt)
		if misfit, ok := err.(*MisfitError); ok {
			return r, &MisfitError{name, misfit.Problem + "; " + fitting(d, opt)}
		}
		return r, err
	}
	return Result{}, fmt.Errorf("infer: unknown test %q; use %s", name, strings.Join(TestNames(), ", "))
}

// Fitting returns the names of the tests that are about such differences.
func Fitting(d Differences, opt Options) []string {
	var names []string
	for _, t := range tests {
		if _, err := t.Run(d, opt); err == nil {
			names = append(names, t.Name)
		}
	}
	return names
}

func fitting(d Differences, opt Options) string {
	names := Fitting(d, opt)
	if len(names) == 0 {
		return "no test fits"
	}
	return "these fit: " + strings.Join(names, ", ")
}
