package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/columns"
	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/results/sheet"
)

// powerFlags are the flags of bcv power. NaN stands for a number that is not given.
type powerFlags struct {
	losses, alternative string
	power               float64
	most, trainings     int
	json                bool
	plan                infer.PowerAnalysis
	measureFlags
	told     sheet.Told
	readings []sheet.Reading // of --from and --losses
	planFlags
}

// powerPlan is a kind of plan with the flags that it takes. It returns what is printed as JSON or as text.
type powerPlan struct {
	name, flags string
	answer      func(f *powerFlags, fs *flag.FlagSet) (row any, text func(w io.Writer) error, err error)
}

// What a plan is for. --from is for items or for folds, as its file is.
var (
	forReplications = powerPlan{"a plan for replications", "m power max-m" + ofFolds, (*powerFlags).replications}
	forTrainings    = powerPlan{"--trainings", "trainings" + ofFolds, (*powerFlags).spending}
	forItems        = powerPlan{"items without --from", "sd disagree icc run-sd redrawn cluster-size looks" + ofItems,
		(*powerFlags).items}
	forItemsFrom = powerPlan{"items with --from", "from" + ofMetrics + " paired-runs looks" + ofItems,
		(*powerFlags).items}
	forJudged = powerPlan{"--from with a judge beside people", "from judge labels-random" + ofMetrics + " half-width alpha json",
		(*powerFlags).labels}
	forFoldsFrom = powerPlan{"--from with results on folds", "from" + ofMetrics + " half-width alpha json",
		(*powerFlags).ledger}
)

const (
	ofFolds = " sd losses score loss rho1 rho2" + ofTests
	ofItems = " items clusters runs draws power half-width" + ofTests
	ofTests = " difference alternative delta alpha json"

	ofMetrics = " score loss metric positive costs"
)

func runPower(_ context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
	nan := math.NaN()
	f := powerFlags{power: nan, plan: infer.PowerAnalysis{Difference: nan, SD: nan}}
	f.define(fs)
	if err := command.Parse(fs, args); err != nil {
		return err
	}
	plan, err := f.kind(fs)
	if err = cmp.Or(err, f.checkTest()); err != nil {
		return command.Usage(err)
	}
	row, text, err := plan.answer(&f, fs)
	if err != nil {
		return command.Usage(err)
	}
	lines := sheet.Lines(f.readings)
	if f.json {
		if _, list := row.([]powerRow); list { // which has no place for a reading
			for _, line := range lines {
				env.Note(fs.Name(), line)
			}
		} else if len(lines) > 0 {
			row = readRow{row, f.readings}
		}
		return env.Encode(row)
	}
	for _, line := range lines {
		fmt.Fprintln(env.Text(), line)
	}
	return text(env.Text())
}

// readRow is an answer with what the tables were taken for, behind its other keys.
type readRow struct {
	row      any
	readings []sheet.Reading
}

// MarshalJSON writes an object.
func (r readRow) MarshalJSON() ([]byte, error) {
	text, err := json.Marshal(r.row)
	of, problem := json.Marshal(r.readings)
	return fmt.Appendf(bytes.TrimSuffix(text, []byte("}")), `,"reading":%s}`, of), cmp.Or(err, problem)
}

// kind returns the plan that the flags are about, and an error if there are others.
func (f *powerFlags) kind(fs *flag.FlagSet) (plan powerPlan, err error) {
	switch {
	case command.Given(fs, "from"):
		plan, err = forFoldsFrom, f.read()
		switch {
		case f.pilot.Judged():
			plan = forJudged
		case f.pilot.OnTestSet():
			plan = forItemsFrom
			if f.pilot.InTime() {
				return plan, errors.New("forecasts at points in time: how many more points a difference takes is not known here; " +
					"compare them with bcv compare")
			}
		}
	case command.Given(fs, "items") || command.Given(fs, "disagree"):
		plan = forItems
	case command.Given(fs, "trainings"):
		plan = forTrainings
	default:
		plan = forReplications
	}
	for _, other := range []powerPlan{forReplications, forTrainings, forItems, forItemsFrom, forJudged} {
		for _, name := range strings.Fields(other.flags) {
			if err == nil && command.Given(fs, name) && !slices.Contains(strings.Fields(plan.flags), name) {
				err = fmt.Errorf("--%s does not fit %s; leave it out", name, plan.name)
			}
		}
	}
	return plan, err
}

