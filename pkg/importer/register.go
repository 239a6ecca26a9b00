package importer

import (
	"slices"
	"strconv"

	"github.com/block-regularized/bcv/pkg/fold"
)

// register finds out which records the sentences of the folds' files are.
type register struct {
	known *fold.Splits // nil if sentences are told apart by their text
	valid []int32      // of the fold that is read, if the set is known

	folds       []foldRecords
	sizes       []int              // sentences of each fold
	records     map[uint64][]int32 // by text; several if it stands more than once in a replication
	used        map[uint64]int     // how many of them were seen in this replication
	text        map[int32]uint64   // of records, if the set is known
	replication int
	next        int32
	unknown     bool // a file has no column that tells sentences apart
}

func newRegister(known *fold.Splits) *register {
	return &register{known: known, records: map[uint64][]int32{}, text: map[int32]uint64{}}
}

// begin begins a fold.
func (r *register) begin(f foldFile) {
	if f.replication != r.replication {
		r.replication, r.used = f.replication, map[uint64]int{}
	}
	r.folds = append(r.folds, foldRecords{replication: f.replication, fold: f.fold})
	r.sizes = append(r.sizes, 0)
	r.valid = nil
	if r.known != nil {
		for _, have := range r.known.Set.Folds() {
			if have.Replication == f.replication && have.Fold == f.fold {
				r.valid = have.Valid
			}
		}
	}
}

// addSentence returns the number of the record of a sentence, empty if it is not known.
func (r *register) addSentence(in *sentences, s *sentence) (string, error) {
	return r.add(in.lines, s.row, s.identity, len(s.tokens) > 0)
}

// addText is addSentence for a line of text.
func (r *register) addText(in *lines, text string) (string, error) {
	return r.add(in, in.row, textIdentity(text), true)
}

func (r *register) add(in *lines, row int, identity uint64, apart bool) (string, error) {
	f := &r.folds[len(r.folds)-1]
	i := r.sizes[len(r.sizes)-1]
	r.sizes[len(r.sizes)-1]++
	if r.known != nil {
		if i >= len(r.valid) {
			return "", in.errorAt(row, "sentence %d, but replication %d fold %d of %s has %d validation records", i+1, f.replication, f.fold, r.known.File, len(r.valid))
		}
		record := r.valid[i]
		if apart {
			if before, ok := r.text[record]; ok && before != identity {
				return "", in.errorAt(row, "sentence %d should be record %d of %s, but is not the sentence that it was in another replication; write the sentences of each fold in the order of their records", i+1, record, r.known.File)
			}
			r.text[record] = identity
		}
		return strconv.Itoa(int(record)), nil
	}
	if r.unknown = r.unknown || !apart; r.unknown {
		return "", nil
	}
	same, k := r.records[identity], r.used[identity]
	if k == len(same) {
		same = append(same, r.next)
		r.records[identity] = same
		r.next++
	}
	r.used[identity]++
	f.valid = append(f.valid, same[k])
	return strconv.Itoa(int(same[k])), nil
}

// end ends the fold.
func (r *register) end(in *lines) error {
	if n := r.sizes[len(r.sizes)-1]; r.known != nil && n != len(r.valid) {
		f := r.folds[len(r.folds)-1]
		return in.errorf("ends after %d sentences, but replication %d fold %d of %s has %d validation records", n, f.replication, f.fold, r.known.File, len(r.valid))
	}
	return nil
}

// set returns what was found of the partition set, with notes.
func (r *register) set() (Found, []string) {
	found := shapeOf(r.folds)
	if r.known != nil {
		found.ID, found.Records = r.known.Set.ID(), r.known.Set.N
		return found, nil
	}
	if r.unknown {
		return found, []string{"the files have no column of tokens, which tells sentences apart: the partition set is not known; name it with --folds FILE"}
	}
	var repeated []int32 // records whose text is not theirs alone
	for _, same := range r.records {
		if len(same) > 1 {
			repeated = append(repeated, same...)
		}
	}
	slices.Sort(repeated)
	return detect(r.folds, repeated)
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
