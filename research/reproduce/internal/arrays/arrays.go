// Package arrays sets orthogonal arrays and the designs from them beside published
// tables.
package arrays

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv/oa"
	"github.com/block-regularized/bcv/research/designs"
	"github.com/block-regularized/bcv/research/reproduce"
)

// Signs lists the signs of an array of the thesis, run by run.
func Signs(item string, a oa.Array, columns []string) []reproduce.Result {
	var out []reproduce.Result
	for i := range a.Runs() {
		for j, name := range columns {
			out = append(out, reproduce.Result{Source: "thesis", Item: item, Key: fmt.Sprintf("%d/%s", i+1, name),
				Value: float64(a.Sign(i, j))})
		}
	}
	return out
}

// Blocks lists the blocks of each split of a design of the thesis, in order; prefix begins
// their keys.
func Blocks(item, prefix string, d designs.Design) []reproduce.Result {
	var out []reproduce.Result
	for j := range d.Train[0] {
		train, valid := d.Blocks(j)
		for _, part := range [...]struct {
			role   string
			blocks []int
		}{{"train", train}, {"valid", valid}} {
			for k, b := range part.blocks {
				out = append(out, reproduce.Result{Source: "thesis", Item: item, Key: fmt.Sprintf("%s%d/%s/%d", prefix,
					j+1, part.role, k+1), Value: float64(b)})
			}
		}
	}
	return out
}

// BlockList names blocks as the papers do, as "B1;B2;B5;B6".
func BlockList(name string, blocks []int) string {
	parts := make([]string, len(blocks))
	for i, b := range blocks {
		parts[i] = name + strconv.Itoa(b)
	}
	return strings.Join(parts, ";")
}
