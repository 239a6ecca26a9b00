package results

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/block-regularized/bcv/pkg/posterior"
)

func TestReadCounts(t *testing.T) {
	all, err := Read([]string{"../../data/counts/acl2019.csv"}, ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 3 {
		t.Fatalf("%d tasks, want 3", len(all))
	}
	r := all[2]
	if r.Key.Task != "ORG" || r.Design.Replications != 3 || r.Models[1] != "IOBES" {
		t.Errorf("last task %v, %v, models %q", r.Key, r.Design, r.Models)
	}
	if got, want := *r.Counts.At(1, 2, 1), posterior.Chunks(3178, 2218, 2054); got != want {
		t.Errorf("last fold %+v, want %+v", got, want)
	}
	if got, want := *r.Values[2].At(1, 2, 1), posterior.Chunks(3178, 2218, 2054).Value(posterior.F1); got != want {
		t.Errorf("F1 of the last fold %v, want %v", got, want)
	}
	task := r.Task(0, 1)
	if task.Name != "ORG" || task.M != 3 || task.B.Folds[5] != posterior.Chunks(3178, 2218, 2054) {
		t.Errorf("task %+v", task)
	}
}

// Counts on K folds are read as any others.
func TestCountsOnManyFolds(t *testing.T) {
	text := "model,replication,fold,tp,fp,fn,tn\n"
	for _, model := range []string{"a", "b"} {
		for fold := range 5 {
			text += fmt.Sprintf("%s,1,%d,%d,0,%d,9\n", model, fold+1, fold%4, 3-fold%4)
		}
	}
	r := parse(t, text)
	if got, want := r.Design.String(), "5-fold CV of 60 records"; got != want {
		t.Errorf("design %q, want %q", got, want)
	}
	if want := `P of "a" has no value in replication 1 fold 1, where it has nothing to count`; r.Missing(0, 0) != want {
		t.Errorf("missing %q, want %q", r.Missing(0, 0), want)
	}
	d, err := r.Pair(0, 1, 2)
	if err != nil || d.Folds() != 5 {
		t.Errorf("%v, %v", d, err)
	}
	refused(t, strings.Replace(text, "b,1,2,1,0,2,9", "b,1,2,1,0,2,8", 1),
		`model "b" has 11 records in replication 1 fold 2, "a" has 12`, ReadOptions{})
}

func TestCountsRefuse(t *testing.T) {
	const head = "task,model,replication,fold,gold,predicted,correct\n"
	for _, c := range []struct{ text, want string }{
		{head + "t,a,1,1,3,3,4\n",
			"row 2, column correct: 4 correct chunks but only 3 gold ones; correct cannot exceed gold"},
		{head + "t,a,1,1,5,3,4\n",
			"row 2, column correct: 4 correct chunks but only 3 predicted ones; correct cannot exceed predicted"},
		{head + "t,a,1,1,5,3,3\nt,a,1,1,5,3,3\n", `row 3, column fold: model "a" has replication 1 fold 1 twice`},
		{head + "t,a,1,1,2000000000000000,3,4\n",
			"row 2, column gold: 2000000000000000; a count lies between 0 and 1e+15"},
		{head + "t,a,1,2,5,3,3\nt,b,1,2,5,3,3\n", `row 2, column fold: model "a" has no replication 1 fold 1`},
		{head + "t,a,1,-1,5,3,3\n", `row 2, column fold: "-1" is negative`},
		{"model,replication,fold,gold,tp\na,1,1,1,1\n", "column tp: stands beside column gold; give either"},
		{"model,replication,fold,gold,correct\na,1,1,1,1\n",
			"column predicted: is missing; give gold, predicted and correct"},
		{"model,replication,fold,tp,fn\na,1,1,1,1\n", "column fp: is missing; give tp, fp and fn"},
		{"model,replication,fold,tp,fp,fn,points\na,1,1,1,1,1,1\n", `unknown column "points"`},
	} {
		refused(t, c.text, c.want, ReadOptions{})
	}
	parse(t, "model,replication,fold,tp,fp,fn,tag_set\na,1,1,1,1,1,IOB\na,1,2,1,1,1,IOB\n")
}

// Time and memory are proportional to the rows, also with true negatives, where the
// records of every task are summed.
func TestManyTasks(t *testing.T) {
	const n = 20_000
	var b strings.Builder
	b.WriteString("task,model,replication,fold,tp,fn,fp,tn\n")
	for i := range n {
		for _, row := range []string{"a,1,1,5,2", "a,1,2,6,3", "b,1,1,7,0", "b,1,2,4,5"} {
			fmt.Fprintf(&b, "t%d,%s,%d,%d\n", i, row, i%7, 20+i%3)
		}
	}
	start := time.Now()
	all, err := Parse("c.csv", strings.NewReader(b.String()), ReadOptions{})
	if err != nil || len(all) != n {
		t.Fatalf("%d tasks, %v", len(all), err)
	}
	if all[n-1].Key.Task != fmt.Sprintf("t%d", n-1) || all[0].Design.Records != 56 {
		t.Errorf("last task %v, design of the first one %+v", all[n-1].Key, all[0].Design)
	}
	if took := time.Since(start); took > 20*time.Second { // a minute and more if it is quadratic
		t.Errorf("%v for %d tasks", took, n)
	}
	for i := range all {
		all[i].Notes = append(all[i].Notes, "about "+all[i].Key.Task)
	}
	notes := Notes(all)
	if len(notes) != 12 || !strings.Contains(notes[11], "19990 more notes") {
		t.Errorf("%d notes: %q", len(notes), notes)
	}
}

// Each task of each data set stands by itself, whatever the order of rows.
func TestCountsOnDatasets(t *testing.T) {
	rows := map[string][]string{} // by data set
	text := "dataset,task,model,replication,fold,tp,fp,fn\n"
	for _, task := range []string{"PER", "LOC"} {
		for i, dataset := range []string{"news", "web"} {
			for k, model := range [][]string{{"old", "new"}, {"new", "old"}}[i] {
				for j := range 4 {
					row := fmt.Sprintf("%s,%s,%d,%d,%d,%d,%d", task, model, j/2+1, j%2+1, 50+7*j+i+k, 10+j, 12-j-k)
					rows[dataset+task] = append(rows[dataset+task], row)
					text += dataset + "," + row + "\n"
				}
			}
		}
	}
	all, err := Parse("c.csv", strings.NewReader(text), ReadOptions{Models: []string{"old", "new"}})
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, r := range all {
		keys = append(keys, r.Key.String())
		alone := parse(t, "task,model,replication,fold,tp,fp,fn\n"+strings.Join(rows[r.Dataset+r.Key.Task], "\n"),
			"old", "new")
		if diff := cmp.Diff(alone.Counts, r.Counts); diff != "" {
			t.Errorf("%v (-alone +together):\n%s", r.Key, diff)
		}
	}
	if want := []string{"news: PER", "news: LOC", "web: PER", "web: LOC"}; !slices.Equal(keys, want) {
		t.Errorf("keys %q, want %q", keys, want)
	}
	one := func(dataset, task string) string {
		return fmt.Sprintf("%s,%s,a,1,1,5,5,5\n%[1]s,%[2]s,b,1,1,5,5,5\n", dataset, task)
	}
	const head = "dataset,task,model,replication,fold,tp,fp,fn\n"
	refused(t, head+one("x", "y: z")+one("x: y", "z"),
		`"x: y" with task "z" and "x" with task "y: z" have one name; rename one`, ReadOptions{})
	refused(t, head+one("x", "")+strings.ReplaceAll(one("y", ""), ",b,", ",c,"),
		`column model: has no rows of ["c"] on the data set "x"`, ReadOptions{Models: []string{"c"}})
}

// Some folds of one model have other numbers of positives: the first is named. With true negatives, or numbers of
// records, it is certain that these are other records.
func TestUnevenGold(t *testing.T) {
	r := parse(t, "model,replication,fold,tp,fp,fn\na,1,1,5,0,5\na,1,2,5,0,5\nb,1,1,5,0,4\nb,1,2,5,0,4\n")
	want := "replication 1 fold 1 holds 10 positives for a but 9 for b (2 folds in all); were both models run on " +
		"the same partition set?"
	if len(r.Notes) != 2 || r.Notes[1] != want {
		t.Errorf("notes %q, want %q", r.Notes, want)
	}
	const head = "model,replication,fold,tp,fp,fn,tn\na,1,1,5,0,5,0\na,1,2,5,0,5,0\n"
	refused(t, head+"b,1,1,5,0,5,0\nb,1,2,5,0,4,1\n", `row 5: model "b" has 9 positives in replication 1 fold 2, "a" has 10`,
		ReadOptions{})
	refused(t, head+"b,1,1,5,9,5,0\nb,1,2,5,0,5,0\n", `row 4: model "b" has 19 records in replication 1 fold 1, "a" has 10`,
		ReadOptions{})
	refused(t, "model,replication,fold,n_train,n_valid,metric,value\n"+
		"a,1,1,10,10,tp,5\na,1,1,10,10,fp,0\na,1,1,10,10,fn,5\nb,1,1,10,10,tp,5\nb,1,1,10,10,fp,0\nb,1,1,10,10,fn,4\n",
		"column value: replication 1 fold 1 holds 10 positives for a but 9 for b", ReadOptions{})
	text := head + "b,1,1,5,0,5,0\nb,1,2,4,0,6,0\n"
	if r := parse(t, text); r.Design.Records != 20 || !slices.Equal(r.Valid, []int{10, 10}) {
		t.Errorf("%d records, %v, want 20", r.Design.Records, r.Valid)
	}
	// One replication has fewer records.
	more := text + "a,2,1,5,0,5,0\na,2,2,5,0,5,1\nb,2,1,5,0,5,0\nb,2,2,5,0,5,1\n"
	if r := parse(t, more); r.Design.Records != 0 {
		t.Errorf("%d records, want 0", r.Design.Records)
	}
}

// True negatives are known if all files count them.
func TestTrueNegativesOfAllFiles(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for name, text := range map[string]string{
		"1.csv": "model,replication,fold,tp,fp,fn\na,1,1,5,0,5\na,1,2,5,0,5\n",
		"2.csv": "model,replication,fold,tp,fp,fn,tn\nb,1,1,5,0,5,0\nb,1,2,5,0,5,0\n",
	} {
		paths = append(paths, filepath.Join(dir, name))
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(paths)
	all, err := Read(paths, ReadOptions{})
	if err != nil || all[0].Design.Records != 0 || all[0].Valid != nil {
		t.Errorf("%+v, %v, want an unknown number of records", all, err)
	}
}
