package cv

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Nested is an m x 2 CV with further two-fold CVs inside halves of the records. The two halves of a
// half-split are two independent data sets of n/2 records, which show what the folds of the outer set
// cannot: how much results vary from one data set to another. Make it with Nest.
//
// The first m half-splits are the replications of the outer set: half 1 is the validation set of its first
// fold, and half 2 of its second one. Further half-splits are the replications that the set would grow.
type Nested struct {
	Outer        Set // m x 2 CV
	Halves       int // number M of half-splits, which may be more or fewer than m
	Replications int // number r of inner replications in each half, each of two folds
	// Inner holds the splits of the inner replications, ordered by half-split, half and replication. Each
	// divides the records of its half alone, and its second fold has train and valid swapped; N is the
	// number of all records. Measures of overlaps make sense for the set of one half, see Half.
	Inner Set
}

// NestedFold is one training and validation inside a half.
type NestedFold struct {
	HalfSplit   int // from 1
	Half        int // 1 or 2
	Replication int // inner replication, from 1
	Fold        int // 1 or 2
	Split
}

// Nest puts r replications of two-fold CV into each half of M half-splits of a set of a two-fold method; opt
// holds the options that this set was made with, but for M and Seed, which the set itself has. The
// replications in a half are a set of their own: of method Grouped if the outer set is, with the groups of
// the half, else of BCV, with the conditions of the outer set. A label that occurs once in the half is not
// spread there. The seed of each half depends on the seed of the set, the half-split
// and the half, so that a nested set with more half-splits, inner replications or outer replications begins with
// the one with fewer.
//
// It is an error if a half has fewer than 4 records or groups, and if the options are not those of the set,
// where half-splits beyond its replications are needed; sets of PlackettBurman that do not grow have at most m.
func Nest(outer Set, halves, r int, opt Options) (Nested, error) {
	s := Nested{Outer: outer, Halves: halves, Replications: r}
	all, err := s.halfSplits(opt)
	if err != nil {
		return Nested{}, err
	}
	s.Inner = Set{Method: BCV, N: outer.N, Seed: outer.Seed}
	if outer.Method == Grouped {
		s.Inner.Method = Grouped
	}
	for j, p := range all {
		for h, records := range [...][]int32{p.Valid, p.Train} {
			inner, err := New(s.Inner.Method, len(records), opt.within(records, r, innerSeed(outer.Seed, j, h)))
			if err != nil {
				return Nested{}, fmt.Errorf("cv: %d inner replications in half %d of half-split %d: %s", r, h+1, j+1,
					strings.TrimPrefix(err.Error(), "cv: "))
			}
			for _, q := range inner.Splits {
				s.Inner.Splits = append(s.Inner.Splits, Split{pick(records, q.Train), pick(records, q.Valid)})
			}
		}
	}
	return s, nil
}

// innerSeed returns the seed of the inner set of a half, both from 0; its streams lie above those of splits.
func innerSeed(seed uint64, halfSplit, half int) uint64 {
	const first uint64 = 1 << 33
	return rand.NewPCG(seed, first+uint64(2*halfSplit+half)).Uint64()
}

// halfSplits returns the divisions into halves.
func (s Nested) halfSplits(opt Options) ([]Split, error) {
	m := s.Outer.M()
	switch {
	case !s.Outer.Method.TwoFold():
		return nil, fmt.Errorf("cv: a set of method %q has no halves to nest in; use an m x 2 CV, such as method bcv",
			s.Outer.Method)
	case m < 1:
		return nil, fmt.Errorf("cv: the outer set has no replications; use at least 1 (3 is usual)")
	case s.Halves < 1:
		return nil, fmt.Errorf("cv: %d half-splits; use at least 1 (10 is usual)", s.Halves)
	case s.Replications < 1:
		return nil, fmt.Errorf("cv: %d inner replications; use at least 1 (2 is usual)", s.Replications)
	case s.Outer.N < 8:
		return nil, fmt.Errorf("cv: %d records; two-fold CV inside halves needs at least 8", s.Outer.N)
	}
	if err := checkMemory(s.Outer.N/2, 2*s.Halves, s.Replications); err != nil {
		return nil, err
	}
	opt.M, opt.Seed = s.Halves, s.Outer.Seed
	if s.Halves <= m {
		return s.Outer.Splits[:s.Halves], s.Outer.checkOptions(opt)
	}
	grown, err := New(s.Outer.Method, s.Outer.N, opt)
	if err != nil {
		return nil, fmt.Errorf("cv: %d half-splits of a set with %d replications: %s", s.Halves, m,
			strings.TrimPrefix(err.Error(), "cv: "))
	}
	for j, p := range s.Outer.Splits {
		if q := grown.Splits[j]; !slices.Equal(p.Train, q.Train) || !slices.Equal(p.Valid, q.Valid) {
			return nil, fmt.Errorf("cv: the set does not grow from %d replications to %d half-splits; give the conditions, "+
				"limit and groups that it was made with, and at most %d half-splits of method pb", m, s.Halves, m)
		}
	}
	return grown.Splits, nil
}

