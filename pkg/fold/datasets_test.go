package fold

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Results on several data sets: each by itself as if it were alone in its file, with the A and B
// of the first one, whatever the order of rows.
func TestDatasets(t *testing.T) {
	rows := map[string][]string{} // by data set, of counts
	var text strings.Builder
	text.WriteString("dataset,task,model,replication,fold,tp,fp,fn\n")
	for i, dataset := range []string{"news", "web"} {
		for k, model := range [][]string{{"old", "new"}, {"new", "old"}}[i] {
			for j := range 4 {
				row := fmt.Sprintf("PER,%s,%d,%d,%d,%d,%d", model, j/2+1, j%2+1, 50+7*j+i+k, 10+j, 12-j-k)
				rows[dataset] = append(rows[dataset], row)
				text.WriteString(dataset + "," + row + "\n")
			}
		}
	}
	c, err := ParseCounts("c.csv", strings.NewReader(text.String()))
	if err != nil || len(c.Tasks) != 2 {
		t.Fatalf("%+v, %v", c, err)
	}
	for i, dataset := range []string{"news", "web"} {
		alone, err := ParseCounts("one.csv", strings.NewReader("task,model,replication,fold,tp,fp,fn\n"+strings.Join(rows[dataset], "\n")), "old", "new")
		if err != nil {
			t.Fatal(err)
		}
		got, want := c.Tasks[i], alone.Tasks[0]
		if got.Name != dataset+": PER" || c.Places[i] != (Place{Dataset: dataset, Task: "PER"}) || fmt.Sprint(got.A, got.B, got.M) != fmt.Sprint(want.A, want.B, want.M) {
			t.Errorf("%+v at %+v, alone %+v", got, c.Places[i], want)
		}
	}
	path := filepath.Join(t.TempDir(), "p.csv")
	predictions := "dataset,replication,fold,record,model,truth,predicted\n"
	for _, row := range []string{"x,1,1,0,a,1,1", "y,1,1,0,b,1,2", "y,1,1,0,a,1,1", "x,1,1,0,b,1,1", "y,1,1,1,b,2,2", "y,1,1,1,a,2,2"} {
		predictions += row + "\n"
	}
	if err := os.WriteFile(path, []byte(predictions), 0o600); err != nil {
		t.Fatal(err)
	}
	sets, err := ReadPredictionSets([]string{path})
	if err != nil || len(sets) != 2 || sets[0].Dataset != "x" || sets[1].A != "a" || sets[0].Folds[0].Table.N11 != 1 || sets[1].Folds[0].Table.N10 != 1 || sets[1].Folds[0].Table.N11 != 1 {
		t.Errorf("%+v, %v", sets, err)
	}
	if _, err := ReadPredictions(path); err == nil || !strings.Contains(err.Error(), `column dataset: "x" and "y"; keep the rows of one data set`) {
		t.Errorf("%v", err)
	}
}

func TestDatasetErrors(t *testing.T) {
	for want, text := range map[string]string{
		`row 3, column dataset: no data set is named, but the data set is "x" (row 2); name the data set in every row or in none`: "dataset,replication,fold,record,truth,a,b\nx,1,1,0,1,1,1\n,1,1,0,1,1,1\n",
		`row 3, column dataset: the data set is "x", but no data set is named (row 2)`:                                            "dataset,replication,fold,record,truth,a,b\n,1,1,0,1,1,1\nx,1,1,0,1,1,1\n",
		`the data set "y" has the models "a", "c", "x" has "a", "b"`:                                                              "dataset,replication,fold,record,model,truth,predicted\nx,1,1,0,a,1,1\ny,1,1,0,a,1,1\ny,1,1,0,c,1,1\nx,1,1,0,b,1,1\n",
	} {
		if _, err := ParsePredictions("p.csv", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	folds := func(dataset, task string, models ...string) string {
		var b strings.Builder
		for _, m := range models {
			for k := range 2 {
				fmt.Fprintf(&b, "%s,%s,%s,1,%d,5,5,%d\n", dataset, task, m, k+1, 5+k)
			}
		}
		return b.String()
	}
	for want, text := range map[string]string{
		`y has the models "a" and "c", the first data set has "a" and "b"`:        folds("x", "", "a", "b") + folds("y", "", "a", "c"),
		`"x: y" with task "z" and "x" with task "y: z" have one name; rename one`: folds("x", "y: z", "a", "b") + folds("x: y", "z", "a", "b"),
	} {
		if _, err := ParseCounts("c.csv", strings.NewReader("dataset,task,model,replication,fold,tp,fp,fn\n"+text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
