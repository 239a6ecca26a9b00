package docs

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/metric"
)

// docs/reference/metrics.md has every metric of the registry: go -C tools test ./docs -run Registry -update writes it.
func TestMetricsOfTheRegistry(t *testing.T) {
	const file = root + "/docs/reference/metrics.md"
	want := metricsPage(append(metric.All(), metric.Cost(nil)))
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("docs/reference/metrics.md is not current (%v); run go -C tools test ./docs -run Registry -update", err)
	}
}

func metricsPage(all []metric.Definition) string {
	var b strings.Builder
	b.WriteString(`# Metrics

What ` + "`--metric`" + ` of holdout, run, compare and rank reads. The name is what files and options hold; other names are
read too, in any case, with or without spaces, hyphens and underscores, with ` + "`neg_`" + ` before a loss and ` + "`_score`" + `
after a score. Settings stand in parentheses: ` + "`fbeta(beta=0.5)`, `f1(class=spam)`" + `. A metric of one class needs
` + "`--positive CLASS`" + ` or the setting ` + "`class`" + `; ROC AUC of two classes needs neither. ` + "`--positive`" + `
is not taken beside metrics of all classes, and ` + "`brier_class` and `bal_accuracy`" + ` not of more than two, where yardstick has other
numbers. Scores are any numbers that grow with the probability of one of two classes
([any metric](../howto/metrics.md#scores-that-are-no-probabilities)). ` + "`cost`" + ` takes its matrix from ` + "`--costs FILE`" + ` (` + "`cost(file=FILE)`" + `), with the columns truth, predicted and cost.

Items with several draws that are right or wrong have two more: ` + "`pass@2`" + ` (also ` + "`pass_at_2`, `pass_at_k(2)`" + `), the
probability that of two draws of an item any is right, and ` + "`pass^2`" + ` (` + "`pass_2`, `pass_k(2)`" + `), that both are; k is any number
up to the least number of draws. They are means over items of the unbiased estimates.

This page is made from the registry of [pkg/metric](../../pkg/metric): go -C tools test ./docs -run Registry -update

| name | in sentences | better | range | needs | settings | also read | what it is |
| --- | --- | --- | --- | --- | --- | --- | --- |
`)
	for _, m := range all {
		better, limits, needs := "lower", "not bounded", m.Needs.String()
		if m.HigherIsBetter {
			better = "higher"
		}
		if m.ByOrder {
			needs += " or scores"
		}
		switch {
		case math.IsInf(m.Max, 1):
			limits = fmt.Sprintf("from %g up", m.Min)
		case math.IsInf(m.Min, -1):
			limits = fmt.Sprintf("up to %g", m.Max)
		case m.Min != m.Max:
			limits = fmt.Sprintf("%g to %g", m.Min, m.Max)
		}
		names, settings := m.Reads()
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s | %s | %s |\n", m.Name, m.Label(), better, limits, needs,
			strings.Join(settings, ", "), strings.Join(names, ", "), strings.ReplaceAll(m.What, "|", `\|`))
	}
	return b.String()
}
