package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/examples/mnist/cnn"
	"github.com/block-regularized/bcv/examples/mnist/learner"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/rejection"
	"gonum.org/v1/gonum/mat"
)

// noise are images without anything to learn, of two classes.
func noise(side int) (*dataset.Data, error) {
	rng := rand.New(rand.NewPCG(4, 4))
	d := &dataset.Data{Name: "noise", X: mat.NewDense(200, side*side, nil), Class: make([]int32, 200),
		Classes: []string{"a", "b"}}
	for i := range d.N() {
		d.Class[i] = int32(rng.IntN(2))
		for j := range side * side {
			d.X.Set(i, j, float64(rng.IntN(256)))
		}
	}
	return d, nil
}

// The study has the fourteen tests of the table on its data sets, and the two networks are
// not one: their error rates differ by their random numbers. Parts give what one run gives. One
// size alone has the name and the rows of the pairs of the paper.
func TestStudy(t *testing.T) {
	small := cnn.Config{Side: 10, Kernel: 2, Filters: [2]int{1, 2}, Dense: 2, Classes: 10, Batch: 16, Epochs: 1,
		LearningRate: 0.01}
	d := design{network: small, n: []int{40, 60}, side: 10, sets: []int{2, 1}, errorSets: []int{2, 2}, table: "mnist"}
	cfg := study.Config{Scale: study.Paper, Seed: 1, Workers: 1}
	tables, err := study.Run(context.Background(), cfg, d.study(context.Background(), noise))
	if err != nil {
		t.Fatal(err)
	}
	rows, errors := tables[0].Rows.([]rejection.SizeRow), tables[1].Rows.([]rejection.SizeErrorRow)
	if len(rows) != 2*len(rejection.Studied) || len(errors) != 4 {
		t.Fatalf("%d and %d rows", len(rows), len(errors))
	}
	for i, test := range rejection.TableV {
		if r := rows[i]; r.Test != test.Name || r.Runs != 2 || r.N != 40 {
			t.Errorf("row %d: %+v", i, r)
		}
		if r := rows[len(rejection.Studied)+i]; r.Test != test.Name || r.Runs != 1 || r.N != 60 {
			t.Errorf("row %d of the second size: %+v", i, r)
		}
	}
	if errors[0].N != 40 || errors[2].N != 60 || errors[0].Sets != 2 {
		t.Errorf("errors %+v", errors)
	}
	// On two data sets a standard deviation is the difference over the root of 2.
	if e := errors[1]; math.Abs(e.SD-e.SE*math.Sqrt2) > 1e-12 || e.SeedSD != errors[0].SeedSD || e.SeedSD == e.SD {
		t.Errorf("%+v", errors[:2])
	}
	if errors[0].Error == errors[1].Error {
		t.Errorf("CNN and CNN+DO err alike to the last digit: %v", errors)
	}
	cfg.Checkpoints = t.TempDir()
	for part := range 2 {
		if err := study.RunPart(context.Background(), cfg, d.study(context.Background(), noise), part, 2); err != nil {
			t.Fatal(err)
		}
	}
	parts, err := study.Collect(cfg, d.study(context.Background(), noise))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(parts[0].Rows.([]rejection.SizeRow), rows) ||
		!slices.Equal(parts[1].Rows.([]rejection.SizeErrorRow), errors) {
		t.Error("parts give other tables than one run")
	}
	d.n, d.sets, d.errorSets, cfg.Checkpoints = d.n[:1], d.sets[:1], d.errorSets[:1], ""
	if tables, err = study.Run(context.Background(), cfg, d.study(context.Background(), noise)); err != nil {
		t.Fatal(err)
	}
	if one := tables[0].Rows.([]rejection.Row); one[0].Data != "MNIST" || tables[0].Name != "mnist_table_5" {
		t.Errorf("%s: %+v", tables[0].Name, one[0])
	}
}

// A number of data sets goes for all sizes, or there is one for each.
func TestSizes(t *testing.T) {
	var d design
	err := d.sizes("400,800", "50", "20,0")
	if got := fmt.Sprint(d.n, d.sets, d.errorSets, err); got != "[400 800] [50 50] [20 0] <nil>" {
		t.Error(got)
	}
	for _, c := range [][4]string{{"19", "1", "2", "from 20 on"}, {"400,", "1", "2", "--n 400,; give"},
		{"40", "-1", "2", "--sets -1"},
		{"40", "1", "1", "one has no standard error"}, {"40,50", "1", "0,2,3", "--error-sets has 3 numbers for 2 sizes"}} {
		if err := new(design).sizes(c[0], c[1], c[2]); err == nil || !strings.Contains(err.Error(), c[3]) {
			t.Errorf("%q: %v", c, err)
		}
	}
}

// A run has the random numbers of its seed, so that data sets of true error rates differ in them.
func TestForRun(t *testing.T) {
	other, draws := learn.ForRun(learner.Network{Label: "CNN", Seed: 1}, 7)
	named, ok := other.(learn.Named)
	if !draws || !ok || named.Learner.(learner.Network).Seed != learn.RunSeed(1, 7) {
		t.Errorf("%v", other)
	}
}
