// Package evallog reads what models scored on items from the logs of lm-evaluation-harness and of Inspect, by
// their published formats.
package evallog

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/importer"
	"github.com/block-regularized/bcv/pkg/metric"
)

// Options say what to take from logs.
type Options struct {
	Metric      string // may be empty where the logs have one
	Score, Loss string // the metric, of which more or less is better, where neither its name nor the logs say which
	Filter      string // of lm-evaluation-harness; may be empty where the logs have one
	Cluster     string // field of a sample with the cluster of its item, such as doc.passage_id; empty for none
	OneModel    bool   // refuse a folder with logs of several models, which else are all of the model that is named
}

// Items are what logs say.
type Items struct {
	Scores []Score
	Metric metric.Metric // the name and the direction of the scores
	Notes  []string      // about what was left out or assumed
}

// Score is what a model scored on an item. Task, Run, Draw and Cluster are empty where there is but one task, one run
// of each model, one draw of each item, or no cluster. Several logs of a model are runs; epochs and repeats are draws,
// each of one item.
type Score struct {
	Task, Item, Model, Run, Draw, Cluster string
	Score                                 float64
}

// evalLog is a log that was read.
type evalLog struct {
	importer.Model // an empty name is that of the log, see LMEval and Inspect
	named          bool
	from           string // the folder or pattern that the file was found by
	said           string // the model by the log itself, or by its folder
	file           io.Reader
	task           string
	dataset        string            // of which the items are; empty if unknown
	run            int               // among the logs of the model and task, from 1
	begun          int               // samples
	seen           map[[2]string]int // samples by item and epoch
	samples        []sample
	failed         int    // samples without a score
	first          string // of them, and why
	correct        bool   // letters stand for correct and incorrect
	*json.Decoder
}

// sample is what a log says of an item.
type sample struct {
	number        int // in the log, from 1
	item, cluster string
	epoch         int
	document      document
	score         float64
}

// document identifies what an item was: a text for each field of identities, empty if it is unknown.
type document [2]string

// errorf returns an error of a sample, or with 0 of the whole log.
func (l *evalLog) errorf(sample int, format string, args ...any) error {
	if sample > 0 {
		format = fmt.Sprintf("sample %d: ", sample) + format
	}
	return &table.Error{File: l.Path, Problem: fmt.Sprintf(format, args...)}
}

// format is a format of logs.
type format struct {
	name       string
	identities [2]string // the fields of a document
	files      []string  // patterns of the names of files in a folder
	read       func(*reader, *evalLog, *bufio.Reader) error
	higher     []string // metrics of the tool of which more is better
	// direction returns whether the logs say of the metric that more of it is better; a text says where.
	direction func(*reader) (higher, known bool, where string, err error)
}

// reader gathers logs.
type reader struct {
	Options
	format
	logs  []*evalLog
	notes []string
}

// read reads logs of a format.
func read(models []importer.Model, opt Options, of format) (Items, error) {
	r := &reader{Options: opt, format: of}
	r.Metric = cmp.Or(opt.Metric, opt.Score, opt.Loss)
	for _, m := range models {
		files, err := of.Files(m.Path)
		if err != nil {
			return Items{}, err
		}
		for _, path := range files {
			l := &evalLog{Model: importer.Model{Name: m.Name, Path: path}, named: m.Name != "", seen: map[[2]string]int{}}
			if path != m.Path {
				l.from = m.Path
			}
			if slices.ContainsFunc(r.logs, func(o *evalLog) bool { return table.SameFile(o.Path, path) }) {
				return Items{}, l.errorf(0, "is given twice; give each log once")
			}
			if err := r.log(l); err != nil {
				return Items{}, err
			}
		}
	}
	return r.items()
}

