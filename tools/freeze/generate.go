package main

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// A generator makes one file. What it draws decides the shape too: design, models, ties, gaps.
type generator struct {
	*rand.Rand
	models []string
	metric string // the column of values
	many   bool   // several data sets
}

// chance is true with probability p.
func (g *generator) chance(p float64) bool { return g.Float64() < p }

// pick draws one of the values.
func pick[T any](g *generator, values ...T) T { return values[g.IntN(len(values))] }

// begin draws the models: two in half of the cases.
func (g *generator) begin() {
	g.models = []string{"svm", "tree", "boost", "knn"}[:max(2, g.IntN(6)-1)]
}

// number writes a value; one in four cases rounds, which makes ties.
func number(v float64, digits int) string { return strconv.FormatFloat(v, 'g', digits, 64) }

// A fold has the numbers of its replication, data set and run; inner folds have a half and an inner replication.
type fold struct {
	dataset, run               string
	replication, half, inner   int
	fold, train, valid, record int
}

// designs are the replications and folds that results come on.
func (g *generator) folds() (out []fold) {
	shape := pick(g, [2]int{3, 2}, [2]int{5, 2}, [2]int{2, 2}, [2]int{1, 10}, [2]int{1, 5}, [2]int{1, 2}, [2]int{1, 1},
		[2]int{8, 1}, [2]int{2, 10}, [2]int{10, 2})
	n := pick(g, 40, 60, 100, 300)
	sets, runs, halves := 1, 1, 0
	switch k := g.IntN(40); { // several data sets are rare, as their posteriors take seconds
	case k == 0:
		sets = 2 + g.IntN(8)
	case k < 6:
		runs = 2 + g.IntN(2)
	case k < 11:
		if shape[1] == 2 {
			halves = shape[0]
		}
	}
	g.many = sets > 1
	for s := range sets {
		for r := range runs {
			at := fold{train: n - n/max(shape[1], 2), valid: n / max(shape[1], 2)}
			if g.many {
				at.dataset = fmt.Sprintf("set%d", s+1)
			}
			if runs > 1 {
				at.run = strconv.Itoa(r + 1)
			}
			for at.replication = 1; at.replication <= shape[0]; at.replication++ {
				for at.fold = 1; at.fold <= shape[1]; at.fold++ {
					out = append(out, at)
				}
			}
			for h := range halves {
				for k := range 8 {
					out = append(out, fold{at.dataset, at.run, h + 1, 1 + k/4, 1 + k%4/2, 1 + k%2, n / 4, n / 4, 0})
				}
			}
		}
	}
	return out
}

// A sheet collects columns and rows.
type sheet struct {
	header []string
	rows   [][]string
}

func (s sheet) String() string {
	var b strings.Builder
	for _, row := range append([][]string{s.header}, s.rows...) {
		b.WriteString(strings.Join(row, ",") + "\n")
	}
	return b.String()
}

// keep drops the columns that are empty in all rows.
func (s sheet) keep() sheet {
	for k := len(s.header) - 1; k >= 0; k-- {
		if !slices.ContainsFunc(s.rows, func(row []string) bool { return row[k] != "" }) {
			s.header = slices.Delete(s.header, k, k+1)
			for r, row := range s.rows {
				s.rows[r] = slices.Delete(row, k, k+1)
			}
		}
	}
	return s
}

var keyed = []string{"dataset", "model", "run", "replication", "half", "inner", "fold"}

func (f fold) row(model string) []string {
	written := func(v int) string {
		if v == 0 {
			return ""
		}
		return strconv.Itoa(v)
	}
	return []string{f.dataset, model, f.run, strconv.Itoa(f.replication), written(f.half), written(f.inner),
		strconv.Itoa(f.fold)}
}

// scale draws values of a metric on the folds: a level for each model, noise of the fold that models share, and noise.
func (g *generator) scale() func(model int) string {
	spread, gap := pick(g, 0, 0.02, 0.05, 0.05), pick(g, 0, 0.02, 0.1)
	digits := pick(g, -1, -1, -1, 2)
	times := 1.0
	if slices.Contains([]string{"mse", "rmse", "mae", "log_loss"}, g.metric) {
		times = pick(g, 1.0, 100)
	}
	bad := ""
	if g.chance(0.04) {
		bad = pick(g, "NaN", "", "x", "-0.5", "72.4")
	}
	return func(model int) string {
		if bad != "" && g.chance(0.1) {
			return bad
		}
		v := 0.3 + gap*float64(model) + spread*g.NormFloat64()
		return number(times*min(max(v, 0), 1), digits)
	}
}

