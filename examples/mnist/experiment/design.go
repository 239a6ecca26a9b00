package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/block-regularized/bcv/examples/mnist/cnn"
	"github.com/block-regularized/bcv/examples/mnist/images"
	"github.com/block-regularized/bcv/examples/mnist/learner"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/dataset/public"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/outside"
	"github.com/block-regularized/bcv/pkg/research/simdata"
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/research/study/rejection"
	"gonum.org/v1/gonum/mat"
)

// design is what is run.
type design struct {
	learner   string // a program with its arguments; "" for the network within this process
	network   cnn.Config
	n         int    // images of a data set
	side      int    // of the images, after averaging squares of pixels
	sets      int    // data sets for the errors of the first kind; 0 for none
	errorSets int    // data sets for the true error rates; 0 for none
	table     string // how the names of the tables begin
}

// pair is the column MNIST of table V: the network, and the network with dropout, which at
// rate 0 differs from the first in its random numbers alone.
func (d design) pair(ctx context.Context, population *dataset.Data) rejection.ClassifierPair {
	return rejection.ClassifierPair{Data: "MNIST", Setting: "gamma", Settings: []float64{0}, N: d.n,
		Distribution:    func(float64) simdata.Generator { return simdata.Population{Data: population} },
		OneDistribution: true,
		A:               d.model(ctx, "CNN", 1, 0),
		B:               func(gamma float64) learn.Learner { return d.model(ctx, "CNN+DO", 2, gamma) },
		Own:             []string{fmt.Sprintf("MNIST of side %d", d.side), fmt.Sprintf("%+v", d.network), d.learner}}
}

// model is the network with dropout; the random numbers of two networks differ by seed.
func (d design) model(ctx context.Context, label string, seed uint64, dropout float64) learn.Learner {
	if words := strings.Fields(d.learner); len(words) > 0 {
		return outside.Command{Name: words[0], Args: append(words[1:], fmt.Sprintf("--dropout=%g", dropout)), Label: label,
			Serve: true, Seed: seed, Context: ctx}
	}
	c := d.network
	c.Side, c.Dropout = d.side, dropout
	return learner.Network{Label: label, Config: c, Seed: seed}
}

// study has the tests and the error rates of the design, on data sets from a population of
// images of the side.
func (d design) study(ctx context.Context, population func(side int) (*dataset.Data, error)) study.Study {
	return study.Study{Name: d.table, Title: "two convolutional networks of the same error rate on MNIST",
		Plan: func(cfg study.Config) (study.Plan, error) {
			images, err := population(d.side)
			if err != nil {
				return study.Plan{}, err
			}
			pair := d.pair(ctx, images)
			var tests []*study.Experiment[rejection.Result]
			var rates []*study.Experiment[rejection.ErrorResult]
			if d.sets > 0 {
				tests = append(tests, rejection.Study{Pair: pair, Sets: 1, Shards: d.sets, Seed: cfg.Seed}.Experiment())
			}
			if d.errorSets > 0 {
				rates = append(rates, rejection.ErrorStudy{Pair: pair, Sets: 1, Shards: d.errorSets, Seed: cfg.Seed}.Experiment())
			}
			return study.Plan{Simulations: append(study.All(tests), study.All(rates)...), Tables: func() ([]study.Table, error) {
				var rows []rejection.Row
				for _, r := range study.Results(tests) {
					rows = append(rows, r.Rows()...)
				}
				var errorRows []rejection.ErrorRow
				for _, r := range study.Results(rates) {
					errorRows = append(errorRows, r.Rows()...)
				}
				return []study.Table{study.NewTable(d.table+"_table_5", rows), study.NewTable(d.table+"_errors", errorRows)}, nil
			}}, nil
		}}
}

// open reads MNIST and averages its images.
func open(to int) (*dataset.Data, error) {
	full, err := public.Open("mnist")
	if err != nil {
		return nil, err
	}
	side, err := images.Side(full.P())
	if err != nil {
		return nil, err
	}
	if to < 1 || side%to != 0 {
		return nil, fmt.Errorf("side %d; give a divisor of %d", to, side)
	}
	if to == side {
		return full, nil
	}
	out := *full
	out.X, out.Features = mat.NewDense(full.N(), to*to, nil), nil
	for i := range full.N() {
		images.Average(full.X.RawRowView(i), side, to, out.X.RawRowView(i))
	}
	return &out, nil
}

// say reports the progress on standard error.
func say(done, total int) { fmt.Fprintf(os.Stderr, "%d of %d data sets\n", done, total) }
