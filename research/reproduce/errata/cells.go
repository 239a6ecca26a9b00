package errata

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/reproduce/thesis2"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/covariance"
	"github.com/block-regularized/bcv/research/theory"
)

// E22 shows that columns of T tables 2.10 and 2.11 are exchanged: the rates of table
// 2.11 do not follow from table 2.10, and stored simulations reject the printed order of
// some lines, among all orders of all lines.
func E22(c study.Config) (Finding, error) {
	s := read(c)
	lines, err := thesis2.Exchanges(c.Data)
	if err != nil {
		return Finding{}, err
	}
	better, chance, err := thesis2.ExchangesByChance(c.Data, 1, 200)
	if err != nil {
		return Finding{}, err
	}
	type count struct {
		Lines    string  `dataframe:"lines"`
		Found    int     `dataframe:"found"`
		Expected float64 `dataframe:"expected if all were printed in order"`
	}
	const another = "that fit another order better"
	found := map[string]int{}
	for _, e := range lines {
		found[e.Decision]++
		if e.Holds != lines[0].Printed() {
			found[another]++
		}
	}
	counts := []count{{another, found[another], better}}
	for _, d := range []string{thesis2.AsPrinted, thesis2.Exchanged, thesis2.None} {
		counts = append(counts, count{d, found[d], chance[d]})
	}
	swapped := swappedRates(s)
	rows := study.Where(lines, func(e thesis2.ExchangeRow) bool { return e.Decision == thesis2.Exchanged })
	return Finding{
		ID: "E22", Claim: "columns are exchanged", Confirmed: len(swapped) > 0 && len(rows) > 0,
		Tables: []Table{
			{Caption: "Rows where table 2.11 has RHS and m x 2 CV of table 2.10 exchanged", Rows: swapped},
			{Caption: "Lines that reject the printed order and not every other", Rows: rows, Digits: 2},
			{Caption: fmt.Sprintf("All %d lines, each with six orders, at 5%% together (Holm)", len(lines)), Rows: counts},
		},
	}, s.err
}

// swap is a row whose rates fit the columns of table 2.10 crosswise.
type swap struct {
	Config  string  `dataframe:"configuration"`
	M       float64 `dataframe:"m"`
	Direct  float64 `dataframe:"largest gap of the rates as they stand, %"`
	Crossed float64 `dataframe:"exchanged, %"`
}

// swappedRates returns the rows where the rates of table 2.11 fit RHS and m x 2 CV
// of table 2.10 exchanged.
func swappedRates(s *sources) (swapped []swap) {
	methods := []string{"RHS", "mx2CV"}
	for _, l := range s.lines("published/thesis_table_2_10.csv") {
		if l["method"] != "RHS" {
			continue
		}
		key := func(table, method string) string {
			return "thesis:" + table + " " + l["config"] + "/" + method + "/" + l["m"]
		}
		direct, crossed := 0.0, 0.0
		for i, method := range methods {
			if !s.has(key("table-2.11", method)) {
				continue
			}
			p, brhs := s.number("%s", key("table-2.11", method)), s.number("%s", key("table-2.10", "BRHS"))
			gap := func(method string) float64 {
				return math.Abs(100*(1-brhs/s.number("%s", key("table-2.10", method))) - p)
			}
			direct, crossed = max(direct, gap(method)), max(crossed, gap(methods[1-i]))
		}
		if direct > 0.1 && crossed < direct/2 {
			swapped = append(swapped, swap{Config: l["config"], M: s.float(l["m"]), Direct: direct, Crossed: crossed})
		}
	}
	return swapped
}

// E43 shows that the standard errors of optdigits+knn in T table 2.12 are too small:
// ten thousand independent data sets give a variance with a relative error of about
// sqrt(2/10000), the mean of twenty 0.32%.
func E43(c study.Config) (Finding, error) {
	s := read(c)
	bound := math.Sqrt(2.0 / 10000 / 20) // of normal estimates
	relative := map[string]*sim.Moments{}
	for _, l := range s.lines("published/thesis_table_2_12.csv") {
		if relative[l["config"]] == nil {
			relative[l["config"]] = new(sim.Moments)
		}
		relative[l["config"]].Add(s.float(l["variance_se"]) / s.float(l["variance_mean"]))
	}
	type row struct {
		Config  string  `dataframe:"configuration"`
		Printed float64 `dataframe:"mean printed error, % of the variance"`
		Right   float64 `dataframe:"20 x 10,000 data sets give, %"`
	}
	var rows []row
	for _, config := range slices.Sorted(maps.Keys(relative)) {
		rows = append(rows, row{config, 100 * relative[config].Mean, 100 * bound})
	}
	confirmed := len(rows) == 3
	for config, r := range relative {
		confirmed = confirmed && (r.Mean < bound/1.5) == (config == "optdigits+knn+300+64")
	}
	return Finding{
		ID: "E43", Claim: "the errors on optdigits+knn are too small", Confirmed: confirmed,
		Tables: []Table{{Rows: rows, Digits: 3}},
	}, s.err
}

