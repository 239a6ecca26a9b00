package svm

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
)

// probabilityFixture has curves and probabilities by scikit-learn and SciPy (testdata/probability.py).
type probabilityFixture struct {
	Curves []struct {
		Value, At, Isotonic []float64
		First               []bool
		Platt               [2]float64
	}
	Fits []struct {
		X               [][]float64
		Class, Train    []int32
		Classes         int
		Platt, Isotonic [][]float64
	}
}

func readProbabilities(t *testing.T) (out probabilityFixture) {
	t.Helper()
	text, err := os.ReadFile("testdata/probability.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// The sigmoid agrees with a general minimizer, up to where the published algorithm stops; the isotonic function with
// scikit-learn's.
func TestCurves(t *testing.T) {
	var steps curve
	for k, c := range readProbabilities(t).Curves {
		var points []scored
		for i, v := range c.Value {
			points = append(points, scored{v, c.First[i]})
		}
		a, b := fitSigmoid(points)
		if math.Abs(a-c.Platt[0]) > 1e-4 || math.Abs(b-c.Platt[1]) > 1e-4 {
			t.Errorf("case %d: sigmoid %v, %v, want %v", k, a, b, c.Platt)
		}
		steps.fit(Platt, points)
		if steps.a != a || steps.b != b || math.Abs(steps.at(0.5)-1/(1+math.Exp(a/2+b))) > 1e-15 {
			t.Errorf("case %d: %+v at 0.5 is %v", k, steps, steps.at(0.5))
		}
		steps.fit(Isotonic, points)
		for i, v := range c.At {
			if got := steps.at(v); math.Abs(got-c.Isotonic[i]) > 1e-12 {
				t.Errorf("case %d: isotonic function at %v is %v, want %v", k, v, got, c.Isotonic[i])
			}
		}
	}
}

// Probabilities of whole fits agree with those computed from scikit-learn's decision values on the same inner folds.
func TestProbabilities(t *testing.T) {
	for _, c := range readProbabilities(t).Fits {
		d := fixture{X: c.X, Y: c.Class, Classes: c.Classes}.data()
		for how, want := range map[Probability][][]float64{Platt: c.Platt, Isotonic: c.Isotonic} {
			s := SVM{Cost: 0.7, Gamma: 0.3, Scale: learn.Unscaled, Tolerance: 1e-9, Probability: how}
			f := mustPrepare(t, s, d).NewFitter(nil).(learn.Prober)
			mustFit(t, f, c.Train)
			got := make([]float64, d.N()*c.Classes)
			if err := f.Probabilities(allRows(d.N()), got); err != nil {
				t.Fatal(err)
			}
			for i, row := range want {
				for j, p := range row {
					if math.Abs(got[i*c.Classes+j]-p) > 2e-5 {
						t.Fatalf("%s, record %d: probabilities %v, want %v", s, i, got[i*c.Classes:][:c.Classes], row)
					}
				}
			}
			s.Probability = ""
			plain := mustPrepare(t, s, d).NewFitter(nil)
			mustFit(t, plain, c.Train)
			if got, want := answers(f.(*prober).fitter, d.N()), answers(plain, d.N()); !slices.Equal(got, want) {
				t.Errorf("%s with probabilities predicts %v, want %v", s, got, want)
			}
		}
	}
}

// Small classes: inner fits lack a class, or have no records at all.
func TestProbabilitiesOfFewRecords(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	d := drawData(rng, 40, 2, 3)
	of := func(sizes ...int) (rows []int32) {
		left := slices.Clone(sizes)
		for i, c := range d.Class {
			if left[c] > 0 {
				left[c]--
				rows = append(rows, int32(i))
			}
		}
		return rows
	}
	for _, how := range []Probability{Platt, Isotonic} {
		f := mustPrepare(t, SVM{Probability: how, Scale: learn.Unscaled}, d).NewFitter(nil).(learn.Prober)
		for _, sizes := range [][]int{{1, 1, 1}, {1, 1, 0}, {0, 2, 1}, {1, 0, 5}, {4, 1, 1}, {0, 0, 1}, {3, 0, 0}} {
			mustFit(t, f, of(sizes...))
			p := make([]float64, 3*40)
			if err := f.Probabilities(allRows(40), p); err != nil {
				t.Fatal(err)
			}
			for i := 0; i < len(p); i += 3 {
				sum := 0.0
				for c, v := range p[i : i+3] {
					if !(v >= 0) || (v > 0) != (sizes[c] > 0) {
						t.Fatalf("%s, %v training records: probabilities %v", how, sizes, p[i:i+3])
					}
					sum += v
				}
				if math.Abs(sum-1) > 1e-12 {
					t.Fatalf("%s, %v training records: sum %v of %v", how, sizes, sum, p[i:i+3])
				}
			}
		}
	}
	// Without the only record of class 0 there is no fit of the pair; LIBSVM then has 1 in favour of the other class.
	f := &prober{fitter: mustPrepare(t, SVM{}, d).NewFitter(nil).(*fitter)}
	train := of(1, 3, 0)
	f.divide(train)
	if err := f.leaveOut(t.Context(), train, 0); err != nil {
		t.Fatal(err)
	}
	for r, want := range []float64{-1, -1} {
		if got := f.values[f.places[r]]; got != want {
			t.Errorf("decision value %v of record %d, want %v", got, r, want)
		}
	}
	f.classes = []int32{0, 1, 2}
	all := make([]float64, 3)
	f.place[0], f.place[1], f.place[2] = 0, -1, -1
	if f.spread(all, nil); !slices.Equal(all, []float64{1, 1, 0}) {
		t.Errorf("decision values %v of a fit to class 0 alone, want 1, 1, 0", all)
	}
}

// The coupling of consistent pairs gives their probabilities back, also extreme ones.
func TestCouple(t *testing.T) {
	for _, want := range [][]float64{{0.5, 0.3, 0.2}, {0.999998, 1e-6, 1e-6}, {0.1, 0.2, 0.3, 0.4}} {
		f := &prober{classes: make([]int32, len(want))}
		var pairs []float64
		for i, p := range want {
			for _, q := range want[i+1:] {
				pairs = append(pairs, p/(p+q))
			}
		}
		f.couple(pairs)
		for i, v := range f.coupled {
			if math.Abs(v-want[i]) > 1e-8 {
				t.Errorf("coupled %v, want %v", f.coupled, want)
				break
			}
		}
	}
}

// A fit whose classes a plane separates has probabilities near, but not at, 0 and 1.
func TestSeparatedProbabilities(t *testing.T) {
	d := &dataset.Data{X: mat.NewDense(40, 1, nil), Classes: []string{"a", "b"}}
	for i := range 40 {
		d.X.Set(i, 0, float64(i%2)*10+float64(i)/40)
		d.Class = append(d.Class, int32(i%2))
	}
	for how, want := range map[Probability]float64{Platt: 21.0 / 22, Isotonic: 1 - least} {
		f := mustPrepare(t, SVM{Probability: how}, d).NewFitter(nil).(learn.Prober)
		mustFit(t, f, allRows(40))
		p := make([]float64, 2)
		if err := f.Probabilities([]int32{0}, p); err != nil || math.Abs(p[0]-want) > 0.02 || p[0] >= 1 {
			t.Errorf("%s: probabilities %v (error %v), want about %v", how, p, err, want)
		}
	}
	if _, err := (SVM{Probability: "sigmoid"}).Prepare(t.Context(), d); err == nil {
		t.Error("prepared the probability sigmoid")
	}
}

func TestProbabilityContract(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, k := range []int{2, 4} {
		d := drawData(rng, 60, 3, k)
		for _, s := range []SVM{{Probability: Platt}, {Probability: Isotonic, Kernel: Linear, Scale: learn.Unscaled}} {
			learntest.Run(t, learntest.Case{Learner: s, Data: d, PredictsOtherwise: true})
		}
	}
}
