package thesis2

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/internal/check"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study/covariance"
)

// exampleLine is a line with standard errors of 0.3, of differences of 0.1 and more.
func exampleLine() exchangeLine {
	l := exchangeLine{config: "a", m: 3, ours: []float64{-0.2, 2.4, 2.3}, covariance: mat.NewSymDense(3, nil)}
	for i := range 3 {
		for j := range i + 1 {
			l.covariance.SetSym(i, j, 0.08)
		}
		l.covariance.SetSym(i, i, 0.09)
	}
	return l
}

// Orders that chance can make are not rejected; what is rejected is so among all lines and orders.
func TestDecide(t *testing.T) {
	for _, c := range []struct {
		printed  []float64
		lines    int
		holds    string
		fit      int
		decision string
	}{
		{[]float64{-0.2, 2.4, 2.3}, 1, "RHS mx2CV mx2BCV", 2, AsPrinted},
		{[]float64{0.3, 2.9, 2.8}, 1, "RHS mx2CV mx2BCV", 2, AsPrinted}, // the level does not matter
		{[]float64{2.4, 2.3, -0.2}, 1, "mx2CV mx2BCV RHS", 2, Exchanged},
		{[]float64{2.4, -0.2, 2.3}, 1, "mx2CV RHS mx2BCV", 2, Exchanged},
		{[]float64{1, 1, 1}, 1, "RHS mx2CV mx2BCV", 0, None},
		{[]float64{-0.2, 2.15, 2.55}, 1, "RHS mx2BCV mx2CV", 1, Exchanged},
		{[]float64{-0.2, 2.15, 2.55}, 200, "RHS mx2BCV mx2CV", 2, AsPrinted},
	} {
		lines, printed := make([]exchangeLine, c.lines), make([][]float64, c.lines)
		for i := range lines {
			lines[i] = exampleLine()
			printed[i] = lines[i].ours
		}
		printed[0] = c.printed
		r := decide(lines, printed)[0]
		if r.Holds != c.holds || r.Fit != c.fit || r.Decision != c.decision {
			t.Errorf("%v among %d lines: %+v", c.printed, c.lines, r)
		}
	}
}

// The p-value of an order is that of three independent normal gaps, where the covariance is such.
func TestOrderP(t *testing.T) {
	l := exchangeLine{ours: []float64{1, 2, 3}, rounding: 0.9,
		covariance: mat.NewSymDense(3, []float64{4, 0, 0, 0, 1, 0, 0, 0, 0.19})}
	// order 1 2 0: gaps 1, 2, 0 with variances 1.81, 1, 4.81
	chi := 1/1.81 + 4
	want := math.Erfc(math.Sqrt(chi/2)) + math.Sqrt(2*chi/math.Pi)*math.Exp(-chi/2) // of three degrees of freedom
	if got := l.p([]float64{3, 5, 1}, []int{1, 2, 0}); math.Abs(got-want) > 1e-12 {
		t.Errorf("%v, want %v", got, want)
	}
}

// What might be printed is rounded.
func TestDrawIsRounded(t *testing.T) {
	l := exchangeLine{ours: []float64{1, 2, 3}, rounding: 0.5,
		covariance: mat.NewSymDense(3, []float64{1e-6, 0, 0, 0, 1e-6,
			0, 0, 0, 1e-6})}
	rng, sum := rand.New(rand.NewPCG(1, 1)), 0.0
	for range 1000 {
		sum += math.Pow(l.draw(rng)[2]-3, 2) / 1000
	}
	if math.Abs(sum-0.25) > 0.05 {
		t.Errorf("variance %v, want 0.25", sum)
	}
}

// Draws have the covariance that the tests take, so that false rejections are rare.
func TestExchangesByChance(t *testing.T) {
	better, decisions, err := ExchangesByChance(data.FS, 3, 100)
	if err != nil || math.Abs(better-52.5) > 12.5 || decisions[AsPrinted] < 149.8 {
		t.Errorf("%v fit another order better, %v, %v", better, decisions, err)
	}
}

