package experiment

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"path/filepath"

	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/sim"
)

// variances covers the variances of cross-validation estimators in the thesis:
// tables 2.9 to 2.12, the covariance function of table 3.6, and tables 3.7 to
// 3.10, which print the variances given the data set (erratum E20).
func variances() Experiment {
	return Experiment{
		Name:  "variances",
		Title: "Variances of cross-validation estimators",
		Items: []string{"thesis:table-2.9", "thesis:table-2.10", "thesis:table-2.11", "thesis:table-2.12",
			"thesis:table-3.6", "thesis:table-3.7", "thesis:table-3.8", "thesis:table-3.9", "thesis:table-3.10"},
		Run: func(ctx context.Context, cfg Config) ([]Result, error) {
			places, err := variancePlaces(cfg)
			if err != nil {
				return nil, err
			}
			published, err := readPrinted(cfg)
			if err != nil {
				return nil, err
			}
			studies, err := runPlaces(ctx, cfg, places)
			if err != nil {
				return nil, err
			}
			if cfg.Results != "" && cfg.Scale == Paper {
				if err := saveDetails(ctx, cfg, places, studies, published); err != nil {
					return nil, err
				}
			}
			settings, err := storedSettings(cfg)
			if err != nil {
				return nil, err
			}
			var out []Result
			for i, p := range places {
				out = append(out, p.results(studies[i], published, settings[p.Config])...)
			}
			return out, nil
		},
	}
}

// runPlaces simulates one configuration after the other.
func runPlaces(ctx context.Context, cfg Config, places []variancePlace) ([]CovarianceResult, error) {
	total, before := 0, 0
	for _, p := range places {
		total += p.Shards
	}
	var out []CovarianceResult
	for _, p := range places {
		opt := sim.Options{Progress: func(done, _ int) { cfg.progress(before+done, total) }}
		if cfg.Checkpoints != "" {
			opt.Checkpoint = filepath.Join(cfg.Checkpoints, p.Config+".ckpt")
		}
		r, err := p.Run(ctx, opt)
		if err != nil {
			return nil, err
		}
		cfg.spend(r.CPUSeconds())
		before += p.Shards
		out = append(out, r)
	}
	cfg.progress(total, total)
	return out, nil
}

// moreShards are the configurations that take more than 100 shards, so that the
// standard errors of tables 2.9 to 2.12 are at most 2% of the variances.
var moreShards = map[string]int{
	"SCLA+knn+1000+20":     150,
	"SCLA+svm+1000+20":     136,
	"SREG+ridge+500+500":   140,
	"glass+knn+150+9":      130,
	"glass+svm+150+9":      115,
	"iris+knn+100+4":       130,
	"iris+svm+100+4":       210,
	"krvskp+knn+200+36":    120,
	"krvskp+svm+200+36":    270,
	"letter+knn+1000+16":   175,
	"letter+svm+1000+16":   150,
	"optdigits+svm+300+64": 185,
	"spambase+svm+250+57":  160,
	"wave+svm+300+40":      130,
	"wdbc+knn+300+30":      110,
	"wdbc+svm+300+30":      180,
	"yeast+knn+800+8":      160,
}

// variancePlaces returns what a scale runs: two fast configurations with few data
// sets, or all whose data are at hand, with 10,000 data sets (6,000 for the
// learners that take more than 10 ms a data set) or more.
func variancePlaces(cfg Config) ([]variancePlace, error) {
	all := simulatedPlaces()
	if cfg.Scale == Paper {
		public, err := publicPlaces()
		if err != nil {
			return nil, err
		}
		all = append(all, public...)
	}
	var out []variancePlace
	for _, p := range all {
		p.Seed, p.Shards, p.Sets = cfg.Seed, cmp.Or(moreShards[p.Config], 100), 100
		if p.Slow {
			p.Sets = 60
		}
		if p.chapter2 {
			p.FoldCounts = []int{5, 10}
		}
		if cfg.Scale == Quick {
			if p.Config != "SREG+lm+500+100" && p.Config != "SCLA+knn+1000+20" {
				continue
			}
			p.Shards, p.Sets = 20, 10
			if p.Slow {
				p.Sets = 4
			}
		}
		out = append(out, p)
	}
	return out, nil
}

// paperSets is the number of data sets behind every printed variance.
const paperSets = 10_000

// givenSpread is how much the variance over partition sets varies between data
// sets, as a share of it: 0.10 and 0.17 for least squares with 1,000 and 500 records.
// The printed rates scatter as if the two methods had different data sets.
const givenSpread = 0.15

// results sets the study beside the tables that print its configuration.
func (p variancePlace) results(r CovarianceResult, published printed, setting string) []Result {
	var out []Result
	rows := r.Rows()
	if p.chapter2 {
		out = append(out, chapter2(r, rows)...)
		out = exchanged(r, published, out)
	}
	if p.chapter3 {
		out = append(out, chapter3(r, rows)...)
		if r.Study.simulated() {
			out = contradictions(r, published, out)
		}
	}
	for i := range out {
		out[i].Source = "thesis"
		out[i].Key = p.Config + "/" + out[i].Key
		out[i].Note = join(out[i].Note, openSetting(p.CovarianceStudy))
		if out[i].Reason == "" {
			out[i].Reason = setting
		}
	}
	return out
}

