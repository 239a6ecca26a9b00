package results

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/metric"
)

// Two runs of b; a draws nothing and has the first of them.
const twoRuns = `model,replication,fold,run,loss,n_train,n_valid
a,1,1,s1,0.5,4,4
a,1,2,s1,0.25,4,4
b,1,1,s1,0.5,4,4
b,1,2,s1,0.75,4,4
b,1,1,s2,0.25,4,4
b,1,2,s2,0.5,4,4
`

// Predictions of two runs of b on four records, with one of a, which is wrong about record 1 alone.
const predictedRuns = `replication,fold,run,record,truth,a,b
1,1,s1,0,x,x,y
1,1,s1,1,y,x,y
1,2,s1,2,x,x,x
1,2,s1,3,y,y,x
1,1,s2,0,x,,y
1,1,s2,1,y,,x
1,2,s2,2,x,,x
1,2,s2,3,y,,y
`

func TestRunsOfLosses(t *testing.T) {
	r := parse(t, twoRuns)
	if want := []float64{0.5, 0.25, 0.375, 0.625}; !slices.Equal(r.Values[0].Cells, want) {
		t.Errorf("mean losses %v, want %v", r.Values[0].Cells, want)
	}
	if !slices.Equal(r.Runs.Names, []string{"s1", "s2"}) {
		t.Errorf("runs %q, want s1 and s2", r.Runs.Names)
	}
	if a, b := r.Runs.Of(0), r.Runs.Of(1); !slices.Equal(a, []int{0}) || !slices.Equal(b, []int{0, 1}) {
		t.Errorf("runs %v of a and %v of b, want the first and both", a, b)
	}
	second := r.Runs.Values[0][1]
	if !math.IsNaN(*second.At(0, 0, 0)) || *second.At(1, 0, 1) != 0.5 {
		t.Errorf("second run %v, want no values of a and 0.5 of b in fold 2", second.Cells)
	}
	if want := "values are means over 2 runs on the same folds (column run); a has one run"; r.Notes[0] !=
		want && r.Notes[1] != want {
		t.Errorf("notes %q, want %q", r.Notes, want)
	}
	if d := pair(t, r); d.Replications() != 1 {
		t.Errorf("%d replications of differences, want 1", d.Replications())
	}
	if r := parse(t, strings.ReplaceAll(twoRuns, ",s2,", ",s3,"), "a"); r.Runs != nil {
		t.Errorf("runs %+v of a model with one, want nil", r.Runs)
	}
	only := parse(t, "model,replication,fold,run,loss\na,1,1,7,0.5\na,1,2,7,0.5\n")
	if only.Runs != nil {
		t.Errorf("runs %+v of a file with one, want nil", only.Runs)
	}
}

func TestRunsOfPredictions(t *testing.T) {
	r := parse(t, predictedRuns)
	if want := []float64{0.5, 0, 0.75, 0.25}; !slices.Equal(r.Values[0].Cells, want) {
		t.Errorf("mean error rates %v, want %v", r.Values[0].Cells, want)
	}
	if r.Units != nil {
		t.Error("items of one run among several")
	}
	err := r.Runs.Refuse("mcnemar")
	if err == nil || !strings.Contains(err.Error(), "mcnemar is about the models of one run") {
		t.Errorf("error %v", err)
	}
	if err := (Results{}).Runs.Refuse("mcnemar"); err != nil {
		t.Errorf("error %v of one run", err)
	}
	if got, want := r.gaps(0, 1, 0), []float64{1, -0.5, 0, 0.5}; !slices.Equal(got, want) {
		t.Errorf("gaps of records %v, want %v", got, want)
	}
	long := "replication,fold,run,record,truth,model,predicted\n"
	for _, row := range strings.Fields(predictedRuns)[1:] {
		f := strings.Split(row, ",")
		for m, name := range []string{"a", "b"} {
			if f[5+m] != "" {
				long += strings.Join(append(f[:5:5], name, f[5+m]), ",") + "\n"
			}
		}
	}
	if other := parse(t, long); !slices.Equal(other.Values[0].Cells, r.Values[0].Cells) {
		t.Errorf("error rates %v of long rows, want %v", other.Values[0].Cells, r.Values[0].Cells)
	}
	classes, err := r.ByClass("x", "y")
	if err != nil {
		t.Fatal(err)
	}
	positive, err := Parse("l.csv", strings.NewReader(predictedRuns), ReadOptions{Positive: "y"})
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []Results{classes[1], positive[0]} {
		// Recall of y in fold 1: a finds record 1 never, b in one run of two.
		i, err := of.Metric(metric.Recall.Name)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := *of.Values[i].At(0, 0, 0), *of.Values[i].At(1, 0, 0); a != 0 || b != 0.5 {
			t.Errorf("recall %v of a and %v of b, want 0 and 0.5", a, b)
		}
		if of.Counts != nil || of.Runs == nil {
			t.Error("counts of one run among several")
		}
	}
}

