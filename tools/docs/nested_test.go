package docs

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/limit"
	"github.com/block-regularized/bcv/research/study/nested"
)

// The page about limits and the notebook about nested halves have the tables of the stored
// studies limit and nested.
func TestNestedTables(t *testing.T) {
	tables := []string{limitTable(t), nestedTable(t)}
	for _, path := range []string{"docs/why/8-limits.md", "notebooks/15_nested.ipynb"} {
		text, err := os.ReadFile(root + "/" + path)
		if err != nil {
			t.Fatal(err)
		}
		got := string(text)
		if strings.HasSuffix(path, ".ipynb") {
			got = markdownOf(t, text)
		}
		for _, want := range tables {
			if !strings.Contains(got, want) {
				t.Errorf("%s lacks the table of the stored study:\n%s", path, want)
			}
		}
	}
}

// The page about inner folds has the table of the stored study.
func TestInnerFoldsTable(t *testing.T) {
	text, err := os.ReadFile(root + "/docs/howto/nested.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]string{"bcv-t 3": "`bcv-t`, m = 3", "bcv-t 10": "`bcv-t`, m = 10", "bcv-t 50": "`bcv-t`, m = 50",
		"nested-t 3": "`nested-t`, m = 3", "nested-t 5": "`nested-t`, m = 5", "nested-t 10": "`nested-t`, m = 10",
		"nested posterior 5":    "posterior with inner folds, m = 5",
		"corrected resampled 0": "corrected resampled t, 100 hold-outs of 10%",
		"paired 10":             "`paired` as a decision, m = 10"}
	for _, s := range confirmed(t) {
		name := shown[fmt.Sprint(s.Procedure, " ", s.M)]
		want := fmt.Sprintf("| %s | %d | %.1f%% | %.1f%% | %.2f | %.0f%% |\n", name, s.Trainings, 100*s.TwoSided,
			100*s.LargestTwo, s.Power, 100*s.Coverage)
		if name != "" && !strings.Contains(string(text), want) {
			t.Errorf("the page lacks the row of the stored study:\n%s", want)
		}
		delete(shown, fmt.Sprint(s.Procedure, " ", s.M))
	}
	if len(shown) > 0 {
		t.Errorf("the stored study lacks %v", shown)
	}
}

// confirmed returns the summaries of the study nested over the conditions that chose nothing.
func confirmed(t *testing.T) []nested.Summary {
	t.Helper()
	rows, err := study.Stored[nested.Row](data.FS, "nested")
	if err != nil {
		t.Fatal(err)
	}
	return nested.Summarize(study.Where(rows, func(r nested.Row) bool { return !r.Choice }))
}

func limitTable(t *testing.T) string {
	t.Helper()
	rows, err := study.Stored[limit.Row](data.FS, "limit")
	if err != nil {
		t.Fatal(err)
	}
	points, err := study.Stored[limit.PointRow](data.FS, "limit_points")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("| m | limit at 5% | `bcv-t` | `paired` | `nested-t`, $\\gamma=1$ | `nested-t`, $\\gamma=1.3$ |\n" +
		"| --- | --- | --- | --- | --- | --- |\n")
	for _, r := range rows {
		if r.Rho1 != 0.5 || r.Level != limit.Level {
			continue
		}
		fmt.Fprintf(&b, "| %d | %.3f |", r.M, r.Bound)
		for _, name := range []string{"bcv-t", "paired", "nested-t, gamma 1", "nested-t, gamma 1.3"} {
			for _, p := range points {
				if p.M == r.M && p.Method == name {
					fmt.Fprintf(&b, " %.3f (%.1f%%) |", p.Power, 100*p.Error)
				}
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

func nestedTable(t *testing.T) string {
	t.Helper()
	shown := map[string]string{"nested-t 5": "`nested-t`, m = 5", "nested posterior 5": "its posterior, m = 5",
		"bcv-t 5": "`bcv-t`, m = 5", "bcv-t 50": "`bcv-t`, m = 50", "paired 5": "`paired`, m = 5",
		"corrected resampled 0": "corrected resampled t, 100 hold-outs", "10-fold t 0": "t of 10-fold CV"}
	var b strings.Builder
	b.WriteString("| procedure, two-sided at 5% | trainings | false alarms, mean | worst condition | power | own power | 95% " +
		"intervals hold |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	for _, s := range confirmed(t) {
		if name := shown[fmt.Sprint(s.Procedure, " ", s.M)]; name != "" {
			fmt.Fprintf(&b, "| %s | %d | %.1f%% | %.1f%% | %.2f | %.2f | %.1f%% |\n", name, s.Trainings, 100*s.TwoSided,
				100*s.LargestTwo, s.Power, s.OwnPower, 100*s.Coverage)
		}
	}
	return b.String()
}
