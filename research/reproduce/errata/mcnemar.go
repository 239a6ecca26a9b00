package errata

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/rejection"
	"gonum.org/v1/gonum/stat"
)

// E19 shows that the K statistics summed in M eq. 5 are correlated. It simulates two
// learners of equal error, each with features of its own, and takes the signed roots
// (n01-n10)/sqrt(n01+n10) of the folds.
func E19(study.Config) (Finding, error) {
	const K, sets = 6, 2000
	roots, sum, naive, err := foldStatistics(60, K, sets)
	if err != nil {
		return Finding{}, err
	}
	correlation := stat.Correlation(slices.Concat(roots[0], roots[2], roots[4]), slices.Concat(roots[1], roots[3],
		roots[5]), nil)
	se := 1 / math.Sqrt(sets*3)
	type row struct {
		Statistic string  `dataframe:"sum of K = 6 statistics"`
		Mean      float64 `dataframe:"mean"`
		Variance  float64 `dataframe:"variance"`
	}
	type pair struct {
		Quantity string  `dataframe:"quantity"`
		Value    float64 `dataframe:"value"`
		SE       float64 `dataframe:"standard error"`
	}
	return Finding{
		ID: "E19", Claim: "the statistics are correlated, their sum is not chi-squared(K)",
		Confirmed: correlation > 5*se && math.Abs(sum.Mean-K) > 5*math.Sqrt(sum.Variance()/sets),
		Tables: []Table{
			{Rows: []pair{{"correlation of the signed roots of two folds", correlation, se}}, Digits: 3},
			{Rows: []row{
				{"simulated", sum.Mean, sum.Variance()}, {"chi-squared(6)", K, 2 * K},
				{"simulated, with the continuity correction (infer.KFoldMcNemar)", naive.Mean, naive.Variance()}},
				Digits: 3},
		},
	}, nil
}

// foldStatistics simulates K-fold McNemar tests of two learners. It returns the
// signed roots by fold and the sums of their squares, plain and with the continuity
// correction.
func foldStatistics(records, k, sets int) (roots [][]float64, sum, naive sim.Moments, err error) {
	rng := rand.New(rand.NewPCG(1, 4))
	roots = make([][]float64, k)
	y := make([]float64, records)
	for i := range y {
		y[i] = float64(i % 2)
	}
	for s := range sets {
		xa, xb := draw(records, 19, y, rng), draw(records, 19, y, rng)
		set, err := cv.New(cv.KFold, records, cv.Options{K: k, Seed: uint64(s)})
		if err != nil {
			return nil, sum, naive, err
		}
		tables, total := make([]infer.Contingency, k), 0.0
		for f := range k {
			fold := set.Fold(f)
			a, b := stump(xa, y, fold.Train), stump(xb, y, fold.Train)
			for _, i := range fold.Valid {
				tables[f].Add(a(xa[i]) == y[i], b(xb[i]) == y[i])
			}
			root := (tables[f].N01 - tables[f].N10) / math.Sqrt(max(1, tables[f].N01+tables[f].N10))
			roots[f] = append(roots[f], root)
			total += root * root
		}
		sum.Add(total)
		test, err := infer.KFoldMcNemar(tables, infer.Options{})
		if err != nil {
			return nil, sum, naive, err
		}
		naive.Add(test.Statistic)
	}
	return roots, sum, naive, nil
}

// stump picks the feature of the training records whose class means lie farthest
// apart, and thresholds it half way.
func stump(x [][]float64, y []float64, train []int32) func(row []float64) float64 {
	best, gap, cut := 0, 0.0, 0.0
	for k := range x[0] {
		var sum, count [2]float64
		for _, i := range train {
			sum[int(y[i])] += x[i][k]
			count[int(y[i])]++
		}
		low, high := sum[0]/max(count[0], 1), sum[1]/max(count[1], 1)
		if math.Abs(high-low) > math.Abs(gap) {
			best, gap, cut = k, high-low, (low+high)/2
		}
	}
	return func(row []float64) float64 {
		if (row[best] > cut) == (gap > 0) {
			return 1
		}
		return 0
	}
}

