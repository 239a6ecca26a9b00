package experiment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/block-regularized/bcv/pkg/internal/atomicfile"
	"github.com/block-regularized/bcv/pkg/table"
)

// saveTable writes a detailed table of an experiment to the directory of results,
// and what made it to runs.csv there.
func saveTable[T any](cfg Config, name string, rows []T) error {
	if len(rows) == 0 {
		return nil
	}
	if err := replaceTable(cfg, name, rows); err != nil {
		return err
	}
	return saveRun(cfg, name)
}

func replaceTable[T any](cfg Config, name string, rows []T) error {
	return atomicfile.Replace(filepath.Join(cfg.Results, name+".csv"), func(w io.Writer) error { return table.Write(w, rows) })
}

// RunRow says what made a table in the directory of results.
type RunRow struct {
	Table   string `dataframe:"table"`
	Command string `dataframe:"command"`
	Date    string `dataframe:"date"`   // of the end of the run, in UTC
	Commit  string `dataframe:"commit"` // of the code that ran; empty if unknown
}

// saveRun enters the table in runs.csv, in place of an earlier run of it.
func saveRun(cfg Config, name string) error {
	runs, _, err := table.ReadFile[RunRow](filepath.Join(cfg.Results, "runs.csv"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	runs = slices.DeleteFunc(runs, func(r RunRow) bool { return r.Table == name })
	runs = append(runs, RunRow{Table: name, Command: Command(cfg.item, cfg) + " --results data/results",
		Date: time.Now().UTC().Format(time.DateOnly), Commit: cfg.Commit})
	slices.SortFunc(runs, func(a, b RunRow) int { return strings.Compare(a.Table, b.Table) })
	return replaceTable(cfg, "runs", runs)
}

// StudyRow is the effort and the main quantities of one study.
type StudyRow struct {
	Config     string  `dataframe:"config"`
	Date       string  `dataframe:"date"` // of the end of the run
	Law        string  `dataframe:"law"`
	N          int     `dataframe:"n"`
	Learner    string  `dataframe:"learner"`
	Sets       int     `dataframe:"data_sets"`
	Seed       int     `dataframe:"seed"`
	CPUSeconds float64 `dataframe:"cpu_seconds"`
	Quantity   string  `dataframe:"quantity"`
	Value      float64 `dataframe:"value"`
	SE         float64 `dataframe:"se"`
}

// quantities are the names of Coefficients in the order of tables.
var quantities = []string{"rho1", "rho2", "sigma2", "omega+gamma-2tau", "sigma2-omega-n*gamma+n*tau", "gamma", "lambda0", "lambda1", "lambda2", "lambda3", "lambda4"}

// studyRows returns the coefficients of f with the setting and the cost.
func (r CovarianceResult) studyRows() []StudyRow {
	s := r.Study
	coefficients := r.Coefficients()
	var out []StudyRow
	for _, q := range quantities {
		c := coefficients[q]
		out = append(out, StudyRow{s.Config, time.Now().UTC().Format(time.DateOnly), s.Law.String(), s.N, s.Learner.String(), s.Sets * s.Shards, int(s.Seed), r.CPUSeconds(), q, c.Value, c.SE})
	}
	return out
}

// RateRow is a reduction rate of block regularization, in percent.
type RateRow struct {
	Config  string  `dataframe:"config"`
	M       int     `dataframe:"m"`
	Total   float64 `dataframe:"total_pct"` // of the whole variance of m x 2 CV
	TotalSE float64 `dataframe:"total_se"`
	Given   float64 `dataframe:"given_pct"` // of its variance given the data set
	GivenSE float64 `dataframe:"given_se"`
}

// Rates returns the reduction rates of m x 2 BCV over m x 2 CV.
func (r CovarianceResult) Rates() []RateRow {
	var out []RateRow
	for _, m := range []int{3, 5, 7, 9} {
		row := RateRow{Config: r.Study.Config, M: m}
		row.Total, row.TotalSE = r.Reduction("mx2CV", "mx2BCV", m, m, false)
		row.Given, row.GivenSE = r.Reduction("mx2CV", "mx2BCV", m, m, true)
		out = append(out, row)
	}
	return out
}

// saveDetails runs what the account does not need, f at other training sizes, and
// writes the detailed tables.
func saveDetails(ctx context.Context, cfg Config, studies []CovarianceResult, p printed) error {
	functions, err := CovarianceFunctions(ctx, cfg)
	if err != nil {
		return err
	}
	return saveStudies(cfg, studies, functions, p)
}

// saveStudies writes the detailed tables of the studies.
func saveStudies(cfg Config, studies, functions []CovarianceResult, p printed) error {
	var variances []VarianceRow
	var orders []OrderRow
	var points []PointRow
	var coefficients []StudyRow
	var rates []RateRow
	var exchanges []ExchangeRow
	for _, r := range studies {
		variances = append(variances, r.Rows()...)
		orders = append(orders, r.Orders()...)
		points = append(points, r.Points()...)
		coefficients = append(coefficients, r.studyRows()...)
		rates = append(rates, r.Rates()...)
		exchanges = append(exchanges, r.exchanges(r.Study.Config, p)...)
	}
	var curves []PointRow
	for _, r := range functions {
		curves = append(curves, r.Points()...)
	}
	for _, err := range []error{
		saveTable(cfg, "covariance_functions", curves),
		saveTable(cfg, "variances", variances),
		saveTable(cfg, "variance_orders", orders),
		saveTable(cfg, "covariance_points", points),
		saveTable(cfg, "covariance_coefficients", coefficients),
		saveTable(cfg, "reduction_rates", rates),
		saveTable(cfg, "exchanged_columns", exchanges),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

// Stored reads a detailed table of an experiment from data/results.
func Stored[T any](fsys fs.FS, name string) ([]T, error) {
	return readStored[T](fsys, "results/"+name+".csv")
}

func readStored[T any](fsys fs.FS, name string) ([]T, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, fmt.Errorf("experiment: %w", err)
	}
	defer f.Close()
	rows, _, err := table.Read[T](name, f)
	return rows, err
}