func (f *powerFlags) define(fs *flag.FlagSet) {
	p := &f.plan
	fs.IntVar(&p.M, "m", 0, "replications; give two of --m, --difference and --power, and the third is computed")
	fs.IntVar(&f.trainings, "trainings", 0, "`number` of trainings of each learner to plan replications, half-splits and "+
		"inner replications for; --difference adds the power")
	fs.Float64Var(&p.Difference, "difference", math.NaN(), "true difference loss of B - loss of A")
	fs.Float64Var(&f.power, "power", math.NaN(), "wanted probability of finding the difference, such as 0.8")
	fs.Float64Var(&p.SD, "sd", math.NaN(), "standard deviation of the difference on one fold, over data sets; with "+
		"--items, on one item in one run")
	fs.StringVar(&f.losses, "losses", "", "CSV `file` of a pilot m x 2 BCV (see bcv ttest) to estimate --sd from")
	f.measureFlags.define(fs)
	defineTold(fs, &f.told)
	f.planFlags.define(fs)
	fs.Float64Var(&p.Rho1, "rho1", 0.5, "correlation of the two differences of a replication")
	fs.Float64Var(&p.Rho2, "rho2", 0.5, "correlation of differences in different replications")
	fs.StringVar(&f.alternative, "alternative", "two-sided", command.Alternatives)
	fs.Float64Var(&p.Alpha, "alpha", 0.05, "level of the test")
	fs.Float64Var(&p.Delta, "delta", 0, "difference under H0")
	fs.IntVar(&f.most, "max-m", 50, "largest number of replications to consider")
	fs.BoolVar(&f.json, "json", false, "print JSON with full precision instead of a table")
}

// replications plans replications.
func (f *powerFlags) replications(fs *flag.FlagSet) (any, func(w io.Writer) error, error) {
	if command.Given(fs, "m") && f.plan.M < 2 {
		return nil, nil, fmt.Errorf("--m %d; give at least 2 replications", f.plan.M)
	}
	if err := f.check(); err != nil {
		return nil, nil, err
	}
	rows, err := f.rows()
	return rows, func(w io.Writer) error { return f.write(w, rows) }, err
}

// check completes the plan from the flags.
func (f *powerFlags) check() error {
	given := 0
	for _, yes := range []bool{f.plan.M != 0, !math.IsNaN(f.plan.Difference), !math.IsNaN(f.power)} {
		if yes {
			given++
		}
	}
	if given != 2 {
		return errors.New("give two of --m, --difference and --power; the third is computed")
	}
	if f.most < 2 || f.most > 10_000 {
		return fmt.Errorf("--max-m %d; give a number from 2 to 10000", f.most)
	}
	return f.checkSpread()
}

// checkTest completes the test.
func (f *powerFlags) checkTest() (err error) {
	if err := infer.CheckLevel(f.plan.Alpha); err != nil {
		return err
	}
	if f.plan.Alternative, err = infer.ParseAlternative(f.alternative); err != nil {
		err = fmt.Errorf("--alternative: %w", err)
	}
	return err
}

// checkSpread returns an error unless there is one way to the spread of a fold.
func (f *powerFlags) checkSpread() error {
	if (f.losses == "") == math.IsNaN(f.plan.SD) {
		return errors.New("give the standard deviation of one fold with --sd, or a pilot with --losses FILE, and " +
			"not both")
	}
	return nil
}

