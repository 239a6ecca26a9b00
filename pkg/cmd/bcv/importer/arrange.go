package importer

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/results"
)

// arrange sorts folds and records, and numbers splits as folds of replications: as in the known set,
// or as the records show.
func (m *collected) arrange(known *results.Splits) error {
	for _, f := range m.folds {
		slices.SortStableFunc(f.outcomes, func(a, b outcome) int { return cmp.Compare(a.record, b.record) })
		for k := 1; k < len(f.outcomes); k++ {
			if a, b := f.outcomes[k-1], f.outcomes[k]; a.record == b.record {
				return place{file: m.file, row: int(max(a.row, b.row))}.errorf("",
					"predicts a record for the second time in the same fold, as row %d does; save the predictions of "+
						"one setting of the model", min(a.row, b.row))
			}
		}
	}
	splits := slices.ContainsFunc(m.folds, func(f *collectedFold) bool { return f.replication == 0 })
	if splits && slices.ContainsFunc(m.folds, func(f *collectedFold) bool { return f.replication > 0 }) {
		return place{file: m.file}.errorf("", "has folds and other resamples; give resamples of one kind")
	}
	slices.SortStableFunc(m.folds, func(a, b *collectedFold) int {
		return cmp.Or(cmp.Compare(a.replication, b.replication), cmp.Compare(a.fold, b.fold))
	})
	numbers := make([]foldFile, len(m.folds))
	for k, f := range m.folds {
		numbers[k] = foldFile{max(f.replication, 1), f.fold, m.file, ""}
	}
	if err := whole(numbers); err != nil || !splits {
		return err
	}
	if known != nil && known.Set.FoldCount() == len(m.folds) {
		for k, f := range known.Set.Folds() {
			m.folds[k].replication, m.folds[k].fold = f.Replication, f.Fold
		}
		return nil
	}
	return m.number()
}

// number makes replications of splits in the order of their numbers: a replication
// is complete as soon as its validation sets hold each record once. If not even
// the first splits do so, all are hold-outs, one per replication.
func (m *collected) number() error {
	records, all := m.count()
	few := 2*records < max(all, m.records)
	last := make([]int, all) // the replication in which a record was seen last
	replication, fold, seen := 1, 1, 0
	for k, f := range m.folds {
		f.replication, f.fold = replication, fold
		fold++
		for _, o := range f.outcomes {
			if last[o.record] == replication {
				return m.holdOuts(replication)
			}
			last[o.record] = replication
		}
		seen += len(f.outcomes)
		if seen == records && k+1 < len(m.folds) {
			replication, fold, seen = replication+1, 1, 0
		}
	}
	if seen < records || replication == 1 && few { // few sets that happen to be disjoint
		return m.holdOuts(replication)
	}
	return nil
}

// count returns how many records are validated, and one more than the largest number of one.
func (m *collected) count() (records, all int) {
	for _, f := range m.folds {
		if len(f.outcomes) > 0 { // sorted
			all = max(all, int(f.outcomes[len(f.outcomes)-1].record)+1)
		}
	}
	seen := make([]bool, all)
	for _, f := range m.folds {
		for _, o := range f.outcomes {
			if !seen[o.record] {
				seen[o.record] = true
				records++
			}
		}
	}
	return records, all
}

// holdOuts takes all splits for hold-outs, unless those before a replication hold every
// record once, as in repeated cross-validation.
func (m *collected) holdOuts(replication int) error {
	if replication > 1 && m.folds[1].replication == 1 {
		return place{file: m.file}.errorf("", "the first splits validate every record once, the splits of "+
			"replication %d do not; is the file whole?", replication)
	}
	for k, f := range m.folds {
		f.replication, f.fold = k+1, 1
	}
	return nil
}

