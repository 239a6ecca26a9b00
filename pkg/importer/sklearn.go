package importer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/table"
)

// SKLearn reads JSON with what scikit-learn's cross_validate or cross_val_predict returned
// and the folds: the object of the snippet in docs/import.md,
//
//	{"indices": {"train": [[...], ...], "test": [[...], ...]},
//	 "test_score": [...], "truth": [...], "predicted": [...]}
//
// Predictions are one for each record, or lists of them, one a repetition or one a split.
// Without predictions the scores are losses: 1 - score, or -score where the name begins
// with test_neg_. Files are read whole.
func SKLearn(models []Model, opt Options) (Predictions, error) {
	c := newCollector(opt)
	var out Predictions
	for k, m := range models {
		f, err := readSKLearn(m.Path)
		if err != nil {
			return out, err
		}
		mine, err := c.of(or(m.Name, ModelOf(m.Path).Name), m.Path)
		if err != nil {
			return out, err
		}
		scores := opt.Score != "" || opt.Loss != "" || f.Predicted == nil
		if scores != (len(out.Losses) > 0) && k > 0 {
			return out, f.errorf("", "has %s, %s has not; save the same of all models", pick(scores, "scores alone", "predictions"), models[0].Path)
		}
		if scores {
			err = f.addScores(mine, opt, &out)
		} else {
			err = f.addPredictions(c, mine)
		}
		if err != nil {
			return out, err
		}
	}
	if len(out.Losses) == 0 {
		return c.result()
	}
	return c.scores(out)
}

// skFile is a file of the snippet.
type skFile struct {
	path    string
	scores  map[string][]float64
	Indices struct {
		Train [][]int32 `json:"train"`
		Test  [][]int32 `json:"test"`
	} `json:"indices"`
	Truth     []label         `json:"truth"`
	Predicted json.RawMessage `json:"predicted"`
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
	var all map[string]json.RawMessage
	for _, into := range []any{f, &all} {
		if err := json.Unmarshal(text, into); err != nil {
			return nil, jsonError(path, text, err)
		}
	}
	f.scores = map[string][]float64{}
	for name, raw := range all {
		if !strings.HasPrefix(name, "test_") {
			continue
		}
		var values []float64
		if err := json.Unmarshal(raw, &values); err != nil {
			return nil, f.errorf(name, "is no list of numbers, one a split; a score that is NaN says that a fit failed")
		}
		f.scores[name] = values
	}
	return f, f.check()
}

// jsonError says where JSON is wrong.
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
	return &table.Error{File: path, Row: row, Problem: fmt.Sprintf("is not the JSON that the snippet in docs/import.md writes (%.200s)", strings.TrimPrefix(err.Error(), "json: ")), Err: err}
}

// check returns an error unless the lists fit each other.
func (f *skFile) check() error {
	splits := len(f.Indices.Test)
	switch {
	case splits == 0:
		return f.errorf("indices", "has no test sets: which records each split validates is not known; save cv as the snippet in docs/import.md does")
	case len(f.Indices.Train) != 0 && len(f.Indices.Train) != splits:
		return f.errorf("indices", "has %d training sets for %d test sets", len(f.Indices.Train), splits)
	}
	for k, test := range f.Indices.Test {
		if len(test) == 0 || slices.Min(test) < 0 {
			return f.errorf("indices", "test set %d has no records or negative ones", k)
		}
		if len(f.Indices.Train) > 0 && (len(f.Indices.Train[k]) == 0 || slices.Min(f.Indices.Train[k]) < 0) {
			return f.errorf("indices", "training set %d has no records or negative ones", k)
		}
	}
	for name, values := range f.scores {
		if len(values) != splits {
			return f.errorf(name, "has %d values for %d splits", len(values), splits)
		}
	}
	return nil
}

// split returns where the predictions of a split are gathered.
func (f *skFile) split(m *collected, k int) *collectedFold {
	fold := m.fold(0, k+1)
	if len(f.Indices.Train) > 0 {
		fold.train = f.Indices.Train[k]
	}
	return fold
}

