package importer

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/results"
)

// SKLearn reads JSON with what scikit-learn's cross_validate or cross_val_predict returned
// and the folds: the object of the snippet in docs/howto/import.md,
//
//	{"indices": {"train": [[...], ...], "test": [[...], ...]},
//	 "test_score": [...], "truth": [...], "predicted": [...]}
//
// Predictions are one for each record, or lists of them, one per repetition or one per split. In place of "predicted"
// or beside it there may be "probabilities", lists of the same kind with a list for each record, and "classes", which
// names their columns; the predicted class is the most probable one, if it is not given. Without predictions the result
// are the scores; a score whose name begins with test_neg_ is the negative of a loss. Files are read whole.
func SKLearn(models []Model, opt Options) ([]results.Results, error) {
	c := newCollector(opt)
	if err := once(models); err != nil {
		return nil, err
	}
	for k, m := range models {
		f, err := readSKLearn(m.Path)
		if err != nil {
			return nil, err
		}
		mine, err := c.of(cmp.Or(m.Name, modelOf(m.Path).Name), m.Path)
		if err != nil {
			return nil, err
		}
		scores := opt.Score != "" || opt.Loss != "" || f.Predicted == nil && f.Probabilities == nil
		if k > 0 && scores != (c.scores != nil) {
			return nil, f.errorf("", "has %s, %s has not; save the same of all models",
				table.Pick(scores, "scores alone", "predictions"), models[0].Path)
		}
		if scores {
			err = f.addScores(c, mine)
		} else {
			err = f.addPredictions(c, mine)
		}
		if err != nil {
			return nil, err
		}
	}
	return c.result()
}

// skFile is a file of the snippet.
type skFile struct {
	path    string
	scores  map[string][]float64
	Indices struct {
		Train [][]int32 `json:"train"`
		Test  [][]int32 `json:"test"`
	} `json:"indices"`
	Truth         []label         `json:"truth"`
	Predicted     json.RawMessage `json:"predicted"`
	Probabilities json.RawMessage `json:"probabilities"`
	Classes       []label         `json:"classes"`
}

// label is a class or a number as text.
type label string

// UnmarshalJSON takes texts, numbers and truth values.
func (l *label) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, (*string)(l))
	}
	switch {
	case len(b) > 0 && (b[0] == '{' || b[0] == '['):
		return errors.New("a list or an object where a class or a number should be")
	case string(b) == "null":
		*l = ""
	default:
		*l = label(b)
	}
	return nil
}

func (f *skFile) errorf(column, format string, args ...any) error {
	return &table.Error{File: f.path, Column: column, Problem: fmt.Sprintf(format, args...)}
}

// maxJSON bounds a file, in bytes: predictions of a million records in ten repetitions.
const maxJSON = 256 << 20

func readSKLearn(path string) (*skFile, error) {
	text, err := table.ReadText(path, "JSON", maxJSON)
	if err != nil {
		return nil, err
	}
	f := &skFile{path: path}
	var all, indices map[string]json.RawMessage
	for _, into := range []any{f, &all} {
		if err := json.Unmarshal(text, into); err != nil {
			return nil, jsonError(path, text, err)
		}
	}
	_ = json.Unmarshal(all["indices"], &indices) // f has it, or it is missing
	for _, keys := range []map[string]json.RawMessage{all, indices} {
		if err := f.exact(keys); err != nil {
			return nil, err
		}
	}
	f.scores = map[string][]float64{}
	for name, raw := range all {
		if !strings.HasPrefix(name, "test_") {
			continue
		}
		var values []float64
		if err := json.Unmarshal(raw, &values); err != nil {
			return nil, f.errorf(name, "is not a list of numbers, one per split; a score that is NaN means that a "+
				"fit failed")
		}
		f.scores[name] = values
	}
	return f, f.check()
}

