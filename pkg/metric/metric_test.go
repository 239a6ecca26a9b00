package metric

import "testing"

func TestNamed(t *testing.T) {
	for name, want := range map[string]Metric{
		"F1":            {Name: "F1", HigherIsBetter: true, Max: 1, Percent: true},
		"balanced_acc":  {Name: "balanced_acc"},
		"Error Rate":    {Name: "Error Rate", Max: 1, Percent: true},
		"log-loss":      {Name: "log-loss"},
		"ROC_AUC":       {Name: "ROC_AUC", HigherIsBetter: true, Max: 1},
		"a new measure": {Name: "a new measure"},
	} {
		got, known := Named(name)
		if got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
		if known == (name == "a new measure" || name == "balanced_acc") {
			t.Errorf("%s: known: %t", name, known)
		}
	}
}

func TestWithin(t *testing.T) {
	if got := ErrorRate.Within([]float64{0, 0.5, 1}); got != ErrorRate {
		t.Errorf("got %+v, want no change", got)
	}
	for _, v := range []float64{-0.1, 1.5} {
		if got, want := F1.Within([]float64{0.5, v}), (Metric{Name: "F1", HigherIsBetter: true}); got != want {
			t.Errorf("with %v: got %+v, want %+v", v, got, want)
		}
	}
	if got := Loss.Within([]float64{7}); got != Loss {
		t.Errorf("got %+v, want no change", got)
	}
}
