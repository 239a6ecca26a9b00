package importer

import (
	"testing"

	"github.com/block-regularized/bcv/pkg/results"
)

func TestTidyNumbers(t *testing.T) {
	for _, c := range []struct {
		id, id2           string
		replication, fold int
	}{
		{"Fold03", "", 1, 3},
		{"Repeat2", "Fold03", 2, 3},
		{"Resample04", "", 0, 4}, // which replication it is of the records show,
		{"validation", "", 1, 1},
		{"Fold2.Rep3", "", 3, 2}, // of a manual_rset with caret's names
	} {
		if r, f, ok := tidyNumbers(c.id, c.id2); !ok || r != c.replication || f != c.fold {
			t.Errorf("%q %q: replication %d fold %d, %v; want %d and %d", c.id, c.id2, r, f, ok, c.replication, c.fold)
		}
	}
	for _, id := range [][2]string{{"Fold2.Rep", ""}, {"north", ""}, {"Bootstrap01", ""}, {"Apparent", ""},
		{"Slice3", ""}, {"Repeat1", "Bootstrap2"}, {"north", "Fold1"}, {"Fold0", ""}, {"Repeat0", "Fold1"}} {
		if r, f, ok := tidyNumbers(id[0], id[1]); ok {
			t.Errorf("%q: got replication %d fold %d, want it refused", id, r, f)
		}
	}
}

func TestInnerName(t *testing.T) {
	want := foldName{replication: 12, fold: 2, Within: results.Within{Half: 1, Inner: 3}}
	if got, ok := innerName([2]string{"Fold2.Inner3.Half1.Rep12", ""}); !ok || got != want {
		t.Errorf("got %+v, %v; want %+v", got, ok, want)
	}
	for _, id := range [][2]string{{"Fold2.Inner3.Half1.Rep12", "Fold1"}, {"Fold2.Rep12", ""},
		{"Fold3.Inner1.Half1.Rep1", ""},
		{"Fold1.Inner99999999.Half1.Rep1", ""}, {"Fold1.Inner1.Half3.Rep1", ""}, {"Fold1.Inner1.Half1.Rep0", ""}} {
		if got, ok := innerName(id); ok {
			t.Errorf("%q: got %+v, want it refused", id, got)
		}
	}
}
