package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/block-regularized/bcv/internal/columns"
	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/inputs"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/results"
)

// planFlags are the flags of bcv power about items of one test set.
type planFlags struct {
	from                      string
	disagree, icc, seed, redo float64
	half                      float64
	paired, looks             bool
	size                      int        // items of a cluster
	counts                    items.Plan // Items, Clusters, Runs and Draws
	pilot                     results.Results
	judge                     string
	labelsRandom              bool
	metrics                   inputs.Metrics
}

func (f *planFlags) define(fs *flag.FlagSet) {
	fs.IntVar(&f.counts.Items, "items", 0, "`number` of items of one test set to plan for")
	fs.IntVar(&f.counts.Clusters, "clusters", 0, "`number` of clusters that the items lie in, equally large")
	fs.IntVar(&f.size, "cluster-size", 0, "`number` of items of a cluster, to plan the number of clusters with --difference "+
		"and --power")
	fs.BoolVar(&f.looks, "looks", false, "the items are planned, and looked at while they come in (bcv compare --planned)")
	fs.IntVar(&f.counts.Runs, "runs", 1, "`number` of runs of each model, such as seeds")
	fs.IntVar(&f.counts.Draws, "draws", 1, "`number` of draws of each item in a run, such as answers of a language model")
	fs.StringVar(&f.from, "from", "", "CSV `file` of a pilot: items of one test set, whose numbers --items, --clusters, "+
		"--runs and --draws change, or m x 2 CV in several runs")
	defineMetrics(fs, &f.metrics)
	defineJudge(fs, &f.judge, &f.labelsRandom)
	fs.Float64Var(&f.disagree, "disagree", math.NaN(), "share of the items that one model alone gets right, in place "+
		"of --sd; of independent errors a (1 - b) + b (1 - a) for the accuracies a and b")
	fs.Float64Var(&f.icc, "icc", math.NaN(), "correlation of the differences on two items of a cluster")
	fs.Float64Var(&f.seed, "run-sd", math.NaN(), "standard deviation of the score of one model over its runs, on ever "+
		"more items")
	fs.Float64Var(&f.redo, "redrawn", 0, "share of the variance of an item's difference that each run draws anew, or "+
		"each draw")
	fs.Float64Var(&f.half, "half-width", math.NaN(), "wanted half width of the interval; adds how many more of each "+
		"take it")
	fs.BoolVar(&f.paired, "paired-runs", false, "run s of one model belongs to run s of the other, as with a common seed")
}

// itemsRow is the answer for items, and its JSON.
type itemsRow struct {
	Test       string           `json:"test"`
	Items      int              `json:"items"`
	Clusters   int              `json:"clusters,omitempty"`
	Runs       int              `json:"runs"`
	Draws      int              `json:"draws,omitempty"` // of each item, where there are several
	HalfWidth  float64          `json:"half_width"`
	Difference float64          `json:"difference"` // the one that is given, or the smallest with the wanted power
	Power      float64          `json:"power"`
	Asked      float64          `json:"asked,omitempty"` // with looks, of the items on average until it is decided
	Buy        []items.Purchase `json:"buy,omitempty"`   // for the half width that is wanted
}

// read reads the pilot of --from.
func (f *powerFlags) read() error {
	m, err := f.metric()
	if err != nil {
		return err
	}
	opt := results.ReadOptions{Metric: m, Told: f.told, Judge: f.judge}
	metrics := readMetrics(&f.metrics, &opt)
	f.pilot, err = readOne(f.from, opt, func(results.Results) error { return nil }, metrics...)
	if f.readings = f.pilot.Readings; err == nil {
		err = two(f.from, f.pilot)
	}
	return err
}

// labels says how many more items people have to score beside a judge, as bcv compare does.
func (f *powerFlags) labels(fs *flag.FlagSet) (any, func(w io.Writer) error, error) {
	v, err := f.compared(fs)
	return v.Judge, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s\n%s\n", columns.Paragraph(v.AboutJudge()), columns.Paragraph(v.Scope()))
		return err
	}, err
}

// compared is the verdict on a pilot, with the half width that is wanted.
func (f *powerFlags) compared(fs *flag.FlagSet) (v compare.Verdict, err error) {
	opt := compare.Options{Alpha: f.plan.Alpha, LabelsRandom: f.labelsRandom}
	if command.Given(fs, "half-width") {
		if opt.HalfWidth = f.half; !(f.half > 0) {
			return v, fmt.Errorf("a half width of %v; give a positive number", f.half)
		}
	}
	report, err := compare.Run([]results.Results{f.pilot}, opt)
	if err != nil {
		return v, err
	}
	return report.Verdicts[0], nil
}

