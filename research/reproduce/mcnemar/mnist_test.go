package mcnemar

import (
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study/rejection"
)

// Rejections of 100 at level 0.05: 10 or fewer may be chance, 11 are too many.
func TestRejectsTooOften(t *testing.T) {
	for _, c := range []struct {
		test  string
		share float64
		want  string
	}{
		{"RHO paired t-test", 0.25, "rejects too often: holds (25 of 100"},
		{"RHO paired t-test", 0.11, "rejects too often: holds (11 of 100, binomial tail 0.011)"},
		{"RHO paired t-test", 0.10, "rejects too often: not decided (10 of 100, binomial tail 0.028)"},
		{"5x2 BCV McNemar test", 0, "does not reject too often: not refuted (0 of 100, binomial tail 1)"},
		{"5x2 BCV McNemar test", 0.11, "does not reject too often: refuted"},
	} {
		if got := rejectsTooOften(rejection.Row{Test: c.test, Share: c.share, Runs: 100}); !strings.Contains(got,
			c.want) {
			t.Errorf("%s, %v: %s, want %s", c.test, c.share, got, c.want)
		}
	}
}

// The results come from stored tables; without tables there are none.
func TestMNISTResults(t *testing.T) {
	if out, err := mnistResults(fstest.MapFS{}); err != nil || out != nil {
		t.Errorf("%v, %v", out, err)
	}
	tables := fstest.MapFS{
		"results/mnist_table_5.csv": {Data: []byte("data,setting,family,test,share,se,runs,seed\nMNIST,0,t,RHO " +
			"paired t-test,0.3,0.045,100,1\n" +
			"MNIST,0,Z,\"K-fold CV-CI Z-test, variance within folds\",0.1,0.03,100,1\n")},
		"results/mnist_errors.csv": {Data: []byte("data,setting,n,learner,error,se,data_sets,seed\n" +
			"MNIST,0,200,A,0.25,0.003,20,1\nMNIST,0,200,B,0.27,0.004,20,1\n")},
	}
	out, err := mnistResults(tables)
	if err != nil || len(out) != 2 {
		t.Fatalf("%v, %v", out, err)
	}
	if r := out[0]; r.Key != "t/RHO paired t-test/MNIST" || r.Value != 0.3 || !strings.Contains(r.OtherData, "holds") {
		t.Errorf("%+v", r)
	}
	if r := out[1]; math.Abs(r.Value-25) > 1e-9 || !strings.Contains(r.OtherData,
		"refuted (apart by 4.0 standard errors)") || strings.Contains(r.OtherData, "not refuted") {
		t.Errorf("%+v", r)
	}
}

// All cells of the column are there, with the published value, whether or not there is a run.
func TestCompareMNIST(t *testing.T) {
	rows, err := CompareMNIST(data.FS)
	if err != nil || len(rows) != 14 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if r := rows[0]; r.Test != "RHO paired t-test" || r.Published != "0.250" {
		t.Errorf("%+v", r)
	}
	for _, r := range rows {
		if r.Published == "" || (r.Computed == reproduce.NotRun) != (r.Claim == "") {
			t.Errorf("%+v", r)
		}
	}
}
