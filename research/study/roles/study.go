package roles

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/text/tagging"
	"github.com/block-regularized/bcv/research/study"
)

// Row is the mean, the standard deviation and their ratio, the signal-to-noise ratio of
// the thesis, of a metric over many partitions of one kind.
type Row struct {
	Partition string  `dataframe:"partition"` // share of training sentences, good or bad halves, or kind of 3 x 2 set
	Count     int     `dataframe:"count"`     // partitions
	Quantity  string  `dataframe:"quantity"`  // A, B, C, A-B or A-C
	Metric    string  `dataframe:"metric"`
	Mean      float64 `dataframe:"mean"`
	SD        float64 `dataframe:"sd"`
	SDSE      float64 `dataframe:"sd_se"` // standard error of SD, for normal values
	SNR       float64 `dataframe:"snr"`
}

// SetRow is what 3 x 2 sets of one kind show about a difference in F1: by the paired
// posterior with uniform prior.
type SetRow struct {
	Partition string  `dataframe:"partition"`
	Count     int     `dataframe:"count"`
	Quantity  string  `dataframe:"quantity"`  // A-B or A-C
	Mean      float64 `dataframe:"mean"`      // of the estimates
	SD        float64 `dataframe:"sd"`        // of the estimates: what the choice of the set adds
	Length    float64 `dataframe:"length"`    // mean length of the 95% intervals
	LengthSE  float64 `dataframe:"length_se"` //
	Decided   float64 `dataframe:"decided"`   // share of intervals that exclude 0
	DecidedSE float64 `dataframe:"decided_se"`
}

// settings are the sizes of a study.
type settings struct {
	Shares []float64 // of training sentences
	Splits int       // random splits a share
	Halves int       // random halvings, of which Kept with the least and the most X²/J are evaluated
	Kept   int
	Sets   int // 3 x 2 sets of each kind
}

func scaled(s study.Scale) settings {
	all := settings{Shares: []float64{0.5, 0.6, 0.7, 0.8, 0.9}, Splits: 30, Halves: 1000, Kept: 40, Sets: 40}
	if s == study.Quick {
		all.Shares, all.Splits, all.Halves, all.Kept, all.Sets = all.Shares[:2], 3, 20, 3, 2
	}
	return all
}

// Roles is the study of all three questions of the chapter: the share of training
// sentences, good and bad halves, and regularized 3 x 2 sets.
var Roles = study.Study{Name: "roles", Title: "partition sets for taggers of semantic roles: split ratios, good and " +
	"bad halves, regularized sets", Seconds: 670, Plan: plan}

// Kinds are the kinds of the 3 x 2 sets, as the tables name them.
var Kinds = []string{"random", "block-regularized", "regularized in roles and predicates"}

func plan(cfg study.Config) (study.Plan, error) {
	s := scaled(cfg.Scale)
	tools := sync.OnceValues(func() (*tools, error) { return newTools(cfg) })
	ratios := study.Steps("roles-ratios", cfg.Seed, s, len(s.Shares), func(ctx context.Context, k int) ([]Row, error) {
		t, err := tools()
		if err != nil {
			return nil, err
		}
		return t.ratio(ctx, s, k)
	})
	halves := study.Steps("roles-halves", cfg.Seed, s, 1, func(ctx context.Context, _ int) ([]Row, error) {
		t, err := tools()
		if err != nil {
			return nil, err
		}
		return t.halves(ctx, s)
	})
	sets := study.Steps("roles-sets", cfg.Seed, s, len(Kinds), func(ctx context.Context, k int) ([]estimates, error) {
		t, err := tools()
		if err != nil {
			return nil, err
		}
		return t.sets(ctx, s, k)
	})
	return study.Plan{Simulations: []study.Simulation{ratios, halves, sets}, Tables: func() ([]study.Table, error) {
		var rows []Row
		var verdicts []SetRow
		for k, kind := range Kinds {
			mine := study.Where(sets.Result(), func(e estimates) bool { return e.Kind == k })
			rows = append(rows, summarize(kind, meansOf(mine))...)
			verdicts = append(verdicts, decide(kind, mine)...)
		}
		return []study.Table{study.NewTable("roles_ratios", ratios.Result()), study.NewTable("roles_halves",
			halves.Result()),
			study.NewTable("roles_sets", rows), study.NewTable("roles_verdicts", verdicts)}, nil
	}}, nil
}

// tools are what all steps need.
type tools struct {
	*frame
	tagger *tagging.Prepared
	seed   uint64
}

func newTools(cfg study.Config) (*tools, error) {
	if cfg.Data == nil {
		return nil, errors.New("roles: no data; give the files of package data")
	}
	f, err := load(cfg.Data)
	if err != nil {
		return nil, err
	}
	t, err := f.prepare()
	return &tools{f, t, cfg.Seed}, err
}

// ratio evaluates random splits with share k of the sentences for training.
func (t *tools) ratio(ctx context.Context, s settings, k int) ([]Row, error) {
	n := t.corpus.Len()
	set, err := cv.New(cv.RLT, n, cv.Options{Train: int(s.Shares[k]*float64(n) + 0.5), M: s.Splits,
		Seed: t.seed + uint64(k)})
	if err != nil {
		return nil, err
	}
	values, err := metrics(ctx, t.tagger, set)
	if err != nil {
		return nil, err
	}
	return summarize(fmt.Sprintf("%.0f%%", 100*s.Shares[k]), values), nil
}

