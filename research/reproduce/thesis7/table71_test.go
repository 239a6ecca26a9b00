package thesis7

import (
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/internal/accounttest"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/defectcounts"
)

// All numbers of table 7.1 and of the text of section 7.3 have a result, and the one p-value
// that its t contradicts is known.
func TestDefectCounts(t *testing.T) {
	rows := accounttest.QuickRows(t, DefectCounts(), "thesis:table-7.1")
	verdicts := map[string]string{}
	for _, r := range rows {
		verdicts[r.Key] = r.Verdict
		if r.Verdict == reproduce.NotRun {
			t.Errorf("%s is not run", r.Key)
		}
		if r.Key == "power/p_value" && !strings.Contains(r.Note, "E14") {
			t.Errorf("%+v", r)
		}
	}
	for key, want := range map[string]string{"none/p_value": reproduce.ExactMatch, "power/p_value": reproduce.Near,
		"none/dof": reproduce.ExactMatch, "power/m": reproduce.Input} {
		if verdicts[key] != want {
			t.Errorf("%s: %s, want %s", key, verdicts[key], want)
		}
	}
	text := 0
	for _, r := range accounttest.QuickRows(t, DefectCounts(), "thesis:text") {
		if strings.HasPrefix(r.Key, "7.3/") && r.Verdict != reproduce.NotRun {
			text++
		}
	}
	if len(rows) != 16 || text != 3 {
		t.Errorf("%d numbers of the table, %d of the text", len(rows), text)
	}
}

// The spread over sets is the standard error of the printed number, which is of one set, and ours is that of the mean.
func TestStandardErrors(t *testing.T) {
	v := defectcounts.Variants()[0]
	summary := []defectcounts.SummaryRow{{Variant: v, Quantity: defectcounts.Full, Sets: 100, Mean: 0.7, Spread: 0.02}}
	components := []defectcounts.ComponentsRow{{Variant: v, Components: 9, FPA: 0.6, FPASpread: 0.03},
		{Variant: v, Components: 8, FPA: 0.1, FPASpread: 0.1}}
	for _, r := range countResults(summary, components) {
		if r.Key != "none/fpa_full_model" {
			continue
		}
		{
			e := r.Explanations[0]
			check.Equal(t, "r.Value", r.Value, 0.7)
			check.Near(t, "r.SE", r.SE, 0.002, 1e-12)
			check.Equal(t, "r.PublishedSE", r.PublishedSE, 0.02)
			check.Equal(t, "e.Value", e.Value, 0.6)
			check.Near(t, "e.SE", e.SE, 0.003, 1e-12)
			check.Equal(t, "e.PublishedSE", e.PublishedSE, 0.03)
		}
		return
	}
	t.Error("no result")
}

// The printed deviations allow the spread that the printed t asks for.
func TestImplied(t *testing.T) {
	p, err := reproduce.ReadNumbers(study.Config{Data: data.FS})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range ImpliedByTable(p) {
		check.That(t, r.SD >= r.Least, "r.SD = %v, want at least %v", r.SD, r.Least)
		check.That(t, r.SD <= r.Most, "r.SD = %v, want at most %v", r.SD, r.Most)
		check.That(t, r.Correlation >= -1, "r.Correlation = %v, want at least %v", r.Correlation, -1)
		check.That(t, r.Correlation <= 1, "r.Correlation = %v, want at most %v", r.Correlation, 1)
		if (math.Abs(r.P-r.Printed) <= 0.0005) != (i == 0) {
			t.Errorf("p of t is %v, printed %v", r.P, r.Printed)
		}
		if got := r.Difference / math.Sqrt(7./5*5./6) / r.SD; math.Abs(got-r.T) > 1e-12 {
			t.Errorf("t is %v, printed %v", got, r.T)
		}
	}
}
