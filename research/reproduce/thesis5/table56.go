package thesis5

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/reproduce/internal/variances"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/correlation"
	"github.com/block-regularized/bcv/research/study/covariance"
)

// VarianceEstimators covers tables 5.6 and 5.7: the variance of m x 2 BCV beside the
// means of its three estimators.
func VarianceEstimators() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "variance-estimators",
		Title: "Three estimators of the variance of m x 2 BCV",
		Items: []string{"thesis:table-5.6", "thesis:table-5.7"},
		Run: func(ctx context.Context, cfg study.Config) ([]reproduce.Result, error) {
			var experiments [][]*study.Experiment[correlation.Result]
			for _, t := range estimatorTables {
				e, err := correlation.EstimatorExperiments(cfg, t.setting)
				if err != nil {
					return nil, err
				}
				experiments = append(experiments, e)
			}
			if err := study.Simulate(ctx, cfg, study.All(slices.Concat(experiments...))...); err != nil {
				return nil, err
			}
			var out []reproduce.Result
			for k, t := range estimatorTables {
				out = append(out, t.results(correlation.EstimatorRows(experiments[k]))...)
			}
			return out, nil
		},
		Studies: []study.Study{correlation.EstimatorTables},
	}
}

// estimatorTable is one of the two tables.
type estimatorTable struct {
	item, setting    string
	erratum, reading string // of the rows that follow; the erratum may be empty
	inferred         string // what the publication does not name
}

var estimatorTables = []estimatorTable{
	{item: "table-5.6", setting: "SREG+rid", erratum: "E39", reading: "30 features",
		inferred: variances.SettingOf(covariance.Ridge)},
	{item: "table-5.7", setting: "SCLA+svm", reading: "classes equally often, as in the author's R package",
		inferred: variances.SettingOf(covariance.SVM)},
}

// estimatorDraws is the design of both tables: §5.7 takes the settings of §3.5.1.
var estimatorDraws = reproduce.Sampling{Draws: 10_000}

// results sets the rows of the first reading, with five sizes of data sets, beside the
// table; the other reading is an explanation.
func (t estimatorTable) results(rows []correlation.EstimatorRow) []reproduce.Result {
	first := 5 * len(correlation.EstimatorReplications) * len(correlation.EstimatorQuantities)
	var out []reproduce.Result
	for i, r := range rows[:first] {
		o := rows[first+i]
		out = append(out, reproduce.Result{Source: "thesis", Item: t.item, Value: r.Value, SE: r.SE,
			Key: fmt.Sprintf("%d/%s/%d", r.M, r.Quantity, r.N), PublishedSE: estimatorDraws.Scaled(r.SE, r.Sets),
			Setting: t.inferred, Explanations: []reproduce.Explanation{{Erratum: t.erratum, Value: o.Value, SE: o.SE,
				Reading: t.reading + ", with " + o.Learner, PublishedSE: estimatorDraws.Scaled(o.SE, o.Sets)}}})
	}
	return out
}

// EstimatorCell is a cell of table 5.6 or 5.7, published or computed.
type EstimatorCell struct {
	M        int     `dataframe:"m"`
	Quantity string  `dataframe:"quantity"`
	Source   string  `dataframe:"source"` // published or computed
	N        int     `dataframe:"n"`
	Value    float64 `dataframe:"value"`
	Below    bool    `dataframe:"below Var"` // the mean of an estimator is below the variance, both computed
}

// CompareEstimators returns the cells of table 5.6 or 5.7 and those of the stored run with
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
				out = append(out, EstimatorCell{m, q, "published", n, p.Thesis(item, fmt.Sprintf("%d/%s/%d", m, q, n)), false},
					EstimatorCell{m, q, "computed", n, v, v < computed[place{m, "Var", n}]})
			}
		}
	}
	return out, nil
}

// WhereBelow names the cells in which the mean of an estimator is below the variance.
func WhereBelow(cells []EstimatorCell, estimator string) string {
	var at []string
	for _, c := range cells {
		if c.Quantity == estimator && c.Below {
			at = append(at, fmt.Sprintf("m = %d, n = %d", c.M, c.N))
		}
	}
	if at == nil {
		return "no m and n"
	}
	return strings.Join(at, "; ")
}
