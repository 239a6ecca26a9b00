package docs

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/research/study/nested"
)

// The page about limits and the notebook about nested halves have the table of the stored
// study nested.
func TestNestedTables(t *testing.T) {
	want := nestedTable(t)
	for _, path := range []string{"docs/why/8-limits.md", "notebooks/15_nested.ipynb"} {
		text, err := os.ReadFile(root + "/" + path)
		if err != nil {
			t.Fatal(err)
		}
		got := string(text)
		if strings.HasSuffix(path, ".ipynb") {
			got = markdownOf(t, text)
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s lacks the table of the stored study:\n%s", path, want)
		}
	}
}

func nestedTable(t *testing.T) string {
	t.Helper()
	rows, err := study.Stored[nested.Row](data.FS, "nested")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]string{"nested-t 5": "`nested-t`, m = 5", "nested posterior 5": "its posterior, m = 5",
		"bcv-t 5": "`bcv-t`, m = 5", "bcv-t 50": "`bcv-t`, m = 50", "paired 5": "`paired`, m = 5",
		"corrected resampled 0": "corrected resampled t, 100 hold-outs", "10-fold t 0": "t of 10-fold CV"}
	var b strings.Builder
	b.WriteString("| procedure, two-sided at 5% | trainings | false claims, mean | worst cell | power | own power | 95% " +
		"intervals hold |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	for _, s := range nested.Summarize(study.Where(rows, func(r nested.Row) bool { return !r.Choice })) {
		if name := shown[fmt.Sprint(s.Procedure, " ", s.M)]; name != "" {
			fmt.Fprintf(&b, "| %s | %d | %.1f%% | %.1f%% | %.2f | %.2f | %.1f%% |\n", name, s.Trainings, 100*s.TwoSided,
				100*s.LargestTwo, s.Power, s.OwnPower, 100*s.Coverage)
		}
	}
	return b.String()
}
