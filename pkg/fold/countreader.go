package fold

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// countReader gathers rows of counts as they come.
type countReader struct {
	models   []string
	byFile   fileNames
	in       origin
	chunks   bool
	hasTN    bool // all files count true negatives
	seen     map[string]bool
	names    datasetNames
	gatherer map[string]*posterior.Gatherer // by data set
	sets     map[Place]*setChecker
	records  map[Place]map[foldModel]int // if there are true negatives
}

type foldModel struct {
	model       string
	replication int
}

// begin takes the columns of a file, which count the same in all.
func (r *countReader) begin(info table.Info, at spot) error {
	if err := checkWanted(r.models); err != nil {
		return err
	}
	chunks, err := countColumns(origin{infos: []table.Info{info}, ends: []int{0}})
	if err != nil {
		return err
	}
	if r.gatherer == nil {
		r.chunks, r.hasTN = chunks, true
		r.gatherer = map[string]*posterior.Gatherer{}
		r.seen, r.sets, r.records = map[string]bool{}, map[Place]*setChecker{}, map[Place]map[foldModel]int{}
	}
	if chunks != r.chunks {
		return at.Errorf("", "counts %s, %s does not; give all files the same columns", pick(chunks, "chunks", "tp, fp, fn"), r.in.infos[0].File)
	}
	r.hasTN = r.hasTN && info.Has("tn")
	r.in.infos, r.in.ends = append(r.in.infos, info), append(r.in.ends, r.rows())
	return nil
}

// rows returns how many rows were read.
func (r *countReader) rows() int {
	if len(r.in.ends) == 0 {
		return 0
	}
	return r.in.ends[len(r.in.ends)-1]
}

func (r *countReader) visit(row *CountRow, at spot) error {
	k, i := len(r.in.infos)-1, r.rows()
	row.Model = r.byFile.of(at.file, row.Model)
	r.in.infos[k].Lines = append(r.in.infos[k].Lines, at.line)
	r.in.ends[k]++
	if !r.seen[row.Model] {
		r.seen[strings.Clone(row.Model)] = true
	}
	if len(r.models) > 0 && !slices.Contains(r.models, row.Model) {
		return nil
	}
	if err := r.names.see(at, row.Dataset); err != nil {
		return err
	}
	here := Place{Dataset: row.Dataset, Task: row.Task}
	set := r.sets[here]
	if set == nil {
		set = new(setChecker)
		r.sets[here.clone()] = set
	}
	if err := set.see(at, row.Set, row.Model); err != nil {
		return err
	}
	if r.hasTN {
		sums := r.records[here]
		if sums == nil {
			sums = map[foldModel]int{}
			r.records[here.clone()] = sums
		}
		sums[foldModel{strings.Clone(row.Model), row.Replication}] += row.TP + row.FP + row.FN + row.TN
	}
	g := r.gatherer[row.Dataset]
	if g == nil {
		g = posterior.NewGatherer(r.chunks, r.models...)
		r.gatherer[strings.Clone(row.Dataset)] = g
	}
	return r.located(g.Add(i, row.CountRow))
}

// located gives an error about a row its place.
func (r *countReader) located(err error) error {
	var re *posterior.RowError
	if errors.As(err, &re) {
		return r.in.Errorf(re.Row, re.Column, "%s", re.Problem)
	}
	return err
}

func (r *countReader) counts() (Counts, error) {
	for _, w := range r.models {
		if !r.seen[w] {
			return Counts{}, r.in.Errorf(-1, "model", "has no model %q; the models are %s", w, quoted(slices.Sorted(maps.Keys(r.seen))))
		}
	}
	var out Counts
	first := map[string][2]string{} // models of a task on its first data set
	labels := map[string]Place{}
	for _, dataset := range r.names.names {
		tasks, err := r.gatherer[dataset].Tasks()
		if err != nil {
			return Counts{}, r.located(err)
		}
		out.Tasks, out.Designs, out.Places = slices.Grow(out.Tasks, len(tasks)), slices.Grow(out.Designs, len(tasks)), slices.Grow(out.Places, len(tasks))
		for _, t := range tasks {
			here := Place{Dataset: dataset, Task: t.Name}
			if t, err = r.sameModels(t, here, first); err != nil {
				return Counts{}, err
			}
			records := 0
			if r.hasTN {
				records = alike(r.records[here])
			}
			d, err := r.sets[here].design(r.in.spot(-1), t.M, 2, records)
			if err != nil {
				return Counts{}, err
			}
			if t.Name = here.String(); dataset != "" {
				if other, ok := labels[t.Name]; ok {
					return Counts{}, r.in.Errorf(-1, "dataset", "%.40q with task %.40q and %.40q with task %.40q have one name; rename one", here.Dataset, here.Task, other.Dataset, other.Task)
				}
				labels[t.Name] = here
			}
			out.Tasks, out.Designs, out.Places = append(out.Tasks, t), append(out.Designs, d), append(out.Places, here)
		}
	}
	return out, nil
}

// sameModels makes A and B those that they are on the first data set of the task.
func (r *countReader) sameModels(t posterior.Task, here Place, first map[string][2]string) (posterior.Task, error) {
	if here.Dataset == "" {
		return t, nil
	}
	want, ok := first[here.Task]
	switch {
	case !ok:
		first[here.Task] = [2]string{t.A.Name, t.B.Name}
	case want == [2]string{t.B.Name, t.A.Name}:
		t.A, t.B = t.B, t.A
	case want != [2]string{t.A.Name, t.B.Name}:
		return t, r.in.Errorf(-1, "model", "%s has the models %.40q and %.40q, the first data set has %.40q and %.40q; %s", here, t.A.Name, t.B.Name, want[0], want[1], chooseTwo)
	}
	return t, nil
}

// alike returns the number of records of a task that every model has in every
// replication, and 0 where the numbers differ.
func alike(sums map[foldModel]int) int {
	n := -1
	for _, s := range sums {
		if n >= 0 && s != n {
			return 0
		}
		n = s
	}
	return max(n, 0)
}
