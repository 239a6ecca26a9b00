package linear

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/internal/dense"
)

// lassoPath follows the coefficients of a lasso as its penalty λ falls from the
// largest product of a feature with the response to 0, by least angle
// regression with the lasso modification (Efron, Hastie, Johnstone and
// Tibshirani 2004, §3.1). Features and response are centred, and features have
// length 1.
//
// While λ falls by 1, the coefficients of the active features, whose products
// with the residuals are ±λ, change by their direction, the solution of
// (X'X) direction = signs. A feature enters when its product reaches ±λ, and
// leaves when its coefficient is 0.
//
// Between two knots, coefficients and their L1 norm change linearly, and the norm increases.
type lassoPath struct {
	p, ld int
	gram  []float64 // p rows of ld: products of features
	corr  []float64 // p: products of idle features with the residuals
	slope []float64 // p: decrease of corr while λ falls by 1

	lambda    float64
	limit     int     // number of active features that leaves no residuals
	idle      []int32 // features that are not active, ascending
	barred    []bool  // p: idle but collinear with the active ones
	active    []int32 // in order of entry; the next four fields belong to it
	sign      []float64
	beta      []float64
	direction []float64
	forward   []float64 // R'⁻¹ sign
	factor    []float64 // R, upper triangular: R'R are the products of active features
	cross     []float64 // one row per idle feature: its products with active features
	width     int       // distance between rows of factor and cross
	column    []float64 // column of R for a feature that may enter

	knots  []knot
	ids    []int32 // active features of each knot, knot by knot
	values []float64
}

// knot is a point of the path.
type knot struct {
	norm float64 // L1 norm of the coefficients
	end  int     // where its coefficients end in ids and values
}

// collinear is the largest squared distance from the span of the active features, relative to the squared length,
// at which a feature counts as collinear with them and does not enter, as in R's package lars (1.3). Here it may
// enter after one of them leaves; in lars it never does.
const collinear = 1e-12

// tie is the largest relative difference that rounding makes between equal steps and between equal slopes.
const tie = 1e-12

// newLassoPath allocates memory for paths of p features and at most n records.
func newLassoPath(n, p int) *lassoPath {
	most := max(1, min(n-1, p))
	l := &lassoPath{p: p, ld: stride(p)}
	l.gram = make([]float64, p*l.ld)
	l.corr, l.slope, l.idle = make([]float64, p), make([]float64, p), make([]int32, 0, p)
	l.barred = make([]bool, p)
	room := func() []float64 { return make([]float64, 0, most) }
	l.active = make([]int32, 0, most)
	l.sign, l.beta, l.direction, l.forward, l.column = room(), room(), room(), room(), room()
	l.factor, l.cross = make([]float64, most*stride(most)), make([]float64, p*stride(most))
	return l
}

// stride returns a distance between rows of n numbers that keeps rows apart in the cache: whole lines, but not a
// multiple of a large power of two.
func stride(n int) int { return (n+7)&^7 | 8 }

// run follows the path to its end, for the data in gram, corr and idle. rank is the number of linearly independent
// features if no idle features are collinear.
func (l *lassoPath) run(rank int, e *ender) error {
	l.active, l.sign, l.beta, l.direction, l.forward = l.active[:0], l.sign[:0], l.beta[:0], l.direction[:0], l.forward[:0]
	l.knots, l.ids, l.values = append(l.knots[:0], knot{}), l.ids[:0], l.values[:0]
	clear(l.barred)
	l.limit, l.width = rank, stride(rank)
	first := l.largest()
	if first < 0 {
		return nil
	}
	start := l.lambda
	l.solveColumn(first)
	l.enter(first, math.Copysign(1, l.corr[first]))
	for range 8*rank + 8 {
		if err := e.ended(); err != nil {
			return err
		}
		l.turn()
		step, in, sign, out := l.next()
		l.advance(step)
		switch {
		case out >= 0:
			l.leave(out)
		case in >= 0 && l.lambda > start*collinear:
			l.enter(in, sign)
		default:
			return nil
		}
	}
	return fmt.Errorf("linear: the path of the lasso has more than %d knots for %d features; set Lambda instead of "+
		"Fraction, or remove features that repeat others", 8*rank+8, l.p)
}