func (f *skFile) addPredictions(c *collector, m *collected) error {
	if f.Truth == nil {
		return f.errorf("truth", "is missing beside predicted; save y as the snippet in docs/import.md does")
	}
	predicted, err := f.lists()
	if err != nil {
		return err
	}
	at := place{file: f.path, truthColumn: "truth", predColumn: "predicted"}
	perSplit := len(predicted) == len(f.Indices.Test)
	for k, test := range f.Indices.Test {
		perSplit = perSplit && len(predicted[k]) == len(test)
	}
	seen := make([]int, len(f.Truth)) // in how many repetitions a record was validated
	for k, test := range f.Indices.Test {
		into := f.split(m, k)
		for i, record := range test {
			if int(record) >= len(f.Truth) {
				return f.errorf("truth", "has %d values, but split %d validates record %d", len(f.Truth), k, record)
			}
			var text label
			switch r := seen[record]; {
			case perSplit:
				text = predicted[k][i]
			case r >= len(predicted):
				return f.errorf("predicted", "has %d lists, but split %d validates record %d for the %d. time; save one list a repetition", len(predicted), k, record, r+1)
			case int(record) >= len(predicted[r]):
				return f.errorf("predicted", "list %d has %d values, but split %d validates record %d", r, len(predicted[r]), k, record)
			default:
				text = predicted[r][record]
			}
			seen[record]++
			if err := c.add(into, at, int(record), string(f.Truth[record]), string(text)); err != nil {
				return err
			}
		}
	}
	return nil
}

// lists returns the predictions as lists, one a repetition or a split.
func (f *skFile) lists() ([][]label, error) {
	var one []label
	if json.Unmarshal(f.Predicted, &one) == nil {
		return [][]label{one}, nil
	}
	var out [][]label
	if err := json.Unmarshal(f.Predicted, &out); err != nil || len(out) == 0 {
		return nil, f.errorf("predicted", "is neither a list of predictions nor a list of such lists; classes and numbers are read, probabilities are not")
	}
	return out, nil
}

// addScores adds a score of each split as a loss.
func (f *skFile) addScores(m *collected, opt Options, out *Predictions) error {
	name, err := f.score(opt)
	if err != nil {
		return err
	}
	for k, test := range f.Indices.Test {
		into := f.split(m, k)
		for _, record := range test {
			into.outcomes = append(into.outcomes, outcome{record: record})
		}
		v := f.scores[name][k]
		switch {
		case opt.Loss != "":
		case strings.HasPrefix(name, "test_neg_"):
			v = -v
		default:
			v = 1 - v
		}
		out.Losses = append(out.Losses, fold.DatasetLossRow{LossRow: fold.LossRow{Model: m.model, Loss: v, Fold: k}})
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
	want := or(opt.Score, opt.Loss)
	switch {
	case len(names) == 0:
		return "", f.errorf("", "has neither predictions nor scores (test_score); save what cross_val_predict or cross_validate returned")
	case want == "" && len(names) > 1:
		return "", f.errorf("", "has the scores %s; take one with --score NAME (larger is better) or --loss NAME", cut(strings.Join(names, ", ")))
	case want == "":
		return names[0], nil
	}
	for _, name := range []string{want, "test_" + want} {
		if slices.Contains(names, name) {
			return name, nil
		}
	}
	return "", f.errorf("", "has no score %.40q; it has %s", want, cut(strings.Join(names, ", ")))
}

// scores gives losses of splits their folds, sizes and partition set.
func (c *collector) scores(out Predictions) (Predictions, error) {
	splits := map[[2]string]*collectedFold{} // by model and split
	for _, m := range c.models {
		for k, f := range m.folds {
			splits[[2]string{m.model, fmt.Sprint(k)}] = f
		}
	}
	if err := c.align(&out); err != nil {
		return out, err
	}
	for i := range out.Losses {
		row := &out.Losses[i]
		f := splits[[2]string{row.Model, fmt.Sprint(row.Fold)}]
		row.Replication, row.Fold, row.Set = f.replication, f.fold, out.Set.Column()
		row.NTrain, row.NValid = sizes(len(f.train), len(f.outcomes), out.Set)
	}
	return out, nil
}