// draw returns records with balanced classes, n features that say nothing and one
// more that does.
func draw(records, n int, y []float64, rng *rand.Rand) [][]float64 {
	x := make([][]float64, records)
	for i := range x {
		for range n {
			x[i] = append(x[i], rng.NormFloat64())
		}
		x[i] = append(x[i], rng.NormFloat64()+y[i])
	}
	return x
}

// E28 shows wrong counts and an index of M: the same data set twice, the records of
// credit, the predictors of yeast, the number of tests, the trials of lemma 1, and
// that the column MNIST is from 100 runs.
func E28(c study.Config) (Finding, error) {
	s := read(c)
	at := func(no, name, q string) float64 { return s.number("mcnemar:table-4 %s/%s/%s", no, name, q) }
	a := true
	for _, q := range []string{"records", "predictors", "classes"} {
		a = a && at("7", "donors", q) == at("25", "transfusion", q)
	}
	files := map[string]line{}
	for _, l := range s.lines("datasets.csv") {
		files[l["name"]] = l
	}
	tests, mnist, others := resolutions(s)
	existing := s.setting("mcnemar", "existing_tests")
	credit, yeast := files["credit"]["records"], files["yeast"]["features"]
	right, asPrinted := lemma(0.1, 0.3, 0.2) // (e)
	type row struct {
		Place   string `dataframe:"place"`
		Printed string `dataframe:"printed"`
		Found   string `dataframe:"found"`
	}
	number := func(x float64) string { return fmt.Sprintf("%.0f", x) }
	return Finding{
		ID: "E28", Claim: "all six",
		Confirmed: a && credit == "653" && at("6", "credit", "records") == 690 && yeast == "8" &&
			at("29", "yeast", "predictors") == 7 &&
			tests == 14 && existing == "14" && math.Abs(right) < 0.02 && math.Abs(asPrinted) > 0.2 && mnist == 0 &&
			others > 20,
		Tables: []Table{{Rows: []row{
			{"(a) donors and transfusion", "two data sets", map[bool]string{true: "the same three counts",
				false: "other counts"}[a]},
			{"(b) credit, complete records", number(at("6", "credit", "records")), credit},
			{"(c) yeast, predictors", number(at("29", "yeast", "predictors")), yeast},
			{"(d) tests beside the proposed one, table V", existing, fmt.Sprint(tests - 1)},
			{"(e) mean of n00 given n10+n00 = 3, less its mean by lemma 1", fmt.Sprintf("%.3f", asPrinted),
				fmt.Sprintf("%.3f", right)},
			{"(f) errors that are no multiple of 0.01", "a column MNIST like the others",
				fmt.Sprintf("MNIST %d, others %d", mnist, others)}}}},
	}, s.err
}

// resolutions counts the tests of M table V and its errors that are not a multiple of
// 0.01, for MNIST and for the other data sets.
func resolutions(s *sources) (tests, mnist, others int) {
	names := map[string]bool{}
	for _, l := range s.lines("published/mcnemar_table_5.csv") {
		names[l["test"]] = true
		text := l["type1_error"]
		hundredth := text[len(text)-1] == '0' // 0.25 is printed 0.250
		mnist += one(l["dataset"] == "MNIST" && !hundredth)
		others += one(l["dataset"] != "MNIST" && !hundredth)
	}
	return len(names), mnist, others
}

