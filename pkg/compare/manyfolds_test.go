package compare_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
)

// Counts of K-fold CV are compared as the losses 1 - metric are, with the other sign.
func TestCountsOfManyFolds(t *testing.T) {
	const set = "kfold:0:0123456789abcdef"
	counts := "task,model,replication,fold,gold,predicted,correct,set\n"
	losses := "model,replication,fold,loss,set\n"
	for k, c := range [][2]int{{8, 5}, {7, 5}, {9, 6}, {8, 5}} {
		for m, correct := range c {
			counts += fmt.Sprintf("NP,%c,1,%d,10,12,%d,%s\n", 'a'+m, k+1, correct, set)
			losses += fmt.Sprintf("%c,1,%d,%v,%s\n", 'a'+m, k+1, 1-2*float64(correct)/22, set)
		}
	}
	dir := t.TempDir()
	file := func(name, text string) []string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return []string{path}
	}
	got, err := files(file("counts.csv", counts), compare.Options{Metrics: []string{"F1"}})
	if err != nil {
		t.Fatal(err)
	}
	want, err := files(file("losses.csv", losses), compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, w := got.Verdicts[0], want.Verdicts[0]
	same(t, "method", g.Method, w.Method)
	same(t, "key", g.Key.String(), "NP")
	same(t, "metric", g.Metric.Name, "F1")
	same(t, "more is better", g.Metric.HigherIsBetter, true)
	same(t, "better by counts", g.Winner, "a")
	same(t, "better by losses", w.Winner, "a")
	close(t, "estimate", g.Estimate, -w.Estimate, 1e-12)
	close(t, "p-value", g.PValue, w.PValue, 1e-12)
	close(t, "F1 of model A", g.A, 1-w.A, 1e-12)
	same(t, "partition set", g.Design.ID, w.Design.ID)
	tp := strings.NewReplacer("gold,predicted,correct", "fn,fp,tp", ",10,12,8,", ",2,4,8,", ",10,12,5,", ",5,7,5,",
		",10,12,7,", ",3,5,7,", ",10,12,6,", ",4,6,6,", ",10,12,9,", ",1,3,9,").Replace(counts)
	if again, err := files(file("tp.csv", tp), compare.Options{Metrics: []string{"F1"}}); err != nil ||
		again.Verdicts[0].PValue != g.PValue {
		t.Errorf("%v, %v", again.Verdicts, err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"NP,b,1,4,10,12,5", "NP,b,1,4,10,12,11",
			"counts.csv: row 9, column correct: 11 correct chunks but only 10 gold ones"},
		{"NP,b,1,4,10,12,5," + set + "\n", "", "counts.csv: row "},
		{"NP,b,1,4,10,12,5", "NP,b,1,4,0,0,0",
			`NP: F1 of "b" has no value in replication 1 fold 4, where it has nothing to count; take larger folds`},
	} {
		_, err := files(file("counts.csv", strings.Replace(counts, c.old, c.new, 1)),
			compare.Options{Metrics: []string{"F1"}, Models: nil})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