// chapter2 returns tables 2.9 to 2.12 for one configuration.
func chapter2(r CovarianceResult, rows []VarianceRow) []Result {
	var out []Result
	sets := float64(r.Study.Sets * r.Study.Shards)
	for _, row := range rows {
		paper := row.TotalSE * math.Sqrt(sets/paperSets)
		for _, key := range keysOfChapter2(row) {
			out = append(out, Result{Item: key[0], Key: key[1], Value: row.Total, SE: row.TotalSE, PaperSE: paper})
		}
	}
	add := func(item, key, a, b string, sizeA, sizeB int) {
		rate, se := r.Reduction(a, b, sizeA, sizeB, false)
		paper := se * math.Sqrt(sets/paperSets)
		if a != "RHS" || b != "mx2CV" {
			// The printed variances of BRHS, RLT and K-fold CV scatter by a percent or two
			// against those of their rows, as if they had data sets of their own.
			one, other := findRow(rows, a, sizeA), findRow(rows, b, sizeB)
			paper = (100 - rate) * math.Hypot(one.TotalSE/one.Total, other.TotalSE/other.Total) * math.Sqrt(sets/paperSets)
		}
		out = append(out, Result{Item: item, Key: key, Value: rate, SE: se, PaperSE: paper})
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
	if repeated[r.Study.Config] {
		out = append(out, table212(out)...)
	}
	return out
}

// keysOfChapter2 returns the places of a variance in tables 2.9 and 2.10.
func keysOfChapter2(row VarianceRow) [][2]string {
	switch method, j := row.Method, row.Size; {
	case method == "RHS" && j == 2:
		return [][2]string{{"table-2.9", "RLT/2/variance"}}
	case method == "mx2CV" && j == 1:
		return [][2]string{{"table-2.9", "KFCV/2/variance"}}
	case method == "RLT" || method == "KFCV":
		return [][2]string{{"table-2.9", fmt.Sprintf("%s/%d/variance", method, j)}}
	case method == "RHS" || method == "BRHS":
		return [][2]string{{"table-2.10", fmt.Sprintf("%s/%d", method, j/2)}}
	case j <= 7:
		return [][2]string{{"table-2.10", fmt.Sprintf("%s/%d", method, j)}}
	}
	return nil
}

// repeated are the configurations whose experiment the thesis did twenty times.
var repeated = map[string]bool{"krvskp+knn+200+36": true, "krvskp+svm+200+36": true, "optdigits+knn+300+64": true}

// table212 returns table 2.12 from the results of table 2.10: the mean over twenty
// experiments, and its standard error, which follows from that of one. The
// standard error of twenty values varies by about one in sqrt(2 x 19).
func table212(results []Result) []Result {
	var out []Result
	for _, r := range results {
		if r.Item != "table-2.10" {
			continue
		}
		mean, se := r, r
		mean.Item, mean.Key, mean.PaperSE = "table-2.12", r.Key+"/variance_mean", r.PaperSE/math.Sqrt(20)
		se.Item, se.Key, se.Value, se.SE = "table-2.12", r.Key+"/variance_se", mean.PaperSE, mean.PaperSE*0.02
		se.PaperSE = mean.PaperSE / math.Sqrt(2*19)
		out = append(out, mean, se)
	}
	return out
}

// chapter3 returns tables 3.6 to 3.10 for one configuration.
func chapter3(r CovarianceResult, rows []VarianceRow) []Result {
	var out []Result
	variances, rates := "table-3.9", "table-3.10"
	if r.Study.simulated() {
		variances, rates = "table-3.7", "table-3.8"
		coefficients := r.Coefficients()
		for _, name := range []string{"rho2", "omega+gamma-2tau", "sigma2-omega-n*gamma+n*tau", "gamma"} {
			c := coefficients[name]
			out = append(out, Result{Item: "table-3.6", Key: name, Value: c.Value, SE: c.SE})
		}
	}
	for _, m := range []int{3, 5, 7, 9} {
		for _, method := range []string{"mx2CV", "mx2BCV"} {
			row := findRow(rows, method, m)
			out = append(out, Result{Item: variances, Key: fmt.Sprintf("%s/%d", method, m), Value: row.Given, SE: row.GivenSE, PaperSE: row.Given * givenSpread / math.Sqrt(paperSets)})
		}
		rate, se := r.Reduction("mx2CV", "mx2BCV", m, m, true)
		out = append(out, Result{Item: rates, Key: fmt.Sprint(m), Value: rate, SE: se, PaperSE: 100 * math.Sqrt2 * givenSpread / math.Sqrt(paperSets)})
	}
	return out
}

func findRow(rows []VarianceRow, method string, size int) VarianceRow {
	for _, r := range rows {
		if r.Method == method && r.Size == size {
			return r
		}
	}
	panic(fmt.Sprintf("experiment: no variance of %s %d", method, size))
}

// openSetting names what the thesis leaves open, beside every number.
func openSetting(s CovarianceStudy) string {
	switch l := s.Learner.(type) {
	case linear.OLS:
		return ""
	case linear.Ridge, linear.Lasso:
		return fmt.Sprintf("the thesis names no penalty; here %s", l)
	default:
		return fmt.Sprintf("the thesis names neither scaling nor parameters; here %s", l)
	}
}
