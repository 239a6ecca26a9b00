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

// grow adds conditions to conds until a rule of the class covers records of its
// class alone among recs, which it reorders, or no condition gains anything.
func (f *Fitter) grow(conds []cond, recs []int32) []cond {
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

// uses reports whether a condition on a nominal feature is among conds: it can
// hold for one level alone.
func uses(conds []cond, feature int32) bool {
	return slices.ContainsFunc(conds, func(c cond) bool { return c.feature == feature })
}

// tally counts records and those of the class.
func (f *Fitter) tally(recs []int32) count {
	var sum uint64
	for _, k := range recs {
		sum += f.weight[k]
	}
	return unpack(sum)
}

// keep moves the records that meet c to the front and returns them.
func (f *Fitter) keep(recs []int32, c cond) []int32 {
	code, n := f.codes[c.feature].code, 0
	for _, k := range recs {
		if c.holds(code[k]) {
			recs[n] = k
			n++
		}
	}
	return recs[:n]
}

// A bin counts records in its low half and those of the class in its high half.
func unpack(bin uint64) count { return count{int(uint32(bin)), int(bin >> 32)} }

// fill counts the records of each code of feature j.
func (f *Fitter) fill(j int32, recs []int32) []uint64 {
	c := &f.codes[j]
	f.bins = slices.Grow(f.bins[:0], c.size)[:c.size]
	clear(f.bins)
	for _, k := range recs {
		f.bins[c.code[k]] += f.weight[k]
	}
	return f.bins
}

// searchLevels looks for a better condition on a nominal feature.
func (f *Fitter) searchLevels(j int32, recs []int32, b *best) {
	for code, bin := range f.fill(j, recs) {
		if bin != 0 {
			f.try(unpack(bin), cond{j, equal, int32(code)}, b)
		}
	}
}

// searchCuts looks for a better condition on a number: at least or at most one
// of the values in recs.
func (f *Fitter) searchCuts(j int32, recs []int32, total count, b *best) {
	above := total // records with this value or a larger one
	if c := &f.codes[j]; c.size > sparse*len(recs) {
		for _, g := range f.group(c, recs) {
			above = f.cut(j, g.code, unpack(g.bin), above, total, b)
		}
		return
	}
	for code, bin := range f.fill(j, recs) {
		if bin != 0 {
			above = f.cut(j, int32(code), unpack(bin), above, total, b)
		}
	}
}

// sparse is the number of codes a record above which sorting the records is
// faster than counting all codes.
const sparse = 16

// cut tries both conditions at a value that n records have. It returns the
// count of the records above it.
func (f *Fitter) cut(j, code int32, n, above, total count, b *best) count {
	f.try(above, cond{j, atLeast, code}, b)
	above = above.minus(n)
	f.try(total.minus(above), cond{j, atMost, code}, b)
	return above
}

// group is what fill counts, for the codes that occur.
type group struct {
	code int32
	bin  uint64
}

// group counts the records of each code by sorting them.
func (f *Fitter) group(c *column, recs []int32) []group {
	f.keys = f.keys[:0]
	for _, k := range recs {
		f.keys = append(f.keys, uint64(c.code[k])<<1|f.weight[k]>>32)
	}
	slices.Sort(f.keys)
	f.groups = f.groups[:0]
	for _, key := range f.keys {
		code := int32(key >> 1)
		if last := len(f.groups) - 1; last < 0 || f.groups[last].code != code {
			f.groups = append(f.groups, group{code: code})
		}
		f.groups[len(f.groups)-1].bin += 1 | key&1<<32
	}
	return f.groups
}

// try replaces b by a condition that keeps the given records if it gains more.
// Logarithms from a table settle most cases; they may be off in the last
// digits, so that near ties are computed anew.
func (f *Fitter) try(n count, c cond, b *best) {
	right := float64(n.right)
	if -right*f.logRate <= b.gain || right*(f.p.log[n.right+1]-f.p.log[n.cover+1]-f.logRate) < b.gain-1e-9 {
		return
	}
	rate := float64(n.right+1) / float64(n.cover+1)
	if gain := right * (math.Log2(rate) - f.logRate); gain > b.gain {
		*b = best{c, gain, n.right, rate}
	}
}

// prune cuts conditions off the end of a rule where the records recs say so.
// The measure is the rate of the class among the covered records; or, if whole
// is set, the share of recs that the rule tells rightly.
func (f *Fitter) prune(conds []cond, recs []int32, whole bool) []cond {
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
