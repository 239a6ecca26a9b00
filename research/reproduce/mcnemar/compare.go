package mcnemar

import (
	"context"
	"io/fs"

	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/rejection"
)

// Readings returns the stored runs at equal error rates of the tests that table V does not have: other readings of two
// of its tests.
func Readings(fsys fs.FS) ([]rejection.Row, error) {
	printed, err := reproduce.ReadNumbers(study.Config{Data: fsys})
	if err != nil {
		return nil, err
	}
	rows, err := study.Stored[rejection.Row](fsys, "mcnemar_table_5")
	if err != nil {
		return nil, err
	}
	equal := map[string]float64{} // the first setting of each data set has equal error rates
	return study.Where(rows, func(r rejection.Row) bool {
		if _, seen := equal[r.Data]; !seen {
			equal[r.Data] = r.Setting
		}
		_, published := printed["mcnemar:table-5 "+r.Family+"/"+r.Test+"/"+r.Data]
		return r.Setting == equal[r.Data] && !published
	}), nil
}

// FewRuns runs the tests of table V on 40 data sets each of Epsilon and EXP6, at
// paper scale on as many as the stored run has.
func FewRuns(ctx context.Context, cfg study.Config) ([]rejection.Row, error) {
	studies, _, err := rejection.Studies(cfg)
	if err != nil {
		return nil, err
	}
	var out []rejection.Row
	for _, s := range studies[:2] {
		if cfg.Scale == study.Quick {
			s.Sets, s.Shards = 5, 8
		}
		r, err := s.Run(ctx, sim.Options{})
		if err != nil {
			return nil, err
		}
		out = append(out, r.Rows()[:len(rejection.TableV)]...)
	}
	return out, nil
}
