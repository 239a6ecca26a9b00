package fold_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/fold"
)

// Replications of one fold that validate the same records are runs, as those of several
// seeds on one test set: no test of hold-outs is about them.
func TestRunsAreNotHoldOuts(t *testing.T) {
	rows := func(set string, testSetOf ...int) []fold.PairRow {
		var out []fold.PairRow
		for j, s := range testSetOf {
			for i := range 4 {
				out = append(out, fold.PairRow{Replication: j + 1, Fold: 1, Record: 3*s + (i+j)%4, Truth: "x", A: "x", B: "x", Set: set})
			}
		}
		return out
	}
	const rlt = "rlt:1:3b4fe958a5e9fe59"
	for _, c := range []struct {
		set     string
		testSet []int
		want    string // in the error
	}{
		{"", []int{1, 1, 1}, "these are 3 runs on one test set, not 3 hold-outs"},
		{rlt, []int{1, 1, 1}, "these are 3 runs on one test set, not 3 hold-outs"},
		{"", []int{1, 2, 1, 2}, "these are 4 runs on 2 test sets, not 4 hold-outs"},
		{rlt, []int{1, 2, 1}, ""}, // by chance, of few records
		{"", []int{1, 2, 3}, ""},
		{"", []int{1}, ""},
	} {
		p, err := fold.PairsOf(rows(c.set, c.testSet...))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("set %q, test sets %v: error %v, want %q", c.set, c.testSet, err, c.want)
		}
		if err == nil && p.Design.Replications != len(c.testSet) {
			t.Errorf("test sets %v: %v", c.testSet, p.Design)
		}
	}
	both := rows("", 1, 1) // a cross-validation that is repeated is not meant
	for _, r := range rows("", 3, 3) {
		r.Fold = 2
		both = append(both, r)
	}
	if _, err := fold.PairsOf(both); err != nil {
		t.Error(err)
	}
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
	}{{"", []int{20, 20, 20}, true}, {"", []int{20, 20, 21}, false}, {"rlt:1:3b4fe958a5e9fe59", []int{20, 20, 20}, false}, {"", []int{20}, false}} {
		l, err := fold.ParseLosses("x", strings.NewReader(text(c.set, c.valid...)))
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Design.MayBeRuns; got != c.want || (l.Design.CheckHoldOuts(false) == nil) == c.want {
			t.Errorf("set %q, sizes %v: may be runs: %v, want %v (%v)", c.set, c.valid, got, c.want, l.Design.CheckHoldOuts(false))
		}
	}
}
