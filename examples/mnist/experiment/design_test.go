package main

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/examples/mnist/cnn"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/research/study/rejection"
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
// not one: their error rates differ by their random numbers. Parts give what one run gives.
func TestStudy(t *testing.T) {
	small := cnn.Config{Side: 10, Kernel: 2, Filters: [2]int{1, 2}, Dense: 2, Classes: 10, Batch: 16, Epochs: 1,
		LearningRate: 0.01}
	d := design{network: small, n: 40, side: 10, sets: 2, errorSets: 2, table: "mnist"}
	cfg := study.Config{Scale: study.Paper, Seed: 1, Workers: 1}
	tables, err := study.Run(context.Background(), cfg, d.study(context.Background(), noise))
	if err != nil {
		t.Fatal(err)
	}
	rows, errors := tables[0].Rows.([]rejection.Row), tables[1].Rows.([]rejection.ErrorRow)
	if len(rows) != len(rejection.Studied) || len(errors) != 2 {
		t.Fatalf("%d and %d rows", len(rows), len(errors))
	}
	for i, test := range rejection.TableV {
		if r := rows[i]; r.Test != test.Name || r.Runs != 2 || r.Data != "MNIST" {
			t.Errorf("row %d: %+v", i, r)
		}
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
	if !slices.Equal(parts[0].Rows.([]rejection.Row), rows) ||
		!slices.Equal(parts[1].Rows.([]rejection.ErrorRow), errors) {
		t.Error("parts give other tables than one run")
	}
}
