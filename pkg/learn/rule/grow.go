package rule

import (
	"math"
	"slices"
)

// best is the best condition so far for a growing rule.
type best struct {
	cond  cond
	gain  float64 // positive
	right int     // records of the class that meet it
	rate  float64 // (right+1)/(cover+1)
}

// grow adds conditions to conds until a rule of the class covers only records of its class among recs, which it
// reorders, or until no condition has a gain.
func (f *fitter) grow(conds []cond, recs []int32) []cond {
	total := f.tally(recs)
	rate := float64(total.right+1) / float64(total.cover+1)
	for total.cover > 0 && total.right < total.cover {
		var b best
		f.logRate = math.Log2(rate)
		for j := range f.codes {
			if c := &f.codes[j]; c.nominal {
				if !uses(conds, int32(j)) {
					f.searchLevels(int32(j), recs, &b)
				}
			} else {
				f.searchCuts(int32(j), recs, total, &b)
			}
		}
		if b.gain == 0 || b.right < f.p.minNo {
			break
		}
		conds = append(conds, b.cond)
		rate = b.rate
		recs = f.keep(recs, b.cond)
		total = f.tally(recs)
	}
	return conds
}

// uses reports whether conds has a condition on a nominal feature: only one level can satisfy it.
func uses(conds []cond, feature int32) bool {
	return slices.ContainsFunc(conds, func(c cond) bool { return c.feature == feature })
}

// tally counts records and records of the class.
func (f *fitter) tally(recs []int32) count {
	var sum uint64
	for _, k := range recs {
		sum += f.weight[k]
	}
	return unpack(sum)
}

// keep moves the records that meet c to the front and returns them.
func (f *fitter) keep(recs []int32, c cond) []int32 {
	code, n := f.codes[c.feature].code, 0
	for _, k := range recs {
		if c.holds(code[k]) {
			recs[n] = k
			n++
		}
	}
	return recs[:n]
}

// A bin counts records in its low half and records of the class in its high half.
func unpack(bin uint64) count { return count{int(uint32(bin)), int(bin >> 32)} }

// fill counts the records of each code of feature j.
func (f *fitter) fill(j int32, recs []int32) []uint64 {
	c := &f.codes[j]
	f.bins = slices.Grow(f.bins[:0], c.size)[:c.size]
	clear(f.bins)
	for _, k := range recs {
		f.bins[c.code[k]] += f.weight[k]
	}
	return f.bins
}

// searchLevels looks for a better condition on a nominal feature.
func (f *fitter) searchLevels(j int32, recs []int32, b *best) {
	for code, bin := range f.fill(j, recs) {
		if bin != 0 {
			f.try(unpack(bin), cond{j, equal, int32(code)}, b)
		}
	}
}

// searchCuts looks for a better condition on a number: at least or at most one
// of the values in recs.
func (f *fitter) searchCuts(j int32, recs []int32, total count, b *best) {
	above := total // records with this value or a larger one
	for code, bin := range f.fill(j, recs) {
		if bin == 0 {
			continue
		}
		f.try(above, cond{j, atLeast, int32(code)}, b)
		above = above.minus(unpack(bin))
		f.try(total.minus(above), cond{j, atMost, int32(code)}, b)
	}
}

// try replaces b by a condition that keeps the given records if it gains more. Logarithms from a table settle most
// cases; they may be wrong in the last digits, so near ties are computed again.
func (f *fitter) try(n count, c cond, b *best) {
	right := float64(n.right)
	if -right*f.logRate <= b.gain || right*(f.p.log[n.right+1]-f.p.log[n.cover+1]-f.logRate) < b.gain-1e-9 {
		return
	}
	rate := float64(n.right+1) / float64(n.cover+1)
	if gain := right * (math.Log2(rate) - f.logRate); gain > b.gain {
		*b = best{cond: c, gain: gain, right: n.right, rate: rate}
	}
}

// prune removes conditions from the end of a rule if that improves it on the records recs. The measure is the rate
// of the class among the covered records; or, if whole is set, the share of recs that the rule classifies
// correctly.
func (f *fitter) prune(conds []cond, recs []int32, whole bool) []cond {
	total := f.tally(recs)
	if total.cover == 0 {
		return conds
	}
	top, length := float64(total.right+1)/float64(total.cover+2), 0
	for i, c := range conds {
		recs = f.keep(recs, c)
		n := f.tally(recs)
		worth := float64(n.right+1) / float64(n.cover+2)
		if whole {
			outside := total.minus(n)
			worth = float64(n.right+outside.cover-outside.right) / float64(total.cover)
		}
		if worth > top {
			top, length = worth, i+1
		}
	}
	return conds[:length]
}
