package reproduce

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/block-regularized/bcv/pkg/internal/atomicfile"
	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// BestRow is one line of the account of the best run so far
// (data/results/account.csv): a row, and how to compute it again.
type BestRow struct {
	Row
	Scale      string  `dataframe:"scale"`       // empty if not run, as are the next two
	Seed       string  `dataframe:"seed"`        //
	CPUSeconds float64 `dataframe:"cpu_seconds"` // of the experiment that the row came from
	Date       string  `dataframe:"date"`        // of the run, in UTC
	Commit     string  `dataframe:"commit"`      // of the code that ran
	Command    string  `dataframe:"command"`     // computes the row
}

// formerOtherData is OtherData in files of older versions.
const formerOtherData = "in kind"

// UpdateBest takes the rows of a run over into the account at path, except
// where the account holds one of a larger scale. Rows that the run only read from
// data/results are taken where there is none. All rows of the paper scale are judged
// again, since the numbers of a table decide together. The file is replaced whole, or not at
// all; a missing one is made.
func UpdateBest(path string, run Outcome, cfg study.Config) error {
	old := map[string]BestRow{}
	rows, _, err := table.ReadFile[BestRow](path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, r := range rows {
		if r.Verdict == formerOtherData {
			r.Verdict = OtherData
		}
		old[r.Location()] = r
	}
	date := time.Now().UTC().Format(time.DateOnly)
	best := make([]BestRow, len(run.Rows))
	for i, r := range run.Rows {
		before, known := old[r.Location()]
		known = known && before.Verdict != NotRun
		smaller := before.Scale == string(study.Paper) && cfg.Scale == study.Quick
		switch {
		case known && (r.Verdict == NotRun || r.Verdict == FromStore || smaller):
			best[i] = before
		case r.Verdict == NotRun:
			best[i] = BestRow{Row: r}
		default:
			best[i] = BestRow{Row: r, Scale: string(cfg.Scale), Seed: fmt.Sprint(cfg.Seed), CPUSeconds: run.costOf(r),
				Date: date, Commit: cfg.Commit, Command: Command(r.Source+":"+r.Item, cfg)}
		}
	}
	judged := Rows(best)
	if err := rejudge(judged); err != nil {
		return err
	}
	for i, r := range judged {
		if best[i].Scale == string(study.Paper) { // the verdicts of a quick run may be tempered by a longer one
			best[i].Row = r
		}
	}
	return atomicfile.Replace(path, func(w io.Writer) error { return table.Write(w, best) })
}

// Location identifies the published number of a row.
func (r Row) Location() string { return r.Source + "\x00" + r.Item + "\x00" + r.Key }

// Best reads the account of the best runs so far, data/results/account.csv, of the
// wanted items, each "source" or "source:item"; none means all.
func Best(fsys fs.FS, items ...string) ([]BestRow, error) {
	rows, err := study.Stored[BestRow](fsys, "account")
	if err != nil {
		return nil, err
	}
	return FilterBest(rows, items), nil
}

// FilterBest keeps the rows of the wanted items; none means all.
func FilterBest(rows []BestRow, only []string) []BestRow {
	return study.Where(rows, func(r BestRow) bool { return wantedBy(only, r.Source+":"+r.Item) })
}
