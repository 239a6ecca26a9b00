package evallog

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/importer"
)

const lmFile = "/samples_made_by_hand_2026-01-02T03-04-05.678901.jsonl"

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
	return path
}

// parts are the scores and notes of items.
func parts(items Items, err error) ([]Score, []string, error) { return items.Scores, items.Notes, err }

func equal(t *testing.T, what string, got, want []Score) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestLMEval(t *testing.T) {
	logs := []importer.Model{{Path: "testdata/made-by-hand-a" + lmFile}, {Path: "testdata/made-by-hand-b" + lmFile}}
	opt := Options{Filter: "strict-match", Metric: "exact_match", Cluster: "doc.passage_id"}
	got, notes, err := parts(LMEval(logs, opt))
	if err != nil || len(notes) > 0 {
		t.Fatalf("error %v, notes %q", err, notes)
	}
	var want []Score
	for k, model := range []string{"made-by-hand-a", "made-by-hand-b"} {
		for i := range 4 {
			want = append(want, Score{"", fmt.Sprint(i), model, "", "", fmt.Sprintf("p%d", i/2), float64((i + k) % 2)})
		}
	}
	equal(t, "strict", got, want)

	// A metric that is a list of scores, one of each response, has draws; a pair of truth and answer is no such list.
	repeats := write(t, t.TempDir(), "repeats.jsonl", `{"doc_id": 0, "filter": "none", "metrics": ["exact_match", "f1"], `+
		`"exact_match": [1.0, 0.0, true], "f1": [1, 0], "resps": [["x", "y", "x"]], "doc_hash": "h"}`+"\n")
	got, _, err = parts(LMEval([]importer.Model{{Name: "m", Path: repeats}}, Options{}))
	if err != nil {
		t.Error(err)
	}
	equal(t, "repeats", got, []Score{{"", "0", "m", "", "1", "", 1}, {"", "0", "m", "", "2", "", 0},
		{"", "0", "m", "", "3", "", 1}})

	// Two logs that the caller calls one model are runs; the filter does not make any.
	opt = Options{Filter: "flexible-extract", Metric: "f1"}
	got, _, err = parts(LMEval([]importer.Model{{Name: "m", Path: logs[0].Path}, {Name: "m", Path: logs[1].Path}}, opt))
	if err != nil || len(got) != 8 {
		t.Fatalf("runs: error %v, %d scores, want 8", err, len(got))
	}
	for i, s := range got {
		if want := fmt.Sprint(1 + i/4); s.Model != "m" || s.Run != want || s.Score != 0.5 {
			t.Errorf("runs: score %d is %v, want run %s of m with 0.5", i, s, want)
		}
	}
}

const lmSample = `{"doc_id": %d, "filter": "none", "metrics": ["acc"], "acc": %s, "doc_hash": "%s"}` + "\n"

// lm returns a log of items 0, 1 and so on with values of acc.
func lm(hash string, values ...string) string {
	var b strings.Builder
	for i, v := range values {
		fmt.Fprintf(&b, lmSample, i, v, hash)
	}
	return b.String()
}

// Tasks are in the names of the files, models in those of folders or, failing that, of files.
func TestLMEvalNames(t *testing.T) {
	dir := t.TempDir()
	a := write(t, dir, "org__a/samples_arc_easy_2026-01-01T00-00-00.123.jsonl", lm("h", "true"))
	b := write(t, dir, "org__a/samples_two_words.jsonl", lm("x", "0.25"))
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := z.Write([]byte(lm("h", "false")))
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	c := write(t, dir, "b.jsonl.gz", packed.String())
	for _, x := range []struct {
		logs []importer.Model
		want []Score
	}{
		{[]importer.Model{{Path: a}, {Path: b}}, []Score{{"arc_easy", "0", "org__a", "", "", "", 1},
			{"two_words", "0", "org__a", "", "", "", 0.25}}},
		{[]importer.Model{{Path: a}, {Path: c}}, []Score{{"", "0", "org__a", "", "", "", 1}, {"", "0", "b", "", "", "", 0}}},
		{[]importer.Model{{Name: "m", Path: a}, {Name: "n", Path: c}}, []Score{
			{"", "0", "m", "", "", "", 1}, {"", "0", "n", "", "", "", 0}}},
	} {
		got, _, err := parts(LMEval(x.logs, Options{}))
		if err != nil {
			t.Errorf("%v: %v", x.logs, err)
		}
		equal(t, fmt.Sprint(x.logs), got, x.want)
	}
}

