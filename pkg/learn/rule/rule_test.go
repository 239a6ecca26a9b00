package rule

import (
	"testing"

	"github.com/block-regularized/bcv/pkg/dataset"
)

func mustFitter(t testing.TB, r RIPPER, d *dataset.Data) *Fitter {
	t.Helper()
	p, err := r.Prepare(d)
	if err != nil {
		t.Fatal(err)
	}
	return p.NewFitter().(*Fitter)
}

// all returns 0, 1, ..., n-1.
func all(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(i)
	}
	return out
}

func errorRate(f *Fitter, d *dataset.Data, rows []int32) float64 {
	out, wrong := make([]float64, len(rows)), 0
	f.Predict(rows, out)
	for k, i := range rows {
		if out[k] != d.Target(i) {
			wrong++
		}
	}
	return float64(wrong) / float64(len(rows))
}