// largest sets λ to the largest product with the response and returns its
// feature, or -1 if all are 0.
func (l *lassoPath) largest() int32 {
	l.lambda = 0
	first := int32(-1)
	for _, j := range l.idle {
		if c := math.Abs(l.corr[j]); c > l.lambda*(1+tie) {
			l.lambda, first = c, j
		}
	}
	return first
}

// turn computes the direction of the active features, and the slopes of the products of the idle features.
func (l *lassoPath) turn() {
	k := len(l.active)
	l.direction = append(l.direction[:0], l.forward...)
	for i := k - 1; i >= 0; i-- {
		row := l.row(i)
		l.direction[i] = (l.direction[i] - dense.Dot(row[i+1:k], l.direction[i+1:])) / row[i]
	}
	j := l.idle
	for ; len(j) >= 4; j = j[4:] {
		var sum [4]float64
		dense.Dots4(l.direction, l.products(j[0]), l.products(j[1]), l.products(j[2]), l.products(j[3]), &sum)
		for i, v := range sum {
			l.slope[j[i]] = v
		}
	}
	for _, j := range j {
		l.slope[j] = dense.Dot(l.direction, l.products(j))
	}
}

// row returns row i of the factor, whose first i numbers are undefined.
func (l *lassoPath) row(i int) []float64 { return l.factor[i*l.width : (i+1)*l.width] }

// products returns the products of an idle feature with the active ones.
func (l *lassoPath) products(j int32) []float64 {
	return l.cross[int(j)*l.width : int(j)*l.width+len(l.active)]
}

// next returns the decrease of λ until feature in enters, with its sign and its solved column of R; or until active
// feature number out leaves; or until λ is 0, with both -1.
func (l *lassoPath) next() (step float64, in int32, sign float64, out int) {
	for {
		step, in, out = l.lambda, -1, -1
		if len(l.active) < l.limit {
			step, in, sign = l.nextEntry()
		}
		for k, d := range l.direction {
			if b := l.beta[k]; d*l.sign[k] < 0 && math.Abs(b) <= step*math.Abs(d) {
				step, out = math.Abs(b/d), k
			}
		}
		if in < 0 || out >= 0 || l.solveColumn(in) {
			return step, in, sign, out
		}
		l.barred[in] = true // another feature may be next
	}
}

// nextEntry considers idle features alone. A feature whose product falls as fast as λ, up to rounding, need not
// enter: such tied features would enter and leave in turn. Of features that would enter together, such as a feature
// and its multiple, the first enters.
func (l *lassoPath) nextEntry() (step float64, in int32, sign float64) {
	step, in = l.lambda, -1
	before := step
	for _, j := range l.idle {
		if l.barred[j] {
			continue
		}
		c, up, down := l.corr[j], 1-l.slope[j], 1+l.slope[j]
		if gap := max(0, l.lambda-c); up > tie && gap < before*up {
			step, in, sign = gap/up, j, 1
			before = step * (1 - tie)
		}
		if gap := max(0, l.lambda+c); down > tie && gap < before*down {
			step, in, sign = gap/down, j, -1
			before = step * (1 - tie)
		}
	}
	return step, in, sign
}

// advance decreases λ by step and adds a knot.
func (l *lassoPath) advance(step float64) {
	dense.Axpy(step, l.direction, l.beta)
	for _, j := range l.idle {
		l.corr[j] -= step * l.slope[j]
	}
	l.lambda -= step
	norm := 0.0
	for _, b := range l.beta {
		norm += math.Abs(b)
	}
	l.ids, l.values = append(l.ids, l.active...), append(l.values, l.beta...)
	l.knots = append(l.knots, knot{norm, len(l.ids)})
}

