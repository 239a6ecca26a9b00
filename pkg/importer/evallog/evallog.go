// Package evallog reads what models scored on items from the logs of lm-evaluation-harness and of Inspect, by
// their published formats.
package evallog

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/table"
)

// Source is a log.
type Source struct {
	Model string // empty for the name that the log gives, see LMEval and Inspect
	Path  string
}

// Options say what to take from logs.
type Options struct {
	Metric  string // may be empty where the logs have one
	Filter  string // of lm-evaluation-harness; may be empty where the logs have one
	Item    string // field of a sample that identifies its item, as in Cluster; empty for that of the format
	Cluster string // field of a sample with the cluster of its item, such as doc.passage_id; empty for none
	Common  bool   // leave out the items of samples without a score, in all models
}

// Score is what a model scored on an item. Task, Run and Cluster are empty where there is but one task, one run of
// each model, or no cluster.
type Score struct {
	Task, Item, Model, Run, Cluster string
	Score                           float64
}

// evalLog is a log that was read.
type evalLog struct {
	Source
	task    string
	named   bool // the model has the name that the caller gave
	samples []sample
	rows    map[string]int // by item and epoch
	lines   lines
}

// sample is what a log says of an item.
type sample struct {
	row           int
	item, cluster string
	epoch         int    // from 1
	document      string // identifies what the item was; empty if unknown
	failed        string // why there is no score; empty if there is one
	score         float64
}

func (l *evalLog) errorf(row int, format string, args ...any) error {
	return &table.Error{File: l.Path, Row: row, Problem: fmt.Sprintf(format, args...)}
}

// lines notes where the lines of a text end.
type lines struct {
	io.Reader
	read int64
	ends []int64
}

func (l *lines) Read(p []byte) (int, error) {
	n, err := l.Reader.Read(p)
	for i, b := range p[:n] {
		if b == '\n' {
			l.ends = append(l.ends, l.read+int64(i))
		}
	}
	l.read += int64(n)
	return n, err
}

// row returns the line of the byte at an offset, from 1.
func (l *lines) row(offset int64) int {
	k, _ := slices.BinarySearch(l.ends, offset)
	return k + 1
}

// reader gathers logs.
type reader struct {
	Options
	metric string // the one that is taken
	logs   []*evalLog
	notes  []string
}

// read reads logs of a format, of which one reads the samples. The notes are about what was read.
func read(sources []Source, opt Options, format string,
	one func(*reader, *evalLog, *json.Decoder) error) (scores []Score, notes []string, err error) {
	r := &reader{Options: opt, metric: opt.Metric}
	for i, s := range sources {
		l := &evalLog{Source: s, named: s.Model != "", rows: map[string]int{}}
		if slices.ContainsFunc(sources[:i], func(o Source) bool { return table.SameFile(o.Path, s.Path) }) {
			return nil, nil, l.errorf(0, "is given twice; give each log once")
		}
		f, err := table.Open(s.Path)
		if err != nil {
			return nil, nil, err
		}
		defer f.Close()
		in, damaged := table.Unpack(s.Path, f)
		if damaged != nil {
			return nil, nil, damaged
		}
		l.lines.Reader = in
		dec := json.NewDecoder(&l.lines)
		if err := one(r, l, dec); err != nil {
			if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
				err = fmt.Errorf("%s in %s", wrong.Value, cmp.Or(wrong.Field, "place of an object"))
			}
			if _, known := errors.AsType[*table.Error](err); !known {
				err = l.errorf(l.lines.row(dec.InputOffset()), "is not %s (%.200v); is the file whole?", format, err)
			}
			return nil, nil, err
		}
		r.logs = append(r.logs, l)
	}
	return r.scores()
}

// next reads an object, and returns the line where it begins.
func (l *evalLog) next(dec *json.Decoder) (raw json.RawMessage, row int, err error) {
	err = dec.Decode(&raw)
	return raw, l.lines.row(dec.InputOffset() - int64(len(raw))), err
}

// add adds a sample whose object is raw, with its values by metric. Unless the options name another field, id is the
// one that identifies the item.
func (r *reader) add(l *evalLog, s sample, id string, raw json.RawMessage, values map[string]json.RawMessage) error {
	var problem string
	if s.item, problem = text(raw, cmp.Or(r.Item, id)); problem != "" {
		return l.errorf(s.row, "%s; name the field that identifies an item with --item", problem)
	}
	if r.Cluster != "" {
		if s.cluster, problem = text(raw, r.Cluster); problem != "" {
			return l.errorf(s.row, "%s; name the field of the clusters with --cluster", problem)
		}
	}
	if r.Item != "" {
		s.document = ""
	}
	key := s.item + "\x00" + strconv.Itoa(s.epoch)
	if before := l.rows[key]; before > 0 {
		return l.errorf(s.row, "item %.40q has a score already (row %d); give each run of a model as a log of its own, or "+
			"name the field that identifies an item with --item", s.item, before)
	}
	l.rows[key] = s.row
	if s.failed == "" {
		if err := r.score(l, &s, values); err != nil {
			return err
		}
	}
	l.samples = append(l.samples, s)
	return nil
}

