package thesis2

import (
	"cmp"
	"context"
	"fmt"

	"github.com/block-regularized/bcv/pkg/reproduce"
	"github.com/block-regularized/bcv/pkg/study"
	"github.com/block-regularized/bcv/pkg/study/covariance"
)

// Variances covers the variances of cross-validation estimators in the thesis:
// tables 2.9 to 2.12, the covariance function of table 3.6, and tables 3.7 to
// 3.10, which print the variances given the data set (erratum E20).
func Variances() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "variances",
		Title: "Variances of cross-validation estimators",
		Items: []string{"thesis:table-2.9", "thesis:table-2.10", "thesis:table-2.11", "thesis:table-2.12",
			"thesis:table-3.6", "thesis:table-3.7", "thesis:table-3.8", "thesis:table-3.9", "thesis:table-3.10"},
		Run: func(ctx context.Context, cfg study.Config) ([]reproduce.Result, error) {
			places, err := variancePlaces(cfg)
			if err != nil {
				return nil, err
			}
			published, err := reproduce.ReadNumbers(cfg)
			if err != nil {
				return nil, err
			}
			studies, err := runPlaces(ctx, cfg, places)
			if err != nil {
				return nil, err
			}
			if cfg.Results != "" && cfg.Scale == study.Paper {
				if err := saveDetails(ctx, cfg, studies, published); err != nil {
					return nil, err
				}
			}
			byConfig := map[string]covariance.Result{}
			for _, r := range studies {
				byConfig[r.Study.Config] = r
			}
			var out []reproduce.Result
			for _, p := range places {
				out = append(out, p.results(byConfig, published)...)
			}
			return out, nil
		},
	}
}

// runPlaces simulates one configuration after the other, those of other readings
// among them.
func runPlaces(ctx context.Context, cfg study.Config, places []variancePlace) ([]covariance.Result, error) {
	var studies []covariance.Study
	for _, p := range places {
		studies = append(studies, p.Study)
		if p.other != nil {
			studies = append(studies, *p.other)
		}
	}
	out, err := runStudies(ctx, cfg, studies, func(s covariance.Study) string { return s.Config })
	for _, r := range out {
		cfg.Spend(r.CPUSeconds())
	}
	return out, err
}

// runStudies runs one study after the other; checkpoint names their checkpoints.
func runStudies(ctx context.Context, cfg study.Config, studies []covariance.Study, checkpoint func(covariance.Study) string) ([]covariance.Result, error) {
	total, before := 0, 0
	for _, s := range studies {
		total += s.Shards
	}
	var out []covariance.Result
	for _, s := range studies {
		opt := cfg.Checkpointed(checkpoint(s))
		opt.Progress = func(done, _ int) { cfg.Report(before+done, total) }
		r, err := s.Run(ctx, opt)
		if err != nil {
			return nil, err
		}
		before += s.Shards
		out = append(out, r)
	}
	cfg.Report(total, total)
	return out, nil
}

// moreShards are the configurations that take more than 100 shards, so that the
// standard errors of tables 2.9 to 2.12 are at most 2% of the variances.
var moreShards = map[string]int{
	"SCLA+knn+1000+20":     150,
	"SCLA+svm+1000+20":     170,
	"WQ+lm+100+11":         1500,
	"glass+knn+150+9":      130,
	"glass+svm+150+9":      170,
	"iris+knn+100+4":       130,
	"iris+svm+100+4":       160,
	"krvskp+knn+200+36":    120,
	"krvskp+svm+200+36":    285,
	"letter+knn+1000+16":   175,
	"letter+svm+1000+16":   130,
	"optdigits+svm+300+64": 215,
	"pageblock+svm+300+10": 140,
	"spambase+svm+250+57":  195,
	"wave+svm+300+40":      180,
	"wdbc+knn+300+30":      110,
	"wdbc+svm+300+30":      200,
	"yeast+knn+800+8":      160,
	"yeast+svm+800+8":      230,
}

