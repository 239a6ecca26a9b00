package calibration

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/research/simdata"
)

// The discriminant is the textbook's: means, pooled covariance, log shares.
func TestLDA(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	d := simdata.Draw(simdata.Gaussians{P: 3, Shifted: 2, Shift: 1}, 300, rng)
	var train []int32
	for i, c := range d.Class[:120] {
		if c == 0 || i%3 == 0 { // unequal shares
			train = append(train, int32(i))
		}
	}
	p, err := LDA{}.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	fit := p.NewFitter(nil)
	if _, err := fit.Fit(t.Context(), train); err != nil {
		t.Fatal(err)
	}
	size, means := [2]float64{}, [2][3]float64{}
	for _, i := range train {
		size[d.Class[i]]++
		for j := range 3 {
			means[d.Class[i]][j] += d.X.At(int(i), j)
		}
	}
	for c := range 2 {
		for j := range 3 {
			means[c][j] /= size[c]
		}
	}
	pooled := mat.NewSymDense(3, nil)
	for _, i := range train {
		for a := range 3 {
			for b := a; b < 3; b++ {
				m := means[d.Class[i]]
				pooled.SetSym(a, b, pooled.At(a, b)+(d.X.At(int(i), a)-m[a])*(d.X.At(int(i),
					b)-m[b])/(size[0]+size[1]-2))
			}
		}
	}
	apart := mat.NewVecDense(3, nil)
	for j := range 3 {
		apart.SetVec(j, means[1][j]-means[0][j])
	}
	var w mat.VecDense
	if err := w.SolveVec(pooled, apart); err != nil {
		t.Fatal(err)
	}
	rows := make([]int32, d.N())
	ones := 0
	for i := range rows {
		rows[i] = int32(i)
	}
	got, odds := make([]float64, d.N()), make([]float64, d.N())
	fit.Predict(rows, got)
	fit.(*ldaFitter).Score(rows, odds)
	both := make([]float64, 2*d.N())
	if err := fit.(learn.Prober).Probabilities(rows, both); err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		score := math.Log(size[1] / size[0])
		for j := range 3 {
			score += w.AtVec(j) * (d.X.At(i, j) - (means[0][j]+means[1][j])/2)
		}
		if (score > 0) != (got[i] == 1) {
			t.Errorf("record %d: score %v, predicted %v", i, score, got[i])
		}
		if math.Abs(score-odds[i]) > 1e-9 {
			t.Errorf("record %d: log odds %v, want %v", i, odds[i], score)
		}
		first, second := 1/(1+math.Exp(score)), 1/(1+math.Exp(-score))
		if math.Abs(both[2*i]-first) > 1e-9 || math.Abs(both[2*i+1]-second) > 1e-9 {
			t.Errorf("record %d: probabilities %v, want %v and %v", i, both[2*i:][:2], first, second)
		}
		ones += int(got[i])
	}
	if ones < 20 || ones > 280 {
		t.Errorf("%d of 300 in the second class", ones)
	}
	if _, err := fit.Fit(t.Context(), train[:0:0]); err == nil {
		t.Error("fitted no records")
	}
}

// After training on one class the log odds are those of half a record of the other.
func TestLDAOfOneClass(t *testing.T) {
	d := simdata.Draw(simdata.Gaussians{P: 2}, 40, rand.New(rand.NewPCG(4, 3)))
	p, err := LDA{}.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	for class, want := range []float64{-math.Log(2), math.Log(2)} {
		var train []int32
		for i, c := range d.Class {
			if int(c) == class {
				train = append(train, int32(i))
			}
		}
		fit := p.NewFitter(nil)
		if _, err := fit.Fit(t.Context(), train); err != nil {
			t.Fatal(err)
		}
		var said, odds [1]float64
		fit.Predict([]int32{0}, said[:])
		fit.(*ldaFitter).Score([]int32{0}, odds[:])
		n := math.Copysign(math.Log(float64(len(train))), want)
		if said[0] != float64(class) || math.Abs(odds[0]-want-n) > 1e-12 {
			t.Errorf("class %d: predicted %v, log odds %v, want %v", class, said[0], odds[0], want+n)
		}
	}
}
