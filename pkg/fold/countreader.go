package fold

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/table"
)

// countReader gathers rows of counts as they come.
type countReader struct {
	models   []string
	in       origin
	chunks   bool
	hasTN    bool // all files count true negatives
	seen     map[string]bool
	gatherer *posterior.Gatherer
	sets     map[string]*setChecker       // by task
	records  map[string]map[foldModel]int // by task, if there are true negatives
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
		r.gatherer = posterior.NewGatherer(chunks, r.models...)
		r.seen, r.sets, r.records = map[string]bool{}, map[string]*setChecker{}, map[string]map[foldModel]int{}
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
	r.in.infos[k].Lines = append(r.in.infos[k].Lines, at.line)
	r.in.ends[k]++
	if !r.seen[row.Model] {
		r.seen[strings.Clone(row.Model)] = true
	}
	if len(r.models) > 0 && !slices.Contains(r.models, row.Model) {
		return nil
	}
	set := r.sets[row.Task]
	if set == nil {
		set = new(setChecker)
		r.sets[strings.Clone(row.Task)] = set
	}
	if err := set.see(at, row.Set, row.Model); err != nil {
		return err
	}
	if r.hasTN {
		sums := r.records[row.Task]
		if sums == nil {
			sums = map[foldModel]int{}
			r.records[strings.Clone(row.Task)] = sums
		}
		sums[foldModel{strings.Clone(row.Model), row.Replication}] += row.TP + row.FP + row.FN + row.TN
	}
	return r.located(r.gatherer.Add(i, row.CountRow))
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
	tasks, err := r.gatherer.Tasks()
	if err != nil {
		return Counts{}, r.located(err)
	}
	out := Counts{Tasks: tasks, Designs: make([]Design, 0, len(tasks))}
	for _, t := range tasks {
		records := 0
		if r.hasTN {
			records = alike(r.records[t.Name])
		}
		d, err := r.sets[t.Name].design(r.in.spot(-1), t.M, 2, records)
		if err != nil {
			return Counts{}, err
		}
		out.Designs = append(out.Designs, d)
	}
	return out, nil
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
