package results

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
)

// Inner are results inside the halves of the records, on the inner folds of a nested set (cv.Nested): M half-splits
// with r inner replications in each half, each of two folds.
type Inner struct {
	Splits       int // number M of half-splits
	Replications int // number r of inner replications in each half
	// Values[i] holds Results.Metrics[i]: a row for each half-split, of 4r cells by half, inner replication and
	// fold; NaN where a value is undefined.
	Values      []Grid[float64]
	Fingerprint string // of the nested set, see cv.Nested.Fingerprint; empty if unknown

	folds Results // the same values, with what else is known, on 2Mr replications of two folds
}

// WithInner returns results with results on the inner folds of a nested set, which are those of New(set.Inner) and have
// the same models and metrics.
func (r Results) WithInner(inner Results, set cv.Nested) (Results, error) {
	if r.Design.Named() && r.Design.ID != set.Outer.ID() {
		return r, fmt.Errorf("results: results on %s with inner results on %s; give both for one nested set", r.Design.ID,
			set.ID())
	}
	err := r.nest(inner, Inner{Splits: set.Halves, Replications: set.Replications, Fingerprint: set.Fingerprint()})
	if err != nil {
		return r, fmt.Errorf("results: %w", err)
	}
	if r.Design.Named() {
		r.Inner.folds.Design.ID = set.ID()
	}
	return r, nil
}

// nest takes results on 2Mr inner replications of two folds, with the numbers and the fingerprint of another Inner.
func (r *Results) nest(inner Results, of Inner) error {
	d, halves, replications := inner.Design, of.Splits, of.Replications
	switch {
	case r.Design.Folds != 2:
		return fmt.Errorf("inner results beside results of %s; they belong to an m x 2 CV", r.Design)
	case d.Replications != 2*halves*replications || d.Folds != 2:
		return fmt.Errorf("inner results on %d replications of %d folds for %d half-splits with %d inner replications; "+
			"give two folds for each", d.Replications, d.Folds, halves, replications)
	case (r.Counts == nil) != (inner.Counts == nil):
		return errors.New("counts beside other results; give inner results of the same kind as the others")
	case !slices.Equal(r.Models, inner.Models):
		return fmt.Errorf("inner results of the models %q, but others of %q; give both for all models", inner.Models,
			r.Models)
	}
	for _, m := range r.Metrics {
		if _, err := inner.Metric(m.Name); err != nil || len(inner.Metrics) != len(r.Metrics) {
			return fmt.Errorf("inner results of other metrics than the folds have, which have %s; give both for all metrics",
				m.Name)
		}
	}
	if err := r.checkUnits(r.predictions(), inner.predictions(), places(replications)); err != nil {
		return err
	}
	x := &Inner{Splits: halves, Replications: replications, Fingerprint: of.Fingerprint, folds: inner}
	x.folds.Metrics, x.folds.Values = r.Metrics, nil
	for _, m := range r.Metrics {
		i, _ := inner.Metric(m.Name)
		x.folds.Values = append(x.folds.Values, inner.Values[i])
		x.Values = append(x.Values, Grid[float64]{halves, 4 * replications, inner.Values[i].Cells})
	}
	r.Inner = x
	for i := range r.Metrics {
		for model := range r.Models {
			if problem := r.MissingInner(i, model); problem != "" {
				r.Notes = append(slices.Clone(r.Notes), problem+": the inner results of this metric are left out")
				break
			}
		}
	}
	return nil
}

// checkUnits returns an error where a record has another class on inner folds, or is in neither half.
func (r *Results) checkUnits(x, inner *Units, numbers places) error {
	if x == nil || inner == nil {
		return nil
	}
	for record, unit := range inner.unitOf.All() {
		was, is := x.truth(int(x.unitOf.Get(record))-1), inner.truth(int(unit)-1)
		if was != "" && was != is {
			return fmt.Errorf("record %d has the class %q on inner folds and %q on the others; a record has one class",
				record, is, was)
		}
	}
	for j := range inner.folds {
		split, within := numbers.split(j + 1)
		if within.Half == 2 || r.Design.Records == 0 {
			continue
		}
		if n := inner.folds[j].records + inner.folds[j+int(numbers)].records; n != r.Design.Records {
			return fmt.Errorf("the halves of half-split %d have predictions of %d records in inner replication %d, the others "+
				"of %d; give each record once", split, n, within.Inner, r.Design.Records)
		}
	}
	return nil
}

