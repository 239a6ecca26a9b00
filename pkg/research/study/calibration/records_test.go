package calibration

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/research/sim"
)

// The scatter from sums is that of the errors of all records, one by one; and the share of
// a record in a metric is what the metric changes by when the record is counted less.
func TestScatter(t *testing.T) {
	const n = 60
	rng := rand.New(rand.NewPCG(8, 3))
	s := setting{n: n, learners: make([]named, 2), pairs: [][2]int{{0, 1}}}
	class := make([]int32, n)
	for i := range class {
		class[i] = int32(rng.IntN(2))
	}
	positive := make([][]bool, 2)
	for l := range positive {
		positive[l] = make([]bool, most*n)
		for k := range positive[l] {
			positive[l][k] = rng.Float64() < 0.3+0.4*float64(class[k%n])
		}
	}
	values := s.recordSums(positive, class)
	for _, m := range counted {
		// totals with the weight of one record changed
		count := func(l, record int, weight float64) posterior.Counts {
			var c posterior.Counts
			for k := range m * n {
				w := 1.0
				if k%n == record {
					w = weight
				}
				switch p := positive[l][k]; {
				case p && class[k%n] == 1:
					c.TP += w
				case p:
					c.FP += w
				case class[k%n] == 1:
					c.FN += w
				}
			}
			return c
		}
		both := [2]posterior.Counts{count(0, -1, 1), count(1, -1, 1)}
		for _, metric := range metrics {
			for _, c := range []contest{{setting: s, a: 0, b: 0, pair: -1, metric: metric.name, m: m}, {setting: s, a: 0, b: 1, pair: 0, metric: metric.name, m: m}} {
				of := func(record int, weight float64) float64 {
					size := float64(m) * (n - 1 + weight)
					v := metric.of(count(c.b, record, weight), size)
					if c.pair >= 0 {
						v -= metric.of(count(c.a, record, weight), size)
					}
					return v
				}
				const h = 1e-4
				sum := 0.0
				for i := range n {
					share := (of(i, 1+h) - of(i, 1-h)) / (2 * h)
					sum += share * share
				}
				sum *= n / (n - 1.)
				got := s.sumsAt(values, m).scatterOf(c, both)
				if math.Abs(got.mean-sum) > 1e-6*sum || !(got.single > got.mean) {
					t.Errorf("m %d, %s, pair %d: %v, record by record %v; single %v", m, metric.name, c.pair, got.mean, sum, got.single)
				}
			}
		}
	}
}

// At one replication's worth of predictions the two scatters are one; of losses they are
// the variance of the mean.
func TestLossScatter(t *testing.T) {
	const n = 40
	rng := rand.New(rand.NewPCG(9, 3))
	losses := [][]float64{make([]float64, most*n), make([]float64, most*n)}
	for k := range most * n {
		losses[0][k], losses[1][k] = rng.ExpFloat64(), rng.ExpFloat64()
	}
	s := setting{learners: make([]named, 2), pairs: [][2]int{{0, 1}}}
	values := s.lossSums(losses, n)
	for _, m := range counted {
		x := s.lossScatter(values, m, 0, 0)
		if math.Abs(x.mean-2./n/float64(m)) > 1.2/n/float64(m) || math.Abs(x.single-2./n) > 1./n {
			t.Errorf("m %d: %+v", m, x)
		}
		if one := s.lossScatter(values, m, 1, -1); one.single >= x.single {
			t.Errorf("m %d: one model %+v, two %+v", m, one, x)
		}
	}
}

// Where models are given and records alone are chance, the posterior from records is
// narrower than that from folds and holds the difference; with a prior scale of 0 it is
// the normal interval of the records.
func TestRecordsOfGivenModels(t *testing.T) {
	const n, m, sets = 200, 5, 2000
	rng := rand.New(rand.NewPCG(2, 9))
	reach, err := paired.Reach(m, paired.Uniform{}, alpha)
	if err != nil {
		t.Fatal(err)
	}
	wrong, foldWrong, ratio := 0.0, 0.0, 0.0
	x := make([]float64, n)
	for range sets {
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		set, err := cv.New(cv.BCV, n, cv.Options{M: m, Seed: rng.Uint64()})
		if err != nil {
			t.Fatal(err)
		}
		d := make([][2]float64, m)
		for f, fold := range set.Folds() {
			for _, i := range fold.Valid {
				d[f/2][f%2] += x[i] / float64(len(fold.Valid))
			}
		}
		v := varianceOfMean(x)
		s := statisticsOf(d)
		p := recordPrior(1e-9).posterior(m, s, scatter{v, v})
		bound := p.reach(alpha)
		if want := 1.644854 * math.Sqrt(v); math.Abs(bound-want) > 1e-3*want {
			t.Fatalf("bound %v, of records %v", bound, want)
		}
		add(&wrong, math.Abs(s.mean) > bound, 0.5/sets)
		foldBound := procedure{reach: reach}.bound(s)
		add(&foldWrong, math.Abs(s.mean) > foldBound, 0.5/sets)
		ratio += bound / foldBound / sets
	}
	if math.Abs(wrong-alpha) > 0.015 || foldWrong < 0.08 || !(ratio > 1) {
		t.Errorf("errs in %v, from folds in %v; bounds in the ratio %v", wrong, foldWrong, ratio)
	}
}

// What training adds is seen in the spread of the folds.
func TestRecordsSeeTraining(t *testing.T) {
	sc := scatter{mean: 1, single: 2}
	quiet := statistics{within: 5 * 4, between: 4 * 1.5}
	loud := statistics{within: 5 * 40, between: 4 * 40}
	p := recordPrior(0.3)
	a, b := p.posterior(5, quiet, sc).reach(alpha), p.posterior(5, loud, sc).reach(alpha)
	if !(a > 1.645 && b > 2*a) {
		t.Errorf("bounds %v and %v", a, b)
	}
	if q := p.posterior(5, quiet, sc).beyond(a)[0]; math.Abs(q-alpha) > 1e-6 {
		t.Errorf("beyond the reach %v", q)
	}
}

// The looks of the sequential test are those of the test itself.
func TestLooks(t *testing.T) {
	s := small(t, "features")
	outcomes, err := s.experiment(10, 10, 4).Run(t.Context(), sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	claims := 0
	for _, c := range s.contests(most, outcomes) {
		if c.metric != "error" {
			continue
		}
		for i, o := range outcomes {
			d := c.differences(o.Folds, func(v []float64) float64 { return metrics[3].of(posterior.Counts{FP: v[1], FN: v[2]}, float64(s.n)/2) }, 3)
			for _, delta := range []float64{-0.1, -0.02, 0, 0.05} {
				r := sequentialDecision(t, d, delta)
				if r != (c.looks[i].low > delta) {
					t.Errorf("data set %d, delta %v: %v, looks %+v", i, delta, r, c.looks[i])
				}
				if r {
					claims++
				}
			}
		}
	}
	if claims == 0 {
		t.Error("no claims")
	}
}

func sequentialDecision(t *testing.T, d [][2]float64, delta float64) bool {
	t.Helper()
	o, err := sequential.TTest{Options: infer.Options{Alternative: infer.Greater, Alpha: alpha, Delta: delta}, Max: most}.Decide(d)
	if err != nil {
		t.Fatal(err)
	}
	return o.Decision.Rejects()
}