// cell is a printed cell beside what it must be.
type cell struct {
	Place   string  `dataframe:"cell"`
	Printed float64 `dataframe:"printed"`
	Right   float64 `dataframe:"right"`
}

// E23 shows single cells of T tables 2.7, 2.8, 2.9, 3.2 and 3.5 that are off by more
// than their rounding. In table 2.9 the printed rate of ridge regression contradicts the
// two variances beside it, and would fit them exchanged; and on optdigits+svm the
// stored simulations have the smaller variance where the table has the larger.
func E23(c study.Config) (Finding, error) {
	s := read(c)
	var rows []cell
	ok := true
	add := func(place string, printed, right, tolerance float64) {
		rows = append(rows, cell{place, printed, right})
		ok = ok && math.Abs(printed-right) > tolerance
	}
	ridge := func(key string) float64 { return s.number("thesis:table-2.9 SREG+ridge+500+500/%s", key) }
	rlt, kf, rate := ridge("RLT/10/variance"), ridge("KFCV/10/variance"), ridge("RLT/KFCV/10/reduction_rate_pct")
	add("2.9 ridge, J = 10: rate of the variances, %", 100*(1-kf/rlt), rate, 1)
	ok = ok && near(100*(1-rlt/kf), rate, 0.02)
	difference, se, err := halfSplitDifference(c, "optdigits+svm+300+64")
	if err != nil {
		return Finding{}, err
	}
	printed := s.number("thesis:table-2.9 optdigits+svm+300+64/RLT/2/variance") -
		s.number("thesis:table-2.9 optdigits+svm+300+64/KFCV/2/variance")
	add("2.9 optdigits+svm, J = 2: RLT minus K-fold", printed, difference, 5*se)
	ok = ok && near(difference, -printed, 5*se)
	for _, l := range s.lines("datasets.csv") {
		if l["name"] == "yeast" {
			features, classes := s.number("thesis:table-2.7 yeast/features"), s.number("thesis:table-2.7 yeast/classes")
			add("2.7 yeast, features", features, s.float(l["features"]), 0.5)
			add("2.7 yeast, classes", classes, s.float(l["classes"]), 0.5)
			ok = ok && classes == s.float(l["features"])
		}
	}
	left := 36.0 // the blocks 1 to 8, each once
	for _, place := range []string{"train/1", "train/2", "train/3", "train/4", "valid/1", "valid/2", "valid/3"} {
		left -= s.number("thesis:table-3.2 1/%s", place)
	}
	add("3.2 split 1, last validation block", s.number("thesis:table-3.2 1/valid/4"), left, 0.5)
	for _, m := range []int{2, 4, 5, 6} {
		right, err := theory.ARRV(m)
		if err != nil {
			return Finding{}, err
		}
		add(fmt.Sprintf("3.5 ARRV(%d)", m), s.number("thesis:table-3.5 %d", m), right, 0.00005)
	}
	add("2.8 n = 500, n1 = 400, J = 50", s.number("thesis:table-2.8 500/400/phi_star_mean/50"),
		cv.IdealOverlap(500, 400, 50), 0.005)
	add("2.8 n = 1000, n1 = 800, J = 50", s.number("thesis:table-2.8 1000/800/phi_star_mean/50"),
		cv.IdealOverlap(1000, 800, 50), 0.005)
	return Finding{
		ID: "E23", Claim: "the cells are off by more than their rounding", Confirmed: ok,
		Tables: []Table{{Rows: rows, Digits: 6}},
	}, s.err
}

// halfSplitDifference returns the simulated variance of two random half splits minus the variance of two-fold CV, both
// halves of one split. Its standard error follows from that at m = 3 by the identity of E21.
func halfSplitDifference(c study.Config, config string) (difference, se float64, err error) {
	stored, err := study.Stored[covariance.VarianceRow](c.Data, "variances")
	if err != nil {
		return 0, 0, err
	}
	orders, err := study.Stored[covariance.OrderRow](c.Data, "variance_orders")
	if err != nil {
		return 0, 0, err
	}
	at := study.Where(stored, func(r covariance.VarianceRow) bool { return r.Config == config })
	for _, o := range orders {
		if o.Config == config && o.Larger == "RHS" && o.M == 3 {
			se = 3 * o.SE / 100 * covariance.Find(at, "RHS", 6).Total
		}
	}
	return covariance.Find(at, "RHS", 2).Total - covariance.Find(at, "mx2CV", 1).Total, se, nil
}