// solveColumn computes the column of R that feature j would add. It reports false if the feature is collinear with
// the active features.
func (l *lassoPath) solveColumn(j int32) bool {
	k := len(l.active)
	l.column = append(l.column[:0], l.products(j)...)
	for i := range l.column {
		row := l.row(i)
		l.column[i] /= row[i]
		dense.Axpy(-l.column[i], row[i+1:k], l.column[i+1:])
	}
	own := l.gram[int(j)*l.ld+int(j)] - dense.Dot(l.column, l.column)
	l.column = append(l.column, math.Sqrt(max(0, own)))
	return own > collinear
}

// enter makes feature j active, whose column of R is solved.
func (l *lassoPath) enter(j int32, sign float64) {
	k := len(l.active)
	for i, v := range l.column {
		l.factor[i*l.width+k] = v
	}
	l.forward = append(l.forward, (sign-dense.Dot(l.forward, l.column))/l.column[k])
	l.active, l.sign, l.beta = append(l.active, j), append(l.sign, sign), append(l.beta, 0)
	at, _ := slices.BinarySearch(l.idle, j)
	l.idle = slices.Delete(l.idle, at, at+1)
	products := l.gram[int(j)*l.ld:]
	for _, i := range l.idle {
		l.cross[int(i)*l.width+k] = products[i]
	}
}

// leave makes active feature number k idle. Without its column, R has one number below the diagonal in each later
// column, which rotations of neighbouring rows remove (Golub and Van Loan, Matrix Computations, §6.5); forward is
// rotated with them.
func (l *lassoPath) leave(k int) {
	last := len(l.active) - 1
	for i := range last + 1 {
		row := l.row(i)[:last+1]
		from := max(k, i-1)
		copy(row[from:], row[from+1:])
	}
	for i := k; i < last; i++ {
		upper, lower := l.row(i)[i:last], l.row(i + 1)[i:last]
		length := math.Hypot(upper[0], lower[0])
		c, s := upper[0]/length, lower[0]/length
		rotate(c, s, upper, lower)
		rotate(c, s, l.forward[i:i+1], l.forward[i+1:i+2])
	}
	j := l.active[k]
	l.forward = l.forward[:last]
	l.corr[j] = l.sign[k] * l.lambda
	l.active = slices.Delete(l.active, k, k+1)
	l.sign = slices.Delete(l.sign, k, k+1)
	l.beta = slices.Delete(l.beta, k, k+1)
	for _, i := range l.idle {
		row := l.cross[int(i)*l.width : int(i)*l.width+last+1]
		copy(row[k:], row[k+1:])
	}
	gather(l.gram[int(j)*l.ld:], l.active, l.products(j))
	clear(l.barred)
	at, _ := slices.BinarySearch(l.idle, j)
	l.idle = slices.Insert(l.idle, at, j)
}

// rotate turns the points (x, y) by the angle with that cosine and sine.
func rotate(cos, sin float64, x, y []float64) {
	y = y[:len(x)]
	for i, a := range x {
		b := y[i]
		x[i], y[i] = cos*a+sin*b, cos*b-sin*a
	}
}

// at sets coef to the point of the path whose L1 norm is the given share of the norm at its end.
func (l *lassoPath) at(fraction float64, coef []float64) {
	clear(coef)
	last := len(l.knots) - 1
	if last == 0 {
		return
	}
	want := fraction * l.knots[last].norm
	k := 1
	for k < last && l.knots[k].norm < want {
		k++
	}
	from, to := l.knots[k-1], l.knots[k]
	share := 1.0
	if want < to.norm {
		share = (want - from.norm) / (to.norm - from.norm)
	}
	begin := 0
	if k > 1 {
		begin = l.knots[k-2].end
	}
	for i := begin; i < from.end; i++ {
		coef[l.ids[i]] += (1 - share) * l.values[i]
	}
	for i := from.end; i < to.end; i++ {
		coef[l.ids[i]] += share * l.values[i]
	}
}
