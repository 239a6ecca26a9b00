package compare_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// drawn returns losses of models on an m x 2 BCV.
func drawn(b *testing.B, dataset string, models, m int) results.Results {
	b.Helper()
	set, err := cv.New(cv.BCV, 40, cv.Options{M: m, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, uint64(len(dataset))))
	r := results.New(set, metric.Loss)
	r.Dataset = dataset
	for k := range models {
		for _, f := range set.Folds() {
			if err := r.Add(f, fmt.Sprintf("m%d", k), 0.3+0.03*rng.NormFloat64()); err != nil {
				b.Fatal(err)
			}
		}
	}
	return *r
}

func BenchmarkModels(b *testing.B) { // 100 models, 10 x 2 BCV
	rs := []results.Results{drawn(b, "", 100, 10)}
	for b.Loop() {
		if _, err := compare.Run(rs, compare.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDatasets(b *testing.B) { // 2 models on each of 1000 data sets, 5 x 2 BCV
	var rs []results.Results
	for i := range 1000 {
		rs = append(rs, drawn(b, fmt.Sprintf("d%d", i), 2, 5))
	}
	for b.Loop() {
		if _, err := compare.Run(rs, compare.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
