package compare_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/results"
)

// severalMetrics are values of three metrics of some models on a 5 x 2 CV.
func severalMetrics(models ...string) string {
	var b strings.Builder
	b.WriteString("replication,fold,model,metric,value\n")
	for i := range 10 {
		for m, model := range models {
			for k, name := range []string{"accuracy", "log_loss", "rmse"} {
				v := 0.3 + float64((7*i+3*m+5*k)%11)/500 + float64(m)*[]float64{0.004, 0.006, 0.01}[k]
				fmt.Fprintf(&b, "%d,%d,%s,%s,%.4f\n", i/2+1, i%2+1, model, name, v)
			}
		}
	}
	return b.String()
}

// Several metrics are decided each by itself, which a note says, or together on request.
func TestMetricsTogether(t *testing.T) {
	by := map[string]func([]float64) ([]float64, error){"holm": infer.Holm, "bonferroni": infer.Bonferroni}
	for _, c := range []struct {
		models  []string
		methods []string
		among   string
	}{
		{[]string{"a", "b"}, nil, "3 metrics"},
		{[]string{"a", "b"}, []string{"bcv-t", "5x2-t"}, "3 metrics and tests"},
		{[]string{"a", "b", "c"}, nil, "all pairs and metrics"},
		{[]string{"a", "b", "c"}, []string{"bcv-t", "5x2-t"}, "all pairs and metrics and tests"},
	} {
		for name, adjust := range by {
			opt := compare.Options{Methods: c.methods, Separate: true}
			alone, err := parsed(severalMetrics(c.models...), results.ReadOptions{}, opt)
			if err != nil {
				t.Fatal(err)
			}
			opt.Adjust, opt.Separate = name, false
			together, err := parsed(severalMetrics(c.models...), results.ReadOptions{}, opt)
			if err != nil {
				t.Fatal(err)
			}
			note := func(note string) bool { return strings.HasPrefix(note, "3 metrics, each decided by itself; ") }
			if !slices.ContainsFunc(alone.Notes, note) {
				t.Errorf("%s: notes %q, want one that nothing is adjusted", c.among, alone.Notes)
			}
			if slices.ContainsFunc(together.Notes, note) {
				t.Errorf("%s: notes %q, but metrics are adjusted", c.among, together.Notes)
			}
			var p []float64
			for _, v := range alone.Verdicts {
				p = append(p, v.PValue)
			}
			want, err := adjust(p)
			if err != nil {
				t.Fatal(err)
			}
			said := c.among + map[string]string{"holm": " (Holm)", "bonferroni": " (Bonferroni)"}[name]
			for i, v := range together.Verdicts {
				if v.PAdjusted != want[i] {
					t.Errorf("%s of %s by %s: adjusted p %v, want %v", name, v.Metric.Name, v.Method, v.PAdjusted, want[i])
				}
				if v.Adjusted != said {
					t.Errorf("%s: adjusted among %q, want %q", name, v.Adjusted, said)
				}
				if v.IntervalKind() != "simultaneous confidence" {
					t.Errorf("%s: the interval is %s, want simultaneous", c.among, v.IntervalKind())
				}
				if !strings.Contains(v.Evidence(), fmt.Sprintf(", %s among %s", strings.TrimPrefix(table.PValue(want[i], 0.05), "= "), said)) {
					t.Errorf("%s: %s does not say what is adjusted", c.among, v.Evidence())
				}
			}
		}
	}
}

// The intervals of metrics that are adjusted together have Bonferroni's level.
func TestIntervalsOfMetricsTogether(t *testing.T) {
	text := severalMetrics("a", "b")
	together, err := parsed(text, results.ReadOptions{}, compare.Options{Adjust: "bonferroni"})
	if err != nil {
		t.Fatal(err)
	}
	wide, err := parsed(text, results.ReadOptions{}, compare.Options{Alpha: 0.05 / 3})
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range together.Verdicts {
		if w := wide.Verdicts[i]; math.Abs(v.Low-w.Low) > 1e-12 || math.Abs(v.High-w.High) > 1e-12 {
			t.Errorf("%s: [%v, %v], want [%v, %v]", v.Metric.Name, v.Low, v.High, w.Low, w.High)
		}
	}
}

// Posteriors have no p-value to adjust, which a note says.
func TestPosteriorsAreNotAdjusted(t *testing.T) {
	r, err := parsed(severalMetrics("a", "b"), results.ReadOptions{}, compare.Options{Methods: []string{"paired"},
		Adjust: "holm"})
	if err != nil {
		t.Fatal(err)
	}
	want := "posterior probabilities are about each metric by itself; only p-values are adjusted"
	if !slices.Contains(r.Notes, want) {
		t.Errorf("notes %q, want %q", r.Notes, want)
	}
	plain, err := parsed(severalMetrics("a", "b"), results.ReadOptions{}, compare.Options{Methods: []string{"paired"}})
	if err != nil {
		t.Fatal(err)
	}
	two, err := parsed(severalMetrics("a", "b"), results.ReadOptions{}, compare.Options{Metrics: []string{"acc", "rmse"}})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(two.Notes, func(note string) bool { return strings.HasPrefix(note, "2 metrics, each") }) {
		t.Errorf("notes %q, want one about 2 metrics", two.Notes)
	}
	if slices.ContainsFunc(plain.Notes, func(note string) bool { return strings.Contains(note, "by itself") }) {
		t.Errorf("notes %q, want none about adjusting where nothing can be adjusted", plain.Notes)
	}
}

// A value that rounds to 0 has no sign.
func TestNoNegativeZero(t *testing.T) {
	r, err := parsed("replication,fold,model,r2\n1,1,a,-0.004\n1,2,a,0.002\n2,1,a,-0.004\n2,2,a,0.002\n"+
		"1,1,b,0.71\n1,2,b,0.74\n2,1,b,0.72\n2,2,b,0.75\n", results.ReadOptions{}, compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Verdicts[0].Headline(), ": R2 0.73 against 0.00, 0.73 higher"; !strings.Contains(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}
