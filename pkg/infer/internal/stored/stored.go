// Package stored reads the tables that are parts of the program.
package stored

import (
	"compress/gzip"
	"encoding/csv"
	"strconv"
	"strings"
)

// Rows returns the rows of a CSV table that is packed with gzip, without its header. It panics if it cannot be read.
func Rows(packed string) [][]string {
	in, err := gzip.NewReader(strings.NewReader(packed))
	if err != nil {
		panic(err)
	}
	rows, err := csv.NewReader(in).ReadAll()
	if err != nil {
		panic(err)
	}
	return rows[min(1, len(rows)):]
}

// Numbers returns the numbers of cells. It panics if one is not a number.
func Numbers(cells []string) (out []float64) {
	for _, cell := range cells {
		v, err := strconv.ParseFloat(cell, 64)
		if err != nil {
			panic(err)
		}
		out = append(out, v)
	}
	return out
}
