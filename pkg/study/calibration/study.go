package calibration

import (
	"errors"
	"io/fs"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/study"
	"github.com/block-regularized/bcv/pkg/study/correlation"
)

// Calibration is the study of all procedures, on normal differences and on learners.
var Calibration = study.Study{Name: "calibration", Title: "false claims, power and coverage of procedures for paired differences", Seconds: 310, Plan: plan}

func plan(cfg study.Config) (study.Plan, error) {
	sets, perShard := 60, 10
	if cfg.Scale == study.Paper {
		sets, perShard = 4000, 50
	}
	var cells []*study.Experiment[[]outcome]
	for _, s := range settings() {
		cells = append(cells, s.experiment(sets, perShard, cfg.Seed))
	}
	return study.Plan{Simulations: study.All(cells), Tables: func() ([]study.Table, error) {
		empirical, err := found(cfg.Data)
		if err != nil {
			return nil, err
		}
		normal, err := normalRows(priors(empirical), int(cfg.Seed))
		if err != nil {
			return nil, err
		}
		learners, choice, err := learnerRows(priors(empirical), cells)
		if err != nil {
			return nil, err
		}
		return []study.Table{study.NewTable("calibration", append(normal, learners...)), study.NewTable("calibration_priors", choice)}, nil
	}}, nil
}

// found returns the correlations of pairs of real algorithms in the stored study of
// them, those outside of the possible region left out.
func found(fsys fs.FS) (paired.Empirical, error) {
	if fsys == nil {
		return nil, errors.New("calibration: no data; the empirical prior is results/rho_scatter.csv")
	}
	rows, err := study.Stored[correlation.StoredRow](fsys, "rho_scatter")
	if err != nil {
		return nil, err
	}
	var pairs [][2]float64
	for _, r := range rows {
		if r.B != "" {
			pairs = append(pairs, [2]float64{r.Rho1, r.Rho2})
		}
	}
	return paired.Found(pairs), nil
}

// sizesNormal are the numbers of replications on normal differences.
var sizesNormal = []int{3, 5, 10}

// normalRows computes the shares on normal differences.
func normalRows(priors []namedPrior, seed int) ([]Row, error) {
	var out []Row
	for _, m := range sizesNormal {
		all, err := procedures(m, priors)
		if err != nil {
			return nil, err
		}
		for _, c := range cells() {
			for _, p := range all {
				wrong := c.claims(m, p, 0)
				r := Row{Kind: "normal", Metric: "any", M: m, Rho1: c.rho1, Rho2: c.rho2, Method: p.method, Prior: p.prior, FalseAbove: round(wrong), FalseBelow: round(wrong),
					Power: round(c.claims(m, p, effect)), Coverage: math.NaN(), Fitted: math.NaN(), Delta: math.NaN(), SD: math.NaN(), Seed: seed, Date: time.Now().UTC().Format(time.DateOnly)}
				if p.interval {
					r.Coverage = round(1 - 2*wrong)
				}
				out = append(out, r)
			}
		}
	}
	return out, nil
}

// learnerRows judges all procedures on all settings, which have run, and the paired
// posterior with the rectangles as priors.
func learnerRows(priors []namedPrior, cells []*study.Experiment[[]outcome]) (rows []Row, choice []PriorRow, err error) {
	judges, err := newJudges(priors)
	if err != nil {
		return nil, nil, err
	}
	all := settings()
	main, tried, errs := make([][]Row, len(all)), make([][]Row, len(all)), make([]error, len(all))
	var wait sync.WaitGroup
	for i, s := range all {
		wait.Go(func() { main[i], tried[i], errs[i] = s.rows(judges, cells[i].Result(), cells[i].Effort()) })
	}
	wait.Wait()
	for _, half := range []bool{true, false} {
		var some []Row
		for i, s := range all {
			if s.choice == half {
				some = append(some, tried[i]...)
			}
		}
		for _, s := range Summarize(some) {
			name := "test"
			if half {
				name = "choice"
			}
			e := cells[0].Effort()
			choice = append(choice, PriorRow{Half: name, Summary: s.rounded(), Seed: e.Seed, Date: e.Date})
		}
	}
	return slices.Concat(main...), choice, errors.Join(errs...)
}

// judges are the procedures for one m; tried are bcv-t and the rectangles.
type judges struct {
	m           int
	main, tried []procedure
}

func newJudges(priors []namedPrior) ([]judges, error) {
	var out []judges
	for _, m := range []int{3, most} {
		main, err := procedures(m, priors)
		if err != nil {
			return nil, err
		}
		tried, err := procedures(m, rectangles())
		if err != nil {
			return nil, err
		}
		tried = slices.DeleteFunc(tried, func(p procedure) bool { return p.method != Paired && p.method != "bcv-t" })
		out = append(out, judges{m, main, tried})
	}
	return out, nil
}

// rows judges all procedures on the data sets of a setting.
func (s setting) rows(all []judges, outcomes []outcome, e study.Effort) (main, tried []Row, err error) {
	for _, j := range all {
		for _, c := range s.contests(j.m, outcomes) {
			for _, p := range j.main {
				main = append(main, c.row(c.tally(p), p, e))
			}
			for _, p := range j.tried {
				tried = append(tried, c.row(c.tally(p), p, e))
			}
			if c.counts == nil || c.metric == "error" {
				continue
			}
			t, err := c.tallyPosterior()
			if err != nil {
				return nil, nil, err
			}
			main = append(main, c.row(t, procedure{method: Posterior, interval: true}, e))
		}
	}
	return main, tried, nil
}
