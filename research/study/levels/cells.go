package levels

import (
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/calibration"
	"github.com/block-regularized/bcv/research/study/items"
)

// Name is what a paper cites: under this name cells, and what is drawn from a seed, never change.
const Name = "levels-1"

// Items stands in place of a partition set: the scores of two models on the items of one test set.
const Items = "items"

// partition is a partition set that a test may be for.
type partition struct {
	name   string
	method cv.Method
	opt    cv.Options
	like   string // folds in the stored study levels that train on as many records
}

var partitions = []partition{
	{"5x2", cv.Mx2, cv.Options{M: 5}, "5 x 2 BCV"},
	{"5x2-bcv", cv.BCV, cv.Options{M: 5}, "5 x 2 BCV"},
	{"10-fold", cv.KFold, cv.Options{K: 10}, "10-fold CV"},
	{"5-fold", cv.KFold, cv.Options{K: 5}, "5-fold CV"},
	{"10x10-fold", cv.RepeatedKFold, cv.Options{M: 10, K: 10}, "10-fold CV"},
	{"hold-outs", cv.RLT, cv.Options{M: 100, Train: calibration.LevelRecords * 9 / 10}, "10-fold CV"},
}

// Folds returns the names of the partition sets, and Items.
func Folds() (names []string) {
	for _, p := range partitions {
		names = append(names, p.name)
	}
	return append(names, Items)
}

// Cell is a pair of equal learners or models, and one of different ones.
type Cell struct {
	Number    int    `json:"cell"` // from 1
	Name      string `json:"name"`
	Data      string `json:"data"`
	Metric    string `json:"metric"`
	Equal     string `json:"equal"`
	Different string `json:"different"`
	// expected value of the second of the different ones minus that of the first, and its standard error, which is 0
	// where it is exact
	Difference   float64 `json:"difference"`
	DifferenceSE float64 `json:"difference_se"`

	drawer func() drawer // one for each worker
}

// Cells returns the cells of folds of that name. Expected differences of learners are those of the stored study levels,
// from data sets of its own, in results/levels.csv of fsys.
func Cells(folds string, fsys fs.FS) ([]Cell, error) {
	if folds == Items {
		return itemCells(), nil
	}
	for _, p := range partitions {
		if p.name == folds {
			return p.cells(fsys)
		}
	}
	return nil, fmt.Errorf("there are no folds %q; use %s", folds, strings.Join(Folds(), ", "))
}

func (p partition) cells(fsys fs.FS) (out []Cell, err error) {
	rows, err := study.Stored[calibration.LevelRow](fsys, "levels")
	if err != nil {
		return nil, err
	}
	for i, c := range calibration.LevelCells() {
		cell := Cell{Number: i + 1, Name: c.Setting, Data: c.Data, Metric: c.Metric, Equal: c.Equal, Different: c.Different,
			Difference: math.NaN()}
		for _, r := range rows {
			if r.Setting == c.Setting && r.Folds == p.like {
				cell.Difference, cell.DifferenceSE = r.Difference, r.DifferenceSE
			}
		}
		if math.IsNaN(cell.Difference) {
			return nil, fmt.Errorf("levels: results/levels.csv lacks %s on %s; run the study levels", c.Setting, p.like)
		}
		cell.drawer = func() drawer {
			d := c.New()
			return func(different bool, rng *rand.Rand) (drawn, error) {
				of, a, b, err := c.Draw(d, p.method, p.opt, different, rng)
				return drawn{A: a, B: b, Train: sizes(of, func(f cv.Fold) int { return len(f.Train) }),
					Valid: sizes(of, func(f cv.Fold) int { return len(f.Valid) })}, err
			}
		}
		out = append(out, cell)
	}
	return out, nil
}

// sizes returns the numbers of records by replication and fold.
func sizes(set cv.Set, count func(cv.Fold) int) [][]int {
	out := make([][]int, set.M())
	for _, f := range set.Folds() {
		out[f.Replication-1] = append(out[f.Replication-1], count(f))
	}
	return out
}

func itemCells() (out []Cell) {
	for i, c := range items.SimpleCells() {
		metric := "score, more is better"
		if c.Binary {
			metric = "1 for right and 0 for wrong"
		}
		out = append(out, Cell{Number: i + 1, Name: fmt.Sprintf("%s, n = %d", c.Scores, c.N), Data: "items", Metric: metric,
			Equal: "equal means", Different: "different means", Difference: c.Truth(),
			drawer: func() drawer {
				draw := c.Drawer()
				return func(different bool, rng *rand.Rand) (drawn, error) {
					a, b := draw(different, rng)
					return drawn{A: [][]float64{slices.Clone(a)}, B: [][]float64{slices.Clone(b)}}, nil
				}
			}})
	}
	return out
}
