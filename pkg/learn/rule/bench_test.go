package rule

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/block-regularized/bcv/pkg/dataset"
)

func TestAllocs(t *testing.T) {
	d := draw("mixed", 300)
	f := mustFitter(t, RIPPER{}, d)
	train, valid := half(d.N(), 1)
	rng := newJavaRandom(1)
	for range 30 {
		f.fit(train, rng)
	}
	if n := testing.AllocsPerRun(20, func() { *rng = javaRandom{1}; f.fit(train, rng) }); n != 0 {
		t.Errorf("a fit allocates %v times", n)
	}
	out := make([]float64, len(valid))
	if n := testing.AllocsPerRun(20, func() { f.Predict(valid, out) }); n != 0 {
		t.Errorf("Predict allocates %v times", n)
	}
	if n := testing.AllocsPerRun(20, func() { _, _ = f.Fit(t.Context(), train) }); n > 2 {
		t.Errorf("Fit allocates %v times", n)
	}
}

func letters(n int) *dataset.Data {
	rng := rand.New(rand.NewPCG(5, 5))
	var centre [26][16]float64
	for c := range centre {
		for j := range centre[c] {
			centre[c][j] = 2 + 11*rng.Float64()
		}
	}
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, 17)
		c := rng.IntN(26)
		for j := range 16 {
			rows[i][j] = math.Round(min(15, max(0, centre[c][j]+2*rng.NormFloat64())))
		}
		rows[i][16] = float64(c)
	}
	return newData("letters", make([]int, 16), 26, rows)
}

func BenchmarkFit(b *testing.B) {
	for _, d := range []*dataset.Data{draw("twonorm", 300), draw("waveform", 300), draw("mixed", 300), letters(300),
		letters(2000), draw("waveform", 5000)} {
		b.Run(fmt.Sprintf("%s/n=%d", d.Name, d.N()), func(b *testing.B) {
			f := mustFitter(b, RIPPER{}, d)
			rows := all(d.N())
			b.ReportAllocs()
			for b.Loop() {
				if _, err := f.Fit(b.Context(), rows); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(f.list())), "rules")
		})
	}
}
