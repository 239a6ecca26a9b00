package dataset_test

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
)

// Groups stay with their records, and are part of the identity of the data.
func TestGroups(t *testing.T) {
	d := &dataset.Data{X: mat.NewDense(3, 1, []float64{1, 2, 3}), Response: []float64{4, 5, 6},
		Groups: []string{"a", "b", "c"}}
	if err := d.Check(); err != nil {
		t.Fatal(err)
	}
	reversed := []int32{2, 0}
	for name, of := range map[string]*dataset.Data{"Take": d.Take(reversed), "OneHot": d.OneHot().Take(reversed)} {
		if want := []string{"c", "a"}; !slices.Equal(of.Groups, want) {
			t.Errorf("%s: groups %q, want %q", name, of.Groups, want)
		}
	}
	with := d.Digest()
	d.Groups = []string{"a", "b", "b"}
	if other := d.Digest(); other == with {
		t.Errorf("digest %s with other groups, want another", other)
	}
	d.Groups = nil
	if without := d.Digest(); without == with {
		t.Errorf("digest %s without groups, want another", without)
	}
	d.Groups = []string{"a", "b"}
	if err, want := d.Check(), "groups of 2 records for 3"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}
