package rule

import "slices"

// surplus is the number of bits by which a description may exceed the shortest one before no more rules are added
// (Cohen 1995, §3.2).
const surplus = 64

// task is the learning of rules for one class.
type task struct {
	target int32
	share  float64  // of the class among training records of it and more frequent ones, at most 1/2
	total  count    // the records that no rule of another class covers
	data   []int32  // these records
	weight []uint64 // of each training record in a bin
	rules  []rule
}

// work is memory for the steps of a task.
type work struct {
	rng      source
	logRate  float64
	bins     []uint64
	shuffled []int32
	again    []int32 // shuffled records to divide again
	left     []int32 // records that no rule covers yet
	recs     []int32
	first    []int32 // of each training record, the first later rule that covers it, or -1
	later    []count
	fresh    []cond
	revised  []cond
	present  []int32
	counts   []int32
	number   []int32
}

// learnClass adds the rules for class y to those found, and takes the records
// they cover from data.
func (f *fitter) learnClass(y int32, share float64) {
	f.target, f.share = y, share
	f.weight = f.weight[:0]
	for _, c := range f.class {
		w := uint64(1)
		if c == y {
			w |= 1 << 32
		}
		f.weight = append(f.weight, w)
	}
	if f.total = f.tally(f.data); f.total.right == 0 {
		return
	}
	f.build()
	for range f.p.rounds {
		f.optimize()
	}
	for _, r := range f.rules {
		f.found = push(f.found, r.conds, y, r.n)
		f.data = f.uncovered(f.data, r.conds)
	}
}

// build makes the first rules.
func (f *fitter) build() {
	f.rules = f.rules[:0]
	f.left = append(f.left[:0], f.data...)
	length := f.errorLength(count{})
	least, sum := length, count{}
	for sum.right < f.total.right && !f.stopped() {
		grow, prune := f.divide(f.left)
		if len(f.rules) == 0 {
			copy(f.left, f.shuffled)
		}
		f.fresh = f.prune(f.grow(f.fresh[:0], grow), prune, false)
		n := f.gets(f.fresh, f.left)
		length += f.errorLength(sum.plus(n)) + f.ruleLength(f.fresh) - f.errorLength(sum)
		least = min(least, length)
		if length > least+surplus || n.right == 0 || n.wrong() {
			break
		}
		f.rules = push(f.rules, f.fresh, f.target, n)
		f.left = f.uncovered(f.left, f.fresh)
		sum = sum.plus(n)
	}
}

// optimize reconsiders each rule, adds rules for the remaining records, and drops rules that do not shorten the
// description.
func (f *fitter) optimize() {
	f.left = append(f.left[:0], f.data...)
	length := f.errorLength(count{})
	least, sum := length, count{}
	at, divided := 0, f.left
	for ; sum.right < f.total.right && !f.stopped(); at++ {
		grow, prune := f.divide(divided)
		if at < len(f.rules) {
			if r := &f.rules[at]; f.gets(r.conds, f.left).cover == 0 {
				// Nothing to reconsider. As in JRip, the next division starts from
				// the order of this one.
				r.n = count{}
				f.again = append(f.again[:0], f.shuffled...)
				divided = f.again
				continue
			}
			f.reconsider(at, sum, grow, prune)
		} else {
			f.fresh = f.prune(f.grow(f.fresh[:0], grow), prune, false)
			n := f.gets(f.fresh, f.left)
			length += f.errorLength(sum.plus(n)) + f.ruleLength(f.fresh) - f.errorLength(sum)
			least = min(least, length)
			if length > least+surplus || n.right == 0 || n.wrong() {
				break
			}
			f.rules = push(f.rules, f.fresh, f.target, n)
		}
		sum = sum.plus(f.rules[at].n)
		f.left = f.uncovered(f.left, f.rules[at].conds)
		divided = f.left
	}
	// Rules after the last record of the class cover records of others alone.
	f.rules = f.rules[:at]
	f.reduce(sum)
}

