package metrics

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/research/internal/check"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/bench"
	"github.com/block-regularized/bcv/research/study/calibration"
)

// drawn returns normal differences with the correlations rho1 and rho2 <= rho1 within a partition set.
func drawn(rho1, rho2 float64, rng *rand.Rand) bench.Differences {
	x := bench.Differences{Folds: map[cv.Method][][]float64{}}
	for method, folds := range map[cv.Method]int{cv.BCV: 2, cv.Mx2: 2, cv.RepeatedKFold: parts} {
		all := math.Sqrt(rho2) * rng.NormFloat64()
		for range most {
			replication := all + math.Sqrt(rho1-rho2)*rng.NormFloat64()
			var row []float64
			for range folds {
				row = append(row, replication+math.Sqrt(1-rho1)*rng.NormFloat64())
			}
			x.Folds[method] = append(x.Folds[method], row)
		}
	}
	for range halves {
		var split [2][][2]float64
		for h := range split {
			for range inner {
				split[h] = append(split[h], [2]float64{rng.NormFloat64() / 3, rng.NormFloat64() / 3})
			}
		}
		x.Inner = append(x.Inner, split)
	}
	return x
}

// A claim is made where the test rejects, and where the posterior has a probability of 97.5% of one side.
func TestClaimsAreThoseOfTheProcedures(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	claims := map[string]int{}
	for range 60 {
		x := drawn(0.5, 0.5, rng)
		for _, p := range procedures() {
			c, err := p.Of(x)
			if err != nil {
				t.Fatal(err)
			}
			d, err := infer.DifferencesOf(x.Folds[p.Method][:p.M])
			if err == nil {
				d, err = d.WithInner(x.Inner)
			}
			if err != nil {
				t.Fatal(err)
			}
			pairs, _ := d.Pairs()
			want := 0.0 // the smaller probability of one side
			switch p.Name {
			case Paired:
				q, err := paired.New(pairs, nil)
				if err != nil {
					t.Fatal(err)
				}
				want = min(q.CDF(0), q.Survival(0))
			case Nested:
				q, err := paired.NewNested(pairs, x.Inner, nil)
				if err != nil {
					t.Fatal(err)
				}
				want = min(q.CDF(0), q.Survival(0))
			default:
				r, err := infer.Run(p.Name, d, infer.Options{})
				if err != nil {
					t.Fatal(err)
				}
				want = r.PValue / 2
			}
			for k, side := range bench.Sides {
				claimed := math.Abs(float64(c.Estimate)) > float64(c.Reach[k])
				if claimed != (want < side) && math.Abs(want-side) > 1e-4 {
					t.Errorf("%v at %v a side: claim %v with the probability %v", p, side, claimed, want)
				}
				if claimed {
					claims[p.Name]++
				}
			}
			check.Near(t, p.Name+": estimate", float64(c.Estimate), d.Mean(), 1e-6)
		}
	}
	check.Equal(t, "procedures that claimed something", len(claims), 5)
}

// A procedure leaves out a data set whose metric has no value on a fold that it has; without spread it claims nothing.
func TestUndefined(t *testing.T) {
	all := procedures()
	of := func(x bench.Differences) (out []bench.Claim) {
		for _, p := range all {
			c, err := p.Of(x)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, c)
		}
		return out
	}
	late := drawn(0.3, 0.2, rand.New(rand.NewPCG(1, 1)))
	late.Folds[cv.BCV][4][1] = math.NaN()
	for k, c := range of(late) {
		check.Equal(t, all[k].Name+": left out", c == bench.Undefined, all[k].Method == cv.BCV && all[k].M >= 5)
	}
	within := drawn(0.3, 0.2, rand.New(rand.NewPCG(1, 1)))
	within.Inner[9][1][1][0] = math.NaN()
	for k, c := range of(within) {
		check.Equal(t, all[k].Name+": left out", c == bench.Undefined, all[k].Name == NestedT || all[k].Name == Nested)
	}
	flat := drawn(0.3, 0.2, rand.New(rand.NewPCG(1, 1)))
	for j := range flat.Inner {
		flat.Inner[j] = flat.Inner[0]
		flat.Inner[j][1] = flat.Inner[j][0]
	}
	for _, method := range []cv.Method{cv.Mx2, cv.RepeatedKFold} {
		for _, row := range flat.Folds[method] {
			for k := range row {
				row[k] = 1
			}
		}
	}
	for k, c := range of(flat) {
		known := all[k].Name == BCVT || all[k].Name == Paired
		check.Equal(t, all[k].Name+": knows about chance", c.Reach[0] > 0 && c.Reach[1] > 0, known)
		check.Equal(t, all[k].Name+": left out", c == bench.Undefined, false)
	}
}

