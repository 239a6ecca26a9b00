package importer

import (
	"fmt"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/results"
)

// register numbers the sentences of the folds' files as records: by the known partition set,
// or by their text.
type register struct {
	known *results.Splits // nil if it is not known
	valid []int32         // of the fold that is read, if the set is known
	ids   string          // how files of this format give sentences ids, for a message; empty if they cannot

	folds   []foldRecords
	sizes   []int                // sentences of each fold
	texts   []uint64             // of each fold, a hash of its sentences
	text    map[int32]uint64     // of records, if the set is known
	records map[occurrence]int32 // if the set is not known
	first   []int32              // of each record, the first one of its text
	times   map[uint64]int       // how often each text stands in the replication so far
	twice   *table.Error         // about the first text that stands twice in a replication
	unknown bool                 // a file has no column that distinguishes sentences
}

// occurrence is the k-th sentence of a text in a replication, from 0. Sentences of one text are interchangeable: the
// k-th ones of all replications are taken for the same record.
type occurrence struct {
	text uint64
	k    int
}

func newRegister(known *results.Splits, ids string) *register {
	return &register{known: known, ids: ids, records: map[occurrence]int32{}, times: map[uint64]int{},
		text: map[int32]uint64{}}
}

// begin begins a fold.
func (r *register) begin(f foldFile) {
	if n := len(r.folds); n > 0 && r.folds[n-1].replication != f.replication {
		clear(r.times)
	}
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
	at := occurrence{identity, r.times[identity]}
	r.times[identity]++
	if at.k > 0 && r.twice == nil {
		r.twice = in.ErrorAt(row, "sentence %d has the text of an earlier sentence of replication %d, and the folds "+
			"are block-regularized or not by which of the two is which in the other replications; name the "+
			"partition set with setting `folds` FILE%s", number, f.replication, r.ids)
	}
	record, ok := r.records[at]
	if !ok {
		record = int32(len(r.first))
		r.records[at] = record
		r.first = append(r.first, r.records[occurrence{identity, 0}])
	}
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

// set returns the partition set, with notes. Runs on one test set are an error, and so are sentences of one text if
// the kind of the set depends on which of them is which.
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
		return found, nil, fmt.Errorf("importer: %s; for runs on one test set write {run} in place of {replication}", problem)
	}
	if r.unknown && len(r.folds) == 1 { // which needs no partition set
		return found, nil, nil
	}
	if r.unknown {
		return found, []string{"the files have no column of tokens, which distinguishes sentences: " +
			"the partition set is not known; name it with setting `folds` FILE"}, nil
	}
	found, problem := detect(0, r.folds)
	if problem != "" {
		return found, []string{problem}, nil
	}
	var notes []string
	if r.twice != nil && found.Replications > 1 {
		if found.Folds == 2 && !decided(r.folds, r.first) {
			return found, nil, r.twice
		}
		notes = append(notes, fmt.Sprintf("%d sentences have the text of an earlier one: the k-th sentence of a text is "+
			"taken for the same one in all replications", r.repeated()))
	}
	if found.Folds == 1 && found.Replications > 1 { // sentences that no hold-out tests are in no file
		notes = append(notes, fmt.Sprintf("%d sentences%s are tested, and how many there are in all is not known: "+
			"setting `folds` FILE, or "+
			"columns n_train and n_valid in the losses, say on how many the models were trained", found.Records,
			table.Pick(r.twice != nil, " or more", "")))
		found.Records = 0
	}
	return found, notes, nil
}

// repeated counts the records that have the text of an earlier one.
func (r *register) repeated() (n int) {
	for record, first := range r.first {
		if int(first) != record {
			n++
		}
	}
	return n
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
			set = foldFile{have[i].Replication, have[i].Fold, known.File, ""}
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
