package errata

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/covariance"
	"github.com/block-regularized/bcv/research/theory"
)

// sentence is a sentence of T, with the cases in which what it cites, or a computation,
// says otherwise.
type sentence struct {
	Sentence   string `dataframe:"sentence"`
	Exceptions int    `dataframe:"exceptions"`
	Of         int    `dataframe:"of"`
}

// count adds a case.
func (s *sentence) count(exception bool) {
	s.Exceptions += one(exception)
	s.Of++
}

// E45 checks sentences of T against the tables that they cite, or by computation: most of
// the first table, as E27 and E33 before, have exceptions. The second has the sentences that hold.
func E45(c study.Config) (Finding, error) {
	s := read(c)
	functions, err := study.Stored[covariance.PointRow](c.Data, "covariance_functions")
	if err != nil {
		return Finding{}, err
	}
	wrong := []sentence{reversedCondition(), monotone(functions), s.aboveForty(), s.ratesFall()}
	apart, order, least := s.intervals()
	wrong = append(wrong, apart, order, s.rising(), s.ratioAtHalves(), s.onlyFeeling(), mostlyUnsafe())
	above, below, constant := s.toyErrors()
	wrong = append(wrong, above, below)
	right := []sentence{least, s.leastVariance(), s.ratesOfRHS(), reductions(), s.convex(), s.smaller(), s.shorter(),
		s.smallerSpread(),
		constants(), s.stoppingTimes(), s.var3Above(), constant, s.letterErrors()}
	all := true
	for _, w := range wrong {
		all = all && w.Exceptions > 0
	}
	for _, r := range right {
		all = all && r.Exceptions == 0 && r.Of > 0
	}
	return Finding{
		ID: "E45", Claim: fmt.Sprintf("%d sentences have exceptions, %d hold", len(wrong), len(right)), Confirmed: all,
		Tables: []Table{{Rows: wrong, Caption: "Sentences with exceptions"},
			{Rows: right, Caption: "Sentences that hold"}},
	}, s.err
}

// reversedCondition is about the condition of theorem 2.1, x_min at most the ideal overlap.
func reversedCondition() sentence {
	out := sentence{Sentence: "§2.4.1: at x_min = 200, n = 1000, n1 = 500 the best variance is not sure for J of 6 " +
		"or more"}
	for j := 2; j <= 30; j += 2 {
		sure := 200 <= cv.IdealOverlap(1000, 500, j)+1e-9
		out.count(sure == (j >= 6))
	}
	return out
}

// monotone asks the stored simulation of SREG+lm, of half splits: a fall of more than
// three standard errors.
func monotone(rows []covariance.PointRow) sentence {
	out := sentence{Sentence: "§2.4.1: on SREG f increases throughout (simulated, lm, half splits; falls before the " +
		"overlap)"}
	at := study.Where(rows, func(r covariance.PointRow) bool { return r.Config == "SREG+lm+1000+100" && r.N1 == 500 })
	slices.SortFunc(at, func(a, b covariance.PointRow) int { return int(a.X - b.X) })
	for i := 1; i < len(at); i++ {
		out.count(at[0].F-at[i].F > 3*math.Hypot(at[0].GivenSE, at[i].GivenSE))
	}
	return out
}

func (s *sources) aboveForty() sentence {
	out := sentence{Sentence: "§2.4.2: on wdbc, optdigits and pageblock the rates of 5- and 10-fold CV are above 40%"}
	for _, l := range s.lines("published/thesis_table_2_9.csv") {
		if l["method"] == "RLT/KFCV" && l["J"] != "2" && slices.Contains([]string{"wdbc", "optdigits", "pageblock"},
			l["data"]) {
			out.count(s.float(l["value"]) <= 40)
		}
	}
	return out
}

func (s *sources) ratesFall() sentence {
	rates := slices.DeleteFunc(s.lines("published/thesis_table_2_11.csv"), func(l line) bool {
		return l["reduction_rate_pct"] == ""
	})
	return s.steps("§2.4.3: the rates of BRHS fall with J (steps of table 2.11)", rates, "reduction_rate_pct",
		[]string{"config", "method"}, func(before, rate float64) bool { return rate < before })
}

// steps is about each value after the one before it in lines with the same texts in columns.
func (s *sources) steps(text string, lines []line, value string, columns []string,
	holds func(before, v float64) bool) sentence {
	out := sentence{Sentence: text}
	last := map[string]float64{}
	for _, l := range lines {
		key, v := "", s.float(l[value])
		for _, c := range columns {
			key += l[c]
		}
		if before, ok := last[key]; ok {
			out.count(!holds(before, v))
		}
		last[key] = v
	}
	return out
}

// intervals is about table 2.12: means with 3 standard errors.
func (s *sources) intervals() (apart, order, least sentence) {
	apart.Sentence = "§2.4.3: RHS, m x 2 CV and m x 2 BCV do not differ by intervals of 3 standard errors (pairs of " +
		"table 2.12)"
	order.Sentence = "§2.4.3: their means fall in this order (neighbours in table 2.12)"
	least.Sentence = "§2.4.3: BRHS lies below the three, without overlap (table 2.12)"
	methods := []string{"RHS", "mx2CV", "mx2BCV", "BRHS"}
	type value struct{ mean, reach float64 }
	rows := map[string]map[string]value{}
	for _, l := range s.lines("published/thesis_table_2_12.csv") {
		key := l["config"] + l["J"]
		if rows[key] == nil {
			rows[key] = map[string]value{}
		}
		rows[key][l["method"]] = value{s.float(l["variance_mean"]), 3 * s.float(l["variance_se"])}
	}
	for _, row := range rows {
		for j := range 3 {
			b := row[methods[j]]
			for i := range j {
				a := row[methods[i]]
				apart.count(math.Abs(a.mean-b.mean) > a.reach+b.reach)
			}
			if j > 0 {
				order.count(row[methods[j-1]].mean <= b.mean)
			}
			best := row["BRHS"]
			least.count(b.mean-b.reach <= best.mean+best.reach)
		}
	}
	return apart, order, least
}

func (s *sources) rising() sentence {
	return s.steps("§4.4.1: means and standard deviations rise with the share of training sentences "+
		"(steps of table 4.3)",
		s.lines("published/thesis_table_4_3.csv"), "value", []string{"algorithm", "metric", "quantity"},
		func(before, v float64) bool { return v > before })
}

func (s *sources) onlyFeeling() sentence {
	out := sentence{Sentence: "§4.4.2: bad splits have the smaller ratio but for precision of Feeling (table 4.5, " +
		"beside that)"}
	bad := map[string]float64{}
	for _, l := range s.lines("published/thesis_table_4_5.csv") {
		key := l["frame"] + "/" + l["metric"]
		if l["partition"] == "bad" {
			bad[key] = s.float(l["snr"])
		} else if key != "Feeling/P" {
			out.count(bad[key] >= s.float(l["snr"]))
		}
	}
	return out
}

// mostlyUnsafe compares shares of the square that are not conservative with one half.
func mostlyUnsafe() sentence {
	out := sentence{Sentence: "§5.2.3: in most of the square Var1 is not sure to be conservative (m = 3, 5, 7, 9)"}
	for _, m := range []int{3, 5, 7, 9} {
		out.count(1-theory.Var1.Feasible(m) <= 0.5)
	}
	return out
}
