package covariance

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/custom"
)

// FanLv ends the name of a configuration on data of Fan and Lv, as the author's R
// package has them for p = n, where the thesis says SREG.
const FanLv = "+FanLv"

// configuration is a study except for the numbers of data sets.
type configuration struct {
	Study
	slow  bool // takes more than 10 ms a data set
	rough bool // few data sets will do
	sets  int  // data sets per shard at the paper scale; 0 for 100, or 60 if slow
}

// simulated are the configurations on simulated data.
func simulated() []configuration {
	configure := func(config string, distribution simdata.Generator, n int, learner string, slow bool) configuration {
		return configuration{Study: Study{Config: config, Distribution: distribution, N: n,
			Learner: learners[learner]}, slow: slow}
	}
	folds := func(c configuration) configuration {
		c.FoldCounts = []int{5, 10}
		return c
	}
	// The two rows with p = n are on another distribution than the text says.
	text := func(c configuration) configuration {
		c.rough = true
		return folds(c)
	}
	few := func(c configuration) configuration {
		c.sets = 10
		return folds(c)
	}
	return []configuration{
		folds(configure("SREG+lm+500+100", simdata.SREG{P: 100}, 500, "lm", false)),
		text(configure("SREG+ridge+500+500", simdata.SREG{P: 500}, 500, "rid", true)),
		folds(configure("SREG+ridge+500+500"+FanLv, simdata.FanLv{P: 500}, 500, "rid", true)),
		text(configure("SREG+lasso+500+500", simdata.SREG{P: 500}, 500, "lso", true)),
		few(configure("SREG+lasso+500+500"+FanLv, simdata.FanLv{P: 500}, 500, "lso", true)),
		folds(configure("SCLA+svm+1000+20", simdata.SCLA(20), 1000, "svm", true)),
		folds(configure("SCLA+knn+1000+20", simdata.SCLA(20), 1000, "knn", true)),
		configure("SREG+lm+1000+100", simdata.SREG{P: 100}, 1000, "lm", false),
		configure("SREG+rid+1000+100", simdata.SREG{P: 100}, 1000, "rid", false),
		configure("SREG+lso+1000+100", simdata.SREG{P: 100}, 1000, "lso", false),
	}
}

// onPublicSets are the configurations on public data sets with a local copy. The others are
// left out.
func onPublicSets() ([]configuration, error) {
	var out []configuration
	for _, s := range PublicSets() {
		for _, name := range s.Learners {
			distribution, learner, err := s.source(name)
			if errors.Is(err, public.ErrNotFound) {
				continue
			}
			if err != nil {
				return nil, err
			}
			c := configuration{Study: Study{Config: s.Config(name), Distribution: distribution, N: s.N,
				Learner: learner}, slow: name == "svm" || name == "knn" && s.N >= 800}
			if learner == (FactorKNN{}) || s.Reading != "" {
				c.sets = 20
			}
			if s.Chapter == 2 {
				c.FoldCounts = []int{5, 10}
			}
			out = append(out, c)
		}
	}
	return out, nil
}

// efforts are the configurations that take more than 100 shards of 100 data sets (60 if slow), for standard errors of
// at most 2% of the variances in tables 2.9 to 2.12, or because a small rate is to be decided. Many small shards serve
// table 2.12: the errors of its standard errors depend on the number of shards alone.
var efforts = map[string]effort{
	"SREG+lm+500+100":      {shards: 190},
	"SCLA+knn+1000+20":     {shards: 150},
	"SCLA+svm+1000+20":     {shards: 170},
	"WQ+lm+100+11":         {shards: 1500},
	"glass+knn+150+9":      {shards: 350},
	"glass+svm+150+9":      {shards: 170},
	"iris+knn+100+4":       {shards: 300},
	"iris+svm+100+4":       {shards: 320},
	"krvskp+knn+200+36":    {shards: 600, sets: 30},
	"krvskp+svm+200+36":    {shards: 600, sets: 30},
	"letter+knn+1000+16":   {shards: 175},
	"letter+svm+1000+16":   {shards: 130},
	"optdigits+svm+300+64": {shards: 215},
	"pageblock+svm+300+10": {shards: 140},
	"spambase+svm+250+57":  {shards: 195},
	"wave+svm+300+40":      {shards: 180},
	"wdbc+knn+300+30":      {shards: 110},
	"wdbc+svm+300+30":      {shards: 200},
	"yeast+knn+800+8":      {shards: 160},
	"yeast+svm+800+8":      {shards: 230},
}