// losses are values of one metric on folds.
func (g *generator) losses() string {
	g.begin()
	g.metric = pick(g, "loss", "loss", "loss", "error", "accuracy", "mse", "roc_auc", "rmse", "f1", "log_loss", "utility")
	value, sizes := g.scale(), g.chance(0.7)
	s := sheet{header: append(slices.Clone(keyed), g.metric, "n_train", "n_valid")}
	for _, f := range g.folds() {
		for k, model := range g.models {
			row := append(f.row(model), value(k), "", "")
			if sizes {
				row[len(row)-2], row[len(row)-1] = strconv.Itoa(f.train), strconv.Itoa(f.valid)
			}
			s.rows = append(s.rows, row)
		}
	}
	return s.keep().String()
}

// values are several metrics in rows.
func (g *generator) values() string {
	g.begin()
	s := sheet{header: append(slices.Clone(keyed), "metric", "value", "n_train", "n_valid")}
	folds := g.folds()
	for _, g.metric = range []string{"accuracy", "log_loss"} {
		value := g.scale()
		for _, f := range folds {
			for k, model := range g.models {
				s.rows = append(s.rows, append(f.row(model), g.metric, value(k), strconv.Itoa(f.train),
					strconv.Itoa(f.valid)))
			}
		}
	}
	return s.keep().String()
}

// counts are confusion counts, or counts of chunks, on folds.
func (g *generator) counts() string {
	g.begin()
	chunks := g.chance(0.3)
	s := sheet{header: append(slices.Clone(keyed), "task", "tp", "fp", "fn", "tn")}
	if chunks {
		copy(s.header[len(s.header)-3:], []string{"x", "x", "x"})
		s.header = append(slices.Clone(keyed), "task", "gold", "predicted", "correct", "none")
	}
	tasks, many := 1+g.IntN(2), pick(g, 3.0, 20, 80)
	for _, f := range g.folds() {
		if f.half > 0 {
			continue
		}
		for t := range tasks {
			for k, model := range g.models {
				gold := int(many) + t
				tp := min(gold, int(many*(0.6+0.05*float64(k))+math.Sqrt(many)*g.Float64()))
				fp := g.IntN(1 + int(many/3))
				row := append(f.row(model), "type"+strconv.Itoa(t+1))
				if chunks {
					row = append(row, strconv.Itoa(gold), strconv.Itoa(tp+fp), strconv.Itoa(tp), "")
				} else {
					row = append(row, strconv.Itoa(tp), strconv.Itoa(fp), strconv.Itoa(gold-tp), strconv.Itoa(100-fp))
				}
				s.rows = append(s.rows, row)
			}
		}
	}
	return s.keep().String()
}

// predictions are predicted classes of the records of the folds, a column for each model.
func (g *generator) predictions() string {
	g.begin()
	folds := g.folds()
	classes := []string{"no", "yes", "maybe"}[:2+g.IntN(2)]
	n := pick(g, 20, 40)
	right := make([]float64, len(g.models))
	for k := range right {
		right[k] = pick(g, 0.6, 0.75, 0.9, 1)
	}
	s := sheet{header: append([]string{"dataset", "replication", "half", "inner", "fold", "run", "record", "truth"},
		g.models...)}
	for _, f := range folds {
		if f.half > 0 {
			continue
		}
		for record := range n {
			if ways := foldsOf(folds, f); ways > 1 && record%ways != f.fold-1 {
				continue
			}
			truth := classes[(record*7+record/3)%len(classes)]
			row := []string{f.dataset, strconv.Itoa(f.replication), "", "", strconv.Itoa(f.fold), f.run,
				strconv.Itoa(record), truth}
			for k := range g.models {
				said := truth
				if !g.chance(right[k]) {
					said = classes[g.IntN(len(classes))]
				}
				row = append(row, said)
			}
			s.rows = append(s.rows, row)
		}
	}
	return s.keep().String()
}

// foldsOf returns the number of folds of the replication of f.
func foldsOf(folds []fold, f fold) (n int) {
	for _, o := range folds {
		if o.dataset == f.dataset && o.run == f.run && o.replication == f.replication && o.half == 0 {
			n++
		}
	}
	return n
}

