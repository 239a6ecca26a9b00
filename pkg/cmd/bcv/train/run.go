package train

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/atomicfile"
	"github.com/block-regularized/bcv/internal/columns"
	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/holdout/decide"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/race"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/results"
)

// runFlags are the flags of bcv run.
type runFlags struct {
	trainFlags
	method, alternative    string
	start, max             int
	alpha, gamma, interest float64
	seed                   uint64
	checkpoint             string
	json                   bool
	compared               string // what the differences are of, for the path; "" for losses
}

func (f *runFlags) define(fs *flag.FlagSet) {
	f.trainFlags.define(fs)
	fs.StringVar(&f.method, "method", "", "t, the calibrated sequential t-test of the losses of two (about algorithms), "+
		"race, which drops losers among two or more (about algorithms), or bayes, the sequential Bayes test of a metric of "+
		"two (about fitted models) (default: t for two learners, race for more)")
	command.Also(fs, "method", "rule")
	fs.StringVar(&f.alternative, "alternative", "two-sided", "of --method t: "+command.Alternatives)
	fs.Float64Var(&f.alpha, "alpha", 0.05, "of --method t and race: error over all looks, of a race over all pairs too")
	f.metricFlags.define(fs, "`name` of the metric that is compared; of --method bayes one of "+command.MetricNames+
		" (default: F1), of the others in place of the loss", "`class` whose metric is compared; with --method bayes it "+
		"may be left out with two classes, for the second")
	command.Also(fs, "positive", "class")
	fs.Float64Var(&f.gamma, "gamma", 0.05, "of --method bayes: stop when a posterior probability is above 1 - gamma; "+
		decide.FalseDecisions())
	fs.IntVar(&f.start, "start", sequential.FirstLook, "replications at the first look")
	fs.IntVar(&f.max, "max", sequential.LastLook, "replications at the last look")
	fs.Float64Var(&f.interest, "difference-of-interest", 0, "smallest `difference` that matters, in units of the loss "+
		"or metric: stop too when it is shown to be smaller (default: no such stop)")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the partition set")
	fs.StringVar(&f.checkpoint, "checkpoint", "", "`file` to keep the replications in, and to resume from after an "+
		"interruption")
	fs.StringVar(&f.losses, "losses", "", "CSV `file` to write: the losses of all folds used, of a race those of the "+
		"learners that are left")
	fs.StringVar(&f.counts, "counts", "", "CSV `file` to write: tp, fp, fn of each class, of the same folds and learners")
	fs.BoolVar(&f.json, "json", false, "print the outcome with its path as JSON; the path goes to standard error")
}

// runRun trains learners until it is decided which is better.
func runRun(ctx context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
	var f runFlags
	f.define(fs)
	if err := f.parseArgs(env, fs, args, f.check); err != nil || f.List {
		return err
	}
	var out atomicfile.Batch
	defer out.Discard()
	if err := f.open(&out); err != nil {
		return err
	}
	plan, err := f.plan(ctx)
	if err != nil {
		return command.Usage(err)
	}
	if err := f.Describe(env, "run", plan.Data); err != nil {
		return err
	}
	path := env.Text()
	if f.json {
		path = env.Stderr
	}
	plan.Progress = f.path(path)
	if f.method == "race" {
		plan.Progress = f.racePath(path)
	}
	outcome, err := decide.Run(ctx, plan)
	if err != nil {
		return refused(ctx, err)
	}
	outcome.Known = f.Known(outcome.Known)
	return f.write(env, &out, outcome)
}

