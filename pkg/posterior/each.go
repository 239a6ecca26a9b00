package posterior

import (
	"runtime"
	"sync"

	"github.com/block-regularized/bcv/pkg/infer"
)

// taskBlock is how many tasks a worker of CompareEach compares at a time.
const taskBlock = 250

// CompareEach is Compare for many tasks: it passes the comparisons of one block of tasks
// after the other to visit, in order, and keeps none. The blocks are computed on all
// processors; their number does not change the results. Errors of Compare come
// before the first visit.
func CompareEach(tasks []Task, opt Options, visit func([]Comparison) error) error {
	opt = opt.filled()
	for _, t := range tasks {
		for _, metric := range opt.Metrics {
			if _, _, err := t.Distributions(metric, opt); err != nil {
				return err
			}
		}
	}
	workers := make([]*comparer, runtime.GOMAXPROCS(0))
	for k := range workers {
		workers[k] = &comparer{opt: opt, priors: map[Metric]float64{}}
	}
	for len(tasks) > 0 {
		var wait sync.WaitGroup
		busy := 0
		for busy < len(workers) && len(tasks) > 0 {
			n := min(taskBlock, len(tasks))
			w, block := workers[busy], tasks[:n]
			wait.Go(func() { w.compareAll(block) })
			tasks = tasks[n:]
			busy++
		}
		wait.Wait()
		for _, w := range workers[:busy] {
			if w.err != nil {
				return w.err
			}
			if err := visit(w.out); err != nil {
				return err
			}
		}
	}
	return nil
}

// comparer compares tasks one after the other and remembers results that recur.
type comparer struct {
	opt       Options
	priors    map[Metric]float64
	intervals map[Distribution]infer.Interval
	out       []Comparison
	err       error
}

func (w *comparer) compareAll(tasks []Task) {
	w.out = w.out[:0]
	for _, t := range tasks {
		for _, metric := range w.opt.Metrics {
			c, err := w.compare(t, metric)
			if err != nil {
				w.err = err
				return
			}
			w.out = append(w.out, c)
		}
	}
}

// maxIntervals is how many intervals a comparer remembers.
const maxIntervals = 1 << 14

// interval returns the credible interval of a distribution. Small counts recur if
// there are many tasks.
func (w *comparer) interval(d Distribution) (infer.Interval, error) {
	if i, ok := w.intervals[d]; ok {
		return i, nil
	}
	of := Distribution.EqualTailed
	if w.opt.HDI {
		of = Distribution.HighestDensity
	}
	i, err := of(d, w.opt.Level)
	if err != nil {
		return i, err
	}
	if w.intervals == nil || len(w.intervals) == maxIntervals {
		w.intervals = map[Distribution]infer.Interval{}
	}
	w.intervals[d] = i
	return i, nil
}

// priorOdds returns the logarithm of the prior odds of H1.
func (w *comparer) priorOdds(metric Metric) (float64, error) {
	if odds, ok := w.priors[metric]; ok || w.opt.Delta == 0 {
		return odds, nil
	}
	prior, err := NewDistribution(metric, Counts{}, w.opt.Prior)
	if err != nil {
		return 0, err
	}
	p0, p1, err := LogDifference(prior, prior, w.opt.Delta)
	if err != nil {
		return 0, err
	}
	w.priors[metric] = p1 - p0
	return p1 - p0, nil
}