// nestedRuns has inner folds of one half-split in two runs.
func nestedRuns() string {
	out := "model,replication,half,inner,fold,run,loss\n"
	for s, run := range []string{"1", "2"} {
		for _, where := range []string{"%s,1,,,1,%s,%v\n", "%s,1,,,2,%s,%v\n", "%s,1,1,1,1,%s,%v\n", "%s,1,1,1,2,%s,%v\n",
			"%s,1,2,1,1,%s,%v\n", "%s,1,2,1,2,%s,%v\n"} {
			for m, model := range []string{"a", "b"} {
				out += fmt.Sprintf(where, model, run, 0.25*float64(1+s+m))
			}
		}
	}
	return out
}

func TestRunsOfInnerFolds(t *testing.T) {
	r := parse(t, nestedRuns())
	if got, want := r.Inner.Of(0, 1), 0.625; got[0][1][0][1] != want {
		t.Errorf("mean on inner folds %v, want %v", got[0][1][0][1], want)
	}
	if r.Inner.Splits != 1 || r.Inner.Replications != 1 {
		t.Errorf("%d half-splits and %d inner replications, want 1 and 1", r.Inner.Splits, r.Inner.Replications)
	}
}

// What is written is read back, in every form; files that Write made come back with the same bytes.
func TestWriteRuns(t *testing.T) {
	for _, c := range []struct {
		text string
		form Form
	}{{twoRuns, Losses}, {predictedRuns, Predictions}, {predictedRuns, Losses}, {twoRuns, Long}, {nestedRuns(), Losses}} {
		r := parse(t, c.text)
		var first, second bytes.Buffer
		if err := Write(&first, c.form, r); err != nil {
			t.Fatal(err)
		}
		again := parse(t, first.String())
		if err := Write(&second, c.form, again); err != nil {
			t.Fatal(err)
		}
		if first.String() != second.String() {
			t.Errorf("form %d: written %s\nand again %s", c.form, first.String(), second.String())
		}
		if !slices.Equal(again.Values[0].Cells, r.Values[0].Cells) || !slices.Equal(again.Runs.Names, r.Runs.Names) {
			t.Errorf("form %d: values %v of runs %q, want %v of %q", c.form, again.Values[0].Cells, again.Runs.Names,
				r.Values[0].Cells, r.Runs.Names)
		}
	}
	var got bytes.Buffer
	if err := Write(&got, Losses, parse(t, twoRuns)); err != nil || got.String() != twoRuns {
		t.Errorf("error %v, written\n%swant\n%s", err, got.String(), twoRuns)
	}
	got.Reset()
	if err := Write(&got, Predictions, parse(t, predictedRuns)); err != nil || got.String() != predictedRuns {
		t.Errorf("error %v, written\n%swant\n%s", err, got.String(), predictedRuns)
	}
	got.Reset()
	if err := Write(&got, Confusion, parse(t, twoRuns)); err == nil {
		t.Error("losses written as counts")
	}
	classes, err := parse(t, predictedRuns).ByClass("y")
	if err == nil {
		err = Write(&got, Confusion, classes...)
	}
	if err != nil || !strings.Contains(got.String(), "\ny,b,1,1,s1,1,1,0,0\n") {
		t.Errorf("error %v, counts\n%s", err, got.String())
	}
}

func TestRunsRefuse(t *testing.T) {
	head := "model,replication,fold,run,loss\n"
	without := func(text, row string) string { return strings.Replace(text, row+"\n", "", 1) }
	changed := func(text, old, by string) string { return strings.Replace(text, old, by, 1) }
	for _, c := range []struct{ text, want string }{
		{without(twoRuns, "b,1,2,s2,0.5,4,4"), `runs "s1" and "s2" are on different folds`},
		{without(twoRuns, "b,1,1,s2,0.25,4,4"), `run "s2": model "b" has no replication 1 fold 1`},
		{changed(twoRuns, "b,1,2,s2,0.5,4,4", "b,1,2,s2,0.5,5,3"), "have different numbers of records on a fold"},
		{changed(twoRuns, "b,1,2,s2,0.5,4,4", "b,1,2,s2,0.5,4,5"),
			"1 x 2 CV of 8 records, and 1 x 2 CV; give every run all folds"},
		{twoRuns + "a,1,1,s3,0.5,4,4\na,1,2,s3,0.25,4,4\n",
			`model "b" has the runs "s1", "s2", but another one has "s1", "s3"`},
		{head + "a,1,1,x,1\na,1,2,x,1\nb,1,1,y,1\nb,1,2,y,1\n",
			`model "a" has the run "x", but "b" the run "y"; give runs that belong together one name`},
		{changed(predictedRuns, "1,2,s2,2,x,,x", "1,2,s2,2,y,,x"), "differ in the true class of record 2"},
		{changed(changed(predictedRuns, "1,2,s2,2", "1,1,s2,2"), "1,1,s2,0", "1,2,s2,0"),
			"have record 0 in different folds of replication 1"},
		{changed(predictedRuns, "1,2,s2,3,y,,y\n", ""), "are on different folds"},
		{strings.Join(slices.DeleteFunc(strings.SplitAfter(nestedRuns(), "\n"), func(row string) bool {
			return strings.Contains(row, ",2,1,") && strings.Contains(row, ",2,0")
		}), ""), "inner"},
	} {
		refused(t, c.text, c.want, ReadOptions{})
	}
	one, two := parse(t, twoFolds), parse(t, twoFolds)
	two.Metrics = slices.Clone(two.Metrics)
	two.Metrics[0].Name = "other"
	if _, err := JoinRuns([]string{"1", "2"}, []Results{one, two}); err == nil ||
		!strings.Contains(err.Error(), `results: runs "1" and "2" have different metrics`) {
		t.Errorf("error %v of runs with different metrics", err)
	}
}

