package compare_test

import (
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
)

// Scope says what a verdict is about; of several the report says it once.
func TestScope(t *testing.T) {
	r, err := ofLosses(three(), compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := "About the algorithms, trained on other samples of 80 records; measured on 5 x 2 BCV of 100 records."
	if got := r.Verdicts[0].Scope(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := r.Text(); strings.Count(got, "About") != 1 || !strings.Contains(got, "\n"+want+"\n") {
		t.Errorf("got %q, want %q once, on a line of its own", got, want)
	}
	r, err = ofCounts(countRows(5, 2), compare.Options{Methods: []string{"posterior"}})
	if err != nil {
		t.Fatal(err)
	}
	want = "About the fitted models, on other records; measured on 5 x 2 CV."
	if got := r.Text(); strings.Count(got, "About") != 1 || !strings.HasSuffix(got, "\n"+want) {
		t.Errorf("got %q, want %q once, at its end", got, want)
	}
}

// A probability near 1 is written by what is missing, which is known where it underflows, for either model.
func TestNearlySure(t *testing.T) {
	for _, c := range []struct {
		a, b, want string // true positives, false positives and false negatives
	}{
		{"80,20,20", "99,1,1", "P(b better) = 1 - 1.073e-19"},
		{"99,1,1", "80,20,20", "P(a better) = 1 - 1.073e-19"},
		{"9000,9000,9000", "99000,10,10", "P(b better) = 1 - exp(-"},
		{"99000,10,10", "9000,9000,9000", "P(a better) = 1 - exp(-"},
		{"80,20,20", "85,15,15", "P(b better) = 0.9"},
	} {
		text := "model,replication,fold,tp,fp,fn\n"
		for _, fold := range []string{"1,1,", "1,2,", "2,1,", "2,2,"} {
			text += "a," + fold + c.a + "\nb," + fold + c.b + "\n"
		}
		r, err := files([]string{written(t, "c.csv", text)},
			compare.Options{Metrics: []string{"F1"}, Methods: []string{"posterior"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Verdicts[0].Evidence(); !strings.Contains(got, c.want) {
			t.Errorf("%s against %s: %q, want %q", c.a, c.b, got, c.want)
		}
	}
}
