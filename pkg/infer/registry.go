package infer

import (
	"fmt"
	"slices"
	"strings"
)

// Test is a test by name.
type Test struct {
	Name      string
	Partition string // the partition set that it is for
	Needs     string // what it needs besides the fold differences; may be empty
	TwoSided  bool   // it has no one-sided form
	Naive     bool   // it takes folds that share training records for independent; no error suggests it
	Source    string
	// Run returns a *MisfitError for differences that the test does not fit. It fills in
	// the fields of the result, with the settings of the options: see Options.Filled.
	Run func(Differences, Options) (Result, error)
}

// tests are in the order t, F, z.
var tests = []Test{
	{Name: "resampled-t", Partition: "J random hold-outs", Naive: true, Source: "Dietterich 1998", Run: ResampledT},
	{Name: "kfold-t", Partition: "K-fold CV", Naive: true, Source: "Dietterich 1998", Run: KFoldT},
	{Name: "5x2-t", Partition: "5 x 2 CV", Source: "Dietterich 1998", Run: FiveByTwoT},
	{Name: "mx2-t", Partition: "m x 2 CV", Source: "Wang 2019 thesis, eq. 5.47", Run: PairedMx2T},
	{Name: "corrected-resampled-t", Partition: "J random hold-outs", Needs: "n_train, n_valid",
		Source: "Nadeau and Bengio 2003", Run: CorrectedResampledT},
	{Name: "corrected-repeated-kfold-t", Partition: "r x K-fold CV", Source: "Bouckaert and Frank 2004",
		Run: CorrectedRepeatedKFoldT},
	{Name: "combined-5x2-t", Partition: "5 x 2 CV", Naive: true, Source: "Yildiz 2013", Run: only(5, "combined-5x2-t",
		CombinedT)},
	{Name: "blocked-3x2-t", Partition: "block-regularized 3 x 2 CV", Source: "Wang et al. 2014",
		Run: only(3, "blocked-3x2-t", BlockedT)},
	{Name: "bcv-t", Partition: "block-regularized m x 2 CV", Source: "Wang 2019 thesis, eq. 5.35", Run: BCVT},
	{Name: "nested-t", Partition: "block-regularized m x 2 CV", Needs: "differences of inner CVs within the halves",
		Source: "this project, after Nadeau and Bengio 2003", Run: NestedT},
	{Name: "nested-records-t", Partition: "block-regularized m x 2 CV",
		Needs: "differences of inner CVs, and losses of records", Source: "this project", Run: NestedRecordsT},
	{Name: "combined-5x2-F", Partition: "5 x 2 CV", TwoSided: true, Source: "Alpaydin 1999",
		Run: only(5, "combined-5x2-F", CombinedF)},
	{Name: "calibrated-5x2-F", Partition: "block-regularized 5 x 2 CV", TwoSided: true, Source: "Wang, Li and Li 2017",
		Run: CalibratedF},
	{Name: "proportion-z", Partition: "one hold-out", Needs: "0-1 losses, n_valid", Source: "Dietterich 1998",
		Run: ProportionZ},
	{Name: "conservative-z", Partition: "J random hold-outs", Needs: "differences on halves of the data set",
		Source: "Nadeau and Bengio 2003", Run: ConservativeZ},
	{Name: "kfold-ci-z", Partition: "K-fold CV", Needs: "n_valid, or losses of records", Source: "Bayle et al. 2020",
		Run: KFoldCIZ},
	{Name: "kfold-ci-z-in", Partition: "K-fold CV", Needs: "losses of records", Source: "Bayle et al. 2020",
		Run: KFoldCIZIn},
}

// aliases maps older names of tests to the names of today.
var aliases = map[string]string{
	"sequential-t":       "bcv-t",
	"rho-t":              "resampled-t",
	"corrected-rho-t":    "corrected-resampled-t",
	"corrected-rkfold-t": "corrected-repeated-kfold-t",
}

// Lookup returns the test of that name, which may be an older one: sequential-t for
// bcv-t, rho-t for resampled-t, corrected-rho-t for corrected-resampled-t,
// corrected-rkfold-t for corrected-repeated-kfold-t.
func Lookup(name string) (Test, error) {
	name = CanonicalName(name)
	for _, t := range tests {
		if t.Name == name {
			return t, nil
		}
	}
	return Test{}, fmt.Errorf("infer: unknown test %q; use %s", name, strings.Join(TestNames(), ", "))
}

// only restricts a test of any m x 2 CV to the m of its name.
func only(m int, name string, run func(Differences, Options) (Result, error)) func(Differences, Options) (Result,
	error) {
	return func(d Differences, opt Options) (Result, error) {
		if d.folds != 2 || d.replications != m {
			return Result{}, d.misfit(name, fmt.Sprintf("a %d x 2 CV", m))
		}
		return run(d, opt)
	}
}

// Tests returns all tests of fold differences: t, F, z.
func Tests() []Test { return slices.Clone(tests) }

// TestNames returns the names of all tests.
func TestNames() []string {
	var names []string
	for _, t := range tests {
		names = append(names, t.Name)
	}
	return names
}

// Run runs a test by name, as Lookup finds it. If the test does not fit
// the differences, the error is a *MisfitError and names the tests that do, but for naive ones.
func Run(name string, d Differences, opt Options) (Result, error) {
	t, err := Lookup(name)
	if err != nil {
		return Result{}, err
	}
	r, err := t.Run(d, opt)
	if misfit, ok := err.(*MisfitError); ok {
		fit := noneFits
		if names := applicable(d, opt); len(names) > 0 {
			fit = "these fit: " + strings.Join(names, ", ")
		}
		return r, &MisfitError{Test: t.Name, Problem: misfit.Problem, Instead: fit}
	}
	return r, err
}

const noneFits = "no test that allows for shared training records fits"

// applicable returns the names of the tests that fit the differences, but for naive ones.
func applicable(d Differences, opt Options) []string {
	var names []string
	for _, t := range tests {
		if _, err := t.Run(d, opt); err == nil && !t.Naive {
			names = append(names, t.Name)
		}
	}
	return names
}

// CanonicalName returns the present name of a test from an older one, and any other name
// unchanged.
func CanonicalName(name string) string {
	if now, ok := aliases[name]; ok {
		return now
	}
	return name
}