// E33 counts the exceptions, in the tables that they cite, to five sentences of T
// §2.4.2, §2.4.3 and §3.5.
func E33(c study.Config) (Finding, error) {
	type row struct {
		Sentence   string `dataframe:"sentence"`
		Exceptions int    `dataframe:"exceptions"`
	}
	rows := []row{
		{"(a) rates of K-fold CV at J = 5 and 10 on classification data exceed 10%", 0},
		{"(b) at J = 2 RLT has the smaller variance on SREG+lm and SCLA+knn only", 0},
		{"(c) rates of BRHS over m x 2 CV and m x 2 BCV are below 10%", 0},
		{"(d) m x 2 BCV has the smaller variance in all configurations of table 3.7", 0},
		{"(e) its rate grows with m", 0},
	}
	s := read(c)
	for _, l := range s.lines("published/thesis_table_2_9.csv") {
		if l["method"] == "RLT/KFCV" {
			rate := s.float(l["value"])
			rows[0].Exceptions += one(l["data"] != "SREG" && l["J"] != "2" && rate <= 10)
			rows[1].Exceptions += one(l["J"] == "2" && rate < 0 && l["config"] != "SREG+lm+500+100" &&
				l["config"] != "SCLA+knn+1000+20")
		}
	}
	for _, l := range s.lines("published/thesis_table_2_11.csv") {
		if l["method"] != "RHS" && l["reduction_rate_pct"] != "" {
			rows[2].Exceptions += one(s.float(l["reduction_rate_pct"]) >= 10)
		}
	}
	last := map[string]float64{}
	for _, l := range s.lines("published/thesis_table_3_8.csv") {
		rate := s.float(l["reduction_rate_pct"])
		before, ok := last[l["config"]]
		rows[3].Exceptions += one(rate <= 0)
		rows[4].Exceptions += one(ok && rate < before)
		last[l["config"]] = rate
	}
	type gain struct {
		M    int     `dataframe:"m"`
		Gain float64 `dataframe:"gain, %"`
	}
	var gains []gain
	for _, m := range []int{3, 5, 7, 9} {
		gains = append(gains, gain{m, 100 * theory.Gain(1000, m)})
	}
	all := true
	for _, r := range rows {
		all = all && r.Exceptions > 0
	}
	return Finding{
		ID: "E33", Claim: "all five sentences have exceptions", Confirmed: all,
		Tables: []Table{{Rows: rows}, {Caption: "What theory has for (e), n = 1000", Rows: gains, Digits: 2}},
	}, s.err
}

// E34 shows that the cell CON+svm, m = 5, of T table 3.9 does not fit its row, where m
// times the variance is nearly constant (E20), and that 1.7996e-4 does.
func E34(c study.Config) (Finding, error) {
	s := read(c)
	at := func(method string, m int) float64 {
		return s.number("thesis:table-3.9 CON+svm+500+42/%s/%d", method, m)
	}
	type row struct {
		M     int     `dataframe:"m"`
		Cell  string  `dataframe:"variance of m x 2 BCV"`
		Times float64 `dataframe:"m times the variance"`
		Rate  float64 `dataframe:"reduction rate, %"`
	}
	var rows []row
	low, high := math.Inf(1), 0.0
	for _, m := range []int{3, 5, 7, 9} {
		v := float64(m) * at("mx2BCV", m)
		rows = append(rows, row{M: m, Cell: "as printed", Times: v, Rate: 100 * (1 - at("mx2BCV", m)/at("mx2CV", m))})
		if m != 5 {
			low, high = min(low, v), max(high, v)
		}
	}
	const guess = 1.7996e-4
	rows = append(rows, row{M: 5, Cell: "1.7996e-4", Times: 5 * guess, Rate: 100 * (1 - guess/at("mx2CV", 5))})
	return Finding{
		ID: "E34", Claim: "the cell does not fit its row, 1.7996e-4 does",
		Confirmed: 5*at("mx2BCV", 5) < 0.97*low && 5*guess > low && 5*guess < high,
		Tables:    []Table{{Rows: rows}},
	}, s.err
}

// cutBounds returns the bounds of a table that are not the computed ones, rounded. Their keys have task, metric, model
// and bound in the places of the format.
func cutBounds(s *sources, tasks []posterior.Task, o posterior.Options, format string) (off []cell, total int,
	err error) {
	for _, task := range tasks {
		for _, metric := range posterior.Metrics() {
			a, b, err := task.Distributions(metric, o)
			if err != nil {
				return nil, 0, err
			}
			for i, distribution := range []posterior.Distribution{a, b} {
				interval, err := distribution.EqualTailed(0.95)
				if err != nil {
					return nil, 0, err
				}
				for bound, v := range map[string]float64{"low": 100 * interval.Low, "high": 100 * interval.High} {
					key := fmt.Sprintf(format, task.Name, metric, "AB"[i], bound)
					table := s.number("%s", key)
					if total++; !near(v, table, 0.005) {
						off = append(off, cell{key, table, v})
					}
				}
			}
		}
	}
	slices.SortFunc(off, func(x, y cell) int { return strings.Compare(x.Place, y.Place) })
	return off, total, nil
}
