package experiment

import (
	"context"
	"fmt"
	"math"
	"path/filepath"

	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/sim"
)

// variances covers the variances of cross-validation estimators in the thesis:
// tables 2.9 to 2.11, and 3.7, which prints the variances given the data set
// (erratum E20).
func variances() Experiment {
	return Experiment{
		Name:  "variances",
		Title: "Variances of cross-validation estimators",
		Items: []string{"thesis:table-2.9", "thesis:table-2.10", "thesis:table-2.11", "thesis:table-3.7"},
		Run: func(ctx context.Context, cfg Config) ([]Result, error) {
			studies, err := varianceStudies(cfg)
			if err != nil {
				return nil, err
			}
			var out []Result
			total := 0
			for _, s := range studies {
				total += s.Shards
			}
			before := 0
			for _, s := range studies {
				opt := sim.Options{Progress: func(done, _ int) { cfg.progress(before+done, total) }}
				if cfg.Checkpoints != "" {
					opt.Checkpoint = filepath.Join(cfg.Checkpoints, s.Config+".ckpt")
				}
				r, err := s.Run(ctx, opt)
				if err != nil {
					return nil, err
				}
				before += s.Shards
				out = append(out, r.results()...)
			}
			cfg.progress(total, total)
			return out, nil
		},
	}
}

// varianceStudies returns what a scale runs: two fast studies with few data
// sets, or all whose data are at hand, with 5,000 data sets (2,000 for the
// learners that take more than 25 ms a data set).
func varianceStudies(cfg Config) ([]VarianceStudy, error) {
	all := simulatedStudies()
	if cfg.Scale == Paper {
		public, err := publicStudies()
		if err != nil {
			return nil, err
		}
		all = append(all, public...)
	}
	var out []VarianceStudy
	for _, s := range all {
		s.Seed, s.Repeats, s.Shards, s.Sets = cfg.Seed, 2, 50, 100
		if s.Slow {
			s.Sets = 40
		}
		if cfg.Scale == Quick {
			if s.Config != "SREG+lm+500+100" && s.Config != "SCLA+knn+1000+20" {
				continue
			}
			s.Shards, s.Sets = 20, 4
		}
		out = append(out, s)
	}
	return out, nil
}

// paperVarianceSE is the standard error of a printed variance as a share of it:
// that of a variance over 10,000 normal data sets.
var paperVarianceSE = math.Sqrt(2.0 / 10_000)

// results sets the study beside the tables that print its configuration.
func (r VarianceResult) results() []Result {
	var out []Result
	add := func(item, key string, value, se, paper float64) {
		out = append(out, Result{Source: "thesis", Item: item, Key: r.Study.Config + "/" + key, Value: value, SE: se, PaperSE: paper, Note: r.setting()})
	}
	chapter3 := tables3(r.Study.Config)
	for _, row := range r.Rows() {
		paper := row.Total * paperVarianceSE
		switch {
		case chapter3:
			if row.Method == "mx2CV" && row.Size > 1 || row.Method == "mx2BCV" {
				add("table-3.7", fmt.Sprintf("%s/%d", row.Method, row.Size), row.Given, row.GivenSE, 0)
			}
			if !alsoChapter2(r.Study.Config) {
				continue
			}
			fallthrough
		default:
			for _, key := range keysOfChapter2(row) {
				add(key[0], key[1], row.Total, row.TotalSE, paper)
			}
		}
	}
	if chapter3 && !alsoChapter2(r.Study.Config) {
		return out
	}
	return append(out, r.rates()...)
}

// tables3 and alsoChapter2 say which chapters print a configuration.
func tables3(config string) bool {
	switch config {
	case "SREG+lm+1000+100", "SREG+rid+1000+100", "SREG+lso+1000+100":
		return true
	}
	return alsoChapter2(config)
}

func alsoChapter2(config string) bool {
	return config == "SCLA+svm+1000+20" || config == "SCLA+knn+1000+20"
}

// keysOfChapter2 returns the places of a variance in tables 2.9 and 2.10.
func keysOfChapter2(row VarianceRow) [][2]string {
	var out [][2]string
	switch method, j := row.Method, row.Size; {
	case method == "RHS" && j == 2:
		out = append(out, [2]string{"table-2.9", "RLT/2/variance"})
	case method == "mx2CV" && j == 1:
		out = append(out, [2]string{"table-2.9", "KFCV/2/variance"})
	case method == "RLT" || method == "KFCV":
		out = append(out, [2]string{"table-2.9", fmt.Sprintf("%s/%d/variance", method, j)})
	case method == "RHS" || method == "BRHS":
		out = append(out, [2]string{"table-2.10", fmt.Sprintf("%s/%d", method, j/2)})
	case j <= 7:
		out = append(out, [2]string{"table-2.10", fmt.Sprintf("%s/%d", method, j)})
	}
	return out
}

// rates returns the reduction rates of tables 2.9 and 2.11.
func (r VarianceResult) rates() []Result {
	var out []Result
	add := func(item, key, a, b string, sizeA, sizeB int) {
		rate, se, err := r.Reduction(a, b, sizeA, sizeB, false)
		if err != nil {
			panic(err) // both are among the families
		}
		out = append(out, Result{Source: "thesis", Item: item, Key: r.Study.Config + "/" + key, Value: rate, SE: se, Note: r.setting()})
	}
	add("table-2.9", "RLT/KFCV/2/reduction_rate_pct", "RHS", "mx2CV", 2, 1)
	for _, k := range []int{5, 10} {
		add("table-2.9", fmt.Sprintf("RLT/KFCV/%d/reduction_rate_pct", k), "RLT", "KFCV", k, k)
	}
	for _, m := range []int{3, 5, 7} {
		add("table-2.11", fmt.Sprintf("RHS/%d", m), "RHS", "BRHS", 2*m, 2*m)
		add("table-2.11", fmt.Sprintf("mx2CV/%d", m), "mx2CV", "BRHS", m, 2*m)
		add("table-2.11", fmt.Sprintf("mx2BCV/%d", m), "mx2BCV", "BRHS", m, 2*m)
	}
	return out
}

// setting names what the thesis leaves open, beside every number.
func (r VarianceResult) setting() string {
	switch l := r.Study.Learner.(type) {
	case linear.OLS:
		return ""
	case linear.Ridge, linear.Lasso:
		return fmt.Sprintf("the thesis names no penalty; here %s", l)
	default:
		return fmt.Sprintf("the thesis names neither scaling nor parameters; here %s", l)
	}
}
