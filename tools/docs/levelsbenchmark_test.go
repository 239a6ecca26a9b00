package docs

import (
	"regexp"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/research/study/calibration"
	"github.com/block-regularized/bcv/research/study/levels"
)

// The page of the benchmark names all folds, says how many settings there are, and shows a table in which the F test
// from its formula is that of the project.
func TestLevelsBenchmark(t *testing.T) {
	page := words(t, "docs/reference/levels-benchmark.md")
	for _, folds := range levels.Folds() {
		if !strings.Contains(page, folds) {
			t.Errorf("the page does not name the folds %s", folds)
		}
	}
	if n := len(calibration.LevelCells()); n != 14 || !strings.Contains(page, "fourteen settings of study `levels`") {
		t.Errorf("%d settings; the page says another number", n)
	}
	numbers := func(test string) string { // of its row, but for the seconds
		found := regexp.MustCompile(` ` + test + ` (14 [-0-9.% ]+) \d+\.\d\d `).FindStringSubmatch(page)
		if found == nil {
			return ""
		}
		return found[1]
	}
	if yours := numbers("yours"); yours == "" || yours != numbers("combined-5x2-F") {
		t.Errorf("the F test has the row %q, and that of the project %q", yours, numbers("combined-5x2-F"))
	}
}
