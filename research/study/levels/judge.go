package levels

import (
	"context"
	"fmt"
	"io/fs"
	"math"
	"time"

	"github.com/block-regularized/bcv/research/study"
)

// Options say what a test is judged on.
type Options struct {
	Folds    string // one of Folds; empty for 5x2
	Sets     int    // data sets of equal learners in each cell, and as many of different ones; 0 for 400
	Seed     uint64
	Workers  int                   // data sets that are drawn at a time; 0 for one per processor
	Progress func(done, total int) // of the drawing; nil for silence
	Data     fs.FS                 // holds results/levels.csv; not needed for items
}

// Row is what one test does over its cells. Numbers that a test has not are NaN.
type Row struct {
	Test  string `json:"test" dataframe:"test"`
	Cells int    `json:"cells" dataframe:"cells"`
	// sets with equal learners on which it claims that they differ: mean over cells, and the largest of a cell
	False     Number `json:"false_claims" dataframe:"false_claims"`
	Largest   Number `json:"largest_false_claims" dataframe:"largest"`
	LargestSE Number `json:"largest_false_claims_se" dataframe:"largest_se"`
	LargestIn int    `json:"largest_in_cell" dataframe:"in_cell"`
	Power     Number `json:"power" dataframe:"power"`       // sets with different ones on which it is right that they do
	Coverage  Number `json:"coverage" dataframe:"coverage"` // of its intervals, that hold the expected difference
	Least     Number `json:"least_coverage" dataframe:"least_coverage"`
	NoAnswer  Number `json:"no_answer" dataframe:"no_answer"` // sets without an answer, which count as no claim
	Trainings int    `json:"trainings" dataframe:"trainings"` // of each learner
	Seconds   Number `json:"seconds" dataframe:"seconds"`     // that the test took for all sets
}

// CellRow is what one test does in one cell.
type CellRow struct {
	Test       string `json:"test"`
	Cell       int    `json:"cell"`
	False      Number `json:"false_claims"`
	FalseSE    Number `json:"false_claims_se"`
	Power      Number `json:"power"`
	PowerSE    Number `json:"power_se"`
	Coverage   Number `json:"coverage"`
	CoverageSE Number `json:"coverage_se"`
	NoAnswer   Number `json:"no_answer"`
}

// Number is null in JSON where it is NaN.
type Number float64

// MarshalJSON writes null for NaN.
func (n Number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(n)) {
		return []byte("null"), nil
	}
	return fmt.Appendf(nil, "%g", float64(n)), nil
}

// Report has the test that was judged first, and then those of the project.
type Report struct {
	Benchmark string    `json:"benchmark"`
	Folds     string    `json:"folds"`
	Sets      int       `json:"sets"` // in each cell, of equal and of different learners each
	Seed      uint64    `json:"seed"`
	Tests     []Row     `json:"tests"`
	InCells   []CellRow `json:"in_cells"`
	Cells     []Cell    `json:"cells"`
}

// Judge judges a test beside those of the project that fit the folds; with a nil test those alone. It returns an
// *AnswerError for answers that are none, the error of the test, and errors of the options.
func Judge(ctx context.Context, opt Options, name string, test Test) (Report, error) {
	opt = opt.filled()
	out := Report{Benchmark: Name, Folds: opt.Folds, Sets: opt.Sets, Seed: opt.Seed}
	cells, err := Cells(opt.Folds, opt.Data)
	if err != nil {
		return out, err
	}
	out.Cells = cells
	sets, err := draw(ctx, cells, opt)
	if err != nil {
		return out, err
	}
	all, err := own(opt.Folds, sets)
	if err != nil {
		return out, err
	}
	if test != nil {
		all = append([]contender{{name: name, test: test}}, all...)
	}
	for _, c := range all {
		row, inCells, err := c.judge(ctx, sets, len(cells))
		if err != nil {
			return out, err
		}
		out.Tests, out.InCells = append(out.Tests, row), append(out.InCells, inCells...)
	}
	return out, nil
}

func (opt Options) filled() Options {
	if opt.Folds == "" {
		opt.Folds = partitions[0].name
	}
	if opt.Sets == 0 {
		opt.Sets = 400
	}
	return opt
}