// items are what models scored on the items of one test set, in one of the forms that are read.
func (g *generator) items() string {
	g.begin()
	n, runs, clusters, tasks := pick(g, 6, 20, 40, 80), 1, 0, 1
	switch g.IntN(5) {
	case 0:
		runs = 2 + g.IntN(3)
	case 1:
		clusters = pick(g, 3, 8, 15)
	case 2:
		if g.chance(0.5) {
			tasks = 3
		} else {
			runs, clusters = 3, 8
		}
	}
	form := pick(g, "right", "right", "number", "label", "probability", "counts", "ratio", "metric")
	s := sheet{header: []string{"task", "item", "model", "run", "cluster"}}
	s.header = append(s.header, map[string][]string{"right": {"score"}, "number": {"score"}, "label": {"truth", "label"},
		"probability": {"truth", "label", "p_no", "p_yes"}, "counts": {"gold", "predicted", "correct"},
		"ratio": {"numerator", "denominator"}, "metric": {cmp.Or(pick(g, "accuracy", "mae", "brier", "tokens"))}}[form]...)
	spread, missing := pick(g, 0, 0.5, 1), g.chance(0.05)
	for t := range tasks {
		for i := range n {
			hard := g.NormFloat64()
			gold := 1 + g.IntN(5)
			for k, model := range g.models {
				for r := range runs {
					if missing && g.chance(0.05) {
						continue
					}
					row := []string{"", fmt.Sprintf("q%d", i+1), model, "", ""}
					if tasks > 1 {
						row[0] = "task" + strconv.Itoa(t+1)
					}
					if runs > 1 {
						row[3] = strconv.Itoa(r + 1)
					}
					if clusters > 0 {
						row[4] = "c" + strconv.Itoa(i%clusters+1)
					}
					well := 0.5 + hard + 0.2*float64(k) + spread*g.NormFloat64()
					s.rows = append(s.rows, append(row, g.scored(form, well, i, gold)...))
				}
			}
		}
	}
	return s.keep().String()
}

// scored writes what an item scored, by how well it went (0 is the edge between wrong and right).
func (g *generator) scored(form string, well float64, item, gold int) []string {
	right := well > 0
	truth := []string{"no", "yes"}[item%2]
	label := truth
	if !right {
		label = []string{"yes", "no"}[item%2]
	}
	switch form {
	case "right":
		return []string{map[bool]string{true: "1", false: "0"}[right]}
	case "label":
		return []string{truth, label}
	case "probability":
		p := 1 / (1 + math.Exp(-well))
		if truth == "no" {
			p = 1 - p
		}
		return []string{truth, label, number(1-p, -1), number(p, -1)}
	case "counts":
		correct := min(gold, max(0, int(well*2)))
		return []string{strconv.Itoa(gold), strconv.Itoa(correct + g.IntN(2)), strconv.Itoa(correct)}
	case "ratio":
		return []string{strconv.Itoa(min(gold, max(0, int(2-well)))), strconv.Itoa(gold)}
	}
	return []string{number(1/(1+math.Exp(-well)), 4)}
}

// commands are what is run on a file of a kind.
func (g *generator) commands(kind string) [][]string {
	var flags []string
	maybe := func(p float64, words ...string) {
		if g.chance(p) {
			flags = append(flags, words...)
		}
	}
	maybe(0.15, "--alternative", pick(g, "greater", "less"))
	maybe(0.15, "--delta", pick(g, "0.01", "0.05", "-0.02"))
	maybe(0.15, "--adjust", pick(g, "holm", "bonferroni"))
	maybe(0.1, "--alpha", pick(g, "0.01", "0.1"))
	maybe(0.1, "--rope", "0.02")
	maybe(0.1, "--control", g.models[len(g.models)-1])
	if kind == "items" || kind == "predictions" {
		maybe(0.15, "--metric", pick(g, "accuracy", "balanced_accuracy", "f1_macro", "roc_auc", "log_loss"))
		maybe(0.05, "--positive", "yes")
	}
	if g.metric == "utility" {
		maybe(0.7, pick(g, "--score", "--loss"), "utility")
	}
	with := func(flags []string, words ...string) []string { return append(words, flags...) }
	out := [][]string{with(flags, "compare", "in.csv", "--all", "--json", "--verbose")}
	if g.chance(0.2) {
		out = append(out, with(flags, "compare", "in.csv"))
	}
	out = append(out, []string{"rank", "in.csv", "--json"}, []string{"gate", "in.csv", "--models", g.models[0] + "," +
		g.models[1], "--margin", pick(g, "0", "0.01", "0.05"), "--json"})
	switch kind {
	case "losses":
		out = append(out, []string{"ttest", "--losses", "in.csv", "--json"})
	case "counts":
		out = append(out, []string{"bayes", "--counts", "in.csv", "--json"})
	case "predictions":
		out = append(out, []string{"ttest", "--predictions", "in.csv", "--json"},
			[]string{"mcnemar", "--predictions", "in.csv", "--json"},
			[]string{"bayes", "--predictions", "in.csv", "--positive", "yes", "--json"})
	case "items":
		out = append(out, []string{"power", "--from", "in.csv", "--json"})
	}
	return out
}
