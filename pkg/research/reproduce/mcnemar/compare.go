package mcnemar

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/block-regularized/bcv/pkg/research/reproduce"
	"github.com/block-regularized/bcv/pkg/research/sim"
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/research/study/rejection"
)

// LevelCell is a cell of table V: how often a test rejects at equal error rates.
type LevelCell struct {
	Test      string  `dataframe:"test"`
	Data      string  `dataframe:"data"`
	Published string  `dataframe:"published"` // empty if the table has no such test
	Computed  float64 `dataframe:"computed"`
	SE        float64 `dataframe:"standard error"`
	Runs      int     `dataframe:"runs"`
	Both      string  `dataframe:"published, computed"` // starred if more than 3 standard errors apart
}

// CompareLevels returns the cells of the stored run beside table V, test by test.
func CompareLevels(fsys fs.FS) ([]LevelCell, error) {
	printed, err := reproduce.ReadNumbers(study.Config{Data: fsys})
	if err != nil {
		return nil, err
	}
	rows, err := study.Stored[rejection.Row](fsys, "mcnemar_table_5")
	if err != nil {
		return nil, err
	}
	equal := map[string]float64{} // the first setting of each data set has equal error rates
	for _, r := range rows {
		if _, seen := equal[r.Data]; !seen {
			equal[r.Data] = r.Setting
		}
	}
	var out []LevelCell
	for _, r := range rows {
		if r.Setting != equal[r.Data] {
			continue
		}
		c := LevelCell{Test: r.Test, Data: r.Data, Computed: r.Share, SE: r.SE, Runs: r.Runs}
		c.Both = fmt.Sprintf("–, %.3f", c.Computed)
		if p, ok := printed["mcnemar:table-5 "+r.Family+"/"+r.Test+"/"+r.Data]; ok {
			c.Published, c.Both = p.Text, fmt.Sprintf("%s, %.3f%s", p.Text, c.Computed, apart(p.Text, c.Computed, c.SE))
		}
		out = append(out, c)
	}
	return out, nil
}

// apart returns a star if a published share, of the 1,000 runs of the paper, and a
// computed one are more than 3 standard errors of both together apart. The paper's
// digits count for a thousandth.
func apart(published string, share, se float64) string {
	var p float64
	if _, err := fmt.Sscan(published, &p); err != nil {
		return ""
	}
	noise := p*(1-p)/1000 + 1e-6 + se*se
	if (share-p)*(share-p) > 9*noise {
		return "*"
	}
	return ""
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
