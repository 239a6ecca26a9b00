package linear

import (
	"context"

	"github.com/block-regularized/bcv/pkg/internal/dense"
)

// ender ends fits with a context. Sums that it ends are invalid.
type ender struct{ stop context.Context }

// StopOn makes later fits end early; see learn.Canceller.
func (e *ender) StopOn(ctx context.Context) { e.stop = ctx }

// stopped reports whether the context has ended.
func (e *ender) stopped() bool { return e.stop != nil && e.stop.Err() != nil }

// ended returns the error of a context that has ended, and nil before.
func (e *ender) ended() error {
	if e.stop == nil {
		return nil
	}
	return e.stop.Err()
}

// gram is dense.Gram, unless the context ends.
func (e *ender) gram(dst []float64, ldd int, a []float64, lda, m, k int) {
	for from := 0; from < m && !e.stopped(); from += gramRows {
		dense.GramRows(dst, ldd, a, lda, m, k, from, min(from+gramRows, m))
	}
}

// gramRows is the number of rows between two checks of a context: whole tiles.
const gramRows = 96

// apart is dense.Apart, unless the context ends.
func (e *ender) apart(dst []float64, ldd int, a []float64, lda, m, k int) {
	for from := 0; from < m && !e.stopped(); from += gramRows {
		dense.ApartRows(dst, ldd, a, lda, m, k, from, min(from+gramRows, m))
	}
	dense.Mirror(dst, ldd, m)
}
