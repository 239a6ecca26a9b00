package errata

import (
	"math"

	"github.com/block-regularized/bcv/pkg/variance"
	"github.com/block-regularized/bcv/research/theory"
)

// toyErrors is about table 5.8, where errors come from 1,000 draws: half a percent more
// or less is chance, and the sentences have it as it is printed.
func (s *sources) toyErrors() (above, below, constant sentence) {
	above.Sentence = "§5.8.1: at rho1 above 0 the error of 98paired exceeds 0.05 (table 5.8)"
	below.Sentence = "§5.8.1: the error of bmx2 is below 0.05 (table 5.8)"
	constant.Sentence = "§5.8.1: the ideal test keeps 0.05 (table 5.8, within 3 standard errors)"
	se := math.Sqrt(0.05 * 0.95 / 1000)
	for _, l := range s.lines("published/thesis_table_5_8.csv") {
		e := s.float(l["max_type1_error"])
		switch {
		case l["test"] == "98paired" && s.float(l["rho1"]) > 0:
			above.count(e <= 0.05)
		case l["test"] == "bmx2":
			below.count(e >= 0.05)
		case l["test"] == "ideal":
			constant.count(math.Abs(e-0.05) > 3*se)
		}
	}
	return above, below, constant
}

func (s *sources) leastVariance() sentence {
	return s.least("§2.4.3: BRHS has the least variance of the four (table 2.10)",
		"published/thesis_table_2_10.csv", "BRHS")
}

// least is about the variances of one method and of the others with as many replications.
func (s *sources) least(text, table, method string) sentence {
	out := sentence{Sentence: text}
	best := map[string]float64{}
	lines := s.lines(table)
	for _, l := range lines {
		if l["method"] == method {
			best[l["config"]+"/"+l["m"]] = s.float(l["variance"])
		}
	}
	for _, l := range lines {
		if l["method"] != method {
			out.count(s.float(l["variance"]) <= best[l["config"]+"/"+l["m"]])
		}
	}
	return out
}

func (s *sources) ratesOfRHS() sentence {
	out := sentence{Sentence: "§2.4.3: the rates of BRHS over RHS go from 1% to 24% (table 2.11)"}
	for _, l := range s.lines("published/thesis_table_2_11.csv") {
		if l["method"] == "RHS" && l["reduction_rate_pct"] != "" {
			rate := s.float(l["reduction_rate_pct"])
			out.count(rate < 1 || rate > 24)
		}
	}
	return out
}

func (s *sources) convex() sentence {
	out := sentence{Sentence: "§3.5: omega + gamma - 2 tau is above 0, and rho2 between 0 and 1/2 (table 3.6)"}
	for _, l := range s.lines("published/thesis_table_3_6.csv") {
		switch l["quantity"] {
		case "omega+gamma-2tau":
			out.count(s.float(l["value"]) <= 0)
		case "rho2":
			out.count(s.float(l["value"]) <= 0 || s.float(l["value"]) >= 0.5)
		}
	}
	return out
}

func (s *sources) smaller() sentence {
	return s.least("§3.6: m x 2 BCV has the smaller variance in all configurations (table 3.9)",
		"published/thesis_table_3_9.csv", "mx2BCV")
}

func (s *sources) shorter() sentence {
	return s.steps("§3.6: both variances fall with m (steps of table 3.9)", s.lines("published/thesis_table_3_9.csv"),
		"variance", []string{"config", "method"}, func(before, v float64) bool { return v < before })
}

// ratioAtHalves divides means by standard deviations where table 4.3 has no ratio.
func (s *sources) ratioAtHalves() sentence {
	out := sentence{Sentence: "§4.4.1: the signal-to-noise ratios are largest at 5:5 (tables 4.2 to 4.4)"}
	largest, mean := map[string]float64{}, map[string]float64{}
	for _, table := range []string{"4_2", "4_3", "4_4"} {
		for _, l := range s.lines("published/thesis_table_" + table + ".csv") {
			key, ratio := table+l["algorithm"]+l["metric"], 0.0
			switch v := s.float(l["value"]); l["quantity"] {
			case "snr":
				ratio = v
			case "mean_pct":
				mean[key+l["train_valid_ratio"]] = v / 100
				continue
			case "stdev":
				ratio = mean[key+l["train_valid_ratio"]] / v
			default:
				continue
			}
			if l["train_valid_ratio"] == "5:5" {
				largest[key] = ratio
			} else {
				out.count(ratio >= largest[key])
			}
		}
	}
	return out
}

