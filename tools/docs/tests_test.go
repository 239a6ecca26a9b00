package docs

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/infer/series"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/research/study"
	itemstudy "github.com/block-regularized/bcv/research/study/items"
	"github.com/block-regularized/bcv/research/study/rejection"
	"github.com/block-regularized/bcv/research/study/stopping"
	"github.com/block-regularized/bcv/research/study/testsummary"
)

// docs/reference/tests.md is the registry of tests with what was measured of them: go
// -C tools test ./docs -run Registry -update writes it.
func TestRegistryIsDocumented(t *testing.T) {
	const file = root + "/docs/reference/tests.md"
	want := registry(t)
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("docs/reference/tests.md is not the registry (%v); run go -C tools test ./docs -run Registry -update", err)
	}
}

const testsHead = `# Tests

The tests of ` + "`bcv ttest` and `bcv mcnemar`, and the tests of the scores of items" + `, generated from their
registries and from the stored simulations. All are about the *algorithms*, trained on samples of the size of the
training sets, except those on one hold-out, which are about the two *fitted models*, and those of the scores of
items, which are about what varied: items, or items and runs. What is recommended for which results, and why, is in
[06_which_test](../../notebooks/06_which_test.ipynb); the paired
posterior, which describes the difference beside the test on an m x 2 CV, is in
[13_paired](../../notebooks/13_paired.ipynb). [levels-benchmark](levels-benchmark.md) judges a test of your own beside
these.

## What was measured

Two-sided, at the level 0.05. *Largest error*: on normal differences, where the correlations between folds are at most
1/2, which they are not for all learners; simulated with 10,000 draws for each pair of correlations from 0 to 1/2, but
for ` + "`bcv-t`" + `, of which it is exact.
*At 0.2*: where both correlations are 0.2, about where differences of learners are; the power is for a difference of
two standard deviations. *Classifiers*: the least and the largest error on four kinds of data with two classifiers of
equal error rates, and the mean power over three kinds with different ones. A dash: not measured.

`

func registry(t *testing.T) string {
	t.Helper()
	grid, err := study.Stored[stopping.TestErrorRow](data.FS, "type1_errors")
	if err != nil {
		t.Fatal(err)
	}
	classifiers, err := study.Stored[rejection.Row](data.FS, "mcnemar_table_5")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString(testsHead + "| test | partition set | largest error | at 0.2 | power at 0.2 | errors, classifiers | " +
		"power, classifiers |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	for _, r := range testsummary.Rows(grid, classifiers) {
		if r.Test == "bcv-t" {
			r.Largest = exactError(t, r.Partition)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s | %s |\n",
			r.Test, r.Partition, digits(r.Largest), digits(r.Error), digits(r.Power),
			orDash(r.ClassifierErrors), digits(r.ClassifierPower))
	}
	b.WriteString(onItems(t))
	assumes := map[string]string{}
	for _, test := range infer.Tests() {
		assumes[test.Name] = assumed(t, test)
	}
	for _, test := range items.Tests() {
		assumes[test.Name] = assumedOnItems(t, test)
	}
	for _, test := range series.Tests() {
		r, err := test.Run(series.Sample{A: []float64{1, 2, 3, 5, 4}, B: []float64{2, 2, 5, 4, 3}}, infer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		assumes[test.Name] = r.Assumptions
	}
	for _, r := range tables(t) {
		assumes[r.Test] = r.Assumptions
	}
	b.WriteString("\n## The table of procedures\n\nWhat `bcv compare --list` shows, in the order in which `--all` runs them. " +
		"All have one-sided forms but those that say so.\n\n| procedure | for | about | needs | assumes | source |\n" +
		"| --- | --- | --- | --- | --- | --- |\n")
	for _, of := range compare.Procedures() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n", of.Name, of.For, of.Target, orDash(of.Needs),
			orDash(assumes[of.Name]), orDash(of.Source))
	}
	return b.String()
}

