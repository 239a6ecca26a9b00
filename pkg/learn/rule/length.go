package rule

import "math"

// Description lengths in bits, after Quinlan (1995, MDL and categorical
// theories, continued, ICML).

// slack is the largest difference of lengths that rounding may cause.
const slack = 1e-6

// subsetLength returns the length of a subset of k of t known elements if the receiver expects the share p.
// Expectations can reach 1 and more, where JRip stops; here they count as just below 1.
func subsetLength(t, k, p float64) float64 {
	p = min(p, 1-1e-9)
	bits := -(t - k) * math.Log2(1-p)
	if k > 0 {
		bits -= k * math.Log2(p)
	}
	return bits
}

// ruleLength returns the length of a rule of k conditions; the factor 1/2 is for their redundancy.
func (f *fitter) ruleLength(conds []cond) float64 {
	k := float64(len(conds))
	if k == 0 {
		return 0
	}
	bits := math.Log2(k)
	if k > 1 {
		bits += 2 * math.Log2(bits)
	}
	return (bits + subsetLength(max(f.all, k), k, k/f.all)) / 2
}

// errorLength returns the length of the errors of rules that cover n records of the task in all.
func (f *fitter) errorLength(n count) float64 {
	cover, uncover := float64(n.cover), float64(f.total.cover-n.cover)
	fp, fn := float64(n.cover-n.right), float64(f.total.right-n.right)
	bits := math.Log2(cover + uncover + 1)
	if cover > uncover {
		bits += subsetLength(cover, fp, f.share*(fp+fn)/cover)
		if uncover > 0 {
			bits += subsetLength(uncover, fn, fn/uncover)
		}
		return bits
	}
	if cover > 0 {
		bits += subsetLength(cover, fp, fp/cover)
	}
	return bits + subsetLength(uncover, fn, (1-f.share)*(fp+fn)/uncover)
}

// saving returns the decrease of the description when a rule that covers n of the sum of records is dropped, and
// whether to drop it.
func (f *fitter) saving(conds []cond, n, sum count) (bits float64, ok bool) {
	bits = f.errorLength(sum) + f.ruleLength(conds) - f.errorLength(sum.minus(n))
	return bits, bits >= -slack || n.wrong()
}

// leastLength returns the length of the errors of rules that cover sum, after dropping the later rules, which cover
// n each, that are better dropped. As in Cohen's program, the records of a dropped rule go to no other rule, and
// the savings count twice.
func (f *fitter) leastLength(sum count, later []rule, n []count) float64 {
	saved := 0.0
	for i := range later {
		if bits, ok := f.saving(later[i].conds, n[i], sum); ok {
			saved += bits
			sum = sum.minus(n[i])
		}
	}
	return f.errorLength(sum) - saved
}