// reconsider replaces rule at by the best of three: itself, a newly grown rule, and a rule grown further from it.
// The rules before it cover sum.
func (f *fitter) reconsider(at int, sum count, grow, prune []int32) {
	r, later := &f.rules[at], f.rules[at+1:]
	f.findFirst(later)
	prune = slices.DeleteFunc(prune, func(k int32) bool { return f.first[k] >= 0 })

	f.recs = append(f.recs[:0], grow...)
	f.fresh = f.grow(f.fresh[:0], f.recs)
	f.recs = append(f.recs[:0], prune...)
	f.fresh = f.prune(f.fresh, f.recs, true)

	f.recs = append(f.recs[:0], grow...)
	for _, c := range r.conds {
		f.recs = f.keep(f.recs, c)
	}
	f.revised = f.grow(append(f.revised[:0], r.conds...), f.recs)
	f.revised = f.prune(f.revised, prune, true)

	old := f.lengthWith(r.conds, later, sum)
	fresh := f.lengthWith(f.fresh, later, sum)
	revised := f.lengthWith(f.revised, later, sum)
	switch {
	case old <= revised && old <= fresh:
	case revised <= fresh:
		r.conds = append(r.conds[:0], f.revised...)
	default:
		r.conds = append(r.conds[:0], f.fresh...)
	}
	r.n = f.gets(r.conds, f.left)
}

// lengthWith returns the length of the description with a rule after rules that cover sum and before later rules.
func (f *fitter) lengthWith(conds []cond, later []rule, sum count) float64 {
	f.later = slices.Grow(f.later[:0], len(later))[:len(later)]
	clear(f.later)
	for _, k := range f.left {
		n := unpack(f.weight[k])
		if f.covers(conds, k) {
			sum = sum.plus(n)
		} else if l := f.first[k]; l >= 0 {
			sum = sum.plus(n)
			f.later[l] = f.later[l].plus(n)
		}
	}
	return f.leastLength(sum, later, f.later) + f.ruleLength(conds)
}

// findFirst finds the first rule that covers each remaining record.
func (f *fitter) findFirst(rules []rule) {
	f.first = resize(f.first, len(f.class))
	for _, k := range f.left {
		f.first[k] = int32(slices.IndexFunc(rules, func(r rule) bool { return f.covers(r.conds, k) }))
	}
}

// reduce drops rules, from the last to the first, that do not shorten the description; all of them cover sum.
func (f *fitter) reduce(sum count) {
	dropped := false
	for i := len(f.rules) - 1; i >= 0; i-- {
		r := &f.rules[i]
		if _, ok := f.saving(r.conds, r.n, sum); ok {
			sum = sum.minus(r.n)
			f.rules = drop(f.rules, i)
			dropped = true
		}
	}
	if !dropped {
		return
	}
	f.left = append(f.left[:0], f.data...)
	for i := range f.rules {
		f.rules[i].n = f.gets(f.rules[i].conds, f.left)
		f.left = f.uncovered(f.left, f.rules[i].conds)
	}
}

// gets counts the records that satisfy conds.
func (f *fitter) gets(conds []cond, recs []int32) count {
	var sum uint64
	for _, k := range recs {
		if f.covers(conds, k) {
			sum += f.weight[k]
		}
	}
	return unpack(sum)
}

// uncovered moves the records that do not satisfy conds to the front and returns them.
func (f *fitter) uncovered(recs []int32, conds []cond) []int32 {
	n := 0
	for _, k := range recs {
		if !f.covers(conds, k) {
			recs[n] = k
			n++
		}
	}
	return recs[:n]
}

// divide shuffles recs and divides them into records that grow a rule and
// records that prune it, with about the same share of each class. Both share
// memory that the next call uses again.
func (f *fitter) divide(recs []int32) (grow, prune []int32) {
	f.recs = resize(f.recs, len(recs))
	f.counts = resize(f.counts, len(f.order)) // where the next record of a class goes
	clear(f.counts)
	for _, k := range recs {
		f.counts[f.class[k]]++
	}
	end := int32(len(recs))
	for y, n := range slices.Backward(f.counts) {
		end -= n
		f.counts[y] = end
	}
	for _, k := range recs {
		y := f.class[k]
		f.recs[f.counts[y]] = k
		f.counts[y]++
	}
	from := int32(0)
	for _, to := range f.counts {
		bag := f.recs[from:to]
		for i := len(bag) - 1; i > 0; i-- {
			j := f.rng.IntN(i + 1)
			bag[i], bag[j] = bag[j], bag[i]
		}
		from = to
	}
	f.shuffled = f.shuffled[:0]
	for from := range f.p.folds {
		for i := from; i < len(f.recs); i += f.p.folds {
			f.shuffled = append(f.shuffled, f.recs[i])
		}
	}
	n := len(f.shuffled) * (f.p.folds - 1) / f.p.folds
	return f.shuffled[:n], f.shuffled[n:]
}
