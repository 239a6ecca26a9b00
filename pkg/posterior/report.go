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
	p := Printer{w: w}
	if err := p.Print(comparisons); err != nil {
		return err
	}
	return p.Close()
}

// printBlock is the number of rows of a report with columns of the same width.
const printBlock = 6000

// Printer writes the table of Report piece by piece.
type Printer struct {
	w        io.Writer
	table    *tabwriter.Writer
	rows     int // in the present block
	settings strings.Builder
	last     string // setting
}

// NewPrinter returns a printer to w.
func NewPrinter(w io.Writer) *Printer { return &Printer{w: w} }

// Print adds comparisons, which must all come from one call of Compare or CompareEach.
func (p *Printer) Print(comparisons []Comparison) error {
	for _, c := range comparisons {
		if p.table == nil {
			p.table = tabwriter.NewWriter(p.w, 0, 0, 2, ' ', 0)
			fmt.Fprintf(p.table, "task\tmetric\tA\t%[1]g%% interval\tB\t%[1]g%% "+
				"interval\tP(H0)\tP(H1)\t%[2]s%[3]sdecision\n",
				100*c.Level, pick(c.Rope > 0, "P(rope)\t"), pick(c.Draws > 0, "Monte Carlo\t"))
			fmt.Fprintf(&p.settings, "\nH0: nu_B - nu_A <= %g (B is not better than A%s). Prior Beta(%[3]g, %[3]g).\n",
				c.Delta, pick(c.Delta != 0, " by more than that"), c.Prior)
		}
		p.row(c)
		// The models and weights of the rows, once per task.
		line := fmt.Sprintf("%sA is %s, B is %s; m = %d replications, weight %.6g.\n",
			pick(c.Task != "", "task "+c.Task+": "), c.ModelA, c.ModelB, c.M, c.Weight)
		if line != p.last {
			p.settings.WriteString(line)
		}
		p.last = line
		if p.rows++; p.rows == printBlock {
			p.rows = 0
			if err := p.table.Flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *Printer) row(c Comparison) {
	fmt.Fprintf(p.table, "%s\t%s\t%.5f\t[%.5f, %.5f]\t%.5f\t[%.5f, %.5f]\t%s\t%s\t", pick(c.Task == "", "-")+c.Task,
		c.Metric,
		c.A, c.ALow, c.AHigh, c.B, c.BLow, c.BHigh, probability(c.PH0, c.LogPH0), probability(c.PH1, c.LogPH1))
	if c.Rope > 0 {
		fmt.Fprintf(p.table, "%.4g\t", c.PRope)
	}
	if c.Draws > 0 {
		fmt.Fprintf(p.table, "%.6f ± %.2g\t", c.MCPH0, c.MCSE)
	}
	fmt.Fprintln(p.table, c.Decision)
}

// Close writes what is left, and the settings below the table.
func (p *Printer) Close() error {
	if p.table == nil {
		return nil
	}
	if err := p.table.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(p.w, p.settings.String())
	return err
}

// Sentence returns the result as a sentence for a paper.
func (c Comparison) Sentence() string {
	better := fmt.Sprintf("%s has the higher %s", c.ModelB, c.Metric)
	if c.Delta != 0 {
		better = fmt.Sprintf("the %s of %s exceeds that of %s by more than %g", c.Metric, c.ModelB, c.ModelA, c.Delta)
	}
	s := fmt.Sprintf("%s%s: %.2f%% [%.2f%%, %.2f%%] for %s and %.2f%% [%.2f%%, %.2f%%] for %s (posterior mode and "+
		"%g%% credible interval, %d x 2 BCV); the posterior probability that %s is %s",
		pick(c.Task != "", c.Task+", "), c.Metric, 100*c.A, 100*c.ALow, 100*c.AHigh, c.ModelA, 100*c.B, 100*c.BLow,
		100*c.BHigh, c.ModelB,
		100*c.Level, c.M, better, probability(c.PH1, c.LogPH1))
	if c.Rope > 0 {
		s += fmt.Sprintf(", and that the two differ by at most %g it is %.3g", c.Rope, c.PRope)
	}
	return s + "."
}

// probability returns p with 4 digits: of its complement for p near 1, and of its
// logarithm where p underflows.
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
