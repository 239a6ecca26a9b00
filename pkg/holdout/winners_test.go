package holdout

import (
	"testing"

	"github.com/block-regularized/bcv/pkg/results"
)

// A note names the five settings that won most often, and counts the folds of the others; folds without a choice count
// for none.
func TestMostWinners(t *testing.T) {
	var folds []Note
	for _, name := range []string{"g", "f", "e", "d", "c", "b", "a", "a"} {
		folds = append(folds, Note{Choice: results.Choice{Setting: name}})
	}
	folds = append(folds, Note{Choice: results.Choice{Setting: "z", Only: true}}, Note{Text: "slow"})
	for _, c := range []struct {
		folds []Note
		want  string
	}{
		{folds, "a won on 2 of n, b on 1, c on 1, d on 1, e on 1, others on 2"},
		{folds[2:], "a won on 2 of n, b on 1, c on 1, d on 1, e on 1"},
		{folds[8:], ""},
	} {
		if got := winners(c.folds, "of n"); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
