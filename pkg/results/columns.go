package results

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// list is an array that grows without being copied.
type list[T any] struct {
	pages [][]T
	n     int
}

const listPage = 1 << 16

func (l *list[T]) add(v T) {
	if l.n%listPage == 0 {
		size := listPage
		if l.n == 0 {
			size = 4
		}
		l.pages = append(l.pages, make([]T, 0, size))
	}
	last := &l.pages[len(l.pages)-1]
	*last = append(*last, v)
	l.n++
}

func (l *list[T]) at(i int) *T { return &l.pages[i/listPage][i%listPage] }

// cells are the rows of one key and metric as they come: what a model has on a fold. The numbers
// of each kind lie in a list of their own.
type cells struct {
	model, replication, fold list[int32]
	value                    list[float64]          // of a metric; true negatives beside counts
	counts                   list[posterior.Counts] // empty for values
	train, valid             list[int32]            // 0 if unknown; empty if no row has them
	line                     list[int32]
	files                    []fileRows
	replications, folds      int
	within                   places
}

// fileRows says which rows come from a file.
type fileRows struct {
	spot
	begin int // the first of them
}

// add takes the place of a row; the caller adds its numbers.
func (c *cells) add(model, replication, fold int, at spot) {
	if k := len(c.files); k == 0 || c.files[k-1].file != at.file {
		c.files = append(c.files, fileRows{at, c.line.n})
	}
	c.model.add(int32(model))
	c.replication.add(int32(replication))
	c.fold.add(int32(fold))
	c.line.add(int32(min(at.line, math.MaxInt32)))
}

// addSizes takes the numbers of records of the row that was added last.
func (c *cells) addSizes(train, valid int) {
	if train == 0 && valid == 0 && c.train.n == 0 {
		return
	}
	for c.train.n < c.line.n-1 {
		c.train.add(0)
		c.valid.add(0)
	}
	c.train.add(int32(train))
	c.valid.add(int32(valid))
}

// sizes returns the numbers of records of row i.
func (c *cells) sizes(i int) (train, valid int) {
	if i >= c.train.n {
		return 0, 0
	}
	return int(*c.train.at(i)), int(*c.valid.at(i))
}

// at returns where row i stands.
func (c *cells) at(i int) spot {
	k := sort.Search(len(c.files), func(k int) bool { return c.files[k].begin > i }) - 1
	out := c.files[k].spot
	out.line = int(*c.line.at(i))
	return out
}

// arrange puts the rows in order: the grid has the number of the row of each cell. Models are
// numbered as place says; rows of models with a negative place are left out.
func (c *cells) arrange(names []string, place []int) (Grid[int32], error) {
	n := 0
	c.replications, c.folds = 0, 0
	for i := range c.line.n {
		m := int32(place[*c.model.at(i)])
		*c.model.at(i) = m
		if m >= 0 {
			n++
			c.replications = max(c.replications, int(*c.replication.at(i)))
			c.folds = max(c.folds, int(*c.fold.at(i)))
		}
	}
	if float64(len(names))*float64(c.replications)*float64(c.folds) != float64(n) {
		return Grid[int32]{}, c.explain(names)
	}
	g := NewGrid[int32](len(names), c.replications, c.folds)
	for i := range g.Cells {
		g.Cells[i] = -1
	}
	for i := range c.line.n {
		m := int(*c.model.at(i))
		if m < 0 {
			continue
		}
		cell := g.At(m, int(*c.replication.at(i))-1, int(*c.fold.at(i))-1)
		if *cell >= 0 {
			return g, c.explain(names)
		}
		*cell = int32(i)
	}
	for m := range names {
		for k, row := range g.Of(m) {
			train, valid := c.sizes(int(row))
			if t, v := c.sizes(int(g.Cells[k])); t != train || v != valid {
				return g, c.explain(names)
			}
		}
	}
	return g, nil
}

