package dataset

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Data is a data set in memory: one row of X per record, with either a response (regression) or a class
// (classification) for each.
type Data struct {
	Name     string
	X        *mat.Dense // n x p; a nominal feature holds the number of its level
	Features []Feature  // p, or nil for numeric features without names
	Response []float64  // n, nil for classification
	Class    []int32    // n numbers of classes from 0, nil for regression
	Classes  []string   // names of the classes by number; a class may be absent from the records
	Numbers  []int32    // n numbers of the records in the file that they were read from, from 0; nil for 0 to n-1
	Dropped  int        // incomplete records of the file that were left out
	Columns  []Column   // how the columns of the file were read; nil if there was none

	// Groups, Times and Weights are no features. They say which records folds keep together, in which order records
	// were made, and how much each counts.
	Groups  []string  // n names, such as patients; nil for none
	Times   []float64 // n numbers of which only the order matters; nil for none
	Weights []float64 // n positive numbers; nil for equal ones
}

// Number returns the number of record i in its file, from 0, where incomplete records that were left out count.
func (d *Data) Number(i int32) int32 {
	if d.Numbers == nil {
		return i
	}
	return d.Numbers[i]
}

// Feature names a column of X.
type Feature struct {
	Name   string
	Levels []string // of a nominal feature, whose values are 0, 1, ...; nil for a number
	// Indicator reports that the values are 1 for one level of a nominal feature and 0 for all others, as OneHot
	// makes them. Some learners that scale features leave indicators unscaled, which they document.
	Indicator bool
}

// Nominal reports whether the feature has levels rather than numbers.
func (f Feature) Nominal() bool { return f.Levels != nil }

// N returns the number of records, 0 without X.
func (d *Data) N() int { n, _ := d.dims(); return n }

// P returns the number of features, 0 without X.
func (d *Data) P() int { _, p := d.dims(); return p }

func (d *Data) dims() (n, p int) {
	if d.X == nil {
		return 0, 0
	}
	return d.X.Dims()
}

// K returns the number of classes, 0 for regression.
func (d *Data) K() int { return len(d.Classes) }

// Feature returns feature j; without names it is numeric and called xJ (from 1).
func (d *Data) Feature(j int) Feature {
	if d.Features == nil {
		return Feature{Name: fmt.Sprintf("x%d", j+1)}
	}
	return d.Features[j]
}

// Index returns the number of the feature with a name. Numbers change where OneHot or a column left out puts other
// features in between; names do not. The error lists the names.
func (d *Data) Index(name string) (int, error) {
	var names []string
	for j := range d.P() {
		if names = append(names, d.Feature(j).Name); names[j] == name {
			return j, nil
		}
	}
	return 0, fmt.Errorf("dataset: no feature %q; the features are %s", name, strings.Join(names, ", "))
}

// Target returns the target of record i: its response, or the number of its class.
func (d *Data) Target(i int32) float64 {
	if d.Class != nil {
		return float64(d.Class[i])
	}
	return d.Response[i]
}

// Weight returns the weight of record i, 1 without weights.
func (d *Data) Weight(i int32) float64 {
	if d.Weights == nil {
		return 1
	}
	return d.Weights[i]
}

// Check returns an error if the parts of d do not fit together, or if a value is missing (NaN) or infinite. It
// names the first such record (from 0) and feature.
func (d *Data) Check() error { return d.check(false) }

// CheckButFeatures is Check, except that features may be missing (NaN).
func (d *Data) CheckButFeatures() error { return d.check(true) }

func (d *Data) check(missing bool) error {
	if d.X == nil || d.X.IsEmpty() {
		return errors.New("dataset: no records; give at least one record and one feature")
	}
	n, p := d.X.Dims()
	if d.Features != nil && len(d.Features) != p {
		return fmt.Errorf("dataset: %d feature names for %d features; name each feature once", len(d.Features), p)
	}
	if err := d.checkTarget(n); err != nil {
		return err
	}
	for i := range n {
		for j, v := range d.X.RawRowView(i) {
			if missing && math.IsNaN(v) {
				continue
			}
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("dataset: record %d, feature %s is %v; drop incomplete records (Complete) or fill them in",
					i, d.Feature(j).Name, v)
			}
			if d.Features == nil || !d.Features[j].Nominal() {
				continue
			}
			if levels := len(d.Features[j].Levels); v != math.Trunc(v) || v < 0 || int(v) >= levels {
				return fmt.Errorf("dataset: record %d, feature %s is %v; its levels are numbered 0 to %d",
					i, d.Features[j].Name, v, levels-1)
			}
		}
	}
	return nil
}

