package compare

import (
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
)

// Beyond the largest number of replications of the posterior a test decides alone.
func TestManyReplicationsHaveNoPosterior(t *testing.T) {
	m := paired.MaxReplications + 1
	r := results.Results{Design: results.Design{Replications: m, Folds: 2}, Models: []string{"a", "b"},
		Metrics: []metric.Metric{metric.Loss}, Values: []results.Grid[float64]{results.NewGrid[float64](2, m, 2)}}
	for i := range r.Values[0].Cells {
		r.Values[0].Cells[i] = float64(i * i % 17)
	}
	report, err := Run([]results.Results{r}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := report.Verdicts[0].Described.Method; got != "" {
		t.Errorf("described by %q, want nothing", got)
	}
	_, err = Run([]results.Results{r}, Options{Methods: []string{"paired"}})
	if want := "1001 replications; give at most 1000"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}
