package reproduce

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// jointLevel is the level of the chi-squared test by which the numbers of a table refute
// a computation together. The numbers of a table often come from the same draws; the
// test takes them as independent.
const jointLevel = 0.001

// scope is what an explanation would apply to: the numbers of a table, or of a part of
// it, that have it.
type scope struct{ source, item, part, erratum, reading string }

func (n pair) scope(e Explanation) scope {
	return scope{n.published.Source, n.published.Item, e.Part, e.Erratum, e.Reading}
}

// fits describes how the numbers of a scope agree with what the text describes and with
// another reading.
type fits struct{ text, reading fit }

// replaced reports whether the numbers refute what the text describes, and not the
// reading: then it is the one of them all.
func (f *fits) replaced() bool { return f.text.refuted() && !f.reading.refuted() }

// fit is how a computation agrees with several published numbers: the sum of the squared
// distances in standard errors.
type fit struct {
	numbers    int
	chiSquared float64
}

func (f fit) refuted() bool {
	return f.chiSquared > distuv.ChiSquared{K: float64(f.numbers)}.Quantile(1-jointLevel)
}

// String describes what refutes the computation.
func (f fit) String() string {
	if math.IsInf(f.chiSquared, 1) {
		return fmt.Sprintf("which others of the %d numbers that it would apply to are not", f.numbers)
	}
	return fmt.Sprintf("but the %d numbers that it would apply to refute it together (chi-squared %.4g)",
		f.numbers, f.chiSquared)
}

func (f *fit) add(n pair) {
	f.numbers++
	f.chiSquared += n.squaredDistance()
}

// jointly returns the fits of all explanations.
func jointly(numbers []pair) map[scope]*fits {
	out := map[scope]*fits{}
	for _, n := range numbers {
		if n.result.OtherData != "" {
			continue
		}
		for _, e := range n.result.Explanations {
			f := out[n.scope(e)]
			if f == nil {
				f = new(fits)
				out[n.scope(e)] = f
			}
			f.text.add(n)
			f.reading.add(n.with(e))
		}
	}
	return out
}

// squaredDistance returns how many standard errors a computed number is beyond the
// rounding of the published one, squared. The last digit of an exact one may be cut off
// instead of rounded: that is not evidence against a computation.
func (n pair) squaredDistance() float64 {
	if got, _ := n.meets(); got == equal || n.withinUnit() {
		return 0
	}
	g, err := n.gap()
	if err != nil || n.result.Text != "" || n.result.Below || g.se == 0 {
		return math.Inf(1)
	}
	return math.Pow(math.Max(0, g.size-g.unit/2)/g.se, 2)
}
