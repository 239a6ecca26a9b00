package hierarchical

import (
	"slices"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
)

// Many equal data sets: all but the smallest sigma0 are negligible, and so another data set is like them.
func TestManyAlike(t *testing.T) {
	numtest.NotRaced(t)
	one := sets(t, 8, nil, 0.01)
	p := made(t, slices.Repeat(one, 300), Options{Nu: 10})
	own := estimate(t, one[0])
	low, high := p.PredictiveQuantile(0.025), p.PredictiveQuantile(0.975)
	if share := (high - low) / (own.High - own.Low); !(share > 0.03 && share < 0.1) {
		t.Errorf("interval of another data set %v to %v, want 0.03 to 0.1 times the length of %+v", low, high, own)
	}
}
