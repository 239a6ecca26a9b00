package items

import (
	"errors"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
)

// Ledger says what the variance of a mean difference is made of. Independent mean squares were measured; each
// source of chance is a linear combination of them, and shrinks with the number of units of one or more factors:
//
//	V = Σ_sources part,  part = Σ_j Weights_j Squares_j,  part ~ 1 / Π_{f in Over} Units_f
//
// For items crossed with runs, LedgerOf fills it in. For an m x 2 CV with several seeds in each fold the factors are
// records, replications and seeds; the sources are records over records, training sets over replications, and seeds
// over replications and seeds.
type Ledger struct {
	Factors []Factor
	Squares []Square
	Sources []Source
	Crossed bool // items and runs are crossed: the variance is at least that of the items, the first square
}

// Factor is a thing of which there are some units and could be more, such as items.
type Factor struct {
	Name  string // in the plural
	Units float64
}

// Square is a mean square, scaled to the variance of the mean, with its degrees of freedom.
type Square struct {
	Value float64
	DF    float64 `json:"df" nulls:"inf"`
	Of    []int   // factors: DF grows with the product of their units less 1
}

// Source is one source of chance.
type Source struct {
	Name    string
	Over    []int     // factors: its part is inversely proportional to the product of their units
	Weights []float64 // of the squares, 0 beyond the end; together they give its part of the variance with today's units
	// Carry says that the squares of the next source are subtracted in this one: where the part is estimated below
	// 0, the next has so much less, and the sum of both stays. Other parts below 0 count as 0.
	Carry bool
}

// LedgerOf returns the ledger of the mean difference of a sample: items, or clusters and the items in them, and with
// 2 or more runs of each model the runs and their rest, of which the variance is that of CrossedT. With fewer runs
// the runs stay as they are, as in ItemT and ClusterT. The number of runs of each model is the harmonic mean where
// it differs. Draws within items are a source of their own, in the part of the items, or of items x runs, and the
// variance stays what it is. Errors: those of ItemT, and differences without spread.
func LedgerOf(s Sample) (Ledger, error) {
	d, err := s.differences()
	if err != nil {
		return Ledger{}, err
	}
	l := s.ledger(d)
	if v := l.variance(nil).Variance(); math.Sqrt(v*float64(d.n)) <= 1e-12*d.scale {
		return Ledger{}, errors.New("items: the differences have no spread, so that there is nothing to share out")
	}
	return l, nil
}

// ledger returns the ledger of a sample that was checked.
func (s Sample) ledger(d differences) Ledger {
	l := newLedger(d.units, d.variance(d.ofItems), d.within(d.ofItems))
	if min(len(s.A), len(s.B)) < 2 {
		s.addDraws(&l)
		return l
	}
	names, tables := []string{"runs of A", "runs of B"}, [][][]float64{s.A, s.B}
	if s.PairedRuns {
		names, tables = []string{"runs"}, [][][]float64{s.pairs()}
	}
	l.Factors = append(l.Factors, Factor{runsName, 2 / (1/float64(len(s.A)) + 1/float64(len(s.B)))})
	for k, name := range names {
		between, rest := d.meanSquares(tables[k])
		l.addRuns(name, between, rest, d.df, float64(len(tables[k])-1))
	}
	s.addDraws(&l)
	return l
}

// newLedger returns the ledger of one run: with the variance of the mean over all units, and what it would be if
// clusters had no effect.
func newLedger(u units, variance, within float64) Ledger {
	if u.clusters == nil {
		return Ledger{Factors: []Factor{{"items", float64(u.n)}}, Squares: []Square{{variance, u.df, []int{0}}},
			Sources: []Source{{Name: "items", Over: []int{0}, Weights: []float64{1}}}}
	}
	count := float64(u.count())
	l := Ledger{Factors: []Factor{{"clusters", count}}, Squares: []Square{{variance, u.df, []int{0}}},
		Sources: []Source{{Name: "clusters", Over: []int{0}, Weights: []float64{1}}}}
	if n := float64(u.n); n > count {
		l.Factors = append(l.Factors, Factor{"items per cluster", n / count})
		l.Squares = append(l.Squares, Square{within, n - count, []int{0, 1}})
		l.Sources = []Source{{Name: "clusters", Over: []int{0}, Weights: []float64{1, -1}, Carry: true},
			{Name: "items in clusters", Over: []int{0, 1}, Weights: []float64{0, 1}}}
	}
	return l
}

