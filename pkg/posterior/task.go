package posterior

import (
	"fmt"
	"slices"
)

// CountRow is one row of a counts table: what one model did on one fold.
// Either Gold, Predicted and Correct are given (chunking tasks) or TP, FP and
// FN.
type CountRow struct {
	Task        string `dataframe:"task" table:"optional"`             // data set or label; may be empty
	Model       string `dataframe:"model"`                             //
	Replication int    `dataframe:"replication" table:"nonneg"`        // from 1
	Fold        int    `dataframe:"fold" table:"nonneg"`               // 1 or 2
	Gold        int    `dataframe:"gold" table:"optional,nonneg"`      // chunks in the gold standard of the fold
	Predicted   int    `dataframe:"predicted" table:"optional,nonneg"` // chunks that the model predicted
	Correct     int    `dataframe:"correct" table:"optional,nonneg"`   // chunks in both
	TP          int    `dataframe:"tp" table:"optional,nonneg"`
	FP          int    `dataframe:"fp" table:"optional,nonneg"`
	FN          int    `dataframe:"fn" table:"optional,nonneg"`
}

// RowError is a defect of one row of a table, with the index of the row.
type RowError struct {
	Row     int    // index of the row, from 0
	Column  string // name of the column, empty for the whole row
	Problem string // what is wrong and what to do
}

// Error returns the problem with row (from 1) and column.
func (e *RowError) Error() string {
	if e.Column == "" {
		return fmt.Sprintf("posterior: row %d: %s", e.Row+1, e.Problem)
	}
	return fmt.Sprintf("posterior: row %d, column %s: %s", e.Row+1, e.Column, e.Problem)
}

// Model is one learning algorithm with its confusion counts on the 2m folds
// of an m x 2 CV, ordered by replication and fold.
type Model struct {
	Name  string
	Folds []Counts
}

// Task is a data set on which two models were cross-validated with the same
// partition set. A is the one that appeared first.
type Task struct {
	Name string
	M    int // replications
	A, B Model
}

// Tasks groups the rows of a counts table into tasks with exactly two models
// each, in order of first appearance. Chunks says that the rows hold gold,
// predicted and correct counts rather than tp, fp and fn. Where A and B are named,
// they are A and B in every task; else A is the model that appears first in the
// task. Errors are *RowError.
func Tasks(rows []CountRow, chunks bool, models ...string) ([]Task, error) {
	if len(rows) == 0 {
		return nil, &RowError{0, "", "the table has no rows; give one row per model, replication and fold"}
	}
	var order []string
	groups := map[string]*taskRows{}
	for i, r := range rows {
		if err := checkCountRow(r, i, chunks); err != nil {
			return nil, err
		}
		g := groups[r.Task]
		if g == nil {
			g = &taskRows{name: r.Task, first: i, models: slices.Clone(models), counts: map[foldKey]Counts{}, rows: map[foldKey]int{}}
			groups[r.Task] = g
			order = append(order, r.Task)
		}
		if err := g.add(r, i, chunks); err != nil {
			return nil, err
		}
	}
	tasks := make([]Task, 0, len(order))
	for _, name := range order {
		t, err := groups[name].task()
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, t)
	}
	return tasks, nil
}

// checkCountRow checks what a row says by itself.
func checkCountRow(r CountRow, i int, chunks bool) error {
	if r.Model == "" {
		return &RowError{i, "model", "the model has no name; name both models"}
	}
	if r.Replication < 1 {
		return &RowError{i, "replication", fmt.Sprintf("%d; replications are numbered from 1", r.Replication)}
	}
	if r.Fold != 1 && r.Fold != 2 {
		return &RowError{i, "fold", fmt.Sprintf("%d; each replication of two-fold CV has folds 1 and 2", r.Fold)}
	}
	names, values := []string{"tp", "fp", "fn"}, []int{r.TP, r.FP, r.FN}
	if chunks {
		names, values = []string{"gold", "predicted", "correct"}, []int{r.Gold, r.Predicted, r.Correct}
	}
	for k, v := range values {
		if v < 0 || v > maxCount {
			return &RowError{i, names[k], fmt.Sprintf("%d; a count lies between 0 and %.0e", v, float64(maxCount))}
		}
	}
	if chunks && r.Correct > r.Gold {
		return &RowError{i, "correct", fmt.Sprintf("%d correct chunks but only %d gold ones; correct cannot exceed gold", r.Correct, r.Gold)}
	}
	if chunks && r.Correct > r.Predicted {
		return &RowError{i, "correct", fmt.Sprintf("%d correct chunks but only %d predicted ones; correct cannot exceed predicted", r.Correct, r.Predicted)}
	}
	return nil
}

