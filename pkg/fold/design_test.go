package fold

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/internal/table"
)

const (
	setX = "bcv:1:3b4fe958a5e9fe59"
	setY = "bcv:2:0123456789abcdef"
)

// lossText is a file of the losses of two models on a 2 x 2 CV of ten records.
func lossText(setA, setB string) string {
	var b strings.Builder
	b.WriteString("model,replication,fold,loss,n_train,n_valid,set\n")
	for _, m := range [][2]string{{"knn", setA}, {"svm", setB}} {
		for _, at := range []string{"1,1", "1,2", "2,1", "2,2"} {
			b.WriteString(m[0] + "," + at + ",0.5,5,5," + m[1] + "\n")
		}
	}
	return b.String()
}

func TestDesignIsRead(t *testing.T) {
	l := parseLosses(t, lossText(setX, setX))
	want := Design{ID: cv.ID{Method: cv.BCV, Seed: 1, Fingerprint: "3b4fe958a5e9fe59"}, Records: 10, Replications: 2, Folds: 2}
	if l.Design.ID != want.ID || l.Design.Records != 10 || l.Design.Note() != "" || l.Design.String() != "2 x 2 BCV of 10 records" {
		t.Errorf("%+v, %q", l.Design, l.Design)
	}
	if l := parseLosses(t, lossText("", "")); l.Design.Named() || !strings.Contains(l.Design.Note(), "name no partition set (column set): they are taken for those of 2 x 2 CV") {
		t.Errorf("%+v, note %q", l.Design, l.Design.Note())
	}
	if l := parseLosses(t, lossText(setX, "")); !strings.Contains(l.Design.Note(), `results of ["svm"] name no partition set`) {
		t.Errorf("%+v, note %q", l.Design, l.Design.Note())
	}
}

func TestDifferentSetsAreRefused(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"fingerprints", lossText(setX, setY), `l.csv: row 6, column set: model "svm" has set ` + setY + `, but model "knn" has set ` + setX + ` (row 2); compare results on the same partition set`},
		{"no set at all", lossText("bcv:1", setX), `"bcv:1" does not name a partition set`},
		{"hold-outs", lossText("rlt:1:3b4fe958a5e9fe59", ""), "2 folds a replication, but a set of method rlt has 1"},
		{"K-fold", lossText("kfold:1:3b4fe958a5e9fe59", ""), "2 replications of 2 folds, but a set of method kfold has one"},
		{"sizes", strings.Replace(lossText(setX, setX), "svm,2,1,0.5,5,5", "svm,2,1,0.5,6,4", 1), "run both on the same partition set"},
	} {
		_, err := ParseLosses("l.csv", strings.NewReader(c.text))
		var te *table.Error
		if !errors.As(err, &te) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
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
	_, err := ReadLossFiles([]string{a, b})
	if err == nil || !strings.Contains(err.Error(), "svm.csv: row 2, column set:") || !strings.Contains(err.Error(), "knn.csv, row 2)") {
		t.Errorf("%v", err)
	}
	same := write("same.csv", strings.ReplaceAll(lines[0]+strings.Join(lines[5:], ""), setY, setX))
	l, err := ReadLossFiles([]string{a, same})
	if err != nil || l.A != "knn" || l.B != "svm" || l.Design.Records != 10 {
		t.Errorf("%+v, %v", l, err)
	}
	if _, err := ReadLossFiles([]string{a, a}); err == nil || !strings.Contains(err.Error(), "stands twice") {
		t.Errorf("%v", err)
	}
}

func TestModelsAreChosen(t *testing.T) {
	text := lossText(setX, setX)
	text += strings.ReplaceAll(strings.Join(strings.SplitAfter(text, "\n")[5:], ""), "svm", "tree")
	if _, err := ParseLosses("l.csv", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), `"tree" is a third model beside "knn" and "svm"`) {
		t.Errorf("%v", err)
	}
	l, err := ParseLosses("l.csv", strings.NewReader(text), "tree", "knn")
	if err != nil || l.A != "tree" || l.B != "knn" {
		t.Errorf("%+v, %v", l, err)
	}
	if _, err := ParseLosses("l.csv", strings.NewReader(text), "tree", "oak"); err == nil || !strings.Contains(err.Error(), `no model "oak"; the models are "knn", "svm", "tree"`) {
		t.Errorf("%v", err)
	}
}

func TestLongPredictions(t *testing.T) {
	text := "replication,fold,record,model,truth,predicted,set\n"
	for _, m := range []string{"knn", "svm"} {
		for i, at := range []string{"1,1,0", "1,1,1", "1,2,2", "1,2,3"} {
			predicted := "x"
			if m == "svm" && i == 2 {
				predicted = "y"
			}
			text += at + "," + m + ",x," + predicted + "," + setX + "\n"
		}
	}
	p, err := ParsePredictions("p.csv", strings.NewReader(text))
	if err != nil || p.A != "knn" || p.Design.Records != 4 || len(p.Folds) != 2 || p.Folds[1].Table.N10 != 1 || p.Folds[1].Table.N11 != 1 {
		t.Errorf("%+v, %v", p, err)
	}
	for _, c := range []struct{ name, old, new, want string }{
		{"record missing", "1,2,3,svm,x,x," + setX + "\n", "", `model "knn" has record 3 in replication 1 fold 2, "svm" has not; give both the same records`},
		{"other fold", "1,2,3,svm", "1,1,3,svm", "give both the same records"},
		{"other truth", "1,2,3,svm,x", "1,2,3,svm,y", `row 9, column truth: "y", but record 3 is "x" above; a record has one class`},
		{"other set", "1,2,3,svm,x,x," + setX, "1,2,3,svm,x,x," + setY, "compare results on the same partition set"},
		{"twice", "1,2,3,svm", "1,1,1,svm", `model "svm" has record 1 of replication 1 already`},
	} {
		_, err := ParsePredictions("p.csv", strings.NewReader(strings.Replace(text, c.old, c.new, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}
