package fold

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// What a tally knows of a record in a replication: a number with these bits and above
// them the place of its fold.
const (
	hasA      = 1 << iota // A's prediction was seen; hasA << 1 is B's
	hasB                  //
	rightA                // A's prediction is right; rightA << 1 is B's
	rightB                //
	foldShift = iota
)

// maxStrange is how many predicted labels of a model are kept that are no record's truth.
const maxStrange = 1 << 16

// tally counts predictions by fold, row by row. It keeps two small numbers a record and
// replication, and no row.
type tally struct {
	long         bool     // a row has the prediction of one model, not of both
	wanted       []string // models to take, none for the two of the file
	models       []string // A and B
	seen         map[string]bool
	replications map[int]*replicationTally
	truths       narrow // of records: place in classes, from 1
	records      int
	classes      []string
	classOf      map[string]uint32
	strange      [2]map[string]bool
	set          setChecker
	file         spot
}

// replicationTally counts the predictions of a replication.
type replicationTally struct {
	placeOf map[int]int // of folds
	folds   []PairFold
	records int
	alone   int // records with the prediction of one model
	cells   narrow
}

func newTally(long bool, wanted []string, file spot) (*tally, error) {
	if err := checkWanted(wanted); err != nil {
		return nil, err
	}
	t := &tally{long: long, wanted: wanted, models: slices.Clone(wanted), seen: map[string]bool{}, file: file,
		replications: map[int]*replicationTally{}, classOf: map[string]uint32{}, strange: [2]map[string]bool{{}, {}}}
	if !long && len(wanted) == 0 {
		t.models = []string{"a", "b"}
	}
	return t, nil
}

// add counts a row.
func (t *tally) add(r *eitherRow, at spot) error {
	bits := uint32(hasA | hasB)
	if t.long {
		model, err := t.model(r.Model, at)
		if err != nil || model < 0 {
			return err
		}
		bits = hasA << model
	}
	if column, problem := r.problem(t.long); problem != "" {
		return at.Errorf(column, "%s", problem)
	}
	if err := t.set.see(at, r.Set, r.Model); err != nil {
		return err
	}
	j := t.replications[r.Replication]
	if j == nil {
		j = &replicationTally{placeOf: map[int]int{}}
		t.replications[r.Replication] = j
	}
	before := j.cells.get(r.Record)
	place, known := j.placeOf[r.Fold]
	switch {
	case before&bits != 0:
		owner := ""
		if t.long {
			owner = fmt.Sprintf("model %.40q has ", r.Model)
		}
		return at.Errorf("record", "%srecord %d of replication %d %sin fold %d; give each record once a replication",
			owner, r.Record, r.Replication, pick(t.long, "already ", "is already "), j.folds[before>>foldShift].Fold)
	case before != 0 && (!known || uint32(place) != before>>foldShift):
		return at.Errorf("record", "model %.40q has record %d in replication %d fold %d, the other model in fold %d; give both the same records",
			r.Model, r.Record, r.Replication, r.Fold, j.folds[before>>foldShift].Fold)
	case !known:
		place = len(j.folds)
		j.placeOf[r.Fold] = place
		j.folds = append(j.folds, PairFold{Replication: r.Replication, Fold: r.Fold})
	}
	if err := t.truth(r, at); err != nil {
		return err
	}
	if before == 0 {
		j.records++
	}
	bits |= before | uint32(place)<<foldShift | t.right(r, bits)
	j.cells.set(r.Record, bits)
	switch {
	case bits&hasA == 0 || bits&hasB == 0:
		j.alone++
		return nil
	case before != 0:
		j.alone--
	}
	j.folds[place].Table.Add(bits&rightA != 0, bits&rightB != 0)
	return nil
}

// model returns 0 for A, 1 for B, and -1 for a model that is not wanted.
func (t *tally) model(name string, at spot) (int, error) {
	k := slices.Index(t.models, name)
	if !t.seen[name] {
		t.seen[strings.Clone(name)] = true
	}
	switch {
	case name == "":
		return 0, at.Errorf("model", "the model has no name; name both models")
	case k >= 0 || len(t.wanted) > 0:
		return k, nil
	case len(t.models) == 2:
		return 0, at.Errorf("model", "%.40q is a third model beside %.40q and %.40q; %s", name, t.models[0], t.models[1], chooseTwo)
	}
	t.models = append(t.models, strings.Clone(name))
	return len(t.models) - 1, nil
}

