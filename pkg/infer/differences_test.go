package infer

import (
	"math"
	"strings"
	"testing"
)

// column gives J x 1 differences, row 1 x K.
func column(x ...float64) [][]float64 {
	out := make([][]float64, len(x))
	for j, v := range x {
		out[j] = []float64{v}
	}
	return out
}

func row(x ...float64) [][]float64 { return [][]float64{x} }

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func TestDifferences(t *testing.T) {
	d := must[Differences](t)(NewDifferences([][]float64{{0.1, 0.2}, {0.3, 0.4}}, [][]float64{{0.2, 0.2}, {0.3, 0.7}}))
	if d.Replications() != 2 || d.Folds() != 2 {
		t.Errorf("%d replications of %d folds, want 2 of 2", d.Replications(), d.Folds())
	}
	for what, c := range map[string][2]float64{"first": {d.At(0, 0), 0.1}, "last": {d.At(1, 1), 0.3},
		"mean": {d.Mean(), 0.1}} {
		if math.Abs(c[0]-c[1]) > 1e-15 {
			t.Errorf("%s difference %v, want %v", what, c[0], c[1])
		}
	}
	if a, b, ok := d.Losses(); !ok || a != 0.25 || math.Abs(b-0.35) > 1e-15 {
		t.Errorf("losses %v, %v, %v", a, b, ok)
	}
	if twins := must[[][2]float64](t)(d.Pairs()); len(twins) != 2 || twins[0] != [2]float64{0.1, 0} {
		t.Errorf("twins %v", twins)
	}
	d = must[Differences](t)(DifferencesOf(row(1, 2, 3)))
	if _, _, ok := d.Losses(); ok {
		t.Error("differences alone have no losses")
	}
	if _, err := d.Pairs(); err == nil || !strings.Contains(err.Error(), "a 3-fold CV") {
		t.Errorf("twins of K-fold: %v", err)
	}
}

func TestDesign(t *testing.T) {
	for _, c := range []struct {
		replications, folds int
		want                string
	}{
		{1, 1, "one hold-out"}, {15, 1, "15 hold-outs"}, {1, 10, "a 10-fold CV"}, {10, 10, "a 10 x 10-fold CV"},
		{5, 2, "a 5 x 2 CV"}, {1, 2, "a 1 x 2 CV"},
	} {
		mu := make([][]float64, c.replications)
		for j := range mu {
			mu[j] = make([]float64, c.folds)
		}
		if got := must[Differences](t)(DifferencesOf(mu)).Design(); got != c.want {
			t.Errorf("%d x %d: %q, want %q", c.replications, c.folds, got, c.want)
		}
	}
}

func TestDifferencesRefuse(t *testing.T) {
	ok := must[Differences](t)(DifferencesOf(row(1, 2)))
	one := must[Differences](t)(RecordDifferences([][][]float64{{{0, 1}}}, [][][]float64{{{1, 1}}}))
	for _, c := range []struct {
		want string
		make func() error
	}{
		{"no loss of A", func() error { _, err := NewDifferences(nil, nil); return err }},
		{"no loss of B", func() error { _, err := NewDifferences(row(1), [][]float64{{}}); return err }},
		{"A has 1 x 2 losses, B 1 x 3", func() error { _, err := NewDifferences(row(1, 2), row(1, 2, 3)); return err }},
		{"A has 1 x 2 losses, B 2 x 1", func() error { _, err := NewDifferences(row(1, 2), column(1, 2)); return err }},
		{"replication 2 has 1 folds, but replication 1 has 2", func() error {
			_, err := DifferencesOf([][]float64{{1, 2}, {3}})
			return err
		}},
		{"loss of A in replication 1, fold 2 is NaN", func() error {
			_, err := NewDifferences(row(1, math.NaN()), row(1, 2))
			return err
		}},
		{"loss of B in replication 1, fold 1 is -Inf", func() error {
			_, err := NewDifferences(row(1, 2), row(math.Inf(-1), 2))
			return err
		}},
		{"difference in replication 1, fold 1 is 1e+200", func() error {
			_, err := DifferencesOf(row(1e200, 1))
			return err
		}},
		{"largest loss is 1e-200", func() error { _, err := DifferencesOf(row(1e-200, 0)); return err }},
		{"training records for 2 replications of 1", func() error {
			_, err := ok.WithTraining([][]int{{1, 2}, {1, 2}})
			return err
		}},
		{"1 numbers of validation records for 2 folds", func() error {
			_, err := ok.WithValidation([][]int{{1}})
			return err
		}},
		{"0 validation records in replication 1, fold 2", func() error {
			_, err := ok.WithValidation([][]int{{1, 0}})
			return err
		}},
		{"leave the sizes out", func() error { _, err := one.WithValidation([][]int{{2}}); return err }},
		{"no pairs of halves", func() error { _, err := ok.WithHalves(nil); return err }},
		{"in pair 1 of halves", func() error { _, err := ok.WithHalves([][2]float64{{1, math.NaN()}}); return err }},
		{"replication 1 has other folds for A than for B", func() error {
			_, err := RecordDifferences([][][]float64{{{1}, {2}}}, [][][]float64{{{1}}})
			return err
		}},
		{"2 losses of A and 1 of B", func() error {
			_, err := RecordDifferences([][][]float64{{{1, 2}}}, [][][]float64{{{1}}})
			return err
		}},
		{"0 losses of A", func() error {
			_, err := RecordDifferences([][][]float64{{{}}}, [][][]float64{{{}}})
			return err
		}},
		{"of record 2", func() error {
			_, err := RecordDifferences([][][]float64{{{1, math.Inf(1)}}}, [][][]float64{{{1, 2}}})
			return err
		}},
		{"no loss of A", func() error { _, err := RecordDifferences(nil, nil); return err }},
	} {
		err := c.make()
		if err == nil || !strings.HasPrefix(err.Error(), "infer: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}
