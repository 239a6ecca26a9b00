package subsamples

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/research/internal/check"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/bench"
)

// The stored rows have all cells. Sub-samples are small beside the data sets, hardly any is left out, equal learners
// have a mean difference of 0 up to chance, and what is true of others is known to a fraction of what estimates vary
// by, and is what the estimates vary about.
func TestStored(t *testing.T) {
	rows, err := study.Stored[Row](data.FS, "subsamples")
	if err != nil {
		t.Fatal(err)
	}
	var of []*dataset.Data
	for _, d := range []struct {
		name              string
		records, features int
	}{{"letter", 20_000, 16}, {"mnist", 60_000, 16}, {"connect4", 67_557, 14}, {"adult", 30_162, 14}} {
		of = append(of, &dataset.Data{Name: d.name, X: mat.NewDense(d.records, d.features, nil)})
	}
	checkCells(t, rows, of, study.Paper)
	beyond := map[string]int{} // cells with more false claims than 5% and three standard errors
	for _, r := range rows {
		if r.False > 0.05+3*r.FalseSE {
			beyond[r.Procedure]++
		}
		cell := r.Data + ", " + r.A + ", " + r.B + ", " + r.Metric + ", " + r.Procedure
		check.That(t, float64(r.N) <= 0.025*float64(r.Records), "%s: %d records of %d", cell, r.N, r.Records)
		check.That(t, r.Undefined*50 <= r.Sets, "%s: %d sub-samples left out", cell, r.Undefined)
		check.That(t, r.DeltaSE < 0.2*r.SD, "%s: standard error %v of what is true, %v of an estimate", cell, r.DeltaSE, r.SD)
		apart := math.Abs(r.Mean-r.Delta) / math.Hypot(r.DeltaSE, r.SD/math.Sqrt(float64(r.Sets)))
		check.That(t, apart < 4.5, "%s: the mean estimate %v is %v standard errors from %v", cell, r.Mean, apart, r.Delta)
	}
	for _, p := range procedures {
		want := map[string]int{bench.NestedT: 2, bench.Paired: 5, "5x2-t": 6, "kfold-t": 32, "corrected-resampled-t": 5,
			"corrected-repeated-kfold-t": 4}[p.Name]
		check.Equal(t, p.Name+": cells above the level, as docs/why/8-limits.md has them", beyond[p.Name], want)
	}
}
