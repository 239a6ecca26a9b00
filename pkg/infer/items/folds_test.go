package items

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/infer"
)

// crossed draws an m x 2 CV of n records with R runs from a model of random effects: of the records, of the partition
// into halves, and of the seed of B in each fold.
type crossed struct {
	n, m, halves, inner, runs int
	record, partition, seed   float64 // standard deviations
}

// values draws both folds of a partition of some records, each in several runs.
func (c crossed) values(rng *rand.Rand, records []float64) (out [][2]float64) {
	order, both := rng.Perm(len(records)), c.partition*rng.NormFloat64()
	var fold [2]float64
	for i, k := range order {
		fold[i%2] += records[k] / float64(len(records)/2)
	}
	for range c.runs {
		out = append(out, [2]float64{fold[0] + both + c.seed*rng.NormFloat64(), fold[1] + both + c.seed*rng.NormFloat64()})
	}
	return out
}

func meanOfRuns(runs [][2]float64) (out [2]float64) {
	for _, x := range runs {
		out[0] += x[0] / float64(len(runs))
		out[1] += x[1] / float64(len(runs))
	}
	return out
}

func (c crossed) draw(t *testing.T, rng *rand.Rand) Folds {
	t.Helper()
	records := make([]float64, c.n)
	for i := range records {
		records[i] = c.record * rng.NormFloat64()
	}
	f := Folds{A: [][]float64{make([]float64, 2*c.m)}, B: make([][]float64, c.runs), Records: c.n}
	zero, b := make([][]float64, c.m), make([][]float64, c.m)
	for j := range c.m {
		runs := c.values(rng, records)
		mean := meanOfRuns(runs)
		zero[j], b[j] = []float64{0, 0}, mean[:]
		for s, x := range runs {
			f.B[s] = append(f.B[s], x[:]...)
		}
	}
	var inner [][2][][2]float64
	for range c.halves {
		order := rng.Perm(c.n)
		var split [2][][2]float64
		for h := range split {
			half := make([]float64, c.n/2)
			for i := range half {
				half[i] = records[order[h*c.n/2+i]]
			}
			for range c.inner {
				split[h] = append(split[h], meanOfRuns(c.values(rng, half)))
			}
		}
		inner = append(inner, split)
	}
	d, err := infer.NewDifferences(zero, b)
	if err == nil {
		d, err = d.WithInner(inner)
	}
	if err != nil {
		t.Fatal(err)
	}
	f.Differences = d
	return f
}

// The parts of the sources are on average those of the model of random effects, and with more units the ledger
// expects what the model has then.
func TestLedgerOfFolds(t *testing.T) {
	c := crossed{n: 40, m: 3, halves: 6, inner: 2, runs: 3, record: 1, partition: 0.15, seed: 0.4}
	want := map[string]float64{"records": 1.0 / 40, "training sets": 0.15 * 0.15 / 3, "seeds": 0.4 * 0.4 / (2 * 3 * 3)}
	const draws = 2000
	rng := rand.New(rand.NewPCG(5, 29))
	parts := map[string][]float64{}
	var total, truth []float64
	for range draws {
		f := c.draw(t, rng)
		l, err := LedgerOfFolds(f)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, s := range l.Sources {
			part := 0.0
			for j, w := range s.Weights {
				part += w * l.Squares[j].Value
			}
			parts[s.Name] = append(parts[s.Name], part)
			sum += part
		}
		total, truth = append(total, sum), append(truth, f.Differences.Mean()*f.Differences.Mean())
	}
	near := func(what string, x []float64, want float64) {
		mean, sd := stat.MeanStdDev(x, nil)
		if se := sd / math.Sqrt(draws); math.Abs(mean-want) > 3*se {
			t.Errorf("%s: part %.5f on average, standard error %.5f, want %.5f", what, mean, se, want)
		}
	}
	for name, v := range want {
		near(name, parts[name], v)
	}
	near("the mean difference", truth, stat.Mean(total, nil))
}

func TestLedgerOfFoldsOfOne(t *testing.T) {
	c := crossed{n: 40, m: 3, halves: 6, inner: 2, runs: 3, record: 1, partition: 0.15, seed: 0.4}
	f := c.draw(t, rand.New(rand.NewPCG(1, 2)))
	l, err := LedgerOfFolds(f)
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Factors) != 3 || l.Factors[2] != (Factor{"seeds", 3}) || len(l.Sources) != 3 {
		t.Errorf("factors %v and %d sources, want three with 3 seeds", l.Factors, len(l.Sources))
	}
	both := f
	both.A = both.B
	twice, err := LedgerOfFolds(both)
	if err != nil {
		t.Fatal(err)
	}
	last := len(l.Squares) - 1
	want := l.Squares[last].Value
	if a, b := twice.Squares[last].Value, twice.Squares[last+1].Value; a != want || b != want {
		t.Errorf("squares %v and %v of the seeds of both models, want %v twice", a, b, want)
	}
	if w := twice.Sources[2].Weights; w[last] != 1 || w[last+1] != 1 {
		t.Errorf("weights %v of seeds, want 1 for both models", w)
	}
	one := f
	one.B = one.B[:1]
	if l, err := LedgerOfFolds(one); err != nil || len(l.Sources) != 2 || len(l.Factors) != 2 {
		t.Errorf("%d sources of one run, error %v, want records and training sets", len(l.Sources), err)
	}
	v := l.variance(nil).Variance()
	seeds := l.parts(l.values())[2]
	if more := l.variance([]float64{40, 3, 6}).Variance(); math.Abs(v-more-seeds/2) > 1e-15 {
		t.Errorf("variance %v with twice the seeds, %v now, want a difference of %v", more, v, seeds/2)
	}
	all := f
	all.Gaps = []float64{1, 3}
	averaged, err := LedgerOfFolds(all)
	if want := []float64{6. / 16, -6. / 16, 10. / 16}; err != nil || !slices.Equal(averaged.Sources[0].Weights[:3], want) {
		t.Errorf("weights %v of records, error %v, want 6 : 10 of halves and gaps", averaged.Sources[0].Weights, err)
	}
	gaps := f
	gaps.Differences, err = infer.NewDifferences([][]float64{{0, 0}, {0, 0}, {0, 0}}, [][]float64{{1, 2}, {2, 2}, {3, 1}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := LedgerOfFolds(gaps); err == nil || !strings.Contains(err.Error(), "give inner results or predictions") {
		t.Errorf("error %v without records", err)
	}
	gaps.Gaps = []float64{1, 3}
	if l, err := LedgerOfFolds(gaps); err != nil || l.Squares[0].Value != 1 || l.Squares[0].DF != 1 {
		t.Errorf("squares %v of records, error %v, want 1 first", l.Squares, err)
	}
	short := f
	short.B = [][]float64{{1}, {2}}
	if _, err := LedgerOfFolds(short); err == nil || !strings.Contains(err.Error(), "a run on 1 folds of 6") {
		t.Errorf("error %v of short runs", err)
	}
	single := f
	single.Differences, _ = infer.NewDifferences([][]float64{{0, 0}}, [][]float64{{1, 2}})
	if _, err := LedgerOfFolds(single); err == nil || !strings.Contains(err.Error(), "m of 2 or more") {
		t.Errorf("error %v of one replication", err)
	}
}
