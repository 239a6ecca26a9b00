package experiment

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/svm"
	"github.com/block-regularized/bcv/pkg/sim"
)

// SettingRow says how well a setting of a learner, other than that of the study,
// meets the variances that the thesis prints for one configuration.
type SettingRow struct {
	Config  string  `dataframe:"config"`
	Learner string  `dataframe:"learner"`
	Sets    int     `dataframe:"data_sets"`
	Printed int     `dataframe:"printed"`   // number of variances compared
	Level   float64 `dataframe:"level"`     // geometric mean of computed over printed
	Gap     float64 `dataframe:"rms_log"`   // root mean square of the logarithm of computed over printed
	SE      float64 `dataframe:"se_log"`    // of the level
	MeanHO  float64 `dataframe:"mean_loss"` // mean hold-out loss, n1 = n/2
}

// alternatives returns the settings that are tried for a configuration: not that
// of the study. For the support vector machine they are e1071's other kernels.
func alternatives(p variancePlace) []learn.Learner {
	var out []learn.Learner
	switch p.Learner.(type) {
	case linear.Ridge:
		for _, l := range []float64{0.01, 0.1, 3, 10, 30, 100} {
			out = append(out, linear.Ridge{Lambda: l})
			if !p.simulated() {
				out = append(out, linear.Ridge{Lambda: l, Standardize: true})
			}
		}
	case linear.Lasso:
		for _, l := range []float64{0.005, 0.01, 0.02, 0.04, 0.05, 0.06, 0.2} {
			out = append(out, linear.Lasso{Lambda: l})
		}
		if !p.simulated() { // glmnet standardizes; the simulated features have standard deviation 1 as they are
			for _, l := range []float64{0.001, 0.005, 0.02, 0.025, 0.03} {
				out = append(out, linear.Lasso{Lambda: l, Standardize: true})
			}
		}
	case neighbour.KNN:
		if p.chapter3 && !p.simulated() { // the thesis names k = 5 for the simulated data; kknn's default is 7
			out = append(out, neighbour.KNN{K: 7, Scaling: neighbour.PerFold}, neighbour.KNN{Scaling: neighbour.PerDataSet}, neighbour.KNN{K: 7, Scaling: neighbour.PerDataSet})
		}
	case svm.SVM:
		out = append(out, svm.SVM{}, svm.SVM{Kernel: svm.Linear})
	}
	return out
}

// scanSettings tries settings on 100 to 300 data sets each, the same for all.
func scanSettings(ctx context.Context, cfg Config, places []variancePlace, published printed) ([]SettingRow, error) {
	var out []SettingRow
	for i, p := range places {
		for _, l := range alternatives(p) {
			s := p.CovarianceStudy
			s.Learner, s.Places, s.Shards, s.Sets = l, 12, 20, 15
			if s.N >= 800 {
				s.Sets = 5
			}
			var opt sim.Options
			if cfg.Checkpoints != "" {
				opt.Checkpoint = filepath.Join(cfg.Checkpoints, fmt.Sprintf("setting-%s-%s.ckpt", s.Config, l))
			}
			r, err := s.Run(ctx, opt)
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", p.Config, l, err)
			}
			out = append(out, p.compareSetting(r, published))
		}
		cfg.progress(i+1, len(places))
	}
	return out, nil
}

// compareSetting compares a study with all variances printed for its
// configuration.
func (p variancePlace) compareSetting(r CovarianceResult, published printed) SettingRow {
	rows := r.Rows()
	var results []Result
	if p.chapter2 {
		results = append(results, chapter2(r, rows)...)
	}
	if p.chapter3 {
		results = append(results, chapter3(r, rows)...)
	}
	row := SettingRow{Config: p.Config, Learner: r.Study.Learner.String(), Sets: r.Study.Sets * r.Study.Shards, MeanHO: rows[0].Mean}
	var sum, squares, errors float64
	for _, x := range results {
		switch x.Item {
		case "table-2.9", "table-2.10", "table-3.7", "table-3.9":
		default:
			continue
		}
		v := published.thesis(x.Item, p.Config+"/"+x.Key)
		if math.IsNaN(v) || v <= 0 || x.Value <= 0 || published["thesis:"+x.Item+" "+p.Config+"/"+x.Key].Unit == "percent" || isRate(x.Key) {
			continue
		}
		g := math.Log(x.Value / v)
		row.Printed++
		sum += g
		squares += g * g
		errors += x.SE / x.Value
	}
	n := float64(row.Printed)
	row.Level, row.Gap, row.SE = math.Exp(sum/n), math.Sqrt(squares/n), errors/n
	return row
}

// isRate reports whether a key of table 2.9 is that of a reduction rate.
func isRate(key string) bool { return len(key) > 4 && key[len(key)-4:] == "_pct" }

// settingReasons returns, from a scan, a reason for all configurations of each
// learner that have one setting in common that meets what they print. A setting
// for one configuration alone would be fitted to it, and is none.
func settingReasons(rows []SettingRow) map[string]string {
	met, configs := map[string]int{}, map[string]map[string]bool{}
	for _, r := range rows {
		name := algorithm(r)
		if configs[name] == nil {
			configs[name] = map[string]bool{}
		}
		configs[name][r.Config] = true
		if r.Gap < settingGap+r.SE {
			met[r.Learner]++
		}
	}
	out := map[string]string{}
	for _, r := range rows {
		if name := algorithm(r); met[r.Learner] == len(configs[name]) {
			out[r.Config] = fmt.Sprintf("setting: %s meets the printed variances of all configurations of %s (data/results/variance_settings.csv)", r.Learner, name)
		}
	}
	return out
}

// algorithm returns the name of the learner of r without its settings.
func algorithm(r SettingRow) string {
	name, _, _ := strings.Cut(r.Learner, "(")
	return name
}

// settingGap is the gap, in logarithms, up to which a setting meets the print; the
// standard error of the level comes on top.
const settingGap = 0.1