// powerRow is the answer under one pair of correlations, and its JSON.
type powerRow struct {
	Rho1       float64 `json:"rho1"`
	Rho2       float64 `json:"rho2"`
	SD         float64 `json:"sd"`
	M          int     `json:"m"`
	Difference float64 `json:"difference"`
	Power      float64 `json:"power"`
	Reached    bool    `json:"reached"` // false if no m up to max-m has the wanted power: m is then the best
	// Limit is the power that ever more replications tend to, where the wanted one is
	// not reached and the correlations allow for any number.
	Limit *float64 `json:"limit,omitempty"`
}

// rows answers for the given correlations, and, where they are the default, for
// smaller ones, to show how much hangs on them.
func (f *powerFlags) rows() ([]powerRow, error) {
	var pilot infer.Differences
	if f.losses != "" {
		var err error
		if pilot, err = f.differences(); err != nil {
			return nil, err
		}
	}
	pairs := [][2]float64{{f.plan.Rho1, f.plan.Rho2}}
	if f.plan.Rho1 == 0.5 && f.plan.Rho2 == 0.5 {
		pairs = append(pairs, [2]float64{0.25, 0.25}, [2]float64{0, 0})
	}
	var out []powerRow
	for _, rho := range pairs {
		p := f.plan
		p.Rho1, p.Rho2 = rho[0], rho[1]
		if f.losses != "" {
			sd, err := infer.SigmaOf(pilot, p.Rho1, p.Rho2)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.losses, err)
			}
			p.SD = sd
		}
		r, err := f.answer(p)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// differences reads the differences of a pilot on folds.
func (f *powerFlags) differences() (d infer.Differences, err error) {
	m, err := f.metric()
	if err != nil {
		return d, err
	}
	r, err := readLosses(f.losses, results.ReadOptions{Metric: m, Told: f.told})
	if f.readings = r.Readings; err == nil {
		err = two(f.losses, r)
	}
	if err != nil {
		return d, err
	}
	if d, err = r.Pair(0, 1, 0); err != nil {
		return d, fmt.Errorf("%s: %w", f.losses, err)
	}
	return d, nil
}

// two refuses results of more than two models.
func two(path string, r results.Results) error {
	if len(r.Models) > 2 {
		return fmt.Errorf("%s: %d models; keep the rows of two", path, len(r.Models))
	}
	return nil
}

// answer computes what is not given.
func (f *powerFlags) answer(p infer.PowerAnalysis) (r powerRow, err error) {
	r = powerRow{Rho1: p.Rho1, Rho2: p.Rho2, SD: p.SD, M: p.M, Difference: p.Difference, Power: f.power, Reached: true}
	switch {
	case math.IsNaN(f.power):
		r.Power, err = p.Power()
	case math.IsNaN(p.Difference):
		r.Difference, err = p.Detectable(f.power)
	default:
		r.M, r.Power, err = p.Replications(f.power, f.most)
		if errors.Is(err, infer.ErrPower) {
			r.Reached, err = false, nil
			if limit, unlimited := p.Limit(); unlimited == nil {
				r.Limit = &limit
			}
		}
	}
	return r, err
}

// sentence answers in a line: what the given correlations, or those of all rows, make of what was asked.
func (f *powerFlags) sentence(rows []powerRow) string {
	depending := table.Pick(len(rows) > 1, ", depending on the correlations between folds", "")
	first, last := rows[0], rows[len(rows)-1] // between which the others lie
	span := func(a, b string) string {
		if a == b {
			return a
		}
		return a + " to " + b
	}
	difference := func(x float64) string { return fmt.Sprintf("%.*f", max(2, table.Places(x)), x) }
	power := func(x float64) string { return fmt.Sprintf("%.0f%%", 100*x) }
	switch {
	case math.IsNaN(f.power):
		return fmt.Sprintf("%d x 2 BCV finds a difference of %s in %s of experiments%s.", first.M, difference(first.Difference),
			span(power(min(first.Power, last.Power)), power(max(first.Power, last.Power))), depending)
	case math.IsNaN(f.plan.Difference):
		return fmt.Sprintf("%d x 2 BCV finds a difference of %s with %s power%s.", first.M,
			span(difference(min(first.Difference, last.Difference)), difference(max(first.Difference, last.Difference))),
			power(f.power), depending)
	}
	few, many, short := first.M, first.M, 0
	for _, r := range rows {
		few, many = min(few, r.M), max(many, r.M)
		if !r.Reached {
			short++
		}
	}
	switch size := fmt.Sprintf("a difference of %s with %s power", difference(f.plan.Difference), power(f.power)); short {
	case 0:
		return fmt.Sprintf("m = %s finds %s%s.", span(fmt.Sprint(few), fmt.Sprint(many)), size, depending)
	case len(rows):
		return fmt.Sprintf("No m up to %d finds %s.", f.most, size)
	default:
		return fmt.Sprintf("For some correlations between folds no m up to %d finds %s.", f.most, size)
	}
}

