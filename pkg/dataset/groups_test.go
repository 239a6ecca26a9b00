package dataset_test

import (
	"fmt"
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

// Groups leave with the records that are left out, and are no feature.
func TestReadGroups(t *testing.T) {
	const text = "g,x,y\na,1,p\n,2,q\nb,?,p\nc,4,q\n"
	for name, c := range map[string]struct {
		opt  dataset.Options
		want string
	}{
		"dropped": {dataset.Options{Groups: "g", DropRows: true}, "[a c]"},
		"kept":    {dataset.Options{Groups: "1", DropRows: true, Keep: true}, "[a b c]"},
		"both":    {dataset.Options{Groups: "g", DropRows: true, Drop: []string{"g"}}, "[a c]"},
	} {
		d, err := dataset.Parse("v.csv", strings.NewReader(text), c.opt)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := fmt.Sprint(d.Groups); got != c.want {
			t.Errorf("%s: got groups %s, want %s", name, got, c.want)
		}
		if d.P() != 1 || d.Columns[0].Role != "group" {
			t.Errorf("%s: got %d features and role %s, want 1 and group", name, d.P(), d.Columns[0].Role)
		}
	}
	d, err := dataset.Parse("v.csv", strings.NewReader(text),
		dataset.Options{DropRows: true, Keep: true, Drop: []string{"g"}})
	if err != nil || d.Groups != nil {
		t.Errorf("got %v and groups of %v, want none", err, d)
	}
}
