package posterior

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
)

// Report writes comparisons as a table for people, with their settings below.
// All must come from one call of Compare.
func Report(w io.Writer, comparisons []Comparison) error {
	if len(comparisons) == 0 {
		return nil
	}
	c := comparisons[0]
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "task\tmetric\tA\t%[1]g%% interval\tB\t%[1]g%% interval\tP(H0)\tP(H1)\t%[2]s%[3]sdecision\n",
		100*c.Level, pick(c.Rope > 0, "P(rope)\t"), pick(c.Draws > 0, "Monte Carlo\t"))
	for _, c := range comparisons {
		fmt.Fprintf(tw, "%s\t%s\t%.5f\t[%.5f, %.5f]\t%.5f\t[%.5f, %.5f]\t%s\t%s\t", pick(c.Task == "", "-")+c.Task, c.Metric,
			c.A, c.ALow, c.AHigh, c.B, c.BLow, c.BHigh, probability(c.PH0, c.LogPH0), probability(c.PH1, c.LogPH1))
		if c.Rope > 0 {
			fmt.Fprintf(tw, "%.4g\t", c.PRope)
		}
		if c.Draws > 0 {
			fmt.Fprintf(tw, "%.6f ± %.2g\t", c.MCPH0, c.MCSE)
		}
		fmt.Fprintln(tw, c.Decision)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(w, settings(comparisons))
	return err
}

// settings says what H0 is, and which models and weights stand behind the rows.
func settings(comparisons []Comparison) string {
	var b strings.Builder
	c := comparisons[0]
	fmt.Fprintf(&b, "\nH0: nu_B - nu_A <= %g (B is not better than A%s). Prior Beta(%[3]g, %[3]g).\n",
		c.Delta, pick(c.Delta != 0, " by more than that"), c.Prior)
	last := ""
	for _, c := range comparisons {
		line := fmt.Sprintf("%sA is %s, B is %s; m = %d replications, weight %.6g.\n",
			pick(c.Task != "", "task "+c.Task+": "), c.ModelA, c.ModelB, c.M, c.Weight)
		if line != last {
			b.WriteString(line)
		}
		last = line
	}
	return b.String()
}

// Sentence says the result in words that fit into a paper.
func (c Comparison) Sentence() string {
	better := fmt.Sprintf("%s has the higher %s", c.ModelB, c.Metric)
	if c.Delta != 0 {
		better = fmt.Sprintf("the %s of %s exceeds that of %s by more than %g", c.Metric, c.ModelB, c.ModelA, c.Delta)
	}
	s := fmt.Sprintf("%s%s: %.2f%% [%.2f%%, %.2f%%] for %s and %.2f%% [%.2f%%, %.2f%%] for %s (posterior mode and %g%% credible interval, %d x 2 BCV); the posterior probability that %s is %s",
		pick(c.Task != "", c.Task+", "), c.Metric, 100*c.A, 100*c.ALow, 100*c.AHigh, c.ModelA, 100*c.B, 100*c.BLow, 100*c.BHigh, c.ModelB,
		100*c.Level, c.M, better, probability(c.PH1, c.LogPH1))
	if c.Rope > 0 {
		s += fmt.Sprintf(", and that the two differ by at most %g it is %.3g", c.Rope, c.PRope)
	}
	return s + "."
}

// probability prints 4 digits, of the complement for p near 1, by way of the
// logarithm where float64 ends.
func probability(p, logP float64) string {
	switch {
	case p == 0:
		return fmt.Sprintf("exp(%.6g)", logP)
	case p > 0.9999 && p < 1:
		return fmt.Sprintf("1-%.4g", -math.Expm1(logP))
	}
	return fmt.Sprintf("%.4g", p)
}

func pick(yes bool, s string) string {
	if yes {
		return s
	}
	return ""
}
