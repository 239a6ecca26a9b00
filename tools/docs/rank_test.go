package docs

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/ranksets"
)

// The page about rank tables has the tables of the stored study rank-sets, and its sentences the numbers.
func TestRankErrors(t *testing.T) {
	rows, err := study.Stored[ranksets.Row](data.FS, "rank_sets")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(root + "/docs/howto/rank.md")
	if err != nil {
		t.Fatal(err)
	}
	single := func(r ranksets.Row) bool { return r.Clusters == 0 && r.Runs == 1 }
	items := worstTable(rows, "items", single, func(r ranksets.Row) int { return r.Items })
	clusters := worstTable(rows, "clusters", func(r ranksets.Row) bool { return r.Clusters > 0 && r.Runs == 1 },
		func(r ranksets.Row) int { return r.Clusters })
	runs := worstTable(rows, "runs", func(r ranksets.Row) bool { return r.Runs > 1 },
		func(r ranksets.Row) int { return r.Runs })
	best := map[bool]float64{}
	for _, r := range rows {
		if single(r) {
			best[r.Scores == "skewed"] = max(best[r.Scores == "skewed"], r.FalseBest)
		}
	}
	for _, want := range []string{items, clusters, runs, fmt.Sprintf("(%d\nconditions;", len(rows)),
		fmt.Sprintf("best in at most %.1f%% of test sets of single items, and %.1f%% with skewed scores", 100*best[false],
			100*best[true])} {
		if !strings.Contains(string(text), want) {
			t.Errorf("docs/howto/rank.md lacks what the stored study says:\n%s", want)
		}
	}
}

// worstTable writes the largest shares of any false statement by scores, models and a number of units.
func worstTable(rows []ranksets.Row, units string, is func(ranksets.Row) bool, number func(ranksets.Row) int) string {
	type line struct {
		scores string
		models int
	}
	var lines []line
	var numbers []int
	worst := map[line]map[int]float64{}
	for _, r := range rows {
		if !is(r) {
			continue
		}
		l, n := line{r.Scores, r.Models}, number(r)
		if worst[l] == nil {
			worst[l], lines = map[int]float64{}, append(lines, l)
		}
		worst[l][n] = max(worst[l][n], r.AnyFalse)
		if !slices.Contains(numbers, n) {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	slices.SortStableFunc(lines, func(a, b line) int { return strings.Compare(a.scores, b.scores) })
	var b strings.Builder
	b.WriteString("| scores | models |")
	for _, n := range numbers {
		text := fmt.Sprint(n)
		if n == 1000 {
			text = "1,000"
		}
		fmt.Fprintf(&b, " %s %s |", text, units)
	}
	b.WriteString("\n| --- | --- |" + strings.Repeat(" --- |", len(numbers)) + "\n")
	for _, l := range lines {
		fmt.Fprintf(&b, "| %s | %d |", l.scores, l.models)
		for _, n := range numbers {
			if units == "runs" && n == 2 && l.models > 10 {
				b.WriteString(" no order claimed |")
				continue
			}
			fmt.Fprintf(&b, " %.1f%% |", 100*worst[l][n])
		}
		b.WriteString("\n")
	}
	return b.String()
}
