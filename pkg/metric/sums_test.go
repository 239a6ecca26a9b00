package metric

import (
	"math"
	"slices"
	"strings"
	"testing"
)

var animals, every = []string{"cat", "dog", "cow"}, []int{0, 1, 2}

// TestGradients: against differences of the value, and of degree 0: the value of twice the items is the same.
func TestGradients(t *testing.T) {
	all := map[string]Sums{"MCC": mcc(animals), "kappa": kappa(animals), "RMSE": rootMeanSquare(),
		"ratio": RatioOfSums("")}
	for name, r := range map[string]ClassRatio{"precision": PrecisionRatio, "recall": RecallRatio, "F1": F1Ratio,
		"F2": fBeta(2), "Jaccard": jaccardRatio} {
		all[name], all["micro "+name], all["weighted "+name] = r.oneClass(animals, 1), r.micro(animals), r.weighted(animals)
		all["macro "+name], all["macro of some "+name] = r.macro(animals, every), r.macro(animals, []int{0, 2})
		all["chunks "+name], all["macro chunks "+name] = r.Chunks("", 3, 0, 2), r.MacroChunks("", animals)
	}
	for name, s := range all {
		sums, gradient := make([]float64, s.Columns), make([]float64, s.Columns)
		for c := range sums {
			sums[c] = 5 + float64(c*c%7)
		}
		s.Gradient(sums, gradient)
		along := 0.0
		for c := range sums {
			along += gradient[c] * sums[c]
			const h = 1e-5
			moved := func(by float64) float64 {
				moved := slices.Clone(sums)
				moved[c] += by
				v, err := s.Value(moved)
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			if want := (moved(h) - moved(-h)) / (2 * h); math.Abs(gradient[c]-want) > 1e-8 {
				t.Errorf("%s, column %d: derivative %v, want %v", name, c, gradient[c], want)
			}
		}
		if math.Abs(along) > 1e-12 {
			t.Errorf("%s: derivative %v along the sums, want 0", name, along)
		}
	}
}

// TestSums: by hand. Truth and labels: cat 4 right, 1 as dog; dog 3 right, 2 as cow; cow 5 right, 1 as cat.
func TestSums(t *testing.T) {
	cells, counts := []float64{4, 1, 0, 0, 3, 2, 1, 0, 5}, []float64{5, 5, 4, 5, 4, 3, 6, 7, 5}
	f := []float64{8. / 10, 6. / 9, 10. / 13}
	for name, c := range map[string]struct {
		s    Sums
		sums []float64
		want float64
	}{
		"F1 of dog":          {F1Ratio.oneClass(animals, 1), cells, f[1]},
		"macro F1":           {F1Ratio.macro(animals, every), cells, (f[0] + f[1] + f[2]) / 3},
		"balanced accuracy":  {RecallRatio.macro(animals, every), cells, (4./5 + 3./5 + 5./6) / 3},
		"MCC":                {mcc(animals), cells, (16*12 - 25 - 20 - 42) / math.Sqrt((256-86)*(256-25-16-49))},
		"macro F1 of counts": {F1Ratio.MacroChunks("", animals), counts, (f[0] + f[1] + f[2]) / 3},
		"micro F1 of counts": {F1Ratio.Chunks("", 3, 0, 1, 2), counts, 0.75},
		"ratio":              {RatioOfSums(""), []float64{3, 4}, 0.75},
	} {
		if got, err := c.s.Value(c.sums); err != nil || !near(got, c.want) {
			t.Errorf("%s: got %v, %v; want %v", name, got, err, c.want)
		}
	}
	// Of 6 true positives, 2 false positives and 3 false negatives.
	for want, r := range map[float64]ClassRatio{6. / 8: PrecisionRatio, 6. / 9: RecallRatio, 12. / 17: F1Ratio,
		30. / 44: fBeta(2), 6. / 11: jaccardRatio} {
		if got := r.Value(6, 2, 3); !near(got, want) {
			t.Errorf("%+v: got %v, want %v", r, got, want)
		}
	}
}

// Without gold and predicted chunks the message says which of them the ratio needs.
func TestNoChunks(t *testing.T) {
	for want, r := range map[string]ClassRatio{"no chunk of type dog is predicted": PrecisionRatio,
		"no chunk of type dog is gold":                              RecallRatio,
		"there is no chunk of type dog, neither gold nor predicted": F1Ratio} {
		if _, err := r.MacroChunks("", []string{"dog"}).Value(make([]float64, 3)); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// A metric by its name has its label, and is not of cells if it takes other numbers.
func TestOfCells(t *testing.T) {
	s, err := OfCells("recall_macro", animals, -1)
	if v, no := s.Value([]float64{4, 1, 0, 0, 3, 2, 1, 0, 5}); err != nil || no != nil || s.Label != "macro recall" ||
		!near(v, (4./5+3./5+5./6)/3) {
		t.Errorf("%s is %v, %v, %v", s.Label, v, no, err)
	}
	if s, err = OfCells("f1", animals, 1); err != nil || s.Label != "F1" {
		t.Errorf("F1 of dog: %+v, %v", s, err)
	}
	for name, want := range map[string]string{"f1": "name it", "accuracy": "not computed from a confusion matrix",
		"roc_auc_ovr": "not computed from a confusion matrix", "mse": "not computed from a confusion matrix",
		"nonsense": "no metric"} {
		if _, err := OfCells(name, animals, -1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error with %q", name, err, want)
		}
	}
}

func TestRatioOf(t *testing.T) {
	for name, want := range map[string]struct {
		ratio   ClassRatio
		average string
		ok      bool
	}{
		"P": {PrecisionRatio, "", true}, "R": {RecallRatio, "", true}, "F1": {F1Ratio, "", true},
		"f1_score": {F1Ratio, "", true}, "sensitivity": {RecallRatio, "", true}, "macro F1": {F1Ratio, "macro", true},
		"jaccard_weighted": {jaccardRatio, "weighted", true}, "fbeta": {F1Ratio, "", true},
		"fbeta_micro(beta=2)": {ClassRatio{Gold: 4, Predicted: 1}, "micro", true}, "f1(class=dog)": {F1Ratio, "", false},
		"accuracy": {}, "balanced_accuracy": {}, "unknown": {}, "ppv": {PrecisionRatio, "", true},
	} {
		if ratio, average, ok := RatioOf(name); ok != want.ok || ratio != want.ratio || average != want.average {
			t.Errorf("%s: %+v, %q, %v; want %+v", name, ratio, average, ok, want)
		}
	}
}

// F1 of items with unequal draws is that of the sums over items of the means over their draws, and the numbers of draws
// have it as the mean over items of their means.
func TestLinearizeDraws(t *testing.T) {
	s := F1Ratio.oneClass([]string{"no", "yes"}, 1)
	rows := Rows{Cells: []int{3, 2, 3, 1, 0, 3}} // truth, label: tp, fn, tp, fp, tn, tp
	of := []int32{0, 0, 0, 1, 1, 2}              // so that tp is 2/3 + 1, fn 1/3, fp 1/2
	u := make([]float64, len(of))
	v, err := s.LinearizeDraws(rows, of, 3, u)
	if err != nil {
		t.Fatal(err)
	}
	const want = 2 * (5.0 / 3) / (2*(5.0/3) + 1.0/3 + 1.0/2)
	if mean := ((u[0]+u[1]+u[2])/3 + (u[3]+u[4])/2 + u[5]) / 3; !near(v, want) || !near(mean, want) {
		t.Errorf("F1 is %v, and the mean of numbers %v; want %v", v, mean, want)
	}
}

// Losses of single predictions, too high, too low and right.
func TestLosses(t *testing.T) {
	for _, c := range []struct {
		truth, predicted           float64
		squared, absolute, zeroOne float64
	}{
		{truth: 3, predicted: 1, squared: 4, absolute: 2, zeroOne: 1},
		{truth: 1, predicted: 3, squared: 4, absolute: 2, zeroOne: 1},
		{truth: -2, predicted: 0.5, squared: 6.25, absolute: 2.5, zeroOne: 1},
		{truth: -1.5, predicted: -1.5, squared: 0, absolute: 0, zeroOne: 0},
	} {
		if got := Squared(c.truth, c.predicted); got != c.squared {
			t.Errorf("Squared(%v, %v) is %v, want %v", c.truth, c.predicted, got, c.squared)
		}
		if got := Absolute(c.truth, c.predicted); got != c.absolute {
			t.Errorf("Absolute(%v, %v) is %v, want %v", c.truth, c.predicted, got, c.absolute)
		}
		if got := ZeroOne(c.truth, c.predicted); got != c.zeroOne {
			t.Errorf("ZeroOne(%v, %v) is %v, want %v", c.truth, c.predicted, got, c.zeroOne)
		}
	}
}
