package evallog

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/table"
)

// samplesFile is how lm-evaluation-harness names the samples of a task.
var samplesFile = regexp.MustCompile(`^samples_(.+?)(_[0-9]{4}-[0-9]{2}-[0-9]{2}T[^_]*)?\.jsonl(\.gz)?$`)

// LMEval reads files samples_TASK_DATE.jsonl of lm-evaluation-harness (--log_samples), which hold an object for each
// document and filter: doc_id, filter, metrics (their names), the metrics by name, and doc_hash. Without a name the
// model is called after the folder of the file, or after the file if that has another name.
//
// Filters read the same answers in several ways: they are not runs, and Options.Filter chooses one. Several files of
// a model and task are runs. The notes are about what was left out.
func LMEval(logs []Source, opt Options) (scores []Score, notes []string, err error) {
	return read(logs, opt, "a sample of lm-evaluation-harness, an object of JSON", (*reader).lmEval)
}

func (r *reader) lmEval(l *evalLog, dec *json.Decoder) error {
	name := filepath.Base(l.Path)
	if m := samplesFile.FindStringSubmatch(name); m != nil {
		l.task = m[1]
		dir, _ := filepath.Abs(l.Path) // else the path as it is
		name = filepath.Base(filepath.Dir(dir))
	}
	if !l.named {
		l.Model, _, _ = strings.Cut(name, ".jsonl")
	}
	filters := map[string]bool{}
	for dec.More() {
		raw, row, err := l.next(dec)
		if err != nil {
			return err
		}
		var in struct {
			Filter  string
			Hash    string `json:"doc_hash"`
			Metrics []string
		}
		var values map[string]json.RawMessage
		if err := cmp.Or(json.Unmarshal(raw, &in), json.Unmarshal(raw, &values)); err != nil {
			return err
		}
		if filters[in.Filter] = true; r.Filter != "" && in.Filter != r.Filter {
			continue
		}
		if len(filters) > 1 && r.Filter == "" {
			return l.errorf(row, "has several filters (%s), which read the same answers; take one with --filter NAME",
				strings.Join(slices.Sorted(maps.Keys(filters)), ", "))
		}
		maps.DeleteFunc(values, func(name string, _ json.RawMessage) bool { return !slices.Contains(in.Metrics, name) })
		if err := r.add(l, sample{row: row, epoch: 1, document: in.Hash}, "doc_id", raw, values); err != nil {
			return err
		}
	}
	switch {
	case len(filters) == 0:
		return l.errorf(0, "has no samples; run lm_eval with --log_samples")
	case len(l.samples) == 0:
		return l.errorf(0, "has no filter %.40q; it has %s", r.Filter, table.Quoted(slices.Sorted(maps.Keys(filters))))
	}
	return nil
}

// Inspect reads logs of Inspect (inspect_ai) in JSON: eval.model, eval.task, and of each sample id, epoch, scores
// and error. A metric is called after its scorer, and after scorer and key, joined by a dot, where the score is an
// object. Epochs are runs, and so are several logs of one model. The notes are about what was left out.
//
// Samples are read one by one, so that a log may be larger than the memory.
func Inspect(logs []Source, opt Options) (scores []Score, notes []string, err error) {
	return read(logs, opt, "a log of Inspect in JSON, which inspect log convert --to json writes", (*reader).inspect)
}

func (r *reader) inspect(l *evalLog, dec *json.Decoder) error {
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return cmp.Or(err, errors.New("there is no object"))
	}
	var status string
	var eval struct{ Model, Task string }
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		var skipped json.RawMessage
		switch key {
		case "eval":
			err = dec.Decode(&eval)
		case "status":
			err = dec.Decode(&status)
		case "samples":
			err = r.inspectSamples(l, dec)
		default:
			err = dec.Decode(&skipped)
		}
		if err != nil {
			return err
		}
	}
	if _, err := dec.Token(); err != nil {
		return err
	}
	if l.task = eval.Task; !l.named {
		l.Model = eval.Model
	}
	switch {
	case eval.Model == "":
		return errors.New("it has no eval.model")
	case len(l.samples) == 0:
		return l.errorf(0, "has no samples; run inspect eval with --log-samples, and read whole logs, not headers")
	case status != "" && status != "success":
		r.notes = append(r.notes, fmt.Sprintf("%s: the evaluation has the status %s, and may lack samples", l.Path, status))
	}
	return nil
}

// inspectSamples reads the list of samples, in place of which null stands if there are none.
func (r *reader) inspectSamples(l *evalLog, dec *json.Decoder) error {
	if t, err := dec.Token(); err != nil || t != json.Delim('[') {
		return err
	}
	for dec.More() {
		raw, row, err := l.next(dec)
		if err != nil {
			return err
		}
		var in struct {
			Epoch  int
			Error  *struct{ Message string }
			Scores map[string]struct{ Value json.RawMessage }
		}
		if err := json.Unmarshal(raw, &in); err != nil {
			return err
		}
		s := sample{row: row, epoch: in.Epoch}
		if in.Error != nil {
			s.failed = "it ended in an error, " + in.Error.Message
		}
		values := map[string]json.RawMessage{}
		for scorer, score := range in.Scores {
			var parts map[string]json.RawMessage
			if json.Unmarshal(score.Value, &parts) != nil || parts == nil {
				values[scorer] = score.Value
			}
			for key, v := range parts {
				values[scorer+"."+key] = v
			}
		}
		if err := r.add(l, s, "id", raw, values); err != nil {
			return err
		}
	}
	_, err := dec.Token()
	return err
}