// halves evaluates the halvings with the least and the most X²/J of predicates and roles.
func (t *tools) halves(ctx context.Context, s settings) ([]Row, error) {
	all, err := cv.New(cv.Mx2, t.corpus.Len(), cv.Options{M: s.Halves, Seed: t.seed})
	if err != nil {
		return nil, err
	}
	distances, err := all.Distances(t.conditions)
	if err != nil {
		return nil, err
	}
	worst := make([]float64, s.Halves)
	for _, d := range distances {
		worst[d.Split-1] = math.Max(worst[d.Split-1], d.Ratio)
	}
	order := make([]int, s.Halves)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(worst[i], worst[j]) })
	var out []Row
	for _, c := range []struct {
		name string
		keep []int
	}{{"good", order[:s.Kept]}, {"bad", order[len(order)-s.Kept:]}} {
		set := all
		set.Splits = nil
		for _, i := range c.keep {
			set.Splits = append(set.Splits, all.Splits[i])
		}
		values, err := metrics(ctx, t.tagger, set)
		if err != nil {
			return nil, err
		}
		out = append(out, summarize(c.name, overTwins(values))...)
	}
	return out, nil
}

// overTwins averages the two folds of each replication.
func overTwins(values [][][]float64) [][][]float64 {
	out := make([][][]float64, len(values))
	for q := range values {
		out[q] = make([][]float64, len(values[q]))
		for k, x := range values[q] {
			for f := 0; f+1 < len(x); f += 2 {
				out[q][k] = append(out[q][k], (x[f]+x[f+1])/2)
			}
		}
	}
	return out
}

// estimates are what one 3 x 2 set gives.
type estimates struct {
	Kind   int
	Values [][][]float64 // as metrics returns them
}

// sets evaluates 3 x 2 sets of kind k.
func (t *tools) sets(ctx context.Context, s settings, k int) ([]estimates, error) {
	var out []estimates
	for i := range s.Sets {
		opt := cv.Options{M: 3, Seed: t.seed + uint64(1000*k+i)}
		method := cv.BCV
		switch k {
		case 0:
			method = cv.Mx2
		case 2:
			opt.Conditions = t.conditions
		}
		set, err := cv.New(method, t.corpus.Len(), opt)
		if err != nil {
			return nil, err
		}
		values, err := metrics(ctx, t.tagger, set)
		if err != nil {
			return nil, err
		}
		out = append(out, estimates{k, values})
	}
	return out, nil
}

// meansOf returns the means over the folds of each set: [quantity][metric][set].
func meansOf(sets []estimates) [][][]float64 {
	out := make([][][]float64, len(quantities))
	for q := range out {
		out[q] = make([][]float64, len(posterior.Metrics()))
		for k := range out[q] {
			for _, e := range sets {
				out[q][k] = append(out[q][k], stat.Mean(e.Values[q][k], nil))
			}
		}
	}
	return out
}

// summarize returns one row per quantity and metric.
func summarize(partition string, values [][][]float64) []Row {
	var out []Row
	for q, name := range quantities {
		for k, metric := range posterior.Metrics() {
			x := values[q][k]
			mean, sd := stat.MeanStdDev(x, nil)
			out = append(out, Row{Partition: partition, Count: len(x), Quantity: name, Metric: metric.String(),
				Mean: mean,
				SD:   sd, SDSE: sd / math.Sqrt(2*float64(len(x)-1)), SNR: mean / sd})
		}
	}
	return out
}

// decide returns what the paired posterior makes of the differences in F1.
func decide(partition string, sets []estimates) []SetRow {
	var out []SetRow
	for q := len(Models); q < len(quantities); q++ {
		var means, lengths []float64
		decided := 0
		for _, e := range sets {
			x := e.Values[q][posterior.F1]
			folds := make([][2]float64, len(x)/2)
			for j := range folds {
				folds[j] = [2]float64{x[2*j], x[2*j+1]}
			}
			p, err := paired.New(folds, nil)
			if err != nil {
				continue // all differences equal, which fits of these sizes are not
			}
			e, err := p.Estimate(0.95)
			if err != nil {
				continue
			}
			means, lengths = append(means, e.Mid), append(lengths, e.High-e.Low)
			if e.Low > 0 || e.High < 0 {
				decided++
			}
		}
		mean, sd := stat.MeanStdDev(means, nil)
		length, lengthSD := stat.MeanStdDev(lengths, nil)
		n := float64(len(means))
		share := float64(decided) / n
		out = append(out, SetRow{Partition: partition, Count: len(means), Quantity: quantities[q], Mean: mean, SD: sd,
			Length: length, LengthSE: lengthSD / math.Sqrt(n), Decided: share,
			DecidedSE: math.Sqrt(share * (1 - share) / n)})
	}
	return out
}

// ShareRow is a Row of split ratios with the share as a number, for figures.
type ShareRow struct {
	Share    float64 `dataframe:"share"` // training sentences in percent
	Quantity string  `dataframe:"quantity"`
	Metric   string  `dataframe:"metric"`
	SD       float64 `dataframe:"sd"`
	SNR      float64 `dataframe:"snr"`
}

// ByShare returns the rows whose partition is a share, such as 60%.
func ByShare(rows []Row) []ShareRow {
	var out []ShareRow
	for _, r := range rows {
		share, err := strconv.ParseFloat(strings.TrimSuffix(r.Partition, "%"), 64)
		if err == nil {
			out = append(out, ShareRow{Share: share, Quantity: r.Quantity, Metric: r.Metric, SD: r.SD, SNR: r.SNR})
		}
	}
	return out
}
