package rule

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/pkg/learn"
)

// source draws whole numbers from 0 to n-1.
type source interface{ IntN(n int) int }

// fitter fits RIPPER; it is the learn.Fitter of this package. Records are
// numbered by their position in the training set during a fit, features are codes
// without gaps, and classes are numbered by frequency, the rarest first.
type fitter struct {
	p *prepared

	codes []column
	all   float64 // number of conditions that could be made
	class []int32 // of each record
	order []int32 // order[y] is the number in the data set of class y
	count []int   // records of class y in training
	found []rule  // of all classes so far
	dist  []int32 // records of each class that each rule gets, for the default rule last
	// The class of records that no rule covers, a number in the data set, and the number of training records that
	// got it, correctly or not.
	rest rule

	stop context.Context // ends fits; nil for none

	task
	work
}

// column is a feature in a fit.
type column struct {
	nominal bool
	code    []int32
	rank    []int32 // of a number: the code in the whole data set
	size    int     // codes are 0..size-1
}

// newFitter returns a fitter that has not fitted yet.
func newFitter(p *prepared) *fitter {
	f := &fitter{p: p, codes: make([]column, len(p.features)), count: make([]int, p.data.K())}
	for j, x := range p.features {
		f.codes[j].nominal = x.nominal
	}
	return f
}

// Fit learns rules from the given records. Once its buffers have grown, it allocates no memory except for the
// random numbers of learn.RandFor.
func (f *fitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	if len(train) == 0 {
		return learn.Report{}, errors.New("rule: no training records; train on at least one")
	}
	f.stop = ctx
	f.fit(train, learn.RandFor(f.p.seed, train))
	if f.stopped() {
		return learn.Report{}, fmt.Errorf("rule: %w", f.stop.Err())
	}
	return learn.Report{}, nil
}

// stopped reports whether the context has ended; rules are then invalid.
func (f *fitter) stopped() bool { return f.stop != nil && f.stop.Err() != nil }

// fit learns from the given records and random numbers.
func (f *fitter) fit(train []int32, rng source) {
	f.rng = rng
	f.encode(train)
	f.orderClasses(train)
	f.found = f.found[:0]
	f.data = f.data[:0]
	for k := range train {
		f.data = append(f.data, int32(k))
	}
	left := len(train)
	for y := range len(f.order) - 1 {
		f.learnClass(int32(y), float64(f.count[y])/float64(left))
		left -= f.count[y]
	}
	f.label(train)
}

// encode fills the codes of the training records and counts the conditions.
func (f *fitter) encode(train []int32) {
	f.all = 0
	for j := range f.codes {
		c, x := &f.codes[j], &f.p.features[j]
		c.code = c.code[:0]
		if x.nominal {
			for _, i := range train {
				c.code = append(c.code, x.code[i])
			}
			c.size = x.levels
			f.all += float64(c.size)
			continue
		}
		// present[v] is the code of rank v plus 1.
		f.present = resize(f.present, len(x.values))
		clear(f.present)
		for _, i := range train {
			f.present[x.code[i]] = 1
		}
		c.rank = c.rank[:0]
		for v, p := range f.present {
			if p != 0 {
				c.rank = append(c.rank, int32(v))
				f.present[v] = int32(len(c.rank))
			}
		}
		for _, i := range train {
			c.code = append(c.code, f.present[x.code[i]]-1)
		}
		c.size = len(c.rank)
		f.all += 2 * float64(c.size)
	}
}

// orderClasses numbers the classes of the training set from the rarest to the most frequent; of equally frequent
// classes the lower number comes later.
func (f *fitter) orderClasses(train []int32) {
	d := f.p.data
	f.counts = resize(f.counts, d.K())
	clear(f.counts)
	for _, i := range train {
		f.counts[d.Class[i]]++
	}
	f.order = f.order[:0]
	for c, n := range f.counts {
		if n > 0 {
			f.order = append(f.order, int32(c))
		}
	}
	slices.SortFunc(f.order, func(a, b int32) int {
		if c := cmp.Compare(f.counts[a], f.counts[b]); c != 0 {
			return c
		}
		return cmp.Compare(b, a)
	})
	f.number = resize(f.number, d.K())
	for y, c := range f.order {
		f.number[c] = int32(y)
		f.count[y] = int(f.counts[c])
	}
	f.class = f.class[:0]
	for _, i := range train {
		f.class = append(f.class, f.number[d.Class[i]])
	}
}

// label gives each rule the most frequent class among the training records that it covers; the lower number wins
// ties. That is the class for which the rule was learnt, unless it covers other records because earlier rules were
// dropped.
func (f *fitter) label(train []int32) {
	k := f.p.data.K()
	f.dist = resize(f.dist, k*(len(f.found)+1))
	clear(f.dist)
	for pos, i := range train {
		r := 0
		for r < len(f.found) && !f.covers(f.found[r].conds, int32(pos)) {
			r++
		}
		f.dist[k*r+int(f.p.data.Class[i])]++
	}
	f.rest.class = int32(len(f.order) - 1)
	for r := range len(f.found) + 1 {
		out := &f.rest
		if r < len(f.found) {
			out = &f.found[r]
			f.tidy(out)
		}
		out.setClass(f.dist[k*r:k*(r+1)], f.order[out.class])
	}
}

// setClass turns the class of a rule into a number of the data set, the most
// frequent one in dist, or usually if there are no records.
func (r *rule) setClass(dist []int32, usually int32) {
	best := usually
	r.n = count{}
	for c, n := range dist {
		r.n.cover += int(n)
		if n > dist[best] || (n == dist[best] && n > 0 && int32(c) < best) {
			best = int32(c)
		}
	}
	r.class = best
	r.n.right = int(dist[best])
}

// Predict writes the number of the class of each record.
func (f *fitter) Predict(rows []int32, out []float64) {
	for k, i := range rows {
		_, r := f.match(i)
		out[k] = float64(r.class)
	}
}

// Probabilities writes the shares of the classes among the training records that the rule of each record covers.
func (f *fitter) Probabilities(rows []int32, out []float64) error {
	classes := f.p.data.K()
	for k, i := range rows {
		p := out[k*classes:][:classes]
		clear(p)
		at, r := f.match(i)
		if r.n.cover == 0 {
			p[r.class] = 1
			continue
		}
		for c, n := range f.dist[at*classes:][:classes] {
			p[c] = float64(n) / float64(r.n.cover)
		}
	}
	return nil
}

// match returns the first rule that covers record i, and its number.
func (f *fitter) match(i int32) (int, *rule) {
	for r := range f.found {
		if f.matches(f.found[r].conds, i) {
			return r, &f.found[r]
		}
	}
	return len(f.found), &f.rest
}

// resize returns s with the given length; its contents are undefined.
func resize(s []int32, n int) []int32 { return slices.Grow(s[:0], n)[:n] }