func (f *powerFlags) write(w io.Writer, rows []powerRow) error {
	fmt.Fprintf(w, "%s\n\n", columns.Paragraph(f.sentence(rows)))
	cells := [][]string{{"rho1", "rho2", "sd of a fold", "m", "difference", "power", ""}}
	for _, r := range rows {
		cells = append(cells, []string{fmt.Sprintf("%.3g", r.Rho1), fmt.Sprintf("%.3g", r.Rho2), fmt.Sprintf("%.4g", r.SD),
			fmt.Sprint(r.M), fmt.Sprintf("%.4g", r.Difference), fmt.Sprintf("%.4f", r.Power), table.Pick(r.Reached, "", "*")})
	}
	if err := command.Columns(w, cells); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for _, note := range f.notes(rows) {
		fmt.Fprintln(w, columns.Paragraph(note))
	}
	_, err := fmt.Fprintln(w, columns.Paragraph(fmt.Sprintf("By bcv-t at a fixed m, %s, at the level %g: false alarms little above "+
		"it where the correlations, rho1 of two folds of one replication and rho2 of others, are at most 1/2; no folds show "+
		"which row is yours. About the algorithms, trained on other samples of half of the records.", f.plan.Alternative,
		f.plan.Alpha)))
	return err
}

// notes explains wanted powers that are not reached, and powers below the level.
func (f *powerFlags) notes(rows []powerRow) []string {
	var out []string
	against := f.plan.Alternative == infer.Greater && rows[0].Difference < f.plan.Delta ||
		f.plan.Alternative == infer.Less && rows[0].Difference > f.plan.Delta
	if against {
		out = append(out, fmt.Sprintf("The difference lies against the alternative %q: the power is that of a "+
			"wrong decision. Change the sign of --difference or the --alternative.", f.plan.Alternative))
	} else if rows[0].Difference == f.plan.Delta {
		out = append(out, "The difference is that of H0: the power is the probability of rejecting a true hypothesis.")
	}
	if note := f.shortNote(rows); note != "" {
		out = append(out, note)
	}
	below := false
	for _, r := range rows {
		below = below || r.Power < f.plan.Alpha*(1-1e-6)
	}
	if below && !against {
		out = append(out, "Powers below the level are right: where rho1, rho2 < 1/2 the test rejects a true "+
			"hypothesis less often than the level says, and a small difference hardly more often.")
	}
	return out
}

// shortNote explains wanted powers that are not reached; empty if all are.
func (f *powerFlags) shortNote(rows []powerRow) string {
	short := false
	var limits []string
	for _, r := range rows {
		short = short || !r.Reached
		if r.Limit != nil {
			limits = append(limits, fmt.Sprintf("%.4f for rho1 %.3g, rho2 %.3g", *r.Limit, r.Rho1, r.Rho2))
		}
	}
	if !short {
		return ""
	}
	note := fmt.Sprintf("* no m up to %d has the wanted power; the m shown has the largest.", f.most)
	if len(limits) > 0 {
		note += " With ever larger m the power tends to " + strings.Join(limits, "; ") + "."
	}
	return note + " The test allows for rho1 = rho2 = 1/2, so that the difference it needs does not fall to 0 with " +
		"m, but is a multiple of the sd of a fold, which more records reduce."
}
