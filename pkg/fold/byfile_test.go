package fold_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/pkg/fold"
)

// Files of one model each that has the same name in all name it; other files do not.
func TestModelsNamedByFile(t *testing.T) {
	const (
		wide   = "replication,fold,record,truth,pred\n1,1,0,x,x\n1,1,1,y,x\n"
		long   = "replication,fold,record,truth,model,predicted\n1,1,0,x,svm,x\n1,1,1,y,svm,y\n"
		losses = "model,replication,fold,loss\nsvm,1,1,0.5\nsvm,1,2,0.4\n"
		counts = "model,replication,fold,tp,fp,fn\nsvm,1,1,5,1,1\nsvm,1,2,6,1,1\n"
	)
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
	for name, c := range map[string]struct {
		text string
		read func(paths []string) (a, b string, err error)
	}{
		"wide": {wide, pairModels}, "long": {long, pairModels},
		"losses": {losses, func(paths []string) (string, string, error) {
			l, err := fold.ReadLossFiles(paths)
			return l.A, l.B, err
		}},
		"counts": {counts, func(paths []string) (string, string, error) {
			c, err := fold.ReadCountFiles(paths)
			if err != nil {
				return "", "", err
			}
			return c.Tasks[0].A.Name, c.Tasks[0].B.Name, nil
		}},
	} {
		for _, files := range [][2]string{{name + "/base.csv", name + "/cand.v2.csv"}, {name + "/1/pred.csv", name + "/2/pred.csv"}} {
			paths := []string{write(files[0], c.text), write(files[1], c.text)}
			want := []string{"base", "cand.v2"}
			if filepath.Base(paths[0]) == filepath.Base(paths[1]) {
				want = paths
			}
			a, b, err := c.read(paths)
			if err != nil || a != want[0] || b != want[1] {
				t.Errorf("%s: models %q and %q (%v), want %q", name, a, b, err, want)
			}
			tasks, err := fold.FileModels(paths...)
			if err != nil || !slices.Equal(tasks[0].Models, want) {
				t.Errorf("%s: models %+v (%v), want %q", name, tasks, err, want)
			}
		}
	}
	paths := []string{write("x.csv", losses), write("y.csv", "model,replication,fold,loss\ntree,1,1,0.5\ntree,1,2,0.4\n")}
	if l, err := fold.ReadLossFiles(paths); err != nil || l.A != "svm" || l.B != "tree" {
		t.Errorf("models %q and %q (%v), want those of the files", l.A, l.B, err)
	}
}

func pairModels(paths []string) (a, b string, err error) {
	p, err := fold.ReadPredictionFiles(paths)
	return p.A, p.B, err
}
