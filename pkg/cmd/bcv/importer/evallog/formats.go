package evallog

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/importer"
)

// samplesFile is how lm-evaluation-harness names the samples of a task.
var samplesFile = regexp.MustCompile(`^samples_(.+?)(_[0-9]{4}-[0-9]{2}-[0-9]{2}T[^_]*)?\.jsonl(\.gz)?$`)

var lmEval = format{
	name:       "a sample of lm-evaluation-harness, an object of JSON",
	identities: [2]string{"doc_hash", "doc"},
	files:      []string{"samples_*.jsonl", "samples_*.jsonl.gz"},
	read:       (*reader).lmEval,
	higher:     []string{"acc", "acc_norm", "acc_bytes", "acc_mutual_info", "acc_all", "exact_match", "em", "likelihood"},
	direction:  harnessDirection,
}

// LMEval reads files samples_TASK_DATE.jsonl of lm-evaluation-harness (--log_samples), which hold an object for each
// document and filter: doc_id, filter, metrics (their names), the metrics by name, and doc_hash. Samples of old
// versions do not name their metrics, and Options do. Without a name the model is called after the folder of the file,
// or after the file if that has another name. A path may be a folder or a pattern, see LMEvalFiles.
//
// Filters read the same answers in several ways: they are not runs, and Options.Filter chooses one. Several files of
// a model and task are runs. A metric that is a list, of as many scores as a document has responses (repeats), has
// draws. Whether more of a metric is better is known by its name, by higher_is_better in the
// results_DATE.json beside the samples, or by Options.
func LMEval(logs []importer.Model, opt Options) (Items, error) { return read(logs, opt, lmEval) }

// LMEvalFiles returns the files that a path stands for: a file, samples_*.jsonl of a folder or else of its folders, or
// the files of a pattern with *, ? or [.
func LMEvalFiles(path string) ([]string, error) { return lmEval.Files(path) }

// sampleFields are the fields of a sample that are no metric.
var sampleFields = []string{"doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics",
	"doc_hash", "prompt_hash", "target_hash"}

func (r *reader) lmEval(l *evalLog, in *bufio.Reader) error {
	l.Decoder = json.NewDecoder(finite(in))
	name := filepath.Base(l.Path)
	if m := samplesFile.FindStringSubmatch(name); m != nil {
		l.task = m[1]
		dir, _ := filepath.Abs(l.Path) // else the path as it is
		name = filepath.Base(filepath.Dir(dir))
	}
	l.said = filepath.Base(filepath.Dir(l.Path))
	if !l.named {
		l.Name, _, _ = strings.Cut(name, ".jsonl")
	}
	filters := fields{}
	list, _ := in.Peek(1)
	if string(list) == "[" { // as some old versions write samples
		_, _ = l.Token()
	}
	for l.More() {
		in, err := l.next()
		s := sample{epoch: 1}
		var filter string
		var metrics []string
		if err := cmp.Or(err, in.decode("filter", &filter), in.decode("doc_hash", &s.document[0]),
			in.decode("metrics", &metrics)); err != nil {
			return fmt.Errorf("sample %d: %w", l.begun, err)
		}
		if doc := in["doc"]; s.document[0] == "" && doc != nil && string(doc) != "null" {
			var b bytes.Buffer
			_ = json.Compact(&b, doc) // it was decoded
			s.document[1] = digest(b.String())
		}
		filters[filter] = nil
		if r.Filter != "" && filter != r.Filter {
			continue
		}
		if len(filters) > 1 && r.Filter == "" {
			return l.errorf(l.begun, "has several filters (%s), which read the same answers; take one with setting "+
				"`filter` NAME",
				strings.Join(filters.names(), ", "))
		}
		if in["metrics"] == nil {
			metrics = slices.DeleteFunc(in.names(), func(name string) bool {
				_, ok := number(in[name])
				return slices.Contains(sampleFields, name) || name != r.Metric && !ok
			})
			if r.Metric == "" && len(metrics) > 0 {
				return l.errorf(l.begun, "does not say which of its fields are metrics, as old versions do not; name one "+
					"(setting `metric`), of %.300s", strings.Join(metrics, ", "))
			}
		}
		values := fields{}
		for _, name := range metrics {
			if in[name] != nil {
				values[name] = in[name]
			}
		}
		for k, of := range r.repeats(in, values) {
			s.epoch = k + 1
			if err := r.add(l, s, "doc_id", in, of, ""); err != nil {
				return err
			}
		}
	}
	if string(list) == "[" {
		if _, err := l.Token(); err != nil {
			return err
		}
	}
	if _, err := l.Token(); err != io.EOF {
		return fmt.Errorf("after sample %d: %w", l.begun, cmp.Or(err, errors.New("there is no object")))
	}
	switch {
	case len(filters) == 0:
		return l.errorf(0, "has no samples; run lm_eval with --log_samples")
	case len(l.seen) == 0:
		return l.errorf(0, "has no filter %.40q; it has %s", r.Filter, table.Quoted(filters.names()))
	}
	return nil
}