func (s *sources) smallerSpread() sentence {
	out := sentence{Sentence: "§4.4.3: regularized sets have smaller standard deviations and larger ratios, as " +
		"printed (table 4.6; E44)"}
	random := map[string]float64{}
	for _, l := range s.lines("published/thesis_table_4_6.csv") {
		key, v := l["metric"]+l["quantity"], s.float(l["value"])
		switch {
		case l["method"] == "3x2CV":
			random[key] = v
		case l["quantity"] == "stdev":
			out.count(v >= random[key])
		case l["quantity"] == "snr":
			out.count(v <= random[key])
		}
	}
	return out
}

func (s *sources) var3Above() sentence {
	out := sentence{Sentence: "§5.7: Var1 is below the variance in most configurations, Var3 above it in all " +
		"(tables 5.6 and 5.7)"}
	for _, table := range []string{"5.6", "5.7"} {
		for _, m := range []int{3, 5, 7} {
			for _, n := range []int{100, 200, 300, 400, 500} {
				at := func(q string) float64 { return s.number("thesis:table-%s %d/%s/%d", table, m, q, n) }
				out.count(at("Var3_hat") <= at("Var") || at("Var1_hat") >= at("Var"))
			}
		}
	}
	return out
}

func (s *sources) letterErrors() sentence {
	out := sentence{Sentence: "§5.8.2: on Letter the errors of 98paired exceed 0.05, those of bmx2 are below it " +
		"(table 5.10; E24)"}
	for _, l := range s.lines("published/thesis_table_5_10.csv") {
		out.count((s.float(l["max_type1_error"]) > 0.05) != (l["test"] == "98paired"))
	}
	return out
}

// constants computes C_m and Chat_m on a grid.
func constants() sentence {
	out := sentence{Sentence: "§5.2.5.1: C_m and Chat_m fall with m, and Chat_m is at least C_m (computed, rho1, " +
		"rho2 from 0 to 1/2)"}
	for m := 2; m < 20; m++ {
		for i := range 6 {
			for j := range 6 {
				l := theory.TStatistic{M: m, Rho1: float64(i) / 10, Rho2: float64(j) / 10}
				next := l
				next.M++
				out.count(next.C() > l.C()+1e-12 || variance.Chat(m+1) >= variance.Chat(m) ||
					l.C() > variance.Chat(m)+1e-12)
			}
		}
	}
	return out
}

func (s *sources) stoppingTimes() sentence {
	out := sentence{Sentence: "§5.4: the smaller alpha, the later the stopping time M " +
		"(computed, gamma 10%, 5% and 1%)"}
	for _, gamma := range []float64{0.1, 0.05, 0.01} {
		last := 0
		for _, alpha := range []float64{0.1, 0.05, 0.01, 0.005, 0.001} {
			m, err := theory.ChooseM(alpha, gamma, theory.Corrected)
			s.fail(err)
			if last > 0 {
				out.count(m < last)
			}
			last = m
		}
	}
	return out
}

// reductions computes ARRV where the text has a statement.
func reductions() sentence {
	out := sentence{Sentence: "§3.4: ARRV is below 10% at m = 3, below 5% above m = 5 only, below 1% from m = 16 on " +
		"(computed)"}
	for m := 2; m <= 30; m++ {
		v, err := theory.ARRV(m)
		out.count(err != nil || (v < 0.1) != (m >= 3) || (v < 0.05) != (m > 5) || (v < 0.01) != (m >= 16))
	}
	return out
}
