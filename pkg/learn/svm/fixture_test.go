package svm

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// fixture is one training and prediction by another program (testdata/*.py,
// testdata/*.R).
type fixture struct {
	Within        float64 // largest difference of decision values
	Classes       int
	Scale, Kernel string
	Cost, Gamma   float64
	Coef0         float64
	Indicators    int // number of last columns that are indicators of levels
	Tolerance     float64
	GammaScale    bool
	X             [][]float64
	Y             []int32
	Train         []int32
	Decision      [][]float64 // one column per pair of classes, positive for the first
	Predicted     []float64
}

func (c fixture) svm() SVM {
	return SVM{
		Kernel: Kernel(c.Kernel),
		Scale:  learn.Scaling(c.Scale),
		Cost:   c.Cost, Gamma: c.Gamma, Coef0: c.Coef0, GammaScale: c.GammaScale, Tolerance: c.Tolerance,
	}
}

func (c fixture) data() *dataset.Data {
	d := &dataset.Data{Name: "fixture", X: mat.NewDense(len(c.X), len(c.X[0]), nil), Class: c.Y}
	for i, row := range c.X {
		d.X.SetRow(i, row)
	}
	for j := range c.X[0] {
		d.Features = append(d.Features, dataset.Feature{Indicator: j >= len(c.X[0])-c.Indicators})
	}
	for k := range c.Classes {
		d.Classes = append(d.Classes, fmt.Sprint(k))
	}
	return d
}

func allRows(n int) []int32 {
	rows := make([]int32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	return rows
}

func TestAgainstLIBSVM(t *testing.T) {
	for _, file := range []string{"scikit_learn.json", "e1071.json"} {
		text, err := os.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		var all struct{ Cases []fixture }
		if err := json.Unmarshal(text, &all); err != nil {
			t.Fatal(err)
		}
		for i, c := range all.Cases {
			// With a limit of 0 bytes, rows are computed one by one.
			for _, limit := range []int{256 << 20, 0} {
				q := newPrepared(c.svm().withDefaults(len(c.X[0])), c.data(), limit, maker{})
				t.Run(fmt.Sprint(file, " ", i, " ", c.svm(), " limit ", limit), func(t *testing.T) {
					checkFixture(t, c, q)
				})
			}
		}
	}
}

func checkFixture(t *testing.T, c fixture, q learn.Prepared) {
	f := q.NewFitter(nil).(*fitter)
	if _, err := f.Fit(t.Context(), c.Train); err != nil {
		t.Fatal(err)
	}
	n, w := len(c.X), f.Width()
	if w != len(c.Decision[0]) {
		t.Fatalf("%d decision values per record, want %d", w, len(c.Decision[0]))
	}
	got, scores := make([]float64, n), make([]float64, n*w)
	f.Predict(allRows(n), got)
	f.Score(allRows(n), scores)
	for i := range n {
		if got[i] != c.Predicted[i] {
			t.Errorf("record %d: class %v, want %v", i, got[i], c.Predicted[i])
		}
		for j, want := range c.Decision[i] {
			if v := scores[i*w+j]; math.Abs(v-want) > c.Within {
				t.Errorf("record %d, pair %d: decision value %v, want %v", i, j, v, want)
			}
		}
	}
}