// log reads a log.
func (r *reader) log(l *evalLog) error {
	f, err := table.Open(l.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	l.file = f
	in, damaged := table.Unpack(l.Path, f)
	if damaged != nil {
		return damaged
	}
	err = r.format.read(r, l, in)
	switch _, known := errors.AsType[*table.Error](err); {
	case known:
		return err
	case err != nil:
		return l.errorf(0, "is not %s (%.200v); is the file whole?", r.format.name, err)
	case len(l.samples) == 0:
		return l.errorf(0, "no sample has a score; the first is %s", l.first)
	case l.failed > 0:
		r.notes = append(r.notes, fmt.Sprintf("%s: %d of %d samples have no score and are left out, the first is %s", l.Path,
			l.failed, l.failed+len(l.samples), l.first))
	}
	r.logs = append(r.logs, l)
	return nil
}

// Files returns the files that a path stands for: a file, the logs of a folder or else those of its folders, or the
// files of a pattern with *, ? or [.
func (of format) Files(path string) ([]string, error) {
	if path == table.Stdin {
		return []string{path}, nil
	}
	info, err := os.Stat(path)
	var patterns []string
	switch {
	case err == nil && !info.IsDir(), err != nil && !strings.ContainsAny(path, "*?["):
		return []string{path}, nil
	case err == nil:
		for _, below := range []string{"", "*"} {
			for _, name := range of.files {
				patterns = append(patterns, filepath.Join(table.EscapeGlob(path), below, name))
			}
			if found := matching(patterns); len(found) > 0 {
				return found, nil
			}
		}
	default:
		patterns = []string{path}
	}
	found := matching(patterns)
	if len(found) > 0 {
		return found, nil
	}
	problem := "no file matches; check the pattern"
	if err == nil {
		problem = fmt.Sprintf("neither it nor its folders have a file %s; name the logs", strings.Join(of.files, " or "))
	}
	return nil, &table.Error{File: path, Problem: problem, Err: fs.ErrNotExist}
}

// matching returns the regular files that match one of some patterns, sorted.
func matching(patterns []string) (out []string) {
	for _, p := range patterns {
		found, _ := filepath.Glob(p) // a pattern that is none matches nothing
		for _, path := range found {
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				out = append(out, path)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
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
		one := slices.DeleteFunc(values.names(), func(name string) bool {
			_, ok := number(values[name])
			return !ok && string(values[name]) != "null"
		})
		switch {
		case len(one) == 0:
			return 0, "", l.errorf(l.begun, "none of the metrics (%.300s) is the score of one item: they are computed of all "+
				"items together; take logs with a metric of items", strings.Join(values.names(), ", "))
		case len(one) > 1:
			return 0, "", l.errorf(l.begun, "%d of the metrics (%.300s) are scores of an item; take one with setting "+
				"`metric` NAME",
				len(one), strings.Join(one, ", "))
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
		err = l.errorf(l.begun, "%s is %.40s, which is not the score of an item%s", r.Metric, raw, others(values))
	default:
		l.correct = l.correct || raw[0] == '"'
	}
	return v, failed, err
}

// others names the metrics that are scores of an item.
func others(values fields) string {
	scores := slices.DeleteFunc(values.names(), func(name string) bool { _, ok := number(values[name]); return !ok })
	if len(scores) == 0 {
		return ", and no other metric is one; take logs with a metric of items"
	}
	return fmt.Sprintf("; take another (setting `metric`), of %.300s", strings.Join(scores, ", "))
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
	case "null":
		return 0, false
	}
	return v, json.Unmarshal(raw, &v) == nil
}

// items joins all logs.
func (r *reader) items() (out Items, err error) {
	if out.Metric, err = r.metric(); err != nil {
		return out, err
	}
	tasks := map[string]bool{"": true} // which logs have that do not show it
	for _, l := range r.logs {
		tasks[l.task] = true
	}
	for _, l := range r.logs {
		if len(tasks) == 2 {
			l.task = ""
		}
	}
	logs, epochs, err := r.runs()
	if err != nil {
		return out, err
	}
	if err := r.checkDocuments(); err != nil {
		return out, err
	}
	for _, l := range r.logs {
		for _, s := range l.samples {
			one := Score{Task: l.task, Item: s.item, Model: l.Name, Cluster: s.cluster, Score: s.score}
			if logs > 1 {
				one.Run = strconv.Itoa(l.run)
			}
			if len(epochs) > 1 {
				one.Draw = strconv.Itoa(s.epoch)
			}
			out.Scores = append(out.Scores, one)
		}
	}
	out.Notes = r.notes
	return out, nil
}

// checkDocuments returns an error if an item was something else in another log. A note says that a log does not show
// what its items were.
func (r *reader) checkDocuments() error {
	type known struct {
		document
		log *evalLog
	}
	documents := map[[2]string]known{}
	noted := false
	for _, l := range r.logs {
		for _, s := range l.samples {
			key := [2]string{l.task, s.item}
			before := documents[key]
			checked := before.log == nil || before.log == l
			for i, field := range r.identities {
				a, b := before.document[i], s.document[i]
				if checked = checked || a != "" && b != ""; a != "" && b != "" && a != b {
					return l.errorf(s.number, "item %.40q is another document than in the logs before (%s); test all models on the "+
						"same items", s.item, field)
				}
				before.document[i] = cmp.Or(a, b)
			}
			if !checked && l.dataset != before.log.dataset && l.dataset != "" && before.log.dataset != "" {
				return l.errorf(0, "is of the data set %.80q, %s is of %.80q; test all models on the same items", l.dataset,
					before.log.Path, before.log.dataset)
			}
			if !checked && !noted {
				noted = true
				r.notes = append(r.notes, fmt.Sprintf("%s: nothing shows whether its items are those of %s, since samples lack "+
					"%s; they are paired by their names", l.Path, before.log.Path, strings.Join(r.identities[:], " and ")))
			}
			if before.log == nil {
				before.log = l
			}
			documents[key] = before
		}
	}
	return nil
}

// runs numbers the logs of each model, and returns how many of one there are at most, and all epochs.
func (r *reader) runs() (logs int, epochs map[int]bool, err error) {
	last, first := map[[2]string]*evalLog{}, map[string]*evalLog{}
	logs, epochs = 1, map[int]bool{}
	for _, l := range r.logs {
		switch o := first[l.from]; {
		case o == nil:
			first[l.from] = l
		case r.OneModel && l.from != "" && o.said != l.said:
			return 0, nil, l.errorf(0, "is of the model %.40q, and %s beside it of %.40q; give a folder for each model", l.said,
				o.Path, o.said)
		}
		key := [2]string{l.task, l.Name}
		if o := last[key]; o != nil {
			const advice = "name the model of both with setting `model` NAME=FILE, alike if they are runs of one model"
			switch {
			case !l.named || !o.named:
				return 0, nil, l.errorf(0, "is of model %.40q, as %s is; %s", l.Name, o.Path, advice)
			case l.from != "" && l.from == o.from && filepath.Dir(l.Path) == filepath.Dir(o.Path):
				return 0, nil, l.errorf(0, "is of the same task as %s in one folder; name the log that counts, or "+advice, o.Path)
			}
			l.run = o.run
		}
		l.run++
		last[key] = l
		logs = max(logs, l.run)
		for _, s := range l.samples {
			epochs[s.epoch] = true
		}
	}
	return logs, epochs, nil
}
