package partition

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/cv/oa"
	"github.com/block-regularized/bcv/pkg/text"
	"github.com/block-regularized/bcv/pkg/text/corpus"
	"github.com/block-regularized/bcv/research/theory"
)

// SpreadRow is how the overlap of two random halves scatters.
type SpreadRow struct {
	N        int     `dataframe:"n"`
	Mean     float64 `dataframe:"mean overlap"`
	Variance float64 `dataframe:"variance"`
	Distance float64 `dataframe:"mean distance from n/4"`
}

// RandomHalves returns the spread for some numbers of records.
func RandomHalves(sizes ...int) []SpreadRow {
	out := make([]SpreadRow, len(sizes))
	for i, n := range sizes {
		r := SpreadRow{N: n}
		r.Mean, r.Variance, r.Distance = theory.RandomOverlap(n, n/2, float64(n)/4)
		out[i] = r
	}
	return out
}

// Named is a partition set with a name for tables and figures.
type Named struct {
	Name string
	Set  cv.Set
}

// HalfSplits makes four kinds of partition sets with six training sets of n/2
// records, as in figure 2.2 of the thesis.
func HalfSplits(n int, seed uint64) ([]Named, error) {
	out := []Named{{Name: "RHS"}, {Name: "3 x 2 CV"}, {Name: "3 x 2 BCV"}, {Name: "BRHS"}}
	for i, c := range []struct {
		method cv.Method
		opt    cv.Options
	}{
		{cv.RHS, cv.Options{M: 6, Seed: seed}}, {cv.Mx2, cv.Options{M: 3, Seed: seed}},
		{cv.BCV, cv.Options{M: 3, Seed: seed}}, {cv.BRLT, cv.Options{Train: n / 2, M: 6, Seed: seed}},
	} {
		s, err := cv.New(c.method, n, c.opt)
		if err != nil {
			return nil, err
		}
		out[i].Set = s.Unfolded()
	}
	return out, nil
}

// SharedRow is the number of records that two training sets share.
type SharedRow struct {
	Set    string `dataframe:"set"`
	Split  int    `dataframe:"split"` // from 1
	With   int    `dataframe:"with"`  // another one
	Shared int    `dataframe:"shared"`
}

// Shared returns the overlaps of all pairs of training sets.
func Shared(sets []Named) []SharedRow {
	var out []SharedRow
	for _, s := range sets {
		for j, row := range s.Set.Overlaps() {
			for k, phi := range row {
				if k != j {
					out = append(out, SharedRow{Set: s.Name, Split: j + 1, With: k + 1, Shared: phi})
				}
			}
		}
	}
	return out
}

// UseRow is the number of training sets that hold a record.
type UseRow struct {
	Set    string `dataframe:"set"`
	Record int    `dataframe:"record"` // from 0
	Times  int    `dataframe:"times"`
}

// Uses returns how often each record trains.
func Uses(sets ...Named) []UseRow {
	var out []UseRow
	for _, s := range sets {
		for i, times := range s.Set.Occurrences() {
			out = append(out, UseRow{s.Name, i, times})
		}
	}
	return out
}

// GrowthRow describes a set that has grown from three replications.
type GrowthRow struct {
	N         int     `dataframe:"n"`
	M         int     `dataframe:"m"`
	K         float64 `dataframe:"k"` // largest distance of an overlap from n/4
	Unchanged bool    `dataframe:"first three splits unchanged"`
}

// Growth grows sets of three replications to more.
func Growth(sizes, replications []int, seed uint64) ([]GrowthRow, error) {
	var out []GrowthRow
	for _, n := range sizes {
		small, err := cv.New(cv.BCV, n, cv.Options{M: 3, Seed: seed})
		if err != nil {
			return nil, err
		}
		for _, m := range replications {
			grown, err := cv.Grow(small, m)
			if err != nil {
				return nil, err
			}
			out = append(out, GrowthRow{N: n, M: m, K: grown.Regularization(), Unchanged: BeginsWith(grown, small)})
		}
	}
	return out, nil
}

// BeginsWith reports whether the first splits of a set equal the splits of a smaller one.
func BeginsWith(grown, small cv.Set) bool {
	return cv.Set{N: grown.N, Splits: grown.Splits[:len(small.Splits)]}.Fingerprint() == small.Fingerprint()
}

// Reached counts the rows whose set is the best possible one.
func Reached(rows []BRLTRow) (n int) {
	for _, r := range rows {
		if r.K < r.Bound+1e-9 {
			n++
		}
	}
	return n
}

// UnreachedOrders returns the multiples of 4 up to limit for which there is no
// two-level array here.
func UnreachedOrders(limit int) []int {
	var out []int
	for runs := 4; runs <= limit; runs += 4 {
		if _, err := oa.TwoLevel(runs); err != nil {
			out = append(out, runs)
		}
	}
	return out
}

// CoNLL2003 returns the entity types of the sentences of the CoNLL-2003 English
// training set, from the file nlp/conll2003-eng.train.gz (or without .gz) of a
// folder. Its licence keeps it out of this repository.
func CoNLL2003(folder string) (cv.Condition, error) {
	path := filepath.Join(folder, "nlp", "conll2003-eng.train.gz")
	if _, err := os.Stat(path); err != nil {
		path = strings.TrimSuffix(path, ".gz")
	}
	c, err := corpus.Columns{Scheme: text.IOB1}.Read(path)
	if err != nil {
		return cv.Condition{}, fmt.Errorf("partition: %w; put the file there or name another folder", err)
	}
	types := make([][]string, c.Len())
	for s, chunks := range c.Chunks {
		for _, chunk := range chunks {
			types[s] = append(types[s], chunk.Type)
		}
	}
	return cv.MultisetCondition("entity types", types), nil
}
