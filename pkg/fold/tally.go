package fold

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
)

// validation is one record in one replication.
type validation struct{ replication, record int }

// tally counts pairs of predictions by fold.
type tally struct {
	in     origin
	models [2]string
	rowOf  []int // row of the table behind each pair; nil if they are the same
	seen   map[validation]int
	truth  map[int]int // pair where a record has its first truth
	folds  map[[2]int]*infer.Contingency
	set    setChecker
}

// join makes a pair of every two rows with a model each.
func (t *tally) join(rows []eitherRow, models []string) ([]eitherRow, error) {
	keep, err := t.in.chosen(len(rows), func(i int) string { return rows[i].Model }, models)
	if err != nil {
		return nil, err
	}
	names := slices.Clone(models)
	half := [2]map[validation]int{{}, {}} // rows of A and of B
	for _, i := range keep {
		r := rows[i]
		model := slices.Index(names, r.Model)
		switch {
		case r.Model == "":
			return nil, t.in.Errorf(i, "model", "the model has no name; name both models")
		case model < 0 && len(names) == 2:
			return nil, t.in.Errorf(i, "model", "%q is a third model beside %q and %q; %s", r.Model, names[0], names[1], chooseTwo)
		case model < 0:
			model = len(names)
			names = append(names, r.Model)
		}
		at := validation{r.Replication, r.Record}
		if old, ok := half[model][at]; ok {
			return nil, t.in.Errorf(i, "record", "model %q has record %d of replication %d already in fold %d; give each record once a replication", r.Model, r.Record, r.Replication, rows[old].Fold)
		}
		if err := t.set.see(i, r.Set, r.Model); err != nil {
			return nil, err
		}
		half[model][at] = i
	}
	if len(names) < 2 {
		return nil, t.in.Errorf(-1, "model", "only %q; give the predictions of two models", names[0])
	}
	t.models = [2]string(names)
	var out []eitherRow
	for _, i := range keep {
		r := rows[i]
		model := slices.Index(names, r.Model)
		at := validation{r.Replication, r.Record}
		k, ok := half[1-model][at]
		other := rows[max(k, 0)]
		switch {
		case !ok || other.Fold != r.Fold:
			return nil, t.in.Errorf(i, "record", "model %q has record %d in replication %d fold %d, %q has not; give both the same records", r.Model, r.Record, r.Replication, r.Fold, names[1-model])
		case other.Truth != r.Truth:
			return nil, t.in.Errorf(i, "truth", "%q, but record %d is %q for %q; a record has one class", r.Truth, r.Record, other.Truth, other.Model)
		case model == 0:
			r.A, r.B = r.Predicted, other.Predicted
			out, t.rowOf = append(out, r), append(t.rowOf, i)
		}
	}
	return out, nil
}

// row returns the row of the table behind pair k.
func (t *tally) row(k int) int {
	if t.rowOf == nil {
		return k
	}
	return t.rowOf[k]
}

// add counts pair k.
func (t *tally) add(pairs []eitherRow, k int) error {
	r := pairs[k]
	if column, problem := r.problem(t.rowOf != nil); problem != "" {
		return t.in.Errorf(t.row(k), column, "%s", problem)
	}
	if t.rowOf == nil {
		if err := t.set.see(k, r.Set, ""); err != nil {
			return err
		}
	}
	at := validation{r.Replication, r.Record}
	if fold, ok := t.seen[at]; ok {
		return t.in.Errorf(t.row(k), "record", "record %d of replication %d is already in fold %d; give each record once a replication", r.Record, r.Replication, fold)
	}
	t.seen[at] = r.Fold
	first, ok := t.truth[r.Record]
	if !ok {
		first, t.truth[r.Record] = k, k
	}
	if before := pairs[first]; before.Truth != r.Truth {
		return t.in.Errorf(t.row(k), "truth", "%q, but record %d is %q in replication %d; a record has one class", r.Truth, r.Record, before.Truth, before.Replication)
	}
	fold := [2]int{r.Replication, r.Fold}
	if t.folds[fold] == nil {
		t.folds[fold] = new(infer.Contingency)
	}
	t.folds[fold].Add(r.A == r.Truth, r.B == r.Truth)
	return nil
}

// problem returns the first defect of a pair taken alone; long says that its
// predictions come from the column predicted.
func (r eitherRow) problem(long bool) (column, problem string) {
	switch {
	case r.Replication < 1:
		return "replication", fmt.Sprintf("%d; replications are numbered from 1", r.Replication)
	case r.Fold < 1:
		return "fold", fmt.Sprintf("%d; folds are numbered from 1", r.Fold)
	case r.Truth == "":
		return "truth", "is empty; write the class"
	case long && (r.A == "" || r.B == ""):
		return "predicted", "is empty; write the class"
	case r.A == "":
		return "a", "is empty; write the class"
	case r.B == "":
		return "b", "is empty; write the class"
	}
	return "", ""
}

// result puts the folds in order.
func (t *tally) result(pairs []eitherRow) (Pairs, error) {
	out := Pairs{A: t.models[0], B: t.models[1], Labels: t.strangers(pairs)}
	for at, c := range t.folds {
		out.Folds = append(out.Folds, PairFold{at[0], at[1], *c})
	}
	slices.SortFunc(out.Folds, func(a, b PairFold) int {
		return cmp.Or(a.Replication-b.Replication, a.Fold-b.Fold)
	})
	replications := 1
	for k := range out.Folds[1:] {
		if out.Folds[k].Replication != out.Folds[k+1].Replication {
			replications++
		}
	}
	records := len(t.truth)
	if len(t.seen) != records*replications {
		records = 0
	}
	var err error
	out.Design, err = t.set.design(replications, len(out.First()), records)
	return out, err
}

// strangers returns the predicted labels that are no record's truth.
func (t *tally) strangers(pairs []eitherRow) map[string][]string {
	known := map[string]bool{}
	for _, r := range pairs {
		known[r.Truth] = true
	}
	unknown := [2]map[string]bool{{}, {}}
	for _, r := range pairs {
		for m, label := range [...]string{r.A, r.B} {
			if !known[label] {
				unknown[m][label] = true
			}
		}
	}
	out := map[string][]string{}
	for m, labels := range unknown {
		if len(labels) > 0 {
			out[t.models[m]] = slices.Sorted(maps.Keys(labels))
		}
	}
	return out
}
