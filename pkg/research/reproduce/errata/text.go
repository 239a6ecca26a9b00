package errata

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/research/study"
)

// E44 shows that the smaller spread of regularized sets in T tables 4.6 and 4.7 is within
// chance: the F test of two variances of normal values, from the printed standard
// deviations and numbers of sets.
func E44(c study.Config) (Finding, error) {
	s := read(c)
	type row struct {
		Table   string  `dataframe:"table"`
		Metric  string  `dataframe:"metric"`
		Sets    int     `dataframe:"sets of each kind"`
		Random  float64 `dataframe:"random, printed"`
		Regular float64 `dataframe:"regularized, printed"`
		P       float64 `dataframe:"p of equal spread, two-sided"`
	}
	var rows []row
	confirmed := true
	for _, t := range []struct {
		name string
		sets int
	}{{"4_6", 500}, {"4_7", 10}} {
		printed := map[string]float64{}
		for _, l := range s.lines(fmt.Sprintf("published/thesis_table_%s.csv", t.name)) {
			if l["quantity"] == "stdev" {
				printed[l["method"]+l["metric"]] = s.float(l["value"])
			}
		}
		for _, metric := range []string{"P", "R", "F1"} {
			r := row{Table: t.name[:1] + "." + t.name[2:], Metric: metric, Sets: t.sets,
				Random: printed["3x2CV"+metric], Regular: printed["3x2BCV"+metric]}
			df := float64(t.sets - 1)
			r.P = math.Min(1, 2*distuv.F{D1: df, D2: df}.Survival(math.Pow(r.Random/r.Regular, 2)))
			rows = append(rows, r)
			confirmed = confirmed && r.Random > r.Regular && r.P > 0.05
		}
	}
	return Finding{
		ID: "E44", Claim: "the printed standard deviations do not show that regularized sets spread less",
		Confirmed: confirmed,
		Tables:    []Table{{Rows: rows, Digits: 3}},
	}, s.err
}
