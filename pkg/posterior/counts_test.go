package posterior

import (
	"slices"
	"testing"

	"github.com/block-regularized/bcv/pkg/metric"
)

// The metrics are those of package metric, with their values of 6 TP, 2 FP and 3 FN, and each is read by either name.
func TestMetrics(t *testing.T) {
	for m, want := range map[Metric]struct {
		metric.Metric
		value float64
		long  string
	}{Precision: {metric.Precision, 6. / 8, "precision"}, Recall: {metric.Recall, 6. / 9, "recall"},
		F1: {metric.F1, 12. / 17, "f1"}} {
		if got := (Counts{TP: 6, FP: 2, FN: 3}).Value(m); got != want.value || m.Metric() != want.Metric {
			t.Errorf("%+v: value %v, want %v of %+v", m.Metric(), got, want.value, want.Metric)
		}
		for _, name := range []string{want.Name, " " + want.long} {
			if got, err := ParseMetrics(name); err != nil || !slices.Equal(got, []Metric{m}) {
				t.Errorf("%s: %v, %v; want %v", name, got, err, m)
			}
		}
		if got, err := ParseMetrics(want.Name + "," + want.long); err == nil {
			t.Errorf("%s twice: got %v and no error", m, got)
		}
	}
}
