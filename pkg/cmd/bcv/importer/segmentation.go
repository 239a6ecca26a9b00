package importer

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/text"
)

// Segmentation reads segmented text, one sentence per line, with white space between words. All models
// segment the characters of the gold text.
type Segmentation struct {
	Gold   string // file, pattern or folder, see Model.Path
	Models []Model
	// Vocabulary is the file, pattern or folder of the text that the models were trained on,
	// segmented. Words that are not in it are counted as the task OOV, the others as IV.
	Vocabulary string
	// Others takes the gold text of the other folds of a replication for the training text.
	Others   bool
	Set      *results.Splits         // see Conll.Set
	Sentence func(SentenceRow) error // see Conll.Sentence
}

// Read reads all files.
func (s Segmentation) Read() ([]results.Results, error) {
	all := append([]Model{{Name: "gold", Path: s.Gold}}, s.Models...)
	for _, m := range s.Models {
		if m.Name == all[0].Name {
			all[0].Name = "gold text"
		}
	}
	files, err := aligned(all)
	if err != nil {
		return nil, err
	}
	if err := checkKnown(s.Set, files); err != nil {
		return nil, err
	}
	vocabulary, err := s.vocabularies(files)
	if err != nil {
		return nil, err
	}
	r := newRegister(s.Set, "")
	words := make([]text.Words, 0, len(files)*len(s.Models))
	for f := range files {
		counts, err := s.fold(files[f], r, vocabulary(f))
		if err != nil {
			return nil, err
		}
		words = append(words, counts...)
	}
	set, notes, err := r.set()
	if err != nil {
		return nil, err
	}
	out := counted{models: s.Models, files: files, design: set, sizes: r.sizes}
	if s.Vocabulary != "" || s.Others {
		out.add("iv", func(i int) text.Count { return words[i].Known })
		out.add("oov", func(i int) text.Count { return words[i].Unknown })
	}
	out.add(All, func(i int) text.Count { return words[i].All })
	return out.noted(notes), nil
}

// vocabularies returns the function that gives the vocabulary of a fold: nil for none.
func (s Segmentation) vocabularies(files [][]foldFile) (func(f int) func(string) bool, error) {
	switch {
	case s.Vocabulary != "" && s.Others:
		return nil, errors.New("importer: a vocabulary and the text of the other folds; take one of them")
	case s.Others && len(files) > 0 && files[len(files)-1][0].fold == 1:
		return nil, &table.Error{File: s.Gold, Problem: "has one fold per replication; name the training text for a " +
			"vocabulary"}
	case s.Vocabulary == "" && !s.Others:
		return func(int) func(string) bool { return nil }, nil
	}
	// The folds in which a word is known, as bits of the folds' numbers.
	in := map[string][]uint64{}
	mark := func(f int, path string) error {
		return eachLine(path, func(line []byte) {
			text.EachWord(string(line), func(word string) {
				bits, ok := in[word]
				if !ok {
					bits = make([]uint64, (len(files)+63)/64)
					in[strings.Clone(word)] = bits
				}
				bits[f/64] |= 1 << (f % 64)
			})
		})
	}
	if s.Others {
		for f := range files {
			if err := mark(f, files[f][0].path); err != nil {
				return nil, err
			}
		}
	} else {
		trained, err := aligned([]Model{{Name: "gold", Path: s.Gold}, {Name: "vocabulary", Path: s.Vocabulary}})
		if !isPattern(s.Vocabulary) && isPattern(s.Gold) { // one text for all folds
			trained, err = make([][]foldFile, len(files)), nil
			for f := range trained {
				trained[f] = []foldFile{{}, {path: s.Vocabulary}}
			}
		}
		if err != nil {
			return nil, err
		}
		for f := range trained {
			if err := mark(f, trained[f][1].path); err != nil {
				return nil, err
			}
		}
	}
	return func(f int) func(string) bool {
		return func(word string) bool {
			bits := in[word]
			if !s.Others {
				return bits != nil && bits[f/64]&(1<<(f%64)) != 0
			}
			for k := range files {
				if k != f && files[k][0].replication == files[f][0].replication && bits != nil &&
					bits[k/64]&(1<<(k%64)) != 0 {
					return true
				}
			}
			return false
		}
	}, nil
}

// eachLine visits the lines of a file.
func eachLine(path string, visit func(line []byte)) error {
	in, err := table.OpenLines(path)
	if err != nil {
		return err
	}
	defer in.Close()
	for {
		line, err := in.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		visit(line)
	}
}

// fold counts the words of a fold; files[0] is the gold text.
func (s Segmentation) fold(files []foldFile, r *register, known func(string) bool) ([]text.Words, error) {
	in := make([]*table.Lines, len(files))
	for k, f := range files {
		var err error
		if in[k], err = table.OpenLines(f.path); err != nil {
			return nil, err
		}
		defer in[k].Close()
	}
	r.begin(files[0])
	words := make([]text.Words, len(s.Models))
	for number := 1; ; number++ {
		gold, err := in[0].Next()
		if err != nil && err != io.EOF {
			return nil, err
		}
		end := err == io.EOF
		if end && number == 1 {
			return nil, in[0].Errorf("is empty; give one sentence per line")
		}
		record := int32(-1)
		if !end {
			if record, err = r.add(in[0], in[0].Row, hash(strings.Join(strings.Fields(string(gold)), "")),
				true); err != nil {
				return nil, err
			}
		}
		for k, m := range s.Models {
			line, err := in[k+1].Next()
			switch {
			case err != nil && err != io.EOF:
				return nil, err
			case (err == io.EOF) != end:
				return nil, in[k+1].Errorf("%s, but the gold text %s %s; segment the same sentences",
					table.Pick(end, "has another sentence", "ends"), in[0].Name,
					table.Pick(end, fmt.Sprintf("ends after %d", number-1),
						fmt.Sprintf("has another in row %d", in[0].Row)))
			case end:
				continue
			}
			before := words[k]
			if err := words[k].Add(string(gold), string(line), known); err != nil {
				return nil, in[k+1].Errorf("%s: %s has another text in row %d",
					strings.TrimPrefix(err.Error(), "text: "), in[0].Name, in[0].Row)
			}
			if s.Sentence != nil {
				c := words[k].All
				if err := s.Sentence(SentenceRow{Task: All, Model: m.Name, Replication: files[0].replication,
					Fold: files[0].fold, Sentence: number, Record: recordText(record),
					Gold: c.Gold - before.All.Gold, Predicted: c.Predicted - before.All.Predicted,
					Correct: c.Correct - before.All.Correct}); err != nil {
					return nil, err
				}
			}
		}
		if end {
			return words, r.end(in[0])
		}
	}
}

// hash distinguishes texts.
func hash(text string) uint64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, text) // a hash takes all
	return h.Sum64()
}
