package dataset

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Levels become columns of 0 and 1, except for the first level, which is 0 in all of them.
func TestOneHot(t *testing.T) {
	d := &Data{X: mat.NewDense(3, 3, []float64{0, 1.5, 0, 2, 2.5, 0, 1, 3.5, 0}), Response: []float64{1, 2, 3},
		Features: []Feature{{Name: "colour", Levels: []string{"red", "blue", "green"}}, {Name: "size"},
			{Name: "always", Levels: []string{"yes"}}}}
	got := d.OneHot()
	if want := mat.NewDense(3, 3, []float64{0, 0, 1.5, 0, 1, 2.5, 1, 0, 3.5}); !mat.Equal(got.X, want) {
		t.Errorf("%v", mat.Formatted(got.X))
	}
	var names []string
	for j := range got.P() {
		names = append(names, got.Feature(j).Name)
	}
	if !slices.Equal(names, []string{"colour=blue", "colour=green", "size"}) || got.Check() != nil {
		t.Errorf("features %q, %v", names, got.Check())
	}
}

func TestTake(t *testing.T) {
	d := &Data{X: mat.NewDense(3, 1, []float64{5, 6, 7}), Class: []int32{0, 1, 0}, Classes: []string{"a", "b"}}
	got := d.Take([]int32{2, 1, 2})
	if !mat.Equal(got.X, mat.NewDense(3, 1, []float64{7, 6, 7})) || !slices.Equal(got.Class, []int32{0, 1, 0}) {
		t.Errorf("%+v", got)
	}
	got.X.Set(0, 0, 1)
	if d.X.At(2, 0) != 7 {
		t.Error("the records are shared")
	}
	if err := d.Take(nil).Check(); err == nil {
		t.Error("no records are a data set")
	}
}

func TestCheck(t *testing.T) {
	good := func() *Data {
		return &Data{X: mat.NewDense(2, 1, []float64{0, 1}), Class: []int32{0, 1}, Classes: []string{"a", "b"},
			Features: []Feature{{Name: "f", Levels: []string{"x", "y"}}}}
	}
	if err := good().Check(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		spoil func(*Data)
		want  string
	}{
		{func(d *Data) { d.X = nil }, "no records"},
		{func(d *Data) { d.Features = append(d.Features, Feature{}) }, "2 feature names for 1 features"},
		{func(d *Data) { d.Class = nil }, "either a response or a class"},
		{func(d *Data) { d.Class = d.Class[:1] }, "1 classes for 2 records"},
		{func(d *Data) { d.Class[1] = 2 }, "record 1 is of class 2; 2 classes are named"},
		{func(d *Data) { d.X.Set(1, 0, math.Inf(1)) }, "record 1, feature f is +Inf"},
		{func(d *Data) { d.X.Set(1, 0, 2) }, "its levels are numbered 0 to 1"},
		{func(d *Data) { d.X.Set(1, 0, 0.5) }, "its levels are numbered 0 to 1"},
		{func(d *Data) { d.Class, d.Response = nil, []float64{1, math.NaN()} }, "the response of record 1 is NaN"},
	} {
		d := good()
		c.spoil(d)
		if err := d.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

// A data set without X has no records.
func TestEmptyData(t *testing.T) {
	d := &Data{}
	if d.N() != 0 || d.P() != 0 || d.Check() == nil {
		t.Errorf("%d records, %d features, %v", d.N(), d.P(), d.Check())
	}
}

// The digest depends on every value, name and level, and is the same as in earlier releases.
func TestDigest(t *testing.T) {
	make := func() *Data {
		return &Data{
			X:        mat.NewDense(2, 2, []float64{1, 0, 2, 1}),
			Features: []Feature{{Name: "width"}, {Name: "colour", Levels: []string{"red", "blue"}}},
			Class:    []int32{0, 1}, Classes: []string{"no", "yes"},
		}
	}
	const want = "c7feedb039f0212511042c2f57351b50"
	if got := make().Digest(); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
	for name, change := range map[string]func(d *Data){
		"a value":  func(d *Data) { d.X.Set(1, 1, 0) },
		"a class":  func(d *Data) { d.Class[1] = 0 },
		"a name":   func(d *Data) { d.Features[0].Name = "length" },
		"a level":  func(d *Data) { d.Features[1].Levels[0] = "green" },
		"classes":  func(d *Data) { d.Classes[1] = "maybe" },
		"a number": func(d *Data) { d.X.Set(0, 0, math.Copysign(0, -1)) },
	} {
		d := make()
		change(d)
		if d.Digest() == want {
			t.Errorf("%s does not change the digest", name)
		}
	}
}

// Features are found by their names, whatever else stands between.
func TestIndex(t *testing.T) {
	d := &Data{X: mat.NewDense(1, 2, nil), Features: []Feature{{Name: "a"}, {Name: "b"}}}
	if j, err := d.Index("b"); j != 1 || err != nil {
		t.Errorf("b is feature %d, %v", j, err)
	}
	if _, err := d.Index("c"); err == nil || !strings.Contains(err.Error(), `no feature "c"; the features are a, b`) {
		t.Errorf("c: %v", err)
	}
	d.Features = nil
	if j, err := d.Index("x2"); j != 1 || err != nil {
		t.Errorf("x2 is feature %d, %v", j, err)
	}
}