func TestLMEvalRefuses(t *testing.T) {
	dir := t.TempDir()
	good := write(t, dir, "good.jsonl", lm("h", "1", "0"))
	for _, c := range []struct {
		text string
		opt  Options
		want string // after the name of the file
	}{
		{"", Options{}, "has no samples; run lm_eval with --log_samples"},
		{lm("h", "1") + `{"doc_id": 1, "fil`, Options{}, "is not a sample of lm-evaluation-harness, an object of " +
			"JSON (sample 2: unexpected EOF); is the file whole?"},
		{lm("h", "1", "Nan"), Options{}, "is not a sample of lm-evaluation-harness, an object of JSON (sample 2: invalid " +
			"character 'N' looking for beginning of value)"},
		{lm("h", "1") + "}\n" + lm("h", "1"), Options{}, "is not a sample of lm-evaluation-harness, an object of JSON " +
			"(after sample 1: invalid character '}'"},
		{"[[1]]\n", Options{}, "is not a sample of lm-evaluation-harness, an object of JSON (sample 1: array in " +
			"place of an object)"},
		{"[" + strings.TrimSpace(lm("h", "1")), Options{}, "is not a sample of lm-evaluation-harness, an object of JSON " +
			"(EOF)"},
		{`{"doc_id": 1, "filter": 3}`, Options{}, "is not a sample of lm-evaluation-harness, an object of JSON " +
			"(sample 1: number in filter)"},
		{lm("h", "1") + lm("h", "0"), Options{}, `sample 2: item "0" has a score already (sample 1); give each run`},
		{lm("h", "[1, 2]"), Options{}, "sample 1: none of the metrics (acc) is the score of one item: they are " +
			"computed of all items together; take logs with a metric of items"},
		{lm("h", "[1, 2]"), Options{Metric: "acc"}, "sample 1: acc is [1, 2], which is not the score of an item, and no " +
			"other metric is one"},
		{lm("h", "1"), Options{Metric: "f1"}, `sample 1: has no metric "f1"; it has acc`},
		{lm("h", "1"), Options{Filter: "strict"}, `has no filter "strict"; it has "none"`},
		{lm("h", "1") + strings.Replace(lm("h", "1"), "none", "other", 1), Options{}, "sample 2: has several filters " +
			"(none, other), which read the same answers; take one with setting `filter` NAME"},
		{lm("h", "1"), Options{Cluster: "doc.id"}, "sample 1: has no field doc.id"},
		{lm("h", "1"), Options{Cluster: "metrics.doc_id"}, "sample 1: has no field metrics.doc_id"},
		{lm("h", "1"), Options{Cluster: "metrics"}, `sample 1: field metrics is ["acc"], not a text or a number`},
		{lm("other", "1"), Options{}, `sample 1: item "0" is another document than in the logs before (doc_hash); test all`},
		{lm("h", "null", "null"), Options{Metric: "acc"}, `no sample has a score; the first is item "0" (it has no score)`},
	} {
		path := write(t, dir, "bad.jsonl", c.text)
		logs := []importer.Model{{Path: path}}
		if strings.Contains(c.want, "another document") {
			logs = []importer.Model{{Path: good}, {Path: path}}
		}
		_, err := LMEval(logs, c.opt)
		refused(t, err, path, c.want)
	}
	// A log without hashes between two others does not hide that these differ.
	third := write(t, dir, "third.jsonl", lm("other", "1"))
	none := write(t, dir, "none.jsonl", lm("", "1"))
	_, err := LMEval([]importer.Model{{Path: good}, {Path: none}, {Path: third}}, Options{})
	refused(t, err, third, `sample 1: item "0" is another document`)
	_, err = LMEval([]importer.Model{{Path: good}, {Name: "m", Path: good}}, Options{})
	refused(t, err, good, "is given twice")
	again := write(t, dir, "again/good.jsonl", lm("h", "1", "0"))
	_, err = LMEval([]importer.Model{{Name: "good", Path: good}, {Path: again}}, Options{})
	refused(t, err, again, `is of model "good", as `+good+` is; name the model of both with setting `+"`model` NAME=FILE, alike if")
}

func refused(t *testing.T, err error, path, want string) {
	t.Helper()
	var te *table.Error
	switch {
	case err == nil:
		t.Errorf("got no error, want %q", want)
	case !errors.As(err, &te) || !strings.HasPrefix(err.Error(), path+": "+want) || strings.Contains(err.Error(), "\n"):
		t.Errorf("got error %q, want %q", err, path+": "+want)
	}
}