// exactError is the largest error of bcv-t on "M x 2 CV", where the correlations are at most 1/2.
func exactError(t *testing.T, partition string) float64 {
	t.Helper()
	var m int
	if _, err := fmt.Sscanf(partition, "%d x 2 CV", &m); err != nil {
		t.Fatal(err)
	}
	worst := 0.0
	for i := range 11 {
		for j := range 11 {
			rho1, rho2 := float64(i)/20, float64(j)/20
			e, err := infer.PowerAnalysis{M: m, SD: 1, Rho1: rho1, Rho2: min(rho2, (1+rho1)/2-1e-5)}.Power()
			if err != nil {
				t.Fatal(err)
			}
			worst = max(worst, e)
		}
	}
	return worst
}

const itemsHead = `
## Two models on the items of one test set

What the study items measured on 10,000 data sets in each condition, whose true difference is known
([data/results/items.csv](../../data/results/items.csv), a summary in
[items_summary.csv](../../data/results/items_summary.csv)), at a nominal 5%: false alarms on average over conditions,
and in the worst condition, two-sided and of the worse side of one-sided tests; how many 95% intervals hold the true
difference, on average and in the worst condition; and power where B is better by 2.5 standard deviations of the mean of
the normal values behind the scores. The bootstrap and randomization ran on 500 data sets. Conditions have 20 to 1,000
items; 2 to 50 clusters of equal and very unequal sizes (cluster k in proportion to k²) with correlations of
differences from 0 to 0.6; and 1 to 10 runs, whose mean scores vary not at all, by about 1 point or by 3. Where
scores have two distributions with one mean, differences are skewed: normal against exponential scores, and 90%
zeros against 50%.

| procedure | where | scores | conditions | false, mean | worst | worst side | intervals, worst | power |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
`

// onItems is the summary of the study items.
func onItems(t *testing.T) string {
	t.Helper()
	rows, err := study.Stored[itemstudy.Summary](data.FS, "items_summary")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString(itemsHead)
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %d | %s | %s | %s | %s, %s | %s |\n", r.Procedure, r.Scope, r.Kind, r.Cells,
			digits(r.Two), digits(r.WorstTwo), digits(r.WorstOne), digits(r.Coverage), digits(r.LeastCoverage), digits(r.Power))
	}
	return b.String()
}