// set finds the partition set, or checks that it is the one that is known.
func (m *collected) set(known *results.Splits) (results.Design, error) {
	folds := make([]foldRecords, len(m.folds))
	files := make([][]foldFile, len(m.folds))
	for k, f := range m.folds {
		folds[k] = foldRecords{replication: f.replication, fold: f.fold, train: f.train}
		for _, o := range f.outcomes {
			folds[k].valid = append(folds[k].valid, o.record)
		}
		files[k] = []foldFile{{f.replication, f.fold, m.file, ""}}
	}
	if known == nil {
		if problem := runsProblem(folds, func(i int) string { return fmt.Sprint(folds[i].valid) }); problem != "" {
			return results.Design{}, place{file: m.file}.errorf("", "%s", problem)
		}
		found, problem := detect(m.records, folds)
		if problem != "" {
			return found, place{file: m.file}.errorf("", "%s; is the file whole, and are all records numbered "+
				"without gaps?", problem)
		}
		return found, nil
	}
	if err := checkKnown(known, files); err != nil {
		return results.Design{}, err
	}
	for k, f := range known.Set.Folds() {
		if !slices.Equal(f.Valid, folds[k].valid) {
			return results.Design{},
				place{file: m.file}.errorf("", "validates other records in replication %d fold %d "+
					"than %s; give the partition set of the predictions",
					f.Replication, f.Fold, known.File)
		}
		if t := folds[k].train; t != nil && !slices.Equal(sorted(f.Train), sorted(t)) {
			return results.Design{},
				place{file: m.file}.errorf("", "trains on other records in replication %d fold %d "+
					"than %s; give the partition set of the predictions",
					f.Replication, f.Fold, known.File)
		}
	}
	found := shapeOf(folds)
	found.ID, found.Records = known.Set.ID(), known.Set.N
	return found, nil
}

// takeInner takes the inner folds out of all models, numbered as the folds of the inner part of the known set; nil
// for none. Splits that are only counted are inner ones after as many as the set has without them.
func (c *collector) takeInner() (*collector, error) {
	inner := *c
	inner.models = nil
	some := false
	for _, m := range c.models {
		within, err := m.takeInner(c.opt.Set)
		if err != nil {
			return nil, err
		}
		some = some || len(within.folds) > 0
		inner.models = append(inner.models, within)
	}
	if !some {
		return nil, nil
	}
	inner.opt.Set = &results.Splits{File: c.opt.Set.File, Set: c.opt.Set.Nested.Inner}
	return &inner, nil
}

// takeInner takes the inner folds out of a model.
func (m *collected) takeInner(known *results.Splits) (*collected, error) {
	out := &collected{model: m.model, file: m.file, likely: m.likely}
	var nested *cv.Nested
	outer := math.MaxInt
	if known != nil && known.Nested != nil {
		nested = known.Nested
		if n := known.Set.FoldCount(); len(m.folds) == n+nested.Inner.FoldCount() {
			outer = n
		}
	}
	var others []*collectedFold
	for _, f := range m.folds {
		switch {
		case f.Half == 0 && (f.replication > 0 || f.fold <= outer):
			others = append(others, f)
			continue
		case f.Half == 0:
			f.fold -= outer
		case nested == nil:
			return nil, place{file: m.file}.errorf("", "has results on inner folds (half-split %d half %d); name the "+
				"partition set with setting `folds` FILE, as bcv split --inner writes it", f.replication, f.Half)
		case f.replication > nested.Halves || f.Inner > nested.Replications:
			return nil, place{file: m.file}.errorf("", "has results in half-split %d inner replication %d, %s has %d and "+
				"%d; give the partition set of the results", f.replication, f.Inner, known.File, nested.Halves,
				nested.Replications)
		default:
			f.replication = ((f.replication-1)*2+f.Half-1)*nested.Replications + f.Inner
		}
		out.folds = append(out.folds, f)
	}
	m.folds = others
	return out, nil
}

var replicationFold = regexp.MustCompile(`replication ([0-9]+) fold`)

// inWords names inner folds in an error by half-split, half and inner replication, of which there are r in a half.
func inWords(err error, r int) error {
	var wrong *table.Error
	if !errors.As(err, &wrong) {
		return err
	}
	out := *wrong
	out.Problem = replicationFold.ReplaceAllStringFunc(out.Problem, func(s string) string {
		k, _ := strconv.Atoi(replicationFold.FindStringSubmatch(s)[1]) // digits
		k--
		return fmt.Sprintf("half-split %d half %d inner replication %d fold", k/r/2+1, k/r%2+1, k%r+1)
	})
	return &out
}
