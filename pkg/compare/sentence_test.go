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
	if got := unwrapped(r.Text()); strings.Count(got, "About") != 1 || !strings.Contains(got, want) {
		t.Errorf("got %q, want %q once, on a line of its own", got, want)
	}
	r, err = ofCounts(countRows(5, 2), compare.Options{Methods: []string{"posterior"}})
	if err != nil {
		t.Fatal(err)
	}
	want = "About the fitted models, on other records; measured on 5 x 2 CV."
	if got := unwrapped(r.Text()); strings.Count(got, "About") != 1 || !strings.Contains(got, want) {
		t.Errorf("got %q, want %q once", got, want)
	}
}

// unwrapped is a text as one line.
func unwrapped(text string) string { return strings.Join(strings.Fields(text), " ") }
