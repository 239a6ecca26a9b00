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

// Weights are numbers above 0 of the records that stay, and no feature.
func TestReadWeights(t *testing.T) {
	const text = "w,x,y,g\n0.5,1,p,a\n,2,q,b\n2,?,p,b\n1e3,4,q,a\n"
	d, err := dataset.Parse("v.csv", strings.NewReader(text), dataset.Options{Weights: "w", Groups: "g", Target: "y",
		DropRows: true, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	if want := []float64{0.5, 2, 1000}; !slices.Equal(d.Weights, want) {
		t.Errorf("got weights %v, want %v", d.Weights, want)
	}
	if want := []string{"a", "b", "a"}; !slices.Equal(d.Groups, want) {
		t.Errorf("got groups %q, want %q", d.Groups, want)
	}
	if got, want := fmt.Sprint(d.P(), d.Columns[0]), "1 {w weight numeric 0 1 0.5 to 1000}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for name, c := range map[string]struct {
		text string
		opt  dataset.Options
		want string
	}{
		"zero":   {"w,x,y\n1,1,p\n0,2,q\n", dataset.Options{}, `v.csv: row 3, column w: "0" is no weight; give a positive`},
		"below":  {"w,x,y\n-1,1,p\n1,2,q\n", dataset.Options{}, `row 2, column w: "-1" is no weight`},
		"text":   {"w,x,y\n1,1,p\nten,2,q\n", dataset.Options{}, `row 3, column w: "ten" is no weight`},
		"large":  {"w,x,y\n1,1,p\n1e999,2,q\n", dataset.Options{}, `row 3, column w: "1e999" is no weight`},
		"gap":    {"w,x,y\n1,1,p\n,2,q\n", dataset.Options{}, `row 3, column w: a value is missing`},
		"target": {"w,x,y\n1,1,p\n", dataset.Options{Target: "w"}, "column w: is the target and cannot hold weights"},
		"groups": {"w,x,y\n1,1,p\n", dataset.Options{Groups: "w"}, "column w: is the group and cannot hold weights"},
		"none":   {"v,x,y\n1,1,p\n", dataset.Options{}, `there is no column "w"`},
	} {
		c.opt.Weights = "w"
		_, err := dataset.Parse("v.csv", strings.NewReader(c.text), c.opt)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}
