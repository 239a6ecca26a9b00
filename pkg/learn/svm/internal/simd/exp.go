package simd

import "math"

const (
	minExp = -708 // where e^x leaves the normal numbers; rbf is 0 below it
	most   = 40   // tanh(most/2) is 1 to the last digit
	// ln2 in two parts, whose sum has more digits than a number holds.
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
)

// taylor holds 1/12!, 1/11!, ..., 1/0!.
var taylor = func() (c [13]float64) {
	c[0] = 1.0 / 479001600
	for i := 1; i < len(c); i++ {
		c[i] = c[i-1] * float64(len(c)-i)
	}
	return c
}()

// exp returns e^x for x between minExp and 700, to a unit in the last place, by the operations of the assembly: x =
// m ln2 + r with |r| <= ln2/2, and e^x = 2^m e^r, with the Taylor polynomial of degree 12 for e^r, whose remainder
// is below 2e-16 of it. math.Exp rounds differently, and not in the same way on all processors.
func exp(x float64) float64 {
	m := math.RoundToEven(x * math.Log2E)
	r := math.FMA(-m, ln2High, x)
	r = math.FMA(-m, ln2Low, r)
	sum := taylor[0]
	for _, c := range taylor[1:] {
		sum = math.FMA(sum, r, c)
	}
	return float64(sum * math.Float64frombits(uint64(int64(m)+1023)<<52))
}
