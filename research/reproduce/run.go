package reproduce

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/research/study"
)

// Experiment reproduces one or more published items.
type Experiment struct {
	Name  string
	Title string
	Items []string // "source:item" that it has results for
	Run   func(ctx context.Context, cfg study.Config) ([]Result, error)
	// Studies have tables beside the published ones; they run where cfg saves results.
	Studies []study.Study
}

// Select returns the experiments that have results for the wanted items, each
// "source" or "source:item"; none means all. An item that is published but
// that no experiment covers yet selects nothing; one that is not published is
// an error.
func Select(all []Experiment, published []Published, only []string) ([]Experiment, error) {
	if len(only) == 0 {
		return all, nil
	}
	for _, o := range only {
		if !isPublished(published, o) {
			return nil, fmt.Errorf("reproduce: nothing is published as %q; use a source such as acl2019 or a source "+
				"and item such as acl2019:table-3 (see data/published/manifest.csv)", o)
		}
	}
	return study.Where(all, func(e Experiment) bool { return e.covers(only) }), nil
}

func (e Experiment) covers(only []string) bool {
	return slices.ContainsFunc(e.Items, func(item string) bool { return wantedBy(only, item) })
}

func isPublished(published []Published, only string) bool {
	return slices.ContainsFunc(published, func(p Published) bool { return wanted(only, p.Source+":"+p.Item) })
}

// wanted reports whether "source" or "source:item" names the given item.
func wanted(only, item string) bool {
	source, _, _ := strings.Cut(item, ":")
	return only == item || only == source
}

// wantedBy reports whether one of several names the given item; none names all.
func wantedBy(only []string, item string) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(o string) bool { return wanted(o, item) })
}

// Filter keeps the rows of the wanted items; none means all.
func Filter(rows []Row, only []string) []Row {
	return study.Where(rows, func(r Row) bool { return wantedBy(only, r.Source+":"+r.Item) })
}

// Outcome is what a run of experiments yields.
type Outcome struct {
	Rows        []Row     // all published numbers; the numbers of other experiments as not run
	Experiments []Cost    // in the order they ran
	Stored      []BestRow // the stored account, see Best
	source      map[string]string
	excluded    []Excluded
}

// Cost is the effort of one experiment.
type Cost struct {
	Name       string
	CPUSeconds float64
}

// costOf returns the CPU seconds of the experiment that a row came from.
func (o Outcome) costOf(r Row) float64 {
	for _, c := range o.Experiments {
		if c.Name == o.source[r.Location()] {
			return c.CPUSeconds
		}
	}
	return 0
}

// Computed is what one experiment yields.
type Computed struct {
	Results    []Result
	CPUSeconds float64
}

// Compute runs one experiment. progress, which may be nil, is asked for a listener of the
// experiment and of each of its studies.
func Compute(ctx context.Context, cfg study.Config, e Experiment,
	progress func(name string) func(done, total int)) (Computed, error) {
	cfg.Cost, cfg.Command = new(float64), Command(e.Items[0], cfg)
	start := study.CPUSeconds()
	r, err := e.run(ctx, cfg, progress)
	if err != nil {
		return Computed{}, fmt.Errorf("%s: %w", e.Name, err)
	}
	return Computed{r, max(study.CPUSeconds()-start, *cfg.Cost)}, nil
}

// Run runs experiments one after another and sets their results beside the
// published numbers. progress is as in Compute.
func Run(ctx context.Context, cfg study.Config, experiments []Experiment, published []Published,
	progress func(name string) func(done, total int)) (Outcome, error) {
	cfg.Shared = new(study.Shared)
	var all []Computed
	for _, e := range experiments {
		if err := ctx.Err(); err != nil {
			return Outcome{}, err
		}
		c, err := Compute(ctx, cfg, e, progress)
		if err != nil {
			return Outcome{}, err
		}
		all = append(all, c)
	}
	return Assemble(cfg, experiments, all, published)
}

// Assemble sets what experiments yielded, in their order, beside the published numbers.
func Assemble(cfg study.Config, experiments []Experiment, computed []Computed, published []Published) (Outcome, error) {
	out := Outcome{source: map[string]string{}}
	var results []Result
	for i, e := range experiments {
		for _, x := range computed[i].Results {
			out.source[Row{Source: x.Source, Item: x.Item, Key: x.Key}.Location()] = e.Name
		}
		results = append(results, computed[i].Results...)
		out.Experiments = append(out.Experiments, Cost{e.Name, computed[i].CPUSeconds})
	}
	var err error
	if out.Rows, err = Account(published, results); err != nil {
		return out, err
	}
	if out.excluded, err = ReadExcluded(cfg.Data); err != nil {
		return out, err
	}
	exclude(out.Rows, out.excluded)
	if out.Stored, err = Best(cfg.Data); err == nil && cfg.Scale == study.Quick {
		temper(out.Rows, out.Stored)
	}
	return out, err
}

// run returns the results, and runs the studies of the experiment if cfg saves theirs.
func (e Experiment) run(ctx context.Context, cfg study.Config,
	progress func(name string) func(done, total int)) ([]Result, error) {
	if progress == nil {
		progress = func(string) func(done, total int) { return nil }
	}
	cfg.Progress = progress(e.Name)
	results, err := e.Run(ctx, cfg)
	if err != nil {
		return results, err
	}
	cfg.Report(1, 1) // by experiments that simulate nothing
	if !cfg.Saves() {
		return results, nil
	}
	for _, s := range e.Studies {
		cfg.Progress = progress(s.Name)
		if _, err := study.Run(ctx, cfg, s); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// Command returns the command that computes the rows of an item.
func Command(item string, cfg study.Config) string {
	return fmt.Sprintf("bcv reproduce --only %s --scale %s --seed %d", item, cfg.Scale, cfg.Seed)
}

// temper takes back what a quick run is better in than the stored run of the paper
// scale, which is longer: a match, an explanation, or being near.
func temper(rows []Row, stored []BestRow) {
	paper := map[string]string{}
	for _, r := range stored {
		if r.Scale == string(study.Paper) {
			paper[r.Location()] = r.Verdict
		}
	}
	rank := map[string]int{Differs: 1, Inconclusive: 2, Near: 3, Explained: 4, InferredMatch: 5, MonteCarloMatch: 5,
		ExactMatch: 5}
	for i := range rows {
		r := &rows[i]
		if longer := paper[r.Location()]; rank[longer] > 0 && rank[r.Verdict] > max(rank[longer], rank[Inconclusive]) {
			r.Note = Join(fmt.Sprintf("%s in this run; the longer stored run: %s", r.Verdict, longer), r.Note)
			r.Verdict = Inconclusive
		}
	}
}
