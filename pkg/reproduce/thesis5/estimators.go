package thesis5

import (
	"context"
	"fmt"
	"io/fs"
	"slices"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/reproduce"
	"github.com/block-regularized/bcv/pkg/reproduce/thesis2"
	"github.com/block-regularized/bcv/pkg/study"
	"github.com/block-regularized/bcv/pkg/study/correlation"
)

// VarianceEstimators covers thesis tables 5.6 and 5.7: the variance of m x 2 BCV
// beside the means of its three estimators.
func VarianceEstimators() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "variance-estimators",
		Title: "Three estimators of the variance of m x 2 BCV",
		Items: []string{"thesis:table-5.6", "thesis:table-5.7"},
		Run: func(ctx context.Context, cfg study.Config) ([]reproduce.Result, error) {
			var out []reproduce.Result
			tables := estimatorTables(cfg)
			for i, t := range tables {
				part := cfg
				part.Progress = func(done, total int) { cfg.Report(i*total+done, len(tables)*total) }
				rows, err := t.run(ctx, part)
				if err != nil {
					return nil, err
				}
				out = append(out, t.results(rows)...)
				if cfg.Results != "" && cfg.Scale == study.Paper {
					if err := study.Save(cfg, t.file, rows); err != nil {
						return nil, err
					}
				}
			}
			return out, nil
		},
	}
}

// estimatorTable is one of the two tables.
type estimatorTable struct {
	item, file string
	studies    []correlation.Study // one for each n
	other      []correlation.Study // the same under another reading, or nil
	erratum    string              // of the other reading
	setting    string              // what the publication does not name
}

// estimatorTables sets the studies up. The standard error of a variance is about
// root 2 over the number of data sets.
func estimatorTables(cfg study.Config) []estimatorTable {
	studies := func(config string, law dataset.Generator, p int, l learn.Learner, quick int) []correlation.Study {
		var out []correlation.Study
		for n := 100; n <= 500; n += 100 {
			s := correlation.Study{Name: fmt.Sprintf("%s+%d+%d", config, n, p), Law: law, N: n, M: 7,
				Learners: []learn.Learner{l}, Sets: quick, Shards: 20, Seed: cfg.Seed}
			if cfg.Scale == study.Paper {
				s.Sets, s.Shards = 50, 100
			}
			out = append(out, s)
		}
		return out
	}
	return []estimatorTable{
		{"table-5.6", "table_5_6",
			studies("SREG+rid", dataset.SREG{P: 20}, 20, thesis2.StudyRidge, 10),
			studies("SREG+rid", dataset.SREG{P: 30}, 30, thesis2.StudyRidge, 10),
			"E39", thesis2.SettingOf(thesis2.StudyRidge)},
		{"table-5.7", "table_5_7",
			studies("SCLA+svm", dataset.SCLA(20), 20, thesis2.StudySVM, 10), nil,
			"", thesis2.SettingOf(thesis2.StudySVM)},
	}
}

func (t estimatorTable) run(ctx context.Context, cfg study.Config) ([]correlation.EstimatorRow, error) {
	var out []correlation.EstimatorRow
	all := slices.Concat(t.studies, t.other)
	for i, s := range all {
		opt := cfg.Checkpointed("estimators-" + s.Name)
		opt.Progress = func(done, total int) { cfg.Report(i*total+done, len(all)*total) }
		rows, err := correlation.Estimators(ctx, s, opt)
		if err != nil {
			return nil, err
		}
		out = append(out, rows...)
	}
	return out, nil
}

// results sets the rows of the first reading beside the table; the other reading is
// an explanation.
func (t estimatorTable) results(rows []correlation.EstimatorRow) []reproduce.Result {
	published := reproduce.SamplingOf("thesis:table-5.6")
	first := len(t.studies) * len(correlation.EstimatorReplications) * len(correlation.EstimatorQuantities)
	var out []reproduce.Result
	for i, r := range rows[:first] {
		x := reproduce.Result{Source: "thesis", Item: t.item, Key: fmt.Sprintf("%d/%s/%d", r.M, r.Quantity, r.N),
			Value: r.Value, SE: r.SE, PublishedSE: published.Scaled(r.SE, r.Sets), Setting: t.setting}
		if t.other != nil {
			o := rows[first+i]
			x.Explanations = []reproduce.Explanation{{Erratum: t.erratum, Reading: o.Config + " with " + o.Learner,
				Value: o.Value, SE: o.SE, PublishedSE: published.Scaled(o.SE, o.Sets)}}
		}
		out = append(out, x)
	}
	return out
}

// EstimatorCell is a cell of table 5.6 or 5.7.
type EstimatorCell struct {
	M         int     `dataframe:"m"`
	Quantity  string  `dataframe:"quantity"`
	N         int     `dataframe:"n"`
	Published string  `dataframe:"published"`
	Computed  float64 `dataframe:"computed"`
	Both      string  `dataframe:"published, computed"`
	Below     bool    `dataframe:"below Var"` // the mean of an estimator is below the variance, both computed
}

// CompareEstimators returns the cells of table 5.6 or 5.7 beside the stored run with
// one setting, such as SREG+rid with 30 features.
func CompareEstimators(fsys fs.FS, item, file, setting string, features int) ([]EstimatorCell, error) {
	p, err := reproduce.ReadNumbers(study.Config{Data: fsys})
	if err != nil {
		return nil, err
	}
	rows, err := study.Stored[correlation.EstimatorRow](fsys, file)
	if err != nil {
		return nil, err
	}
	type place struct {
		m int
		q string
		n int
	}
	computed := map[place]float64{}
	for _, r := range rows {
		if r.Config == fmt.Sprintf("%s+%d+%d", setting, r.N, features) {
			computed[place{r.M, r.Quantity, r.N}] = r.Value
		}
	}
	if len(computed) == 0 {
		return nil, fmt.Errorf("thesis5: no rows of %s with %d features in %s", setting, features, file)
	}
	var out []EstimatorCell
	for _, m := range correlation.EstimatorReplications {
		for _, q := range correlation.EstimatorQuantities {
			for n := 100; n <= 500; n += 100 {
				v := computed[place{m, q, n}]
				printed := p[fmt.Sprintf("thesis:%s %d/%s/%d", item, m, q, n)].Text
				out = append(out, EstimatorCell{M: m, Quantity: q, N: n, Published: printed, Computed: v,
					Both: fmt.Sprintf("%s, %.6f", printed, v), Below: v < computed[place{m, "Var", n}]})
			}
		}
	}
	return out, nil
}