// The correlations of normal differences are found.
func TestCorrelations(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	var outcomes []outcome
	for range 8000 {
		pairs, _ := drawn(0.4, 0.15, rng).Pairs()
		s := calibration.SumsOf(pairs)
		outcomes = append(outcomes, outcome{{}, {Sums: []float32{float32(s.Mean), float32(s.Within), float32(s.Between)}}})
	}
	outcomes = append(outcomes, outcome{{}, {}}) // left out
	rho1, rho2 := correlations(outcomes, 1)
	check.Near(t, "rho1", rho1, 0.4, 0.015)
	check.Near(t, "rho2", rho2, 0.15, 0.015)
}

// The number of workers changes nothing, and every metric has a value on nearly all folds.
func TestWorkers(t *testing.T) {
	for _, s := range settings() {
		if s.n != 100 {
			continue
		}
		one, err := s.experiment(study.Quick, 5, procedures()).Run(t.Context(), sim.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		two, err := s.experiment(study.Quick, 5, procedures()).Run(t.Context(), sim.Options{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		check.That(t, reflect.DeepEqual(one, two), s.id()+": workers change the result")
		for k, name := range s.metrics() {
			check.Equal(t, s.id()+": "+name+": every second data set by the nested posterior", one[1][k].Claims[3],
				bench.Undefined)
			defined := 0
			for _, o := range one {
				if o[k].Sums != nil {
					defined++
				}
			}
			check.That(t, defined > 0, s.id()+": no data set with "+name)
		}
	}
}

// The settings have names of their own, and the rare class its share.
func TestSettings(t *testing.T) {
	var ids []string
	for _, s := range settings() {
		ids = append(ids, s.id())
		exchangeable := s.learners[0].Learner == s.learners[1].Learner &&
			s.learners[0].Last-s.learners[0].First == s.learners[1].Last-s.learners[1].First
		check.Equal(t, s.id()+": equal", s.equal, exchangeable)
	}
	slices.Sort(ids)
	check.Equal(t, "names", len(slices.Compact(ids)), len(settings()))
	g := rareClass{simdata.Gaussians{P: 1, Shifted: 1, Shift: 3}, 0.2}
	d := simdata.Draw(g, 20_000, rand.New(rand.NewPCG(3, 3)))
	var share, mean float64
	for i, c := range d.Class {
		share += float64(c) / float64(d.N())
		mean += d.X.At(i, 0) / float64(d.N())
	}
	check.Near(t, "share", share, 0.2, 0.012)
	check.Near(t, "mean", mean, 3*share, 0.03)
	check.Equal(t, "name", g.String(), "gaussians(p=1, shifted=1, shift=3), 20% positives")
}

// The table of errors has the numbers of the summary.
func TestErrors(t *testing.T) {
	rows := []Row{
		{Metric: "roc_auc", N: 100, Folds: foldsOf(cv.BCV), Procedure: BCVT, False: 0.02, Sets: 90, Undefined: 10},
		{Metric: "roc_auc", N: 300, Folds: foldsOf(cv.BCV), Procedure: BCVT, False: 0.06, Sets: 100},
		{Metric: "roc_auc", N: 300, Folds: foldsOf(cv.BCV), Procedure: BCVT, False: 0.5, Sets: 89, Undefined: 11},
		{Metric: "r2", N: 100, Folds: foldsOf(cv.RepeatedKFold), Procedure: Corrected, False: 0.04, Sets: 100},
	}
	want := []ErrorRow{{Metric: "ROC AUC", BCVT: "4.0% (6.0%)"}, {Metric: "R2", KFold: "4.0% (4.0%)"}}
	got := Errors(rows)
	check.MustEqual(t, "rows", len(got), len(want))
	for i := range got {
		check.Equal(t, "row", got[i], want[i])
	}
}