// addRuns adds runs: the variance of the mean between them, its rest, and the degrees of freedom of the items and of
// the runs. The last factor is the number of runs.
func (l *Ledger) addRuns(name string, between, rest, items, runs float64) {
	last := len(l.Factors) - 1
	l.Crossed = true
	l.Squares = append(l.Squares, Square{between, runs, []int{last}}, Square{rest, items * runs, []int{0, last}})
	w := make([]float64, len(l.Squares))
	w[len(w)-2], w[len(w)-1] = 1, -1
	k := slices.IndexFunc(l.Sources, func(s Source) bool { return s.Name == restName })
	if k < 0 {
		k = len(l.Sources)
		l.Sources[k-1].Carry = true
		over := slices.Clone(l.Sources[k-1].Over)
		l.Sources = append(l.Sources, Source{Name: restName, Over: append(over, last)})
	}
	add := func(s *Source, w float64) {
		s.Weights = append(s.Weights, make([]float64, len(l.Squares)-len(s.Weights))...)
		s.Weights[len(s.Weights)-1] = w
	}
	add(&l.Sources[k-1], -1)
	add(&l.Sources[k], 1)
	l.Sources = append(l.Sources, Source{Name: name, Over: []int{last}, Weights: w})
}

const restName, runsName = "items x runs", "runs of each model"

// pairs returns the differences in each run.
func (s Sample) pairs() [][]float64 {
	out := make([][]float64, len(s.A))
	for r := range out {
		out[r] = make([]float64, len(s.A[r]))
		for i, a := range s.A[r] {
			out[r][i] = s.B[r][i] - a
		}
	}
	return out
}

// parts returns the parts of the sources for values of the squares.
func (l Ledger) parts(squares []float64) []float64 {
	out, carried := make([]float64, len(l.Sources)), 0.0
	for k, s := range l.Sources {
		part := carried
		carried = 0
		for j, w := range s.Weights {
			part += w * squares[j]
		}
		if part < 0 && s.Carry {
			carried = part
		}
		out[k] = max(part, 0)
	}
	return out
}

// values returns the values of the squares.
func (l Ledger) values() []float64 {
	out := make([]float64, len(l.Squares))
	for j, q := range l.Squares {
		out[j] = q.Value
	}
	return out
}

// variance returns the variance of the mean in two parts, with the given units of the factors, nil for the numbers in
// Factors: the first square less those that are subtracted on the whole, 0 at least, and the others together with
// Satterthwaite's degrees of freedom, at most those of the first square. What is subtracted from the others elsewhere
// stays in, so that they keep their weight where they are small by chance.
func (l Ledger) variance(units []float64) infer.Parts {
	values := l.values()
	if units != nil {
		parts := l.parts(values)
		for k, s := range l.Sources {
			for _, f := range s.Over {
				parts[k] *= l.Factors[f].Units / units[f]
			}
		}
		values = l.expected(parts)
	}
	var first infer.Part
	var others infer.Parts
	var subtracted []float64
	for j, q := range l.Squares {
		part, df := 0.0, q.DF
		for _, s := range l.Sources {
			if j < len(s.Weights) {
				part += s.Weights[j] * values[j]
			}
		}
		for _, f := range q.Of {
			if units != nil {
				df *= (units[f] - 1) / (l.Factors[f].Units - 1)
			}
		}
		switch {
		case j == 0:
			first = infer.Part{Variance: part, DF: df}
		case part < 0:
			subtracted = append(subtracted, -part)
		case part > 0:
			others = append(others, infer.Part{Variance: part, DF: df})
		}
	}
	least := 0.0
	if l.Crossed {
		least = values[0]
	}
	return twoParts(first, subtracted, others, least)
}

// twoParts returns the first part less what is subtracted, and the others together; see Ledger.variance. Their sum is
// at least a variance, for which the first part is raised.
func twoParts(first infer.Part, subtracted []float64, others infer.Parts, least float64) infer.Parts {
	for _, v := range subtracted {
		first.Variance = max(0, first.Variance-v)
	}
	if lacking := least - first.Variance - others.Variance(); lacking > 0 {
		first.Variance += lacking
	}
	if others == nil {
		return infer.Parts{first}
	}
	return infer.Parts{first, {Variance: others.Variance(), DF: min(first.DF, others.Satterthwaite())}}
}

// expected returns the squares that give these parts: each source says what its squares with a positive weight have
// beyond those with a negative one, so that as many rounds as there are sources settle all.
func (l Ledger) expected(parts []float64) []float64 {
	out := l.values()
	for range l.Sources {
		for k, s := range l.Sources {
			now, want := 0.0, parts[k]
			for j, w := range s.Weights {
				if w > 0 {
					now += w * l.Squares[j].Value
				} else {
					want -= w * out[j]
				}
			}
			for j, w := range s.Weights {
				if w > 0 && now > 0 {
					out[j] = l.Squares[j].Value * want / now
				}
			}
		}
	}
	return out
}
