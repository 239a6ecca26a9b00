package errata

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/variance"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/theory"
	"gonum.org/v1/gonum/stat/distuv"
)

// E4 shows that T table 5.4 comes out only with the misprint E3, and that v_m gives
// smaller values: fewer replications suffice.
func E4(c study.Config) (Finding, error) {
	type row struct {
		M        int     `dataframe:"m"`
		Table    float64 `dataframe:"table 5.4"`
		Misprint float64 `dataframe:"with C_m"`
		Right    float64 `dataframe:"with v_m"`
	}
	s := read(c)
	var rows []row
	misprint, right := 0.0, math.Inf(1)
	for m := 3; m <= 20; m++ {
		printed, err := theory.ARRCI(m, 0.05, theory.AsPrinted)
		if err != nil {
			return Finding{}, err
		}
		corrected, err := theory.ARRCI(m, 0.05, theory.Corrected)
		if err != nil {
			return Finding{}, err
		}
		r := row{M: m, Table: s.number("thesis:table-5.4 %d/0.05", m), Misprint: printed, Right: corrected}
		rows = append(rows, r)
		misprint, right = max(misprint, math.Abs(r.Table-r.Misprint)), min(right, math.Abs(r.Table/r.Right-1))
	}
	last, err := lastReplications()
	if err != nil {
		return Finding{}, err
	}
	var points []figure.Point
	for _, series := range []struct {
		name  string
		mark  figure.Mark
		value func(row) float64
	}{
		{"table 5.4", figure.Dots, func(r row) float64 { return r.Table }},
		{"with C_m", figure.Line, func(r row) float64 { return r.Misprint }},
		{"with v_m", figure.Line, func(r row) float64 { return r.Right }},
	} {
		for _, r := range rows {
			points = append(points, figure.Point{Panel: "alpha = 0.05", Series: series.name, X: float64(r.M),
				Y: series.value(r), Mark: series.mark})
		}
	}
	f, err := figure.Curves(points, figure.Labels{X: "replications m", Y: "reduction of the interval's length, ARRCI"})
	if err != nil {
		return Finding{}, err
	}
	return Finding{
		ID: "E4", Claim: "the table follows from C_m under the root, and v_m gives smaller values",
		Confirmed: misprint < 0.0001 && right > 0.2,
		Tables: []Table{
			{Caption: "ARRCI at alpha = 0.05", Rows: rows},
			{Caption: "Last replication M: the first m with ARRCI at most gamma", Rows: last},
		},
		Figure: f,
	}, s.err
}

// lastReplication is the recommended last m with both formulas.
type lastReplication struct {
	Alpha     float64 `dataframe:"alpha"`
	Misprint5 int     `dataframe:"gamma = 5%, with C_m"`
	Right5    int     `dataframe:"gamma = 5%, right"`
	Misprint1 int     `dataframe:"gamma = 1%, with C_m"`
	Right1    int     `dataframe:"gamma = 1%, right"`
}

func lastReplications() (rows []lastReplication, err error) {
	choose := func(alpha, gamma float64, f theory.Form) int {
		m, problem := theory.ChooseM(alpha, gamma, f)
		if err == nil {
			err = problem
		}
		return m
	}
	for _, alpha := range []float64{0.1, 0.05, 0.01, 0.005, 0.001} {
		rows = append(rows, lastReplication{
			Alpha:     alpha,
			Misprint5: choose(alpha, 0.05, theory.AsPrinted), Right5: choose(alpha, 0.05, theory.Corrected),
			Misprint1: choose(alpha, 0.01, theory.AsPrinted), Right1: choose(alpha, 0.01, theory.Corrected),
		})
	}
	return rows, err
}

