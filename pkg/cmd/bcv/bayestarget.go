package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/internal/command"
)

// The targets of bcv bayes.
const (
	targetFitted    = "fitted"
	targetAlgorithm = "algorithm"
)

// checkTarget refuses the flags that the target has no use for.
func (f *bayesFlags) checkTarget(fs *flag.FlagSet) error {
	switch f.target {
	case targetFitted:
		return nil
	case targetAlgorithm:
	default:
		return fmt.Errorf("--target %q; use %s or %s", f.target, targetFitted, targetAlgorithm)
	}
	for _, name := range []string{"weight", "rho1", "rho2", "hold-out", "lambda", "interval", "draws"} {
		if command.Given(fs, name) {
			return fmt.Errorf("--%s is about effective counts, and --target %s uses the metric of each fold; leave one of them out", name, targetAlgorithm)
		}
	}
	return nil
}

// algorithmRow is a comparison of two algorithms by one metric.
type algorithmRow struct {
	comparisonJSON
	verdict compare.Verdict
}

// algorithmRows compares by the paired posteriors: of the difference, and of each model.
func (f *bayesFlags) algorithmRows(c fold.Counts) ([]algorithmRow, error) {
	r, err := compare.FoldCounts(c, compare.Options{Metrics: f.opt.Metrics, Method: "paired", Delta: f.opt.Delta, Rope: f.opt.Rope, Alpha: f.alpha})
	if err != nil {
		return nil, err
	}
	var out []algorithmRow
	for _, v := range r.Verdicts {
		p, ok := v.Posterior()
		if !ok {
			continue // of several data sets together
		}
		row := algorithmRow{verdict: v, comparisonJSON: comparisonJSON{Task: v.Task, ModelA: v.ModelA, ModelB: v.ModelB, Metric: v.Metric, A: v.A, B: v.B, PH0: p.CDF(v.Delta), PH1: p.Survival(v.Delta), Target: v.Target, Decision: "accept H0"}}
		if f.opt.Rope > 0 {
			row.PRope = v.PRope
		}
		if row.PH1 > row.PH0 {
			row.Decision = "accept H1"
		}
		alone := map[string]compare.ModelInterval{}
		for _, m := range v.ModelIntervals() {
			if m.Target == v.Target {
				alone[m.Model] = m
				row.covers(m.Coverage)
			}
		}
		a, hasA := alone[v.ModelA]
		b, hasB := alone[v.ModelB]
		if !hasA || !hasB {
			return nil, fmt.Errorf("%s of one model is the same on all folds of task %q, which says nothing of chance; use --target %s", v.Metric, v.Task, targetFitted)
		}
		row.CIA, row.CIB = [2]float64{a.Low, a.High}, [2]float64{b.Low, b.High}
		out = append(out, row)
	}
	return out, nil
}

// covers takes over a measured coverage, if it is known.
func (c *comparisonJSON) covers(k compare.Coverage) {
	if k.Mean == k.Mean {
		c.Covers, c.Least = &k.Mean, &k.Least
	}
}

// algorithms compares the algorithms behind each pair of models, and prints.
func (f *bayesFlags) algorithms(env *command.Environment, kind string, pairs [][]string) error {
	var rows []algorithmRow
	for _, models := range pairs {
		c, err := f.read(kind, models)
		if err != nil {
			return command.Usage(err)
		}
		more, err := f.algorithmRows(c)
		if err != nil {
			return command.Usage(err)
		}
		for _, note := range c.Notes() {
			env.Note("bayes", note)
		}
		rows = append(rows, more...)
	}
	if f.json {
		out := make([]comparisonJSON, len(rows))
		for i, r := range rows {
			out[i] = r.comparisonJSON
		}
		enc := json.NewEncoder(env.JSON())
		enc.SetIndent("", "  ")
		return enc.Encode(out)
	}
	w := env.Text()
	return errors.Join(f.algorithmTable(w, rows), algorithmSettings(w, rows))
}

func (f *bayesFlags) algorithmTable(w io.Writer, rows []algorithmRow) error {
	rope := func(s string) string { return pick(f.opt.Rope > 0, s, "") }
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "task\tmetric\tA\t%[1]g%% interval\tB\t%[1]g%% interval\tP(H0)\tP(H1)\t%[2]sdecision\n", 100*f.opt.Level, rope("P(rope)\t"))
	for _, r := range rows {
		fmt.Fprintf(tw, "%s\t%s\t%.5f\t[%.5f, %.5f]\t%.5f\t[%.5f, %.5f]\t%.4g\t%.4g\t%s%s\n", dash(r.Task), r.Metric, r.A, r.CIA[0], r.CIA[1], r.B, r.CIB[0], r.CIB[1],
			r.PH0, r.PH1, rope(fmt.Sprintf("%.4g\t", r.PRope)), r.Decision)
	}
	return tw.Flush()
}

func algorithmSettings(w io.Writer, rows []algorithmRow) error {
	last := ""
	for i, r := range rows {
		v := r.verdict
		if i == 0 {
			fmt.Fprintf(w, "\nH0: nu_B - nu_A <= %g (B is not better than A%s), from the metrics of the folds (package paired).\n", v.Delta, pick(v.Delta != 0, " by more than that", ""))
		}
		line := fmt.Sprintf("%sA is %s, B is %s; m = %d replications.\n", pick(v.Task != "", "task "+v.Task+": ", ""), v.ModelA, v.ModelB, v.Design.Replications)
		if line != last {
			fmt.Fprint(w, line)
		}
		last = line
	}
	_, err := fmt.Fprintln(w, compare.Algorithms.AboutIntervals())
	return err
}