// MissingInner describes the first inner fold where a metric of a model has no value; it is empty where all have
// one, and without inner results. The metric and the model count from 0.
func (r Results) MissingInner(metric, model int) string {
	if r.Inner == nil {
		return ""
	}
	i := slices.IndexFunc(r.Inner.Values[metric].Of(model), math.IsNaN)
	if i < 0 {
		return ""
	}
	return fmt.Sprintf("%s of %q has no value in %s", r.Metrics[metric].Name, r.Models[model],
		places(r.Inner.Replications).name(i/2+1, i%2+1))
}

// OfCounts reports whether a metric is a function of counts of predictions by class, such as F1 or MCC, and no share of
// all records, such as the error rate and micro averages.
func OfCounts(name string) bool {
	def, err := metric.Parse(name)
	return err == nil && len(def) == 1 && def[0].Needs == metric.Labels && !def[0].Mean &&
		!strings.HasSuffix(def[0].Name, "_micro")
}

// Rarest returns how many records the rarest class has, among how many, for a metric that OfCounts reports: of the
// classes that are the truth of records, or where counts of one class are all that is known, of that class and the
// others. Both are 0 for other metrics and where the classes are not known, among where the number of all records is
// not.
func (r Results) Rarest(metric int) (records, among int) {
	x := r.Units
	switch {
	case r.Counts == nil && !OfCounts(r.Metrics[metric].Name):
		return 0, 0
	case x != nil && x.form == labelItems && x.len() > 0:
		counts := map[int32]int{}
		for _, class := range x.classes.Of {
			counts[class]++
			among++
		}
		if r.Counts != nil { // one class against the others
			positives := counts[x.classes.Place(r.Positive)]
			return min(positives, among-positives), among
		}
		return slices.Min(slices.Collect(maps.Values(counts))), among
	case r.Counts != nil:
		positives := 0.0
		for k := range r.Design.Folds {
			c := r.Counts.At(0, 0, k)
			positives += c.TP + c.FN
		}
		records, among = int(math.Round(positives)), r.Design.Records
		if among > 0 {
			records = min(records, among-records)
		}
		return records, among
	}
	return 0, 0
}

// differences returns the values of model b minus the values of model a for a metric, indexed by half-split,
// half, inner replication and fold.
func (x *Inner) differences(a, b, metric int) [][2][][2]float64 {
	va, vb := x.Values[metric].Of(a), x.Values[metric].Of(b)
	return x.nested(func(i int) float64 { return infer.Difference(va[i], vb[i]) })
}

// Of returns the values of a model for a metric, both counted from 0, indexed by half-split, half, inner
// replication and fold, as for paired.NewNested; nil without inner results.
func (x *Inner) Of(metric, model int) [][2][][2]float64 {
	if x == nil {
		return nil
	}
	v := x.Values[metric].Of(model)
	return x.nested(func(i int) float64 { return v[i] })
}

// nested returns the numbers of the 4Mr cells, by half-split, half, inner replication and fold.
func (x *Inner) nested(at func(i int) float64) [][2][][2]float64 {
	out := make([][2][][2]float64, x.Splits)
	for i := 0; i < 4*x.Splits*x.Replications; i += 2 {
		half := &out[i/(4*x.Replications)][i/(2*x.Replications)%2]
		*half = append(*half, [2]float64{at(i), at(i + 1)})
	}
	return out
}

// Within is the place of a row among inner folds, beside the half-split in the column replication. Both are 0 in rows
// of other folds.
type Within struct {
	Half  int `dataframe:"half" table:"optional,blank,nonneg"`  // 1 or 2
	Inner int `dataframe:"inner" table:"optional,blank,nonneg"` // inner replication, from 1
}

func (w Within) outer() bool { return w == Within{} }

// name names the replication of a row.
func (w Within) name(replication int) string {
	if w.outer() {
		return fmt.Sprintf("replication %d", replication)
	}
	return fmt.Sprintf("half-split %d half %d inner replication %d", replication, w.Half, w.Inner)
}

// places is the number r of inner replications in a half, where replications are numbered by half-split, half and
// inner replication; 0 stands for the replications of an m x 2 CV and other sets. Numbers count from 1.
type places int

