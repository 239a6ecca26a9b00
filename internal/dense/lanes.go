package dense

import "math"

// The kernels of kernel_amd64.s and short_amd64.s in Go, for machines without them. They
// multiply and add in one rounding, in the same lanes and the same order, so that a result
// is the same on both bit by bit (TestLanes).
//
// If a length is not a multiple of four, the callers add the rest, in both cases with two roundings: their
// conversions keep the compiler from fusing.

// tileLanes is tileAVX2.
func tileLanes(a []float64, lda int, b []float64, ldb, k int, sum *[tileRows * tileCols]float64) {
	for r := range tileRows {
		for c := range tileCols {
			sum[r*tileCols+c] = product4(a[r*lda:r*lda+k], b[c*ldb:c*ldb+k])
		}
	}
}

// product4 is one of the products of tileAVX2, in four lanes.
func product4(a, b []float64) float64 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float64
	for t := 3; t < len(a); t += 4 {
		s0 = math.FMA(a[t-3], b[t-3], s0)
		s1 = math.FMA(a[t-2], b[t-2], s1)
		s2 = math.FMA(a[t-1], b[t-1], s2)
		s3 = math.FMA(a[t], b[t], s3)
	}
	return (s0 + s1) + (s2 + s3)
}

// apartLanes is apartAVX2.
func apartLanes(a []float64, lda int, b []float64, ldb, k int, sum *[apartRows * tileCols]float64) {
	for r := range apartRows {
		for c := range tileCols {
			sum[r*tileCols+c] = apart4(a[r*lda:r*lda+k], b[c*ldb:c*ldb+k])
		}
	}
}

// apart4 is one of the squared distances of apartAVX2, in four lanes.
func apart4(a, b []float64) float64 {
	b = b[:len(a)]
	var s [4]float64
	for t := 0; t < len(a); t += 4 {
		for l := range s {
			d := a[t+l] - b[t+l]
			s[l] = math.FMA(d, d, s[l])
		}
	}
	return (s[0] + s[1]) + (s[2] + s[3])
}

// sixteen holds four registers of four lanes, into which long sums are spread.
type sixteen [16]float64

// add adds the products of a and b, of a length that is a multiple of four: sixteen at a time, and the rest to the
// first register.
func (s *sixteen) add(a, b []float64) {
	b = b[:len(a)]
	for len(a) >= 16 {
		for l := range s {
			s[l] = math.FMA(a[l], b[l], s[l])
		}
		a, b = a[16:], b[16:]
	}
	for t := range a {
		s[t%4] = math.FMA(a[t], b[t], s[t%4])
	}
}

// sum adds the registers, then the lanes.
func (s *sixteen) sum() float64 {
	var lane [4]float64
	for l := range lane {
		lane[l] = (s[l] + s[l+4]) + (s[l+8] + s[l+12])
	}
	return (lane[0] + lane[2]) + (lane[1] + lane[3])
}

// dotLanes is dotAVX2.
func dotLanes(a, b []float64) float64 {
	var s sixteen
	s.add(a, b)
	return s.sum()
}

// axpyLanes is axpyAVX2.
func axpyLanes(alpha float64, x, y []float64) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] = math.FMA(alpha, v, y[i])
	}
}

// axpyDotLanes is axpyDotAVX2.
func axpyDotLanes(alpha float64, x, y, z []float64) float64 {
	axpyLanes(alpha, x, y)
	return dotLanes(y[:len(x)], z)
}

// dots4Lanes is dots4AVX2.
func dots4Lanes(a, b0, b1, b2, b3 []float64, sum *[4]float64) {
	for c, b := range [...][]float64{b0, b1, b2, b3} {
		sum[c] = product8(a, b)
	}
}

// product8 is one of the products of dots4AVX2, in two registers of four lanes.
func product8(a, b []float64) float64 {
	b = b[:len(a)]
	var s [8]float64
	for len(a) >= 8 {
		for l := range s {
			s[l] = math.FMA(a[l], b[l], s[l])
		}
		a, b = a[8:], b[8:]
	}
	for l := range a {
		s[l] = math.FMA(a[l], b[l], s[l])
	}
	return ((s[0] + s[4]) + (s[1] + s[5])) + ((s[2] + s[6]) + (s[3] + s[7]))
}

// shortLanes is shortAVX2 for one row, whose elements are sums in order.
func shortLanes(dst, a, bt []float64, ldb int) {
	clear(dst)
	for t, v := range a {
		axpyLanes(v, bt[t*ldb:][:len(dst)], dst)
	}
}
