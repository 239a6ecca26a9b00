package importer

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/results"
)

// nested is a nested set of 17 records: 2 replications, 3 half-splits, 2 inner replications.
func nested(t *testing.T) Options {
	t.Helper()
	outer, err := cv.New(cv.BCV, 17, cv.Options{M: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	set, err := cv.Nest(outer, 3, 2, cv.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return Options{Set: &results.Splits{File: "folds.csv", Set: outer, Named: true, Nested: &set}}
}

// wrong reports whether the record is predicted wrongly in the k-th fold, outer folds first.
func wrong(k int, record int32) bool { return (7*k+3*int(record))%5 < 2 }

// innerTexts are predictions in the formats of caret, mlr3 and scikit-learn, and the error rates of the folds.
func innerTexts(s *results.Splits) (caret, mlr, sk string, rates []float64) {
	var a, b strings.Builder
	var train, test, predicted []string
	fold := func(name string, p cv.Split) {
		k, sum := len(rates), 0.0
		var labels []string
		for _, record := range p.Valid {
			label := "x"
			if wrong(k, record) {
				label = "y"
				sum++
			}
			labels = append(labels, fmt.Sprintf("%q", label))
			fmt.Fprintf(&a, "%s,x,%d,%s\n", label, record+1, name)
			fmt.Fprintf(&b, "%d,%d,x,%s\n", k+1, record+1, label)
		}
		list := func(x any) string { return strings.ReplaceAll(fmt.Sprint(x), " ", ",") }
		train, test = append(train, list(p.Train)), append(test, list(p.Valid))
		predicted = append(predicted, list(labels))
		rates = append(rates, sum/float64(len(p.Valid)))
	}
	for _, f := range s.Set.Folds() {
		fold(fmt.Sprintf("Fold%d.Rep%d", f.Fold, f.Replication), f.Split)
	}
	for i := range s.Nested.FoldCount() {
		f := s.Nested.Fold(i)
		fold(fmt.Sprintf("Fold%d.Inner%d.Half%d.Rep%d", f.Fold, f.Replication, f.Half, f.HalfSplit), f.Split)
	}
	truth := strings.TrimSuffix(strings.Repeat(`"x",`, s.Set.N), ",")
	sk = fmt.Sprintf(`{"indices":{"train":[%s],"test":[%s]},"truth":[%s],"predicted":[%s]}`, strings.Join(train, ","),
		strings.Join(test, ","), truth, strings.Join(predicted, ","))
	return caretHead + a.String(), mlrHead + b.String(), sk, rates
}

func TestInnerFolds(t *testing.T) {
	opt := nested(t)
	caret, mlr, sk, rates := innerTexts(opt.Set)
	for name, c := range map[string]struct {
		how  reader
		text string
	}{"caret": {Caret, caret}, "mlr3": {MLR3, mlr}, "sklearn": {SKLearn, sk}} {
		r, err := one(t, c.how, opt, c.text, c.text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(r.Notes) > 0 && strings.Contains(strings.Join(r.Notes, " "), "inner") {
			t.Errorf("%s: notes %q, want none of inner folds", name, r.Notes)
		}
		if r.Design.ID != opt.Set.Set.ID() {
			t.Errorf("%s: results on %s, want %s", name, r.Design.ID, opt.Set.Set.ID())
		}
		if r.Inner == nil || r.Inner.Fingerprint != opt.Set.Nested.Fingerprint() {
			t.Fatalf("%s: inner results %+v, want those of %s", name, r.Inner, opt.Set.Nested.ID())
		}
		if r.Inner.Splits != 3 || r.Inner.Replications != 2 {
			t.Errorf("%s: %d half-splits, %d inner replications; want 3, 2", name, r.Inner.Splits, r.Inner.Replications)
		}
		for model := range 2 {
			got := r.Values[0].Of(model)
			for k, want := range rates[:4] {
				if math.Abs(got[k]-want) > 1e-15 {
					t.Errorf("%s: model %d: fold %d has the error rate %g, want %g", name, model, k, got[k], want)
				}
			}
			for k, got := range r.Inner.Values[0].Of(model) {
				if want := rates[4+k]; math.Abs(got-want) > 1e-15 {
					t.Errorf("%s: model %d: inner fold %d has the error rate %g, want %g", name, model, k, got, want)
				}
			}
		}
		var csv strings.Builder
		if err := results.Write(&csv, results.Losses, r); err != nil {
			t.Fatal(err)
		}
		train := fmt.Sprintf("a,1,1,1,1,%g,%d,%d,", rates[4], len(opt.Set.Nested.Fold(0).Train),
			len(opt.Set.Nested.Fold(0).Valid))
		if !strings.Contains(csv.String(), train) {
			t.Errorf("%s: losses\n%s\nwant a row %s", name, csv.String(), train)
		}
	}
}

func TestInnerFoldsRefuse(t *testing.T) {
	opt := nested(t)
	caret, mlr, sk, _ := innerTexts(opt.Set)
	lines := strings.SplitAfter(caret, "\n")
	keep := func(keep func(line string) bool) string {
		var out strings.Builder
		for i, line := range lines {
			if i == 0 || keep(line) {
				out.WriteString(line)
			}
		}
		return out.String()
	}
	outer := keep(func(line string) bool { return !strings.Contains(line, "Inner") })
	inner := keep(func(line string) bool { return strings.Contains(line, "Inner") })
	without := func(what string) string { return keep(func(line string) bool { return !strings.Contains(line, what) }) }
	oneOff := strings.Join(append(append([]string{}, lines[:len(lines)-2]...), "\n"), "")
	for _, c := range []struct {
		how   reader
		opt   Options
		texts []string
		want  string
	}{
		{Caret, Options{}, []string{caret}, "a: has results on inner folds (half-split 1 half 1); name the partition " +
			"set with setting `folds` FILE, as bcv split --inner writes it"},
		{Caret, opt, []string{without("Fold2.Inner2.Half2.Rep3")}, "not half-split 3 half 2 inner replication 2 fold 2"},
		{Caret, opt, []string{without("Rep3")}, "folds.csv: has half-split 3 half 1 inner replication 1 fold 1, of which " +
			"there are no results"},
		{Caret, opt, []string{caret, outer}, `b: model "b" has no half-split 1 half 1 inner replication 1 fold 1, model "a"`},
		{Caret, opt, []string{outer, caret}, `a: model "a" has no half-split 1 half 1 inner replication 1 fold 1, model "b"`},
		{Caret, opt, []string{inner}, "folds.csv: has replication 1 fold 1, of which there are no results"},
		{Caret, opt, []string{strings.ReplaceAll(caret, "Rep3", "Rep4")}, "a: has results in half-split 4 inner " +
			"replication 1, folds.csv has 3 and 2; give the partition set of the results"},
		{Caret, opt, []string{strings.ReplaceAll(caret, "Inner2", "Inner3")}, "a: has results in half-split 1 inner " +
			"replication 3, folds.csv has 3 and 2"},
		{Caret, opt, []string{oneOff}, "a: validates other records in half-split 3 half 2 inner replication 2 fold 2 than " +
			"folds.csv; give the partition set of the predictions"},
		{Caret, opt, []string{strings.ReplaceAll(caret, "Half2", "Half3")}, "is not a fold that is known by its name"},
		{Caret, opt, []string{strings.ReplaceAll(caret, "Inner1.", "Inner0.")}, "is not a fold that is known by its name"},
		{Caret, opt, []string{strings.ReplaceAll(caret, "Half1.Rep1", "Half1.Rep0")}, "is not a fold that is known by its"},
		{MLR3, Options{}, []string{mlr}, "the splits of replication 3 do not"},
		{SKLearn, opt, []string{strings.Replace(sk, "[[", "[[16,", 1)}, "indices"},
	} {
		_, err := read(t, c.how, c.opt, c.texts...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	r, err := one(t, Caret, opt, outer)
	if err != nil || r.Inner != nil {
		t.Errorf("results without inner ones: %v, %+v", err, r.Inner)
	}
	if want := "folds.csv has inner folds, of which there are no results"; !slices.Contains(r.Notes, want) {
		t.Errorf("got notes %q, want %q", r.Notes, want)
	}
}
