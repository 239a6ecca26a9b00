package sim

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/block-regularized/bcv/pkg/research/internal/arithmetic"
)

// written runs e into a file whose shards are not merged, and returns its text.
func written(t *testing.T, e Experiment[state, []float64], file string) []byte {
	t.Helper()
	head, err := header[state](e.Plan)
	if err != nil {
		t.Fatal(err)
	}
	text := bytes.NewBuffer(head)
	for k := range e.Plan.Shards {
		_, result, err := e.one(context.Background(), e.worker(), k)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(encode(k, 1, result))
	}
	put(t, file, text.Bytes())
	return text.Bytes()
}

func put(t *testing.T, file string, text []byte) {
	t.Helper()
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// Files of other experiments and damaged files are refused, and left alone.
func TestCheckpointRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "checkpoint")
	e := walk(8, 0)
	text := string(written(t, e, file))
	change := func(f func(*Plan)) Experiment[state, []float64] {
		other := walk(8, 0)
		f(&other.Plan)
		return other
	}
	lines := strings.SplitAfter(text, "\n")
	twice := encode(4, 3, []byte("{}"))
	for _, c := range []struct {
		e    Experiment[state, []float64]
		text string
		want string
	}{
		{change(func(p *Plan) { p.Name = "run" }), text, `belongs to another experiment: its name is "walk", not "run"; name another file`},
		{change(func(p *Plan) { p.Seed, p.Shards = 8, 9 }), text, "its seed is 7, not 8; its shards is 8, not 9; name"},
		{change(func(p *Plan) { p.Version = 2 }), text, "its version is 1, not 2; name"},
		{change(func(p *Plan) { p.Config = map[string]any{"steps": 9, "law": "normal"} }), text, `its config law is absent, not "normal"; its config steps is 20, not 9; name`},
		{change(func(p *Plan) { p.Config = []int{3} }), text, `its config is {"steps":20}, not [3]; name`},
		{e, reseal(lines[0], arithmetic.Kind(), "pdp11") + lines[1], `its results are of another kind of machine, whose last digits can differ: its arithmetic is "pdp11", not "` + arithmetic.Kind() + `"; go on there, or name`},
		{e, reseal(lines[0], "layout", "stuff") + lines[1], "its results have other fields; name"},
		{e, "model,loss\n", "no checkpoint file"},
		{e, strings.Replace(text, mark, "bcv simulation 1 ", 1), "no checkpoint file of this version"},
		{e, "", "no checkpoint file"},
		{e, strings.Replace(text, `"seed":7`, `"seed":8`, 1), "its first line is damaged; delete the file"},
		{e, lines[0][:len(lines[0])-9], "its first line is damaged; delete the file"},
		{e, strings.Replace(text, `"M":{"N":20`, `"M":{"N":21`, 1), "line 2 is damaged: its checksum is wrong; keep the lines before it (head -n 1)"},
		{e, lines[0] + lines[1] + "\n" + lines[2], "line 3 is damaged: its checksum is wrong; keep the lines before it (head -n 2)"},
		{e, lines[0] + string(twice), "line 2 is damaged: there are no 3 shards from 4 on"},
		{walk(1, 0), strings.SplitAfter(string(written(t, walk(1, 0), file)), "\n")[0] + lines[2], "there are no 1 shards from 1 on"},
	} {
		put(t, file, []byte(c.text))
		_, err := c.e.Run(context.Background(), Options{Checkpoint: file})
		var ce *CheckpointError
		if !errors.As(err, &ce) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
		if after, _ := os.ReadFile(file); string(after) != c.text {
			t.Errorf("%s: the file was changed", c.want)
		}
		if _, err := c.e.Collect(file); !errors.As(err, &ce) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("collecting: error %v, want %q", err, c.want)
		}
	}
	if _, err := e.Run(context.Background(), Options{Checkpoint: filepath.Join(file, "x")}); err == nil {
		t.Error("a file within a file")
	}
}

// reseal changes the JSON of a first line, with a right checksum.
func reseal(line, old, now string) string {
	text := strings.Replace(line[len(mark)+9:], old, now, 1)
	return fmt.Sprintf("%s%08x %s", mark, crc32.ChecksumIEEE([]byte(strings.TrimSuffix(text, "\n"))), text)
}

