package fold

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/table"
)

const twoFolds = "model,replication,fold,loss\nknn,1,1,0.25\nknn,1,2,0.5\nsvm,1,1,0.125\nsvm,1,2,0.75\n"

func parseLosses(t *testing.T, text string) Losses {
	t.Helper()
	l, err := ParseLosses("l.csv", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestParseLosses(t *testing.T) {
	l := parseLosses(t, twoFolds)
	d := l.Differences
	if l.A != "knn" || l.B != "svm" || d.Replications() != 1 || d.Folds() != 2 || d.At(0, 0) != -0.125 || d.At(0, 1) != 0.25 || l.Note != "" {
		t.Errorf("%+v", l)
	}
	// The order of rows is that of models alone.
	lines := strings.Split(strings.TrimSpace(twoFolds), "\n")
	rows := lines[2:]
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	if shuffled := parseLosses(t, strings.Join(lines, "\n")); fmt.Sprint(shuffled) != fmt.Sprint(l) {
		t.Errorf("shuffled %+v, want %+v", shuffled, l)
	}
}

func TestLossesWithSizes(t *testing.T) {
	text := "model,replication,fold,loss,n_train,n_valid\n"
	for _, model := range []string{"a", "b"} {
		for j := range 3 {
			text += fmt.Sprintf("%s,%d,1,%d,80,20\n", model, j+1, len(model)*j*(j+1))
		}
	}
	text = strings.Replace(text, "b,2,1,2,", "b,2,1,5,", 1)
	l := parseLosses(t, text)
	if _, err := infer.Run("corrected-resampled-t", l.Differences, infer.Options{}); err != nil || l.Note != "" {
		t.Errorf("%v, note %q", err, l.Note)
	}
	// Without the sizes that test cannot be made.
	if _, err := infer.Run("corrected-resampled-t", parseLosses(t, twoFolds).Differences, infer.Options{}); err == nil {
		t.Error("no sizes, no error")
	}
}

func TestLossesNote(t *testing.T) {
	good := "model,replication,fold,loss,n_train,n_valid\na,1,1,0,50,51\na,1,2,1,51,50\nb,1,1,0,50,51\nb,1,2,0,51,50\n"
	if l := parseLosses(t, good); l.Note != "" {
		t.Errorf("note %q", l.Note)
	}
	l := parseLosses(t, strings.NewReplacer("50,51", "80,20", "51,50", "80,20").Replace(good))
	if !strings.Contains(l.Note, "validate 40 records in all, but a fold has 100") {
		t.Errorf("note %q", l.Note)
	}
}

func TestLossesRefuse(t *testing.T) {
	const head = "model,replication,fold,loss\n"
	const sizes = "model,replication,fold,loss,n_train,n_valid\n"
	for _, c := range []struct{ text, want string }{
		{head + "a,1,1,0.5\n", "l.csv: column model: only \"a\"; give the losses of two models"},
		{head + "a,1,1,0.5\nb,1,1,1\nc,1,1,1\n", "l.csv: row 4, column model: \"c\" is a third model beside \"a\" and \"b\"; keep the rows of two"},
		{head + "a,1,1,0.5\na,1,1,0.4\n", "l.csv: row 3, column fold: model \"a\" has replication 1 fold 1 twice; give each fold once"},
		{head + ",1,1,0.5\n", "l.csv: row 2, column model: the model has no name; name both models"},
		{head + "a,0,1,0.5\n", "l.csv: row 2, column replication: 0; replications are numbered from 1"},
		{head + "a,1,0,0.5\n", "l.csv: row 2, column fold: 0; folds are numbered from 1"},
		{head + "a,1,1,NaN\n", "l.csv: row 2, column loss: \"NaN\" is not a finite number; give a finite number"},
		{head + "a,1,1,\n", "l.csv: row 2, column loss: is empty; give a number"},
		{head + "a,1,1,1\nb,1,1,1e200\n", "l.csv: column loss: infer: loss of B in replication 1, fold 1 is 1e+200; give finite losses of a usual size"},
		{head + "a,1,1,1\na,1,2,1\nb,1,1,1\n", "l.csv: row 3, column fold: model \"b\" has no replication 1 fold 2"},
		{head + "a,1,1,1\na,1,3,1\nb,1,1,1\nb,1,3,1\n", "l.csv: row 3, column fold: model \"a\" has no replication 1 fold 2"},
		{head + "a,2,1,1\nb,2,1,1\n", "l.csv: row 2, column fold: model \"a\" has no replication 1 fold 1"},
		{head + "a,1,1,1\na,1,2,1\na,2,1,1\nb,1,1,1\nb,1,2,1\nb,2,1,1\n", "l.csv: row 4, column fold: replication 2 has no fold 2, but others have"},
		{head + "a,1,1,1\na,9007199254740992,1,1\nb,1,1,1\nb,9007199254740992,1,1\n", "has no replication 9007199254740991 fold 1"},
		{head + "a,1,1,1\na,1,9007199254740992,1\nb,1,1,1\nb,1,9007199254740992,1\n", "has no replication 1 fold 9007199254740991"},
		{sizes + "a,1,1,1,0,5\n", "l.csv: row 2, column n_train: no training records"},
		{sizes + "a,1,1,1,5,0\n", "l.csv: row 2, column n_valid: no validation records"},
		{sizes + "a,1,1,1,5,5\nb,1,1,1,6,4\n", "l.csv: row 3: model \"b\" has 6 training and 4 validation records in replication 1 fold 1, \"a\" has 5 and 5; run both on the same partition set"},
		{"model,replication,fold\na,1,1\n", "l.csv: row 1: column loss is missing; add it"},
		{head, "l.csv: has a header but no rows"},
	} {
		if strconv.IntSize == 32 && strings.Contains(c.text, "9007199254740992") {
			continue // refused as too large
		}
		_, err := ParseLosses("l.csv", strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q:\n%v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestWithHalves(t *testing.T) {
	text := "model,replication,fold,loss\na,1,1,0\na,2,1,0\nb,1,1,0.5\nb,2,1,0.25\n"
	l := parseLosses(t, text)
	halves := "model,replication,fold,loss\na,1,1,0\na,1,2,0\nb,1,1,0.5\nb,1,2,0.25\n"
	var results []infer.Result
	// Halves whose first model is B say the same.
	for _, h := range []string{halves, "model,replication,fold,loss\nb,1,1,0.5\nb,1,2,0.25\na,1,1,0\na,1,2,0\n"} {
		with, err := l.WithHalves(parseLosses(t, h))
		if err != nil {
			t.Fatal(err)
		}
		r, err := infer.ConservativeZ(with.Differences, infer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
	}
	if fmt.Sprint(results[0]) != fmt.Sprint(results[1]) || results[0].Estimate != 0.375 {
		t.Errorf("%+v", results)
	}
	for _, bad := range []string{text, strings.ReplaceAll(halves, "b,", "c,")} {
		if _, err := l.WithHalves(parseLosses(t, bad)); err == nil {
			t.Errorf("halves %q", bad)
		}
	}
}

// Whatever the bytes, the reader answers with differences on which every test gives a
// result without NaN, or with an error of the table in one line.
func FuzzParseLosses(f *testing.F) {
	f.Add(twoFolds)
	f.Add("model,replication,fold,loss,n_train,n_valid\na,1,1,0,5,5\nb,1,1,1,5,5\n")
	f.Add("model,replication,fold,loss\na,1,1,1e-300\nb,1,1,-1e150\na,2,1,1e150\nb,2,1,0\n")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ParseLosses("fuzz.csv", strings.NewReader(text))
		var te *table.Error
		if err != nil {
			if !errors.As(err, &te) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("error %q", err)
			}
			return
		}
		for _, test := range infer.Tests() {
			r, err := test.Run(l.Differences, infer.Options{})
			var misfit *infer.MisfitError
			if err != nil && !errors.As(err, &misfit) {
				t.Fatal(err)
			}
			if err == nil && (!(r.PValue >= 0 && r.PValue <= 1) || r.Statistic != r.Statistic || r.Estimate != r.Estimate || r.HasCI && !(r.CI.Low <= r.CI.High)) {
				t.Fatalf("%+v", r)
			}
		}
	})
}

// rowsOf is a text of the same line n times after others.
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
	text := &rowsOf{head: twoFolds, line: "a model with a name that is rather long such as people give to models,1,1,0.5\n", n: 1_000_000}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	l, err := ParseLosses("long.csv", text, "knn", "svm")
	runtime.ReadMemStats(&after)
	if err != nil || l.A != "knn" || l.Differences.Replications() != 1 {
		t.Fatalf("%+v, %v", l, err)
	}
	if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 32<<20 {
		t.Errorf("%d MiB more for 78 MB of text", grown>>20)
	}
}

// Tables of many records become differences without their records.
func TestDifferencesOfLargeTables(t *testing.T) {
	table := infer.Contingency{N00: 1e8, N01: 2e7, N10: 1e7, N11: 4e8}
	p := Pairs{A: "a", B: "b", Folds: []PairFold{{Replication: 1, Fold: 1, Table: table}, {Replication: 1, Fold: 2, Table: table}}}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	d, err := p.Differences()
	runtime.ReadMemStats(&after)
	if more := after.TotalAlloc - before.TotalAlloc; more > 1<<20 {
		t.Errorf("%d bytes for two tables", more)
	}
	if a, b, ok := d.Losses(); err != nil || !ok || a <= b {
		t.Errorf("%v and %v, %v", a, b, err)
	}
}
