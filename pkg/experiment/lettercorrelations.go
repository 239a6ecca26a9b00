package experiment

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/pkg/sim"
	"github.com/block-regularized/bcv/pkg/table"
)

// letterOmegas are the weights of the nearest neighbour in experiments Letter1 to
// Letter6 of the thesis.
var letterOmegas = []float64{1, 5, 10, 17.25, 25, 2048}

// letterFile holds the stored run of table 5.9 in the file system of a Config.
const letterFile = "results/table_5_9.csv"

// letterSets is the number of data sets of the paper scale, ten times the thesis's.
const letterSets = 10_000

// LetterStudy is the study of thesis table 5.9: data sets of 300 records drawn with
// replacement from d, the UCI letter data with its 26 classes; the nearest
// neighbour with each of the six omegas, and last the tree. The names of the
// algorithms are those of the table: A is the neighbour, B the tree (erratum E27).
// The thesis does not say how many replications it took; rho1 and rho2 do not
// depend on it.
func LetterStudy(d *dataset.Data, sets int, seed uint64) CorrelationStudy {
	const shards = 50
	s := CorrelationStudy{Name: "letter", Law: dataset.Population{Data: d}, N: 300, M: 5, Sets: sets / shards, Shards: shards, Seed: seed}
	for k, w := range letterOmegas {
		s.Learners = append(s.Learners, neighbour.WeightedNN{Weights: neighbour.LetterWeights(w)})
		s.Labels = append(s.Labels, fmt.Sprintf("Letter%d", k+1))
	}
	s.Learners, s.Labels = append(s.Learners, learn.Learner(tree.CART{})), append(s.Labels, "tree")
	return s
}

// LetterCorrelations runs the LetterStudy, sets being a multiple of 50, and returns
// the rows of the seven learners and of their pairs.
func LetterCorrelations(ctx context.Context, d *dataset.Data, sets int, seed uint64, opt sim.Options) ([]StoredCorrelation, error) {
	if sets < 50 || sets%50 != 0 {
		return nil, fmt.Errorf("experiment: %d data sets; give a multiple of 50", sets)
	}
	return stored(ctx, LetterStudy(d, sets, seed), opt)
}

// letterCorrelations covers table 5.9: at the paper scale by a new run if there is
// a local copy of the data, otherwise by the stored run.
func letterCorrelations() Experiment {
	return Experiment{
		Name:  "letter-correlations",
		Title: "Correlations of the hold-out estimates on the UCI letter data",
		Items: []string{"thesis:table-5.9"},
		Run: func(ctx context.Context, cfg Config) ([]Result, error) {
			rows, stored, err := letterRows(ctx, cfg)
			if err != nil {
				return nil, err
			}
			if cfg.Results != "" && cfg.Scale == Paper {
				if err := saveCorrelations(cfg, "table_5_9", rows); err != nil {
					return nil, err
				}
			}
			results, err := letterResults(rows)
			return fromStore(results, stored), err
		},
	}
}

// letterRows runs the study or, without the data, reads the stored run.
func letterRows(ctx context.Context, cfg Config) (rows []StoredCorrelation, stored bool, err error) {
	if cfg.Scale == Paper {
		d, err := dataset.Open("letter")
		if err == nil {
			opt := sim.Options{Progress: cfg.Progress}
			if cfg.Checkpoints != "" {
				opt.Checkpoint = filepath.Join(cfg.Checkpoints, "letter-correlations.ckpt")
			}
			rows, err := LetterCorrelations(ctx, d, letterSets, cfg.Seed, opt)
			return rows, false, err
		}
		if !errors.Is(err, dataset.ErrNotFound) {
			return nil, false, err
		}
	}
	rows, err = readCorrelations(cfg.Data, letterFile)
	return rows, true, err
}

// fromStore marks results of a stored run; inputs are inputs wherever they come from.
func fromStore(results []Result, stored bool) []Result {
	for i := range results {
		results[i].Stored = stored && !results[i].Input
	}
	return results
}

// readCorrelations reads stored rows.
func readCorrelations(fsys fs.FS, name string) ([]StoredCorrelation, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, fmt.Errorf("experiment: %w", err)
	}
	defer f.Close()
	rows, _, err := table.Read[StoredCorrelation](name, f)
	return rows, err
}

// letterResults sets rows beside table 5.9.
func letterResults(rows []StoredCorrelation) ([]Result, error) {
	find := func(a, b string) (StoredCorrelation, error) {
		for _, r := range rows {
			if r.A == a && r.B == b {
				return r, nil
			}
		}
		return StoredCorrelation{}, fmt.Errorf("experiment: the correlations of the letter data have no row for %q and %q; run them anew", a, b)
	}
	var out []Result
	for k, omega := range letterOmegas {
		label := fmt.Sprintf("Letter%d", k+1)
		neighbour, err := find(label, "")
		if err != nil {
			return nil, err
		}
		tree, err := find("tree", "")
		if err != nil {
			return nil, err
		}
		difference, err := find(label, "tree")
		if err != nil {
			return nil, err
		}
		out = append(out,
			Result{Source: "thesis", Item: "table-5.9", Key: label + "/n", Value: float64(neighbour.N), Input: true},
			Result{Source: "thesis", Item: "table-5.9", Key: label + "/omega", Text: strconv.FormatFloat(omega, 'g', -1, 64), Input: true})
		out = append(out, letterCells(label, [3]string{"mu_A", "rho_A1", "rho_A2"}, neighbour)...)
		out = append(out, letterCells(label, [3]string{"mu_B", "rho_B1", "rho_B2"}, tree)...)
		out = append(out, letterCells(label, [3]string{"mu", "rho1", "rho2"}, difference)...)
	}
	return out, nil
}

// letterCells are the mean and the two correlations of a row.
func letterCells(label string, keys [3]string, r StoredCorrelation) []Result {
	note := fmt.Sprintf("%d data sets, seed %d, %s, %.0f CPU seconds for the whole table", r.Sets, r.Seed, r.Date, r.CPUSeconds)
	var out []Result
	for i, v := range [3][2]float64{{r.Mean, r.MeanSE}, {r.Rho1, r.Rho1SE}, {r.Rho2, r.Rho2SE}} {
		out = append(out, Result{Source: "thesis", Item: "table-5.9", Key: label + "/" + keys[i], Value: v[0], SE: v[1],
			PublishedSE: samplingOf("thesis:table-5.9").scaled(v[1], r.Sets), Note: note})
	}
	return out
}