func TestInspect(t *testing.T) {
	c, d := importer.Model{Path: "testdata/made-by-hand-c.json"}, importer.Model{Path: "testdata/made-by-hand-d.json"}
	got, notes, err := parts(Inspect([]importer.Model{c}, Options{Metric: "match", Cluster: "metadata.passage.id"}))
	if err != nil || len(notes) > 0 {
		t.Fatalf("error %v, notes %q", err, notes)
	}
	equal(t, "match", got, []Score{{"", "1", "made/c", "", "1", "0", 1}, {"", "2", "made/c", "", "1", "1", 0},
		{"", "3", "made/c", "", "1", "1", 0.5}, {"", "four", "made/c", "", "1", "four", 0},
		{"", "1", "made/c", "", "2", "0", 1}, {"", "2", "made/c", "", "2", "1", 1},
		{"", "3", "made/c", "", "2", "1", 0}, {"", "four", "made/c", "", "2", "four", 1}})

	got, _, err = parts(Inspect([]importer.Model{c}, Options{Score: "judge.grounded"}))
	if err != nil || len(got) != 8 || got[0].Score != 1 {
		t.Errorf("judge.grounded: got %v, error %v, want 8 scores of 1", got, err)
	}

	// The sample that ended in an error is left out, with a note.
	got, notes, err = parts(Inspect([]importer.Model{c, d}, Options{Metric: "match"}))
	if err != nil || len(got) != 15 {
		t.Errorf("a sample without a score: %d scores, error %v, want 15", len(got), err)
	}
	want := d.Path + `: 1 of 8 samples have no score and are left out, the first is item "2" (it ended in an error, ` +
		"made-by-hand timeout)"
	if !slices.Equal(notes, []string{want}) {
		t.Errorf("notes %q, want %q", notes, want)
	}

	// Logs make runs, and epochs draws.
	other := importer.Model{Name: "m", Path: write(t, t.TempDir(), "c.json", inspectLog("success",
		`{"id": 1, "epoch": 1, "scores": {"match": {"value": "C"}}}`))}
	got, _, err = parts(Inspect([]importer.Model{{Name: "m", Path: c.Path}, other}, Options{Metric: "match"}))
	if err != nil || len(got) != 9 {
		t.Fatalf("two logs: %d scores, error %v, want 9", len(got), err)
	}
	if runs := fmt.Sprint(got[7].Run, got[7].Draw, " ", got[8].Run, got[8].Draw); runs != "12 21" {
		t.Errorf("two logs: runs and draws %s at the end, want 12 21", runs)
	}
}

func inspectLog(status, samples string) string {
	return `{"status": "` + status + `", "samples": [` + "\n" + samples + "\n" + `],
"results": {"scores": [{"name": "match"}]}, "eval": {"model": "x/y", "task": "made_by_hand"}}`
}

func TestInspectStatus(t *testing.T) {
	path := write(t, t.TempDir(), "a.json", inspectLog("cancelled", `{"id": "i", "scores": {"s": {"value": 0.3}}}`))
	got, notes, err := parts(Inspect([]importer.Model{{Path: path}}, Options{Score: "s"}))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "a log that ended early", got, []Score{{"", "i", "x/y", "", "", "", 0.3}})
	bare := write(t, t.TempDir(), "b.json", strings.Replace(inspectLog("", `{"id": 1, "scores": {"s": {"value": 1}}}`),
		`"status": "", `, "", 1))
	if _, none, err := parts(Inspect([]importer.Model{{Path: bare}}, Options{Score: "s"})); err != nil || len(none) > 0 {
		t.Errorf("no status: notes %q, error %v", none, err)
	}
	if len(notes) != 1 || !strings.Contains(notes[0], "the evaluation has the status cancelled, and may lack samples") {
		t.Errorf("notes %q", notes)
	}
}

func TestInspectRefuses(t *testing.T) {
	const json = "is not a log of Inspect, .eval or JSON "
	two := `{"id": 1, "scores": {"a": {"value": "C"}}}`
	for _, c := range []struct {
		text string
		opt  Options
		want string
	}{
		{"", Options{}, json + "(EOF); is the file whole?"},
		{"PK\x03\x04", Options{}, json + "(zip: not a valid zip file)"},
		{"[]", Options{}, json + "(there is no object)"},
		{`{"status": "success"}`, Options{}, json + "(it has no eval.model)"},
		{`{"eval": {"model": "m"}, "samples": null}`, Options{}, "has no samples; run inspect eval with --log-samples"},
		{inspectLog("success", two+",\n"+two), Options{}, `sample 2: item "1" has a score already (sample 1)`},
		{inspectLog("success", two+",\n"+two[:20]), Options{}, json + "(sample 2: invalid character ']'"},
		{inspectLog("success", two)[:60], Options{}, json + "(sample 1: unexpected EOF)"},
		{strings.TrimSuffix(inspectLog("success", two), "}"), Options{}, json + "(EOF)"},
		{inspectLog("success", `{"id": 1, "scores": {"a": {"value": "maybe"}}}`), Options{Metric: "a"},
			`sample 1: a is "maybe", which is not the score of an item, and no other metric is one`},
		{inspectLog("success", `{"id": 1, "scores": {"a": {"value": null}, "b": {"value": 1}}}`), Options{Metric: "a"},
			`no sample has a score; the first is item "1" (it has no score)`},
		{inspectLog("success", `{"id": 1, "scores": null}`), Options{},
			`no sample has a score; the first is item "1" (it has no score)`},
		{inspectLog("success", `{"id": {}, "scores": null}`), Options{}, "sample 1: field id is {}, not a text or a number"},
	} {
		path := write(t, t.TempDir(), "bad.json", c.text)
		_, err := Inspect([]importer.Model{{Path: path}}, c.opt)
		refused(t, err, path, c.want)
	}
}
