package thesis7

import (
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/internal/accounttest"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
)

// The printed P, R and F1 leave one whole confusion matrix each.
func TestPrintedCounts(t *testing.T) {
	printed, err := reproduce.ReadNumbers(study.Config{Data: data.FS})
	if err != nil {
		t.Fatal(err)
	}
	for model, want := range map[string]posterior.Counts{"A": {TP: 677, FP: 1405, FN: 298}, "B": {TP: 772, FP: 1672,
		FN: 203}} {
		if got, err := printedCounts(printed, model); err != nil || got != want {
			t.Errorf("%s: %v, %v, want %v", model, got, err, want)
		}
	}
	wrong := printed["thesis:table-7.2 A/F1_pct"]
	wrong.Text = "44.40"
	printed["thesis:table-7.2 A/F1_pct"] = wrong
	if _, err := printedCounts(printed, "A"); err == nil || !strings.Contains(err.Error(), "0 confusion matrices") {
		t.Errorf("an F1 that does not fit P and R: %v", err)
	}
}

// All bounds and probabilities follow from these counts; one bound is cut off.
func TestPrintedIntervals(t *testing.T) {
	count := map[string]int{}
	for _, r := range accounttest.QuickRows(t, DefectProneness(), "thesis:table-7.2", "thesis:table-7.3") {
		if r.Item == "table-7.2" && !strings.Contains(r.Key, "_ci_") {
			continue
		}
		count[r.Verdict]++
		if r.Verdict == reproduce.Near && r.Key != "A/F1_ci_low_pct" {
			t.Errorf("%+v", r)
		}
	}
	if count[reproduce.ExactMatch] != 13 || count[reproduce.MonteCarloMatch] != 4 || count[reproduce.Near] != 1 {
		t.Errorf("%v", count)
	}
}
