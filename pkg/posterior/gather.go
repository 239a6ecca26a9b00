package posterior

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Gatherer makes tasks from rows that come one after the other, as Tasks does from a slice.
type Gatherer struct {
	chunks bool
	models []string
	order  []*taskRows
	tasks  map[string]*taskRows
	names  map[string]string // of models, each once
}

// NewGatherer returns a gatherer without rows; see Tasks for what chunks and models mean.
func NewGatherer(chunks bool, models ...string) *Gatherer {
	return &Gatherer{chunks: chunks, models: models, tasks: map[string]*taskRows{}, names: map[string]string{}}
}

// Add takes a row; errors name it as row i. They are *RowError.
func (g *Gatherer) Add(i int, r CountRow) error {
	if err := checkCountRow(r, i, g.chunks); err != nil {
		return err
	}
	t := g.tasks[r.Task]
	if t == nil {
		t = &taskRows{name: strings.Clone(r.Task), first: i, models: slices.Clone(g.models)}
		g.tasks[t.name] = t
		g.order = append(g.order, t)
	}
	name, ok := g.names[r.Model]
	if !ok {
		name = strings.Clone(r.Model)
		g.names[name] = name
	}
	r.Model = name
	return t.add(r, i, g.chunks)
}

// Tasks returns the tasks in order of first appearance, and forgets the rows. Errors are
// *RowError.
func (g *Gatherer) Tasks() ([]Task, error) {
	g.tasks = nil
	tasks := make([]Task, 0, len(g.order))
	for k, rows := range g.order {
		t, err := rows.task()
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, t)
		g.order[k] = nil
	}
	return tasks, nil
}

// taskRows collects the rows of one task.
type taskRows struct {
	name   string
	first  int // row where the task appeared
	models []string
	cells  [2][]foldCell // of A and B, by replication and fold
}

// foldCell is a row of one model of a task.
type foldCell struct {
	replication, fold, row int
	counts                 Counts
}

func (c foldCell) compare(d foldCell) int {
	return cmp.Or(cmp.Compare(c.replication, d.replication), cmp.Compare(c.fold, d.fold))
}

func (g *taskRows) add(r CountRow, i int, chunks bool) error {
	model := slices.Index(g.models, r.Model)
	if model < 0 {
		if len(g.models) == 2 {
			return &RowError{i, "model", fmt.Sprintf("%.40q is a third model%s, after %.40q and %.40q; compare two, "+
				"or name the two", r.Model, g.of(), g.models[0], g.models[1])}
		}
		model = len(g.models)
		g.models = append(g.models, r.Model)
	}
	c := foldCell{r.Replication, r.Fold, i, Counts{float64(r.TP), float64(r.FP), float64(r.FN)}}
	if chunks {
		c.counts = Chunks(float64(r.Gold), float64(r.Predicted), float64(r.Correct))
	}
	cells := g.cells[model]
	at, found := slices.BinarySearchFunc(cells, c, foldCell.compare)
	if found {
		return &RowError{i, "fold", fmt.Sprintf("model %.40q has replication %d fold %d already in row %d of the "+
			"data; give each fold once", r.Model, r.Replication, r.Fold, cells[at].row+1)}
	}
	g.cells[model] = slices.Insert(cells, at, c)
	return nil
}

// of names the task in a message, if it has a name.
func (g *taskRows) of() string {
	if g.name == "" {
		return ""
	}
	return fmt.Sprintf(" of task %.40q", g.name)
}

// task checks that both models have all folds and puts them in order.
func (g *taskRows) task() (Task, error) {
	if len(g.models) < 2 || len(g.cells[0]) == 0 && len(g.cells[1]) == 0 {
		return Task{}, &RowError{g.first, "model", fmt.Sprintf("only model %.40q%s; a comparison needs exactly two",
			g.models[0], g.of())}
	}
	m := 0
	for _, cells := range g.cells {
		if len(cells) > 0 {
			m = max(m, cells[len(cells)-1].replication)
		}
	}
	t := Task{Name: g.name, M: m, A: Model{Name: g.models[0]}, B: Model{Name: g.models[1]}}
	for k, model := range []*Model{&t.A, &t.B} {
		cells := g.cells[k]
		model.Folds = make([]Counts, 0, len(cells))
		for i, c := range cells {
			if c.replication != i/2+1 || c.fold != i%2+1 {
				return Task{}, g.missing(k, i/2+1, i%2+1)
			}
			model.Folds = append(model.Folds, c.counts)
		}
		if n := len(cells); (n+1)/2 < m || n%2 != 0 {
			return Task{}, g.missing(k, n/2+1, n%2+1)
		}
	}
	return t, nil
}

// missing returns the error of a fold that a model lacks, at the model's last row.
func (g *taskRows) missing(model, replication, fold int) error {
	last := g.first
	for _, c := range g.cells[model] {
		last = max(last, c.row)
	}
	return &RowError{last, "fold", fmt.Sprintf("model %.40q%s has no replication %d fold %d; both models need folds "+
		"1 and 2 of every replication", g.models[model], g.of(), replication, fold)}
}
