package results

import (
	"bytes"
	"compress/gzip"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// compared is a comparison as it was printed when the files of testdata/files were written, by the
// version before this package.
type compared struct {
	File     string  `dataframe:"file"` // positive.csv is predictions.csv, with class b
	Task     string  `dataframe:"task"`
	Metric   string  `dataframe:"metric"`
	ModelA   string  `dataframe:"model_a"`
	ModelB   string  `dataframe:"model_b"`
	A        float64 `dataframe:"a"`
	B        float64 `dataframe:"b"`
	Estimate float64 `dataframe:"estimate"`
	Set      string  `dataframe:"set"`
}

// readOld reads a file as the comparison of the time did.
func readOld(t *testing.T, file string) []Results {
	t.Helper()
	opt := ReadOptions{}
	switch file {
	case "positive.csv":
		file, opt.Positive = "predictions.csv", "b"
	case "metric-losses.csv":
		opt.Metric = metric.Metric{Name: "fpa", HigherIsBetter: true}
	}
	all, err := Read([]string{filepath.Join("testdata/files", file)}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Files that were written before are read to the same numbers, to the last bit.
func TestFilesOfBefore(t *testing.T) {
	want, _, err := table.ReadFile[compared]("testdata/files/want.csv")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, w := range want {
		seen[w.File] = true
		found := false
		for _, r := range readOld(t, w.File) {
			if r.Key.Task != w.Task {
				continue
			}
			found = true
			a, errA := r.Model(w.ModelA)
			b, errB := r.Model(w.ModelB)
			i, err := r.Metric(w.Metric)
			if errA != nil || errB != nil || err != nil {
				t.Fatal(errA, errB, err)
			}
			d, err := r.Pair(a, b, i)
			if err != nil {
				t.Errorf("%+v: %v", w, err)
				continue
			}
			gotA, gotB, ok := d.Losses() // which were summed in other orders
			if !ok || math.Abs(gotA-w.A) > 1e-15 || math.Abs(gotB-w.B) > 1e-15 {
				t.Errorf("%+v: %v and %v", w, gotA, gotB)
			}
			if d.Mean() != w.Estimate {
				t.Errorf("%+v: difference %v", w, d.Mean())
			}
			if got := r.Design.ID.String(); r.Design.Named() != (w.Set != "") || w.Set != "" && got != w.Set {
				t.Errorf("%+v: set %s", w, got)
			}
		}
		if !found {
			t.Errorf("no results for %+v", w)
		}
	}
	if len(seen) != 12 {
		t.Errorf("%d files, want 12", len(seen))
	}
}

func TestSplitsOfBefore(t *testing.T) {
	for file, want := range map[string]string{"folds.csv": "bcv:3:15833c826dea9cb9",
		"folds-kfold.csv": "kfold:1:0c12edfdbb6879aa"} {
		s, err := ReadSplits("testdata/files/" + file)
		if err != nil || s.Set.ID().String() != want {
			t.Errorf("%s: %v, %v, want %s", file, s.Set.ID(), err, want)
		}
	}
}

var sameItems = cmp.Options{cmp.AllowUnexported(Grid[float64]{}), cmpopts.EquateNaNs(),
	cmpopts.IgnoreFields(Results{}, "Units"),
	cmpopts.IgnoreFields(Results{}, "Valid")}

// What is written in a form has the same bytes as the files of before, and is read to the same
// results in the long form.
func TestWrite(t *testing.T) {
	for file, form := range map[string]Form{"losses.csv": Losses, "kfold-losses.csv": Losses,
		"import-losses.csv": Losses,
		"confusion.csv":     Confusion, "kfold-confusion.csv": Confusion, "text-counts.csv": Chunks,
		"import-counts.csv": Chunks,
		"predictions.csv":   Predictions, "pairs.csv": Predictions} {
		all := readOld(t, file)
		want, err := os.ReadFile(filepath.Join("testdata/files", file))
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if err := Write(&got, form, all...); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
		got.Reset()
		if err := Write(&got, Long, all...); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		again, err := Parse(file, &got, ReadOptions{})
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		opts := append(sameItems, cmpopts.IgnoreFields(Design{}, "Records"))
		if diff := cmp.Diff(all, again, opts); diff != "" {
			t.Errorf("%s in the long form (-want +got):\n%s", file, diff)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	losses, counts, predictions := readOld(t, "losses.csv"), readOld(t, "confusion.csv"), readOld(t, "predictions.csv")
	other := readOld(t, "metric-losses.csv")
	named := []Results{losses[0]}
	named[0].Models = []string{"truth", "b", "c"}
	for _, c := range []struct {
		form Form
		all  []Results
		want string
	}{
		{Long, nil, "nothing to write"},
		{Predictions, losses, "these results have no predictions"},
		{Predictions, append(readOld(t, "pairs.csv"), predictions...), "predictions of different models"},
		{Chunks, losses, "these results have no counts"},
		{Losses, counts, "these results have another form"},
		{Form(9), losses, "these results have another form"},
		{Losses, append(other, losses...), "different metrics; write them in the long form"},
		{Losses, named, "a model cannot be called truth"},
	} {
		if err := Write(&bytes.Buffer{}, c.form, c.all...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("form %d: %v, want %q", c.form, err, c.want)
		}
	}
}

// Columns of data sets and tasks are written if one of the results has them.
func TestWriteDatasets(t *testing.T) {
	text := "set,dataset,task,model,replication,fold,metric,value\n" +
		setX + ",iris,,a,1,1,loss,0.5\n" + setX + ",iris,,a,1,2,loss,0.25\n" +
		",wine,x,a,1,1,loss,1\n,wine,x,a,1,2,loss,\n"
	all, err := Parse("l.csv", strings.NewReader(text), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := Write(&got, Long, all...); err != nil || got.String() != text {
		t.Errorf("%v: got\n%s\nwant\n%s", err, got.String(), text)
	}
}

// Files may be packed.
func TestPackedFile(t *testing.T) {
	text, err := os.ReadFile("testdata/files/losses.csv")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "losses.csv.gz")
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write(text)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, packed.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	all, err := Read([]string{path}, ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(readOld(t, "losses.csv"), all); diff != "" {
		t.Errorf("packed (-want +got):\n%s", diff)
	}
}

// Error rates stand in the column loss, sizes if both are known, and true negatives if the records are.
func TestWriteColumns(t *testing.T) {
	set, err := cv.New(cv.KFold, 4, cv.Options{K: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := New(set, metric.ErrorRate)
	for _, f := range set.Folds() {
		if err := r.Add(f, "a", 0.5); err != nil {
			t.Fatal(err)
		}
	}
	counts := New(set)
	counts.SetCounts([]string{"a"}, Grid[posterior.Counts]{1, 2, []posterior.Counts{{TP: 1}, {TP: 1}}})
	unknown := *counts
	unknown.Valid = nil
	noValid := *r
	noValid.Valid = nil
	for _, c := range []struct {
		form Form
		all  []Results
		want string
	}{
		{Losses, []Results{*r}, "model,replication,fold,loss,n_train,n_valid,set\na,1,1,0.5,2,2,"},
		{Losses, []Results{noValid}, "model,replication,fold,loss,set\na,1,1,0.5,"},
		{Long, []Results{*r}, "set,model,replication,fold,metric,value,n_train,n_valid\nkfold:"},
		{Confusion, []Results{*counts}, "model,replication,fold,tp,fp,fn,tn,set\na,1,1,1,0,0,1,kfold:"},
		{Confusion, []Results{unknown, *counts}, "model,replication,fold,tp,fp,fn,set\na,1,1,1,0,0,kfold:"},
		{Confusion, []Results{*counts, unknown}, "model,replication,fold,tp,fp,fn,set\na,1,1,1,0,0,kfold:"},
		{Chunks, []Results{*counts}, "model,replication,fold,gold,predicted,correct,set\na,1,1,1,1,1,kfold:"},
	} {
		var got bytes.Buffer
		if err := Write(&got, c.form, c.all...); err != nil || !strings.HasPrefix(got.String(), c.want) {
			t.Errorf("form %d: got %q (%v), want %q", c.form, got.String(), err, c.want)
		}
	}
}
