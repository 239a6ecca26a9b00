package results

import (
	"math"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// nestedSet returns a nested set of 24 records on a 2 x 2 BCV, with 3 half-splits and 2 inner replications.
func nestedSet(t *testing.T, seed uint64) cv.Nested {
	t.Helper()
	outer, err := cv.New(cv.BCV, 24, cv.Options{M: 2, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	set, err := cv.Nest(outer, 3, 2, cv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// filled returns results on a set; fold f of model m has the value value(m, f) of the i-th metric, plus i.
func filled(t *testing.T, set cv.Set, models []string, value func(m, f int) float64, metrics ...metric.Metric) Results {
	t.Helper()
	r := New(set, metrics...)
	for m, model := range models {
		for f, fold := range set.Folds() {
			var values []float64
			for i := range r.Metrics {
				values = append(values, value(m, f)+float64(i))
			}
			if err := r.Add(fold, model, values...); err != nil {
				t.Fatal(err)
			}
		}
	}
	return *r
}

// nestedResults returns results with inner ones: inner fold f of model m has the value f²/16 + m f/4.
func nestedResults(t *testing.T, metrics ...metric.Metric) Results {
	t.Helper()
	set, models := nestedSet(t, 1), []string{"knn", "svm"}
	r := filled(t, set.Outer, models, func(m, f int) float64 { return float64(m + f) }, metrics...)
	inner := filled(t, set.Inner, models, func(m, f int) float64 { return float64(f*f)/16 + float64(m*f)/4 }, metrics...)
	r, err := r.WithInner(inner, set)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Pair passes on the differences of inner folds in the order of the folds of the nested set.
func TestPairOfNestedResults(t *testing.T) {
	r, set := nestedResults(t, metric.Loss, metric.F1), nestedSet(t, 1)
	if r.Inner.Splits != 3 || r.Inner.Replications != 2 || r.Inner.Fingerprint != set.Fingerprint() {
		t.Errorf("%d half-splits, %d inner replications, fingerprint %s; want 3, 2 and %s", r.Inner.Splits,
			r.Inner.Replications, r.Inner.Fingerprint, set.Fingerprint())
	}
	if got := (*Inner)(nil).Of(0, 0); got != nil {
		t.Errorf("without inner results Of is %v, want nil", got)
	}
	for i := range r.Metrics {
		d, err := r.Pair(1, 0, i)
		if err != nil {
			t.Fatal(err)
		}
		inner := d.Inner()
		for f := range set.FoldCount() {
			at := set.Fold(f)
			got := inner[at.HalfSplit-1][at.Half-1][at.Replication-1][at.Fold-1]
			if want := -float64(f) / 4; got != want {
				t.Errorf("metric %d, inner fold %+v: difference %v, want %v", i, at, got, want)
			}
			if got := r.Inner.Of(i, 1)[at.HalfSplit-1][at.Half-1][at.Replication-1][at.Fold-1]; got !=
				float64(f*f)/16+float64(f)/4+float64(i) {
				t.Errorf("metric %d, inner fold %+v: value %v of Of", i, at, got)
			}
			cell := *r.Inner.Values[i].At(1, at.HalfSplit-1, f%8)
			if want := float64(f*f)/16 + float64(f)/4 + float64(i); cell != want {
				t.Errorf("metric %d, inner fold %+v: value %v, want %v", i, at, cell, want)
			}
		}
	}
}

// A metric that is undefined on an inner fold has no inner differences, and a note says so; the other one has.
func TestPairWithoutAnInnerValue(t *testing.T) {
	set, models := nestedSet(t, 1), []string{"knn", "svm"}
	r := filled(t, set.Outer, models, func(m, f int) float64 { return float64(m + f) }, metric.Loss, metric.F1)
	inner := filled(t, set.Inner, models, func(m, f int) float64 { return float64(m * f) }, metric.Loss, metric.F1)
	*inner.Values[1].At(1, 6, 1) = math.NaN() // half-split 2, half 2, inner replication 1
	r, err := r.WithInner(inner, set)
	if err != nil {
		t.Fatal(err)
	}
	const problem = `F1 of "svm" has no value in half-split 2 half 2 inner replication 1 fold 2`
	if got := r.MissingInner(1, 1); got != problem {
		t.Errorf("%q is missing, want %q", got, problem)
	}
	if len(r.Notes) != 1 || !strings.HasPrefix(r.Notes[0], problem+": the inner results of this metric") {
		t.Errorf("notes %q, want one on what is missing", r.Notes)
	}
	for i, want := range []int{3, 0} {
		for _, pair := range [][2]int{{0, 1}, {1, 0}} {
			if d, err := r.Pair(pair[0], pair[1], i); err != nil || len(d.Inner()) != want {
				t.Errorf("metric %d: inner differences of %d half-splits, %v; want %d", i, len(d.Inner()), err, want)
			}
		}
	}
}

// Columns are those that all rows have: no sizes where those of inner folds are unknown, no inner folds of
// predictions without items there, and metrics in one order.
func TestWriteOfHalfKnownResults(t *testing.T) {
	set, models := nestedSet(t, 1), []string{"knn", "svm"}
	value := func(m, f int) float64 { return float64(m + f) }
	outer := filled(t, set.Outer, models, value, metric.Loss, metric.F1)
	inner := filled(t, set.Inner, models, value, metric.F1, metric.Loss)
	inner.Train = nil
	r, err := outer.WithInner(inner, set)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(written(t, Losses, r), "\n")
	if want := "model,replication,half,inner,fold,loss,F1,set"; lines[0] != want {
		t.Errorf("columns %s, want %s", lines[0], want)
	}
	if want := "knn,1,1,1,1,1,0," + set.ID().String(); lines[9] != want { // F1 came first
		t.Errorf("first inner row %s, want %s", lines[9], want)
	}
	if row := set.ID().String() + ",knn,1,1,1,1,loss,1\n"; !strings.Contains(written(t, Long, r), row) {
		t.Errorf("no row %s in the long form", row)
	}
	predictions := nestedForms(t)[Predictions]
	predictions.Inner.folds.Units = nil
	if header, _, _ := strings.Cut(written(t, Predictions, predictions), "\n"); strings.Contains(header, "half") {
		t.Errorf("columns %s of predictions that are unknown on inner folds", header)
	}
}

func TestWithInnerRefuses(t *testing.T) {
	set, other := nestedSet(t, 1), nestedSet(t, 2)
	models := []string{"knn", "svm"}
	value := func(m, f int) float64 { return float64(m + f) }
	r := filled(t, set.Outer, models, value)
	kfold, err := cv.New(cv.KFold, 24, cv.Options{K: 3})
	if err != nil {
		t.Fatal(err)
	}
	unnamed := filled(t, kfold, models, value)
	unnamed.Design.ID = cv.ID{}
	counted := New(set.Outer)
	counted.SetCounts(models, NewGrid[posterior.Counts](2, 2, 2))
	for name, c := range map[string]struct {
		r, inner Results
		set      cv.Nested
		want     string
	}{
		"another set": {r, filled(t, other.Inner, models, value), other, "with inner results on " + other.ID().String()},
		"fewer folds": {r, filled(t, set.Outer, models, value), set, "on 2 replications of 2 folds for 3 half-splits with 2"},
		"other models": {r, filled(t, set.Inner, models[:1], value), set,
			`inner results of the models ["knn"], but others of ["knn" "svm"]`},
		"other metrics": {r, filled(t, set.Inner, models, value, metric.F1), set, "which have loss"},
		"counts beside values": {*counted, filled(t, set.Inner, models, value, counted.Metrics...), set,
			"counts beside other results"},
		"more metrics": {r, filled(t, set.Inner, models, value, metric.Loss, metric.F1), set, "which have loss"},
		"K-fold CV":    {unnamed, filled(t, set.Inner, models, value), set, "beside results of 3-fold CV of 24 records"},
	} {
		if _, err := c.r.WithInner(c.inner, c.set); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// nestedForms returns nested results of all kinds with the forms that they can be written in.
func nestedForms(t *testing.T) map[Form]Results {
	t.Helper()
	set, models := nestedSet(t, 1), []string{"knn", "svm"}
	items := func(s cv.Set) Results {
		r := New(s, metric.ErrorRate)
		for f, fold := range s.Folds() {
			for m, model := range models {
				var truth, said []string
				wrong := 0
				for k, record := range fold.Valid {
					truth = append(truth, []string{"no", "yes"}[record%2])
					said = append(said, []string{"no", "yes"}[(int(record)+f*k*(m+1)/2)%2])
					if truth[k] != said[k] {
						wrong++
					}
				}
				if err := r.Add(fold, model, float64(wrong)/float64(len(truth))); err != nil {
					t.Fatal(err)
				}
				if err := r.AddItems(fold, model, truth, said); err != nil {
					t.Fatal(err)
				}
			}
		}
		return *r
	}
	predictions, err := items(set.Outer).WithInner(items(set.Inner), set)
	if err != nil {
		t.Fatal(err)
	}
	counts, err := predictions.ByClass("yes")
	if err != nil {
		t.Fatal(err)
	}
	values := nestedResults(t, metric.Loss, metric.Metric{Name: "score", HigherIsBetter: true})
	return map[Form]Results{Long: values, Losses: nestedResults(t), Confusion: counts[0], Chunks: counts[0],
		Predictions: predictions}
}

func written(t *testing.T, form Form, r Results) string {
	t.Helper()
	var text strings.Builder
	if err := Write(&text, form, r); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// What was written is read, whatever the order of the rows, with the same differences on the inner folds; and
// written again it is the same file.
func TestNestedFiles(t *testing.T) {
	set := nestedSet(t, 1)
	for form, r := range nestedForms(t) {
		text := written(t, form, r)
		lines := strings.Split(strings.TrimSpace(text), "\n")
		rng := rand.New(rand.NewPCG(1, uint64(form)))
		for try := range 2 {
			if try > 0 {
				rng.Shuffle(len(lines)-1, func(i, k int) { lines[i+1], lines[k+1] = lines[k+1], lines[i+1] })
			}
			all, err := Parse("nested.csv", strings.NewReader(strings.Join(lines, "\n")), ReadOptions{Models: r.Models})
			if err != nil || len(all) != 1 {
				t.Fatalf("form %d: %d results, %v", form, len(all), err)
			}
			got := all[0]
			if got.Inner.Splits != 3 || got.Inner.Replications != 2 || got.Inner.Fingerprint != set.Fingerprint() {
				t.Errorf("form %d: %d half-splits, %d inner replications, fingerprint %s; want 3, 2, %s", form,
					got.Inner.Splits, got.Inner.Replications, got.Inner.Fingerprint, set.Fingerprint())
			}
			for i := range r.Metrics {
				want, err := r.Pair(0, 1, i)
				if err != nil {
					t.Fatal(err)
				}
				have, err := got.Pair(0, 1, i)
				if err != nil || !reflect.DeepEqual(have.Inner(), want.Inner()) || want.Inner() == nil {
					t.Errorf("form %d, metric %d: inner differences %v, %v; want %v", form, i, have.Inner(), err, want.Inner())
				}
			}
			if again := written(t, form, got); try == 0 && again != text {
				t.Errorf("form %d: written again\n%s\nwant\n%s", form, again, text)
			}
		}
	}
}

// Counts of a class come with the counts inside halves, from predictions in memory and in files.
func TestNestedCounts(t *testing.T) {
	forms := nestedForms(t)
	text := written(t, Predictions, forms[Predictions])
	all, err := Parse("p.csv", strings.NewReader(text), ReadOptions{Positive: "yes"})
	if err != nil {
		t.Fatal(err)
	}
	want := stripped(written(t, Confusion, forms[Confusion]))
	if got := stripped(written(t, Confusion, all[0])); got != want {
		t.Errorf("counts of a file\n%s\nwant\n%s", got, want)
	}
	long := written(t, Long, forms[Confusion])
	if all, err = Parse("c.csv", strings.NewReader(long), ReadOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := stripped(written(t, Confusion, all[0])); got != want {
		t.Errorf("counts of the long form\n%s\nwant\n%s", got, want)
	}
	if inner := strings.Count(written(t, Chunks, forms[Chunks]), "\n") - 1; inner != 2*(4+24) {
		t.Errorf("%d rows of counts, want 2 models on 4 folds and 24 inner folds", inner)
	}
}

// ofClasses returns records with these true classes.
func ofClasses(classes ...string) *Units {
	x := &Units{form: labelItems, folds: []*replication{}}
	for record, class := range classes {
		x.classes.Set(x.unit(record), class)
	}
	return x
}

// The rarest class of results is that of the truths, or of the counts of one class; only metrics of counts have one.
func TestRarest(t *testing.T) {
	forms := nestedForms(t)
	bare := forms[Confusion]
	bare.Units = nil
	unknown := bare
	unknown.Design.Records = 0
	scores := forms[Losses]
	scores.Metrics = []metric.Metric{metric.F1}
	named := forms[Predictions]
	named.Metrics = []metric.Metric{{Name: "f1_macro", HigherIsBetter: true}}
	few := named
	few.Units = ofClasses("no", "no", "no", "yes", "yes", "no", "perhaps", "perhaps", "perhaps")
	most := forms[Confusion]
	most.Positive = "no"
	most.Units = ofClasses("no", "no", "no", "no", "no", "no", "yes", "yes", "yes")
	bareMost := bare
	bareMost.Design.Records = 15
	for what, c := range map[string]struct {
		of          Results
		rare, among int
	}{
		"counts of the class of most":  {most, 3, 9},
		"counts of most without items": {bareMost, 3, 15},
		"predictions by error rate":    {forms[Predictions], 0, 0},
		"predictions by macro F1":      {named, 12, 24},
		"three classes":                {few, 2, 9},
		"counts of predictions":        {forms[Confusion], 12, 24},
		"counts":                       {bare, 12, 24},
		"counts, records unknown":      {unknown, 12, 0},
		"scores by F1":                 {scores, 0, 0},
	} {
		if rare, among := c.of.Rarest(0); rare != c.rare || among != c.among {
			t.Errorf("%s: %d of %d, want %d of %d", what, rare, among, c.rare, c.among)
		}
	}
	for _, c := range []struct {
		of   Results
		df   float64
		what string
	}{{bare, 7, "counts of a half"}, {unknown, 3, "counts of 12"}, {scores, 7, "scores"}} {
		d, err := c.of.Pair(0, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		r, err := infer.NestedT(d, infer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.DF[0] != c.df {
			t.Errorf("%s: %v degrees of freedom, want %v", c.what, r.DF, c.df)
		}
	}
}

// stripped returns the model, the fold and three counts of each row, without the columns that not all files have.
func stripped(text string) string {
	var out []string
	for _, line := range strings.Split(strings.TrimSpace(text), "\n")[1:] {
		f := strings.Split(line, ",")
		if strings.Contains(f[0], "yes") {
			f = f[1:]
		}
		out = append(out, strings.Join(f[:8], ","))
	}
	return strings.Join(out, "\n")
}

// Inner folds that are missing, or of another set, are refused in one line that says which.
func TestNestedFilesRefused(t *testing.T) {
	forms := nestedForms(t)
	losses := written(t, Losses, forms[Losses])
	predictions := written(t, Predictions, forms[Predictions])
	other := nestedSet(t, 2)
	grown, err := cv.Nest(nestedSet(t, 1).Outer, 3, 3, cv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	without := func(text, drop string) string {
		return regexp.MustCompile("(?m)^("+drop+").*\n").ReplaceAllString(text, "")
	}
	id := nestedSet(t, 1).ID()
	for _, c := range []struct{ name, text, want string }{
		{"a fold of a model", without(losses, "svm,2,2,1,2,"),
			`model "svm" has no half-split 2 half 2 inner replication 1 fold 2, but the file has half-split 2 half 2`},
		{"a fold of all", without(losses, "...,1,1,1,2,"),
			"half-split 1 half 1 inner replication 1 has no fold 2, but others"},
		{"an inner replication", without(losses, "...,2,1,2,"), "there is no half-split 2 half 1 inner replication 2, but"},
		{"a half", without(losses, "...,3,2,"), "there is no half-split 3 half 2 inner replication 1"},
		{"all second halves", without(losses, "...,.,2,"), "there is no half-split 1 half 2"},
		{"a half-split", without(losses, "...,2,.,"), "there is no half-split 2 half 1 inner replication 1"},
		{"inner folds of a model", without(losses, "svm,.,[12],"), `"svm" has no inner folds, but others have`},
		{"all others", without(losses, "...,.,,"), "column half: stands in rows of inner folds, but there are no others"},
		{"all others of a model", without(losses, "svm,.,,"), `"svm" has inner folds, but no others`},
		{"twice", losses + "svm,1,1,1,1,3,3,3," + id.String() + "\n",
			`model "svm" has half-split 1 half 1 inner replication 1 fold 1 twice`},
		{"half 3", strings.Replace(losses, "svm,1,2,", "svm,1,3,", 1), "column half: 3; the row of an inner fold is about"},
		{"no half", strings.Replace(losses, "svm,1,2,1,", "svm,1,,1,", 1), "column half: 0; the row of an inner fold"},
		{"no inner", strings.Replace(losses, "svm,1,2,1,", "svm,1,2,,", 1), "column inner: 0; inner replications are"},
		{"fold 3", strings.Replace(losses, "svm,1,2,1,2,", "svm,1,2,1,3,", 1), "column fold: 3; an inner replication has"},
		{"another inner set", strings.Replace(losses, id.String(), other.ID().String(), 1), "compare results on the same"},
		{"another outer set", strings.ReplaceAll(losses, id.String(), other.ID().String()),
			"column set: inner folds of set " + other.ID().String() + ", but others of set " + id.Outer().String()},
		{"another nested set of a model", strings.Replace(losses, id.String(), grown.ID().String(), 5),
			"compare results on the same partition set"},
		{"hold-outs", strings.ReplaceAll(without(losses, "...,.,,,2"), "bcv:", "rlt:"), "2 folds per replication, but"},
		{"hold-outs without a set", regexp.MustCompile(",[^,]*\n").ReplaceAllString(without(losses, "...,.,,,2"), "\n"),
			"column inner: inner results beside results of 2 hold-outs"},
		{"a value", strings.Replace(losses, "svm,1,2,1,1,", "svm,1,2,1,1,x", 1), "column loss: "},
		{"a prediction", without(predictions, "1,2,1,2,"), "half-split 1 half 2 inner replication 1 has no fold 2, but"},
		{"a record", without(predictions, lineWith(predictions, "1,2,1,2,")),
			"half-split 1 have predictions of 23 records in inner replication 1, the others of 24"},
		{"another class in one row", strings.Replace(predictions, lineWith(predictions, "1,2,1,2,"),
			swapped(lineWith(predictions, "1,2,1,2,")), 1), "column truth"},
		{"another class", swappedInner(predictions), "on inner folds and"},
		{"a prediction twice", predictions + lineWith(predictions, "1,2,1,2,") + "\n",
			"of half-split 1 half 2 inner replication 1 is already in fold 2"},
	} {
		all, err := Parse("f.csv", strings.NewReader(c.text), ReadOptions{})
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %d results, %v; want %q", c.name, len(all), err, c.want)
		}
	}
	all, err := Parse("f.csv", strings.NewReader(without(losses, "svm,.,[12],")), ReadOptions{Models: []string{"knn"}})
	if err != nil || all[0].Inner == nil {
		t.Errorf("the model with inner folds alone: %v", err)
	}
	all, err = Parse("f.csv", strings.NewReader(without(predictions, lineWith(predictions, "1,,,1,"))), ReadOptions{})
	if err != nil || all[0].Inner == nil || all[0].Design.Records != 0 {
		t.Errorf("replications of different records: %v", err)
	}
	if text := strings.ReplaceAll(losses, id.Outer().String()+"\n", id.String()+"\n"); text == losses {
		t.Error("no row names the outer set")
	} else if all, err := Parse("f.csv", strings.NewReader(text), ReadOptions{}); err != nil ||
		all[0].Design.ID != id.Outer() {
		t.Errorf("rows that all name the nested set: %v", err)
	}
}

// lineWith returns the first line that begins with a text.
func lineWith(text, begin string) string {
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, begin) {
			return line
		}
	}
	return "no line"
}

// swappedInner returns predictions where the first record has the other true class on all inner folds.
func swappedInner(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if f := strings.Split(line, ","); len(f) > 5 && f[1] != "" && f[4] == "0" {
			lines[i] = swapped(line)
		}
	}
	return strings.Join(lines, "\n")
}

// swapped returns a line of predictions with the other true class.
func swapped(line string) string {
	f := strings.Split(line, ",")
	f[5] = map[string]string{"yes": "no", "no": "yes"}[f[5]]
	return strings.Join(f, ",")
}
