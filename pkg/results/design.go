package results

import (
	"errors"
	"fmt"
	"hash/maphash"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
)

// Design is what fold results know of the partition set that they come from.
type Design struct {
	ID           cv.ID    // method, seed and fingerprint; the zero ID if the results do not name their set
	Records      int      // n; 0 if unknown
	Replications int      // m of m x 2 CV, J hold-outs, r of r x K-fold CV; 1 for K-fold CV
	Folds        int      // of a replication: 2, 1 or K
	MayBeRuns    bool     // of losses: nothing shows that replications of one fold have test sets of their own
	Runs         [2]int   // on the items of one test set: fewest and most of a model; zero for other results
	Draws        [2]int   // of each item in a run: fewest and most; zero where none has several
	Clusters     int      // of the items of one test set; 0 where every item is its own
	Judged       int      // items that a judge scored, of which people scored Records; 0 for no judge
	Tasks        int      // that the items of one test set are of, see Suite; 0 for one
	Compared     bool     `nulls:"some"` // the items of the test set are comparisons of two answers
	InTime       bool     `nulls:"some"` // the items of the test set are points in time
	Horizon      int      `nulls:"some"` // steps that forecasts of points in time look ahead; 0 if unknown
	Summary      string   `nulls:"some"` // what is known in place of the values of runs; empty for values
	Unnamed      []string // models that name no set although the other does
}

// Named reports whether the results name their partition set.
func (d Design) Named() bool { return d.ID != cv.ID{} }

// String describes the partition set, such as "5 x 2 BCV of 150 records".
func (d Design) String() string {
	if d.Runs[1] > 0 {
		return d.testSet()
	}
	if d.Summary != "" {
		return d.Summary
	}
	s := d.kind()
	if d.Replications == 1 && d.Folds == 1 {
		s = "one hold-out"
	}
	if d.Records > 0 {
		s += fmt.Sprintf(" of %d records", d.Records)
	}
	return s
}

// testSet describes a test set whose items were scored.
func (d Design) testSet() string {
	if d.InTime {
		s := fmt.Sprintf("a series of %d points in time", d.Records)
		if d.Horizon > 0 {
			s += fmt.Sprintf(", forecast %d %s ahead", d.Horizon, table.Pick(d.Horizon == 1, "step", "steps"))
		}
		return s
	}
	s := fmt.Sprintf("a test set of %d %s", d.Records, table.Pick(d.Records == 1, "item", "items"))
	if d.Compared {
		s = fmt.Sprintf("%d %s", d.Records, table.Pick(d.Records == 1, "comparison", "comparisons"))
	}
	if d.Judged > 0 {
		s = fmt.Sprintf("a test set of %d items, of which people scored %d and a judge all", d.Judged, d.Records)
	}
	if d.Tasks > 0 {
		s += fmt.Sprintf(" of %d tasks", d.Tasks)
	}
	number := func(of [2]int, what string) string {
		if of[0] < of[1] {
			return fmt.Sprintf("%d to %d %s", of[0], of[1], what)
		}
		return fmt.Sprintf("%d %s", of[1], what)
	}
	switch runs, draws := d.Runs[1] > 1, d.Draws[1] > 1; {
	case runs && draws:
		s += fmt.Sprintf(" in %s of %s each", number(d.Runs, "runs"), number(d.Draws, "draws"))
	case runs:
		s += " in " + number(d.Runs, "runs")
	case draws:
		s += " in " + number(d.Draws, "draws")
	}
	switch {
	case d.Clusters == 1:
		s += ", in one cluster"
	case d.Clusters > 1:
		s += fmt.Sprintf(", in %d clusters", d.Clusters)
	}
	return s
}

// kind names the kind of partition set with its numbers.
func (d Design) kind() string { return d.ID.Method.Describe(d.Replications, d.Folds) }

// Note says what is not known without the column set; it is empty if the column is there.
func (d Design) Note() string {
	switch {
	case len(d.Unnamed) > 0:
		return fmt.Sprintf("the results of %q name no partition set (column set), the others have %s: "+
			"nothing shows that both models saw the same folds", d.Unnamed, d.ID)
	case d.Named(), d.Runs[1] > 0:
		return ""
	}
	of := "they are taken for those of " + d.kind()
	if d.Replications*d.Folds == 1 {
		of = "they are one value of each model"
	}
	return fmt.Sprintf("the results name no partition set (column set): %s, and nothing shows that both models saw "+
		"the same %s", of, table.Pick(d.Replications*d.Folds == 1, "records", "folds"))
}

// CheckHoldOuts returns an error where nothing shows whether replications of one fold each are random
// hold-outs or runs on one test set, see Design.MayBeRuns. The argument is whether the caller says that
// they are random hold-outs, which is an error for other designs.
func (d Design) CheckHoldOuts(random bool) error {
	if random && (d.Folds > 1 || d.Runs[1] > 0) {
		return fmt.Errorf("results: the results are of %s, not of random hold-outs; leave that out (setting "+
			"`random-holdouts`)", d)
	}
	if random || !d.MayBeRuns {
		return nil
	}
	return fmt.Errorf("results: %d random hold-outs, or %d runs on one test set? Nothing shows it (no column set); "+
		"if the test records of each were drawn anew say so (setting `random-holdouts`), else keep one run",
		d.Replications, d.Replications)
}

