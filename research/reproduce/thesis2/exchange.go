package thesis2

import (
	"cmp"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/reproduce/internal/variances"
	"github.com/block-regularized/bcv/research/study/covariance"
)

// ExchangeRow says which orders of columns are rejected by a line of table 2.10 or 2.11 (erratum E22).
type ExchangeRow struct {
	Config string `dataframe:"config"`
	Item   string `dataframe:"table"`
	M      int    `dataframe:"m"`
	// Holds is the estimators whose variances stand in the columns RHS, m x 2 CV and
	// m x 2 BCV, such as "mx2CV mx2BCV RHS", by the best fit.
	Holds    string  `dataframe:"holds"`
	P        float64 `dataframe:"p"` // of the best fit
	PrintedP float64 `dataframe:"p_as_printed"`
	Fit      int     `dataframe:"orders_not_rejected"` // of six
	Decision string  `dataframe:"decision"`            // AsPrinted, Exchanged or None
}

// Decisions on a line.
const (
	AsPrinted = "as printed" // not rejected
	Exchanged = "exchanged"  // as printed is rejected, and another order is not
	None      = "no order"   // all are rejected
)

// The columns that may be exchanged. The fourth, BRHS, is far below.
var exchangeable = []string{"RHS", "mx2CV", "mx2BCV"}