// explain returns the error of the first row that keeps the rows from being a table of all models
// and folds.
func (c *cells) explain(names []string) error {
	at := make(map[[3]int]int, c.line.n)
	for i := range c.line.n {
		m, j, k := int(*c.model.at(i)), int(*c.replication.at(i)), int(*c.fold.at(i))
		if m < 0 {
			continue
		}
		if _, twice := at[[3]int{m, j, k}]; twice {
			return c.at(i).Errorf("fold", "model %q has %s twice; give each fold once", names[m], c.within.name(j, k))
		}
		at[[3]int{m, j, k}] = i
		train, valid := c.sizes(i)
		for other := range names {
			row, ok := at[[3]int{other, j, k}]
			if t, v := c.sizes(row); ok && (t != train || v != valid) {
				return c.at(i).Errorf("",
					"model %q has %d training and %d validation records in %s, %q has %d and %d; run both on the same "+
						"partition set", names[m], train, valid, c.within.name(j, k), names[other], t, v)
			}
		}
	}
	for i := range c.line.n { // the first row with something missing before it
		j, k := int(*c.replication.at(i)), int(*c.fold.at(i))
		if *c.model.at(i) < 0 {
			continue
		}
		for m := range names {
			for _, need := range [...][2]int{{j, k}, {j, k - 1}, {j - 1, 1}, {j, 1}} {
				if _, ok := at[[3]int{m, need[0], need[1]}]; ok || need[0] < 1 || need[1] < 1 {
					continue
				}
				return c.at(i).Errorf("fold",
					"model %q has no %s, but the file has %s; give %s all folds, numbered from 1%s", names[m],
					c.within.name(need[0], need[1]), c.within.name(j, k), bothOrAll(names), Twin(names[m], names))
			}
		}
	}
	for i := range c.line.n { // now only later folds can be missing
		j := int(*c.replication.at(i))
		if _, ok := at[[3]int{0, j, c.folds}]; !ok && *c.model.at(i) >= 0 {
			return c.at(i).Errorf("fold", "%s, but others have; give every replication the same folds",
				c.within.replication(j)+" has no fold "+strconv.Itoa(c.folds))
		}
	}
	return nil
}

// bothOrAll names all models of a comparison.
func bothOrAll(names []string) string {
	if len(names) > 2 {
		return "all models"
	}
	return "both models"
}

// sizesOf returns the training and validation records of each fold, nil where the files do not have them.
func (c *cells) sizesOf(g Grid[int32], hasTrain, hasValid bool) (train, valid []int) {
	for _, row := range g.Of(0) {
		t, v := c.sizes(int(row))
		if hasTrain {
			train = append(train, t)
		}
		if hasValid {
			valid = append(valid, v)
		}
	}
	return train, valid
}

// alike returns the number of records of all folds if they have the same number, else 0.
func alike(train, valid []int) int {
	if train == nil || valid == nil {
		return 0
	}
	n := train[0] + valid[0]
	for i := range train {
		if train[i]+valid[i] != n {
			return 0
		}
	}
	return n
}

// mayBeRuns reports whether nothing shows that replications of one fold have test sets of
// their own: no set is named, and the numbers of validation records are the same, or unknown.
func mayBeRuns(d Design, valid []int) bool {
	return d.Folds == 1 && d.Replications > 1 && !d.Named() && len(slices.Compact(slices.Clone(valid))) <= 1
}

// isProbable reports whether a column holds the probabilities of a class.
func isProbable(name string) bool { return strings.HasPrefix(name, "p_") }

// likely are the classes for which models gave numbers.
type likely struct {
	probable []string // in the order of columns; of two classes one may stand alone; nil for none
	named    string   // the column of the last class
	scores   string   // why the numbers of the one class are scores, not probabilities; empty if they are
}

// both returns the classes whose probabilities are known.
func (l likely) both(classes []string) []string {
	if len(l.probable) != 1 {
		return l.probable
	}
	return append(slices.Clip(l.probable), slices.DeleteFunc(slices.Clone(classes), func(class string) bool {
		return class == l.probable[0]
	})...)
}

