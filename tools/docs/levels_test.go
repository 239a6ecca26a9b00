package docs

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/calibration"
)

// The quickstart and the page about tests have the same table of five procedures, that of the stored study levels; the page about the paired posterior has that
// of the stored study equal-learners.
func TestErrorTables(t *testing.T) {
	levels, equal := levelsTable(t), equalTable(t)
	for path, want := range map[string]string{"docs/why/5-tests.md": levels,
		"docs/why/7-paired.md": equal, "notebooks/00_quickstart.ipynb": levels} {
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

func markdownOf(t *testing.T, text []byte) string {
	t.Helper()
	var out strings.Builder
	for _, c := range cellsOf(t, text) {
		if c.Type == "markdown" {
			out.WriteString(strings.Join(c.Source, "") + "\n\n")
		}
	}
	return out.String()
}

// outputsOf returns the texts that the cells of an executed notebook show.
func outputsOf(t *testing.T, text []byte) []byte {
	t.Helper()
	var out strings.Builder
	for _, c := range cellsOf(t, text) {
		for _, o := range c.Outputs {
			out.WriteString(strings.Join(o.Data.Plain, "") + "\n\n")
		}
	}
	return []byte(out.String())
}

type cell struct {
	Type    string `json:"cell_type"`
	Source  []string
	Outputs []struct {
		Data struct {
			Plain []string `json:"text/plain"`
		}
	}
}

func cellsOf(t *testing.T, text []byte) []cell {
	t.Helper()
	var nb struct{ Cells []cell }
	if err := json.Unmarshal(text, &nb); err != nil {
		t.Fatal(err)
	}
	return nb.Cells
}

func levelsTable(t *testing.T) string {
	t.Helper()
	rows, err := study.Stored[calibration.LevelRow](data.FS, "levels")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("| procedure, two-sided at 5% | equal learners: false alarms | different learners: power | " +
		"spread, error rates | spread, squared errors |\n| --- | --- | --- | --- | --- |\n")
	for _, s := range calibration.SummarizeLevels(rows) {
		folds, procedure, _ := strings.Cut(s.Name, ", ")
		fmt.Fprintf(&b, "| `%s` on %s | %.1f%% (%.1f%% to %.1f%%) | %.0f%% | %.4f | %.3f |\n",
			procedure, folds, 100*s.False, 100*s.Least, 100*s.Most, 100*s.Power, s.Rates, s.Squares)
	}
	return b.String()
}

// words returns the text of a document with one space between words, wherever its lines end.
func words(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(root + "/" + path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(string(text)), " ")
}

func equalTable(t *testing.T) string {
	t.Helper()
	rows, err := study.Stored[calibration.TwoSidedRow](data.FS, "equal_learners")
	if err != nil {
		t.Fatal(err)
	}
	names := map[[2]string]string{{"paired", "uniform"}: "`paired`, uniform prior",
		{"paired", "empirical"}: "`paired`, empirical prior", {"bcv-t", ""}: "`bcv-t`",
		{"posterior", ""}: "posterior of Wang and Li"}
	var b strings.Builder
	b.WriteString("| procedure, two-sided at 5% | compared by | conditions | false alarms, mean | worst condition |\n| --- | --- " +
		"| --- | --- | --- |\n")
	for _, s := range calibration.SummarizeTwoSided(rows) {
		if name := names[[2]string{s.Method, s.Prior}]; name != "" {
			fmt.Fprintf(&b, "| %s | %s | %d | %.1f%% | %.1f%% |\n", name, s.Metrics, s.Cells, 100*s.False, 100*s.Largest)
		}
	}
	return b.String()
}
