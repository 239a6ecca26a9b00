package frame

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/results"
)

const mixed = "x,n,kind,y,ok\n1.5,3,b,0.5,true\n2.5,4,a,1.5,false\n,5,b,2.5,true\n3.5,6,c,3.5,false\n"

func read(text string) dataframe.DataFrame { return dataframe.ReadCSV(strings.NewReader(text)) }

// loans are records with all that options are about: an id, groups, weights, dates, missing values of each kind, levels
// that are numbers, truth values, and a target of 0 and 1.
const loans = "id,region,income,zip,owner,branch,weight,date,score,defaulted\n" +
	"1,north,1234567.125,10115,true,b1,1,2024-01-03,0.1,0\n2,south,,10115,false,b1,2,2024-01-01,0.30000000000000004,1\n" +
	"3,north,48,20095,true,b2,1.5,2024-01-02,1e-300,1\n4,NA,-1,20095,false,b2,1,2024-01-04,4,0\n" +
	"5,\"o,k\",52,20095,true,b3,1,2024-01-05,5,1\n6,south,47,10115,false,b3,1,2024-01-06,6,0\n" +
	"7,south,46,10115,true,b4,1,2024-01-07,7,1\n8,north,45,10115,false,b4,1,2024-01-08,8,0\n" +
	"9,north,44,10115,true,b5,1,2024-01-09,9,1\n10,north,43,10115,false,b5,3,2024-01-10,10,0\n"

// A frame gives what its file gives, with every option: data, notes and errors.
func TestDataAsOfFiles(t *testing.T) {
	drop := []string{"id"}
	for _, opt := range []dataset.Options{
		{},           // id numbers the records
		{Drop: drop}, // incomplete records
		{Drop: drop, DropRows: true},
		{Drop: drop, Keep: true},
		{Numeric: drop, Keep: true},
		{Nominal: []string{"id", "zip"}, DropRows: true},
		{Drop: drop, DropRows: true, Groups: "branch", Weights: "weight", Time: "date"},
		{Drop: drop, Keep: true, DropRows: true, Target: "region"},
		{Drop: drop, DropRows: true, Target: "income", Response: true},
		{Drop: drop, DropRows: true, Target: "score"}, // 8 different numbers are classes
		{Drop: []string{"1", "branch"}, DropRows: true, Missing: []string{"", "NA", "-1"}},
		{Drop: drop, Keep: true, Missing: []string{"NA"}},
		{Drop: drop, DropRows: true, Weights: "income"}, // one is negative
		{Drop: drop, Target: "defaults"},
		{Drop: drop, DropRows: true, Verified: true},
	} {
		ofFile := opt
		if slices.Equal(opt.Missing, []string{"NA"}) {
			ofFile.Missing = []string{"", "NA"} // what gota takes for missing always is
		}
		want, wantErr := dataset.Parse(source, strings.NewReader(loans), ofFile)
		got, err := Data(read(loans), opt)
		if fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("%+v: got error\n%v, want\n%v", opt, err, wantErr)
		}
		if diff := cmp.Diff(want, got, cmp.Comparer(alike)); diff != "" {
			t.Errorf("%+v: data (-want +got)\n%s", opt, diff)
		}
		if err != nil || wantErr != nil {
			continue
		}
		if diff := cmp.Diff(ofFile.Notes(want), opt.Notes(got)); diff != "" {
			t.Errorf("%+v: notes (-want +got)\n%s", opt, diff)
		}
	}
}

// alike compares matrices whose missing numbers are equal.
func alike(a, b *mat.Dense) bool {
	return slices.EqualFunc(a.RawMatrix().Data, b.RawMatrix().Data,
		func(x, y float64) bool { return x == y || x != x && y != y })
}

// What gota keeps besides texts is not lost: missing values whatever Missing is, all digits, and int64 is refused.
func TestDataOfGota(t *testing.T) {
	x := series.New([]float64{0.30000000000000004, math.NaN(), 1e21, 123456789.123456789}, series.Float, "x")
	kind := series.New([]string{"NA", "K", "Na", "NA"}, series.String, "kind")
	d, err := Data(dataframe.New(x, kind), dataset.Options{Keep: true, Missing: []string{}})
	if err != nil {
		t.Fatal(err)
	}
	if want := mat.NewDense(4, 1, []float64{0.30000000000000004, math.NaN(), 1e21, 123456789.123456789}); !alike(d.X, want) {
		t.Errorf("got %v, want %v", d.X, want)
	}
	if got, want := fmt.Sprint(d.Classes, d.Class), "[K NA Na] [1 0 2 1]"; got != want {
		t.Errorf("got classes %s, want %s", got, want)
	}
	long := series.New([]int64{1, 2, 1, 2}, series.Int, "n")
	if _, err := Data(dataframe.New(long, kind), dataset.Options{Keep: true}); err == nil ||
		!strings.Contains(err.Error(), "column n holds integers, but no value: gota makes int64") {
		t.Errorf("int64: error %v", err)
	}
	if _, err := Data(read("a,b\n1,2\n").Select("c"), dataset.Options{}); err == nil ||
		!strings.Contains(err.Error(), "has failed before") {
		t.Errorf("a failed frame: error %v", err)
	}
	df := read(strings.ReplaceAll(loans, "NA", "east"))
	if d, err := Data(df.Drop([]string{"id", "income"}), dataset.Options{Comma: ';', NoHeader: true}); err != nil ||
		d.N() != 10 {
		t.Errorf("options of text: %v, %v", d, err)
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