// The lines that explain numbers are those that the tests find, and table 2.12.
func TestExchangedLines(t *testing.T) {
	rows, err := Exchanges(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	check.Equal(t, "lines", len(rows), 150)
	want := map[string]string{}
	for _, l := range exchangedLines {
		for _, item := range l.items {
			for _, m := range l.m {
				if item != "table-2.12" {
					want[l.config+" "+item+" "+m] = strings.Join(l.holds, " ")
				}
			}
		}
	}
	for _, r := range rows {
		place := fmt.Sprintf("%s %s %d", r.Config, r.Item, r.M)
		rhs := slices.Index(strings.Fields(r.Holds), "RHS") // the other two cannot be told apart
		switch w, ok := want[place]; {
		case ok != (r.Decision == Exchanged):
			t.Errorf("%s: %+v", place, r)
		case ok && rhs != slices.Index(strings.Fields(w), "RHS"):
			t.Errorf("%s holds %s, not %s", place, r.Holds, w)
		}
	}
}

// The scatter of 11 partition sets is where the likelihood of table 2.11 is largest.
func TestScattered(t *testing.T) {
	defer func(n int) { scattered.Sets = n }(scattered.Sets)
	likelihood := func(sets int) (sum float64) {
		scattered.Sets = sets
		lines, err := exchangeLines(data.FS)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range lines {
			if l.item != "table-2.11" {
				continue
			}
			best := math.Inf(-1)
			for _, order := range orders {
				gap, s := l.gap(l.printed, order)
				var c mat.Cholesky
				c.Factorize(s)
				var x mat.VecDense
				check.That(t, c.SolveVecTo(&x, gap) == nil, "singular")
				best = max(best, -mat.Dot(gap, &x)/2-c.LogDet()/2)
			}
			sum += best
		}
		return sum
	}
	at := likelihood(scattered.Sets)
	for _, sets := range []int{8, 16} {
		if l := likelihood(sets); l > at {
			t.Errorf("log likelihood of %d sets %.1f, of 11 %.1f", sets, l, at)
		}
	}
}

// The variance that the partition sets of the print add is inverse to their number, on the diagonal and off it.
func TestScatterOfLines(t *testing.T) {
	defer func(n int) { scattered.Sets = n }(scattered.Sets)
	at := func(sets int) *mat.SymDense {
		scattered.Sets = sets
		lines, err := exchangeLines(data.FS)
		if err != nil {
			t.Fatal(err)
		}
		return lines[0].covariance
	}
	few, more, all := at(10), at(40), at(1e9)
	for i := range 3 {
		for j := range i + 1 {
			ratio := (few.At(i, j) - all.At(i, j)) / (more.At(i, j) - all.At(i, j))
			check.That(t, math.Abs(ratio-4) < 1e-4, "%d, %d: ratio %v, want 4", i, j, ratio)
		}
	}
}

// A column of an exchanged line is explained by what stands in it, with the scatter of that estimator in print.
func TestExchanged(t *testing.T) {
	var results []reproduce.Result
	var rows []covariance.VarianceRow
	for i, method := range []string{"RHS", "mx2CV", "mx2BCV", "BRHS"} {
		for _, item := range []string{"table-2.10", "table-2.11"} {
			results = append(results, reproduce.Result{Item: item, Key: method + "/3", Value: float64(i), SE: 0.1,
				PublishedSE: 0.2})
		}
		rows = append(rows, covariance.VarianceRow{Method: method, Size: Splits(method, 3), Total: 2, Given: 1,
			Sets: 10_000})
	}
	scatter(rows, results)
	exchanged("SREG+lm+500+100", results)
	first, rate := results[0].Explanations[0], results[5].Explanations[0] // RHS in 2.10, m x 2 BCV in 2.11
	if first.Value != 1 || first.PublishedSE != 0.2 || first.Part != "SREG+lm+500+100, m = 3" {
		t.Errorf("%+v", first)
	}
	// RHS and BRHS have 4 (1 + 1) + 2 (1 + 1) over 16 times 10,000 data sets
	if want := math.Hypot(0.1, 50*math.Sqrt(12/160_000.0)); rate.Value != 0 || math.Abs(rate.PublishedSE-want) > 1e-12 ||
		!strings.HasSuffix(rate.Reading, "with the scatter of 16 partition sets") {
		t.Errorf("%+v, want %v", rate, want)
	}
	if HasExchanged("wave+knn+300+40") || !HasExchanged("SREG+lm+500+100") {
		t.Error("configurations with exchanged lines")
	}
}

// The numbers of ridge regression with J = 10 in table 2.9 are judged by themselves, and no others.
func TestPartOfE41(t *testing.T) {
	for _, c := range []struct{ config, item, key, want string }{
		{ridge, "table-2.9", "RLT/10/variance", ridge + ", J = 10"},
		{ridge, "table-2.9", "RLT/5/variance", ridge},
		{ridge, "table-2.10", "RHS/10/variance", ridge},
		{lasso, "table-2.9", "RLT/10/variance", lasso},
	} {
		check.Equal(t, c.item+" "+c.key, partOfE41(c.config, reproduce.Result{Item: c.item, Key: c.key}), c.want)
	}
}
