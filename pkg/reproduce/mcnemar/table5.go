package mcnemar

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/reproduce"
	"github.com/block-regularized/bcv/pkg/sim"
	"github.com/block-regularized/bcv/pkg/study"
	"github.com/block-regularized/bcv/pkg/study/rejection"
	"gonum.org/v1/gonum/stat/distuv"
)

// ErrorTables covers table V of the McNemar paper but for MNIST, its true error
// rates, and the constants of its test.
func ErrorTables() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "mcnemar",
		Title: "Errors of the first kind of fourteen tests",
		Items: []string{"mcnemar:table-5", "mcnemar:text"},
		Run: func(ctx context.Context, cfg study.Config) ([]reproduce.Result, error) {
			rejections, errors, err := McNemarStudies(cfg)
			if err != nil {
				return nil, err
			}
			out := mcnemarConstants()
			steps, done := len(rejections)+len(errors), 0
			opt := func(name string) sim.Options {
				o := cfg.Checkpointed("mcnemar " + name)
				o.Progress = func(part, of int) { cfg.Report(1000*done+1000*part/of, 1000*steps) }
				return o
			}
			var rows []rejection.Row
			for _, s := range rejections {
				name := s.Pair.Data
				if s.Power {
					name += " power"
				}
				r, err := s.Run(ctx, opt(name))
				if err != nil {
					return nil, err
				}
				done++
				if !s.Power {
					out = append(out, rejectionResults(r)...)
				}
				rows = append(rows, r.Rows()...)
			}
			found := map[string]rejection.ErrorResult{}
			var rates []rejection.ErrorRow
			for _, s := range errors {
				r, err := s.Run(ctx, opt(s.Name()))
				if err != nil {
					return nil, err
				}
				done++
				found[s.Name()] = r
				rates = append(rates, r.Rows()...)
			}
			errorRates, err := errorResults(found)
			if err != nil {
				return nil, err
			}
			out = append(out, errorRates...)
			if cfg.Results == "" {
				return out, nil
			}
			if err := study.Save(cfg, "mcnemar_table_5", rows); err != nil {
				return nil, err
			}
			return out, study.Save(cfg, "mcnemar_errors", rates)
		},
	}
}

// McNemarStudies returns what a scale runs: at the quick scale a few hundred data
// sets at equal error rates; at the paper's 10,000 or 6,000, which leave 3 standard
// errors below a fifth of the level 0.05, 1,000 or more at other settings, and true
// error rates.
func McNemarStudies(cfg study.Config) ([]rejection.Study, []rejection.ErrorStudy, error) {
	pairs, err := rejection.ClassifierPairs()
	if err != nil {
		return nil, nil, err
	}
	const shards = 20
	power := map[string]int{"Epsilon": 10000, "EXP6": 1000, "Simple": 1000, "UCI letter": 1000}
	sets := map[string]int{"Epsilon": 10000, "EXP6": 6000, "Simple": 6000, "UCI letter": 6000}
	if cfg.Scale == study.Quick {
		sets = map[string]int{"Epsilon": 300, "EXP6": 200, "Simple": 100}
	}
	var rejections []rejection.Study
	var errors []rejection.ErrorStudy
	for _, p := range pairs {
		if sets[p.Data] == 0 {
			continue
		}
		if cfg.Scale == study.Quick {
			p.Settings = p.Settings[:1]
		}
		equal, others := p, p
		equal.Settings, others.Settings = p.Settings[:1], p.Settings[1:]
		rejections = append(rejections, rejection.Study{Pair: equal, Sets: sets[p.Data] / shards, Shards: shards, Seed: cfg.Seed})
		if len(others.Settings) > 0 {
			rejections = append(rejections, rejection.Study{Pair: others, Power: true, Sets: power[p.Data] / shards, Shards: shards, Seed: cfg.Seed})
		}
		errors = append(errors, errorStudies(p, cfg)...)
	}
	return rejections, errors, nil
}