func (f *runFlags) check(fs *flag.FlagSet) error {
	if err := cmp.Or(f.trainFlags.check(fs, "metric", "counts"), f.CheckMethod(fs, cv.BCV)); err != nil {
		return err
	}
	if err := f.Expand(); err != nil {
		return err
	}
	if f.method == "" {
		f.method = "t"
		if f.Count() > 2 {
			f.method = "race"
		}
	}
	owners := [][]string{{"alternative", "t"}, {"alpha", "t", "race"}, {"costs", "t", "race"}, {"gamma", "bayes"},
		{"difference-of-interest", "t", "bayes"}}
	for _, o := range owners {
		if name, rules := o[0], o[1:]; command.Given(fs, name) && !slices.Contains(rules, f.method) {
			return fmt.Errorf("--%s belongs to --method %s", name, strings.Join(rules, " or "))
		}
	}
	switch {
	case f.Count() == 1:
		return errors.New("1 learner; bcv run compares two, the first is A, or more by --method race")
	case f.Count() > 2 && f.method != "race":
		return fmt.Errorf("--method %s compares two learners, not %d; use --method race", f.method, f.Count())
	case f.method == "race" && f.Inner > 0:
		return errors.New("--inner is not for a race, which trains few learners to the end; bcv holdout trains inner folds " +
			"of any number of learners")
	case f.method != "t" && f.method != "bayes" && f.method != "race":
		return fmt.Errorf("--method %q; use t, race or bayes", f.method)
	case infer.CheckLevel(f.alpha) != nil:
		return infer.CheckLevel(f.alpha)
	case !(f.gamma > 0 && f.gamma <= 0.5):
		return fmt.Errorf("--gamma %v; give a probability above 0, at most 0.5", f.gamma)
	case f.start < 1 || f.max < f.start:
		return fmt.Errorf("looks from --start %d to --max %d; start with 1 or more, and end no earlier", f.start, f.max)
	case command.Given(fs, "difference-of-interest") && !(f.interest > 0):
		return fmt.Errorf("--difference-of-interest %v; give a positive number", f.interest)
	case f.interest != 0 && f.alternative != "two-sided":
		return errors.New("--difference-of-interest needs intervals with two ends; use --alternative two-sided")
	case f.Inner > 0 && f.losses+f.counts == "":
		return errors.New("--inner gives results that decide nothing here; name a file for them with --losses or --counts")
	case f.runs > 1 && f.method == "bayes":
		return errors.New("--runs are trainings with other seeds, and --method bayes is about the models of one; use " +
			"--method t")
	case f.runs > 1 && f.Inner > 0:
		return errors.New("--inner gives results of one run here; bcv holdout trains inner folds in --runs too")
	case f.counts != "" && f.runs > 1:
		return errors.New("--counts are of one run here; bcv holdout writes them for --runs too")
	}
	return nil
}

func (f *runFlags) open(out *atomicfile.Batch) error {
	out.Reads("--data", f.File)
	out.Reads("--costs", f.Costs)
	out.Reads("--checkpoint", f.checkpoint)
	return cmp.Or(out.Create("--losses", f.losses), out.Create("--tuning", f.tuning), out.Create("--counts", f.counts))
}

func (f *runFlags) plan(ctx context.Context) (decide.Plan, error) {
	p := decide.Plan{Seed: f.seed, Checkpoint: f.checkpoint, Inner: f.Inner, Halves: f.Halves,
		Runs: f.runs}
	var err error
	if p.Rule, err = f.newRule(); err != nil {
		return p, err
	}
	if p.Data, err = f.Read(); err != nil {
		return p, err
	}
	if p.Data.Class == nil && f.counts != "" {
		return p, errors.New("--counts are about classes, and the target is a number")
	}
	method, opt, err := f.Options(cv.BCV, cv.Options{M: f.max, Seed: f.seed}, p.Data)
	if err != nil {
		return p, err
	}
	p.Conditions = opt.Conditions
	if method == cv.Grouped { // few groups give few replications, which is known before training
		if _, err := cv.New(method, p.Data.N(), opt); err != nil {
			return p, fmt.Errorf("%w (--max)", err)
		}
	}
	opt.M = 1
	first, err := cv.New(method, p.Data.N(), opt)
	if err != nil {
		return p, err
	}
	p.Learners, err = f.made(ctx, first.ID(), p.Data)
	return p, err
}

