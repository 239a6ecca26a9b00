package items

import "math"

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
}

// Factor is a thing of which there are some units and could be more, such as items.
type Factor struct {
	Name  string // in the plural
	Units float64
}

// Square is a mean square, scaled to the variance of the mean, with its degrees of freedom.
type Square struct {
	Value, DF float64
	Of        []int // factors: DF grows with the product of their units less 1
}

// Source is one source of chance.
type Source struct {
	Name    string
	Over    []int     // factors: its part is inversely proportional to the product of their units
	Weights []float64 // of the squares; together they give its part of the variance of the mean with today's units
	// Carry says that the squares of the next source are subtracted in this one: where the part is estimated below
	// 0, the next has so much less, and the sum of both stays. Other parts below 0 count as 0.
	Carry bool
}

// ledger returns the ledger of a sample that was checked, with 2 or more runs of each model.
func (s Sample) ledger(d differences) Ledger {
	name := "items"
	if d.clusters != nil {
		name = "clusters"
	}
	l := Ledger{
		Factors: []Factor{{name, float64(d.count())}},
		Squares: []Square{{d.variance(d.ofItems), d.df, []int{0}}},
		Sources: []Source{{Name: name, Over: []int{0}, Weights: []float64{1}, Carry: true},
			{Name: name + " x runs", Over: []int{0, 1}, Weights: []float64{0}}},
	}
	add := func(name string, runs [][]float64) {
		between, rest := d.meanSquares(runs)
		df := float64(len(runs) - 1)
		l.Squares = append(l.Squares, Square{between, df, []int{1}}, Square{rest, d.df * df, []int{0, 1}})
		w := make([]float64, len(l.Squares))
		w[len(w)-2], w[len(w)-1] = 1, -1
		l.Sources[0].Weights = append(l.Sources[0].Weights, 0, -1)
		l.Sources[1].Weights = append(l.Sources[1].Weights, 0, 1)
		l.Sources = append(l.Sources, Source{Name: name, Over: []int{1}, Weights: w})
	}
	a, b := float64(len(s.A)), float64(len(s.B))
	l.Factors = append(l.Factors, Factor{"runs of each model", 2 / (1/a + 1/b)})
	if s.PairedRuns {
		l.Factors[1].Name = "runs of both models"
		add("runs", s.pairs())
		return l
	}
	add("runs of A", s.A)
	add("runs of B", s.B)
	return l
}

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

// variance returns the variance of the mean, and its Satterthwaite degrees of freedom, with the given units of the
// factors, nil for the numbers in Factors.
func (l Ledger) variance(units []float64) (v, df float64) {
	if units == nil {
		units = make([]float64, len(l.Factors))
		for f := range units {
			units[f] = l.Factors[f].Units
		}
	}
	coefficients, carried := make([]float64, len(l.Squares)), make([]float64, len(l.Squares))
	for k, part := range l.parts(l.values()) {
		s, share := l.Sources[k], 1.0
		for _, f := range s.Over {
			share *= l.Factors[f].Units / units[f]
		}
		v += part * share
		for j, w := range s.Weights {
			carried[j] += w
		}
		if part > 0 || !s.Carry {
			for j, w := range carried {
				if part > 0 {
					coefficients[j] += w * share
				}
				carried[j] = 0
			}
		}
	}
	spread := 0.0
	for j, q := range l.Squares {
		df := q.DF
		for _, f := range q.Of {
			df *= (units[f] - 1) / (l.Factors[f].Units - 1)
		}
		spread += math.Pow(coefficients[j]*q.Value, 2) / df
	}
	if spread == 0 {
		return v, l.Squares[0].DF
	}
	return v, v * v / spread
}
