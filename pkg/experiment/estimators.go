package experiment

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/sim"
)

// varianceEstimators covers thesis tables 5.6 and 5.7: the variance of m x 2 BCV
// beside the means of its three estimators.
func varianceEstimators() Experiment {
	return Experiment{
		Name:  "variance-estimators",
		Title: "Three estimators of the variance of m x 2 BCV",
		Items: []string{"thesis:table-5.6", "thesis:table-5.7"},
		Run: func(ctx context.Context, cfg Config) ([]Result, error) {
			var out []Result
			tables := estimatorTables(cfg)
			for i, t := range tables {
				part := cfg
				part.Progress = func(done, total int) { cfg.progress(i*total+done, len(tables)*total) }
				rows, err := t.run(ctx, part)
				if err != nil {
					return nil, err
				}
				out = append(out, t.results(rows)...)
				if cfg.Results != "" && cfg.Scale == Paper {
					if err := saveTable(cfg, t.file, rows); err != nil {
						return nil, err
					}
				}
			}
			return out, nil
		},
	}
}

// The tables have these numbers of replications.
var estimatorReplications = []int{3, 5, 7}

// estimatorQuantities names the rows of the tables: the true variance, then the
// means of its estimators.
var estimatorQuantities = []string{"Var", "Var1_hat", "Var2_hat", "Var3_hat"}

// EstimatorRow is a cell of table 5.6 or 5.7.
type EstimatorRow struct {
	Config     string  `dataframe:"config"` // data+learner+n+p
	Learner    string  `dataframe:"learner"`
	N          int     `dataframe:"n"`
	M          int     `dataframe:"m"`
	Quantity   string  `dataframe:"quantity"` // Var, or the mean of Var1_hat, Var2_hat or Var3_hat
	Value      float64 `dataframe:"value"`
	SE         float64 `dataframe:"se"`
	Sets       int     `dataframe:"data_sets"`
	Seed       int     `dataframe:"seed"`
	CPUSeconds float64 `dataframe:"cpu_seconds"` // of all cells with this n
	Date       string  `dataframe:"date"`        // of the run
}

// Estimators simulates the variance of the m x 2 BCV estimate of one learner on
// one law, and the means of its three estimators, for the m of the tables.
//
// Each is a combination of sigma², rho1 and rho2 (thesis eq. 5.3 and the equation
// after 5.8), whatever the law of the data. So all come from one CorrelationStudy
// with seven replications, which uses every fold for every m; at m = 7 the means
// of the estimators are their plain means over the data sets.
func Estimators(ctx context.Context, s CorrelationStudy, opt sim.Options) ([]EstimatorRow, error) {
	before := cpuSeconds()
	r, err := s.Run(ctx, opt)
	if err != nil {
		return nil, err
	}
	value, se := r.batches.JackknifeAll(mergeCorrelations, func(sums correlationSums) []float64 {
		same, within, between := sums.covariances(0, 0, s.M)
		var out []float64
		for _, m := range estimatorReplications {
			out = append(out, estimatorCells(m, same, within/same, between/same)...)
		}
		return out
	})
	cost, date := cpuSeconds()-before, time.Now().UTC().Format(time.DateOnly)
	var out []EstimatorRow
	for i, m := range estimatorReplications {
		for k, q := range estimatorQuantities {
			at := i*len(estimatorQuantities) + k
			out = append(out, EstimatorRow{s.Name, s.Learners[0].String(), s.N, m, q, value[at], se[at], s.Sets * s.Shards, int(s.Seed), cost, date})
		}
	}
	return out, nil
}

// estimatorCells returns the variance and the means of the estimators.
func estimatorCells(m int, sigma2, rho1, rho2 float64) []float64 {
	out := []float64{sigma2 * (1 + rho1 + 2*float64(m-1)*rho2) / float64(2*m)}
	for _, e := range []infer.VarianceEstimator{infer.Var1(m), infer.Var2(m), infer.Var3(m)} {
		out = append(out, sigma2*e.Expectation(m, rho1, rho2))
	}
	return out
}

// estimatorTable is one of the two tables.
type estimatorTable struct {
	item, file string
	studies    []CorrelationStudy // one for each n
	other      []CorrelationStudy // the same under another reading, or nil
	erratum    string             // of the other reading
	setting    string             // what the publication does not name
}