func (f *runFlags) newRule() (decide.Rule, error) {
	named := strings.Join(f.metricFlags.List, ",")
	if f.method == "bayes" {
		metrics, err := posterior.ParseMetrics(cmp.Or(named, "F1"))
		if err != nil {
			return nil, fmt.Errorf("--metric: %w", err)
		}
		if len(metrics) != 1 {
			return nil, fmt.Errorf("--metric %q; a decision is about one metric", named)
		}
		return decide.Bayes{Class: f.Positive, Bayes: sequential.Bayes{
			Metric: metrics[0], Start: f.start, Max: f.max, Gamma: f.gamma, Interest: f.interest}}, nil
	}
	alternative, err := infer.ParseAlternative(f.alternative)
	if err != nil {
		return nil, fmt.Errorf("--alternative: %w", err)
	}
	rule := decide.TTest{Positive: f.Positive, TTest: sequential.TTest{Options: infer.Options{Alternative: alternative,
		Alpha: f.alpha}, Start: f.start, Max: f.max, Interest: f.interest}}
	if rule.Metric, rule.Settings, err = f.measured(named); err != nil || f.method == "t" {
		return rule, err
	}
	return decide.Race{Race: f.race(), Metric: rule.Metric, Positive: rule.Positive, Settings: rule.Settings}, nil
}

// measured returns the metric that is compared in place of the loss, and the settings that its name does not say.
func (f *runFlags) measured(named string) (m metric.Definition, settings string, err error) {
	switch err := f.parse(); {
	case err != nil || f.metrics == nil:
		return m, "", err
	case len(f.metrics) > 1:
		return m, "", fmt.Errorf("--metric %q; a decision is about one metric", named)
	}
	m = f.metrics[0]
	f.compared = " of " + m.Label()
	if f.Costs != "" {
		text, err := os.ReadFile(f.Costs)
		return m, fmt.Sprintf("(costs %08x)", crc32.ChecksumIEEE(text)), err
	}
	return m, "", nil
}

// path returns what prints a line after each replication.
func (f *runFlags) path(w io.Writer) func(*decide.Outcome) {
	evidence := "P(B>A)"
	if f.method == "t" { // a p-value of one look says nothing by itself: at some look of ten that is below 5% too often
		evidence = fmt.Sprintf("%14s  %10s", "p of this look", "stop below")
	}
	places := 0 // of all looks, by the first one
	return func(o *decide.Outcome) {
		switch looks := len(o.Looks); {
		case o.M == 0:
			fmt.Fprintf(w, "A is %s, B is %s; differences%s are B minus A.\n%3s  %10s  %20s  %8s  %s\n",
				o.Models[0], o.Models[1], f.compared, "m", "difference", "interval", evidence, "decision")
		case looks == 0:
			fmt.Fprintf(w, "%3d  %10s  %20s  %*s  %s\n", o.M, "", "", max(8, len(evidence)), "", "before the first look")
		default:
			l := o.Looks[looks-1]
			if looks == 1 {
				places = max(table.Places(l.Estimate), table.Places(l.CI.High-l.CI.Low))
			}
			sure := fmt.Sprintf("%8.3f", l.Evidence)
			if f.method == "t" {
				sure = fmt.Sprintf("%14.4f  %10.4f", l.Evidence, l.Level)
			}
			interval := fmt.Sprintf("%.*f to %*.*f", places, l.CI.Low, places+3, places, l.CI.High)
			fmt.Fprintf(w, "%3d  %10.*f  %20s  %s  %s\n", o.M, places, l.Estimate, interval, sure, l.Decision)
		}
	}
}

func (f *runFlags) write(env *command.Environment, out *atomicfile.Batch, o *decide.Outcome) error {
	if err := cmp.Or(out.Write(f.losses, as(results.Losses, o.Losses)),
		out.Write(f.tuning, as(results.Choices, o.Losses)),
		out.Write(f.counts, as(results.Confusion, o.Counts...)), out.Commit()); err != nil {
		return err
	}
	for _, note := range o.Notes {
		env.Note("run", note)
	}
	if f.json {
		if f.method == "race" {
			return writeRace(env, o)
		}
		return f.writeJSON(env, o)
	}
	_, err := fmt.Fprintf(env.Text(), "\n%s\n", o.Text())
	return err
}