// draw draws the sets of all cells, in the order of their numbers.
func draw(ctx context.Context, cells []Cell, opt Options) (out []Set, err error) {
	if opt.Sets < 1 {
		return nil, fmt.Errorf("%d sets; give 1 or more", opt.Sets)
	}
	for i, c := range cells {
		sets, err := c.draw(ctx, opt, func(done, _ int) {
			if opt.Progress != nil {
				opt.Progress(i*opt.Sets+done, len(cells)*opt.Sets)
			}
		})
		if err != nil {
			return nil, err
		}
		out = append(out, sets...)
	}
	return out, nil
}

// contender is a test with its name. It answers the sets that fit, all if fits is nil.
type contender struct {
	name string
	test Test
	fits func(Set) bool
}

// judge judges a contender.
func (c contender) judge(ctx context.Context, sets []Set, cells int) (row Row, inCells []CellRow, err error) {
	if c.fits != nil {
		sets = study.Where(sets, c.fits)
	}
	begun := time.Now()
	answers, err := c.test(ctx, sets)
	seconds := time.Since(begun).Seconds()
	if err != nil {
		return row, nil, err
	}
	if len(answers) != len(sets) {
		return row, nil, &AnswerError{Problem: fmt.Sprintf("%d answers for %d sets; give one for each", len(answers),
			len(sets))}
	}
	tallies := make([]tally, cells)
	for i, s := range sets {
		if err := answers[i].check(); err != nil {
			return row, nil, &AnswerError{Set: s.Number, Problem: err.Error()}
		}
		tallies[s.Cell-1].add(s, answers[i])
	}
	for k, t := range tallies {
		if t.equal+t.different > 0 {
			inCells = append(inCells, t.row(c.name, k+1))
		}
	}
	row = summarize(inCells)
	row.Trainings, row.Seconds = sets[0].trainings(), Number(seconds)
	return row, inCells, nil
}

// check returns an error for an answer that is none.
func (a Answer) check() error {
	switch {
	case a.HasP && !(a.P >= 0 && a.P <= 1):
		return fmt.Errorf("p is %v; give a number from 0 to 1, or NA for no answer", a.P)
	case a.HasInterval && !(a.Interval.Low <= a.Interval.High):
		return fmt.Errorf("the interval is from %v to %v; give the lower end first, or NA twice for no interval",
			a.Interval.Low, a.Interval.High)
	}
	return nil
}

// tally counts what a test does in a cell.
type tally struct {
	equal, different      int // sets
	wrong, found          int
	intervals, held, none int
}

// add counts an answer. A claim about different learners counts where the mean difference is on the side of the
// better one.
func (t *tally) add(s Set, a Answer) {
	claims := a.claims()
	switch {
	case s.different:
		t.different++
		count(&t.found, claims && s.mean()*s.truth > 0)
	default:
		t.equal++
		count(&t.wrong, claims)
	}
	count(&t.none, !a.HasP && !a.HasInterval)
	count(&t.intervals, a.HasInterval)
	count(&t.held, a.HasInterval && a.Interval.Low <= s.truth && s.truth <= a.Interval.High)
}

func count(n *int, yes bool) {
	if yes {
		*n++
	}
}

// row turns counts into shares.
func (t tally) row(name string, cell int) CellRow {
	share := func(count, of int) (p, se Number) {
		x := float64(count) / float64(of)
		return Number(x), Number(math.Sqrt(x * (1 - x) / float64(of)))
	}
	r := CellRow{Test: name, Cell: cell}
	r.False, r.FalseSE = share(t.wrong, t.equal)
	r.Power, r.PowerSE = share(t.found, t.different)
	r.Coverage, r.CoverageSE = share(t.held, t.intervals)
	r.NoAnswer, _ = share(t.none, t.equal+t.different)
	return r
}

// summarize returns the means over cells, and the worst of them.
func summarize(of []CellRow) Row {
	r := Row{Test: of[0].Test, Cells: len(of), Largest: -1, Least: Number(math.NaN())}
	n, covered := Number(len(of)), Number(0)
	for _, c := range of {
		r.False, r.Power, r.NoAnswer = r.False+c.False/n, r.Power+c.Power/n, r.NoAnswer+c.NoAnswer/n
		if c.False > r.Largest {
			r.Largest, r.LargestSE, r.LargestIn = c.False, c.FalseSE, c.Cell
		}
		if c.Coverage == c.Coverage {
			r.Coverage += c.Coverage
			covered++
			if !(c.Coverage >= r.Least) {
				r.Least = c.Coverage
			}
		}
	}
	r.Coverage /= covered // NaN without intervals
	return r
}