// A torn last line is a shard that was in flight: it is run again, and the
// report says so. At the end the file holds merged results.
func TestCheckpointTorn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "checkpoint")
	e := walk(8, 0)
	want := mustRun(t, e, Options{})
	text := written(t, e, file)
	last := len(text) - bytes.LastIndexByte(text[:len(text)-1], '\n') - 1
	for _, cut := range []int{0, 1, 20, 300, last - 1, last} {
		put(t, file, text[:len(text)-cut])
		var report Report
		if diff := cmp.Diff(want, mustRun(t, e, Options{Checkpoint: file, Report: &report})); diff != "" {
			t.Errorf("%d bytes cut off: %s", cut, diff)
		}
		torn := last - cut
		if cut == 0 {
			torn = 0
		}
		if report.Torn != int64(torn) || report.Resumed != 8-min(cut, 1) {
			t.Errorf("%d bytes cut off: report %+v", cut, report)
		}
		merged, _ := os.ReadFile(file)
		if lines := bytes.Count(merged, []byte("\n")); lines != 2 {
			t.Errorf("%d bytes cut off: the file was left with %d lines", cut, lines)
		}
	}
}

// What follows a torn line in the file is whole, even if the run is killed again
// before the file is merged.
func TestCheckpointAfterTorn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "checkpoint")
	e := walk(8, 0)
	text := written(t, e, file)
	put(t, file, text[:len(text)-100])
	head, err := header[state](e.Plan)
	if err != nil {
		t.Fatal(err)
	}
	c, err := openCheckpoint(file, head, 0, newTree(8, e.Merge))
	if err != nil {
		t.Fatal(err)
	}
	defer c.unlock()
	_, result, err := e.one(context.Background(), e.worker(), 7)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.append(encode(7, 1, result)); err != nil {
		t.Fatal(err)
	}
	if after, _ := os.ReadFile(file); !bytes.Equal(after, text) {
		t.Errorf("the file has %d bytes, want the %d of one that was not torn", len(after), len(text))
	}
	if err := c.file.Close(); err != nil {
		t.Fatal(err)
	}
}

// A file that has become long is replaced by one with merged results, while the
// run goes on.
func TestCheckpointStaysSmall(t *testing.T) {
	file := filepath.Join(t.TempDir(), "checkpoint")
	e := walk(100, 0)
	largest := int64(0)
	mustRun(t, e, Options{Workers: 2, Checkpoint: file, Every: time.Nanosecond, Progress: func(int, int) {
		if info, err := os.Stat(file); err == nil {
			largest = max(largest, info.Size())
		}
	}})
	line := int64(len(written(t, walk(1, 0), file)))
	if most := 2*10*line + slack + line; largest > most || largest < slack {
		t.Errorf("up to %d bytes, want at most %d; a shard takes %d", largest, most, line)
	}
}

// The old file is not touched while the new one is written: who has it open
// reads it to its end.
func TestCheckpointReplacedWhole(t *testing.T) {
	file := filepath.Join(t.TempDir(), "checkpoint")
	e := walk(8, 0)
	text := written(t, e, file)
	head, err := header[state](e.Plan)
	if err != nil {
		t.Fatal(err)
	}
	tr := newTree(8, e.Merge)
	c, err := openCheckpoint(file, head, 0, tr)
	if err != nil {
		t.Fatal(err)
	}
	old, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	if err := c.close(tr, true); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(old); err != nil || !bytes.Equal(got, text) {
		t.Errorf("the old file has %d bytes, had %d; %v", len(got), len(text), err)
	}
	if now, _ := os.ReadFile(file); bytes.Count(now, []byte("\n")) != 2 {
		t.Errorf("the new file has %d lines", bytes.Count(now, []byte("\n")))
	}
}

// Two processes cannot use one file; a lock that a dead process left does not
// matter, and none is left by a live one.
func TestCheckpointLock(t *testing.T) {
	file := filepath.Join(t.TempDir(), "checkpoint")
	e := walk(3, 0)
	head, err := header[state](e.Plan)
	if err != nil {
		t.Fatal(err)
	}
	put(t, file+".lock", nil)
	tr := newTree(3, e.Merge)
	c, err := openCheckpoint(file, head, 0, tr)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Run(context.Background(), Options{Checkpoint: file}); err == nil || !strings.Contains(err.Error(), "another process is using it") {
		t.Errorf("a file in use: %v", err)
	}
	if err := c.close(tr, true); err != nil {
		t.Fatal(err)
	}
	mustRun(t, e, Options{Checkpoint: file})
	if left, _ := os.ReadDir(filepath.Dir(file)); len(left) != 1 {
		t.Errorf("%v are left, want one file", left)
	}
}

// A file that cannot be written stops the run.
func TestCheckpointBroken(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "checkpoint")
	e := walk(50, time.Millisecond)
	_, err := e.Run(context.Background(), Options{Workers: 2, Checkpoint: file, Every: time.Nanosecond, Progress: func(done, _ int) {
		if done == 3 {
			os.RemoveAll(dir)
		}
	}})
	var ce *CheckpointError
	if !errors.As(err, &ce) || ce.Path != file {
		t.Errorf("error %v", err)
	}
}
