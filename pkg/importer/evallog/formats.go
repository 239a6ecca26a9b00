package evallog

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/block-regularized/bcv/pkg/importer"
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
func LMEval(logs []importer.Model, opt Options) (scores []Score, notes []string, err error) {
	return read(logs, opt, "a sample of lm-evaluation-harness, an object of JSON", (*reader).lmEval)
}

func (r *reader) lmEval(l *evalLog) error {
	name := filepath.Base(l.Path)
	if m := samplesFile.FindStringSubmatch(name); m != nil {
		l.task = m[1]
		dir, _ := filepath.Abs(l.Path) // else the path as it is
		name = filepath.Base(filepath.Dir(dir))
	}
	if !l.named {
		l.Name, _, _ = strings.Cut(name, ".jsonl")
	}
	filters := fields{}
	for l.More() {
		in, err := l.next()
		s := sample{epoch: 1}
		var filter string
		var metrics []string
		if err := cmp.Or(err, in.decode("filter", &filter), in.decode("doc_hash", &s.document),
			in.decode("metrics", &metrics)); err != nil {
			return fmt.Errorf("sample %d: %w", l.begun, err)
		}
		filters[filter] = nil
		if r.Filter != "" && filter != r.Filter {
			continue
		}
		if len(filters) > 1 && r.Filter == "" {
			return l.errorf(l.begun, "has several filters (%s), which read the same answers; take one with --filter NAME",
				strings.Join(filters.names(), ", "))
		}
		values := fields{}
		for _, name := range metrics {
			if in[name] != nil {
				values[name] = in[name]
			}
		}
		if err := r.add(l, s, "doc_id", in, values, ""); err != nil {
			return err
		}
	}
	switch {
	case len(filters) == 0:
		return l.errorf(0, "has no samples; run lm_eval with --log_samples")
	case len(l.seen) == 0:
		return l.errorf(0, "has no filter %.40q; it has %s", r.Filter, table.Quoted(filters.names()))
	}
	return nil
}

// Inspect reads logs of Inspect (inspect_ai) in JSON: eval.model, eval.task, and of each sample id, epoch, scores
// and error. A metric is called after its scorer, and after scorer and key, joined by a dot, where the score is an
// object. Epochs are runs, and so are several logs of one model. The notes are about what was left out.
//
// Samples are read one by one, so that a log may be larger than the memory.
func Inspect(logs []importer.Model, opt Options) (scores []Score, notes []string, err error) {
	return read(logs, opt, "a log of Inspect in JSON, which inspect log convert --to json writes", (*reader).inspect)
}

func (r *reader) inspect(l *evalLog) error {
	if t, err := l.Token(); err != nil || t != json.Delim('{') {
		return cmp.Or(err, errors.New("there is no object"))
	}
	var status string
	var eval struct{ Model, Task string }
	for l.More() {
		key, err := l.Token()
		if err == nil {
			switch key {
			case "eval":
				err = placed(l.Decode(&eval), "eval")
			case "status":
				err = placed(l.Decode(&status), "status")
			case "samples":
				err = r.inspectSamples(l)
			default:
				err = l.Decode(&json.RawMessage{})
			}
		}
		if err != nil {
			return err
		}
	}
	if _, err := l.Token(); err != nil {
		return err
	}
	if l.task = eval.Task; !l.named {
		l.Name = eval.Model
	}
	switch {
	case eval.Model == "":
		return errors.New("it has no eval.model")
	case len(l.seen) == 0:
		return l.errorf(0, "has no samples; run inspect eval with --log-samples, and read whole logs, not headers")
	case status != "" && status != "success":
		r.notes = append(r.notes, fmt.Sprintf("%s: the evaluation has the status %s, and may lack samples", l.Path, status))
	}
	return nil
}

// inspectSamples reads the list of samples, in place of which null stands if there are none.
func (r *reader) inspectSamples(l *evalLog) error {
	if t, err := l.Token(); err != nil || t != json.Delim('[') {
		return err
	}
	for l.More() {
		in, err := l.next()
		var s sample
		var failed *struct{ Message string }
		var scores map[string]struct{ Value json.RawMessage }
		if err := cmp.Or(err, in.decode("epoch", &s.epoch), in.decode("error", &failed),
			in.decode("scores", &scores)); err != nil {
			return fmt.Errorf("sample %d: %w", l.begun, err)
		}
		why := ""
		if failed != nil {
			why = "it ended in an error, " + failed.Message
		}
		values := fields{}
		for scorer, score := range scores {
			var parts fields
			if json.Unmarshal(score.Value, &parts) != nil || parts == nil {
				values[scorer] = score.Value
			}
			for key, v := range parts {
				values[scorer+"."+key] = v
			}
		}
		if err := r.add(l, s, "id", in, values, why); err != nil {
			return err
		}
	}
	_, err := l.Token()
	return err
}
