package thesis3

import (
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/covariance"
)

// 100,000 estimates of each of two variances of about the same size, and no other error: 0.63 points.
func TestByFewer(t *testing.T) {
	a := covariance.VarianceRow{Size: 3, Given: 2, Sets: 1}
	s := covariance.Study{Config: "CON+svm+500+42+3classes", Learner: covariance.SVM, Distribution: simdata.Population{}}
	got := byFewer(s, 0.5, 0, a, a)
	if len(got) != 1 || got[0].Part != "CON+svm+500+42" || got[0].Value != 0.5 {
		t.Fatalf("%+v", got)
	}
	if !strings.HasPrefix(got[0].Reading, "three classes, 1,000") {
		t.Errorf("reading %q", got[0].Reading)
	}
	if want := 100 * math.Sqrt(4/1e5); math.Abs(got[0].PublishedSE-want) > 1e-12 {
		t.Errorf("standard error %v, want %v", got[0].PublishedSE, want)
	}
	none := []covariance.Study{{Config: s.Config, Learner: covariance.KNN, Distribution: s.Distribution},
		{Config: s.Config, Learner: covariance.SVM, Distribution: simdata.SCLA(4)}}
	for _, s := range none {
		if got := byFewer(s, 0.5, 0, a, a); got != nil {
			t.Errorf("%v on %v: %+v", s.Learner, s.Distribution, got)
		}
	}
	a.Size = 5
	if got := byFewer(s, 0.5, 0, a, a); got != nil {
		t.Errorf("the cell of E34: %+v", got)
	}
}

// The printed rates of ADULT+svm are 0.50, 2.76, 1.19 and 2.30, the largest possible 0.40, 0.80, 1.20 and 1.61.
func TestRemark(t *testing.T) {
	numbers, err := reproduce.ReadNumbers(study.Config{Data: data.FS})
	if err != nil {
		t.Fatal(err)
	}
	numbers["thesis:table-3.9 X/mx2BCV/5"] = reproduce.Published{Text: "7"}
	for _, c := range []struct{ config, item, key, want string }{
		{"ADULT+svm+500+14", "table-3.10", "3", ""},
		{"ADULT+svm+500+14", "table-3.10", "5", "E47: no rate is above (m-1)/(n-2), which is 0.80"},
		{"ADULT+svm+500+14", "table-3.10", "7", ""},
		{"ADULT+svm+500+14", "table-3.10", "9", "E47: no rate is above (m-1)/(n-2), which is 1.61"},
		{"ADULT+svm+500+14", "table-3.9", "mx2BCV/5", ""},
		{"CON+svm+500+42", "table-3.10", "5", "E34"},
		{"CON+svm+500+42", "table-3.9", "mx2BCV/5", "E34"},
		{"CON+svm+500+42", "table-3.9", "mx2CV/5", ""},
		{"X", "table-3.9", "mx2BCV/5", ""}, // a variance
	} {
		r := []reproduce.Result{{Item: c.item, Key: c.key, PublishedSE: 0.1}}
		if got := remark(c.config, 500, numbers, r)[0].Note; got != c.want {
			t.Errorf("%s %s %s: %q, want %q", c.config, c.item, c.key, got, c.want)
		}
	}
}