// setProbable takes the columns of probabilities of a file, or its column score where that is of a class. All files
// have those of the same classes.
func (c *columns) setProbable(names []string, scored string, at, begun spot) error {
	var classes []string
	named := map[string]string{} // by class: its column
	if scored != "" {
		classes, named[scored] = []string{scored}, "score"
		c.scores = "the column score has scores of " + scored
	}
	for _, name := range names {
		if class, ok := strings.CutPrefix(name, "p_"); ok && scored == "" {
			classes, named[class] = append(classes, class), name
		}
	}
	if at.file == begun.file {
		c.probable = classes
	}
	if !slices.Equal(slices.Sorted(slices.Values(classes)), slices.Sorted(slices.Values(c.probable))) {
		return at.Errorf("", "has probabilities (columns p_CLASS) of %d classes, %s of %d; give all files and models "+
			"those of the same classes, or none", len(classes), begun.file, len(c.probable))
	}
	c.order, c.names, c.p = nil, nil, make([]float64, len(classes))
	for _, class := range c.probable {
		c.order, c.names = append(c.order, slices.Index(names, named[class])), append(c.names, named[class])
		c.named = named[class]
	}
	return nil
}

// probabilities reads the columns p_CLASS of a row, into c.p. One that stands alone may hold scores.
func (c *columns) probabilities(fields []string, at spot) error {
	decimals := 0
	for k, from := range c.order {
		v, problem := aNumber(fields[from])
		if fields[from] == "" {
			problem = "is empty; give the probabilities of all models and records, or of none"
		}
		if problem != "" {
			return at.Errorf(c.names[k], "%s", problem)
		}
		c.p[k], decimals = v, max(decimals, table.Decimals(fields[from]))
	}
	if len(c.order) == 1 {
		c.see(c.p[0], at)
		return nil
	}
	if k, problem := checkProbabilities(c.p, table.Rounded(decimals)); k >= 0 {
		return at.Errorf(c.names[k], "%s", problem)
	} else if problem != "" {
		return at.Errorf("", "%s", problem)
	}
	return nil
}

// see takes the number that stands at a place for the one class.
func (l *likely) see(v float64, at fmt.Stringer) {
	if l.scores == "" && !(v >= 0 && v <= 1) {
		l.scores = fmt.Sprintf("p_%s is %v in %v", l.probable[0], v, at)
	}
}

// complete returns the columns when all rows are read, and the note that scores need.
func (c *columns) complete(out *Results, classes []string, file spot) (likely, error) {
	switch {
	case len(c.probable) != 1:
	case len(classes) < 2:
		return c.likely, file.Errorf(c.names[0], "is of the only class there is; give records of two classes")
	case c.scores != "" && isProbable(c.names[0]):
		out.Notes = append(out.Notes, fmt.Sprintf("%s: the column is read as scores of %s, of which only the order counts",
			c.scores, c.probable[0]))
	}
	return c.likely, nil
}

// lacksColumn says that a class has no column of probabilities; place is its number among all classes, of which those
// with a column are the first ones.
func (c *columns) lacksColumn(place int, column, class string, at spot) error {
	switch n := len(c.probable); {
	case n == 1 && place > 2:
		return at.Errorf(column, "%.40q is a third class, and the column %s is of %.40q against one other; give a column "+
			"p_CLASS for each class", class, c.names[0], c.probable[0])
	case n > 1 && place > n:
		return at.Errorf(column, "%.40q has no column of probabilities; add p_%[1]s, or write classes as the columns "+
			"p_CLASS do", class)
	}
	return nil
}

// aNumber reads a true or a predicted number.
func aNumber(text string) (float64, string) {
	v, problem := table.Float(text)
	if problem == "" && math.Abs(v) > largestValue {
		problem = fmt.Sprintf("%v; give a value of a usual size", v)
	}
	return v, problem
}

// checkProbabilities returns what is wrong with the probabilities of one record, which may have been rounded by at most
// an error each, and the place of the one that is; -1 if it is their sum.
func checkProbabilities(p []float64, rounded float64) (place int, problem string) {
	sum := 0.0
	for k, v := range p {
		if !(v >= 0 && v <= 1) {
			return k, fmt.Sprintf("%v is no probability; give one from 0 to 1%s", v,
				table.Pick(len(p) == 2, ", or of scores the column of one class alone", ""))
		}
		sum += v
	}
	if most := float64(len(p)) * max(1e-6, rounded); math.Abs(sum-1) > most*(1+1e-9) {
		return -1, fmt.Sprintf("the probabilities of all classes add up to %.7g; they are to add up to 1", sum)
	}
	return -1, ""
}
