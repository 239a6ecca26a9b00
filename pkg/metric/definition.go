// Package metric names what a number about a model measures, and which values are better: each metric once, with its
// direction, its range, its value, and its sums where it is a smooth function of some. Tests of items (infer/items),
// posteriors and learners take it from here.
package metric

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/internal/table"
)

// Needs is what a metric is computed from.
type Needs int

// The kinds of predictions.
const (
	Labels        Needs = iota // a class for each record
	Probabilities              // the probability of each class for each record
	Numbers                    // a number for each record
)

// String names what is needed.
func (n Needs) String() string { return [...]string{"labels", "probabilities", "numbers", "scores"}[n] }

// Predictions are what one model predicted for n records, such as the validation records of a fold.
type Predictions struct {
	Classes       []string  // their names; nil for numbers
	Positive      int       // place in Classes of the class that a metric of one class is about; -1 if it was not named
	Truth         []float64 // n places in Classes, or n numbers
	Predicted     []float64 // the same; nil if only probabilities are known
	Probabilities []float64 // record by record, one for each class; nil if unknown

	// Scores are, of two classes, n finite numbers that grow with the probability of the class Scored, such as decision
	// values: metrics that are ByOrder take them in place of Probabilities. They are nil if unknown.
	Scores []float64
	Scored int // place in Classes

	shared *shared // by the metrics of Values; nil otherwise
}

// Right returns predictions of records that are all right, with probability 1: a metric that has no value on them has
// none on any. Positive is as in Predictions.
func Right(truth []float64, classes []string, positive int) *Predictions {
	out := &Predictions{Classes: classes, Positive: positive, Truth: truth, Predicted: truth}
	out.Probabilities = make([]float64, len(truth)*len(classes))
	for i := range len(truth) * min(1, len(classes)) {
		out.Probabilities[i*len(classes)+int(truth[i])] = 1
	}
	return out
}

// shared is what several metrics of the same predictions need.
type shared struct {
	confusion []float64
	orders    map[int][]ranked // by class
	valid     [4]bool          // by what a metric needs
}

// Definition is a metric with the way to compute it. A metric of one's own is a Definition with a name, a
// direction, what it needs, and Of.
type Definition struct {
	Metric
	Needs Needs
	What  string // one line
	// ByOrder says of a metric of probabilities that it depends on their order alone, of each class by itself, so that
	// Predictions.Scores do as well.
	ByOrder bool
	// Of returns the value on some records, which are at least one and have what the metric needs. The error says
	// why they have none.
	Of func(p *Predictions) (float64, error)
	// Parts writes a number for each record to out and returns the value: the mean of these numbers is the value,
	// and their spread that of its linear approximation in the records. Of a mean of losses these are the losses. It is
	// nil for a metric that has no such approximation.
	Parts func(p *Predictions, out []float64) (float64, error)
	Mean  bool // the value is the mean of losses or scores of records, each of which depends on its record alone
	// Sums returns what each record adds to the sums of which the value is a smooth function, and that function, for
	// tests that draw records or exchange models (infer/items). It is nil for metrics of ranks or bins of probabilities.
	Sums func(p *Predictions) (Rows, Sums, error)

	ratio   ClassRatio // that the metric is, of each class or of one; zero for other metrics
	average string     // over the classes: "", micro, macro or weighted
	another string     // name that stands for another number on more than two classes; empty for none
}

// Value checks that the predictions have what the metric needs, and returns its value.
func (d Definition) Value(p *Predictions) (float64, error) {
	v, errs := Values(p, []Definition{d})
	return v[0], errs[0]
}

// Values returns the value of each metric, NaN where the error says why it has none. The confusion matrix and the
// order of the probabilities of a class are computed once for all.
func Values(p *Predictions, defs []Definition) ([]float64, []error) {
	values, errs := make([]float64, len(defs)), make([]error, len(defs))
	with := *p
	with.shared = &shared{orders: map[int][]ranked{}}
	for i, d := range defs {
		if errs[i] = d.check(&with); errs[i] == nil {
			values[i], errs[i] = d.Of(&with)
		}
		if errs[i] != nil {
			values[i] = math.NaN()
		}
	}
	return values, errs
}