// CheckRegularized returns an error unless the folds with these contingency tables come from an m x 2 CV that
// is block-regularized, as far as is known: halves differ by at most one record, unless the set is one of
// groups, and every replication validates all records.
func (d Design) CheckRegularized(tables [][]infer.Contingency) error {
	method := d.ID.Method
	if method != "" && !method.Regularized() || d.Folds != 2 {
		return fmt.Errorf("the predictions come from %s, not from a block-regularized m x 2 CV", d)
	}
	for j, folds := range tables {
		if a, b := folds[0].Total(), folds[1].Total(); method != cv.Grouped && math.Abs(a-b) > 1 {
			return fmt.Errorf("the folds of replication %d have %v and %v records; an m x 2 BCV has halves, "+
				"and only sets of groups (column set) may be uneven", j+1, a, b)
		}
	}
	if d.Records == 0 {
		return errors.New("the replications validate different records; " +
			"every replication of an m x 2 BCV validates all records once")
	}
	return nil
}

// RunsProblem says that hold-outs are runs on fewer test sets, such as one for each of several seeds;
// it is empty if each has a test set of its own.
func RunsProblem(holdOuts, testSets int) string {
	if testSets >= holdOuts {
		return ""
	}
	sets := "one test set"
	if testSets > 1 {
		sets = fmt.Sprintf("%d test sets", testSets)
	}
	return fmt.Sprintf("these are %d runs on %s, not %d hold-outs: they show how the models vary with the seed, "+
		"not with the data; keep one run for each test set, or draw each test set anew (bcv split --method rlt)",
		holdOuts, sets, holdOuts)
}

var recordSeed = maphash.MakeSeed()

// testSet is the number of validation records of a replication, and the sum of their hashes.
type testSet struct {
	records int
	sum     uint64
}

func (s *testSet) add(record int) {
	s.records++
	s.sum += maphash.Comparable(recordSeed, record)
}

// spot is where a row stands.
type spot struct {
	file    string
	line    int  // 0 for the whole file
	several bool // rows come from several files
}

// Errorf returns an error about a row and a column.
func (s spot) Errorf(column, format string, args ...any) *table.Error {
	return &table.Error{File: s.file, Row: s.line, Column: column, Problem: fmt.Sprintf(format, args...)}
}

// String names the line, with its file if there are several.
func (s spot) String() string {
	switch {
	case s.line == 0:
		return s.file
	case s.several:
		return fmt.Sprintf("%s, row %d", s.file, s.line)
	}
	return fmt.Sprintf("row %d", s.line)
}

// setChecker finds the one partition set that all rows name.
type setChecker struct {
	first   spot // row that named it
	text    string
	model   string
	unnamed []string // models with rows that name no set
}

// see takes a row. A row of another set than those before is an error.
func (c *setChecker) see(at spot, set, model string) error {
	if set == c.text && set != "" {
		return nil
	}
	set = strings.TrimSpace(set)
	switch {
	case set == "":
		if !slices.Contains(c.unnamed, model) {
			c.unnamed = append(c.unnamed, strings.Clone(model))
		}
	case c.text == "":
		if _, err := cv.ParseID(set); err != nil {
			return at.Errorf("set", "%s", strings.TrimPrefix(err.Error(), "cv: "))
		}
		c.first, c.text, c.model = at, strings.Clone(set), strings.Clone(model)
	case set != c.text:
		return at.Errorf("set", "%sset %.80s, but %sset %s (%s); compare results on the same partition set",
			owner(model), set, owner(c.model), c.text, c.first)
	}
	return nil
}

func owner(model string) string {
	if model == "" {
		return ""
	}
	return fmt.Sprintf("model %.40q has ", model)
}

// design completes the design from the folds that were found in file.
func (c *setChecker) design(file spot, replications, folds, records int) (Design, error) {
	d := Design{Records: records, Replications: replications, Folds: folds}
	if c.text != "" {
		d.ID, _ = cv.ParseID(c.text) // it was parsed before
		d.Unnamed = c.unnamed
		file = c.first
	}
	if !d.ID.Method.Exchangeable() { // a fold may leave records out
		d.Records = 0
	}
	if err := d.ID.Method.CheckFolds(replications, folds); err != nil {
		return d, file.Errorf("set", "%s; number replications and folds as bcv split does",
			strings.TrimPrefix(err.Error(), "cv: "))
	}
	return d, nil
}

// datasetNames are the names of the data sets in order of appearance: all rows have one, or none has.
type datasetNames struct {
	names []string
	last  int // place of the name before
	first spot
	at    map[string]int
}

// see notes the data set of a row.
func (d *datasetNames) see(at spot, name string) error {
	if len(d.names) > 0 && d.names[d.last] == name {
		return nil
	}
	if i, ok := d.at[name]; ok {
		d.last = i
		return nil
	}
	if len(d.names) == 0 {
		d.first, d.at = at, map[string]int{}
	} else if name == "" || d.names[0] == "" {
		return at.Errorf("dataset", "%s, but %s (%s); name the data set in every row or in none",
			named(name), named(d.names[0]), d.first)
	}
	d.last = len(d.names)
	d.names = append(d.names, strings.Clone(name))
	d.at[d.names[d.last]] = d.last
	return nil
}

func named(dataset string) string {
	return table.Pick(dataset == "", "no data set is named", "the data set is "+table.Quoted([]string{dataset}))
}

// sorted puts the keys of one data set together, in order of appearance.
func (d *datasetNames) sorted(keys []*keyed) []*keyed {
	out := slices.Clone(keys)
	slices.SortStableFunc(out, func(a, b *keyed) int { return d.at[a.Dataset] - d.at[b.Dataset] })
	return out
}