// effort is a number of shards and of data sets in each; 0 for as many as others have.
type effort struct{ shards, sets int }

// quick are the configurations of the quick scale.
var quick = []string{"SREG+lm+500+100", "SCLA+knn+1000+20"}

// Configurations returns the studies of a scale: two fast configurations with few data
// sets, or all whose data are available, with 10,000 data sets (6,000 for the learners
// that take more than 10 ms a data set) or more, except for 2,000 of FactorKNN and of ThreeClasses.
func Configurations(cfg study.Config) ([]Study, error) {
	all := simulated()
	if cfg.Scale == study.Paper {
		more, err := onPublicSets()
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	var out []Study
	for _, c := range all {
		s := c.Study
		own := efforts[s.Config]
		s.Seed, s.Shards, s.Sets = cfg.Seed, cmp.Or(own.shards, 100), 100
		if c.slow {
			s.Sets = 60
		}
		s.Sets = cmp.Or(own.sets, c.sets, s.Sets)
		if c.rough {
			s.Shards, s.Sets = 20, 10
		}
		if cfg.Scale == study.Quick {
			if !slices.Contains(quick, s.Config) {
				continue
			}
			s.Shards, s.Sets = 20, 10
			if c.slow {
				s.Sets = 4
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// Variances is the study of the configurations of the thesis, chapters 2 and 3.
var Variances = study.Study{Settings: ownSettings, Name: "variances", Title: "covariance functions of hold-out " +
	"estimates and variances of cross-validation, by data and learner", Seconds: 7_700,
	Plan: func(cfg study.Config) (study.Plan, error) {
		e, err := Experiments(cfg)
		return study.PlanOf(func() []study.Table { return tables(e, cfg.Own != nil) }, e...), err
	}}

// Experiments returns the Configurations as experiments.
func Experiments(cfg study.Config) ([]*study.Experiment[Result], error) {
	studies, err := Configurations(cfg)
	if cfg.Own != nil {
		studies, err = ownStudies(cfg)
	}
	if err != nil {
		return nil, err
	}
	var out []*study.Experiment[Result]
	for _, s := range studies {
		out = append(out, s.Experiment(s.Config))
	}
	return out, nil
}

// tables are the tables of the results: a researcher's own have no comparison with the designs of the thesis.
func tables(e []*study.Experiment[Result], own bool) []study.Table {
	out := []study.Table{study.NewTable("variances", study.Rows(e, Result.Rows))}
	if !own {
		out = append(out, study.NewTable("variance_orders", study.Rows(e, Result.Orders)))
	}
	out = append(out, study.NewTable("covariance_points", study.Rows(e, Result.Points)),
		study.NewTable("covariance_coefficients", study.Rows(e, Result.StudyRows)))
	if !own {
		out = append(out, study.NewTable("reduction_rates", study.Rows(e, Result.Rates)))
	}
	return out
}

// Functions is the study of f(x) for training sizes of 500 to 900 of 1,000 records
// (thesis, figs. 2.3 and 2.4): for least squares and the lasso on SREG, for the support
// vector machine and nearest neighbours on SCLA; at the quick scale the two on SREG
// with few data sets.
var Functions = study.Study{Name: "covariance-functions",
	Title: "covariance functions of hold-out estimates at other training sizes than n/2", Seconds: 200,
	Plan: func(cfg study.Config) (study.Plan, error) {
		e := functions(cfg)
		return study.PlanOf(func() []study.Table {
			return []study.Table{study.NewTable("covariance_functions", study.Rows(e, Result.Points))}
		}, e...), nil
	}}

// RunFunctions runs the simulations of Functions and returns their results.
func RunFunctions(ctx context.Context, cfg study.Config) ([]Result, error) {
	e := functions(cfg)
	err := study.Simulate(ctx, cfg, study.All(e)...)
	return study.Results(e), err
}

func functions(cfg study.Config) []*study.Experiment[Result] {
	const n = 1000
	var out []*study.Experiment[Result]
	for _, c := range []struct {
		config       string
		distribution simdata.Generator
		learner      string
		sets         int // a shard, at paper scale
		quick        bool
	}{
		{config: "SREG+lm+1000+100", distribution: simdata.SREG{P: 100}, learner: "lm", sets: 25, quick: true},
		{config: "SREG+lso+1000+100", distribution: simdata.SREG{P: 100}, learner: "lso", sets: 10, quick: true},
		{config: "SCLA+knn+1000+20", distribution: simdata.SCLA(20), learner: "knn", sets: 8},
		{config: "SCLA+svm+1000+20", distribution: simdata.SCLA(20), learner: "svm", sets: 5},
	} {
		for _, n1 := range []int{500, 600, 700, 800, 900} {
			s := Study{Config: c.config, Distribution: c.distribution, N: n, N1: n1, Locations: 40,
				Learner: learners[c.learner], Seed: cfg.Seed, Shards: 40, Sets: c.sets}
			if cfg.Scale == study.Quick {
				if !c.quick {
					continue
				}
				s.Shards, s.Sets = 20, 4
			}
			out = append(out, s.Experiment(fmt.Sprintf("f-%s-%d", s.Config, s.N1)))
		}
	}
	return out
}

// ownSettings are the settings of Variances.
var ownSettings = []study.Setting{custom.Distribution, custom.N(200), custom.Learners,
	{Name: "m", Default: "3, 5, 7, 9", About: "replications of m x 2 CV and m x 2 BCV whose variances are estimated"},
	{Name: "folds", Default: "none", About: "numbers of folds of K-fold CV, such as 5, 10"}, custom.SetsSetting,
	custom.ShardsSetting}

// ownStudies returns a study a learner of a researcher's own settings.
func ownStudies(cfg study.Config) ([]Study, error) {
	r := custom.NewReader(ownSettings, cfg.Own)
	s := Study{N: r.Count("n", 20), Seed: cfg.Seed}
	s.Sets, s.Shards = r.Effort()
	if s.N%2 != 0 {
		r.Fail("n", "an even number")
	}
	numbers := func(name string, possible func(int) bool, want string) (out []int) {
		for _, text := range r.List(name) {
			v, err := strconv.Atoi(text)
			if err != nil || !possible(v) {
				r.Fail(name, want)
				return nil
			}
			out = append(out, v)
		}
		return out
	}
	s.M = numbers("m", func(m int) bool {
		_, err := cv.New(cv.BCV, s.N, cv.Options{M: m, Seed: 1})
		return m >= 1 && err == nil
	}, fmt.Sprintf("numbers of replications that a BCV of %d records can have", s.N))
	s.FoldCounts = numbers("folds", func(k int) bool { return k >= 2 && k <= s.N/2 },
		fmt.Sprintf("none, or numbers of folds from 2 to %d", s.N/2))
	from, learners := r.On(s.N, 1)
	if err := r.Err(); err != nil {
		return nil, err
	}
	var out []Study
	for k, l := range learners {
		s.Config, s.Distribution, s.Learner = fmt.Sprintf("own-%d", k+1), from, l
		out = append(out, s)
	}
	return out, nil
}