// checkOptions returns an error unless the options fit the method and the records of the set.
func (s Set) checkOptions(opt Options) error {
	if err := s.Method.check(s.N, &opt); err != nil {
		return err
	}
	for _, c := range opt.Conditions {
		if err := c.check(s.N); err != nil {
			return err
		}
	}
	return nil
}

// within returns the options of an inner set of some records.
func (o Options) within(records []int32, r int, seed uint64) Options {
	out := Options{M: r, Seed: seed, Limit: o.Limit}
	for _, c := range o.Conditions {
		out.Conditions = append(out.Conditions, c.within(records))
	}
	if o.Groups != nil {
		out.Groups = pick(o.Groups, records)
	}
	return out
}

// within returns the condition of some records. Labels that occur once among them are left out: they cannot be
// in both halves.
func (c Condition) within(records []int32) Condition {
	total := c.totals(records)
	out := Condition{Name: c.Name, Of: make([][]int32, len(records))}
	number := make([]int32, c.Categories) // of the categories that stay
	var was []int                         // the categories that stay
	for k, n := range total {
		if n < 2 {
			continue
		}
		number[k] = int32(out.Categories)
		out.Categories++
		was = append(was, k)
		out.Labels = append(out.Labels, c.label(k))
	}
	for i, record := range records {
		for _, k := range c.Of[record] {
			if total[k] >= 2 {
				out.Of[i] = append(out.Of[i], number[k])
			}
		}
	}
	if c.Distance != nil {
		out.Distance = func(train, all []int) float64 {
			wide := [2][]int{make([]int, c.Categories), make([]int, c.Categories)}
			for k, to := range was {
				wide[0][to], wide[1][to] = train[k], all[k]
			}
			return c.Distance(wide[0], wide[1])
		}
	}
	return out
}

// pick returns the elements of a list at some places.
func pick[T any](list []T, places []int32) []T {
	out := make([]T, len(places))
	for i, at := range places {
		out[i] = list[at]
	}
	return out
}

// FoldCount returns the number of inner folds, 4Mr.
func (s Nested) FoldCount() int { return s.Inner.FoldCount() }

// Fold returns inner fold f, from 0 in the order of the splits of Inner: by half-split, half, inner
// replication and fold. It shares the index lists of s.
func (s Nested) Fold(f int) NestedFold {
	at := f / 2
	return NestedFold{at/s.Replications/2 + 1, at/s.Replications%2 + 1, at%s.Replications + 1, f%2 + 1,
		s.Inner.Fold(f).Split}
}

// Half returns the records of a half, in ascending order, and the inner set of the half, whose record i is
// record records[i] here; half-splits and halves count from 1. Its measures say how evenly the
// inner training sets overlap.
func (s Nested) Half(halfSplit, half int) (set Set, records []int32) {
	from := (2*(halfSplit-1) + half - 1) * s.Replications
	splits := s.Inner.Splits[from : from+s.Replications]
	records = slices.Concat(splits[0].Train, splits[0].Valid)
	slices.Sort(records)
	place := make([]int32, s.Outer.N)
	for i, record := range records {
		place[record] = int32(i)
	}
	set = Set{Method: s.Inner.Method, N: len(records),
		Seed: innerSeed(s.Outer.Seed, halfSplit-1, half-1)}
	for _, p := range splits {
		set.Splits = append(set.Splits, Split{pick(place, p.Train), pick(place, p.Valid)})
	}
	return set, records
}

// Fingerprint returns 16 hexadecimal digits that depend on the fingerprint of the outer set, the number of inner
// replications and all inner index lists. It stays the same between releases.
func (s Nested) Fingerprint() string {
	h := sha256.New()
	h.Write([]byte(s.Outer.Fingerprint()))
	buf := binary.LittleEndian.AppendUint32(nil, uint32(s.Replications))
	for _, p := range s.Inner.Splits {
		for _, list := range [...][]int32{p.Train, p.Valid} {
			buf = binary.LittleEndian.AppendUint32(buf, uint32(len(list)))
			for _, i := range list {
				buf = binary.LittleEndian.AppendUint32(buf, uint32(i))
			}
		}
		h.Write(buf)
		buf = buf[:0]
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// ID returns the ID of the outer set with the fingerprint of the whole in Inner.
func (s Nested) ID() ID {
	id := s.Outer.ID()
	id.Inner = s.Fingerprint()
	return id
}
