package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/internal/command"
	"github.com/block-regularized/bcv/pkg/results"
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
			return fmt.Errorf("--%s is about effective counts, and --target %s uses the metric of each fold; leave "+
				"one of them out", name, targetAlgorithm)
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
func (f *bayesFlags) algorithmRows(r compare.Report) ([]algorithmRow, error) {
	alone := map[string]compare.ModelInterval{}
	name := func(v compare.Verdict, model string) string {
		return fmt.Sprintf("%q %q %q", v.Key, v.Metric.Name, model)
	}
	for _, m := range r.Models() {
		if m.Target == compare.Algorithms {
			alone[name(compare.Verdict{Key: m.Key, Metric: m.Metric}, m.Model)] = m
		}
	}
	var out []algorithmRow
	for _, v := range r.Verdicts {
		p, ok := v.Posterior()
		if !ok {
			continue // of several data sets together
		}
		row := algorithmRow{verdict: v, comparisonJSON: comparisonJSON{Task: v.Key.String(), ModelA: v.ModelA,
			ModelB: v.ModelB,
			Metric: v.Metric.Name, A: v.A, B: v.B, PH0: p.CDF(v.Delta), PH1: p.Survival(v.Delta), Target: v.Target,
			Decision: "accept H0"}}
		if f.opt.Rope > 0 {
			row.PRope = v.PRope
		}
		if row.PH1 > row.PH0 {
			row.Decision = "accept H1"
		}
		a, hasA := alone[name(v, v.ModelA)]
		b, hasB := alone[name(v, v.ModelB)]
		if !hasA || !hasB {
			return nil, fmt.Errorf("%s of one model is the same on all folds of task %q, which says nothing of "+
				"chance; use --target %s",
				v.Metric.Name, v.Key, targetFitted)
		}
		row.covers(a.Coverage)
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
func (f *bayesFlags) algorithms(env *command.Environment, rs []results.Results) error {
	var metrics []string
	for _, m := range f.opt.Metrics {
		metrics = append(metrics, m.String())
	}
	r, err := compare.Run(rs, compare.Options{Models: f.models.names, Metrics: metrics, Methods: []string{"paired"},
		Delta: f.opt.Delta, Rope: f.opt.Rope, Alpha: f.alpha})
	if err != nil {
		return command.Usage(err)
	}
	rows, err := f.algorithmRows(r)
	if err != nil {
		return command.Usage(err)
	}
	for _, note := range r.Notes {
		env.Note("bayes", note)
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
	fmt.Fprintf(tw, "task\tmetric\tA\t%[1]g%% interval\tB\t%[1]g%% interval\tP(H0)\tP(H1)\t%[2]sdecision\n",
		100*f.opt.Level, rope("P(rope)\t"))
	for _, r := range rows {
		fmt.Fprintf(tw, "%s\t%s\t%.5f\t[%.5f, %.5f]\t%.5f\t[%.5f, %.5f]\t%.4g\t%.4g\t%s%s\n", dash(r.Task), r.Metric,
			r.A, r.CIA[0], r.CIA[1], r.B, r.CIB[0], r.CIB[1],
			r.PH0, r.PH1, rope(fmt.Sprintf("%.4g\t", r.PRope)), r.Decision)
	}
	return tw.Flush()
}

func algorithmSettings(w io.Writer, rows []algorithmRow) error {
	last := ""
	for i, r := range rows {
		v := r.verdict
		if i == 0 {
			fmt.Fprintf(w, "\nH0: nu_B - nu_A <= %g (B is not better than A%s), from the metrics of the folds "+
				"(package paired).\n", v.Delta, pick(v.Delta != 0, " by more than that", ""))
		}
		line := fmt.Sprintf("%sA is %s, B is %s; m = %d replications.\n", pick(v.Key.String() != "",
			"task "+v.Key.String()+": ", ""), v.ModelA, v.ModelB, v.Design.Replications)
		if line != last {
			fmt.Fprint(w, line)
		}
		last = line
	}
	_, err := fmt.Fprintln(w, compare.Algorithms.AboutIntervals())
	return err
}