// estimatorTables sets the studies up. The standard error of a variance is about
// root 2 over the number of data sets.
func estimatorTables(cfg Config) []estimatorTable {
	studies := func(config string, law dataset.Generator, p int, l learn.Learner, quick int) []CorrelationStudy {
		var out []CorrelationStudy
		for n := 100; n <= 500; n += 100 {
			s := CorrelationStudy{Name: fmt.Sprintf("%s+%d+%d", config, n, p), Law: law, N: n, M: 7,
				Learners: []learn.Learner{l}, Sets: quick, Shards: 20, Seed: cfg.Seed}
			if cfg.Scale == Paper {
				s.Sets, s.Shards = 50, 100
			}
			out = append(out, s)
		}
		return out
	}
	return []estimatorTable{
		{"table-5.6", "table_5_6",
			studies("SREG+rid", dataset.SREG{P: 20}, 20, studyRidge, 10),
			studies("SREG+rid", dataset.SREG{P: 30}, 30, studyRidge, 10),
			"E39", settingOf(studyRidge)},
		{"table-5.7", "table_5_7",
			studies("SCLA+svm", dataset.SCLA(20), 20, studySVM, 10), nil,
			"", settingOf(studySVM)},
	}
}

func (t estimatorTable) run(ctx context.Context, cfg Config) ([]EstimatorRow, error) {
	var out []EstimatorRow
	all := slices.Concat(t.studies, t.other)
	for i, s := range all {
		opt := sim.Options{Progress: func(done, total int) { cfg.progress(i*total+done, len(all)*total) }}
		if cfg.Checkpoints != "" {
			opt.Checkpoint = filepath.Join(cfg.Checkpoints, fmt.Sprintf("estimators-%s.ckpt", s.Name))
		}
		rows, err := Estimators(ctx, s, opt)
		if err != nil {
			return nil, err
		}
		out = append(out, rows...)
	}
	return out, nil
}

// results sets the rows of the first reading beside the table; the other reading is
// an explanation.
func (t estimatorTable) results(rows []EstimatorRow) []Result {
	published := samplingOf("thesis:table-5.6")
	first := len(t.studies) * len(estimatorReplications) * len(estimatorQuantities)
	var out []Result
	for i, r := range rows[:first] {
		x := Result{Source: "thesis", Item: t.item, Key: fmt.Sprintf("%d/%s/%d", r.M, r.Quantity, r.N),
			Value: r.Value, SE: r.SE, PublishedSE: published.scaled(r.SE, r.Sets), Setting: t.setting}
		if t.other != nil {
			o := rows[first+i]
			x.Explanations = []Explanation{{Erratum: t.erratum, Reading: o.Config + " with " + o.Learner,
				Value: o.Value, SE: o.SE, PublishedSE: published.scaled(o.SE, o.Sets)}}
		}
		out = append(out, x)
	}
	return out
}

// PrintEstimators prints the stored rows of table 5.6 or 5.7 for one setting, such as
// SREG+rid with 30 features, each number behind the printed one, and says where
// Var2 is on average below the variance.
func PrintEstimators(w io.Writer, fsys fs.FS, item, file, setting string, features int) error {
	p, err := readPrinted(Config{Data: fsys})
	if err != nil {
		return err
	}
	rows, err := Stored[EstimatorRow](fsys, file)
	if err != nil {
		return err
	}
	computed := map[string]EstimatorRow{}
	for _, r := range rows {
		if r.Config == fmt.Sprintf("%s+%d+%d", setting, r.N, features) {
			computed[fmt.Sprintf("%d/%s/%d", r.M, r.Quantity, r.N)] = r
		}
	}
	first := computed["3/Var/100"]
	fmt.Fprintf(w, "%s: %s, %s, %d data sets\n", item, first.Config, first.Learner, first.Sets)
	lines, below := [][]string{{"m", "quantity", "n = 100", "200", "300", "400", "500"}}, ""
	for _, m := range []int{3, 5, 7} {
		for _, q := range []string{"Var", "Var1_hat", "Var2_hat", "Var3_hat"} {
			line := []string{fmt.Sprint(m), q}
			for n := 100; n <= 500; n += 100 {
				key := fmt.Sprintf("%d/%s/%d", m, q, n)
				line = append(line, fmt.Sprintf("%s  %.6f", p["thesis:"+item+" "+key].Text, computed[key].Value))
				if q == "Var2_hat" && computed[key].Value < computed[fmt.Sprintf("%d/Var/%d", m, n)].Value {
					below += fmt.Sprintf(" m = %d, n = %d;", m, n)
				}
			}
			lines = append(lines, line)
		}
	}
	if err := PrintColumns(w, lines...); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "The computed Var2 is below the computed variance at%s and at no other.\n\n", below)
	return err
}
