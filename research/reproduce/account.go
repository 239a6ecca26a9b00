package reproduce

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/block-regularized/bcv/internal/atomicfile"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/research/study"
)

// Row is one line of the account: a published number, what was computed for
// it, and the verdict, which follows from the rest: see rejudge. Published and Computed
// are kept as text, the one as published, the other with all digits of its float64.
type Row struct {
	Source    string `dataframe:"source"`
	Item      string `dataframe:"item"`
	Key       string `dataframe:"key"`
	Published string `dataframe:"published"`
	Computed  string `dataframe:"computed"` // empty if not run
	SE        string `dataframe:"se"`       // empty if not run, 0 if exact
	// PublishedSE is the standard error of the published number, from its published
	// design; 0 if it is exact or its design is unknown, empty if not run.
	PublishedSE string `dataframe:"published_se"`
	Unit        string `dataframe:"unit"`
	Verdict     string `dataframe:"verdict"`
	Note        string `dataframe:"note"` // if not run, why
	// Kind describes what Computed is: a number, a text, a bound, an input or from other data;
	// "stored" behind it if it was read from data/results. Empty if not run, as the
	// rest is, and in files of older versions, whose verdicts stand.
	Kind       string `dataframe:"kind" table:"optional"`
	Resolution string `dataframe:"resolution" table:"optional"` // as in Result, empty for 0
	Setting    string `dataframe:"setting" table:"optional"`    // as in Result
	Readings   string `dataframe:"readings" table:"optional"`   // the Explanations of Result, as JSON
	Remark     string `dataframe:"remark" table:"optional"`     // what Note says whatever the verdict
}

// Kinds of rows.
const (
	kindNumber = "number"
	kindText   = "text"
	kindBound  = "bound"
	kindInput  = "input"
	kindOther  = OtherData
	kindStored = ", stored" // behind another
)

// Account sets results beside the published numbers, one row per number, in the
// order of published. A result for a number that nobody published is an error
// of the experiment.
func Account(published []Published, results []Result) ([]Row, error) {
	computed := map[string]Result{}
	for _, r := range results {
		at := Row{Source: r.Source, Item: r.Item, Key: r.Key}.Location()
		if _, ok := computed[at]; ok {
			return nil, fmt.Errorf("reproduce: two results for %s %s %s", r.Source, r.Item, r.Key)
		}
		computed[at] = r
	}
	rows := make([]Row, len(published))
	for i, p := range published {
		rows[i] = Row{Source: p.Source, Item: p.Item, Key: p.Key, Published: p.Text, Unit: p.Unit, Verdict: NotRun}
		if r, ok := computed[rows[i].Location()]; ok {
			delete(computed, rows[i].Location())
			if err := rows[i].set(r); err != nil {
				return nil, err
			}
		}
	}
	for _, r := range computed {
		return nil, fmt.Errorf("reproduce: a result for %s %s %s, which is not among the published numbers",
			r.Source, r.Item, r.Key)
	}
	return rows, rejudge(rows)
}

// set takes over all of a result that the verdict follows from.
func (r *Row) set(x Result) error {
	digits := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	r.Computed, r.SE, r.PublishedSE = cmp.Or(x.Text, digits(x.Value)), digits(x.SE), digits(x.PublishedSE)
	r.Setting, r.Remark = x.Setting, Join(x.OtherData, x.Note)
	switch {
	case x.OtherData != "":
		r.Kind = kindOther
	case x.Input:
		r.Kind = kindInput
	case x.Text != "":
		r.Kind = kindText
	case x.Below:
		r.Kind = kindBound
	default:
		r.Kind = kindNumber
	}
	if x.Stored {
		r.Kind += kindStored
	}
	if x.Resolution != 0 {
		r.Resolution = digits(x.Resolution)
	}
	if x.Explanations == nil {
		return nil
	}
	readings, err := json.Marshal(x.Explanations)
	if err != nil {
		return fmt.Errorf("reproduce: another reading of %s %s %s: %w", r.Source, r.Item, r.Key, err)
	}
	r.Readings = string(readings)
	return nil
}

// rejudge gives rows the verdicts and notes that follow from their numbers; rows that
// were not run keep theirs.
func rejudge(rows []Row) error {
	var numbers []pair
	var at []int
	for i, r := range rows {
		if r.Kind == "" {
			continue
		}
		n, err := r.pair()
		if err != nil {
			return err
		}
		numbers, at = append(numbers, n), append(at, i)
	}
	verdicts, notes := judge(numbers)
	for k, i := range at {
		rows[i].Verdict, rows[i].Note = verdicts[k], notes[k]
	}
	return nil
}

// pair returns what a row was made from. A text that is an input counts as one.
func (r Row) pair() (pair, error) {
	kind, stored := strings.CutSuffix(r.Kind, kindStored)
	x := Result{Setting: r.Setting, Note: r.Remark, Input: kind == kindInput, Below: kind == kindBound, Stored: stored}
	if kind == kindOther {
		x.OtherData, x.Note = r.Remark, ""
	}
	var failed error
	read := func(column, text string) float64 {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil && failed == nil {
			failed = fmt.Errorf("reproduce: %s %s %s: %s is %q; it must be a number",
				r.Source, r.Item, r.Key, column, text)
		}
		return v
	}
	x.SE, x.PublishedSE = read("se", r.SE), read("published_se", r.PublishedSE)
	if r.Resolution != "" {
		x.Resolution = read("resolution", r.Resolution)
	}
	if _, err := strconv.ParseFloat(r.Computed, 64); kind == kindText || kind == kindInput && err != nil {
		x.Text = r.Computed
	} else {
		x.Value = read("computed", r.Computed)
	}
	if r.Readings != "" && failed == nil {
		if err := json.Unmarshal([]byte(r.Readings), &x.Explanations); err != nil {
			failed = fmt.Errorf("reproduce: %s %s %s: the column readings: %w", r.Source, r.Item, r.Key, err)
		}
	}
	return pair{Published{Source: r.Source, Item: r.Item, Key: r.Key, Text: r.Published, Unit: r.Unit}, x}, failed
}

// jsonNumber is a number that JSON can hold as it is published.
var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// MarshalJSON writes numbers as numbers, with their published digits, other
// cells as strings and missing ones as null.
func (r Row) MarshalJSON() ([]byte, error) {
	cell := func(text string) any {
		switch {
		case text == "":
			return nil
		case jsonNumber.MatchString(text):
			return json.RawMessage(text)
		}
		return text
	}
	return json.Marshal(struct {
		Source    string `json:"source"`
		Item      string `json:"item"`
		Key       string `json:"key"`
		Published any    `json:"published"`
		Computed  any    `json:"computed"`
		SE        any    `json:"se"`
		PublSE    any    `json:"published_se"`
		Unit      string `json:"unit"`
		Verdict   string `json:"verdict"`
		Note      string `json:"note"`
	}{Source: r.Source, Item: r.Item, Key: r.Key, Published: cell(r.Published), Computed: cell(r.Computed),
		SE: cell(r.SE), PublSE: cell(r.PublishedSE), Unit: r.Unit, Verdict: r.Verdict, Note: r.Note})
}

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
	exclude(judged, run.excluded)
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