func (d *Data) checkTarget(n int) error {
	switch {
	case (d.Class == nil) == (d.Response == nil):
		return errors.New("dataset: give either a response or a class for each record")
	case d.Class != nil && len(d.Class) != n:
		return fmt.Errorf("dataset: %d classes for %d records; give one class per record", len(d.Class), n)
	case d.Response != nil && len(d.Response) != n:
		return fmt.Errorf("dataset: %d responses for %d records; give one response per record", len(d.Response), n)
	}
	if err := d.checkRoles(n); err != nil {
		return err
	}
	for i, c := range d.Class {
		if c < 0 || int(c) >= len(d.Classes) {
			return fmt.Errorf("dataset: record %d is of class %d; %d classes are named, from 0", i, c, len(d.Classes))
		}
	}
	for i, y := range d.Response {
		if math.IsNaN(y) || math.IsInf(y, 0) {
			return fmt.Errorf("dataset: the response of record %d is %v; drop the record (Complete) or fill it in", i, y)
		}
	}
	return nil
}

// checkRoles returns an error unless groups, times and weights are of n records, and finite.
func (d *Data) checkRoles(n int) error {
	for _, r := range []struct {
		name string
		of   int
		set  bool
	}{{"groups", len(d.Groups), d.Groups != nil}, {"times", len(d.Times), d.Times != nil},
		{"weights", len(d.Weights), d.Weights != nil}} {
		if r.set && r.of != n {
			return fmt.Errorf("dataset: %s of %d records for %d records; give one for each", r.name, r.of, n)
		}
	}
	for i, t := range d.Times {
		if math.IsNaN(t) || math.IsInf(t, 0) {
			return fmt.Errorf("dataset: the time of record %d is %v; leave the record out or fill it in", i, t)
		}
	}
	for i, w := range d.Weights {
		if !(w > 0) || math.IsInf(w, 0) {
			return fmt.Errorf("dataset: the weight of record %d is %v; weights are above 0, leave out records that do not "+
				"count", i, w)
		}
	}
	return nil
}

// Take returns a data set of the given records, in this order; a record may
// be taken more than once. It copies the records and shares the names.
func (d *Data) Take(rows []int32) *Data {
	out := &Data{Name: d.Name, Features: d.Features, Classes: d.Classes}
	if len(rows) == 0 {
		out.X = new(mat.Dense)
	} else {
		out.X = mat.NewDense(len(rows), d.P(), nil)
	}
	for k, i := range rows {
		out.X.SetRow(k, d.X.RawRowView(int(i)))
		if d.Class != nil {
			out.Class = append(out.Class, d.Class[i])
		} else {
			out.Response = append(out.Response, d.Response[i])
		}
		if d.Numbers != nil {
			out.Numbers = append(out.Numbers, d.Numbers[i])
		}
	}
	out.Groups, out.Times, out.Weights = taken(d.Groups, rows), taken(d.Times, rows), taken(d.Weights, rows)
	return out
}

// taken returns the values of the given records, nil for none.
func taken[T any](values []T, rows []int32) []T {
	if values == nil {
		return nil
	}
	out := make([]T, len(rows))
	for k, i := range rows {
		out[k] = values[i]
	}
	return out
}

// Complete returns the records of d without missing values (NaN), and their
// numbers in d.
func (d *Data) Complete() (*Data, []int32) {
	var rows []int32
	for i := range d.N() {
		if slices.ContainsFunc(d.X.RawRowView(i), math.IsNaN) || (d.Response != nil && math.IsNaN(d.Response[i])) {
			continue
		}
		rows = append(rows, int32(i))
	}
	return d.Take(rows), rows
}

// OneHot returns d with each nominal feature of L levels replaced by L-1 columns of 0 and 1, one for each level
// except the first, as R's model.matrix does. Other features stay as they are, and a missing level is missing in
// all its columns. If all features are nominal with a single level, one constant column remains. Linear learners
// need numeric features.
func (d *Data) OneHot() *Data {
	out := &Data{Name: d.Name, Response: d.Response, Class: d.Class, Classes: d.Classes, Numbers: d.Numbers,
		Dropped: d.Dropped, Columns: d.Columns, Groups: d.Groups, Times: d.Times, Weights: d.Weights}
	for j := range d.P() {
		f := d.Feature(j)
		if !f.Nominal() {
			out.Features = append(out.Features, f)
			continue
		}
		for _, level := range f.Levels[min(1, len(f.Levels)):] {
			out.Features = append(out.Features, Feature{Name: f.Name + "=" + level, Indicator: true})
		}
	}
	if len(out.Features) == 0 { // a matrix without columns does not exist
		out.Features = []Feature{{Name: "constant", Indicator: true}}
		out.X = mat.NewDense(d.N(), 1, nil)
		return out
	}
	out.X = mat.NewDense(d.N(), len(out.Features), nil)
	for i := range d.N() {
		row, k := out.X.RawRowView(i), 0
		for j, v := range d.X.RawRowView(i) {
			f := d.Feature(j)
			if !f.Nominal() {
				row[k] = v
				k++
				continue
			}
			columns := row[k : k+max(0, len(f.Levels)-1)]
			switch {
			case math.IsNaN(v):
				for c := range columns {
					columns[c] = v
				}
			case v > 0:
				columns[int(v)-1] = 1
			}
			k += len(columns)
		}
	}
	return out
}