// exact returns an error for a key that differs by case alone from one that is read:
// package json takes it for that.
func (f *skFile) exact(keys map[string]json.RawMessage) error {
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		for _, known := range []string{"indices", "train", "test", "truth", "predicted", "probabilities",
			"classes"} {
			if name != known && strings.EqualFold(name, known) {
				return f.errorf(name, "is not %s; write the key as the snippet in docs/howto/import.md does", known)
			}
		}
	}
	return nil
}

// jsonError names the line where JSON is wrong.
func jsonError(path string, text []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	row := 0
	switch {
	case errors.As(err, &syntax):
		row = 1 + bytes.Count(text[:min(int(syntax.Offset), len(text))], []byte("\n"))
	case errors.As(err, &kind):
		row = 1 + bytes.Count(text[:min(int(kind.Offset), len(text))], []byte("\n"))
	}
	return &table.Error{File: path, Row: row, Problem: fmt.Sprintf("is not the JSON that the snippet in "+
		"docs/howto/import.md writes (%.200s)", strings.TrimPrefix(err.Error(), "json: ")), Err: err}
}

// check returns an error unless the lists fit each other.
func (f *skFile) check() error {
	splits := len(f.Indices.Test)
	switch {
	case splits == 0:
		return f.errorf("indices", "has no test sets: which records each split validates is not known; save cv as "+
			"the snippet in docs/howto/import.md does")
	case len(f.Indices.Train) != 0 && len(f.Indices.Train) != splits:
		return f.errorf("indices", "has %d training sets for %d test sets", len(f.Indices.Train), splits)
	}
	for k, test := range f.Indices.Test {
		if err := f.checkSets(k, test); err != nil {
			return err
		}
	}
	for name, values := range f.scores {
		if len(values) != splits {
			return f.errorf(name, "has %d values for %d splits", len(values), splits)
		}
	}
	return nil
}

// checkSets returns an error if a split has a record twice.
func (f *skFile) checkSets(k int, test []int32) error {
	sets := [][]int32{test}
	if len(f.Indices.Train) > 0 {
		sets = append(sets, f.Indices.Train[k])
	}
	in := map[int32]string{}
	for i, records := range sets {
		name := []string{"test", "training"}[i]
		if len(records) == 0 || slices.Min(records) < 0 {
			return f.errorf("indices", "%s set %d has no records or negative ones", name, k)
		}
		for _, record := range records {
			if before := in[record]; before != "" {
				return f.errorf("indices", "record %d of %s set %d is in its %s set too; split the records without "+
					"repeating any",
					record, name, k, before)
			}
			in[record] = name
			if f.Truth != nil && int(record) >= len(f.Truth) {
				return f.errorf("truth", "has %d values, but %s set %d has record %d", len(f.Truth), name, k, record)
			}
		}
	}
	return nil
}

// split returns where the predictions of a split are gathered.
func (f *skFile) split(m *collected, k int) *collectedFold {
	fold := m.fold(foldName{fold: k + 1})
	if len(f.Indices.Train) > 0 {
		fold.train = f.Indices.Train[k]
	}
	return fold
}

func (f *skFile) addPredictions(c *collector, m *collected) error {
	if f.Truth == nil {
		return f.errorf("truth", "is missing beside predicted; save y as the snippet in docs/howto/import.md does")
	}
	probable, err := f.probable()
	if err != nil {
		return err
	}
	predicted, err := f.lists(probable)
	if err != nil {
		return err
	}
	for _, class := range f.Classes {
		m.likely = append(m.likely, string(class))
	}
	m.own = func(column string) string {
		if class, ok := strings.CutPrefix(column, "p_"); ok {
			return "probabilities of " + class
		}
		return column
	}
	at := place{file: f.path}
	perSplit, err := f.perSplit(predicted)
	if err != nil {
		return err
	}
	m.records = len(f.Truth)
	seen := make([]int, len(f.Truth)) // in how many repetitions a record was validated
	for k, test := range f.Indices.Test {
		into := f.split(m, k)
		for i, record := range test {
			list, row := k, i
			if !perSplit {
				list, row = seen[record], int(record)
			}
			seen[record]++
			var p []string
			if probable != nil {
				for _, v := range probable[list][row] {
					p = append(p, strconv.FormatFloat(v, 'g', -1, 64))
				}
			}
			if err := c.add(into, at, int(record), string(f.Truth[record]), string(predicted[list][row]), p); err != nil {
				return err
			}
		}
	}
	return nil
}