// Predictions of several runs for the same records are labels of the items of one test set.
func TestRunsOnOneTestSet(t *testing.T) {
	const head = "replication,fold,record,truth,a,b\n"
	const replications = head + "1,1,7,x,x,y\n1,1,2,y,y,y\n1,1,9,x,z,x\n2,1,9,x,x,x\n2,1,7,x,x,y\n2,1,2,y,x,y\n"
	const column = "replication,fold,record,truth,run,model,predicted\n1,1,7,x,s,a,x\n1,1,2,y,s,a,y\n1,1,9,x,s,a,z\n" +
		"1,1,9,x,t,a,x\n1,1,7,x,t,a,x\n1,1,2,y,t,a,x\n1,1,7,x,s,b,y\n1,1,2,y,s,b,y\n1,1,9,x,s,b,x\n"
	both := "run,set," + head
	for _, line := range strings.SplitAfter(strings.TrimPrefix(replications, head), "\n")[:6] {
		both += "s,rlt:1:3b4fe958a5e9fe59," + line + "t,rlt:1:3b4fe958a5e9fe59," + line
	}
	for _, c := range []struct{ text, scores, note string }{
		{replications, "a 1[1 1 0] a 2[0 1 1] b 1[1 0 1] b 2[1 0 1",
			"2 runs have the same test records (column replication)"},
		{column, "a s[1 1 0] a t[0 1 1] b s[1 0 1", "2 runs have the same test records (column run)"},
		{both, "a s 1[1 1 0] a s 2[0 1 1] a t 1[1 1 0] a t 2[0 1 1] b s 1[1 0 1] b s 2[1 0 1] b t 1[1 0 1] b t 2[1 0 1",
			"4 runs have the same test records (column replication)"},
	} {
		r := parse(t, c.text)
		if got := scoresOf(r); got != c.scores {
			t.Errorf("scores %s, want %s", got, c.scores)
		}
		if got, want := r.Design.String(), "a test set of 3 items in "; !strings.HasPrefix(got, want) {
			t.Errorf("design %q, want %q", got, want)
		}
		if got := r.Metrics[0].Name; got != "accuracy" {
			t.Errorf("metric %q, want accuracy", got)
		}
		if got, want := fmt.Sprint(r.Units.Names), "[2 7 9]"; got != want {
			t.Errorf("items %s, want %s", got, want)
		}
		if len(r.Notes) == 0 || !strings.HasPrefix(r.Notes[0], c.note) {
			t.Errorf("notes %q, want %s", r.Notes, c.note)
		}
	}
	for _, c := range []struct {
		text, want string
		opt        ReadOptions
	}{
		{column + "1,1,5,x,t,a,x\n", `column run: runs "s" and "t" have predictions of 3 and 4 records`, ReadOptions{}},
		{strings.ReplaceAll(column, "2,y,t", "2,x,t"), `runs "s" and "t" differ in the true class of record 2`,
			ReadOptions{}},
		{both[:strings.LastIndex(both[:len(both)-1], "t,")], `runs "s" and "t" are on different folds`, ReadOptions{}},
		{column + "2,1,9,x,t,a,x\n2,1,7,x,t,a,x\n2,1,2,y,t,a,x\n", "are on different folds", ReadOptions{}},
		{column, `no item is of the class "z", though some labels are; the classes are "y", "x"`, ReadOptions{Positive: "z"}},
	} {
		refused(t, c.text, c.want, c.opt)
	}
	r, err := Parse("p.csv", strings.NewReader(replications), ReadOptions{Positive: "x"})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r[0].Metrics[0].Name, "f1"; got != want {
		t.Errorf("metric %q, want %q", got, want)
	}
}