// errorStudies returns the studies of the true error rates of a pair: on n records,
// and around the setting of equal rates on n/2, the training sets of two-fold CV.
func errorStudies(p rejection.ClassifierPair, cfg study.Config) []rejection.ErrorStudy {
	half := p
	half.N = p.N / 2
	sets := 5 // a shard of 20
	switch {
	case p.Data == "EXP6":
		p.Settings, half.Settings = []float64{0.2, 0.25, 0.29, 0.33, 0.4, 0.5, 0.7, 1}, []float64{0.2, 0.25, 0.29, 0.33, 1}
	case p.Data == "UCI letter":
		p.Settings, half.Settings = []float64{40, 30.09, 20, 5, 1}, []float64{40, 30.09, 20}
		sets = 2
	default:
		if cfg.Scale == study.Quick || p.Law == nil {
			return nil
		}
		return []rejection.ErrorStudy{{Pair: p, Sets: sets, Shards: 20, Seed: cfg.Seed}}
	}
	if cfg.Scale == study.Quick {
		p.Settings, half.Settings, sets = []float64{0.2, 0.29, 0.4, 1}, []float64{0.2, 0.29, 0.4, 1}, 1
	}
	return []rejection.ErrorStudy{{Pair: p, Sets: sets, Shards: 20, Seed: cfg.Seed}, {Pair: half, Sets: sets, Shards: 20, Seed: cfg.Seed}}
}

// rejectionResults sets the rejections at equal error rates beside table V. Its cells are
// about the nominal level, 0.05.
func rejectionResults(r rejection.Result) []reproduce.Result {
	rows := r.Rows()
	runs := float64(reproduce.SamplingOf("mcnemar:table-5").Draws)
	var out []reproduce.Result
	for _, row := range rows[:len(rejection.TableV)] {
		key := row.Family + "/" + row.Test + "/" + row.Data
		out = append(out, reproduce.Result{Source: "mcnemar", Item: "table-5", Key: key, Value: row.Share, SE: row.SE,
			PublishedSE: rejection.ShareSE(row.Share*runs, runs), Resolution: rejection.AlphaTableV,
			Explanations: otherReadings(row.Test, rows[len(rejection.TableV):len(rejection.Studied)]), Note: fmt.Sprintf("%d data sets", row.Runs)})
	}
	return out
}

// otherReadings are other readings of a test, for two tests with cells that the
// paper's description does not reproduce.
func otherReadings(test string, readings []rejection.Row) []reproduce.Explanation {
	var out []reproduce.Explanation
	for _, r := range readings {
		if name, form, ok := strings.Cut(r.Test, ", "); ok && name == test {
			out = append(out, reproduce.Explanation{Reading: "another form of the test, " + form, Value: r.Share, SE: r.SE})
		}
	}
	return out
}

// mcnemarConstants are the numbers of sections 4.5 and 5.2 that need no simulation.
func mcnemarConstants() []reproduce.Result {
	t, err := infer.EffectiveFactor(5, 0.5, 0.5)
	if err != nil {
		panic(err) // the arguments are constants
	}
	text := func(key string, value float64) reproduce.Result {
		return reproduce.Result{Source: "mcnemar", Item: "text", Key: key, Value: value}
	}
	return []reproduce.Result{
		text("4.5/t_numerator", 11*t), text("4.5/t_denominator", 20/t),
		text("4.5/chi2_critical_value", distuv.ChiSquared{K: 1}.Quantile(0.95)),
		text("5.2/exp6_test_records", float64(dataset.EXP6{}.Grid().N())),
	}
}

// errorResults sets the true error rates beside the text.
func errorResults(found map[string]rejection.ErrorResult) ([]reproduce.Result, error) {
	var out []reproduce.Result
	s := reproduce.SamplingOf("mcnemar:table-5")
	add := func(key string, value, se, published, half, halfSE float64) {
		out = append(out, reproduce.Result{Source: "mcnemar", Item: "text", Key: "5.2/" + key, Value: value, SE: se, PublishedSE: published,
			Explanations: []reproduce.Explanation{{Erratum: "E40", Reading: "training sets of n/2 = 150, those of two-fold CV, where the text has n = 300", Value: half, SE: halfSE}}})
	}
	for _, c := range []struct{ data, key string }{{"EXP6", "exp6_omega_equal"}, {"UCI letter", "letter_upsilon_equal"}} {
		full, half := found[c.data+" n=300"], found[c.data+" n=150"]
		if full.Moments == nil {
			continue
		}
		value, se, ofOne, err := full.Equal()
		if err != nil {
			return nil, err
		}
		halfValue, halfSE, _, err := half.Equal()
		if err != nil {
			return nil, err
		}
		add(c.key, value, se, s.Mean(ofOne), halfValue, halfSE)
		if c.data != "EXP6" {
			continue
		}
		for i, key := range []string{"exp6_c45_error", "exp6_fnn_error_omega_1"} {
			m, h := full.Moments[len(full.Moments)-1][i], half.Moments[len(half.Moments)-1][i] // omega = 1
			add(key, 100*m.Mean, 100*m.MeanSE(), 100*s.Mean(math.Sqrt(m.Variance())), 100*h.Mean, 100*h.MeanSE())
		}
	}
	return out, nil
}
