package docs

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/items"
)

// The page about what can be relied on and the notebook about what varied have the table of the stored study items;
// both have its numbers in their sentences.
func TestItemErrors(t *testing.T) {
	s := itemErrors(t)
	wrong := func(procedure, scope string) items.Summary { return s(procedure, scope, items.RightOrWrong) }
	few := fmt.Sprintf("%.1f%% to %.1f%%", 100*wrong("crossed-t", items.Recommended).Two,
		100*wrong("cluster-t", items.Recommended).Two)
	seeds, all := wrong("Welch's t of runs", items.Never), wrong("t of all items and runs", items.Never)
	skewed, dominated := s("item-t", items.FewItems, items.Skewed), s("cluster-t", items.FewWorth, items.Alike)
	classes := s("linearized-t", items.FewOfClass, "balanced accuracy")
	for path, want := range map[string][]string{
		"notebooks/16_what_varied.ipynb": {few, fmt.Sprintf("%.1f%%", 100*seeds.Two), meanAndWorst(all),
			itemTable(s)},
		"docs/research/reliability.md": {itemTable(s), meanAndWorst(s("item-t", items.Recommended, items.Skewed)),
			meanAndWorst(wrong("stratified-t", items.Tasks)), meanAndWorst(skewed),
			meanAndWorst(dominated), meanAndWorst(classes), linearizedAtMost(s),
			fmt.Sprintf("in %.1f%% at most. - Rank", 100*s("randomization", items.FewOfClass, "balanced accuracy").WorstTwo)},
	} {
		text, err := os.ReadFile(root + "/" + path)
		if err != nil {
			t.Fatal(err)
		}
		got := string(text)
		if strings.HasSuffix(path, ".ipynb") {
			got = markdownOf(t, text)
		}
		got = strings.Join(strings.Fields(got), " ")
		for _, w := range want {
			if !strings.Contains(got, strings.Join(strings.Fields(w), " ")) {
				t.Errorf("%s lacks what the stored study says:\n%s", path, w)
			}
		}
	}
}

// meanAndWorst writes the mean error of a procedure, and its error in the worst condition.
func meanAndWorst(s items.Summary) string {
	return fmt.Sprintf("%.1f%% on average and %.1f%% in the worst condition", 100*s.Two, 100*s.WorstTwo)
}

// linearizedAtMost writes the error of linearized-t in its worst condition where positives are not few.
func linearizedAtMost(s func(procedure, scope, kind string) items.Summary) string {
	worst := 0.0
	for _, kind := range []string{"F1", "MCC", "balanced accuracy"} {
		worst = max(worst, s("linearized-t", items.Recommended, kind).WorstTwo)
	}
	return fmt.Sprintf("balanced accuracy gives a false alarm in %.1f%% at most with 20 positives", 100*worst)
}

// itemErrors returns the summary of the study items by procedure, scope and kind of scores.
func itemErrors(t *testing.T) func(procedure, scope, kind string) items.Summary {
	t.Helper()
	rows, err := study.Stored[items.Summary](data.FS, "items_summary")
	if err != nil {
		t.Fatal(err)
	}
	return func(procedure, scope, kind string) items.Summary {
		for _, r := range rows {
			if r.Procedure == procedure && r.Scope == scope && r.Kind == kind {
				return r
			}
		}
		return items.Summary{}
	}
}

func itemTable(s func(procedure, scope, kind string) items.Summary) string {
	var b strings.Builder
	b.WriteString("| procedure, two-sided at 5% | used where | right or wrong | other scores |\n" +
		"| --- | --- | --- | --- |\n")
	for _, r := range []struct{ name, procedure, where, scope string }{
		{"`mcnemar-midp`", "mcnemar-midp", "one run", items.Recommended},
		{"`item-t`", "item-t", "models stay as they are", items.Recommended},
		{"`cluster-t`", "cluster-t", "items lie in clusters", items.Recommended},
		{"`crossed-t`", "crossed-t", "runs vary", items.Recommended},
		{"`stratified-t`", "stratified-t", "tasks stay as they are", items.Tasks},
		{"`item-t`", "item-t", "items lie in clusters, which it ignores", items.InClusters},
		{"`item-t`", "item-t", "runs vary, which it ignores", items.RunsVary},
		{"`cluster-t`", "cluster-t", "runs vary, which it ignores", items.RunsVary},
		{"Welch's t of the runs", "Welch's t of runs", "several runs", items.Never},
		{"t of all items and runs", "t of all items and runs", "several runs", items.Never},
	} {
		fmt.Fprintf(&b, "| %s | %s |", r.name, r.where)
		for _, kind := range []string{items.RightOrWrong, items.Alike} {
			if e := s(r.procedure, r.scope, kind); e.Cells > 0 {
				fmt.Fprintf(&b, " %.1f%% (%.1f%%) |", 100*e.Two, 100*e.WorstTwo)
			} else {
				b.WriteString(" – |")
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}
