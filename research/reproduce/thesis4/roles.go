package thesis4

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/roles"
)

// Tables covers tables 4.2 to 4.7 on other data, from the stored studies roles and chosen-sets.
func Tables() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "semantic-roles",
		Title: "Chapter 4 on other data: split ratios, good and bad halves, regularized sets for text",
		Items: []string{"thesis:table-4.2", "thesis:table-4.3", "thesis:table-4.4", "thesis:table-4.5",
			"thesis:table-4.6", "thesis:table-4.7"},
		Studies: []study.Study{roles.Roles, roles.Chosen},
		Run: func(_ context.Context, cfg study.Config) ([]reproduce.Result, error) {
			ratios, err := study.Stored[roles.Row](cfg.Data, "roles_ratios")
			if err != nil {
				return nil, err
			}
			halves, err := study.Stored[roles.Row](cfg.Data, "roles_halves")
			if err != nil {
				return nil, err
			}
			sets, err := study.Stored[roles.Row](cfg.Data, "roles_sets")
			if err != nil {
				return nil, err
			}
			chosen, err := study.Stored[roles.Row](cfg.Data, "roles_chosen")
			if err != nil {
				return nil, err
			}
			out := append(differences("table-4.2", ratios), differences("table-4.4", ratios)...)
			out = append(out, models(ratios)...)
			out = append(out, frames(halves)...)
			out = append(out, kinds(sets)...)
			out = append(out, choices(chosen)...)
			return out, nil
		},
	}
}

const standIn = "boundaries of roles of 15 English predicates"

// shares are the published ratios and the partitions of the study.
var shares = [][2]string{{"5:5", "50%"}, {"6:4", "60%"}, {"7:3", "70%"}, {"8:2", "80%"}, {"9:1", "90%"}}

var metrics = []string{"P", "R", "F1"}

// find returns the row of a partition, quantity and metric.
func find(rows []roles.Row, partition, quantity, metric string) roles.Row {
	for _, r := range rows {
		if r.Partition == partition && r.Quantity == quantity && r.Metric == metric {
			return r
		}
	}
	return roles.Row{Mean: math.NaN(), SD: math.NaN(), SNR: math.NaN()}
}

// value is a number from other data.
func value(item, key string, x float64, claim string, z float64) reproduce.Result {
	return reproduce.Result{Source: "thesis", Item: item, Key: key, Value: x, OtherData: judged(claim, z),
		Note: standIn}
}

// judged reports whether a claim holds: z is how many standard errors it holds by, below 0
// if it fails.
func judged(claim string, z float64) string {
	switch {
	case math.IsNaN(z):
		return claim
	case z >= 2:
		return fmt.Sprintf("%s: holds (%.1f standard errors)", claim, z)
	case z <= -2:
		return fmt.Sprintf("%s: the opposite holds (%.1f standard errors)", claim, -z)
	}
	return fmt.Sprintf("%s: not decided (%.1f standard errors)", claim, z)
}

// meanRises returns by how many standard errors b has the larger mean.
func meanRises(a, b roles.Row) float64 {
	return (b.Mean - a.Mean) / math.Hypot(a.SD/math.Sqrt(float64(a.Count)), b.SD/math.Sqrt(float64(b.Count)))
}

// spreadRises returns by how many standard errors b has the larger standard deviation, by
// the logarithms, for normal values.
func spreadRises(a, b roles.Row) float64 {
	return math.Log(b.SD/a.SD) / math.Hypot(a.SDSE/a.SD, b.SDSE/b.SD)
}

// ratioRises returns by how many standard errors b has the larger signal-to-noise ratio,
// whose variance is nearly the variance of the standard deviation where the ratio is large.
func ratioRises(a, b roles.Row) float64 {
	relative := func(r roles.Row) float64 {
		n := float64(r.Count)
		return math.Sqrt(1/(2*(n-1)) + 1/(n*r.SNR*r.SNR))
	}
	if a.SNR <= 0 || b.SNR <= 0 {
		return math.NaN()
	}
	return math.Log(b.SNR/a.SNR) / math.Hypot(relative(a), relative(b))
}

// differences are tables 4.2 and 4.4: A less B by the share of training sentences.
func differences(item string, rows []roles.Row) []reproduce.Result {
	var out []reproduce.Result
	for _, metric := range metrics {
		even := find(rows, "50%", "A-B", metric)
		for i, s := range shares {
			r := find(rows, s[1], "A-B", metric)
			key := s[0] + "/" + metric + "/"
			out = append(out, value(item, key+"mean_diff_pct", 100*r.Mean, "A, which sees words, is better",
				r.Mean/(r.SD/math.Sqrt(float64(r.Count)))))
			spread, ratio := math.NaN(), math.NaN()
			if i > 0 {
				spread, ratio = spreadRises(even, r), ratioRises(r, even)
			}
			out = append(out, value(item, key+"stdev_diff", r.SD, "the spread is least at 5:5", spread),
				value(item, key+"snr", r.SNR, "the signal-to-noise ratio is largest at 5:5", ratio))
		}
	}
	return out
}

