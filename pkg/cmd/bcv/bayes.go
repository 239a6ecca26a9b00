package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"github.com/block-regularized/bcv/pkg/foldfile"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// bayesFlags are the flags of bcv bayes.
type bayesFlags struct {
	counts, metrics, interval string
	weight, rho1, rho2        float64
	holdOut, json             bool
	opt                       posterior.Options
}

func runBayes(_ context.Context, env *environment, fs *flag.FlagSet, args []string) error {
	var f bayesFlags
	f.opt = posterior.DefaultOptions()
	f.define(fs)
	if err := parse(fs, args); err != nil {
		return err
	}
	if err := f.check(fs); err != nil {
		return usageError{err}
	}
	tasks, err := foldfile.ReadCounts(f.counts)
	if err != nil {
		return usageError{err}
	}
	comparisons, err := posterior.Compare(tasks, f.opt)
	if err != nil {
		return usageError{err}
	}
	for _, t := range tasks {
		if notes := t.UnequalGold(); len(notes) > 0 {
			fmt.Fprintf(env.stderr, "bcv bayes: note: %s%s (%d folds in all); were both models run on the same partition set?\n", taskPrefix(t.Name), notes[0], len(notes))
		}
	}
	if f.json {
		return writeComparisonsJSON(env.stdout, comparisons)
	}
	return writeComparisons(env.stdout, comparisons, f.opt)
}

func (f *bayesFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.counts, "counts", "", "CSV `file` of fold counts: task (optional), model, replication, fold and gold, predicted, correct or tp, fp, fn")
	fs.StringVar(&f.metrics, "metric", "P,R,F1", "metrics, separated by commas")
	fs.Float64Var(&f.weight, "weight", 0, "factor from summed to effective counts (default w(m), the mean over likely correlations)")
	fs.Float64Var(&f.rho1, "rho1", 0, "correlation within a replication, instead of a weight; goes with --rho2")
	fs.Float64Var(&f.rho2, "rho2", 0, "correlation between replications, instead of a weight; goes with --rho1")
	fs.BoolVar(&f.holdOut, "hold-out", false, "use the hold-out average, weight 1/(2m), of Wang et al. (2015)")
	fs.Float64Var(&f.opt.Prior, "prior", 1, "lambda of the Beta(lambda, lambda) prior")
	fs.Float64Var(&f.opt.Delta, "delta", 0, "threshold of H0: nu_B - nu_A <= delta")
	fs.Float64Var(&f.opt.Rope, "rope", 0, "half width of the region of practical equivalence")
	fs.Float64Var(&f.opt.Level, "level", 0.95, "credibility of the intervals")
	fs.StringVar(&f.interval, "interval", "equal-tailed", "kind of credible interval: equal-tailed or hdi (highest density)")
	fs.IntVar(&f.opt.Draws, "draws", 0, "Monte-Carlo draws besides the exact test")
	fs.Uint64Var(&f.opt.Seed, "seed", 1, "seed of the Monte-Carlo draws")
	fs.BoolVar(&f.json, "json", false, "print JSON with full precision instead of a table")
}

// check completes the options from the flags.
func (f *bayesFlags) check(fs *flag.FlagSet) (err error) {
	if f.counts == "" {
		return errors.New("no counts given; name a CSV file with --counts FILE")
	}
	if f.opt.Metrics, err = posterior.ParseMetrics(f.metrics); err != nil {
		return fmt.Errorf("--metric: %w", err)
	}
	if given(fs, "weight") {
		if f.weight == 0 {
			return errors.New("--weight 0 would discard the data; give a weight in (0, 1] or leave it out")
		}
		f.opt.Weighting.Weight = f.weight
	}
	f.opt.Weighting.HoldOut = f.holdOut
	if given(fs, "rho1") {
		f.opt.Weighting.Rho1 = &f.rho1
	}
	if given(fs, "rho2") {
		f.opt.Weighting.Rho2 = &f.rho2
	}
	switch f.interval {
	case "equal-tailed":
	case "hdi":
		f.opt.HDI = true
	default:
		return fmt.Errorf("--interval %q; use equal-tailed or hdi", f.interval)
	}
	if given(fs, "draws") && f.opt.Draws < 1 {
		return fmt.Errorf("--draws %d; use at least 1 (the papers use 1000000)", f.opt.Draws)
	}
	return nil
}

// comparisonJSON is the documented shape of bcv bayes --json.
type comparisonJSON struct {
	Task     string     `json:"task"`
	Metric   string     `json:"metric"`
	A        float64    `json:"a"`
	B        float64    `json:"b"`
	CIA      [2]float64 `json:"ci_a"`
	CIB      [2]float64 `json:"ci_b"`
	PH0      float64    `json:"p_h0"`
	PH1      float64    `json:"p_h1"`
	PRope    float64    `json:"p_rope"`
	Decision string     `json:"decision"`
	Draws    int        `json:"draws,omitempty"`
	MCPH0    *float64   `json:"mc_p_h0,omitempty"`
	MCSE     *float64   `json:"mc_se,omitempty"`
}

func writeComparisonsJSON(w io.Writer, comparisons []posterior.Comparison) error {
	out := make([]comparisonJSON, len(comparisons))
	for i, c := range comparisons {
		out[i] = comparisonJSON{c.Task, c.Metric, c.A, c.B, [2]float64{c.ALow, c.AHigh}, [2]float64{c.BLow, c.BHigh},
			c.PH0, c.PH1, c.PRope, c.Decision, c.Draws, nil, nil}
		if c.Draws > 0 {
			out[i].MCPH0, out[i].MCSE = &c.MCPH0, &c.MCSE
		}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

// writeComparisons prints a table for people, with the settings below it.
func writeComparisons(w io.Writer, comparisons []posterior.Comparison, opt posterior.Options) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "task\tmetric\tA\t%[1]g%% interval\tB\t%[1]g%% interval\tP(H0)\tP(H1)\t%[2]s%[3]sdecision\n",
		100*opt.Level, pick(opt.Rope > 0, "P(rope)\t"), pick(opt.Draws > 0, "Monte Carlo\t"))
	for _, c := range comparisons {
		fmt.Fprintf(tw, "%s\t%s\t%.5f\t[%.5f, %.5f]\t%.5f\t[%.5f, %.5f]\t%s\t%s\t", orDash(c.Task), c.Metric,
			c.A, c.ALow, c.AHigh, c.B, c.BLow, c.BHigh, probability(c.PH0, c.LogPH0), probability(c.PH1, c.LogPH1))
		if opt.Rope > 0 {
			fmt.Fprintf(tw, "%.4g\t", c.PRope)
		}
		if opt.Draws > 0 {
			fmt.Fprintf(tw, "%.6f ± %.2g\t", c.MCPH0, c.MCSE)
		}
		fmt.Fprintln(tw, c.Decision)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "\nH0: nu_B - nu_A <= %g (B is not better than A%s). Prior Beta(%[3]g, %[3]g).\n", opt.Delta, pick(opt.Delta != 0, " by more than that"), opt.Prior)
	last := ""
	for _, c := range comparisons {
		if line := fmt.Sprintf("%sA is %s, B is %s; m = %d replications, weight %.6g.\n", taskPrefix(c.Task), c.ModelA, c.ModelB, c.M, c.Weight); line != last {
			fmt.Fprint(w, line)
			last = line
		}
	}
	return nil
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

func taskPrefix(task string) string {
	if task == "" {
		return ""
	}
	return "task " + task + ": "
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func pick(yes bool, s string) string {
	if yes {
		return s
	}
	return ""
}
