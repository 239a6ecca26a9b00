package study

import (
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// Confusion counts what a fitted model does on validation records; positive is
// the number of the positive class.
func Confusion(predicted []float64, d *dataset.Data, valid []int32, positive int32) (c posterior.Counts) {
	for k, i := range valid {
		switch said, truth := int32(predicted[k]) == positive, d.Class[i] == positive; {
		case said && truth:
			c.TP++
		case said:
			c.FP++
		case truth:
			c.FN++
		}
	}
	return c
}