// perSplit reports whether the lists hold the predictions of the test sets. If not, each holds the
// predictions of all records in a repetition; any other lists are an error.
func (f *skFile) perSplit(predicted [][]label) (bool, error) {
	if slices.EqualFunc(predicted, f.Indices.Test, func(p []label, test []int32) bool { return len(p) == len(test) }) {
		return true, nil
	}
	times, repetitions := make([]int, len(f.Truth)), 0
	for _, test := range f.Indices.Test {
		for _, record := range test {
			times[record]++
			repetitions = max(repetitions, times[record])
		}
	}
	if len(predicted) != repetitions {
		return false, f.errorf("predicted", "has %d lists for %d splits that validate a record up to %d times; save "+
			"one list for each repetition, or for each split",
			len(predicted), len(f.Indices.Test), repetitions)
	}
	for r, list := range predicted {
		if len(list) != len(f.Truth) {
			return false, f.errorf("predicted", "list %d has %d values, truth has %d; save one for each record",
				r, len(list), len(f.Truth))
		}
	}
	return false, nil
}

// labels returns the predictions that the file has.
func (f *skFile) labels() ([][]label, error) {
	var one []label
	if json.Unmarshal(f.Predicted, &one) == nil {
		return [][]label{one}, nil
	}
	var out [][]label
	if err := json.Unmarshal(f.Predicted, &out); err != nil || len(out) == 0 {
		return nil, f.errorf("predicted", "is neither a list of predictions nor a list of such lists; save classes or "+
			"numbers, and probabilities as probabilities")
	}
	return out, nil
}

// addScores adds the score of each split.
func (f *skFile) addScores(c *collector, m *collected) error {
	name, err := f.score(c.opt)
	if err != nil {
		return err
	}
	bare, negative := strings.CutPrefix(strings.TrimPrefix(name, "test_"), "neg_")
	opt := c.opt
	if negative {
		opt.Score, opt.Loss = "", name
	}
	metric, problem := opt.scored(bare)
	switch {
	case negative && c.opt.Loss != "":
		problem = "is a score, of which more is better; name it with setting `score`"
	case c.scores != nil && c.scores.Name != metric.Name:
		problem = fmt.Sprintf("is the score, %s has %s; give the same score of all models", c.models[0].file,
			c.scores.Name)
	}
	if problem != "" {
		return f.errorf(name, "%s", problem)
	}
	c.scores = &metric
	for k, test := range f.Indices.Test {
		into := f.split(m, k)
		for _, record := range test {
			into.outcomes = append(into.outcomes, outcome{record: record})
		}
		into.score = f.scores[name][k]
		if negative {
			into.score = -into.score
		}
	}
	return nil
}

// score chooses the score.
func (f *skFile) score(opt Options) (string, error) {
	var names []string
	for name := range f.scores {
		names = append(names, name)
	}
	slices.Sort(names)
	want := cmp.Or(opt.Score, opt.Loss)
	switch {
	case len(names) == 0:
		return "", f.errorf("", "has neither predictions nor scores (test_score); save what cross_val_predict or "+
			"cross_validate returned")
	case want == "" && len(names) > 1:
		return "", f.errorf("", "has the scores %.200s; take one with setting `score` NAME (larger is better) or setting "+
			"`loss` NAME",
			strings.Join(names, ", "))
	case want == "":
		return names[0], nil
	}
	for _, name := range []string{want, "test_" + want} {
		if slices.Contains(names, name) {
			return name, nil
		}
	}
	return "", f.errorf("", "has no score %.40q; it has %.200s", want, strings.Join(names, ", "))
}
