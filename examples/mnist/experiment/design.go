package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/examples/mnist/cnn"
	"github.com/block-regularized/bcv/examples/mnist/images"
	"github.com/block-regularized/bcv/examples/mnist/learner"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/outside"
	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/rejection"
	"gonum.org/v1/gonum/mat"
)

// design is what is run.
type design struct {
	learner   string // a program with its arguments; "" for the network within this process
	network   cnn.Config
	side      int    // of the images, after averaging squares of pixels
	n         []int  // images of a data set: one or several sizes
	sets      []int  // data sets of each size for the errors of the first kind; 0 for none
	errorSets []int  // data sets of each size for the true error rates; 0 for none
	table     string // how the names of the tables begin
}

// pair is the column MNIST of table V: the network, and the network with dropout, which at
// rate 0 differs from the first in its random numbers alone. Sizes have names, and so
// random numbers, of their own.
func (d design) pair(ctx context.Context, population *dataset.Data, n int) rejection.ClassifierPair {
	name := "MNIST"
	if len(d.n) > 1 {
		name = fmt.Sprintf("MNIST n=%d", n)
	}
	return rejection.ClassifierPair{Data: name, Setting: "gamma", Settings: []float64{0}, N: n,
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
			var plan study.Plan
			var tests []*study.Experiment[rejection.Result]
			var rates []*study.Experiment[rejection.ErrorResult]
			for i, n := range d.n {
				pair := d.pair(ctx, images, n)
				if d.sets[i] > 0 {
					e := rejection.Study{Pair: pair, Sets: 1, Shards: d.sets[i], Seed: cfg.Seed}.Experiment()
					tests, plan.Simulations = append(tests, e), append(plan.Simulations, e)
				}
				if d.errorSets[i] > 0 {
					e := rejection.ErrorStudy{Pair: pair, Sets: 1, Shards: d.errorSets[i], Seed: cfg.Seed}.Experiment()
					rates, plan.Simulations = append(rates, e), append(plan.Simulations, e)
				}
			}
			plan.Tables = func() ([]study.Table, error) { return d.tables(tests, rates), nil }
			return plan, nil
		}}
}

// tables are the rows of one size, or of several with a column n.
func (d design) tables(tests []*study.Experiment[rejection.Result],
	rates []*study.Experiment[rejection.ErrorResult]) []study.Table {
	if len(d.n) == 1 {
		return []study.Table{study.NewTable(d.table+"_table_5", study.Rows(tests, rejection.Result.Rows)),
			study.NewTable(d.table+"_errors", study.Rows(rates, rejection.ErrorResult.Rows))}
	}
	return []study.Table{study.NewTable(d.table+"_sizes", study.Rows(tests, rejection.Result.SizeRows)),
		study.NewTable(d.table+"_sizes_errors", study.Rows(rates, rejection.ErrorResult.SizeRows))}
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

// sizes reads the sizes, and how many data sets each has: a number for each, or one for all.
func (d *design) sizes(n, sets, errorSets string) (err error) {
	for _, list := range []struct {
		flag, text string
		least      int
		to         *[]int
	}{{"n", n, 20, &d.n}, {"sets", sets, 0, &d.sets}, {"error-sets", errorSets, 0, &d.errorSets}} {
		for word := range strings.SplitSeq(list.text, ",") {
			k, err := strconv.Atoi(word)
			if err != nil || k < list.least {
				return fmt.Errorf("--%s %s; give whole numbers from %d on", list.flag, list.text, list.least)
			}
			if k == 1 && list.to == &d.errorSets {
				return errors.New("--error-sets 1; give 0 or from 2 on: one has no standard error")
			}
			*list.to = append(*list.to, k)
		}
		if len(*list.to) == 1 {
			*list.to = slices.Repeat(*list.to, len(d.n))
		}
		if len(*list.to) != len(d.n) {
			return fmt.Errorf("--%s has %d numbers for %d sizes; give one, or as many", list.flag, len(*list.to), len(d.n))
		}
	}
	return nil
}