// ofPairs are metrics of the harness whose samples are a list of truth and answer, which is no list of scores.
var ofPairs = []string{"f1", "mcc", "bleu", "chrf", "ter"}

// repeats returns the values of each repeat of a document: where a metric is a list with a score of each response, that
// one, else the values as they are.
func (r *reader) repeats(in, values fields) []fields {
	var responses [][]json.RawMessage
	if json.Unmarshal(in["resps"], &responses) != nil || len(responses) == 0 || len(responses[0]) < 2 {
		return []fields{values}
	}
	lists := map[string][]json.RawMessage{}
	for name, raw := range values {
		var list []json.RawMessage
		if (r.Metric == "" || r.Metric == name) && !slices.Contains(ofPairs, name) && json.Unmarshal(raw, &list) == nil &&
			len(list) == len(responses[0]) {
			lists[name] = list
		}
	}
	if len(lists) == 0 {
		return []fields{values}
	}
	out := make([]fields, len(responses[0]))
	for k := range out {
		out[k] = maps.Clone(values)
		for name, list := range lists {
			out[k][name] = list[k]
		}
	}
	return out
}

// digest identifies a text in few bytes.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return string(sum[:16])
}

var inspect = format{
	name:       "a log of Inspect, .eval or JSON",
	identities: [2]string{"input", "target"},
	files:      []string{"*.eval", "*.json"},
	read:       (*reader).inspect,
	direction:  func(*reader) (higher, known bool, where string, err error) { return },
}

// Inspect reads logs of Inspect (inspect_ai), .eval or in JSON: eval.model, eval.task, and of each sample id, epoch,
// scores and error. A metric is called after its scorer, and after scorer and key, joined by a dot, where the score is
// an object. Epochs are draws, and several logs of one model are runs. Input and target of an item must agree in all
// logs. Whether more of a metric is better is known by its name, by values C and I, which stand for correct and
// incorrect, or by Options. A path may be a folder or a pattern, see InspectFiles.
//
// Samples are read one by one, so that a log may be larger than the memory.
func Inspect(logs []importer.Model, opt Options) (Items, error) { return read(logs, opt, inspect) }

// InspectFiles returns the files that a path stands for: a file, *.eval and *.json of a folder or else of its folders,
// or the files of a pattern with *, ? or [.
func InspectFiles(path string) ([]string, error) { return inspect.Files(path) }

// inspectHeader is what a log says of all its samples.
type inspectHeader struct {
	Status string
	Eval   struct {
		Model, Task string
		Dataset     struct{ Name string }
	}
}

func (r *reader) inspect(l *evalLog, in *bufio.Reader) error {
	var head inspectHeader
	var err error
	if magic, _ := in.Peek(4); string(magic) == "PK\x03\x04" {
		head, err = r.inspectArchive(l, in)
	} else {
		head, err = r.inspectJSON(l, in)
	}
	if err != nil {
		return err
	}
	l.said = head.Eval.Model
	if l.task, l.dataset = head.Eval.Task, head.Eval.Dataset.Name; !l.named {
		l.Name = head.Eval.Model
	}
	switch {
	case head.Eval.Model == "":
		return errors.New("it has no eval.model")
	case len(l.seen) == 0:
		return l.errorf(0, "has no samples; run inspect eval with --log-samples, and read whole logs, not headers")
	case head.Status != "" && head.Status != "success":
		r.notes = append(r.notes, fmt.Sprintf("%s: the evaluation has the status %s, and may lack samples", l.Path,
			head.Status))
	}
	return nil
}

func (r *reader) inspectJSON(l *evalLog, in *bufio.Reader) (head inspectHeader, err error) {
	l.Decoder = json.NewDecoder(finite(in))
	if t, err := l.Token(); err != nil || t != json.Delim('{') {
		return head, cmp.Or(err, errors.New("there is no object"))
	}
	for l.More() {
		key, err := l.Token()
		if err == nil {
			switch key {
			case "eval":
				err = placed(l.Decode(&head.Eval), "eval")
			case "status":
				err = placed(l.Decode(&head.Status), "status")
			case "samples":
				err = r.inspectSamples(l)
			default:
				err = l.Decode(&json.RawMessage{})
			}
		}
		if err != nil {
			return head, err
		}
	}
	_, err = l.Token()
	return head, err
}

// inspectSamples reads the list of samples, in place of which null stands if there are none.
func (r *reader) inspectSamples(l *evalLog) error {
	if t, err := l.Token(); err != nil || t != json.Delim('[') {
		return err
	}
	for l.More() {
		if err := r.inspectSample(l); err != nil {
			return err
		}
	}
	_, err := l.Token()
	return err
}

