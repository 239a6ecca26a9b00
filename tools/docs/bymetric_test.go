package docs

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/research/study/metrics"
)

// The page about the paired posterior has the table of the stored study metrics.
func TestMetricsTable(t *testing.T) {
	rows, err := study.Stored[metrics.Row](data.FS, "calibration_metrics")
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	want.WriteString("| metric | `bcv-t` | `paired` as a decision | `nested-t` | posterior with inner folds | " +
		"corrected t, random m x 2 CV | corrected t, m x 5-fold CV |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	for _, r := range metrics.Errors(rows, false) {
		fmt.Fprintf(&want, "| %s | %s | %s | %s | %s | %s | %s |\n", r.Metric, r.BCVT, r.Paired, r.NestedT, r.Nested,
			r.Random, r.KFold)
	}
	page, err := os.ReadFile(root + "/docs/why/7-paired.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), want.String()) {
		t.Errorf("docs/why/7-paired.md lacks the table of the stored study:\n%s", want.String())
	}
}
