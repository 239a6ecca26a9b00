package mcnemar

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/rejection"
	"gonum.org/v1/gonum/stat/distuv"
)

// ErrorTables covers table V of the McNemar paper, its true error rates, and the
// constants of its test; the column MNIST on other data.
func ErrorTables() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "mcnemar",
		Title: "Errors of the first kind of fourteen tests",
		Items: []string{"mcnemar:table-5", "mcnemar:text"},
		Run: func(ctx context.Context, cfg study.Config) ([]reproduce.Result, error) {
			p, err := rejection.NewPlan(cfg)
			if err != nil {
				return nil, err
			}
			if err := study.Simulate(ctx, cfg, p.Simulations...); err != nil {
				return nil, err
			}
			out := constants()
			for _, r := range study.Results(p.Tests) {
				if !r.Study.Power {
					out = append(out, rejectionResults(r)...)
				}
			}
			found := map[string]rejection.ErrorResult{}
			for _, r := range study.Results(p.Errors) {
				found[r.Study.Name()] = r
			}
			rates, err := errorResults(found)
			if err != nil {
				return nil, err
			}
			mnist, err := mnistResults(cfg.Data)
			return append(append(out, rates...), mnist...), errors.Join(err, p.Save(cfg))
		},
	}
}

// published is the design of table V and of the true error rates (§5.2).
var published = reproduce.Sampling{Draws: 1000}

// rejectionResults sets the rejections at equal error rates beside table V. Its cells are
// about the nominal level, 0.05.
func rejectionResults(r rejection.Result) []reproduce.Result {
	rows := r.Rows()
	runs := float64(published.Draws)
	var out []reproduce.Result
	for _, row := range rows[:len(rejection.TableV)] {
		key := row.Family + "/" + row.Test + "/" + row.Data
		out = append(out, reproduce.Result{Source: "mcnemar", Item: "table-5", Key: key, Value: row.Share, SE: row.SE,
			PublishedSE: rejection.ShareSE(row.Share*runs, runs), Resolution: rejection.AlphaTableV,
			Explanations: otherReadings(row.Test, rows[len(rejection.TableV):len(rejection.Studied)]),
			Note:         fmt.Sprintf("%d data sets", row.Runs)})
	}
	return out
}

// otherReadings are other readings of a test, for two tests with cells that the
// paper's description does not reproduce.
func otherReadings(test string, readings []rejection.Row) []reproduce.Explanation {
	var out []reproduce.Explanation
	runs := float64(published.Draws)
	for _, r := range readings {
		if name, form, ok := strings.Cut(r.Test, ", "); ok && name == test {
			out = append(out, reproduce.Explanation{Reading: "another form of the test, " + form, Part: test,
				Value: r.Share, SE: r.SE,
				PublishedSE: rejection.ShareSE(r.Share*runs, runs)})
		}
	}
	return out
}

// constants are the numbers of sections 4.5 and 5.2 that need no simulation.
func constants() []reproduce.Result {
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
		text("5.2/exp6_test_records", float64(simdata.EXP6{}.Grid().N())),
	}
}

// errorResults sets the true error rates beside the text.
func errorResults(found map[string]rejection.ErrorResult) ([]reproduce.Result, error) {
	var out []reproduce.Result
	add := func(key string, value, se, publishedSE, half, halfSE float64) {
		out = append(out, reproduce.Result{Source: "mcnemar", Item: "text", Key: "5.2/" + key, Value: value, SE: se,
			PublishedSE: publishedSE,
			Explanations: []reproduce.Explanation{{Erratum: "E40", Reading: "training sets of n/2 = 150, those of " +
				"two-fold CV, where the text has n = 300", Value: half, SE: halfSE}}})
	}
	for _, c := range []struct{ data, key string }{{"EXP6", "exp6_omega_equal"},
		{"UCI letter", "letter_upsilon_equal"}} {
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
		add(c.key, value, se, published.Mean(ofOne), halfValue, halfSE)
		if c.data != "EXP6" {
			continue
		}
		for i, key := range []string{"exp6_c45_error", "exp6_fnn_error_omega_1"} {
			m, h := full.Moments[len(full.Moments)-1][i], half.Moments[len(half.Moments)-1][i] // omega = 1
			add(key, 100*m.Mean, 100*m.MeanSE(), 100*published.Mean(math.Sqrt(m.Variance())), 100*h.Mean,
				100*h.MeanSE())
		}
	}
	return out, nil
}
