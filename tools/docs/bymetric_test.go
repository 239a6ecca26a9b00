package docs

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/items"
	"github.com/block-regularized/bcv/research/study/metrics"
)

// The page about reliability has the errors of the stored study items-areas.
func TestAreasOnThePage(t *testing.T) {
	rows, err := study.Stored[items.Row](data.FS, "items_areas")
	if err != nil {
		t.Fatal(err)
	}
	of := func(procedure, cell string, clusters int, few bool) (mean, worst float64) {
		n := 0.0
		for _, r := range rows {
			if r.Procedure == procedure && strings.Contains(r.Cell, cell) && r.Clusters == clusters &&
				(r.Scope == items.FewOfClass) == few {
				mean, worst, n = mean+100*r.Two, max(worst, 100*r.Two), n+1
			}
		}
		return mean / n, worst
	}
	all, most := of("delong", "", 0, false)
	_, low := of("delong", "AUC 0.7", 0, false)
	_, middle := of("delong", "AUC 0.8", 0, false)
	few, worst := of("delong", "", 0, true)
	fifty, _ := of("t of components", "", 50, false)
	ten, _ := of("t of components", "", 10, false)
	normal, _ := of("obuchowski", "", 10, false)
	page, err := os.ReadFile(root + "/docs/research/reliability.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(string(page)), " ")
	for _, want := range []string{
		fmt.Sprintf("%.1f%% on average with 20 items or more of each class, at most %.1f%% where A has an AUC of 0.7 or "+
			"0.8, and up to %.1f%% where it has 0.95", all, max(low, middle), most),
		fmt.Sprintf("With fewer of a class: %.1f%% on average, %.1f%% in the worst condition.", few, worst),
		fmt.Sprintf("`linearized-t`, which gives a false alarm in %.1f%% on average in 50 clusters and in %.1f%% in 10, where `obuchowski` "+
			"gives a false alarm in %.1f%%.", fifty, ten, normal),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("docs/research/reliability.md lacks %q", want)
		}
	}
}

// The page about the paired posterior has the table of the stored study metrics.
func TestMetricsTable(t *testing.T) {
	page, err := os.ReadFile(root + "/docs/why/7-paired.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := byMetricTable(t); !strings.Contains(string(page), want) {
		t.Errorf("docs/why/7-paired.md lacks the table of the stored study:\n%s", want)
	}
}

func byMetricTable(t *testing.T) string {
	t.Helper()
	rows, err := study.Stored[metrics.Row](data.FS, "calibration_metrics")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("| metric | `bcv-t` | `paired` as a decision | `nested-t` | posterior with inner folds | " +
		"corrected t, random m x 2 CV | corrected t, m x 5-fold CV |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	for _, r := range metrics.Errors(rows) {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", r.Metric, r.BCVT, r.Paired, r.NestedT, r.Nested, r.Random,
			r.KFold)
	}
	return b.String()
}
