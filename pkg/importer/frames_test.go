package importer

import "testing"

func TestTidyNumbers(t *testing.T) {
	for _, c := range []struct {
		id, id2           string
		replication, fold int
	}{
		{"Fold03", "", 1, 3},
		{"Repeat2", "Fold03", 2, 3},
		{"Resample04", "", 4, 1},
		{"validation", "", 1, 1},
		{"Fold2.Rep3", "", 3, 2}, // of a manual_rset with caret's names
	} {
		if r, f, ok := tidyNumbers(c.id, c.id2); !ok || r != c.replication || f != c.fold {
			t.Errorf("%q %q: replication %d fold %d, %v; want %d and %d", c.id, c.id2, r, f, ok, c.replication, c.fold)
		}
	}
	if _, _, ok := tidyNumbers("Fold2.Rep", ""); ok {
		t.Error("an id without a number of the replication is taken")
	}
}