// orders are the six orders of three columns, that of the print first.
var orders = [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// Printed is the order of the columns in print, as Holds has orders.
func (ExchangeRow) Printed() string { return strings.Join(exchangeable, " ") }

// exchangeLevel is the level of Holm's procedure over all lines and orders.
const exchangeLevel = 0.05

// exchangeLine is a line of a table as rates against BRHS, in percent, for chi-squared tests of its orders.
type exchangeLine struct {
	config, item  string
	m             int
	printed, ours []float64
	covariance    *mat.SymDense // of the difference of both, in the order of ours
	rounding      float64       // standard error
}

// gap is how far a printed line is from an order, in which column i holds the estimator order[i], and its covariance.
func (l exchangeLine) gap(printed []float64, order []int) (*mat.VecDense, *mat.SymDense) {
	gap, s := mat.NewVecDense(3, nil), mat.NewSymDense(3, nil)
	for i, a := range order {
		gap.SetVec(i, printed[i]-l.ours[a])
		for j, b := range order[:i+1] {
			s.SetSym(i, j, l.covariance.At(a, b))
		}
		s.SetSym(i, i, s.At(i, i)+l.rounding*l.rounding)
	}
	return gap, s
}

// p is the p-value of an order.
func (l exchangeLine) p(printed []float64, order []int) float64 {
	gap, s := l.gap(printed, order)
	var c mat.Cholesky
	var x mat.VecDense
	if !c.Factorize(s) || c.SolveVecTo(&x, gap) != nil {
		panic(fmt.Sprintf("thesis2: covariance of %s, m = %d", l.config, l.m))
	}
	return distuv.ChiSquared{K: 3}.Survival(mat.Dot(gap, &x))
}

// Exchanges tests all orders of the three columns on all lines of tables 2.10 and 2.11, as Holm's procedure at 5% does
// over all of them, by the stored simulations, the scatter of the print and its digits. Rates do not depend on the
// level of a line, which is known to a percent or two only.
func Exchanges(fsys fs.FS) ([]ExchangeRow, error) {
	lines, err := exchangeLines(fsys)
	if err != nil {
		return nil, err
	}
	printed := make([][]float64, len(lines))
	for i, l := range lines {
		printed[i] = l.printed
	}
	return decide(lines, printed), nil
}

// ExchangesByChance returns how many lines would fit another order better than the printed one, and how many would
// have each decision, if all were printed in order: means over draws of what is printed.
func ExchangesByChance(fsys fs.FS, seed uint64, draws int) (better float64, decisions map[string]float64, err error) {
	lines, err := exchangeLines(fsys)
	if err != nil {
		return 0, nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	decisions = map[string]float64{}
	for range draws {
		printed := make([][]float64, len(lines))
		for i, l := range lines {
			printed[i] = l.draw(rng)
		}
		for _, r := range decide(lines, printed) {
			decisions[r.Decision] += 1 / float64(draws)
			if r.Holds != r.Printed() {
				better += 1 / float64(draws)
			}
		}
	}
	return better, decisions, nil
}

// draw returns a line as it might be printed in order.
func (l exchangeLine) draw(rng *rand.Rand) []float64 {
	var c mat.Cholesky
	if !c.Factorize(l.covariance) {
		panic(fmt.Sprintf("thesis2: covariance of %s, m = %d", l.config, l.m))
	}
	var root mat.TriDense
	c.LTo(&root)
	out, z := slices.Clone(l.ours), []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
	for i := range out {
		out[i] += l.rounding * rng.NormFloat64()
		for j := range i + 1 {
			out[i] += root.At(i, j) * z[j]
		}
	}
	return out
}

// decide tests all orders of all lines, where printed stands in the place of what is.
func decide(lines []exchangeLine, printed [][]float64) []ExchangeRow {
	type test struct {
		line, order int
		p           float64
	}
	var tests []test
	out := make([]ExchangeRow, len(lines))
	for i, l := range lines {
		out[i] = ExchangeRow{Config: l.config, Item: l.item, M: l.m, Fit: len(orders), P: -1}
		for k, order := range orders {
			p := l.p(printed[i], order)
			tests = append(tests, test{i, k, p})
			if k == 0 {
				out[i].PrintedP = p
			}
			if p > out[i].P {
				var names []string
				for _, a := range order {
					names = append(names, exchangeable[a])
				}
				out[i].P, out[i].Holds = p, strings.Join(names, " ")
			}
		}
	}
	slices.SortStableFunc(tests, func(a, b test) int { return cmp.Compare(a.p, b.p) })
	rejected := map[int]bool{} // as printed
	for i, t := range tests {
		if t.p > exchangeLevel/float64(len(tests)-i) {
			break
		}
		out[t.line].Fit--
		rejected[t.line] = rejected[t.line] || t.order == 0
	}
	for i := range out {
		switch r := &out[i]; {
		case !rejected[i]:
			r.Decision = AsPrinted
		case r.Fit == 0:
			r.Decision = None
		default:
			r.Decision = Exchanged
		}
	}
	return out
}

// exchangedLines are the lines that Exchanges finds exchanged, and those of table 2.12, which repeats table
// 2.10 on other draws. What stands in the columns of m x 2 CV and m x 2 BCV cannot be told apart.
var exchangedLines = []struct {
	config string
	items  []string
	m      []string
	holds  []string // in the order of exchangeable
}{
	{"SREG+lm+500+100", []string{"table-2.10", "table-2.11"}, []string{"3", "5", "7"},
		[]string{"mx2CV", "mx2BCV", "RHS"}},
	{"krvskp+knn+200+36", []string{"table-2.10", "table-2.11", "table-2.12"}, []string{"3", "5", "7"},
		[]string{"mx2CV", "mx2BCV", "RHS"}},
	{"optdigits+svm+300+64", []string{"table-2.10", "table-2.11"}, []string{"3", "5", "7"},
		[]string{"mx2CV", "mx2BCV", "RHS"}},
	{"yeast+knn+800+8", []string{"table-2.10"}, []string{"3", "5", "7"}, []string{"mx2CV", "RHS", "mx2BCV"}},
	{"SCLA+knn+1000+20", []string{"table-2.10"}, []string{"3"}, []string{"mx2CV", "RHS", "mx2BCV"}},
}

// HasExchanged reports whether a configuration has exchanged lines.
func HasExchanged(config string) bool {
	for _, l := range exchangedLines {
		if l.config == config {
			return true
		}
	}
	return false
}

// exchanged explains the numbers of exchanged lines by what stands in their columns instead.
func exchanged(config string, results []reproduce.Result) {
	at := map[string]reproduce.Result{}
	for _, r := range results {
		at[r.Item+" "+r.Key] = r
	}
	for _, line := range exchangedLines {
		for i, r := range results {
			method, place, _ := strings.Cut(r.Key, "/")
			m, _, _ := strings.Cut(place, "/")
			column := slices.Index(exchangeable, method)
			if line.config != config || column < 0 || !slices.Contains(line.items, r.Item) || !slices.Contains(line.m, m) {
				continue
			}
			x := at[r.Item+" "+line.holds[column]+"/"+place]
			e := reproduce.Explanation{Erratum: "E22", Reading: fmt.Sprintf("the columns %s hold %s",
				strings.Join(exchangeable, ", "), strings.Join(line.holds, ", ")),
				Part: fmt.Sprintf("%s, m = %s", config, m), Value: x.Value, SE: x.SE, PublishedSE: x.PublishedSE}
			for _, s := range x.Explanations { // the scatter of table 2.11
				e.Reading, e.PublishedSE = e.Reading+", with "+s.Reading, s.PublishedSE
			}
			results[i].Explanations = []reproduce.Explanation{e}
		}
	}
}

// scatter explains the rates of table 2.11 by the precision that they have in print.
func scatter(rows []covariance.VarianceRow, results []reproduce.Result) {
	for i, r := range results {
		if r.Item != "table-2.11" {
			continue
		}
		method, text, _ := strings.Cut(r.Key, "/")
		m, _ := strconv.Atoi(text)
		p := reproduce.Sampling{Draws: published.Draws, Sets: Scatter[method]}
		results[i].Explanations = append(r.Explanations, reproduce.Explanation{Erratum: "E48",
			Reading: fmt.Sprintf("the scatter of %d partition sets", p.Sets), Value: r.Value, SE: r.SE,
			PublishedSE: variances.RateError(p, r.SE, covariance.Find(rows, method, Splits(method, m)),
				covariance.Find(rows, "BRHS", 2*m), false)})
	}
}

// Splits is the size of an estimator of 2m splits: of repeated CV the number of replications.
func Splits(method string, m int) int {
	if method == "RHS" || method == "BRHS" {
		return 2 * m
	}
	return m
}