// models is table 4.3: A and B themselves.
func models(rows []roles.Row) []reproduce.Result {
	const item = "table-4.3"
	var out []reproduce.Result
	for _, model := range []string{"A", "B"} {
		for _, metric := range metrics {
			even := find(rows, "50%", model, metric)
			for i, s := range shares {
				r := find(rows, s[1], model, metric)
				key := s[0] + "/" + model + "/" + metric + "/"
				mean, spread := math.NaN(), math.NaN()
				if i > 0 {
					mean, spread = meanRises(even, r), spreadRises(even, r)
				}
				out = append(out, value(item, key+"mean_pct", 100*r.Mean, "the mean rises with the training sentences",
					mean),
					value(item, key+"stdev", r.SD, "the spread is least at 5:5", spread))
			}
		}
	}
	return out
}

// frames is table 4.5; there is one stand-in for its six frames.
func frames(rows []roles.Row) []reproduce.Result {
	var out []reproduce.Result
	for _, frame := range []string{"Statement (verbs)", "Feeling", "Active perception", "Possession",
		"Perceptual property", "Memory"} {
		for _, metric := range metrics {
			bad, good := find(rows, "bad", "A", metric), find(rows, "good", "A", metric)
			z := ratioRises(bad, good)
			const claim = "good halves have the larger signal-to-noise ratio"
			out = append(out, value("table-4.5", frame+"/bad/"+metric, bad.SNR, claim, z),
				value("table-4.5", frame+"/regularized/"+metric, good.SNR, claim, z))
		}
	}
	return out
}

// kinds is table 4.6: random and regularized 3 x 2 sets.
func kinds(rows []roles.Row) []reproduce.Result {
	var out []reproduce.Result
	for _, metric := range metrics {
		random, regular := find(rows, roles.Kinds[0], "A", metric), find(rows, roles.Kinds[2], "A", metric)
		for _, c := range []struct {
			method string
			row    roles.Row
		}{{"3x2CV", random}, {"3x2BCV", regular}} {
			key := c.method + "/" + metric + "/"
			out = append(out, value("table-4.6", key+"mean", c.row.Mean, "the means are alike", math.NaN()),
				value("table-4.6", key+"stdev", c.row.SD, "regularized sets have the smaller spread",
					spreadRises(regular, random)),
				value("table-4.6", key+"snr", c.row.SNR, "regularized sets have the larger signal-to-noise ratio",
					ratioRises(random, regular)))
		}
	}
	return out
}

// decisive is the p value below which an F test decides, fixed before the study ran.
const decisive = 0.05

// choices is table 4.7: random sets far from even, and regularized ones near it, both by
// the printed limits. The means are claimed to be alike by no word of the thesis, but
// ratios say nothing about spreads unless they are.
func choices(rows []roles.Row) []reproduce.Result {
	var out []reproduce.Result
	for _, metric := range metrics {
		bad, good := find(rows, roles.Choices[0].Name, "A", metric), find(rows, roles.Choices[1].Name, "A", metric)
		mean := alike(meanRises(bad, good))
		spread := lessSpread("chosen regularized sets have the smaller spread", bad, good)
		ratio := judged("chosen regularized sets have the larger signal-to-noise ratio", ratioRises(bad, good))
		for _, c := range []struct {
			method string
			row    roles.Row
		}{{"3x2CV", bad}, {"3x2BCV", good}} {
			key := c.method + "/" + metric + "/"
			for _, r := range []reproduce.Result{
				{Key: key + "mean", Value: c.row.Mean, OtherData: mean},
				{Key: key + "stdev", Value: c.row.SD, OtherData: spread},
				{Key: key + "snr", Value: c.row.SNR, OtherData: ratio},
			} {
				r.Source, r.Item = "thesis", "table-4.7"
				r.Note = fmt.Sprintf("%s; means of %d chosen sets, %s", standIn, c.row.Count, c.row.Partition)
				out = append(out, r)
			}
		}
	}
	return out
}

// alike reports whether two means agree within two standard errors of their difference.
func alike(z float64) string {
	const claim = "the means are alike"
	if math.Abs(z) < 2 {
		return fmt.Sprintf("%s: holds (%.1f standard errors)", claim, math.Abs(z))
	}
	return fmt.Sprintf("%s: the opposite holds, the regularized sets' less the others' is %+.1f standard errors",
		claim, z)
}

// lessSpread judges by the two-sided F test of variances of normal values whether good
// has the smaller spread.
func lessSpread(claim string, bad, good roles.Row) string {
	f := math.Pow(bad.SD/good.SD, 2)
	ratio := distuv.F{D1: float64(bad.Count - 1), D2: float64(good.Count - 1)}
	p := math.Min(1, 2*math.Min(ratio.Survival(f), ratio.CDF(f)))
	verdict := "not decided"
	switch {
	case p < decisive && f > 1:
		verdict = "holds"
	case p < decisive:
		verdict = "the opposite holds"
	}
	return fmt.Sprintf("%s: %s (F = %.2f on %g and %g degrees of freedom, p = %.2g)", claim, verdict, f, ratio.D1,
		ratio.D2, p)
}
