package oa

import "fmt"

// hadamard is a square matrix of +1 and -1 with orthogonal rows.
type hadamard [][]int8

// TwoLevel returns OA(runs, runs-1) of two levels, for runs a multiple of 4.
// The first run is constant '+'. A power of two gives the Sylvester array,
// nested in the array of the next power, with columns a, b, ab, c, ac, bc, abc, ...;
// other sizes come from Paley's two constructions over fields of prime-power
// order, or from the Kronecker product of a Sylvester matrix and one of them.
// Up to 100 runs they reach all but 92.
func TwoLevel(runs int) (Array, error) {
	if runs < 4 || runs%4 != 0 {
		return Array{}, fmt.Errorf("oa: %d runs; a two-level array of strength 2 needs a multiple of 4", runs)
	}
	h := newHadamard(runs)
	if h == nil {
		return Array{}, fmt.Errorf("oa: no array of %d runs from the constructions of Sylvester and Paley; use %d or "+
			"%d", runs, runs-4, runs+4)
	}
	return h.array(), nil
}

// newHadamard returns a matrix of the given order, nil if no construction
// reaches it.
func newHadamard(order int) hadamard {
	switch {
	case order == 1:
		return hadamard{{1}}
	case order == 2:
		return hadamard{{1, 1}, {1, -1}}
	case order%4 != 0:
		return nil
	case order&(order-1) == 0:
		return kronecker(newHadamard(2), newHadamard(order/2))
	}
	if f := newField(order - 1); f != nil && f.q%4 == 3 {
		return paley1(f)
	}
	if f := newField(order/2 - 1); f != nil && f.q%4 == 1 {
		return paley2(f)
	}
	if half := newHadamard(order / 2); half != nil {
		return kronecker(newHadamard(2), half)
	}
	return nil
}

// kronecker returns the Kronecker product, of order |g|·|h|.
func kronecker(g, h hadamard) hadamard {
	n, m := len(g), len(h)
	out := make(hadamard, n*m)
	for i := range out {
		out[i] = make([]int8, n*m)
		for j := range out[i] {
			out[i][j] = g[i/m][j/m] * h[i%m][j%m]
		}
	}
	return out
}

// paley1 returns the matrix of order q+1 for q = 3 mod 4 (Paley 1933): I + S,
// S being the matrix of the quadratic character with a border, S' = -S.
func paley1(f *field) hadamard {
	out := make(hadamard, f.q+1)
	for i := range out {
		out[i] = make([]int8, f.q+1)
		for j := range out[i] {
			switch {
			case i == j || i == 0:
				out[i][j] = 1
			case j == 0:
				out[i][j] = -1
			default:
				out[i][j] = f.character(f.sub(i-1, j-1))
			}
		}
	}
	return out
}

// paley2 returns the matrix of order 2(q+1) for q = 1 mod 4 (Paley 1933): the
// bordered character matrix with 0 replaced by [1 -1; -1 -1] and ±1 by
// ±[1 1; 1 -1].
func paley2(f *field) hadamard {
	conference := func(i, j int) int8 {
		switch {
		case i == j:
			return 0
		case i == 0 || j == 0:
			return 1
		}
		return f.character(f.sub(i-1, j-1))
	}
	n := 2 * (f.q + 1)
	out := make(hadamard, n)
	for i := range out {
		out[i] = make([]int8, n)
		for j := range out[i] {
			c := conference(i/2, j/2)
			switch {
			case c == 0 && i%2 == 0 && j%2 == 0:
				out[i][j] = 1
			case c == 0:
				out[i][j] = -1
			case i%2 == 1 && j%2 == 1:
				out[i][j] = -c
			default:
				out[i][j] = c
			}
		}
	}
	return out
}

// array makes the first row and the first column constant '+' by changing
// the signs of columns and of rows, and drops that column.
func (h hadamard) array() Array {
	a := Array{Levels: 2, Cells: make([][]int8, len(h))}
	for i, row := range h {
		for j := 1; j < len(row); j++ {
			sign := row[j] * h[0][j] * row[0] * h[0][0]
			a.Cells[i] = append(a.Cells[i], (1-sign)/2)
		}
	}
	return a
}