// check reports that the metric needs what is not there, or that this is not valid.
func (d Definition) check(p *Predictions) error {
	switch {
	case len(p.Truth) == 0:
		return fmt.Errorf("metric: %s of no records", d.Label())
	case d.Needs == Numbers && p.Classes != nil:
		return fmt.Errorf("metric: %s is about numbers, and these records have classes", d.Label())
	case d.Needs != Numbers && p.Classes == nil:
		return fmt.Errorf("metric: %s is about classes, and these records have numbers", d.Label())
	case d.another != "" && len(p.Classes) > 2:
		return fmt.Errorf("metric: %s of yardstick is %s, another number on more than two classes; take %s: %s",
			d.another, anothers[d.another], d.Name, d.What)
	case d.needs(p) == Probabilities && p.Probabilities == nil:
		return fmt.Errorf("metric: %s needs the probability of each class, and there are only %s", d.Label(),
			table.Pick(p.Scores == nil, "labels", "scores"))
	case d.Needs != Probabilities && p.Predicted == nil:
		return fmt.Errorf("metric: %s needs predicted %s, and there are none", d.Label(), d.Needs)
	case p.shared == nil:
		return p.valid(d.needs(p))
	case !p.shared.valid[d.needs(p)]:
		err := p.valid(d.needs(p))
		p.shared.valid[d.needs(p)] = err == nil
		return err
	}
	return nil
}

// scores are what a metric by order needs where there are some.
const scores = Numbers + 1

func (d Definition) needs(p *Predictions) Needs {
	if d.ByOrder && p.Scores != nil {
		return scores
	}
	return d.Needs
}

// valid checks truth and predictions for a metric that fits.
func (p *Predictions) valid(needs Needs) error {
	n, k := len(p.Truth), len(p.Classes)
	said, of, width := p.Predicted, needs, 1
	switch needs {
	case Probabilities:
		said, of, width = p.Probabilities, Labels, k
	case scores:
		if said, of = p.Scores, Labels; k != 2 || p.Scored < 0 || p.Scored >= k {
			return fmt.Errorf("metric: scores of class %d among %d; give those of one of two", p.Scored, k)
		}
	}
	if len(said) != n*width {
		return fmt.Errorf("metric: %d %s for %d records; give %d", len(said), needs, n, n*width)
	}
	for i, v := range p.Truth {
		if !p.good(of, v) {
			return fmt.Errorf("metric: the truth of record %d is %v; give %s", i+1, v, good[of])
		}
	}
	sum := 0.0
	for i, v := range said {
		if !p.good(needs, v) {
			return fmt.Errorf("metric: record %d has the prediction %v; give %s", i/width+1, v, good[needs])
		}
		if sum += v; needs == Probabilities && i%k == k-1 {
			if math.Abs(sum-1) > 0.005*float64(k) { // two decimals, rounded
				return fmt.Errorf("metric: the probabilities of record %d have the sum %.6g, not 1; give that of each class",
					i/width+1, sum)
			}
			sum = 0
		}
	}
	return nil
}

var good = [...]string{"places of classes, from 0", "probabilities from 0 to 1", "finite numbers", "finite numbers"}

func (p *Predictions) good(needs Needs, v float64) bool {
	switch needs {
	case Labels:
		return v >= 0 && v < float64(len(p.Classes)) && v == math.Trunc(v)
	case Probabilities:
		return v >= 0 && v <= 1
	}
	return math.Abs(v) <= math.MaxFloat64
}

