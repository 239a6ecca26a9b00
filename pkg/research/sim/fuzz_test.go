package sim

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/internal/sealed"
)

// Whatever lines a checkpoint file has, also such with right checksums, it is read to its
// end or refused: no panic, and each byte and each shard is counted once.
func FuzzCheckpoint(f *testing.F) {
	e := walk(5, 0)
	head, err := header[state](e.Plan)
	if err != nil {
		f.Fatal(err)
	}
	_, one, err := e.one(context.Background(), e.worker(), 1)
	if err != nil {
		f.Fatal(err)
	}
	small := strings.Replace(string(one), "\n", "", -1)
	if at := strings.Index(small, `"Cov"`); at > 0 && len(small) > 400 {
		small = small[:at] + `"Cov":{}}`
	}
	f.Add([]byte("1 1 "+small+"\n0 1 {}\n"), true)
	f.Add([]byte(`2 2 {"Q":{"Size":3,"Values":[1]},"Runs":{"Parts":[{"N":1}]}}`+"\n4 1 null\n3 1 {"), true)
	f.Add(encode(3, 1, []byte("{}")), false)
	f.Fuzz(func(t *testing.T, text []byte, seals bool) {
		file := bytes.Clone(head)
		if seals {
			for line := range bytes.Lines(text) {
				file = append(file, sealed.Line("", bytes.TrimSuffix(line, []byte("\n")))...)
			}
		} else {
			file = append(file, text...)
		}
		tr := newTree(e.Plan.Shards, e.Merge)
		read, err := readRecords(bytes.NewReader(file), "fuzz", head, tr)
		var ce *CheckpointError
		if err != nil {
			if !errors.As(err, &ce) && !strings.Contains(err.Error(), "panic") || errors.As(err, &ce) && strings.Contains(err.Error(), "\n") {
				t.Fatalf("error %q", err)
			}
			return
		}
		done := 0
		for from, n := range tr.nodes {
			if n.size < 1 || from%n.size != 0 || from+n.size > e.Plan.Shards {
				t.Fatalf("%d shards from %d on", n.size, from)
			}
			done += n.size
		}
		if read.whole+read.torn != int64(len(file)) || done != tr.done || done > e.Plan.Shards {
			t.Fatalf("%+v of %d bytes, %d shards of %d", read, len(file), tr.done, done)
		}
		if tr.missing() < 0 {
			if _, err := tr.result(); err != nil && !strings.Contains(err.Error(), "panic") {
				t.Fatal(err)
			}
		}
	})
}