// variancePlaces returns what a scale runs: two fast configurations with few data
// sets, or all whose data are at hand, with 10,000 data sets (6,000 for the
// learners that take more than 10 ms a data set) or more.
func variancePlaces(cfg study.Config) ([]variancePlace, error) {
	all := simulatedPlaces()
	if cfg.Scale == study.Paper {
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
		if p.other != nil { // the text's reading is many times off; few data sets will do
			other := *p.other
			other.Seed, other.Shards, other.Sets, other.FoldCounts = p.Seed, p.Shards, cmp.Or(p.otherSets, p.Sets), p.FoldCounts
			p.other, p.Shards, p.Sets = &other, 20, 10
		}
		if cfg.Scale == study.Quick {
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

// RateResolution is the difference of reduction rates, in percentage points, that
// the tables of rates are about.
const RateResolution = 1

// results sets the study beside the tables that print its configuration.
func (p variancePlace) results(studies map[string]covariance.Result, published reproduce.Numbers) []reproduce.Result {
	out := p.tables(studies[p.Config], published)
	if p.other != nil {
		other := p.tables(studies[p.other.Config], published)
		for i, o := range other { // the same tables in the same order
			out[i].Explanations = append(out[i].Explanations, reproduce.Explanation{Erratum: p.erratum, Reading: p.reading, Value: o.Value, SE: o.SE, PublishedSE: o.PublishedSE})
			for _, e := range o.Explanations {
				e.Reading = p.erratum + ", " + p.reading + ", and " + e.Reading
				out[i].Explanations = append(out[i].Explanations, e)
			}
		}
	}
	for i := range out {
		out[i].Source = "thesis"
		out[i].Key = p.Config + "/" + out[i].Key
		out[i].Setting = p.setting
	}
	return out
}

// tables are the results of one study; their keys are still without the
// configuration.
func (p variancePlace) tables(r covariance.Result, published reproduce.Numbers) []reproduce.Result {
	var out []reproduce.Result
	rows := r.Rows()
	if p.chapter2 {
		out = append(out, chapter2(r, rows)...)
		if j, ok := swapped[p.Config]; ok {
			swapColumns(out, j)
		}
		out = exchanged(p.Config, r, rows, published, out)
	}
	if p.chapter3 {
		out = append(out, chapter3(r, rows)...)
		if r.Study.Simulated() {
			out = contradictions(r, published, out)
		}
	}
	return out
}

// swapped are the configurations of table 2.9 with RLT and K-fold CV exchanged at one
// J (erratum E23).
var swapped = map[string]int{"SREG+ridge+500+500": 10, "optdigits+svm+300+64": 2}

// swapColumns explains the variances of RLT and of K-fold CV, with j splits, by each
// other, and their reduction rate.
func swapColumns(results []reproduce.Result, j int) {
	at := map[string]*reproduce.Result{}
	for i := range results {
		if results[i].Item == "table-2.9" {
			at[results[i].Key] = &results[i]
		}
	}
	one, other := at[fmt.Sprintf("RLT/%d/variance", j)], at[fmt.Sprintf("KFCV/%d/variance", j)]
	rate := at[fmt.Sprintf("RLT/KFCV/%d/reduction_rate_pct", j)]
	explain := func(r *reproduce.Result, value, se, published float64) {
		r.Explanations = append(r.Explanations, reproduce.Explanation{Erratum: "E23", Reading: "the columns of RLT and K-fold CV exchanged", Value: value, SE: se, PublishedSE: published})
	}
	explain(one, other.Value, other.SE, other.PublishedSE)
	explain(other, one.Value, one.SE, one.PublishedSE)
	ratio := one.Value / other.Value // 100 (1 - 1/ratio) is the rate; its derivative is 100/ratio²
	explain(rate, 100*(1-ratio), rate.SE*ratio*ratio, rate.PublishedSE*ratio*ratio)
}

// chapter2 returns tables 2.9 to 2.12 for one configuration.
func chapter2(r covariance.Result, rows []covariance.VarianceRow) []reproduce.Result {
	var out []reproduce.Result
	published := reproduce.SamplingOf("thesis:table-2.9")
	for _, row := range rows {
		for _, key := range keysOfChapter2(row) {
			out = append(out, reproduce.Result{Item: key[0], Key: key[1], Value: row.Total, SE: row.TotalSE, PublishedSE: published.Scaled(row.TotalSE, row.Sets)})
		}
	}
	add := func(item, key, a, b string, sizeA, sizeB int) {
		rate, se := r.Reduction(a, b, sizeA, sizeB, false)
		out = append(out, reproduce.Result{Item: item, Key: key, Value: rate, SE: se, Resolution: RateResolution,
			PublishedSE: published.Rate(se, covariance.FindRow(rows, a, sizeA), covariance.FindRow(rows, b, sizeB), false)})
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
		out = append(out, table212(out, r.Study.Shards)...)
	}
	return out
}

// keysOfChapter2 returns the places of a variance in tables 2.9 and 2.10.
func keysOfChapter2(row covariance.VarianceRow) [][2]string {
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
// experiments, and its standard error, which follows from that of one. Ours is
// estimated from the spread of the shards.
func table212(results []reproduce.Result, shards int) []reproduce.Result {
	published := reproduce.SamplingOf("thesis:table-2.12")
	var out []reproduce.Result
	for _, r := range results {
		if r.Item != "table-2.10" {
			continue
		}
		mean, se := r, r
		mean.Item, mean.Key = "table-2.12", r.Key+"/variance_mean"
		se.Item, se.Key = "table-2.12", r.Key+"/variance_se"
		mean.PublishedSE, se.PublishedSE = published.Repeated(r.PublishedSE)
		se.Value = mean.PublishedSE
		se.SE = se.Value * reproduce.RelativeErrorOfSpread(shards)
		out = append(out, mean, se)
	}
	return out
}

// chapter3 returns tables 3.6 to 3.10 for one configuration.
func chapter3(r covariance.Result, rows []covariance.VarianceRow) []reproduce.Result {
	var out []reproduce.Result
	variances, rates := "table-3.9", "table-3.10"
	published := reproduce.SamplingOf("thesis:table-3.7")
	if r.Study.Simulated() {
		variances, rates = "table-3.7", "table-3.8"
		coefficients := r.Coefficients()
		for _, name := range []string{"rho2", "omega+gamma-2tau", "sigma2-omega-n*gamma+n*tau", "gamma"} {
			c := coefficients[name]
			out = append(out, reproduce.Result{Item: "table-3.6", Key: name, Value: c.Value, SE: c.SE})
		}
	}
	for _, m := range []int{3, 5, 7, 9} {
		for _, method := range []string{"mx2CV", "mx2BCV"} {
			row := covariance.FindRow(rows, method, m)
			out = append(out, reproduce.Result{Item: variances, Key: fmt.Sprintf("%s/%d", method, m), Value: row.Given, SE: row.GivenSE, PublishedSE: published.Scaled(row.GivenSE, row.Sets)})
		}
		rate, se := r.Reduction("mx2CV", "mx2BCV", m, m, true)
		out = append(out, reproduce.Result{Item: rates, Key: fmt.Sprint(m), Value: rate, SE: se, Resolution: RateResolution,
			PublishedSE: published.Rate(se, covariance.FindRow(rows, "mx2CV", m), covariance.FindRow(rows, "mx2BCV", m), true)})
	}
	return out
}
