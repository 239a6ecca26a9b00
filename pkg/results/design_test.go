package results

import (
	"fmt"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
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
	r := parse(t, lossText(setX, setX))
	if want := (cv.ID{Method: cv.BCV, Seed: 1, Fingerprint: "3b4fe958a5e9fe59"}); r.Design.ID != want {
		t.Errorf("set %v, want %v", r.Design.ID, want)
	}
	if got, want := r.Design.String(), "2 x 2 BCV of 10 records"; got != want {
		t.Errorf("design %q, want %q", got, want)
	}
	if len(r.Notes) != 0 {
		t.Errorf("notes %q", r.Notes)
	}
	r = parse(t, lossText("", ""))
	if r.Design.Named() || len(r.Notes) != 1 || !strings.Contains(r.Notes[0],
		"name no partition set (column set): they are taken for those of 2 x 2 CV") {
		t.Errorf("%+v, notes %q", r.Design, r.Notes)
	}
	if r := parse(t, lossText(setX, "")); len(r.Notes) != 1 || !strings.Contains(r.Notes[0],
		`results of ["svm"] name no partition set`) {
		t.Errorf("%+v, notes %q", r.Design, r.Notes)
	}
}

func TestDifferentSetsAreRefused(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{lossText(setX, setY), `l.csv: row 6, column set: model "svm" has set ` + setY + `, but model "knn" has ` +
			`set ` + setX + ` (row 2); compare results on the same partition set`},
		{lossText("bcv:1", setX), `"bcv:1" does not name a partition set`},
		{lossText("rlt:1:3b4fe958a5e9fe59", ""), "2 folds per replication, but a set of method rlt has 1"},
		{lossText("kfold:1:3b4fe958a5e9fe59", ""), "2 replications of 2 folds, but a set of method kfold has one"},
		{strings.Replace(lossText(setX, setX), "svm,2,1,0.5,5,5", "svm,2,1,0.5,6,4", 1),
			"run both on the same partition set"},
	} {
		refused(t, c.text, c.want, ReadOptions{})
	}
}

// predictionText has the predictions of two models for four records of some test sets, one for each
// replication.
func predictionText(set string, testSetOf ...int) string {
	out := "replication,fold,record,truth,a,b,set\n"
	for j, s := range testSetOf {
		for i := range 4 {
			out += fmt.Sprintf("%d,1,%d,x,x,x,%s\n", j+1, 3*s+(i+j)%4, set)
		}
	}
	return out
}

// Replications of one fold that validate the same records are runs, such as one for each of several
// seeds on one test set: no test of hold-outs is about them.
func TestRunsAreNotHoldOuts(t *testing.T) {
	const rlt = "rlt:1:3b4fe958a5e9fe59"
	for _, c := range []struct {
		set     string
		testSet []int
		want    string // in the error
	}{
		{"", []int{1, 2, 1, 2}, "these are 4 runs on 2 test sets, not 4 hold-outs"},
		{rlt, []int{1, 2, 1}, ""}, // by chance, of few records
		{"", []int{1, 2, 3}, ""},
		{"", []int{1}, ""},
	} {
		all, err := Parse("p.csv", strings.NewReader(predictionText(c.set, c.testSet...)), ReadOptions{})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("set %q, test sets %v: error %v, want %q", c.set, c.testSet, err, c.want)
		}
		if err == nil && all[0].Design.Replications != len(c.testSet) {
			t.Errorf("test sets %v: %v", c.testSet, all[0].Design)
		}
	}
	both := predictionText("", 1, 1) // a cross-validation that is repeated is not meant
	for _, line := range strings.SplitAfter(predictionText("", 3, 3), "\n")[1:] {
		both += strings.NewReplacer("1,1,", "1,2,", "2,1,", "2,2,").Replace(line[:min(4, len(line))]) + line[min(4,
			len(line)):]
	}
	parse(t, both)
}

// The sizes of the test sets can show that they differ; a named set does.
func TestMayBeRuns(t *testing.T) {
	text := func(set string, valid ...int) string {
		out := "model,replication,fold,loss,n_train,n_valid,set\n"
		for _, model := range []string{"a", "b"} {
			for j, n := range valid {
				out += fmt.Sprintf("%s,%d,1,0.%d,80,%d,%s\n", model, j+1, j+1, n, set)
			}
		}
		return out
	}
	for _, c := range []struct {
		set   string
		valid []int
		want  bool
	}{{"", []int{20, 20, 20}, true}, {"", []int{20, 20, 21}, false}, {"", []int{20, 21, 20}, false},
		{"rlt:1:3b4fe958a5e9fe59", []int{20, 20, 20}, false}, {"", []int{20}, false}} {
		r := parse(t, text(c.set, c.valid...))
		if r.Design.MayBeRuns != c.want {
			t.Errorf("set %q, sizes %v: may be runs: %v, want %v", c.set, c.valid, r.Design.MayBeRuns, c.want)
		}
		if err := r.Design.CheckHoldOuts(false); (err != nil) != c.want {
			t.Errorf("set %q, sizes %v: %v", c.set, c.valid, err)
		}
		all, err := Parse("l.csv", strings.NewReader(text(c.set, c.valid...)), ReadOptions{RandomHoldOuts: true})
		if err != nil || all[0].Design.MayBeRuns {
			t.Errorf("set %q, sizes %v: %v, %v", c.set, c.valid, all, err)
		}
	}
	if _, err := Parse("l.csv", strings.NewReader(twoFolds), ReadOptions{RandomHoldOuts: true}); err == nil ||
		!strings.Contains(err.Error(), "not of random hold-outs; leave that out") {
		t.Errorf("%v", err)
	}
}
