package calibration

import (
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
)

// LevelCell is a setting of Levels, from which tests of others are judged as well. It knows the Setting, Data, Metric,
// Equal and Different of its rows.
type LevelCell struct {
	LevelRow
	setting levelSetting
}

// LevelCells returns the settings of Levels, in the order of its rows.
func LevelCells() (out []LevelCell) {
	for _, s := range levelSettings() {
		out = append(out, LevelCell{s.row(), s})
	}
	return out
}

// New returns the memory of data sets of the cell.
func (c LevelCell) New() *dataset.Data { return c.setting.from.New(LevelRecords) }

// Draw draws a data set and the seed of a partition set, which follows the data, so that the data are the same with any
// partition set. It returns the mean losses of the equal learners, or of the different ones, by replication and fold.
func (c LevelCell) Draw(d *dataset.Data, method cv.Method, opt cv.Options, different bool,
	rng *rand.Rand) (set cv.Set, a, b [][]float64, err error) {
	s, second := c.setting, c.setting.b
	if different {
		second = s.c
	}
	s.from.Fill(d, rng)
	opt.Seed = rng.Uint64()
	if set, err = cv.New(method, LevelRecords, opt); err != nil {
		return set, nil, nil, err
	}
	fitters, err := s.fitters(d, s.a, second)
	if err != nil {
		return set, nil, nil, err
	}
	if a, err = foldLosses(d, set, fitters[0]); err == nil {
		b, err = foldLosses(d, set, fitters[1])
	}
	return set, a, b, err
}