// class returns the place of the class that a metric is about.
func (p *Predictions) class(name string) (int, error) {
	switch k := slices.Index(p.Classes, name); {
	case name != "" && k < 0:
		return 0, fmt.Errorf("there is no class %q among %q", name, p.Classes)
	case name != "":
		return k, nil
	case p.Positive >= 0 && p.Positive < len(p.Classes):
		return p.Positive, nil
	}
	return 0, fmt.Errorf("it is about one class, of %q; name it (setting `positive`)", p.Classes)
}

// cells returns the cell of the confusion matrix that each record is in.
func (p *Predictions) cells() []int {
	out := make([]int, len(p.Truth))
	for i, t := range p.Truth {
		out[i] = int(t)*len(p.Classes) + int(p.Predicted[i])
	}
	return out
}

// confusion returns the number of records in each cell.
func (p *Predictions) confusion() []float64 {
	if p.shared != nil && p.shared.confusion != nil {
		return p.shared.confusion
	}
	k := len(p.Classes)
	out := make([]float64, k*k)
	for i, t := range p.Truth {
		out[int(t)*k+int(p.Predicted[i])]++
	}
	if p.shared != nil {
		p.shared.confusion = out
	}
	return out
}

// order returns the records by increasing probability of a class. Scores of the other class go the other way: that
// rounds nothing, as 1 - p does.
func (p *Predictions) order(class int) []ranked {
	if p.shared != nil && p.shared.orders[class] != nil {
		return p.shared.orders[class]
	}
	column := make([]float64, len(p.Truth))
	for i := range column {
		switch {
		case p.Scores == nil:
			column[i] = p.Probabilities[i*len(p.Classes)+class]
		case class == p.Scored:
			column[i] = p.Scores[i]
		default:
			column[i] = -p.Scores[i]
		}
	}
	out := order(column, p.Truth)
	if p.shared != nil {
		p.shared.orders[class] = out
	}
	return out
}

// ranked is a record in order. The class stands here so that a pass over many records reads memory in order.
type ranked struct {
	key           uint64 // as the numbers are ordered
	record, class int32
}

// order returns records by increasing x, equal ones as they stand: a radix sort, which takes a fraction of the time of
// a comparison sort.
func order(x, classes []float64) []ranked {
	now, next := make([]ranked, len(x)), make([]ranked, len(x))
	var counts [8][256]int32
	for i, v := range x {
		key := math.Float64bits(v + 0) // -0 and 0 are equal
		key ^= uint64(int64(key)>>63) | 1<<63
		now[i] = ranked{key, int32(i), int32(classes[i])}
		for d := range counts {
			counts[d][byte(key>>(8*d))]++
		}
	}
	for d := range counts {
		at, sum := &counts[d], int32(0)
		if slices.Max(at[:]) == int32(len(x)) { // all have this digit
			continue
		}
		for v, c := range at {
			at[v], sum = sum, sum+c
		}
		for _, r := range now {
			v := byte(r.key >> (8 * d))
			next[at[v]] = r
			at[v]++
		}
		now, next = next, now
	}
	return now
}

// ties calls visit for each run of records whose numbers are equal, and the number of those before it.
func ties(order []ranked, visit func(before int, equal []ranked)) {
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && order[to].key == order[from].key {
			to++
		}
		visit(from, order[from:to])
		from = to
	}
}

// Metric is what a value of a model on a fold measures.
type Metric struct {
	Name           string // as in files and options, such as "error rate", "loss" or "f1"
	HigherIsBetter bool   // of two models the one with the larger value is better
	Directionless  bool   // which values are better is not known; HigherIsBetter means nothing then
	// range of the values, of which an end may be infinite; both 0 if they are not bounded
	Min, Max float64 `json:"" nulls:"inf"`
	Percent  bool    // values are shares, which sentences write in percent
	Log      bool    `nulls:"some"` // values are natural logarithms, of which sentences write ratios
}

// The metrics that bcv computes by itself.
var (
	Loss      = Metric{Name: "loss"}
	ErrorRate = Metric{Name: "error rate", Max: 1, Percent: true}
	Precision = share("P")
	Recall    = share("R")
	F1        = share("F1")
)
