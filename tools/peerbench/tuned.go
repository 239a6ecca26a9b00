//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout/decide"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/svm"
	"github.com/block-regularized/bcv/pkg/learn/tune"
	"github.com/block-regularized/bcv/research/simdata"
)

func neighbours() (all []learn.Learner) {
	for _, k := range []int{1, 3, 5, 9, 15, 25, 40} {
		all = append(all, neighbour.KNN{K: k})
	}
	return all
}

// tunedWorks returns evaluations of learners that choose their settings on the training records; in scikit-learn, of
// GridSearchCV. The grids are those of TUNED in peers.py.
func tunedWorks() ([]work, error) {
	rng := rand.New(rand.NewPCG(2026, 1))
	classes, numbers := simdata.Draw(simdata.SCLA(20), 1000, rng), simdata.Draw(simdata.SREG{P: 500}, 500, rng)
	var ridges, machines []learn.Learner
	for _, lambda := range []float64{0.1, 1, 10, 100, 1000, 10000} {
		ridges = append(ridges, linear.Ridge{Lambda: lambda})
	}
	for _, cost := range []float64{0.1, 1, 10} {
		for _, gamma := range []float64{0.01, 0.05, 0.2} {
			machines = append(machines, svm.SVM{Scale: learn.PerDataSet, Cost: cost, Gamma: gamma})
		}
	}
	out := []work{
		{name: "tuned kNN, 7 settings, SCLA n=1000 p=20", kind: "tune-knn", target: 20,
			learner: tune.Tune{Learners: neighbours(), Metric: "roc_auc"}, data: classes, close: 1e-9},
		{name: "tuned ridge, 6 settings, SREG n=500 p=500", kind: "tune-ridge", target: 8,
			learner: tune.Tune{Learners: ridges}, data: numbers, close: 1e-9},
		{name: "tuned SVM RBF, 9 settings, SCLA n=1000 p=20", kind: "tune-svm", target: 5, // settings tie: no close
			learner: tune.Tune{Learners: machines}, data: classes, peerData: standardized(classes)},
	}
	for k := range out {
		w := &out[k]
		if err := w.complete(); err != nil {
			return nil, err
		}
		for _, s := range w.splits {
			folds, err := inner(w.data, s.Train)
			if err != nil {
				return nil, err
			}
			w.inner = append(w.inner, folds)
		}
	}
	return out, nil
}

// race returns races of kNN beside HalvingGridSearchCV, which is another answer to the same question: halving keeps a
// third of the settings at each step, a race drops what is shown to be worse.
func race() work {
	d, seed := simdata.Draw(simdata.SCLA(20), 1000, rand.New(rand.NewPCG(2026, 2))), uint64(0)
	return work{name: "race of kNN, 7 settings, SCLA n=1000 p=20", kind: "halving", predictions: &predictions{n: d.N(),
		columns: flat(d), pass: func() ([]float64, error) {
			seed++
			_, err := decide.Run(context.Background(), decide.Plan{Data: d, Learners: neighbours(), Seed: seed,
				Rule: decide.Race{}})
			return nil, err
		}}}
}

// inner returns the 5 folds by which a tune.Tune without a seed chooses, as places in the training records.
func inner(d *dataset.Data, train []int32) ([]cv.Fold, error) {
	opt := cv.Options{K: 5, Seed: learn.RandFor(0, train).Uint64()}
	if d.Class != nil {
		var labels []string
		for _, i := range train {
			labels = append(labels, d.Classes[d.Class[i]])
		}
		opt.Conditions = []cv.Condition{cv.LabelCondition("class", labels)}
	}
	set, err := cv.New(cv.KFold, len(train), opt)
	return set.Folds(), err
}

// little is how many CPU seconds of each repeat the works get whose memory is measured: one round.
const little = 1e-3

// compareMemory prints the largest memory of the processes that do each tuned work alone. It comes first: where a
// process starts another, the system counts the memory of both for the new one.
func compareMemory(ctx context.Context, python, script, only string) error {
	works, err := tunedWorks()
	self, problem := os.Executable()
	if err = errors.Join(err, problem); err != nil {
		return err
	}
	for _, w := range works {
		if !strings.Contains(w.name, only) {
			continue
		}
		theirs, err := peerMemory(ctx, python, script, w)
		if err != nil {
			return fmt.Errorf("%s in scikit-learn: %w", w.name, err)
		}
		cmd := exec.CommandContext(ctx, self, "-alone", w.name)
		cmd.Stderr = os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		ours, err := megabytes(cmd.ProcessState)
		if err != nil {
			return err
		}
		fmt.Printf("%s, memory in MB\t%.0f\t%.0f\t%.1f\t-\n", w.name, ours, theirs, theirs/ours)
	}
	return nil
}

// peerMemory returns the megabytes of scikit-learn for a work.
func peerMemory(ctx context.Context, python, script string, w work) (float64, error) {
	dir, err := os.MkdirTemp("", "peerbench")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	if err := writeInputs(dir, []work{w}, little); err != nil {
		return 0, err
	}
	peers, stop, err := startPeers(ctx, python, script, dir)
	if err != nil {
		return 0, err
	}
	_, err = peers.next()
	stop()
	if err != nil {
		return 0, err
	}
	return megabytes(peers.cmd.ProcessState)
}

// runAlone does a tuned work, as the process whose memory is measured.
func runAlone(name string) error {
	works, err := tunedWorks()
	for _, w := range works {
		if w.name == name && err == nil {
			_, err = w.measure(little)
		}
	}
	return err
}
