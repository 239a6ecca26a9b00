package split

import (
	"fmt"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv"
)

// splitHalves says how equal the halves of a set of whole groups are, which the
// construction does not promise.
type splitHalves struct {
	Sizes    [][2]int `json:"sizes"` // records of fold 1 in training and in validation, one pair per split
	Split    int      `json:"split"` // the most unequal split, from 1
	Largest  int      `json:"largest_difference"`
	Fraction float64  `json:"largest_difference_share"` // of all records
}

// unequalHalves is the share of the records from which a difference between halves
// is worth a note.
const unequalHalves = 0.02

func halvesOf(set cv.Set) splitHalves {
	h := splitHalves{Split: 1}
	for j, p := range set.Splits {
		train, valid := len(p.Train), len(p.Valid)
		h.Sizes = append(h.Sizes, [2]int{train, valid})
		if d := max(train-valid, valid-train); d > h.Largest {
			h.Split, h.Largest = j+1, d
		}
	}
	h.Fraction = float64(h.Largest) / float64(set.N)
	return h
}

// list returns the sizes as text.
func (h splitHalves) list() string {
	var out []string
	for _, s := range h.Sizes {
		out = append(out, fmt.Sprintf("%d+%d", s[0], s[1]))
	}
	return strings.Join(out, ", ")
}

// UnequalHalves warns of halves of a set of whole groups that differ by much; empty if they do not.
func UnequalHalves(set cv.Set) string { return halvesOf(set).note() }

// note warns of halves that differ by much; empty if they do not.
func (h splitHalves) note() string {
	if h.Fraction <= unequalHalves {
		return ""
	}
	s := h.Sizes[h.Split-1]
	return fmt.Sprintf("the halves of split %d have %d and %d records, a difference of %d (%.1f%%), since groups stay "+
		"whole; another --seed, or smaller groups, may be more even",
		h.Split, s[0], s[1], h.Largest, 100*h.Fraction)
}
