package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/block-regularized/bcv/pkg/foldfile"
	"github.com/block-regularized/bcv/pkg/infer"
)

// writeFoldTests prints a table for people, and below it what was compared and which
// model is better.
func writeFoldTests(w io.Writer, l foldfile.Losses, results []foldTest, adjust string) error {
	first := results[0]
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "test\testimate\t%g%% interval\tstatistic\tdf\tp-value\t", 100-100*first.Alpha)
	if adjust != "" {
		fmt.Fprint(tw, adjust, "\t")
	}
	fmt.Fprintln(tw, "decision")
	for _, r := range results {
		interval := "-"
		if r.HasCI {
			interval = fmt.Sprintf("[%.5f, %.5f]", r.CI.Low, r.CI.High)
		}
		fmt.Fprintf(tw, "%s\t%+.5f\t%s\t%.5g\t%s\t%.4g\t", r.Test, r.Estimate, interval, r.Statistic, degrees(r.DF), r.PValue)
		if adjust != "" {
			fmt.Fprintf(tw, "%.4g\t", r.adjusted)
		}
		fmt.Fprintln(tw, decision(r.Result))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	meanA, meanB, _ := l.Differences.Losses()
	_, err := fmt.Fprintf(w, "\nA is %s, mean loss %.5g; B is %s, mean loss %.5g; %s. Estimates are of mu, the expected loss of B less that of A.\n%s %s\n",
		l.A, meanA, l.B, meanB, l.Differences.Design(), hypothesis(first.Result), verdict(l, results))
	if len(results) == 1 && err == nil {
		_, err = fmt.Fprintf(w, "Assumptions: %s\n", first.Assumptions)
	}
	return err
}

// hypothesis says what H0 is.
func hypothesis(r infer.Result) string {
	sign := [...]string{infer.TwoSided: "=", infer.Greater: "<=", infer.Less: ">="}
	return fmt.Sprintf("H0: mu %s %g, level %g.", sign[r.Alternative], r.Delta, r.Alpha)
}

// verdict says in one sentence which model is better.
func verdict(l foldfile.Losses, results []foldTest) string {
	rejected := 0
	up := false
	for _, r := range results {
		if r.Reject {
			rejected++
			up = r.Estimate > r.Delta
		}
	}
	count := ""
	if len(results) > 1 {
		count = fmt.Sprintf(" by %d of %d tests (choose one test before you look)", rejected, len(results))
	}
	if rejected == 0 {
		return fmt.Sprintf("That %s is not shown%s.", claim(l, results[0].Result), strings.Replace(count, "by 0 of", "by any of", 1))
	}
	delta := results[0].Delta
	switch {
	case delta != 0 && up:
		return fmt.Sprintf("The loss of %s exceeds that of %s by more than %g%s.", l.B, l.A, delta, count)
	case delta != 0:
		return fmt.Sprintf("The loss of %s less that of %s is below %g%s.", l.B, l.A, delta, count)
	case up:
		return fmt.Sprintf("%s is better than %s%s.", l.A, l.B, count)
	}
	return fmt.Sprintf("%s is better than %s%s.", l.B, l.A, count)
}

// claim is the alternative in words.
func claim(l foldfile.Losses, r infer.Result) string {
	switch {
	case r.Delta != 0 && r.Alternative == infer.TwoSided:
		return fmt.Sprintf("the loss of %s less that of %s differs from %g", l.B, l.A, r.Delta)
	case r.Delta != 0 && r.Alternative == infer.Greater:
		return fmt.Sprintf("the loss of %s exceeds that of %s by more than %g", l.B, l.A, r.Delta)
	case r.Delta != 0:
		return fmt.Sprintf("the loss of %s less that of %s is below %g", l.B, l.A, r.Delta)
	case r.Alternative == infer.Greater:
		return fmt.Sprintf("%s is better than %s", l.A, l.B)
	case r.Alternative == infer.Less:
		return fmt.Sprintf("%s is better than %s", l.B, l.A)
	}
	return fmt.Sprintf("%s or %s is better than the other", l.A, l.B)
}

// foldTestJSON is the documented shape of a result of bcv ttest --json.
type foldTestJSON struct {
	Test        string       `json:"test"`
	Statistic   float64      `json:"statistic"` // the largest double with its sign where it is infinite
	DF          any          `json:"df"`        // a number; [num, den] for F; null for z
	PValue      float64      `json:"p_value"`
	Alternative string       `json:"alternative"`
	Estimate    float64      `json:"estimate"`
	CI          *[2]*float64 `json:"ci"` // infinite ends are null; null if the test has none
	Decision    string       `json:"decision"`
	Adjusted    *float64     `json:"p_adjusted,omitempty"`
}

func writeFoldTestsJSON(w io.Writer, results []foldTest) error {
	out := make([]foldTestJSON, len(results))
	for i, r := range results {
		statistic := max(-math.MaxFloat64, min(math.MaxFloat64, r.Statistic))
		out[i] = foldTestJSON{Test: r.Test, Statistic: statistic, PValue: r.PValue, Alternative: r.Alternative.String(), Estimate: r.Estimate, Decision: decision(r.Result)}
		switch len(r.DF) {
		case 1:
			out[i].DF = r.DF[0]
		case 2:
			out[i].DF = r.DF
		}
		if r.HasCI {
			out[i].CI = &[2]*float64{finite(r.CI.Low), finite(r.CI.High)}
		}
		if r.adjusted != r.PValue {
			out[i].Adjusted = &results[i].adjusted
		}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

// finite returns nil for an infinite number.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) {
		return nil
	}
	return &x
}
