package frame

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"github.com/google/go-cmp/cmp"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/results"
)

const mixed = "x,n,kind,y,ok\n1.5,3,b,0.5,true\n2.5,4,a,1.5,false\n,5,b,2.5,true\n3.5,6,c,3.5,false\n"

func read(text string) dataframe.DataFrame { return dataframe.ReadCSV(strings.NewReader(text)) }

func TestData(t *testing.T) {
	df := read(strings.Replace(mixed, "\n,5", "\n9,5", 1))
	d, err := Data(df, "kind")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := [2]int{d.N(), d.P()}, [2]int{4, 4}; got != want {
		t.Errorf("got %v records and features, want %v", got, want)
	}
	if got, want := fmt.Sprint(d.Classes, d.Class), "[a b c] [1 0 1 2]"; got != want {
		t.Errorf("got classes %s, want %s", got, want)
	}
	if got, want := [2]float64{d.X.At(2, 0), d.X.At(0, 3)}, [2]float64{9, 1}; got != want {
		t.Errorf("got features %v, want %v", got, want)
	}
	d, err = Data(df, "y")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := d.Response[3], 3.5; got != want {
		t.Errorf("got response %v, want %v", got, want)
	}
	if got, want := fmt.Sprint(d.Features[2].Levels, d.X.At(0, 2)), "[a b c] 1"; got != want {
		t.Errorf("got levels and the first one %s, want %s", got, want)
	}
	for target, want := range map[string]string{"n": "holds integers, classes or counts", "z": "column z is missing"} {
		if _, err := Data(df, target); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", target, err, want)
		}
	}
	if _, err := Data(read(mixed), "kind"); err == nil ||
		!strings.Contains(err.Error(), "row 3, column x: the value is missing") {
		t.Errorf("%v", err)
	}
}

func TestSet(t *testing.T) {
	df := read(mixed + strings.ReplaceAll(strings.SplitAfterN(mixed, "\n", 2)[1], "\n,5", "\n7,5"))
	strata, err := Set(df, SplitOptions{Options: cv.Options{M: 2, Seed: 3}, Strata: []string{"kind"}, Response: "y"})
	if err != nil {
		t.Fatal(err)
	}
	plain, err := Set(df, SplitOptions{Options: cv.Options{M: 2, Seed: 3}})
	if err != nil {
		t.Fatal(err)
	}
	if plain.Fingerprint() == strata.Fingerprint() {
		t.Error("the strata change nothing")
	}
	for want, opt := range map[string]SplitOptions{"column z is missing": {Strata: []string{"z"}},
		"column x: the value is missing": {GroupBy: "x"}} {
		if _, err := Set(df, opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: got error %v, want %q", opt, err, want)
		}
	}
}

// Losses, several metrics and counts come back from a frame as they were.
func TestFromResults(t *testing.T) {
	for _, text := range []string{
		"model,replication,fold,loss,n_train,n_valid\nold,1,1,0.1,3,4\nold,1,2,0.30000000000000004,4,3\n" +
			"new,1,1,1e-300,3,4\nnew,1,2,0,4,3\n",
		"dataset,model,replication,fold,accuracy\nx,old,1,1,0.5\nx,new,1,1,0.25\n",
		"task,model,replication,fold,tp,fp,fn\nX,old,1,1,3,1,2\nX,old,1,2,4,0,0\nX,new,1,1,1,2,4\nX,new,1,2,2,2,2\n",
	} {
		all, err := results.Parse("text", strings.NewReader(text),
			results.ReadOptions{RandomHoldOuts: !strings.Contains(text, "1,2")})
		if err != nil {
			t.Fatal(err)
		}
		df, err := FromResults(all...)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Join(df.Names(), ","), strings.SplitN(text, "\n", 2)[0]; got != want {
			t.Errorf("got columns %s, want %s", got, want)
		}
		back, err := Results(df, results.ReadOptions{RandomHoldOuts: all[0].Design.Folds == 1})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(all[0].Values, back[0].Values); diff != "" {
			t.Errorf("values (-before +after)\n%s", diff)
		}
		if got, want := back[0].Key, all[0].Key; got != want {
			t.Errorf("got key %q, want %q", got, want)
		}
		if !slices.Equal(back[0].Train, all[0].Train) {
			t.Errorf("got %v training records, want %v", back[0].Train, all[0].Train)
		}
	}
	if _, err := FromResults(); err == nil {
		t.Error("no results: got no error")
	}
}

// Losses, counts and predictions are distinguished by their columns.
func TestFormsOfResults(t *testing.T) {
	var losses, counts, long, pairs strings.Builder
	losses.WriteString("model,replication,fold,loss\n")
	counts.WriteString("model,replication,fold,tp,fp,fn\n")
	long.WriteString("model,replication,fold,record,truth,predicted\n")
	pairs.WriteString("replication,fold,record,truth,a,b\n")
	for j := range 3 {
		for k := range 2 {
			at, truth := string(rune('1'+j))+","+string(rune('1'+k)), []string{"x", "y"}[k]
			for m, model := range []string{"old", "new"} {
				losses.WriteString(model + "," + at + "," + []string{"0.25", "0.5"}[(m+j)%2] + "\n")
				counts.WriteString(model + "," + at + "," + []string{"5", "7"}[m] + ",1,2\n")
				long.WriteString(model + "," + at + "," + []string{"0", "1"}[k] + "," + truth + "," +
					[]string{"x", "y"}[m] + "\n")
			}
			pairs.WriteString(at + "," + []string{"0", "1"}[k] + "," + truth + ",x,y\n")
		}
	}
	for _, c := range []struct {
		metric, text string
		items        bool
	}{{"loss", losses.String(), false}, {"P", counts.String(), false}, {"error rate", long.String(), true},
		{"error rate", pairs.String(), true}} {
		rs, err := Results(read(c.text), results.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := rs[0].Metrics[0].Name; got != c.metric {
			t.Errorf("got metric %s, want %s", got, c.metric)
		}
		if got := rs[0].Classified(); got != c.items {
			t.Errorf("%s: got items %v, want %v", c.metric, got, c.items)
		}
		if got := rs[0].Design.Replications; got != 3 {
			t.Errorf("%s: got %d replications, want 3", c.metric, got)
		}
	}
	for text, want := range map[string]string{
		"replication,fold,record,truth\n1,1,0,x\n": "has no predictions",
		"p,q\n1,2\n": "no column says what a row is",
	} {
		if _, err := Results(read(text), results.ReadOptions{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want %q", err, want)
		}
	}
	bad := read(losses.String()).Mutate(series.New([]string{"x"}, series.String, "set"))
	if _, err := Results(bad, results.ReadOptions{}); err == nil {
		t.Error("a bad set was accepted")
	}
}

// Probabilities in a frame are those that a file of predictions has.
func TestProbabilities(t *testing.T) {
	df := dataframe.ReadCSV(strings.NewReader("replication,fold,record,truth,model,predicted,p_x,p_y\n" +
		"1,1,0,x,a,x,0.75,0.25\n1,1,1,y,a,x,0.5,0.5\n1,2,2,x,a,y,0.25,0.75\n1,2,3,y,a,y,0,1\n"))
	all, err := Results(df, results.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := all[0].Computed("brier_score")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Values[0].Cells, []float64{(0.0625 + 0.25) / 2, 0.5625 / 2}; !slices.Equal(got, want) {
		t.Errorf("Brier scores %v, want %v", got, want)
	}
}
