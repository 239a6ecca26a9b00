package thesis2

import (
	"strconv"
	"testing"

	"github.com/block-regularized/bcv/research/internal/accounttest"
)

// The shapes are the thesis's, except for the two that are exchanged and a type of
// glass without records; the sizes of samples are inputs.
func TestTable27(t *testing.T) {
	results, printed := accounttest.BesidePublished(t, DataShapes(), "table-2.7")
	if len(printed) != 40 || len(results) != 40 {
		t.Fatalf("%d cells, %d results", len(printed), len(results))
	}
	other := map[string]float64{"yeast/features": 8, "yeast/classes": 10, "glass/classes": 6}
	for key, r := range results {
		text, err := strconv.ParseFloat(printed[key], 64)
		if err != nil {
			t.Fatal(err)
		}
		want, differs := other[key]
		if !differs {
			want = text
		}
		if r.Input {
			continue
		}
		if r.Value != want || differs != (r.Value != text) {
			t.Errorf("%s: %v, printed %v, note %q", key, r.Value, text, r.Note)
		}
	}
}