// assumedOnItems runs a test on scores of items, and returns what it says that it assumes.
func assumedOnItems(t *testing.T, test items.Test) string {
	t.Helper()
	whole, err := metric.OfCells("MCC", []string{"no", "yes"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	a, b := []int{0, 3, 0, 3, 1, 2}, []int{0, 3, 1, 2, 0, 3}
	parts := items.Parts{A: []metric.Rows{{Cells: a}}, B: []metric.Rows{{Cells: b}}, Clusters: []int{0, 0, 1, 1, 2, 2}}
	areas := items.Sample{A: [][]float64{{0, 0, 0, 0}}, B: [][]float64{{1, -1, 1, -1}}, Clusters: []int{0, 1, 0, 1},
		Positive: []bool{true, true, false, false}}
	run := map[string]func() (infer.Result, error){
		"delong":        func() (infer.Result, error) { return items.DeLong(areas, infer.Options{}) },
		"obuchowski":    func() (infer.Result, error) { return items.Obuchowski(areas, infer.Options{}) },
		"linearized-t":  func() (infer.Result, error) { return items.LinearizedT(parts, whole, infer.Options{}) },
		"randomization": func() (infer.Result, error) { return items.Randomization(parts, whole, infer.Options{}, 99, 1) },
		"bca":           func() (infer.Result, error) { return items.BCa(parts, whole, infer.Options{}, 100, 1) },
	}[test.Name]
	if run == nil {
		run = func() (infer.Result, error) {
			return test.Run(items.Sample{A: [][]float64{{1, 0, 1, 1}, {1, 0, 0, 1}}, B: [][]float64{{0, 1, 1, 0}, {1, 1, 0, 0}},
				Clusters: []int{0, 0, 1, 2}}, infer.Options{})
		}
	}
	if test.Name == "ppi-t" {
		one, two := []float64{0, 1, 1, 0}, []float64{1, 1, 0, 1}
		run = func() (infer.Result, error) {
			return test.Run(items.Sample{A: [][]float64{one}, B: [][]float64{two}, Judge: &items.Judge{A: one, B: two,
				OthersA: one, OthersB: two}}, infer.Options{})
		}
	}
	if test.Name == "stratified-t" {
		run = func() (infer.Result, error) {
			return test.Run(items.Sample{A: [][]float64{{1, 0, 1, 1}}, B: [][]float64{{0, 1, 1, 0}}, Strata: []int{0, 0, 1, 1}},
				infer.Options{})
		}
	}
	r, err := run()
	if err != nil {
		t.Fatal(err)
	}
	return sentence(r.Assumptions)
}

// assumed runs a test on differences that fit it, and returns what it says that it assumes.
func assumed(t *testing.T, test infer.Test) string {
	t.Helper()
	shapes := map[string][2]int{"J random hold-outs": {4, 1}, "K-fold CV": {1, 5}, "r x K-fold CV": {2, 5},
		"one hold-out": {1, 1},
		"5 x 2 CV":     {5, 2}, "block-regularized 5 x 2 CV": {5, 2}, "block-regularized 3 x 2 CV": {3, 2},
		"m x 2 CV":                   {4, 2},
		"block-regularized m x 2 CV": {4, 2}}
	shape, ok := shapes[test.Partition]
	if !ok {
		t.Fatalf("no example of %q for the test %s", test.Partition, test.Name)
	}
	a, b, train := make([][][]float64, shape[0]), make([][][]float64, shape[0]), make([][]int, shape[0])
	for j := range shape[0] {
		for k := range shape[1] {
			// Losses 0 and 1 of ten records.
			var x, y []float64
			for i := range 10 {
				x, y = append(x, float64((i*(j+2)+k)%3/2)), append(y, float64((i+3*j+2*k)%4/3))
			}
			a[j], b[j], train[j] = append(a[j], x), append(b[j], y), append(train[j], 10)
		}
	}
	d, err := infer.RecordDifferences(a, b)
	if err != nil {
		t.Fatal(err)
	}
	if d, err = d.WithTraining(train); err != nil {
		t.Fatal(err)
	}
	if d, err = d.WithHalves([][2]float64{{0.1, 0.2}, {0, 0.3}}); err != nil {
		t.Fatal(err)
	}
	half := [][2]float64{{0.1, 0.2}, {0, 0.4}}
	if d, err = d.WithInner([][2][][2]float64{{half, {{0.3, 0.3}, {0.1, 0.3}}}}); err != nil {
		t.Fatal(err)
	}
	if test.Name == "nested-records-t" {
		if d, err = d.WithRecords([]float64{0, 1, 0, -1}); err != nil {
			t.Fatal(err)
		}
	}
	r, err := infer.Run(test.Name, d, infer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return sentence(r.Assumptions)
}

// tables are the results of McNemar's tests on an example.
func tables(t *testing.T) []infer.Result {
	t.Helper()
	one := infer.Contingency{N00: 5, N01: 7, N10: 3, N11: 35}
	var folds []infer.Contingency
	for range 10 {
		folds = append(folds, one)
	}
	var out []infer.Result
	for _, test := range []func() (infer.Result, error){
		func() (infer.Result, error) { return infer.McNemar(one, infer.Options{}) },
		func() (infer.Result, error) { return infer.McNemarExact(one, infer.Options{}) },
		func() (infer.Result, error) { return infer.McNemarMidP(one, infer.Options{}) },
		func() (infer.Result, error) { return infer.KFoldMcNemar(folds, infer.Options{}) },
		func() (infer.Result, error) { return infer.BCVMcNemar(folds, infer.Options{}) },
	} {
		r, err := test()
		if err != nil {
			t.Fatal(err)
		}
		r.Assumptions = sentence(r.Assumptions)
		out = append(out, r)
	}
	return out
}

// sentence gives a text a capital and a full stop.
func sentence(s string) string {
	if !strings.HasPrefix(s, "m x 2") {
		s = strings.ToUpper(s[:1]) + s[1:]
	}
	return strings.TrimSuffix(s, ".") + "."
}

func digits(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	return fmt.Sprintf("%.3f", x)
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}
