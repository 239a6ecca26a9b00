// Package evallog reads what models scored on items from the logs of lm-evaluation-harness and of Inspect, by
// their published formats.
package evallog

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/pkg/importer"
	"github.com/block-regularized/bcv/pkg/internal/table"
)

// Options say what to take from logs.
type Options struct {
	Metric  string // may be empty where the logs have one
	Filter  string // of lm-evaluation-harness; may be empty where the logs have one
	Cluster string // field of a sample with the cluster of its item, such as doc.passage_id; empty for none
}

// Score is what a model scored on an item. Task, Run and Cluster are empty where there is but one task, one run of
// each model, or no cluster.
type Score struct {
	Task, Item, Model, Run, Cluster string
	Score                           float64
}

// evalLog is a log that was read.
type evalLog struct {
	importer.Model // an empty name is that of the log, see LMEval and Inspect
	named          bool
	task           string
	run            int               // among the logs of the model and task, from 1
	begun          int               // samples
	seen           map[[2]string]int // samples by item and epoch
	samples        []sample
	failed         int    // samples without a score
	first          string // of them, and why
	*json.Decoder
}

// sample is what a log says of an item.
type sample struct {
	number        int // in the log, from 1
	item, cluster string
	epoch         int    // from 1
	document      string // identifies what the item was; empty if unknown
	score         float64
}

// errorf returns an error of a sample, or with 0 of the whole log.
func (l *evalLog) errorf(sample int, format string, args ...any) error {
	if sample > 0 {
		format = fmt.Sprintf("sample %d: ", sample) + format
	}
	return &table.Error{File: l.Path, Problem: fmt.Sprintf(format, args...)}
}

// reader gathers logs.
type reader struct {
	Options
	logs  []*evalLog
	notes []string
}

// read reads logs of a format, of which one reads the samples. The notes are about what was read.
func read(logs []importer.Model, opt Options, format string,
	one func(*reader, *evalLog) error) (scores []Score, notes []string, err error) {
	r := &reader{Options: opt}
	for i, m := range logs {
		l := &evalLog{Model: m, named: m.Name != "", seen: map[[2]string]int{}}
		if slices.ContainsFunc(logs[:i], func(o importer.Model) bool { return table.SameFile(o.Path, m.Path) }) {
			return nil, nil, l.errorf(0, "is given twice; give each log once")
		}
		f, err := table.Open(m.Path)
		if err != nil {
			return nil, nil, err
		}
		defer f.Close()
		in, damaged := table.Unpack(m.Path, f)
		if damaged != nil {
			return nil, nil, damaged
		}
		l.Decoder = json.NewDecoder(in)
		err = one(r, l)
		switch _, known := errors.AsType[*table.Error](err); {
		case known:
			return nil, nil, err
		case err != nil:
			return nil, nil, l.errorf(0, "is not %s (%.200v); is the file whole?", format, err)
		case len(l.samples) == 0:
			return nil, nil, l.errorf(0, "no sample has a score; the first is %s", l.first)
		case l.failed > 0:
			r.notes = append(r.notes, fmt.Sprintf("%s: %d of %d samples have no score and are left out, the first is %s", l.Path,
				l.failed, l.failed+len(l.samples), l.first))
		}
		r.logs = append(r.logs, l)
	}
	return r.scores()
}

// fields are those of an object.
type fields map[string]json.RawMessage

// next reads a sample.
func (l *evalLog) next() (in fields, err error) {
	l.begun++
	err = placed(l.Decode(&in), "place of an object")
	return in, err
}

// decode decodes a field, if it is there.
func (in fields) decode(name string, into any) error {
	if in[name] == nil {
		return nil
	}
	return placed(json.Unmarshal(in[name], into), name)
}

// placed returns an error that names the place of what does not belong there.
func placed(err error, place string) error {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("%s in %s", wrong.Value, place)
	}
	return err
}

func (in fields) names() []string { return slices.Sorted(maps.Keys(in)) }

// text returns the text, number or truth value in a field; dots stand before the fields of fields.
func (in fields) text(name string) (value string, err error) {
	var raw json.RawMessage
	for i, part := range strings.Split(name, ".") {
		if i > 0 {
			in = nil
			_ = json.Unmarshal(raw, &in) // what is no object has no fields
		}
		if raw = in[part]; raw == nil {
			return "", fmt.Errorf("has no field %.80s", name)
		}
	}
	if json.Unmarshal(raw, &value) != nil && raw[0] != '{' && raw[0] != '[' {
		value = string(raw)
	}
	if value == "" {
		err = fmt.Errorf("field %.80s is %.40s, not a text or a number", name, raw)
	}
	return value, err
}

