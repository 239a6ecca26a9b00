package frame

import (
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/cv"
)

const mixed = "x,n,kind,y,ok\n1.5,3,b,0.5,true\n2.5,4,a,1.5,false\n,5,b,2.5,true\n3.5,6,c,3.5,false\n"

func read(text string) dataframe.DataFrame { return dataframe.ReadCSV(strings.NewReader(text)) }

func TestData(t *testing.T) {
	df := read(strings.Replace(mixed, "\n,5", "\n9,5", 1))
	d, err := Data(df, "kind")
	if err != nil {
		t.Fatal(err)
	}
	if d.N() != 4 || d.P() != 4 || strings.Join(d.Classes, "") != "abc" || d.Class[0] != 1 || d.Class[1] != 0 ||
		d.X.At(2, 0) != 9 || d.X.At(0, 3) != 1 {
		t.Errorf("%+v", d)
	}
	d, err = Data(df, "y")
	if err != nil || d.Response[3] != 3.5 || strings.Join(d.Features[2].Levels, "") != "abc" || d.X.At(0, 2) != 1 {
		t.Errorf("%+v, %v", d, err)
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

func TestSplit(t *testing.T) {
	df := read(mixed + strings.ReplaceAll(strings.SplitAfterN(mixed, "\n", 2)[1], "\n,5", "\n7,5"))
	folds, err := Split(df, SplitOptions{Options: cv.Options{M: 2, Seed: 3}, Strata: []string{"kind"}, Response: "y"})
	if err != nil || folds.Nrow() != 8*4 {
		t.Fatalf("%v, %v", folds, err)
	}
	want, err := Set(df, SplitOptions{Options: cv.Options{M: 2, Seed: 3}, Strata: []string{"kind"}, Response: "y"})
	if err != nil || folds.Col("set").Records()[31] != want.ID().String() {
		t.Errorf("%v, %v", want.ID(), err)
	}
	plain, err := Set(df, SplitOptions{Options: cv.Options{M: 2, Seed: 3}})
	if err != nil || plain.Fingerprint() == want.Fingerprint() {
		t.Errorf("the strata change nothing (%v)", err)
	}
	for want, opt := range map[string]SplitOptions{"column z is missing": {Strata: []string{"z"}},
		"column x: the value is missing": {GroupBy: "x"}} {
		if _, err := Split(df, opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", opt, err, want)
		}
	}
}

// Losses, counts and predictions are told apart by their columns.
func TestCompareFrames(t *testing.T) {
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
	for _, c := range []struct{ method, text string }{
		{"bcv-t", losses.String()}, {"posterior", counts.String()}, {"bcv-mcnemar", long.String()},
		{"bcv-mcnemar", pairs.String()},
	} {
		v, err := Compare(read(c.text), compare.Options{Method: c.method})
		if err != nil || v.Nrow() == 0 || v.Col("method").Records()[0] != c.method {
			t.Errorf("%s: %v, %v", c.method, v, err)
		}
	}
	three := strings.Replace(strings.ReplaceAll(pairs.String(), ",y\n", ",y,y\n"), "a,b", "svm,knn,tree", 1)
	if v, err := Compare(read(three), compare.Options{}); err != nil || v.Nrow() != 3 ||
		v.Col("model_b").Records()[2] != "tree" {
		t.Errorf("three models: %v, %v", v, err)
	}
	if _, err := Compare(read("replication,fold,record,truth\n1,1,0,x\n"), compare.Options{}); err == nil ||
		!strings.Contains(err.Error(), "has no predictions") {
		t.Errorf("%v", err)
	}
	two := "dataset,model,replication,fold,loss\n"
	for _, line := range strings.Split(strings.TrimSpace(losses.String()), "\n")[1:] {
		two += "x," + line + "\ny," + line + "\n"
	}
	if v, err := Compare(read(two), compare.Options{Method: "bcv-t"}); err != nil || v.Nrow() != 2 ||
		v.Col("task").Records()[1] != "y" {
		t.Errorf("two data sets: %v, %v", v, err)
	}
	if _, err := Compare(read("p,q\n1,2\n"), compare.Options{}); err == nil ||
		!strings.Contains(err.Error(), "has the columns p, q; give losses") {
		t.Errorf("%v", err)
	}
	if _, err := Compare(read(losses.String()).Mutate(series.New([]string{"x"}, series.String, "set")),
		compare.Options{}); err == nil {
		t.Error("a bad set was accepted")
	}
}
