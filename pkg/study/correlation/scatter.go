package correlation

import (
	"context"
	"fmt"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/sim"
)

// McNemarCorrelations estimates the correlations of all seven algorithms and
// their 21 pairs on one data set, as the McNemar paper does for its figure 1:
// 5 x 2 BCV of samples of 300 records without replacement. reps is the number of
// samples, a multiple of 50 (the paper has 1,000).
func McNemarCorrelations(ctx context.Context, name string, d *dataset.Data, reps int, seed uint64, opt sim.Options) ([]StoredCorrelation, error) {
	const shards = 50
	if reps < shards || reps%shards != 0 {
		return nil, fmt.Errorf("correlation: %d samples; give a multiple of %d", reps, shards)
	}
	learners, labels := McNemarAlgorithms()
	return stored(ctx, Study{Name: name, Law: dataset.Sample{Data: d}, N: 300, M: 5, Learners: learners, Labels: labels,
		Sets: reps / shards, Shards: shards, Seed: seed}, opt)
}