// lemma draws tables of 20 records with these probabilities and keeps the tables with
// n10+n00 = 3. It returns the mean of n00 minus the mean of its binomial distribution in M lemma 1,
// with n10+n00 (right) and with n01+n00 (as printed) trials.
func lemma(p00, p01, p10 float64) (right, asPrinted float64) {
	rng := rand.New(rand.NewPCG(1, 5))
	qb := p00 / (p00 + p10)
	var one, other sim.Moments
	for range 50_000 {
		var n00, n01, n10 float64
		for range 20 {
			switch u := rng.Float64(); {
			case u < p00:
				n00++
			case u < p00+p01:
				n01++
			case u < p00+p01+p10:
				n10++
			}
		}
		if n10+n00 == 3 {
			one.Add(n00 - qb*(n10+n00))
			other.Add(n00 - qb*(n01+n00))
		}
	}
	return one.Mean, other.Mean
}

// E40 shows that the true error rates of M §5.2 belong to classifiers trained on
// 150 records, the halves of two-fold CV, not on 300. It compares stored simulations;
// the printed rates have the standard errors of 1,000 data sets.
func E40(c study.Config) (Finding, error) {
	s := read(c)
	found, err := study.Stored[rejection.ErrorRow](c.Data, "mcnemar_errors")
	if err != nil {
		return Finding{}, err
	}
	type row struct {
		Classifier string  `dataframe:"classifier, EXP6"`
		Printed    float64 `dataframe:"printed error, %"`
		N          int     `dataframe:"training records"`
		Error      float64 `dataframe:"simulated error, %"`
		SE         float64 `dataframe:"standard error"`
		Z          float64 `dataframe:"z"`
	}
	var rows []row
	fits, far := true, true
	for _, k := range [][3]string{{"C4.5", "A", "exp6_c45_error"}, {"nearest neighbour, omega = 1", "B",
		"exp6_fnn_error_omega_1"}} {
		p := s.number("mcnemar:text 5.2/%s", k[2])
		for _, r := range found {
			if r.Data != "EXP6" || r.Learner != k[1] || r.Setting != 1 {
				continue
			}
			z := (100*r.Error - p) / (100 * r.SE * math.Sqrt(1+float64(r.Sets)/1000)) // ours and the published one's
			rows = append(rows, row{Classifier: k[0], Printed: p, N: r.N, Error: 100 * r.Error, SE: 100 * r.SE, Z: z})
			fits = fits && (r.N != 150 || math.Abs(z) < 4)
			far = far && (r.N == 150 || math.Abs(z) > 10)
		}
	}
	type setting struct {
		Data    string  `dataframe:"data"`
		Name    string  `dataframe:"setting of equal rates"`
		Printed float64 `dataframe:"printed"`
		N300    float64 `dataframe:"300 records"`
		N150    float64 `dataframe:"150 records"`
	}
	var settings []setting
	for _, k := range [][3]string{{"EXP6", "omega", "exp6_omega_equal"}, {"UCI letter", "upsilon",
		"letter_upsilon_equal"}} {
		settings = append(settings, setting{
			Data: k[0], Name: k[1], Printed: s.number("mcnemar:text 5.2/%s", k[2]),
			N300: equalRates(found, k[0], 300), N150: equalRates(found, k[0], 150),
		})
	}
	return Finding{
		ID: "E40", Claim: "the rates are those of 150 training records", Confirmed: fits && far,
		Tables: []Table{{Rows: rows}, {Rows: settings}},
	}, s.err
}

// equalRates returns the setting at which both classifiers err alike, by linear
// interpolation between stored settings; NaN if they do not cross.
func equalRates(found []rejection.ErrorRow, data string, n int) float64 {
	var settings, gaps []float64
	a := 0.0
	for _, r := range found {
		if r.Data != data || r.N != n {
			continue
		}
		if r.Learner == "A" {
			a = r.Error
			continue
		}
		settings, gaps = append(settings, r.Setting), append(gaps, r.Error-a)
	}
	for i := 1; i < len(gaps); i++ {
		if gaps[i-1]*gaps[i] <= 0 {
			return settings[i-1] - gaps[i-1]*(settings[i]-settings[i-1])/(gaps[i]-gaps[i-1])
		}
	}
	return math.NaN()
}
