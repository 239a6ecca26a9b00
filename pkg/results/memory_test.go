package results

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
)

// rowsOf is a text of the same line n times after a head.
type rowsOf struct {
	head, line string
	n          int
	rest       string
}

func (r *rowsOf) Read(p []byte) (int, error) {
	for r.rest == "" {
		switch {
		case r.head != "":
			r.rest, r.head = r.head, ""
		case r.n > 0:
			k := min(r.n, 1000)
			r.rest, r.n = strings.Repeat(r.line, k), r.n-k
		default:
			return 0, io.EOF
		}
	}
	k := copy(p, r.rest)
	r.rest = r.rest[k:]
	return k, nil
}

// A file of losses may be of any size, and rows of models that nobody asked for take no
// memory.
func TestLossesInLittleMemory(t *testing.T) {
	text := &rowsOf{head: twoFolds, n: 1_000_000,
		line: "a model with a name that is rather long such as people give to models,1,1,0.5\n"}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	all, err := Parse("long.csv", text, ReadOptions{Models: []string{"knn", "svm"}})
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	if d := pair(t, all[0]); d.Replications() != 1 {
		t.Errorf("%d replications, want 1", d.Replications())
	}
	if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 32<<20 {
		t.Errorf("%d MiB more for 78 MB of text", grown>>20)
	}
}

// A row of losses takes about 40 bytes while it is read, and 8 or so when all are in order.
func TestManyRows(t *testing.T) {
	const folds = 100_000
	var b strings.Builder
	b.WriteString("model,replication,fold,loss,n_train,n_valid\n")
	for i := range 2 * folds {
		at := (i * 7919) % folds
		fmt.Fprintf(&b, "%c,%d,%d,%d.5,80,20\n", 'a'+i/folds, at/10+1, at%10+1, at*(i/folds+1))
	}
	text := strings.NewReader(b.String())
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	all, err := Parse("many.csv", text, ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	r := all[0]
	if r.Design.Replications != folds/10 || r.Design.Records != 100 {
		t.Errorf("design %+v", r.Design)
	}
	for at := range folds {
		for m := range 2 {
			if got, want := r.Values[0].Of(m)[at], float64(at*(m+1))+0.5; got != want {
				t.Fatalf("model %d, fold %d: %v, want %v", m, at, got, want)
			}
		}
	}
	if kept := int64(after.HeapAlloc) - int64(before.HeapAlloc); kept > 40*folds {
		t.Errorf("%d bytes per fold of two models, want at most 40", kept/folds)
	}
	refused(t, b.String()+"b,10000,10,1,80,20\n",
		`l.csv: row 200002, column fold: model "b" has replication 10000 fold 10 twice`, ReadOptions{})
}
