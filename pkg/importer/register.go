package importer

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/block-regularized/bcv/pkg/results"
)

// register numbers the sentences of the folds' files as records: by the known partition set,
// or by their text.
type register struct {
	known *results.Splits // nil if it is not known
	valid []int32         // of the fold that is read, if the set is known
	ids   string          // how files of this format give sentences ids, for a message; empty if they cannot

	folds   []foldRecords
	sizes   []int            // sentences of each fold
	texts   []uint64         // of each fold, a hash of its sentences
	text    map[int32]uint64 // of records, if the set is known
	records map[uint64]int32 // by text, if the set is not known
	latest  []int            // replication in which each record was seen last
	twice   *table.Error     // about the first text that stands twice in a replication
	unknown bool             // a file has no column that distinguishes sentences
}

func newRegister(known *results.Splits, ids string) *register {
	return &register{known: known, ids: ids, records: map[uint64]int32{}, text: map[int32]uint64{}}
}

// begin begins a fold.
func (r *register) begin(f foldFile) {
	r.folds = append(r.folds, foldRecords{replication: f.replication, fold: f.fold})
	r.sizes, r.texts = append(r.sizes, 0), append(r.texts, 0)
	r.valid = nil
	if r.known != nil {
		for _, have := range r.known.Set.Folds() {
			if have.Replication == f.replication && have.Fold == f.fold {
				r.valid = have.Valid
			}
		}
	}
}

// add returns the number of the record of a sentence, -1 if it is not known. The identity
// is the same in all replications; apart says that it belongs to this text alone, as gold
// tags without tokens do not.
func (r *register) add(in *table.Lines, row int, identity uint64, apart bool) (int32, error) {
	last := len(r.folds) - 1
	f := &r.folds[last]
	r.sizes[last]++
	number := r.sizes[last]
	if !apart { // many sentences have the same tags: their order distinguishes test sets
		r.texts[last] *= 0x100000001b3
	}
	r.texts[last] += identity
	if r.known != nil {
		return r.knownRecord(in, row, identity)
	}
	if r.unknown = r.unknown || !apart; r.unknown {
		return -1, nil
	}
	record, ok := r.records[identity]
	if !ok || r.latest[record] == f.replication {
		if ok && r.twice == nil {
			r.twice = in.ErrorAt(row, "sentence %d has the text of an earlier sentence of replication %d, and "+
				"nothing shows which of the two is which in the other replications; name the partition set with "+
				"--folds FILE%s", number, f.replication, r.ids)
		}
		record = int32(len(r.latest))
		r.latest = append(r.latest, 0)
		if !ok {
			r.records[identity] = record
		}
	}
	r.latest[record] = f.replication
	f.valid = append(f.valid, record)
	return record, nil
}

// knownRecord returns the record of the sentence that was counted last, which must be the
// same sentence in all replications.
func (r *register) knownRecord(in *table.Lines, row int, identity uint64) (int32, error) {
	last := len(r.folds) - 1
	f, number := r.folds[last], r.sizes[last]
	if number > len(r.valid) {
		return -1, in.ErrorAt(row, "sentence %d, but replication %d fold %d of %s has %d validation records",
			number, f.replication, f.fold, r.known.File, len(r.valid))
	}
	record := r.valid[number-1]
	if before, ok := r.text[record]; ok && before != identity {
		return -1, in.ErrorAt(row, "sentence %d should be record %d of %s, but is not the sentence that it was in "+
			"another replication; write the sentences of each fold in the order of their records",
			number, record, r.known.File)
	}
	r.text[record] = identity
	return record, nil
}

// end ends the fold.
func (r *register) end(in *table.Lines) error {
	last := len(r.folds) - 1
	if f, n := r.folds[last], r.sizes[last]; r.known != nil && n != len(r.valid) {
		return in.Errorf("ends after %d sentences, but replication %d fold %d of %s has %d validation records",
			n, f.replication, f.fold, r.known.File, len(r.valid))
	}
	return nil
}

// set returns the partition set, with notes. Runs on one test set are an error, and so are
// sentences that replications share and that nothing distinguishes.
func (r *register) set() (results.Design, []string, error) {
	found := shapeOf(r.folds)
	if r.known != nil {
		found.ID, found.Records = r.known.Set.ID(), r.known.Set.N
		if r.known.Nested != nil {
			return found, []string{r.known.File + " has inner folds: they are left out, since files of text have no results " +
				"on them"}, nil
		}
		return found, nil, nil
	}
	sentences := func(i int) [2]uint64 { return [2]uint64{uint64(r.sizes[i]), r.texts[i]} }
	if problem := runsProblem(r.folds, sentences); problem != "" {
		return found, nil, fmt.Errorf("importer: %s", problem)
	}
	if r.unknown && len(r.folds) == 1 { // which needs no partition set
		return found, nil, nil
	}
	if r.unknown {
		return found, []string{"the files have no column of tokens, which distinguishes sentences: " +
			"the partition set is not known; name it with --folds FILE"}, nil
	}
	if r.twice != nil && found.Replications > 1 {
		return found, nil, r.twice
	}
	found, problem := detect(0, r.folds)
	if problem != "" {
		return found, []string{problem}, nil
	}
	if found.Folds == 1 && found.Replications > 1 { // sentences that no hold-out tests are in no file
		note := fmt.Sprintf("%d sentences are tested, and how many there are in all is not known: --folds FILE, or "+
			"columns n_train and n_valid in the losses, say on how many the models were trained", found.Records)
		found.Records = 0
		return found, []string{note}, nil
	}
	return found, nil, nil
}

// checkKnown returns an error unless the folds are the folds of a known set.
func checkKnown(known *results.Splits, files [][]foldFile) error {
	if known == nil {
		return nil
	}
	have := known.Set.Folds()
	for i := range max(len(have), len(files)) {
		var set, file foldFile
		if i < len(have) {
			set = foldFile{have[i].Replication, have[i].Fold, known.File}
		}
		if i < len(files) {
			file = files[i][0]
		}
		switch {
		case i >= len(files) || i < len(have) && before(set, file):
			return knownError(known, "has replication %d fold %d, of which there are no results; give the results of "+
				"all its folds",
				set.replication, set.fold)
		case i >= len(have) || before(file, set):
			return knownError(known, "has no replication %d fold %d, of which there are results (%s); give the "+
				"partition set of the results",
				file.replication, file.fold, file.path)
		}
	}
	return nil
}
