package results

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
)

// Any number of models is read; those that are named come in this order.
func TestModelsAreChosen(t *testing.T) {
	text := lossText(setX, setX)
	text += strings.ReplaceAll(strings.Join(strings.SplitAfter(text, "\n")[5:], ""), "svm", "tree")
	if r := parse(t, text); !slices.Equal(r.Models, []string{"knn", "svm", "tree"}) {
		t.Errorf("models %q", r.Models)
	}
	text = strings.Replace(text, "tree,2,2,0.5", "tree,2,2,0.25", 1)
	r := parse(t, text, "tree", "knn")
	if !slices.Equal(r.Models, []string{"tree", "knn"}) {
		t.Errorf("models %q, want tree and knn", r.Models)
	}
	if want := []float64{0.5, 0.5, 0.5, 0.25, 0.5, 0.5, 0.5, 0.5}; !slices.Equal(r.Values[0].Cells, want) {
		t.Errorf("values %v, want %v", r.Values[0].Cells, want)
	}
	refused(t, text, `no model "oak"; the models are "knn", "svm", "tree"`, ReadOptions{Models: []string{"tree",
		"oak"}})
	if _, err := Read([]string{"none"}, ReadOptions{Models: []string{"a", "a"}}); err == nil ||
		!strings.Contains(err.Error(), "name each once") {
		t.Errorf("%v", err)
	}
	// What is wrong with the rows of other models does not matter.
	if r := parse(t, text+"oak,1,1,0.5,5,5,\n", "svm", "knn"); len(r.Models) != 2 {
		t.Errorf("models %q", r.Models)
	}
	refused(t, text+"oak,1,1,0.5,5,5,\n", `model "oak" has no replication 1 fold 2, but the file has replication 1 `+
		`fold 2; give all models all folds`, ReadOptions{})
}

// Results may lie in a file for each model; errors name the file.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	lines := strings.SplitAfter(lossText(setX, setY), "\n")
	a, b := write("knn.csv", strings.Join(lines[:5], "")), write("svm.csv", lines[0]+strings.Join(lines[5:], ""))
	_, err := Read([]string{a, b}, ReadOptions{})
	if err == nil || !strings.Contains(err.Error(), "svm.csv: row 2, column set:") || !strings.Contains(err.Error(),
		"knn.csv, row 2)") {
		t.Errorf("%v", err)
	}
	same := write("same.csv", strings.ReplaceAll(lines[0]+strings.Join(lines[5:], ""), setY, setX))
	all, err := Read([]string{a, same}, ReadOptions{})
	if err != nil || !slices.Equal(all[0].Models, []string{"knn", "svm"}) || all[0].Design.Records != 10 {
		t.Errorf("%+v, %v", all, err)
	}
	counts := write("counts.csv", "model,replication,fold,tp,fp,fn\na,1,1,1,1,1\n")
	chunks := write("chunks.csv", "model,replication,fold,gold,predicted,correct\na,1,1,1,1,1\n")
	for _, c := range []struct {
		paths []string
		want  string
	}{
		{nil, "no file; name one or more CSV files"},
		{[]string{a, a}, "knn.csv: stands twice among the files; name it once"},
		{[]string{a, dir + "/none.csv"}, "none.csv: no such file"},
		{[]string{a, counts}, "counts.csv: holds counts, but " + a + " holds losses; compare results of one kind"},
		{[]string{counts, chunks},
			"chunks.csv: counts chunks, " + counts + " does not; give all files the same columns"},
		{[]string{write("empty.csv", "\n")}, "empty.csv: is empty; give losses, counts or predictions on the folds"},
		{[]string{write("semicolons.csv", "model;loss\na;1\n")}, "no column says what a row is; say it (setting `rows` folds"},
		{[]string{write("upper.csv", "Model,Loss\na,1\n")},
			"upper.csv: no column says what a row is"},
		{[]string{write("other.csv", "x,z\n1,2\n")}, "other.csv: no column says what a row is; say it"},
		{[]string{write("onlyfold.csv", "fold,accuracy\n1,2\n")}, "onlyfold.csv: has metrics (accuracy) of one model; give a file for each model"},
	} {
		if _, err := Read(c.paths, ReadOptions{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.paths, err, c.want)
		}
	}
}