// inspectArchive reads a log .eval: a ZIP archive of JSON. Of entries of one name the last one counts, as in Inspect.
func (r *reader) inspectArchive(l *evalLog, in io.Reader) (head inspectHeader, err error) {
	file, size, err := l.readerAt(in)
	if err != nil {
		return head, table.Damaged(l.Path, err)
	}
	z, err := zip.NewReader(file, size)
	if err != nil {
		return head, err
	}
	z.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor(zstd.WithDecoderConcurrency(1)))
	entries := map[string]*zip.File{}
	var samples []string
	for _, f := range z.File {
		if entries[f.Name] == nil && sampleEntry.MatchString(f.Name) {
			samples = append(samples, f.Name)
		}
		entries[f.Name] = f
	}
	header := entries["header.json"]
	if header == nil { // of an evaluation that did not end
		head.Status, header = "started", entries["_journal/start.json"]
	}
	if header == nil {
		return head, errors.New("it has no header.json")
	}
	if err := l.entry(header, func() error { return placed(l.Decode(&head), "place of an object") }); err != nil {
		return head, err
	}
	for _, name := range samples {
		if err := l.entry(entries[name], func() error { return r.inspectSample(l) }); err != nil {
			return head, err
		}
	}
	return head, nil
}

// readerAt returns the content of a file and its size: the file, or what is in memory if it is a pipe or packed.
func (l *evalLog) readerAt(in io.Reader) (io.ReaderAt, int64, error) {
	if file, ok := l.file.(interface {
		io.ReaderAt
		io.Seeker
	}); ok {
		magic := make([]byte, 2)
		size, err := file.Seek(0, io.SeekEnd)
		if _, _ = file.ReadAt(magic, 0); err == nil && string(magic) == "PK" {
			return file, size, nil
		}
	}
	whole, err := io.ReadAll(in)
	return bytes.NewReader(whole), int64(len(whole)), err
}

// sampleEntry is how Inspect names the entry of a sample, or the first of the entries of a large one.
var sampleEntry = regexp.MustCompile(`^samples/([^/]+\.json|.+_epoch_-?[0-9]+(\.json|/sample\.json))$`)

// entry reads an entry of an archive, which is one value of JSON.
func (l *evalLog) entry(f *zip.File, value func() error) error {
	in, err := f.Open()
	if err == nil {
		defer in.Close()
		l.Decoder = json.NewDecoder(finite(in))
		if err = value(); err == nil {
			if _, err = l.Token(); err == nil {
				err = errors.New("there is more after its end")
			} else if err == io.EOF { // the checksum is right
				err = nil
			}
		}
	}
	if _, known := errors.AsType[*table.Error](err); known || err == nil {
		return err
	}
	return fmt.Errorf("%.80s: %w", f.Name, err)
}

// inspectSample reads a sample.
func (r *reader) inspectSample(l *evalLog) error {
	in, err := l.next()
	s := sample{epoch: 1}
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
	s.document = in.question()
	return r.add(l, s, "id", in, values, why)
}

// question identifies input and target of a sample of Inspect. Choices may stand in another order in each log, so that
// a target that is the letter of one is that choice.
func (in fields) question() (out document) {
	var attachments map[string]string
	var choices []string
	_ = in.decode("attachments", &attachments)
	_ = in.decode("choices", &choices) // what is something else is no choice
	words := func(field string) ([]string, bool) {
		var v any
		if err := in.decode(field, &v); err != nil || v == nil {
			return nil, false
		}
		return texts(nil, v, attachments)
	}
	if input, known := words("input"); known {
		out[0] = digest(strings.Join(input, "\x00"))
	}
	if target, known := words("target"); known {
		for i, t := range target {
			if len(t) == 1 && t[0] >= 'A' && int(t[0]-'A') < len(choices) {
				target[i] = choices[t[0]-'A']
			}
		}
		slices.Sort(choices)
		out[1] = digest(strings.Join(append(target, choices...), "\x00"))
	}
	return out
}

// texts appends the texts of an input: a text, or messages, of which the content is read, since their ids are drawn
// anew in each log. It is not known what an attachment is that the sample lacks.
func texts(out []string, v any, attachments map[string]string) (all []string, known bool) {
	switch v := v.(type) {
	case string:
		if name, ok := strings.CutPrefix(v, "attachment://"); ok {
			if v, ok = attachments[name]; !ok {
				return out, false
			}
		}
		return append(out, v), true
	case []any:
		for _, one := range v {
			if out, known = texts(out, one, attachments); !known {
				return out, false
			}
		}
	case map[string]any:
		for _, field := range []string{"content", "text"} {
			if one, ok := v[field]; ok {
				if out, known = texts(out, one, attachments); !known {
					return out, false
				}
			}
		}
	default:
		out = append(out, fmt.Sprint(v))
	}
	return out, true
}
