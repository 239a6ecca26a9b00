package linear

import "github.com/block-regularized/bcv/pkg/internal/dense"

// chunk is how many records a cross product takes at a time: rows of this many
// numbers stay in the fastest cache.
const chunk = 256

// products computes cross products Z'Z over subsets of records, where a record
// of Z is (1, features, response), all centred. Lower triangles, row-major.
type products struct {
	*centred
	q     int       // p + 2
	ld    int       // q rounded up, so that tiles may write beyond the diagonal
	total []float64 // over all records
}

func newProducts(c *centred) *products {
	q := c.p + 2
	m := &products{centred: c, q: q, ld: (q + 3) &^ 3}
	m.total = m.matrix()
	rows := make([]int32, c.n)
	for i := range rows {
		rows[i] = int32(i)
	}
	newSummer(m).sum(rows, m.total)
	return m
}

func (m *products) matrix() []float64 { return make([]float64, m.q*m.ld) }

// summer has the memory to compute cross products of one subset after another.
type summer struct {
	*products
	z     []float64 // q rows of chunk records
	part  []float64 // products of one chunk
	folds foldSums
}

func newSummer(m *products) *summer {
	s := &summer{products: m, z: make([]float64, m.q*chunk), part: m.matrix()}
	for k := range chunk {
		s.z[k] = 1
	}
	return s
}

// sum sets dst to the cross products of the given records.
func (s *summer) sum(rows []int32, dst []float64) {
	if len(rows) == 0 {
		clear(dst)
		return
	}
	for first := 0; first < len(rows); first += chunk {
		part := rows[first:min(first+chunk, len(rows))]
		for j := range s.p {
			gather(s.feature(j), part, s.z[(j+1)*chunk:])
		}
		gather(s.y, part, s.z[(s.q-1)*chunk:])
		if first == 0 {
			dense.Gram(dst, s.ld, s.z, chunk, s.q, len(part))
			continue
		}
		dense.Gram(s.part, s.ld, s.z, chunk, s.q, len(part))
		add(dst, s.part)
	}
}

// add adds x to dst.
func add(dst, x []float64) { dense.Axpy(1, x, dst) }

// complement sets dst to the total less x.
func (m *products) complement(dst, x []float64) {
	for i, v := range m.total {
		dst[i] = v - x[i]
	}
}