// ledger says what the interval of a pilot on folds is made of, as bcv compare does, and what to buy.
func (f *powerFlags) ledger(fs *flag.FlagSet) (any, func(w io.Writer) error, error) {
	v, err := f.compared(fs)
	if err != nil {
		return nil, nil, err
	}
	l, ok := v.Ledger()
	if !ok {
		return nil, nil, fmt.Errorf("%s: %s; what an interval is made of is seen from m x 2 CV in several runs (column run) "+
			"with inner folds or predictions of records; to plan replications give --losses in place of --from", f.from,
			f.pilot.Design)
	}
	return l, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s\n%s\n", v.MadeOf(), v.Scope())
		return err
	}, nil
}

// items plans a comparison on the items of one test set.
func (f *powerFlags) items(fs *flag.FlagSet) (any, func(w io.Writer) error, error) {
	row, err := f.itemsAnswer(fs)
	return row, func(w io.Writer) error { return f.writeItems(w, row) }, err
}

// itemsAnswer makes the plan and computes what is not given.
func (f *powerFlags) itemsAnswer(fs *flag.FlagSet) (row itemsRow, err error) {
	opt := &f.plan.Options
	var p items.Plan
	var l items.Ledger
	if f.from != "" {
		p, l, err = f.pilotPlan(fs)
	} else if p, err = f.numbersPlan(); err == nil && p.Items == 0 {
		p, l, err = f.itemsNeeded(p)
	} else if err == nil {
		l, err = p.Ledger()
	}
	if err = cmp.Or(err, f.checkLooks(p)); err != nil {
		return row, err
	}
	row = itemsRow{Test: "item-t", Items: p.Items, Clusters: p.Clusters, Runs: p.Runs, Difference: f.plan.Difference,
		Power: f.power}
	if p.Draws > 1 {
		row.Draws = p.Draws
	}
	switch {
	case p.Runs > 1:
		row.Test = "crossed-t"
	case f.from != "" && !f.pilot.MeanOfItems(0):
		row.Test = "linearized-t"
	case p.Clusters > 0:
		row.Test = "cluster-t"
	}
	switch known := !math.IsNaN(row.Difference); {
	case known && !math.IsNaN(row.Power) && (f.from != "" || f.counts.Items > 0):
		return row, errors.New("--power and a difference; give one of them, and the other is computed")
	case known:
		row.Power, err = f.powerOf(l, row.Difference)
	default:
		if math.IsNaN(row.Power) {
			row.Power = 0.8
		}
		if f.looks {
			row.Difference, err = l.LooksDetectable(row.Power, *opt)
		} else {
			row.Difference, err = l.Detectable(row.Power, *opt)
		}
	}
	if row.HalfWidth = l.HalfWidth(opt.Alpha); f.looks && err == nil {
		row.Test, row.HalfWidth = "looks-t", l.LooksHalfWidth(opt.Alpha)
		_, row.Asked, err = l.LooksPower(row.Difference, *opt)
		row.Asked *= float64(row.Items)
	} else if err == nil && !math.IsNaN(f.half) {
		row.Buy, err = l.Buy(f.half, opt.Alpha)
	}
	return row, err
}

// powerOf is the power of the test, or of all looks.
func (f *powerFlags) powerOf(l items.Ledger, difference float64) (power float64, err error) {
	if !f.looks {
		return l.Power(difference, f.plan.Options)
	}
	power, _, err = l.LooksPower(difference, f.plan.Options)
	return power, err
}

// checkLooks refuses plans of looks that there are none of.
func (f *powerFlags) checkLooks(p items.Plan) error {
	switch {
	case !f.looks:
		return nil
	case p.Runs > 1:
		return errors.New("looks are about these very runs (--looks); leave --runs out, or plan without looks")
	case f.from != "" && !f.pilot.MeanOfItems(0):
		return fmt.Errorf("looks are at means of items (--looks), and %s is a score of the whole test set; leave --looks out",
			f.pilot.Metrics[0].Label())
	case !math.IsNaN(f.half):
		return errors.New("--half-width and --looks; leave one of them out")
	}
	return nil
}

// mostItems is how many items a plan may take.
const mostItems = 1 << 29