// Files of one model each that has the same name in all name it; other files do not.
func TestModelsNamedByFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	losses := "model,replication,fold,loss\nsvm,1,1,0.5\nsvm,1,2,0.4\n"
	for name, text := range map[string]string{
		"wide":   "replication,fold,record,truth,pred\n1,1,0,x,x\n1,1,1,y,x\n",
		"long":   "replication,fold,record,truth,model,predicted\n1,1,0,x,svm,x\n1,1,1,y,svm,y\n",
		"losses": losses,
		"counts": "model,replication,fold,tp,fp,fn\nsvm,1,1,5,1,1\nsvm,1,2,6,1,1\n",
	} {
		for _, files := range [][2]string{{name + "/base.csv", name + "/cand.v2.csv"}, {name + "/1/pred.csv",
			name + "/2/pred.csv"}} {
			paths := []string{write(files[0], text), write(files[1], text)}
			want := []string{"base", "cand.v2"}
			if filepath.Base(paths[0]) == filepath.Base(paths[1]) {
				want = paths
			}
			all, err := Read(paths, ReadOptions{})
			if err != nil || !slices.Equal(all[0].Models, want) {
				t.Errorf("%s: %+v (%v), want models %q", name, all, err, want)
			}
			slices.Reverse(want)
			all, err = Read(paths, ReadOptions{Models: want})
			if err != nil || !slices.Equal(all[0].Models, want) {
				t.Errorf("%s: %+v (%v), want models %q", name, all, err, want)
			}
		}
	}
	paths := []string{write("x.csv", losses), write("y.csv",
		"model,replication,fold,loss\ntree,1,1,0.5\ntree,1,2,0.4\n")}
	if all, err := Read(paths, ReadOptions{}); err != nil || !slices.Equal(all[0].Models, []string{"svm", "tree"}) {
		t.Errorf("%+v (%v), want the models of the files", all, err)
	}
	// One model in two files, and another one after it.
	long := func(model, record string) string {
		return "replication,fold,record,truth,model,predicted\n1,1," + record + ",x," + model + ",x\n"
	}
	paths = []string{write("p1.csv", long("svm", "0")), write("p2.csv", long("svm", "1")), write("p3.csv", long("knn",
		"0")), write("p4.csv", long("knn", "1"))}
	all, err := Read(paths, ReadOptions{})
	if err != nil || !slices.Equal(all[0].Models, []string{"svm", "knn"}) || all[0].Tables(0,
		1)[0][0] != (infer.Contingency{N11: 2}) {
		t.Errorf("%+v (%v), want svm and knn", all, err)
	}
	paths[1] = write("p2.csv", long("svm", "0"))
	if _, err := Read(paths, ReadOptions{}); err == nil || !strings.Contains(err.Error(),
		`model "svm" has record 0 of replication 1 in two files`) {
		t.Errorf("%v", err)
	}
	parts := []string{write("l1.csv", losses), write("l2.csv", strings.ReplaceAll(losses, "svm,1", "svm,2")),
		write("l3.csv",
			"model,replication,fold,loss\nknn,1,1,1\nknn,1,2,1\nknn,2,1,1\nknn,2,2,1\n")}
	all, err = Read(parts, ReadOptions{})
	if err != nil || !slices.Equal(all[0].Models, []string{"svm", "knn"}) || all[0].Design.Replications != 2 {
		t.Errorf("%+v (%v), want svm and knn", all, err)
	}
}

// Where the models are named after files, what they are called in the files cannot be asked for, nor the name of a
// file where they are not.
func TestWantedByFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name, model string) string {
		path := filepath.Join(dir, name)
		text := "model,replication,fold,loss\n" + model + ",1,1,0.5\n" + model + ",1,2,0.4\n"
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	same := []string{write("base.csv", "svm"), write("new.csv", "svm")}
	other := []string{same[0], write("knn.csv", "knn"), write("tree.csv", "tree")}
	for _, c := range []struct {
		paths  []string
		models []string
		want   string
	}{
		{same, []string{"new", "base"}, ""},
		{same, []string{"svm"}, `has no model "svm"; the models are "base", "new"`},
		{other, []string{"tree", "svm"}, ""},
		{other, []string{"base", "knn"}, `has no model "base"; the models are "knn", "svm", "tree"`},
	} {
		all, err := Read(c.paths, ReadOptions{Models: c.models})
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%q: %v", c.models, err)
		case c.want == "" && !slices.Equal(all[0].Models, c.models):
			t.Errorf("models %q, want %q", all[0].Models, c.models)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%q: %v, want %q", c.models, err, c.want)
		}
	}
}
