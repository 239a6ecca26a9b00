package evallog

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"

	"github.com/block-regularized/bcv/pkg/cmd/bcv/importer"
)

// archive returns a ZIP archive of entries, name and text in turn.
func archive(t *testing.T, method uint16, entries ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(zstd.ZipMethodWinZip, zstd.ZipCompressor())
	for i := 0; i < len(entries); i += 2 {
		w, err := z.CreateHeader(&zip.FileHeader{Name: entries[i], Method: method})
		if err == nil {
			_, err = io.WriteString(w, entries[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const (
	header = `{"version": 2, "status": "success", "eval": {"model": "x/y", "task": "t"}, "results": {"nan": NaN}}`
	entry  = `{"id": %d, "epoch": %d, "input": "q%[1]d", "target": "a", "scores": {"match": {"value": %[3]s}}}`
)

func entryOf(id, epoch int, value string) string { return fmt.Sprintf(entry, id, epoch, value) }

// Logs .eval have entries that are deflated or packed with zstd, and may be packed or piped as a whole.
func TestArchives(t *testing.T) {
	dir := t.TempDir()
	for _, method := range []uint16{zip.Store, zip.Deflate, zstd.ZipMethodWinZip} {
		text := archive(t, method, "_journal/start.json", `{"eval": {"model": "x/y", "task": "t"}}`,
			"samples/1_epoch_1.json", entryOf(1, 1, `"I"`), "samples/a/b_epoch_1.json", entryOf(2, 1, "NaN"),
			"samples/3_epoch_1/sample.json", entryOf(3, 1, `"P"`), "samples/3_epoch_1/events/0.json", `[{"id": 9}]`,
			"samples/1_epoch_1.json", entryOf(1, 1, `"C"`), // the last one of a name counts
			"summaries.json", `[{"id": 7}]`, "reductions.json", "[]", "header.json", header)
		path := write(t, dir, fmt.Sprintf("%d.eval", method), text)
		got, notes, err := parts(Inspect([]importer.Model{{Path: path}}, Options{}))
		if err != nil {
			t.Errorf("method %d: %v", method, err)
		}
		equal(t, fmt.Sprint("method ", method), got, []Score{
			{"", "1", "x/y", "", "", "", 1}, {"", "3", "x/y", "", "", "", 0.5},
		})
		want := path + `: 1 of 3 samples have no score and are left out, the first is item "2" (it has no score)`
		if !slices.Equal(notes, []string{want}) {
			t.Errorf("method %d: notes %q", method, notes)
		}
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, err = io.WriteString(w, text)
		if err := errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		again, err := Inspect([]importer.Model{{Path: write(t, dir, "packed", packed.String())}}, Options{})
		if err != nil {
			t.Errorf("method %d, packed: %v", method, err)
		}
		equal(t, "packed", again.Scores, got)
	}
	// Without header.json the evaluation did not end.
	path := write(t, dir, "started.eval", archive(t, zip.Deflate, "_journal/start.json",
		`{"eval": {"model": "x/y", "task": "t"}}`, "samples/1_epoch_1.json", entryOf(1, 1, `"C"`)))
	_, notes, err := parts(Inspect([]importer.Model{{Path: path}}, Options{}))
	if want := path + ": the evaluation has the status started, and may lack samples"; err != nil ||
		!slices.Equal(notes, []string{want}) {
		t.Errorf("error %v, notes %q, want %q", err, notes, want)
	}
}

func TestArchivesRefuse(t *testing.T) {
	const eval = "is not a log of Inspect, .eval or JSON "
	damaged := []byte(archive(t, zip.Store, "header.json", header, "samples/1_epoch_1.json", entryOf(1, 1, `"C"`)))
	damaged[bytes.LastIndex(damaged, []byte(`"C"`))+1] = 'I'
	unknown := []byte(archive(t, zip.Store, "header.json", header))
	for _, record := range []string{"PK\x03\x04", "PK\x01\x02"} { // the method is in both headers
		at := bytes.Index(unknown, []byte(record)) + 8
		if record[2] == 1 {
			at += 2
		}
		unknown[at] = 99
	}
	for _, c := range []struct{ text, want string }{
		{archive(t, zip.Deflate, "samples/1_epoch_1.json", entryOf(1, 1, `"C"`)), eval + "(it has no header.json)"},
		{archive(t, zip.Deflate, "header.json", header), "has no samples"},
		{archive(t, zip.Deflate, "header.json", header, "samples/1_epoch_1.json", `{"id": 1`),
			eval + "(samples/1_epoch_1.json: sample 1: unexpected EOF)"},
		{archive(t, zip.Deflate, "header.json", header+"{}"), eval + "(header.json: there is more after its end)"},
		{archive(t, zip.Deflate, "header.json", header, "samples/1_epoch_1.json", entryOf(1, 1, `"maybe"`)),
			`sample 1: none of the metrics (match) is the score of one item`},
		{string(damaged), eval + "(samples/1_epoch_1.json: zip: checksum error)"},
		{string(unknown), eval + "(header.json: zip: unsupported compression algorithm)"},
	} {
		path := write(t, t.TempDir(), "bad.eval", c.text)
		_, err := Inspect([]importer.Model{{Path: path}}, Options{})
		refused(t, err, path, c.want)
	}
}

// However the text is cut into pieces, constants outside of texts become null.
func TestFinite(t *testing.T) {
	const in = `{"NaN \" Infinity": [NaN,-Infinity , Infinity, -1, "\\", NaN], "-Infinity": NaN}`
	const want = `{"NaN \" Infinity": [null,null , null, -1, "\\", null], "-Infinity": null}`
	for _, r := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in)),
		iotest.HalfReader(strings.NewReader(in))} {
		for _, out := range []io.Reader{finite(r), iotest.OneByteReader(finite(strings.NewReader(in)))} {
			if got, err := io.ReadAll(out); err != nil || string(got) != want {
				t.Errorf("got %s (%v), want %s", got, err, want)
			}
		}
	}
	for _, same := range []string{"Na", "-Infinit", "I", "-", "None"} {
		if got, err := io.ReadAll(finite(strings.NewReader(same))); err != nil || string(got) != same {
			t.Errorf("got %s (%v), want %s", got, err, same)
		}
	}
}
