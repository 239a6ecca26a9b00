package simdata

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The share of right answers is that of a normal variable with the variance of all parts, and runs differ by theirs
// alone.
func TestExam(t *testing.T) {
	e := Exam{Passages: 20000, Questions: 5, Runs: 2}
	sd := math.Sqrt(1 + 0.49 + 0.25 + 0.49)
	for g, skill := range []float64{-1.5, 0, 1.5} {
		r := e.Draw(rand.New(rand.NewPCG(1, uint64(g))), skill)
		want := math.Erfc(-skill/sd/math.Sqrt2) / 2
		if got := r.Values[0].Cells[0]; math.Abs(got-want) > 0.008 {
			t.Errorf("accuracy for skill %g = %.4f, want %.4f", skill, got, want)
		}
		if got := r.Units.Clusters[4:6]; got[0] != 0 || got[1] != 1 {
			t.Errorf("the fifth and the sixth question are on the passages %v, want 0 and 1", got)
		}
		a, b := r.Units.Of(0, 0), r.Units.Of(0, 1)
		inCluster, across := agreement(a, a, 1), agreement(a, a, 5)
		if inCluster < across+0.02 {
			t.Errorf("neighbors agree in %.3f, want more than %.3f of questions on two passages", inCluster, across)
		}
		if again := agreement(a, b, 0); again < inCluster+0.02 || again > 0.99 {
			t.Errorf("two runs agree in %.3f of the questions, want more than %.3f and less than 1", again, inCluster)
		}
	}
}

// agreement is the share of items on which x and y, which is shifted by that many items, are the same.
func agreement(x, y []float64, shift int) float64 {
	same, n := 0.0, 0.0
	for i := range len(x) - shift {
		if shift == 1 && i%5 == 4 {
			continue // the next question is on another passage
		}
		n++
		if x[i] == y[i+shift] {
			same++
		}
	}
	return same / n
}

// Seeds move whole runs, epochs do not.
func TestExamRuns(t *testing.T) {
	for _, c := range []struct{ sd, low, high float64 }{{0, 0, 0.01}, {3, 0.02, 1}} {
		r := Exam{Passages: 4000, Questions: 5, Runs: 2, RunSD: c.sd}.Draw(rand.New(rand.NewPCG(2, 0)), 0)
		got := math.Abs(mean(r.Units.Of(0, 0)) - mean(r.Units.Of(0, 1)))
		if got < c.low || got > c.high {
			t.Errorf("runs of standard deviation %g differ by %.4f, want %g to %g", c.sd, got, c.low, c.high)
		}
	}
}

// Draws are the same answers without runs: each question has as many as there were runs, and their mean.
func TestExamDraws(t *testing.T) {
	e := Exam{Passages: 10, Questions: 5, Runs: 3}
	runs := e.Draw(rand.New(rand.NewPCG(3, 0)), 0)
	e.Draws = true
	draws := e.Draw(rand.New(rand.NewPCG(3, 0)), 0)
	for i, got := range draws.Units.Of(0, 0) {
		want := (runs.Units.Of(0, 0)[i] + runs.Units.Of(0, 1)[i] + runs.Units.Of(0, 2)[i]) / 3
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("question %d: mean of the draws %g, of the runs %g", i+1, got, want)
		}
	}
	if draws.Design.Draws != [2]int{3, 3} || draws.Runs != nil {
		t.Errorf("%+v with runs %v, want 3 draws and no runs", draws.Design, draws.Runs)
	}
}

func mean(x []float64) (sum float64) {
	for _, v := range x {
		sum += v / float64(len(x))
	}
	return sum
}

func TestExamPanics(t *testing.T) {
	for _, e := range []Exam{{Passages: 1, Questions: 1}, {Runs: 1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%+v draws, want a panic", e)
				}
			}()
			e.Draw(rand.New(rand.NewPCG(1, 1)), 0)
		}()
	}
}
