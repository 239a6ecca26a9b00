package importer

import (
	"testing"

	"github.com/block-regularized/bcv/pkg/results"
)

// Names of folds are those of rsample, caret and clients/r, or numbers.
func TestFoldNames(t *testing.T) {
	for _, c := range []struct {
		replication, fold string
		base              int
		want              foldName
	}{
		{"", "Fold03", 1, foldName{replication: 1, fold: 3}},
		{"Repeat2", "Fold03", 1, foldName{replication: 2, fold: 3}},
		{"", "Resample04", 1, foldName{fold: 4}}, // which replication it is of the records show,
		{"", "validation", 1, foldName{replication: 1, fold: 1}},
		{"", "Fold2.Rep3", 1, foldName{replication: 3, fold: 2}}, // of a manual_rset with caret's names
		{"", "12", 1, foldName{fold: 12}},                        // of mlr3
		{"0.0", "3.0", 0, foldName{replication: 1, fold: 4}},     // of OpenML
		{"", "Fold2.Inner3.Half1.Rep12", 1, foldName{replication: 12, fold: 2, Within: results.Within{Half: 1, Inner: 3}}},
	} {
		f := frameReader{tableFormat: tableFormat{base: c.base}, folds: map[foldName]string{}}
		if got, err := f.fold(c.replication, c.fold); err != nil || got != c.want {
			t.Errorf("%q %q: got %+v, %v; want %+v", c.replication, c.fold, got, err, c.want)
		}
	}
	for _, id := range [][2]string{{"", "Fold2.Rep"}, {"", "north"}, {"", "Bootstrap01"}, {"", "Apparent"},
		{"", "Slice3"}, {"Repeat1", "Bootstrap2"}, {"north", "Fold1"}, {"", "Fold0"}, {"Repeat0", "Fold1"},
		{"Fold1", "Fold2.Inner3.Half1.Rep12"}, {"", "Fold2.Inner99999999.Half1.Rep12"}, {"", "Fold3.Inner1.Half1.Rep1"},
		{"", "Fold1.Inner1.Half3.Rep1"}, {"", "Fold1.Inner1.Half1.Rep0"}, {"", "0"}, {"", "99999999"}} {
		f := frameReader{tableFormat: tableFormat{base: 1}, folds: map[foldName]string{}}
		if got, err := f.fold(id[0], id[1]); err == nil {
			t.Errorf("%q: got %+v, want it refused", id, got)
		}
	}
}
