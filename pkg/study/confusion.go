package study

import (
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// Confusion counts what a fitted model does on validation records.
func Confusion(predicted []float64, d *dataset.Data, valid []int32) (c posterior.Counts) {
	for k, i := range valid {
		switch said, truth := predicted[k] == 1, d.Class[i] == 1; {
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