// writeJSON prints the outcome; ends of intervals that are infinite are null.
func (f *runFlags) writeJSON(env *command.Environment, o *decide.Outcome) error {
	finite := func(x float64) any {
		if math.IsInf(x, 0) {
			return nil
		}
		return x
	}
	var path []any
	for _, l := range o.Looks {
		path = append(path, map[string]any{"m": l.M, "estimate": l.Estimate,
			"interval": []any{finite(l.CI.Low), finite(l.CI.High)}, "evidence": l.Evidence, "decision": l.Decision})
	}
	return env.Encode(map[string]any{"model_a": o.Models[0], "model_b": o.Models[1], "rule": o.Rule,
		"quantity": o.Quantity, "metric": o.Name, "higher_is_better": o.Higher, "interval_is": o.Words.Interval,
		"evidence_is": o.Evidence, "known": o.Known, "m": o.M, "decision": o.Decision, "path": path,
		"set": o.Set.String(), "sentence": o.Sentence()})
}

// racePath returns what prints the expected saving before a race, and a line after each of its replications.
func (f *runFlags) racePath(w io.Writer) func(*decide.Outcome) {
	return func(o *decide.Outcome) {
		switch looks := len(o.Race); {
		case o.M == 0:
			fmt.Fprintf(w, "%s\n%s%3s  %4s  %11s  %s\n", columns.Paragraph(fmt.Sprintf("%d learners, at most %d trainings: %s.",
				len(o.Models), o.Most, o.Rule)), f.expected(), "m", "left", "mean "+o.Metric, "leader")
		case looks == 0:
			fmt.Fprintf(w, "%3d  %4d  %11s  %s\n", o.M, len(o.Models), "", "before the first look")
		default:
			l := o.Race[looks-1]
			line := fmt.Sprintf("%3d  %4d  %11.5f  %s", l.M, len(l.Left), l.Means[l.Leader], o.Models[l.Leader])
			var dropped []string
			for _, d := range l.Dropped {
				dropped = append(dropped, o.Models[d.Model])
			}
			if dropped != nil {
				line += "; dropped: " + strings.Join(dropped, ", ")
			}
			fmt.Fprintln(w, line)
		}
	}
}

// expected says what a race is expected to save.
func (f *runFlags) expected() string {
	savings, err := f.race().Savings(f.seed)
	if err != nil {
		return "" // the rule has begun, which had the same error
	}
	var parts []string
	for _, s := range savings {
		parts = append(parts, fmt.Sprintf("%.0f%% if %s", 100*s.Share, s.Truth))
	}
	return columns.Paragraph(fmt.Sprintf("Expected saving: %s (sd: of the difference of two on one fold).",
		strings.Join(parts, ", "))) + "\n"
}

func (f *runFlags) race() race.Race {
	return race.Race{Models: f.Count(), Start: f.start, Max: f.max, Alpha: f.alpha}
}

// writeRace prints the outcome of a race as JSON.
func writeRace(env *command.Environment, o *decide.Outcome) error {
	var path []any
	models := make([]map[string]any, len(o.Models))
	for a, name := range o.Models {
		models[a] = map[string]any{"model": name, "m": len(o.Values[a]), "values": o.Values[a]}
	}
	for _, l := range o.Race {
		path = append(path, map[string]any{"m": l.M, "left": len(l.Left), "leader": o.Models[l.Leader],
			"mean": l.Means[l.Leader]})
		for _, a := range l.Left {
			models[a]["mean"] = l.Means[a]
		}
		for _, d := range l.Dropped {
			models[d.Model]["mean"] = l.Means[d.Model]
			models[d.Model]["dropped"] = map[string]any{"by": o.Models[d.By], "difference": d.Difference,
				"boundary": d.Boundary}
		}
	}
	return env.Encode(map[string]any{"models": models, "left": o.Left(), "rule": o.Rule, "quantity": o.Quantity,
		"metric": o.Name, "higher_is_better": o.Higher, "known": o.Known, "m": o.M, "trainings": o.Trainings,
		"most_trainings": o.Most, "path": path, "set": o.Set.String(), "sentence": o.Sentence()})
}