type foldKey struct {
	model             string
	replication, fold int
}

// taskRows collects the rows of one task.
type taskRows struct {
	name   string
	first  int // row where the task appeared
	models []string
	counts map[foldKey]Counts
	rows   map[foldKey]int
}

func (g *taskRows) add(r CountRow, i int, chunks bool) error {
	key := foldKey{r.Model, r.Replication, r.Fold}
	if old, ok := g.rows[key]; ok {
		return &RowError{i, "fold", fmt.Sprintf("model %q has replication %d fold %d already in row %d of the data; give each fold once", r.Model, r.Replication, r.Fold, old+1)}
	}
	if !slices.Contains(g.models, r.Model) {
		if len(g.models) == 2 {
			return &RowError{i, "model", fmt.Sprintf("%q is a third model%s, after %q and %q; compare two, or name the two", r.Model, g.of(), g.models[0], g.models[1])}
		}
		g.models = append(g.models, r.Model)
	}
	c := Counts{float64(r.TP), float64(r.FP), float64(r.FN)}
	if chunks {
		c = Chunks(float64(r.Gold), float64(r.Predicted), float64(r.Correct))
	}
	g.counts[key], g.rows[key] = c, i
	return nil
}

// of names the task in a message, if it has a name.
func (g *taskRows) of() string {
	if g.name == "" {
		return ""
	}
	return fmt.Sprintf(" of task %q", g.name)
}

// task checks that both models have all folds and puts them in order.
func (g *taskRows) task() (Task, error) {
	if len(g.models) < 2 {
		return Task{}, &RowError{g.first, "model", fmt.Sprintf("only model %q%s; a comparison needs exactly two", g.models[0], g.of())}
	}
	m := 0
	for key := range g.counts {
		m = max(m, key.replication)
	}
	t := Task{Name: g.name, M: m, A: Model{Name: g.models[0]}, B: Model{Name: g.models[1]}}
	for _, model := range []*Model{&t.A, &t.B} {
		for j := 1; j <= m; j++ {
			for k := 1; k <= 2; k++ {
				c, ok := g.counts[foldKey{model.Name, j, k}]
				if !ok {
					return Task{}, g.missing(model.Name, j, k)
				}
				model.Folds = append(model.Folds, c)
			}
		}
	}
	return t, nil
}

// missing says which fold a model lacks, at the model's last row.
func (g *taskRows) missing(model string, replication, fold int) error {
	last := g.first
	for key, i := range g.rows {
		if key.model == model {
			last = max(last, i)
		}
	}
	return &RowError{last, "fold", fmt.Sprintf("model %q%s has no replication %d fold %d; both models need folds 1 and 2 of every replication", model, g.of(), replication, fold)}
}

// UnequalGold lists, as sentences, the folds on which the two models of a task
// were given different numbers of positives (TP+FN). On the same partition set
// the numbers agree, unless the models see different units.
func (t Task) UnequalGold() []string {
	var out []string
	for i := range t.A.Folds {
		a, b := t.A.Folds[i], t.B.Folds[i]
		if a.TP+a.FN != b.TP+b.FN {
			out = append(out, fmt.Sprintf("replication %d fold %d holds %v positives for %s but %v for %s", i/2+1, i%2+1, a.TP+a.FN, t.A.Name, b.TP+b.FN, t.B.Name))
		}
	}
	return out
}
