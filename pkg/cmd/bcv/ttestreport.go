package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
)

// writeFoldTests prints a table for people, and below it what was compared and which
// model is better.
func writeFoldTests(w io.Writer, l lossPair, results []foldTest, adjust string) error {
	first := results[0]
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "test\testimate\t%g%% interval\tstatistic\tdf\tp-value\t", 100-100*first.Alpha)
	if adjust != "" {
		fmt.Fprint(tw, adjust, "\t")
	}
	fmt.Fprintln(tw, "decision\terrs up to")
	for _, r := range results {
		interval := "-"
		if r.HasCI && !r.NoSpread {
			interval = fmt.Sprintf("[%.5f, %.5f]", r.CI.Low, r.CI.High)
		}
		fmt.Fprintf(tw, "%s\t%+.5f\t%s\t%.5g\t%s\t%.4g\t", r.Test, r.Estimate, interval, r.Statistic, degrees(r.DF),
			r.PValue)
		if adjust != "" {
			fmt.Fprintf(tw, "%.4g\t", r.adjusted)
		}
		rate := math.NaN()
		if !r.NoSpread {
			rate = compare.ErrorRateOf(r.Test, l.differences, infer.Options{Alternative: r.Alternative,
				Alpha: r.Alpha}).Rate
		}
		fmt.Fprintf(tw, "%s\t%s\n", decision(r.Result), orDash(100*rate, "%.1f%%"))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	meanA, meanB, _ := l.differences.Losses()
	_, err := fmt.Fprintf(w, "\nA is %s, mean %s %.5g; B is %s, mean %s %.5g; %s. Estimates are of mu, the "+
		"expected difference in %s, B minus A.\n%s %s\n",
		l.nameA(), l.metric.Name, meanA, l.nameB(), l.metric.Name, meanB, l.differences.Design(), l.metric.Name,
		hypothesis(first.Result), verdict(l, results))
	if recommended, why := compare.Recommend(l.differences); err == nil && first.Test == recommended {
		_, err = fmt.Fprintf(w, "Recommended here: %s, as %s.\n", recommended, why)
	}
	if names := withoutSpread(results); len(results) > 1 && len(names) > 0 && err == nil {
		_, err = fmt.Fprintf(w, "%s:%s\n", strings.Join(names, ", "), infer.NoSpreadText)
	}
	if len(results) == 1 && err == nil {
		_, err = fmt.Fprintf(w, "Assumptions: %s\n", first.Assumptions)
	}
	return err
}

// withoutSpread names the tests whose estimated variance is 0.
func withoutSpread(results []foldTest) []string {
	var names []string
	for _, r := range results {
		if r.NoSpread {
			names = append(names, r.Test)
		}
	}
	return names
}

func listFoldTests(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "test\tpartition set\tneeds besides losses\tsides\tsource")
	for _, t := range infer.Tests() {
		if slices.Contains(commandTests(), t.Name) {
			fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\n", t.Name, t.Partition, pick(t.Needs == "", "-", t.Needs),
				pick(t.TwoSided, "two", "one or two"), t.Source)
		}
	}
	return tw.Flush()
}

// hypothesis says what H0 is.
func hypothesis(r infer.Result) string {
	sign := [...]string{infer.TwoSided: "=", infer.Greater: "<=", infer.Less: ">="}
	return fmt.Sprintf("H0: mu %s %g, level %g.", sign[r.Alternative], r.Delta, r.Alpha)
}

// verdict says in one sentence which model is better, if that is shown.
func verdict(l lossPair, results []foldTest) string {
	rejected, above := 0, 0
	for _, r := range results {
		if r.Reject {
			rejected++
		}
		if r.Reject && r.Estimate > r.Delta {
			above++
		}
	}
	first, n := results[0].Result, len(results)
	shown := direction(l, first.Delta, above > 0)
	switch {
	case rejected == 0 && n == 1:
		return fmt.Sprintf("It is not shown that %s.", claim(l, first))
	case rejected == 0:
		return fmt.Sprintf("None of %d tests shows that %s.", n, claim(l, first))
	case n == 1:
		return fmt.Sprintf("The test shows that %s.", shown)
	case above > 0 && above < rejected:
		return fmt.Sprintf("%d of %d tests reject H0, but not all in the same direction.", rejected, n)
	}
	return fmt.Sprintf("%d of %d tests show that %s; the one to report is the one chosen beforehand.", rejected, n,
		shown)
}

// claim is the alternative in words.
func claim(l lossPair, r infer.Result) string {
	switch {
	case r.Alternative != infer.TwoSided:
		return direction(l, r.Delta, r.Alternative == infer.Greater)
	case r.Delta != 0:
		return fmt.Sprintf("the difference in %s, %s minus %s, differs from %g", l.metric.Name, l.nameB(), l.nameA(),
			r.Delta)
	}
	return fmt.Sprintf("%s and %s differ", l.nameA(), l.nameB())
}

// direction says in words that mu > delta (above) or mu < delta.
func direction(l lossPair, delta float64, above bool) string {
	relation := pick(above, "above", "below")
	if delta != 0 {
		return fmt.Sprintf("the difference in %s, %s minus %s, is %s %g", l.metric.Name, l.nameB(), l.nameA(),
			relation, delta)
	}
	better := above != l.metric.HigherIsBetter // A
	return fmt.Sprintf("%s is better than %s", pick(better, l.nameA(), l.nameB()), pick(better, l.nameB(), l.nameA()))
}

func pick(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}
