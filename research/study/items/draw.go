package items

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/metric"
)

// sample is what the procedures see of a data set.
type sample struct {
	items.Sample
	cells [2][]int            // of A and B: of each item in the confusion matrix, with a metric of the whole set
	said  *metric.Predictions // with the metric auc; the scores become the components of the area
	none  error               // why the area has no value
}

// worker draws the data sets of one cell after the other.
type worker struct {
	cell
	sample
	truth, shift float64
	base         float64   // truth of a suite whose B is not shifted; 0 of one test set
	common       []float64 // √h D of each item
	ofTask       []task    // by item of a suite
}

// set prepares the worker for a cell.
func (w *worker) set(c cell) {
	w.cell, w.truth, w.shift = c, c.truth(), c.shift()
	if w.base = 0; c.tasks != "" {
		c.different = false
		w.base = c.truth()
	}
	w.common, w.ofTask = make([]float64, c.n), nil
	w.sample = sample{Sample: items.Sample{PairedRuns: c.paired}}
	scores := func(runs int) [][]float64 {
		out := make([][]float64, runs)
		for s := range out {
			out[s] = make([]float64, c.n)
		}
		return out
	}
	w.A, w.B = scores(c.runs), scores(cmp.Or(c.runsOfB, c.runs))
	for k, size := range c.sizes() {
		for range size {
			w.Clusters = append(w.Clusters, k)
		}
	}
	for k, t := range c.ofTasks() {
		w.Strata = append(w.Strata, slices.Repeat([]int{k}, t.items)...)
		w.ofTask = append(w.ofTask, slices.Repeat([]task{t}, t.items)...)
	}
	if c.metric == auc {
		w.Positive = make([]bool, c.n)
		w.said = &metric.Predictions{Classes: []string{"negative", "positive"}, Positive: 1, Truth: make([]float64, c.n),
			Predicted: make([]float64, c.n), Probabilities: make([]float64, 2*c.n)}
	} else if c.metric != "" {
		w.cells = [2][]int{make([]int, c.n), make([]int, c.n)}
	}
}

// draw draws a data set.
func (w *worker) draw(rng *rand.Rand) {
	common := math.Sqrt(w.difficulty)
	for i := range w.common {
		w.common[i] = common * rng.NormFloat64()
	}
	ofRuns := w.drawRuns(rng)
	for g, of := range [][][]float64{w.A, w.B} {
		w.drawModel(rng, g, ofRuns[g], of)
	}
	switch w.metric {
	case "":
		return
	case auc:
		w.drawClasses(rng)
		return
	}
	for i := range w.common {
		truth := 0
		if rng.Float64() < w.prevalence {
			truth = 1
		}
		for g, right := range []float64{w.A[0][i], w.B[0][i]} {
			label := truth
			if right == 0 {
				label = 1 - truth
			}
			w.cells[g][i] = 2*truth + label
		}
	}
}

// rocAUC is the metric auc.
var rocAUC = func() metric.Definition {
	d, err := metric.Parse("roc_auc")
	if err != nil {
		panic(err) // the name is fixed
	}
	return d[0]
}()

// drawClasses draws the class of each item, and turns the normal values of a model into the components of its area.
func (w *worker) drawClasses(rng *rand.Rand) {
	p := w.said
	for i := range p.Truth {
		w.Positive[i] = rng.Float64() < w.prevalence
		p.Truth[i] = 0
		if w.Positive[i] {
			p.Truth[i] = 1
		}
	}
	for g, of := range [][]float64{w.A[0], w.B[0]} {
		apart := w.distance(g)
		for i, z := range of {
			q := 1 / (1 + math.Exp(-z-apart*p.Truth[i]))
			p.Probabilities[2*i], p.Probabilities[2*i+1] = 1-q, q
		}
		if _, w.none = rocAUC.Parts(p, of); w.none != nil {
			return
		}
	}
}

// parts returns what the tests of a metric of the whole take.
func (w *worker) parts() (items.Parts, metric.Sums) {
	p := items.Parts{A: []metric.Rows{{Cells: w.cells[0]}}, B: []metric.Rows{{Cells: w.cells[1]}}, Clusters: w.Clusters}
	whole, err := metric.OfCells(w.metric, []string{"negative", "positive"}, 1)
	if err != nil {
		panic(err) // the names are fixed
	}
	return p, whole
}

// drawRuns returns R of both models, in one where runs are paired.
func (w *worker) drawRuns(rng *rand.Rand) (out [2][]float64) {
	for range max(w.runs, w.runsOfB) {
		together := rng.NormFloat64()
		for g := range out {
			r := rng.NormFloat64()
			if w.paired {
				r = (r + together) / math.Sqrt2
			}
			out[g] = append(out[g], r)
		}
	}
	return out
}

// drawModel draws the scores of model g by run and item.
func (w *worker) drawModel(rng *rand.Rand, g int, ofRuns []float64, into [][]float64) {
	cluster, item, run, rest := w.weights()
	own := math.Sqrt(1 - w.difficulty)
	cluster, item, run, rest = own*math.Sqrt(cluster), own*math.Sqrt(item), own*math.Sqrt(run), own*math.Sqrt(rest)
	of, shift := w.a, 0.0
	if g == 1 {
		of, shift = w.b, w.shift
	}
	if w.fixed && g == 0 { // its item has what a run would have besides
		item, run, rest = math.Sqrt(item*item+run*run+rest*rest), 0, 0
	}
	last, ofCluster := -1, 0.0
	for i, z := range w.common {
		if w.Clusters != nil && w.Clusters[i] != last {
			last, ofCluster = w.Clusters[i], rng.NormFloat64()
		}
		if w.ofTask != nil {
			z += w.ofTask[i].easier + float64(g)*w.ofTask[i].difference
		}
		z += shift + cluster*ofCluster + item*rng.NormFloat64()
		for s := range into {
			x := z + run*ofRuns[s]
			if rest > 0 {
				x += rest * rng.NormFloat64()
			}
			into[s][i] = of.at(x)
			if w.macro {
				into[s][i] *= w.ofTask[i].weight * float64(w.n) / float64(w.ofTask[i].items)
			}
		}
	}
}

// table counts right and wrong in the first run.
func (w *worker) table() infer.Contingency {
	var c infer.Contingency
	for i, a := range w.A[0] {
		c.Add(a == 1, w.B[0][i] == 1)
	}
	return c
}
