package tree

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// The distributions below are the same as in testdata/problems.py.

// problem draws the features of a record of a class.
type problem struct {
	classes int
	levels  []int
	draw    func(x []float64, class int, rng *rand.Rand)
}

var problems = map[string]problem{
	"twonorm":  {2, make([]int, 20), twonorm},
	"ringnorm": {2, make([]int, 20), ringnorm},
	"waveform": {3, make([]int, 21), waveform},
	"levels":   {3, []int{2, 3, 4, 5, 6, 7}, levels},
}

func twonorm(x []float64, class int, rng *rand.Rand) {
	a := 2 / math.Sqrt(20)
	for j := range x {
		x[j] = rng.NormFloat64() + a*float64(1-2*class)
	}
}

func ringnorm(x []float64, class int, rng *rand.Rand) {
	a := 2 / math.Sqrt(20)
	for j := range x {
		x[j] = rng.NormFloat64()
		if class == 0 {
			x[j] *= 2
		} else {
			x[j] += a
		}
	}
}

func waveform(x []float64, class int, rng *rand.Rand) {
	wave := func(centre, i int) float64 { return max(6-math.Abs(float64(i-centre)), 0) }
	centres := [][2]int{{11, 15}, {11, 7}, {15, 7}}[class]
	u := rng.Float64()
	for j := range x {
		x[j] = u*wave(centres[0], j+1) + (1-u)*wave(centres[1], j+1) + rng.NormFloat64()
	}
}

func levels(x []float64, class int, rng *rand.Rand) {
	for j := range x {
		m := j + 2
		l := rng.IntN(m + 3)
		if l >= m {
			l = class * (j + 1) % m
		}
		x[j] = float64(l)
	}
}

// sample draws n records.
func (p problem) sample(n int, rng *rand.Rand) *dataset.Data {
	d := &dataset.Data{X: mat.NewDense(n, len(p.levels), nil), Class: make([]int32, n),
		Features: make([]dataset.Feature, len(p.levels))}
	for c := range p.classes {
		d.Classes = append(d.Classes, fmt.Sprint(c))
	}
	for j, m := range p.levels {
		d.Features[j].Name = fmt.Sprintf("x%d", j+1)
		for l := range m {
			d.Features[j].Levels = append(d.Features[j].Levels, fmt.Sprint(l))
		}
	}
	for i := range n {
		d.Class[i] = int32(rng.IntN(p.classes))
		p.draw(d.X.RawRowView(i), int(d.Class[i]), rng)
	}
	return d
}

// errors returns the errors of a learner on the given number of draws of 100 training and 500 test records.
func (p problem) errors(t *testing.T, l learn.Learner, draws int) []float64 {
	rng := rand.New(rand.NewPCG(11, 12))
	out := make([]float64, draws)
	for i := range out {
		d := p.sample(600, rng)
		rows := numbersFrom(100, 600)
		for k, class := range classes(fit(t, l, d, numbersFrom(0, 100)), rows) {
			if class != d.Target(rows[k]) {
				out[i] += 1.0 / 500
			}
		}
	}
	return out
}

// TestAccuracy compares mean errors with the errors of other programs on other draws of the same distributions,
// within four standard errors of the difference.
func TestAccuracy(t *testing.T) {
	f, err := os.Open("testdata/accuracy.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	learners := map[string]learn.Learner{"tree": CART{}, "gini-tree": CART{Criterion: Gini}, "c4.5": C45{},
		"forest": Forest{Trees: 100}}
	done := map[string][]float64{}
	for _, row := range rows[1:] {
		key := row[0] + " " + row[1]
		if done[key] == nil {
			done[key] = problems[row[0]].errors(t, learners[row[1]], 30)
		}
		mean, sd := stat.MeanStdDev(done[key], nil)
		se := sd / math.Sqrt(float64(len(done[key])))
		wantMean, err1 := strconv.ParseFloat(row[4], 64)
		wantSE, err2 := strconv.ParseFloat(row[5], 64)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		z := (mean - wantMean) / math.Hypot(se, wantSE)
		t.Logf("%s: error %.4f (%.4f), %s %.4f (%.4f), z %.1f", key, mean, se, row[2], wantMean, wantSE, z)
		if math.Abs(z) > 4 {
			t.Errorf("%s: error %.4f is %.1f standard errors from the error of %s, %.4f", key, mean, z, row[2], wantMean)
		}
	}
	if len(done) != 15 {
		t.Errorf("%d comparisons, want 15: four problems with four learners, without the Gini tree on levels", len(done))
	}
}
