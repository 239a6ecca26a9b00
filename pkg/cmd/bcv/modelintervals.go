package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/block-regularized/bcv/pkg/compare"
)

// writeModels prints the intervals of each model by itself, and what they are about.
func writeModels(w io.Writer, verdicts []compare.Verdict) error {
	seen := map[string]bool{}
	var targets []compare.Target
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, v := range verdicts {
		for _, m := range v.ModelIntervals() {
			row := fmt.Sprintf("%s\t%s\t%s\t%s\t%.5f\t[%.5f, %.5f]", dash(v.Task), v.Metric, m.Model, m.Target, m.Mid, m.Low, m.High)
			if seen[row] {
				continue
			}
			if len(seen) == 0 {
				fmt.Fprintf(tw, "\ntask\tmetric\tmodel\tabout\testimate\t%g%% interval\n", 100*m.Level)
			}
			seen[row] = true
			fmt.Fprintln(tw, row)
			if !contains(targets, m.Target) {
				targets = append(targets, m.Target)
			}
		}
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	for _, t := range targets {
		if _, err := fmt.Fprintln(w, t.AboutIntervals()); err != nil {
			return err
		}
	}
	return nil
}

func contains(targets []compare.Target, t compare.Target) bool {
	for _, x := range targets {
		if x == t {
			return true
		}
	}
	return false
}
