package importer

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/text"
)

// Conll reads tagged sentences: one token per line with gold and predicted tag in the last
// two columns, separated by tabs or blanks, and a blank line after each sentence, as
// crf_test, flair and the taggers of the CoNLL shared tasks write them. There is a file a
// model and fold. All models have the same sentences in the same order.
//
// Files are read side by side, sentence by sentence; memory grows by some bytes per sentence.
type Conll struct {
	Scheme    text.Scheme
	Semantics text.Semantics
	Models    []Model
	// Set is the partition set, if it is known: sentence i of a fold's file is the i-th of
	// its validation records. Without it sentences are distinguished by their text.
	Set *results.Splits
	// Sentence is called with the counts of each sentence; nil for none.
	Sentence func(SentenceRow) error
}

// All is the task of the counts of all types together.
const All = "all"

// untyped is the task of chunks without a type in files that have chunks with one.
const untyped = "_"

// SentenceRow counts the chunks of one type in one sentence of one fold.
type SentenceRow struct {
	Task        string `dataframe:"task" table:"line"` // the type, or All
	Model       string `dataframe:"model" table:"line"`
	Replication int    `dataframe:"replication"` // from 1
	Fold        int    `dataframe:"fold"`        // from 1
	Sentence    int    `dataframe:"sentence"`    // of the fold's file, from 1
	Record      string `dataframe:"record"`      // the sentence's number in the partition set, from 0; empty if unknown
	ID          string `dataframe:"id"`          // what the file calls the sentence; empty if it does not say
	Document    string `dataframe:"document"`    // by lines -DOCSTART-, or the id up to its last hyphen; empty if unknown
	Gold        int    `dataframe:"gold"`
	Predicted   int    `dataframe:"predicted"`
	Correct     int    `dataframe:"correct"`
}

// Read reads all files.
func (c Conll) Read() ([]results.Results, error) {
	files, err := aligned(c.Models)
	if err != nil {
		return nil, err
	}
	if err := checkKnown(c.Set, files); err != nil {
		return nil, err
	}
	r := conllReader{Conll: c, tags: map[string]text.Tag{}, faults: make([]faults, len(c.Models)+1),
		records: newRegister(c.Set, `, or write "# sent_id = ID" before each sentence`)}
	for _, f := range files {
		if err := r.fold(f); err != nil {
			return nil, err
		}
	}
	return r.result(files)
}

// conllReader gathers the counts of all folds.
type conllReader struct {
	Conll
	tags    map[string]text.Tag
	faults  []faults // of each model, and of the gold tags
	records *register
	counts  []text.Counts // of each fold and model
}

// faults are the transitions that the scheme does not have.
type faults struct {
	count, row int
	file       string // of the first
}

// fold reads the files of a fold, one per model.
func (r *conllReader) fold(files []foldFile) (err error) {
	in := make([]*sentences, len(files))
	for k, f := range files {
		if in[k], err = newSentences(f.path, r.Scheme, r.tags); err != nil {
			break
		}
		defer in[k].Close()
	}
	if err != nil {
		return err
	}
	counts := make([]text.Counts, len(files))
	for k := range counts {
		counts[k] = text.Counts{}
	}
	r.counts = append(r.counts, counts...)
	r.records.begin(files[0])
	s := make([]sentence, len(files))
	var gold, predicted []text.Chunk
	for {
		more, err := r.sentence(in, s)
		if err != nil {
			return err
		}
		if !more {
			return r.records.end(in[0].Lines)
		}
		record, err := r.records.add(in[0].Lines, s[0].row, s[0].identity, s[0].apart)
		if err != nil {
			return err
		}
		gold = r.Scheme.AppendChunks(gold[:0], s[0].gold, r.Semantics)
		r.see(len(files), s[0].gold, files[0].path, s[0].row)
		id, document := "", ""
		for _, x := range s { // some file may leave them out
			id, document = cmp.Or(id, x.id), cmp.Or(document, x.document)
		}
		for k := range s {
			predicted = r.Scheme.AppendChunks(predicted[:0], s[k].predicted, r.Semantics)
			counts[k].Add(gold, predicted)
			r.see(k, s[k].predicted, files[k].path, s[k].row)
			row := SentenceRow{Model: r.Models[k].Name, Replication: files[k].replication, Fold: files[k].fold,
				Sentence: in[0].count, Record: recordText(record), ID: id, Document: document}
			if err := r.each(row, gold, predicted); err != nil {
				return err
			}
		}
	}
}

// see counts the faults of a tagging, whose first token stands in row.
func (r *conllReader) see(k int, tags []text.Tag, file string, row int) {
	n, first := r.Scheme.Faults(tags)
	if n == 0 {
		return
	}
	f := &r.faults[k]
	if f.count == 0 {
		f.file, f.row = file, row+first
	}
	f.count += n
}

// sentence reads the next sentence of all models, which have the same.
func (r *conllReader) sentence(in []*sentences, s []sentence) (more bool, err error) {
	for k := range in {
		err := in[k].next(&s[k])
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return false, err
		case err != nil && k == 0 && in[0].count == 0:
			return false, in[0].ErrorAt(0, "has no sentences; give tokens with gold and predicted tags, and a blank "+
				"line after each sentence")
		case k > 0 && err != nil && more:
			return false, in[k].Errorf("ends after %d sentences, but %s has another in row %d; test all models on "+
				"the same text", in[k].count, in[0].Name, s[0].row)
		case k > 0 && err == nil && !more:
			return false, in[k].ErrorAt(s[k].row, "sentence %d begins, but %s ends after %d; test all models on the "+
				"same text", in[k].count, in[0].Name, in[0].count)
		case k == 0:
			more = err == nil
		}
		if k > 0 && more {
			if err := s[k].sameAs(&s[0], in[k], in[0]); err != nil {
				return false, err
			}
		}
	}
	return more, nil
}