// truth notes the class of a record, or checks that it is the one that was noted.
func (t *tally) truth(r *eitherRow, at spot) error {
	class, ok := t.classOf[r.Truth]
	switch before := t.truths.get(r.Record); {
	case before == class && ok:
		return nil
	case before != 0:
		return at.Errorf("truth", "%.40q, but record %d is %.40q above; a record has one class", r.Truth, r.Record, t.classes[before-1])
	case !ok:
		text := strings.Clone(r.Truth)
		t.classes = append(t.classes, text)
		class = uint32(len(t.classes))
		t.classOf[text] = class
	}
	t.truths.set(r.Record, class)
	t.records++
	return nil
}

// right returns which of the predictions that a row has are right, and notes those that
// are perhaps no class at all.
func (t *tally) right(r *eitherRow, has uint32) uint32 {
	var out uint32
	for m, label := range [...]string{r.A, r.B} {
		if has&(hasA<<m) == 0 {
			continue
		}
		if t.long {
			label = r.Predicted
		}
		if label == r.Truth {
			out |= rightA << m
			continue
		}
		if _, known := t.classOf[label]; !known && len(t.strange[m]) < maxStrange && !t.strange[m][label] {
			t.strange[m][strings.Clone(label)] = true
		}
	}
	return out
}

// problem returns the first defect of a row taken alone; long says that it has the
// prediction of one model.
func (r *eitherRow) problem(long bool) (column, problem string) {
	switch {
	case r.Replication < 1:
		return "replication", fmt.Sprintf("%d; replications are numbered from 1", r.Replication)
	case r.Fold < 1:
		return "fold", fmt.Sprintf("%d; folds are numbered from 1", r.Fold)
	case r.Truth == "":
		return "truth", "is empty; write the class"
	case long && r.Predicted == "":
		return "predicted", "is empty; write the class"
	case !long && r.A == "":
		return "a", "is empty; write the class"
	case !long && r.B == "":
		return "b", "is empty; write the class"
	}
	return "", ""
}

// result puts the folds in order.
func (t *tally) result() (Pairs, error) {
	if err := t.complete(); err != nil {
		return Pairs{}, err
	}
	out := Pairs{A: t.models[0], B: t.models[1], Labels: map[string][]string{}}
	records := t.records
	for _, r := range t.replications {
		out.Folds = append(out.Folds, r.folds...)
		if r.records != t.records {
			records = 0
		}
	}
	slices.SortFunc(out.Folds, func(a, b PairFold) int {
		return cmp.Or(a.Replication-b.Replication, a.Fold-b.Fold)
	})
	for m, labels := range t.strange {
		maps.DeleteFunc(labels, func(label string, _ bool) bool { return t.classOf[label] != 0 })
		if len(labels) > 0 {
			out.Labels[t.models[m]] = slices.Sorted(maps.Keys(labels))
		}
	}
	var err error
	out.Design, err = t.set.design(t.file, len(t.replications), len(out.First()), records)
	return out, err
}

// complete checks that both models are there and have the same records.
func (t *tally) complete() error {
	if !t.long {
		return nil
	}
	for _, w := range t.wanted {
		if !t.seen[w] {
			return t.file.Errorf("model", "has no model %q; the models are %s", w, quoted(slices.Sorted(maps.Keys(t.seen))))
		}
	}
	if len(t.models) < 2 {
		return t.file.Errorf("model", "only %q; give the predictions of two models", t.models[0])
	}
	for _, k := range slices.Sorted(maps.Keys(t.replications)) {
		j := t.replications[k]
		if j.alone == 0 {
			continue
		}
		record := j.cells.first(func(v uint32) bool { return v&(hasA|hasB) != hasA|hasB })
		cell := j.cells.get(record)
		has := int(cell&(hasA|hasB)) / 2 // 0 if it is A
		return t.file.Errorf("record", "model %.40q has record %d in replication %d fold %d, %.40q has not; give both the same records",
			t.models[has], record, k, j.folds[cell>>foldShift].Fold, t.models[1-has])
	}
	return nil
}
