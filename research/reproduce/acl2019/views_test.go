package acl2019

import (
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/study"
)

func TestViews(t *testing.T) {
	cfg := study.Config{Data: data.FS, Scale: study.Quick, Seed: 1}
	if w := Weights(1, 3); len(w) != 2 || math.Abs(w[1].BCV-0.36880211) > 1e-8 || w[1].HoldOut != 1.0/6 {
		t.Errorf("%v", w)
	}
	draws, err := MonteCarlo(cfg, 20_000)
	if err != nil || len(draws) != 9 {
		t.Fatal(draws, err)
	}
	for _, r := range draws {
		if math.Abs(r.Apart) > 4 {
			t.Errorf("%+v", r)
		}
	}
	rows, err := ByWeighting(cfg)
	if err != nil || len(rows) != 9 {
		t.Fatal(rows, err)
	}
	for _, r := range rows { // less evidence, nearer to 1/2
		if a, b, c := math.Abs(r.Independent-0.5), math.Abs(r.BCV-0.5), math.Abs(r.HoldOut-0.5); !(a > b && b > c) {
			t.Errorf("%+v", r)
		}
	}
	points, c, err := F1Difference(cfg, "ORG")
	if err != nil {
		t.Fatal(err)
	}
	check.MustEqual(t, "len(points)", len(points), 200)
	check.Equal(t, "c.Metric", c.Metric, "F1")
	check.Near(t, "c.PH0", c.PH0, 0.5873, 0.0001)
	if _, _, err := F1Difference(cfg, "POS"); err == nil {
		t.Error("a task that is not there")
	}
}