// itemsNeeded returns the plan with the smallest number of items whose test finds the difference with the wanted power.
func (f *powerFlags) itemsNeeded(p items.Plan) (items.Plan, items.Ledger, error) {
	opt := f.plan.Options
	d := f.plan.Difference - opt.Delta
	switch {
	case math.IsNaN(f.plan.Difference) || math.IsNaN(f.power):
		return p, items.Ledger{}, errors.New("give --items, or --difference and --power, which say how many it takes")
	case p.Clusters > 0 && f.size == 0:
		return p, items.Ledger{}, errors.New("give --items beside --clusters, or in place of both --cluster-size, and the " +
			"number of clusters is computed")
	case !(f.power > opt.Alpha && f.power < 1):
		return p, items.Ledger{}, fmt.Errorf("a wanted power of %v; give one between the level %v and 1", f.power, opt.Alpha)
	case d == 0 || d < 0 && opt.Alternative == infer.Greater || d > 0 && opt.Alternative == infer.Less:
		return p, items.Ledger{}, fmt.Errorf("--difference %v is none that a %s test against %v is to find",
			f.plan.Difference,
			opt.Alternative, opt.Delta)
	}
	var l items.Ledger
	enough := func(n int) (bool, error) { // items, or clusters of one size
		if p.Items = n; f.size > 0 {
			p.Clusters, p.Items = n, n*f.size
		}
		var err error
		if l, err = p.Ledger(); err != nil {
			return false, err
		}
		power, err := f.powerOf(l, f.plan.Difference)
		return power >= f.power, err
	}
	low, high := 1, 2 // low is not enough
	for {
		ok, err := enough(high)
		if err != nil {
			return p, l, err
		}
		if ok {
			break
		}
		if low, high = high, 2*high; high > mostItems/max(f.size, 1) {
			return p, l, fmt.Errorf("no number of items alone finds a difference of %v with the power %v; more runs might",
				f.plan.Difference, f.power)
		}
	}
	for high-low > 1 {
		middle := (low + high) / 2
		if ok, err := enough(middle); err != nil {
			return p, l, err
		} else if ok {
			high = middle
		} else {
			low = middle
		}
	}
	_, err := enough(high)
	return p, l, err
}

// numbersPlan makes a plan of numbers.
func (f *powerFlags) numbersPlan() (p items.Plan, err error) {
	p = f.counts
	variance := f.plan.SD * f.plan.SD
	if math.IsNaN(f.disagree) == math.IsNaN(variance) {
		return p, errors.New("give the standard deviation of the difference on one item with --sd, or of right " +
			"and wrong --disagree, and not both")
	}
	if f.plan.SD <= 0 || math.IsInf(f.plan.SD, 0) {
		return p, fmt.Errorf("a standard deviation of %v (--sd); give a positive number", f.plan.SD)
	}
	if f.seed < 0 || math.IsInf(f.seed, 0) {
		return p, fmt.Errorf("a standard deviation of %v (--run-sd); give a number from 0 up", f.seed)
	}
	if !math.IsNaN(f.disagree) {
		d := f.plan.Difference
		if math.IsNaN(d) {
			d = 0
		}
		if variance = f.disagree - d*d; !(f.disagree <= 1 && f.disagree >= math.Abs(d)) {
			return p, fmt.Errorf("--disagree %v; give a share from the difference, %.4g, to 1", f.disagree, math.Abs(d))
		}
	}
	switch clusters, runs, draws := p.Clusters > 0, p.Runs > 1, p.Draws > 1; {
	case f.size < 0 || f.size > mostItems/2:
		err = fmt.Errorf("%d items of a cluster (--cluster-size); give 1 or more", f.size)
	case f.size > 0 && (clusters || p.Items > 0):
		err = errors.New("--cluster-size is for a number of clusters that is computed, of --difference and --power; leave " +
			"it, or --items and --clusters, out")
	case (clusters || f.size > 0) == math.IsNaN(f.icc):
		err = errors.New("give --icc together with --clusters or --cluster-size")
	case p.Draws < 1:
		err = fmt.Errorf("%d draws of each item (--draws); give 1 or more", p.Draws)
	case runs == math.IsNaN(f.seed) || !runs && !draws && f.redo != 0:
		err = errors.New("give --runs above 1 and --run-sd together, and --redrawn only with them or with --draws")
	case draws && f.redo == 0:
		err = errors.New("give --draws above 1 and --redrawn together; without --redrawn draws are alike")
	case (clusters || f.size > 0) && !(f.icc >= 0 && f.icc <= 1) || !(f.redo >= 0 && f.redo <= 1):
		err = errors.New("give --icc and --redrawn from 0 to 1")
	}
	p.ItemVar = variance - f.redo*variance
	if p.Draws > 1 {
		p.DrawVar = f.redo * variance
	} else {
		p.RestVar = f.redo * variance
	}
	if p.Clusters > 0 || f.size > 0 {
		p.ClusterVar = f.icc * p.ItemVar
		p.ItemVar -= p.ClusterVar
	}
	if p.Runs > 1 {
		p.RunVar = 2 * f.seed * f.seed
	}
	return p, err
}

