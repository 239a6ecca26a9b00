package experiment

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"github.com/block-regularized/bcv/pkg/internal/atomicfile"
	"github.com/block-regularized/bcv/pkg/table"
)

// BestRow is one line of the account of the best run so far
// (data/results/account.csv).
type BestRow struct {
	Row
	Scale      string  `dataframe:"scale"`       // empty if not run
	Seed       string  `dataframe:"seed"`        // empty if not run
	CPUSeconds float64 `dataframe:"cpu_seconds"` // of the experiment that the row came from
}

// UpdateBest takes the rows of a run over into the account at path, except
// where the account holds one of a larger scale. The file is replaced whole, or
// not at all; a missing one is made.
func UpdateBest(path string, run Outcome, cfg Config) error {
	old := map[string]BestRow{}
	rows, _, err := table.ReadFile[BestRow](path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, r := range rows {
		old[r.place()] = r
	}
	best := make([]BestRow, len(run.Rows))
	for i, r := range run.Rows {
		before, known := old[r.place()]
		switch {
		case known && (r.Verdict == NotRun || (before.Scale == string(Paper) && cfg.Scale == Quick)):
			best[i] = before
		case r.Verdict == NotRun:
			best[i] = BestRow{Row: r}
		default:
			best[i] = BestRow{r, string(cfg.Scale), fmt.Sprint(cfg.Seed), run.costOf(r)}
		}
	}
	return atomicfile.Replace(path, func(w io.Writer) error { return table.Write(w, best) })
}

func (r Row) place() string { return r.Source + "\x00" + r.Item + "\x00" + r.Key }

// Best reads the account of the best runs so far, data/results/account.csv, of the
// wanted items, each "source" or "source:item"; none means all.
func Best(fsys fs.FS, items ...string) ([]BestRow, error) {
	rows, err := Stored[BestRow](fsys, "account")
	if err != nil {
		return nil, err
	}
	var out []BestRow
	for _, r := range rows {
		if len(items) == 0 || slices.ContainsFunc(items, func(only string) bool { return wanted(only, r.Source+":"+r.Item) }) {
			out = append(out, r)
		}
	}
	return out, nil
}