// add adds a sample with these fields, of which id identifies the item, and its values by metric, unless it failed.
func (r *reader) add(l *evalLog, s sample, id string, in, values fields, failed string) (err error) {
	s.number = l.begun
	if s.item, err = in.text(id); err == nil && r.Cluster != "" {
		s.cluster, err = in.text(r.Cluster)
	}
	if err != nil {
		return l.errorf(s.number, "%v", err)
	}
	key := [2]string{s.item, strconv.Itoa(s.epoch)}
	if before := l.seen[key]; before > 0 {
		return l.errorf(s.number, "item %.40q has a score already (sample %d); give each run of a model as a log of its own",
			s.item, before)
	}
	l.seen[key] = s.number
	if failed == "" {
		s.score, failed, err = r.score(l, values)
	}
	if failed == "" {
		l.samples = append(l.samples, s)
	} else if l.failed++; l.failed == 1 {
		l.first = fmt.Sprintf("item %.40q (%.200s)", s.item, failed)
	}
	return err
}

// score returns the score among values: of the metric that is wanted, or the only one that is the score of an item.
func (r *reader) score(l *evalLog, values fields) (v float64, failed string, err error) {
	if r.Metric == "" && len(values) > 0 {
		one := slices.DeleteFunc(values.names(), func(name string) bool { _, ok := number(values[name]); return !ok })
		if len(one) != 1 {
			return 0, "", l.errorf(l.begun, "%d of the metrics (%.300s) are scores of an item; take one with --metric NAME",
				len(one), strings.Join(values.names(), ", "))
		}
		r.Metric = one[0]
	}
	raw, there := values[r.Metric]
	v, ok := number(raw)
	switch {
	case len(values) == 0 || string(raw) == "null":
		failed = "it has no score"
	case !there:
		err = l.errorf(l.begun, "has no metric %.40q; it has %.300s", r.Metric, strings.Join(values.names(), ", "))
	case !ok:
		err = l.errorf(l.begun, "%s is %.40s, which is not the score of an item; take another with --metric", r.Metric, raw)
	}
	return v, failed, err
}

// number is the score that a value stands for: C (correct) and true are 1, I (incorrect), N (no answer) and false are
// 0, P (partially correct) is 0.5, as in the metric accuracy of Inspect.
func number(raw json.RawMessage) (v float64, ok bool) {
	switch string(raw) {
	case `"C"`, "true":
		return 1, true
	case `"P"`:
		return 0.5, true
	case `"I"`, `"N"`, "false":
		return 0, true
	}
	return v, json.Unmarshal(raw, &v) == nil
}

// scores joins all logs.
func (r *reader) scores() (out []Score, notes []string, err error) {
	tasks := map[string]bool{"": true} // which logs have that do not show it
	for _, l := range r.logs {
		tasks[l.task] = true
	}
	for _, l := range r.logs {
		if len(tasks) == 2 {
			l.task = ""
		}
	}
	run, err := r.runs()
	if err != nil {
		return nil, nil, err
	}
	documents := map[[2]string]string{}
	for _, l := range r.logs {
		for _, s := range l.samples {
			key := [2]string{l.task, s.item}
			before := documents[key]
			if before != "" && s.document != "" && before != s.document {
				return nil, nil, l.errorf(s.number, "item %.40q is another document than in the logs before (doc_hash); test all "+
					"models on the same items", s.item)
			}
			documents[key] = cmp.Or(before, s.document)
			out = append(out, Score{l.task, s.item, l.Name, run(l.run, s.epoch), s.cluster, s.score})
		}
	}
	return out, r.notes, nil
}

// runs numbers the logs of each model, and returns how the run of a log and an epoch is called, by those of which
// there are several.
func (r *reader) runs() (func(log, epoch int) string, error) {
	last := map[[2]string]*evalLog{}
	logs, epochs := 1, 1
	for _, l := range r.logs {
		key := [2]string{l.task, l.Name}
		if o := last[key]; o != nil {
			if !l.named || !o.named {
				return nil, l.errorf(0, "is of model %.40q, as %s is; name the model of both with --model NAME=FILE, alike if "+
					"they are runs of one model", l.Name, o.Path)
			}
			l.run = o.run
		}
		l.run++
		last[key] = l
		logs = max(logs, l.run)
		for _, s := range l.samples {
			epochs = max(epochs, s.epoch)
		}
	}
	return func(log, epoch int) string {
		switch {
		case logs > 1 && epochs > 1:
			return fmt.Sprintf("%d.%d", log, epoch)
		case logs > 1 || epochs > 1:
			return strconv.Itoa(max(log, epoch)) // one of them is 1
		}
		return ""
	}, nil
}