// E5 shows that M of T 5.45 is a minimum: ARRCI falls with m, so that every later m is
// in the set and it has no maximum.
func E5(c study.Config) (Finding, error) {
	s := read(c)
	falling, before := true, math.Inf(1)
	for m := 3; m <= 40; m++ {
		r, err := theory.ARRCI(m, 0.05, theory.AsPrinted)
		if err != nil {
			return Finding{}, err
		}
		falling, before = falling && r < before, r
	}
	M := s.number("thesis:text 5.6/M") // gamma = 0.01, alpha = 0.05
	first, err := theory.ChooseM(0.05, 0.01, theory.AsPrinted)
	if err != nil {
		return Finding{}, err
	}
	return Finding{
		ID: "E5", Claim: "ARRCI falls from m = 3 to 40, so that M is the minimum and there is no largest m",
		Confirmed: falling && float64(first) == M,
		Tables: []Table{{Rows: []quantity{{"first m with ARRCI at most 1% by the printed table", float64(first)},
			{"M of T §5.6", M}}}},
	}, s.err
}

// E24 shows that T table 5.8 has the errors of one test at m = 12, and that the test
// with all its looks exceeds its level. The test is simulated under the hypothesis
// at the 36 pairs of correlations of the table; "ideal" takes the true C_m and f_m,
// "bmx2" takes their estimates, each with the one-sided t_alpha of T theorem 5.5.
func E24(c study.Config) (Finding, error) {
	s := read(c)
	e, err := sequentialErrors(s)
	if err != nil {
		return Finding{}, err
	}
	type row struct {
		Test    string  `dataframe:"test"`
		Printed float64 `dataframe:"largest error, table 5.8"`
		All     float64 `dataframe:"largest error, all looks"`
		OneFit  float64 `dataframe:"chi-squared(36) of the table, one look at m = 12"`
		P       float64 `dataframe:"p"`
		AllFit  float64 `dataframe:"chi-squared(36) of the table, all looks"`
	}
	var rows []row
	fits := true
	for i, name := range []string{"ideal", "bmx2"} {
		one, many := misfit(e.table[i], e.fixed[i]), misfit(e.table[i], e.all[i])
		r := row{
			Test: name, Printed: slices.Max(e.table[i]), All: slices.Max(e.all[i]),
			OneFit: one, P: distuv.ChiSquared{K: 36}.Survival(one), AllFit: many,
		}
		rows = append(rows, r)
		fits = fits && r.P > 0.01 && many > 150 && r.All > 0.08
	}
	type remedy struct {
		Name  string  `dataframe:"remedy"`
		Error float64 `dataframe:"largest error"`
	}
	return Finding{
		ID: "E24", Claim: "the table shows one look; the test with all looks exceeds its level", Confirmed: fits,
		Tables: []Table{
			{Caption: "Errors of the sequential test at alpha = 0.05, 36 pairs of correlations", Rows: rows, Digits: 3},
			{Rows: []remedy{{"bmx2 at alpha/2 (T 5.40)", slices.Max(e.halved)},
				{"the calibrated boundary, sequential.Calibrated", slices.Max(e.calibrated)}}, Digits: 2},
		},
	}, s.err
}

// errorRates are error rates by test, ideal and bmx2, at the pairs of correlations.
type errorRates struct {
	table, all, fixed  [2][]float64 // printed, with looks from 3 to 12, with one at 12
	halved, calibrated []float64    // of two remedies
}

func sequentialErrors(s *sources) (e errorRates, err error) {
	// one-sided, alpha = 0.05
	upper := infer.Options{Alternative: infer.Greater}
	half, err := sequential.TTest{Options: upper, Rule: sequential.Printed{Halved: true}}.Boundary() // T 5.40
	if err != nil {
		return e, err
	}
	calibrated, err := sequential.TTest{Options: upper, Rule: sequential.Calibrated{}}.Boundary()
	if err != nil {
		return e, err
	}
	hat := func(m int) (c, f float64) { return variance.Chat(m), variance.DFhat(m) }
	for i := range 36 {
		r1, r2 := i/6, i%6
		rho := sequential.Correlation{Rho1: float64(r1) / 10, Rho2: float64(r2) / 10}
		ideal := func(m int) (c, f float64) {
			l := theory.TStatistic{M: m, Rho1: rho.Rho1, Rho2: rho.Rho2}
			return l.C(), l.DF()
		}
		tests := []sequential.Boundary{looks(3, ideal), looks(3, hat), half, calibrated, looks(12, ideal),
			looks(12, hat)}
		o, err := sequential.OperatingCharacteristics(rho, tests, []float64{0}, 4000, 1)
		if err != nil {
			return e, err
		}
		e.halved, e.calibrated = append(e.halved, o[2][0].Reject), append(e.calibrated, o[3][0].Reject)
		for k, name := range []string{"ideal", "bmx2"} {
			e.table[k] = append(e.table[k], s.number("thesis:table-5.8 %s/0.%d/0.%d", name, r1, r2))
			e.all[k] = append(e.all[k], o[k][0].Reject)
			e.fixed[k] = append(e.fixed[k], o[4+k][0].Reject)
		}
	}
	return e, nil
}