// split returns the replication, or the half-split and what is within it.
func (r places) split(j int) (replication int, within Within) {
	if r == 0 {
		return j, Within{}
	}
	i, in := j-1, int(r)
	return i/in/2 + 1, Within{Half: i/in%2 + 1, Inner: i%in + 1}
}

// replication names a replication.
func (r places) replication(j int) string {
	replication, within := r.split(j)
	return within.name(replication)
}

// name names a fold of a replication.
func (r places) name(j, k int) string { return fmt.Sprintf("%s fold %d", r.replication(j), k) }

// innerRows are the rows of a key about inner folds. Each half-split, half and inner replication has a number, in
// order of appearance until arrange puts them in the order of cv.Nested.
type innerRows struct {
	keyed
	numbers              map[innerPlace]int
	last                 innerPlace // of the row before
	number               int        // of last
	halves, replications int
}

type innerPlace struct {
	split int
	Within
}

// within returns what was gathered of the inner folds of a key, and gives the replication of a row its number.
func (k *keyed) within(x *row) *keyed {
	if k.inner == nil {
		k.inner = &innerRows{keyed: keyed{runKey: k.runKey}, numbers: map[innerPlace]int{}}
	}
	in := k.inner
	if at := (innerPlace{x.Replication, x.Within}); at != in.last {
		in.last, in.number = at, in.numbers[at]
		if in.number == 0 {
			in.number = len(in.numbers) + 1
			in.numbers[at] = in.number
			in.halves, in.replications = max(in.halves, at.split), max(in.replications, at.Inner)
		}
	}
	x.Replication = in.number
	return &in.keyed
}

// arrange numbers the inner replications in order. It is an error if a half lacks one that others have.
func (in *innerRows) arrange(file spot) error {
	r := places(in.replications)
	to := make([]int32, len(in.numbers)+1)
	for j := 1; j <= 2*in.halves*in.replications; j++ {
		split, within := r.split(j)
		number := in.numbers[innerPlace{split, within}]
		if number == 0 {
			return file.Errorf("inner", "there is no %s, but there are %d half-splits and an inner replication %d; give both "+
				"halves of all half-splits the same inner replications", within.name(split), in.halves, in.replications)
		}
		to[number] = int32(j)
	}
	for _, c := range in.cells {
		c.within = r
		for i := range c.line.n {
			*c.replication.at(i) = to[*c.replication.at(i)]
		}
	}
	if p := in.predictions; p != nil {
		p.within = r
		ordered := map[int]*predictedReplication{}
		for number, rep := range p.byNumber {
			ordered[int(to[number])] = rep
		}
		p.byNumber = ordered
	}
	return nil
}

// addInner adds the results of inner folds to the results of a key.
func (r *reader) addInner(out *Results, k *keyed, names []string) error {
	in := k.inner
	if err := in.arrange(r.begun); err != nil {
		return err
	}
	place := make([]int, len(in.models)) // of each model among those of the results
	has := make([]bool, len(out.Models))
	for i, number := range in.models {
		if place[i] = slices.Index(out.Models, names[number]); place[i] >= 0 {
			has[place[i]] = true
		} else if len(r.opt.Models) == 0 {
			return r.begun.Errorf("model", "%q has inner folds, but no others%s", names[number],
				Twin(names[number], out.Models))
		}
	}
	if m := slices.Index(has, false); m >= 0 {
		return r.begun.Errorf("model", "%q has no inner folds, but others have; give all models the same folds",
			out.Models[m])
	}
	inner, fill := Results{Key: k.Key, Models: out.Models}, r.ofCells
	if in.predictions != nil {
		fill = r.ofPredictions
	}
	if err := fill(&inner, &in.keyed, place); err != nil {
		return err
	}
	if id := inner.Design.ID; out.Design.Named() && inner.Design.Named() && id.Outer() != out.Design.ID {
		return in.set.first.Errorf("set", "inner folds of set %s, but others of set %s (%s); compare results on the same "+
			"partition set", id, out.Design.ID, k.set.first)
	}
	err := out.nest(inner, Inner{Splits: in.halves, Replications: in.replications, Fingerprint: inner.Design.ID.Inner})
	if err != nil {
		return r.begun.Errorf("inner", "%v", err)
	}
	return nil
}

// outerSet returns the name of the set that a nested set is built on, from the name of either.
func outerSet(name string) string {
	if at := strings.LastIndexByte(name, ':'); strings.Count(name, ":") == 3 {
		return name[:at]
	}
	return name
}
