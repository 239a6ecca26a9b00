package importer

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/fold"
)

// register finds out which records the sentences of the folds' files are.
type register struct {
	known *fold.Splits // nil if sentences are told apart by their text
	valid []int32      // of the fold that is read, if the set is known

	folds       []foldRecords
	sizes       []int            // sentences of each fold
	texts       []uint64         // of each fold, a hash of its sentences
	text        map[int32]uint64 // of records, if the set is known
	replication int
	first       map[uint64]int32 // record by text: the first, if the text stands more than once in a replication
	records     []seenRecord
	unknown     bool // a file has no column that tells sentences apart
}

// seenRecord is a record of a text. Records of the same text are a chain.
type seenRecord struct {
	next int32 // of the same text; 0 for none, as no record follows itself
	// Of the first of a chain: the replication in which it was seen last, and the record
	// that was taken there last.
	replication, taken int32
}

func newRegister(known *fold.Splits) *register {
	return &register{known: known, first: map[uint64]int32{}, text: map[int32]uint64{}}
}

// begin begins a fold.
func (r *register) begin(f foldFile) {
	r.replication = f.replication
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

// addSentence returns the number of the record of a sentence, -1 if it is not known. Without
// tokens its gold tags do not tell it from others, but are the same in all replications.
func (r *register) addSentence(in *sentences, s *sentence) (int32, error) {
	return r.add(in.lines, s.row, s.identity, len(s.tokens) > 0 || r.known != nil)
}

// addText is addSentence for a line of text.
func (r *register) addText(in *lines, text string) (int32, error) {
	return r.add(in, in.row, textIdentity(text), true)
}

func (r *register) add(in *lines, row int, identity uint64, apart bool) (int32, error) {
	f := &r.folds[len(r.folds)-1]
	i := r.sizes[len(r.sizes)-1]
	r.sizes[len(r.sizes)-1]++
	text := &r.texts[len(r.texts)-1]
	if !apart { // many sentences have the same tags: their order tells test sets apart
		*text *= 0x100000001b3
	}
	*text += identity
	if r.known != nil {
		if i >= len(r.valid) {
			return -1, in.errorAt(row, "sentence %d, but replication %d fold %d of %s has %d validation records", i+1, f.replication, f.fold, r.known.File, len(r.valid))
		}
		record := r.valid[i]
		if apart {
			if before, ok := r.text[record]; ok && before != identity {
				return -1, in.errorAt(row, "sentence %d should be record %d of %s, but is not the sentence that it was in another replication; write the sentences of each fold in the order of their records", i+1, record, r.known.File)
			}
			r.text[record] = identity
		}
		return record, nil
	}
	if r.unknown = r.unknown || !apart; r.unknown {
		return -1, nil
	}
	record := r.record(identity)
	f.valid = append(f.valid, record)
	return record, nil
}

// record returns the record of a text: the k-th of its chain where it stands for the k-th
// time in the replication.
func (r *register) record(identity uint64) int32 {
	fresh := int32(len(r.records))
	first, ok := r.first[identity]
	if !ok {
		r.first[identity], first = fresh, fresh
		r.records = append(r.records, seenRecord{})
	}
	head := &r.records[first]
	if head.replication != int32(r.replication) {
		head.replication, head.taken = int32(r.replication), first
		return first
	}
	last := head.taken
	if r.records[last].next == 0 {
		r.records[last].next = fresh
		r.records = append(r.records, seenRecord{})
	}
	taken := r.records[last].next
	r.records[first].taken = taken
	return taken
}

// end ends the fold.
func (r *register) end(in *lines) error {
	if n := r.sizes[len(r.sizes)-1]; r.known != nil && n != len(r.valid) {
		f := r.folds[len(r.folds)-1]
		return in.errorf("ends after %d sentences, but replication %d fold %d of %s has %d validation records", n, f.replication, f.fold, r.known.File, len(r.valid))
	}
	return nil
}

// set returns what was found of the partition set, with notes. Runs on one test set are an
// error.
func (r *register) set() (Found, []string, error) {
	found := shapeOf(r.folds)
	if r.known != nil {
		found.ID, found.Records = r.known.Set.ID(), r.known.Set.N
		return found, nil, nil
	}
	if problem := runsProblem(r.folds, func(i int) [2]uint64 { return [2]uint64{uint64(r.sizes[i]), r.texts[i]} }); problem != "" {
		return found, nil, fmt.Errorf("importer: %s", problem)
	}
	if r.unknown {
		return found, []string{"the files have no column of tokens, which tells sentences apart: the partition set is not known; name it with --folds FILE"}, nil
	}
	found, notes := detect(0, r.folds, r.tellApart())
	if found.Folds == 1 && found.Replications > 1 { // sentences that no hold-out tests are in no file
		notes = append(notes, fmt.Sprintf("%d sentences are tested, and how many there are in all is not known: --folds FILE, or columns n_train and n_valid in the losses, say on how many the models were trained", found.Records))
		found.Records = 0
	}
	return found, notes, nil
}

// tellApart matches sentences that stand more than once as well as it can.
func (r *register) tellApart() repeats {
	chains, next := make([]int32, len(r.records)), make([]int32, len(r.records))
	for i := range chains {
		chains[i], next[i] = -1, r.records[i].next
	}
	var out repeats
	for _, first := range r.first {
		if next[first] == 0 {
			continue
		}
		for k := first; ; k = next[k] {
			chains[k] = first
			out.records++
			if next[k] == 0 {
				break
			}
		}
	}
	if out.records == 0 {
		return out
	}
	out.doubtful = tellApart(r.folds, chains, next)
	return out
}

// checkKnown returns an error unless the folds are those of a known set.
func checkKnown(known *fold.Splits, files [][]foldFile) error {
	if known == nil {
		return nil
	}
	have := known.Set.Folds()
	for i := range max(len(have), len(files)) {
		switch {
		case i >= len(files) || i < len(have) && before(foldFile{have[i].Replication, have[i].Fold, ""}, files[i][0]):
			return knownError(known, "has replication %d fold %d, of which there are no results; give those of all its folds", have[i].Replication, have[i].Fold)
		case i >= len(have) || before(files[i][0], foldFile{have[i].Replication, have[i].Fold, ""}):
			return knownError(known, "has no replication %d fold %d, of which there are results (%s); give the partition set of the results", files[i][0].replication, files[i][0].fold, files[i][0].path)
		}
	}
	return nil
}