// each passes on the counts of a sentence, whose row has everything else.
func (r *conllReader) each(row SentenceRow, gold, predicted []text.Chunk) error {
	if r.Sentence == nil {
		return nil
	}
	c := text.Counts{}
	c.Add(gold, predicted)
	for _, kind := range c.Types() {
		if kind == "" {
			continue
		}
		row.Task, row.Gold, row.Predicted, row.Correct = kind, c[kind].Gold, c[kind].Predicted, c[kind].Correct
		if err := r.Sentence(row); err != nil {
			return err
		}
	}
	all := c.All()
	row.Task, row.Gold, row.Predicted, row.Correct = All, all.Gold, all.Predicted, all.Correct
	return r.Sentence(row)
}

// recordText returns the number of a record, empty if it is not known.
func recordText(record int32) string {
	if record < 0 {
		return ""
	}
	return strconv.Itoa(int(record))
}

// result makes the rows of all folds.
func (r *conllReader) result(files [][]foldFile) ([]results.Results, error) {
	types := map[string]bool{}
	for _, c := range r.counts {
		for kind := range c {
			types[kind] = true
		}
	}
	if types[All] {
		return nil, fmt.Errorf("importer: chunks have a type %q, which is the name of all types together; "+
			"rename it", All)
	}
	if types[""] && len(types) > 1 && types[untyped] {
		return nil, fmt.Errorf("importer: chunks have a type %q, which is the name of chunks without a type; "+
			"rename it", untyped)
	}
	set, notes, err := r.records.set()
	if err != nil {
		return nil, err
	}
	out := counted{models: r.Models, files: files, design: set, sizes: r.records.sizes}
	if len(types) != 1 || !types[""] {
		for _, kind := range slices.Sorted(maps.Keys(types)) {
			out.add(cmp.Or(kind, untyped), func(i int) text.Count { return r.counts[i][kind] })
		}
	}
	out.add(All, func(i int) text.Count { return r.counts[i].All() })
	for k, f := range r.faults {
		if f.count == 0 {
			continue
		}
		of := "of the gold tags"
		if k < len(r.Models) {
			of = "of model " + r.Models[k].Name
		}
		notes = append(notes, fmt.Sprintf("%s: row %d: the first of %d transitions %s that scheme %s does "+
			"not have; %s semantics %s%s", f.file, f.row, f.count, of, r.Scheme, r.Semantics,
			table.Pick(r.Semantics == text.Strict, "take no chunk there, as seqeval does not",
				"take the chunks that can be understood, as conlleval does"),
			table.Pick(k < len(r.Models), "", "; is it the scheme of the files?")))
	}
	strange, err := r.checkTypes()
	return out.noted(append(notes, strange...)), err
}

// checkTypes returns notes of types of predicted chunks that no gold chunk has. It is an error if a
// model predicts no other.
func (r *conllReader) checkTypes() (notes []string, err error) {
	gold := text.Counts{}
	for _, c := range r.counts {
		for kind, n := range c {
			gold[kind] = text.Count{Gold: gold[kind].Gold + n.Gold}
		}
	}
	for k, m := range r.Models {
		strange, count, all := map[string]bool{}, 0, 0
		for i := k; i < len(r.counts); i += len(r.Models) {
			for kind, n := range r.counts[i] {
				all += n.Predicted
				if n.Predicted > 0 && gold[kind].Gold == 0 {
					strange[kind] = true
					count += n.Predicted
				}
			}
		}
		if count == 0 {
			continue
		}
		what := fmt.Sprintf("model %.40q predicts chunks of type %.40q, which no gold chunk has (%d such types, %d "+
			"of %d chunks, counted as errors)",
			m.Name, cmp.Or(slices.Min(slices.Collect(maps.Keys(strange))), untyped), len(strange), count, all)
		if count == all && gold.All().Gold > 0 {
			return nil, &table.Error{File: m.Path, Problem: what + "; write types alike in both columns"}
		}
		notes = append(notes, what+"; are types written alike?")
	}
	return notes, nil
}

// counted makes the results of tasks from the counts of all folds and models.
type counted struct {
	models []Model
	files  [][]foldFile
	design results.Design
	sizes  []int // sentences of each fold
	out    []results.Results
}

// add adds the results of a task; count i is of fold i / models and model i % models.
func (c *counted) add(task string, count func(i int) text.Count) {
	one := results.Results{Key: results.Key{Task: task}, Design: c.design}
	grid := results.NewGrid[posterior.Counts](len(c.models), c.design.Replications, c.design.Folds)
	var names []string
	for k, m := range c.models {
		names = append(names, m.Name)
		for f, files := range c.files {
			n := count(f*len(c.models) + k)
			*grid.At(k, files[0].replication-1, files[0].fold-1) = posterior.Chunks(float64(n.Gold),
				float64(n.Predicted),
				float64(n.Correct))
		}
	}
	if n := c.design.Records; n > 0 && len(c.files) > 1 {
		for _, size := range c.sizes {
			one.Train, one.Valid = append(one.Train, n-size), append(one.Valid, size)
		}
	}
	one.SetCounts(names, grid)
	c.out = append(c.out, one)
}

// noted returns the results of all tasks, with the notes that are about all.
func (c *counted) noted(notes []string) []results.Results {
	for i := range c.out {
		c.out[i].Notes = append(c.out[i].Notes, notes...)
	}
	return c.out
}