// score takes the score of a sample: of the metric that is wanted, or the only one that is the score of an item.
func (r *reader) score(l *evalLog, s *sample, values map[string]json.RawMessage) error {
	names := slices.Sorted(maps.Keys(values))
	if r.metric == "" && len(names) > 0 {
		one := slices.DeleteFunc(slices.Clone(names), func(name string) bool { _, ok := number(values[name]); return !ok })
		if len(one) != 1 {
			return l.errorf(s.row, "%d of the metrics (%.300s) are scores of an item; take one with --metric NAME", len(one),
				strings.Join(names, ", "))
		}
		r.metric = one[0]
	}
	raw, there := values[r.metric]
	v, ok := number(raw)
	switch {
	case len(names) == 0 || string(raw) == "null":
		s.failed = "it has no score"
	case !there:
		return l.errorf(s.row, "has no metric %.40q; it has %.300s", r.metric, strings.Join(names, ", "))
	case !ok:
		return l.errorf(s.row, "%s is %.40s, which is not the score of an item; take another with --metric", r.metric, raw)
	}
	s.score = v
	return nil
}

// number is the score that a value stands for: C (correct) and true are 1, I (incorrect), N (no answer) and false are
// 0, P (partially correct) is 0.5, as in the metric accuracy of Inspect.
func number(raw json.RawMessage) (v float64, ok bool) {
	letters := map[string]float64{`"C"`: 1, "true": 1, `"P"`: 0.5, `"I"`: 0, `"N"`: 0, "false": 0}
	if v, ok = letters[string(raw)]; ok {
		return v, true
	}
	return v, json.Unmarshal(raw, &v) == nil
}

// text returns the text, number or truth value in a field of an object; dots stand before the fields of fields.
func text(raw json.RawMessage, name string) (value, problem string) {
	for part := range strings.SplitSeq(name, ".") {
		var within map[string]json.RawMessage
		if json.Unmarshal(raw, &within) != nil || within[part] == nil {
			return "", fmt.Sprintf("has no field %.80s", name)
		}
		raw = within[part]
	}
	if json.Unmarshal(raw, &value) != nil && raw[0] != '{' && raw[0] != '[' {
		value = string(raw)
	}
	if value == "" {
		problem = fmt.Sprintf("field %.80s is %.40s, not a text or a number", name, raw)
	}
	return value, problem
}

// scores joins all logs.
func (r *reader) scores() (out []Score, notes []string, err error) {
	tasks := map[string]bool{}
	for _, l := range r.logs {
		tasks[l.task] = true
	}
	delete(tasks, "") // of logs that do not show it
	if len(tasks) == 1 {
		for _, l := range r.logs {
			l.task = ""
		}
	}
	failed, err := r.failed()
	if err != nil {
		return nil, nil, err
	}
	runs, err := r.runs()
	if err != nil {
		return nil, nil, err
	}
	documents := map[[2]string]string{}
	for i, l := range r.logs {
		for _, s := range l.samples {
			key := [2]string{l.task, s.item}
			before := documents[key]
			if before != "" && s.document != "" && before != s.document {
				return nil, nil, l.errorf(s.row, "item %.40q is another document than in the logs before (doc_hash); test all "+
					"models on the same items, or name the field that identifies an item with --item", s.item)
			}
			documents[key] = cmp.Or(before, s.document)
			if !failed[key] {
				out = append(out, Score{l.task, s.item, l.Model, runs(i, s.epoch), s.cluster, s.score})
			}
		}
	}
	if len(out) == 0 {
		return nil, nil, r.logs[0].errorf(0, "no item has a score of every model; there is nothing to compare")
	}
	return out, r.notes, nil
}

// failed returns the items, after their tasks, that samples without a score are of; unless they may be left out, such
// samples are an error.
func (r *reader) failed() (map[[2]string]bool, error) {
	out := map[[2]string]bool{}
	for _, l := range r.logs {
		var without []sample
		for _, s := range l.samples {
			if s.failed != "" {
				out[[2]string{l.task, s.item}] = true
				without = append(without, s)
			}
		}
		if len(without) == 0 {
			continue
		}
		first := without[0]
		what := fmt.Sprintf("%d of %d samples have no score, the first is item %.40q (%.200s)", len(without), len(l.samples),
			first.item, first.failed)
		if !r.Common {
			return nil, l.errorf(first.row, "%s; run them again, or leave their items out in all models with --common", what)
		}
		r.notes = append(r.notes, fmt.Sprintf("%s: %s; all models are without their items (--common)", l.Path, what))
	}
	return out, nil
}

// runs returns how the run of a sample is called: by the number of the log among those of its model and by the epoch,
// where there are several.
func (r *reader) runs() (func(log, epoch int) string, error) {
	number := make([]int, len(r.logs))
	most, epochs := 1, 1
	for i, l := range r.logs {
		number[i] = 1
		for _, o := range r.logs[:i] {
			if o.task != l.task || o.Model != l.Model {
				continue
			}
			if !l.named || !o.named {
				return nil, l.errorf(0, "is of model %.40q, as %s is; name the model of both with --model NAME=FILE, alike if "+
					"they are runs of one model", l.Model, o.Path)
			}
			number[i]++
		}
		most = max(most, number[i])
		for _, s := range l.samples {
			epochs = max(epochs, s.epoch)
		}
	}
	return func(log, epoch int) string {
		switch {
		case most > 1 && epochs > 1:
			return fmt.Sprintf("%d.%d", number[log], epoch)
		case most > 1 || epochs > 1:
			return strconv.Itoa(max(number[log], epoch)) // one of them is 1
		}
		return ""
	}, nil
}
