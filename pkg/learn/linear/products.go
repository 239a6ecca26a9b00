package linear

import (
	"math"

	"github.com/block-regularized/bcv/pkg/internal/dense"
)

// chunk is the number of records that a cross product adds at a time: rows of this length stay in the fastest
// cache.
const chunk = 256

// moments are the means, and the sums of products about the means, of the features and the response over a set of
// records.
type moments struct {
	n        float64   // records, or the sum of their weights
	mean     []float64 // q
	products []float64 // q rows, lower triangle
}

// products defines the layout of moments of subsets of the records.
type products struct {
	*columns
	q  int // p + 1: the features, then the response
	ld int // q rounded up, so that tiles may write beyond the diagonal
}

func newProducts(c *columns) *products {
	q := c.p + 1
	return &products{columns: c, q: q, ld: (q + 3) &^ 3}
}

func (m *products) moments() moments {
	return moments{mean: make([]float64, m.q), products: make([]float64, m.q*m.ld)}
}

// summer has the memory to compute moments of one subset after another.
type summer struct {
	*products
	*ender
	z     []float64 // q rows of chunk records
	part  moments   // of one chunk
	apart []float64 // q differences of means
	folds foldSums
}

func newSummer(m *products, e *ender) *summer {
	return &summer{products: m, ender: e, z: make([]float64, m.q*chunk), part: m.moments(), apart: make([]float64, m.q)}
}

// sum sets dst to the moments of the given records, unless its context ends.
func (s *summer) sum(rows []int32, dst *moments) {
	dst.n = 0
	for len(rows) > 0 && !s.stopped() {
		some := rows[:min(chunk, len(rows))]
		rows = rows[len(some):]
		if dst.n == 0 {
			s.sumChunk(some, dst)
			continue
		}
		s.sumChunk(some, &s.part)
		s.join(dst, &s.part)
	}
}

// sumChunk sets dst to the moments of at most chunk records.
func (s *summer) sumChunk(rows []int32, dst *moments) {
	for j := range s.q {
		column := s.y
		if j < s.p {
			column = s.feature(j)
		}
		z := s.z[j*chunk:][:len(rows)]
		dst.mean[j], dst.n = s.centred(column, rows, z)
		if w := s.data.Weights; w != nil {
			for k, i := range rows {
				z[k] *= math.Sqrt(w[i])
			}
		}
	}
	dense.Gram(dst.products, s.ld, s.z, chunk, s.q, len(rows))
}

// join adds to dst the moments of other records (Chan, Golub and LeVeque 1983, The American Statistician 37:242,
// eq. 2.1b). What is constant over both remains exactly constant.
func (s *summer) join(dst, other *moments) {
	if dst.n == 0 {
		dst.n = other.n
		copy(dst.mean, other.mean)
		copy(dst.products, other.products)
		return
	}
	n := dst.n + other.n
	share, weight := other.n/n, dst.n*other.n/n
	for j, v := range other.mean {
		s.apart[j] = v - dst.mean[j]
		dst.mean[j] += share * s.apart[j]
	}
	for j, d := range s.apart {
		row := dst.products[j*s.ld:][:j+1]
		dense.Axpy(1, other.products[j*s.ld:][:j+1], row)
		dense.Axpy(weight*d, s.apart[:j+1], row)
	}
	dst.n = n
}