// pilotPlan makes a plan of a pilot, with its ledger: the pilot's own unless there are other numbers.
func (f *powerFlags) pilotPlan(fs *flag.FlagSet) (p items.Plan, l items.Ledger, err error) {
	sample, err := f.pilot.SampleOf(0, 0, 1, f.paired)
	if err == nil {
		p, err = items.Components(sample)
	}
	if err != nil {
		return p, l, fmt.Errorf("%s: %w", f.from, err)
	}
	given := func(name string) bool { return command.Given(fs, name) }
	if !slices.ContainsFunc([]string{"items", "clusters", "runs", "draws"}, given) {
		l, err = items.LedgerOf(sample)
		return p, l, err
	}
	had := p
	if given("runs") {
		if p.Runs = f.counts.Runs; p.Runs > 1 && had.Runs == 1 {
			return p, l, fmt.Errorf("%s has one run of a model, which does not show how runs vary; leave --runs out", f.from)
		}
	}
	if given("draws") {
		switch p.Draws = f.counts.Draws; {
		case p.Draws < 1:
			return p, l, fmt.Errorf("%d draws of each item (--draws); give 1 or more", p.Draws)
		case p.Draws > 1 && had.Draws < 2:
			return p, l, fmt.Errorf("%s has one draw of each item, which does not show how draws vary; leave --draws out",
				f.from)
		}
	}
	size := float64(had.Items) / float64(max(had.Clusters, 1)) // of a cluster
	switch n, c := f.counts.Items, f.counts.Clusters; {
	case c > 0 && had.Clusters == 0:
		return p, l, fmt.Errorf("%s has no clusters; leave --clusters out", f.from)
	case c > 0:
		p.Clusters, p.Items = c, cmp.Or(n, int(math.Round(float64(c)*size)))
	case n > 0:
		p.Items = n
		if had.Clusters > 0 {
			p.Clusters = int(math.Round(float64(n) / size))
		}
	}
	l, err = p.Ledger()
	return p, l, err
}

func (f *powerFlags) writeItems(w io.Writer, r itemsRow) error {
	some := func(n int) string {
		if n > 0 {
			return fmt.Sprint(n)
		}
		return "-"
	}
	fmt.Fprintf(w, "%s\n\n", columns.Paragraph(fmt.Sprintf("%s items find a difference of %.*f in %.0f%% of experiments; the "+
		"interval reaches %.*f to each side.", table.Count(r.Items), table.Places(r.Difference), r.Difference, 100*r.Power,
		table.Places(r.HalfWidth), r.HalfWidth)))
	head := []string{"test", "items", "clusters", "runs", "draws", "half width", "difference", "power"}
	if err := writeColumns(w, [][]string{head,
		{r.Test, fmt.Sprint(r.Items), some(r.Clusters), fmt.Sprint(r.Runs), some(r.Draws), fmt.Sprintf("%.4g", r.HalfWidth),
			fmt.Sprintf("%.4g", r.Difference), fmt.Sprintf("%.4f", r.Power)}}); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for _, b := range r.Buy {
		more := fmt.Sprintf("%d more %s", b.More, b.Factor)
		if b.Never {
			more = "no number of " + b.Factor + " alone is enough"
		}
		fmt.Fprintf(w, "For a half width of %g: %s.\n", f.half, more)
	}
	if f.looks {
		fmt.Fprintf(w, "Looked at after every item it is decided after %.0f of %d items on average, at the latest at all of "+
			"them (half width).\n", r.Asked, r.Items)
		about := "items"
		if r.Clusters > 0 {
			about = "clusters of items"
		}
		_, err := fmt.Fprintf(w, "%s, level %g over all looks.\nAbout these models on new %s.\n", f.plan.Alternative,
			f.plan.Alpha, about)
		return err
	}
	tests := items.Tests()
	about := tests[slices.IndexFunc(tests, func(t items.Test) bool { return t.Name == r.Test })].About
	_, err := fmt.Fprintf(w, "%s, level %g.\nAbout %s.\n", f.plan.Alternative, f.plan.Alpha, about)
	return err
}
