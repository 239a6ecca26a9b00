package oa

// field is the finite field of q elements. The digits of element x in
// base p are the coefficients of its polynomial.
type field struct {
	p, q    int
	squares []bool // squares[x]: x is a non-zero square
}

// newField returns the field of q elements, nil unless q is a power of an odd
// prime.
func newField(q int) *field {
	p := smallestFactor(q)
	if p < 3 {
		return nil
	}
	degree := 0
	for r := q; r > 1; r /= p {
		if r%p != 0 {
			return nil
		}
		degree++
	}
	f := &field{p: p, q: q, squares: make([]bool, q)}
	modulus := f.irreducible(degree)
	for x := 1; x < q; x++ {
		f.squares[f.mul(x, x, modulus, degree)] = true
	}
	return f
}

func smallestFactor(n int) int {
	for p := 2; p*p <= n; p++ {
		if n%p == 0 {
			return p
		}
	}
	return n
}

// sub returns x - y.
func (f *field) sub(x, y int) int {
	out := 0
	for place := 1; place < f.q; place *= f.p {
		d := x/place%f.p - y/place%f.p
		out += (d + f.p) % f.p * place
	}
	return out
}

// character returns the quadratic character: 0 at 0, 1 at squares, else -1.
func (f *field) character(x int) int8 {
	switch {
	case x == 0:
		return 0
	case f.squares[x]:
		return 1
	}
	return -1
}

// mul multiplies polynomials modulo x^degree + modulus.
func (f *field) mul(x, y, modulus, degree int) int {
	product := make([]int, 2*degree)
	for i, a := range f.digits(x, degree) {
		for j, b := range f.digits(y, degree) {
			product[i+j] = (product[i+j] + a*b) % f.p
		}
	}
	low := f.digits(modulus, degree)
	for k := len(product) - 1; k >= degree; k-- {
		for j, c := range low {
			product[k-degree+j] = (product[k-degree+j] + (f.p-c)*product[k]) % f.p
		}
		product[k] = 0
	}
	out := 0
	for k := degree - 1; k >= 0; k-- {
		out = out*f.p + product[k]
	}
	return out
}

func (f *field) digits(x, degree int) []int {
	d := make([]int, degree)
	for k := range d {
		d[k] = x % f.p
		x /= f.p
	}
	return d
}

// irreducible returns the lower coefficients of a polynomial x^degree + ...
// modulo which no product of non-zero elements is 0.
func (f *field) irreducible(degree int) int {
	for modulus := 0; modulus < f.q; modulus++ {
		if degree == 1 || f.hasNoZeroDivisor(modulus, degree) {
			return modulus
		}
	}
	panic("oa: no irreducible polynomial") // one exists for every prime power
}

func (f *field) hasNoZeroDivisor(modulus, degree int) bool {
	for x := 1; x < f.q; x++ {
		for y := x; y < f.q; y++ {
			if f.mul(x, y, modulus, degree) == 0 {
				return false
			}
		}
	}
	return true
}
