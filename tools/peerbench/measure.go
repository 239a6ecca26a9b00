//go:build unix

package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"syscall"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
)

// spread is over how many partition sets the preparation of a data set counts.
const spread = 1000

// work is one algorithm on one data set, or on data sets drawn anew.
type work struct {
	name     string
	kind     string // in peers.py
	target   float64
	learner  learn.Learner
	data     *dataset.Data
	peerData *dataset.Data                   // as scikit-learn shall see it
	draw     func(*dataset.Data, *rand.Rand) // of an experiment: fills data anew
	splits   []cv.Split                      // on which the losses must agree
	inner    [][]cv.Fold                     // of a tuned learner: its inner folds in each of splits
	close    float64                         // largest difference of a split's loss; 0: compare means

	predictions *predictions // of metrics, in place of a learner and data
}

func (w work) experiment() bool { return w.draw != nil }

// measure runs the work on one processor.
func (w work) measure(seconds float64) (result, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if w.predictions != nil {
		return w.predictions.measure(seconds)
	}
	if w.experiment() {
		return w.measureExperiment()
	}
	return w.measureHoldout(seconds)
}

// measureHoldout counts evaluations on one data set, median of three.
func (w work) measureHoldout(seconds float64) (result, error) {
	start := cpuSeconds()
	prepared, err := w.learner.Prepare(context.Background(), w.data)
	if err != nil {
		return result{}, err
	}
	e := holdout.NewEvaluator(w.name, prepared, w.data)
	defer e.Close()
	var r result
	if len(w.splits) > 0 {
		r.Splits = make([]float64, len(w.splits))
		set := cv.Set{Method: cv.RLT, N: w.data.N(), Splits: w.splits}
		if err := e.Losses(context.Background(), set, nil, r.Splits); err != nil {
			return r, err
		}
	}
	preparation := (cpuSeconds() - start) / spread // what the first fits prepare for all is in it
	var rates, means []float64
	folds := make([]float64, 6)
	for range 3 {
		start, sets := cpuSeconds(), 0
		for cpuSeconds()-start < seconds {
			for range 10 {
				set, err := cv.New(cv.BCV, w.data.N(), cv.Options{M: 3, Seed: uint64(len(means))})
				if err != nil {
					return r, err
				}
				if err := e.Losses(context.Background(), set, nil, folds); err != nil {
					return r, err
				}
				means = append(means, stat.Mean(folds, nil))
				sets++
			}
		}
		rates = append(rates, 6/((cpuSeconds()-start)/float64(sets)+preparation))
	}
	r.summarize(rates, means)
	return r, nil
}

// measureExperiment takes 3 x 2 CV and 3 x 2 BCV on 20 data sets, 10 partition
// sets of each: 2,400 evaluations, preparations and all.
func (w work) measureExperiment() (result, error) {
	start := cpuSeconds()
	rng := rand.New(rand.NewPCG(13, 1))
	var means []float64
	folds := make([]float64, 6)
	for range 20 {
		w.draw(w.data, rng)
		prepared, err := w.learner.Prepare(context.Background(), w.data)
		if err != nil {
			return result{}, err
		}
		e := holdout.NewEvaluator(w.name, prepared, w.data)
		var sum float64
		for k := range 20 {
			method := cv.Mx2
			if k%2 == 1 {
				method = cv.BCV
			}
			set, err := cv.New(method, w.data.N(), cv.Options{M: 3, Seed: rng.Uint64()})
			if err == nil {
				err = e.Losses(context.Background(), set, nil, folds)
			}
			if err != nil {
				return result{}, err
			}
			sum += stat.Mean(folds, nil)
		}
		means = append(means, sum/20)
	}
	var r result
	r.summarize([]float64{2400 / (cpuSeconds() - start)}, means)
	return r, nil
}

func (r *result) summarize(rates, means []float64) {
	slices.Sort(rates)
	r.Rate = rates[len(rates)/2]
	mean, sd := stat.MeanStdDev(means, nil)
	r.Loss, r.Error = mean, sd/math.Sqrt(float64(len(means)))
}

// agree returns an error if the losses of ours and the peer differ: by more than
// close on a fixed split, or by more than five standard errors and a hundredth
// in their mean.
func (w work) agree(ours, peer result) error {
	if w.close > 0 {
		for k := range peer.Splits {
			if d := math.Abs(ours.Splits[k] - peer.Splits[k]); !(d <= w.close) {
				return fmt.Errorf("the loss of split %d is %v, in scikit-learn %v", k+1, ours.Splits[k], peer.Splits[k])
			}
		}
		return nil
	}
	if d := math.Abs(ours.Loss - peer.Loss); !(d <= 0.01+5*math.Hypot(ours.Error, peer.Error)) {
		return fmt.Errorf("the mean loss is %.4f ± %.4f, in scikit-learn %.4f ± %.4f",
			ours.Loss, ours.Error, peer.Loss, peer.Error)
	}
	return nil
}

// cpuSeconds returns the user and system time of this process.
func cpuSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // it has no way to fail on this process
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