// looks returns a test with boundaries from first to 12: c(m) times the upper 5%
// point of t(f(m)).
func looks(first int, cf func(m int) (c, f float64)) sequential.Boundary {
	l := sequential.Boundary{Start: first}
	for m := first; m <= 12; m++ {
		c, f := cf(m)
		l.Factors = append(l.Factors, c*distuv.StudentsT{Sigma: 1, Nu: f}.Quantile(0.95))
	}
	return l
}

// misfit returns the chi-squared distance of printed error rates, from 1,000 data
// sets each, from computed ones. Rates below 0.001 count as 0.001: the table ends
// there.
func misfit(table, computed []float64) (sum float64) {
	for i, p := range computed {
		sum += (table[i] - p) * (table[i] - p) / (max(p, 0.001) * (1 - p) / 1000)
	}
	return sum
}

// E25 shows that the expected length of T theorem 5.4 falls, so that 5.37 must have
// ">", while q(m) and v_m need not fall.
func E25(c study.Config) (Finding, error) {
	s := read(c)
	falls, onlyThere, risingV := lengthFalls()
	type row struct {
		M      int     `dataframe:"m"`
		Length float64 `dataframe:"expected length, rho1 = 0.2, rho2 = 0.4, in sigma"`
	}
	type peak struct {
		M     int     `dataframe:"m"`
		Q     float64 `dataframe:"q(m), rho1 = 0.5, rho2 = 0"`
		Table float64 `dataframe:"table 5.12"`
	}
	var lengths []row
	var peaks []peak
	all := true
	for m := 3; m <= 5; m++ {
		lengths = append(lengths, row{m, theory.TStatistic{M: m, Rho1: 0.2, Rho2: 0.4}.ExpectedLength(0.05)})
	}
	for m := 2; m <= 4; m++ {
		p := peak{m, theory.TStatistic{M: m, Rho1: 0.5}.Q(), s.number("thesis:table-5.11-5.12 %d/0.5/0.0/q_m", m)}
		peaks = append(peaks, p)
		all = all && near(p.Table, p.Q, 0.0005) && p.Q < theory.TStatistic{M: m + 1, Rho1: 0.5}.Q()
	}
	caption := fmt.Sprintf("Points of the grid, m = 2 to 20, where v_m rises: %d; rho1 > rho2 in all of them: %v",
		risingV, onlyThere)
	return Finding{
		ID: "E25", Claim: "the length falls on the whole grid (5.37 reversed), q and v_m need not",
		Confirmed: falls && risingV > 0 && onlyThere && all,
		Tables:    []Table{{Rows: lengths, Digits: 5}, {Caption: caption, Rows: peaks}},
	}, s.err
}

// lengthFalls says on a grid of correlations from 0 to 1/2 and m from 2 to 20 whether
// the expected length falls always, how often v_m rises, and whether it does so for
// rho1 > rho2 only.
func lengthFalls() (falls, onlyThere bool, risingV int) {
	falls, onlyThere = true, true
	for m := 2; m <= 20; m++ {
		for i := range 11 * 11 {
			r1, r2 := i/11, i%11
			now := theory.TStatistic{M: m, Rho1: float64(r1) / 20, Rho2: float64(r2) / 20}
			next := now
			next.M++
			if now.Check() != nil || next.Check() != nil {
				continue // rho1 = 0, rho2 = 1/2 is a limit
			}
			falls = falls && next.ExpectedLength(0.05) < now.ExpectedLength(0.05)
			if next.V() > now.V()+1e-12 {
				risingV++
				onlyThere = onlyThere && r1 > r2
			}
		}
	}
	return falls, onlyThere, risingV
}
