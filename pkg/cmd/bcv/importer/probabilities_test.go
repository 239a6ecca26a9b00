package importer

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/results"
)

// The probabilities of the true classes, added up by a few lines of Python, and the numbers of wrong predictions.
func TestProbabilities(t *testing.T) {
	for _, c := range []struct {
		name   string
		read   reader
		files  []string
		sums   []float64 // by model, over 100 records in 3 replications
		errors []int
		n, k   int // predictions and classes
	}{
		{"sklearn", SKLearn, []string{"sklearn-bayes-probabilities.json", "sklearn-tree-probabilities.json"},
			[]float64{274.859386, 269.576191}, []int{22, 29}, 600, 2},
		{"caret", Caret, []string{"caret-lda-probabilities.csv", "caret-rpart-probabilities.csv"},
			[]float64{183.95661321865754, 180.89259492479576}, []int{85, 100}, 600, 2},
		{"tidymodels", Tidymodels, []string{"tidymodels-by-hand-lda-probabilities.csv",
			"tidymodels-by-hand-tree-probabilities.csv"}, []float64{187.0459, 182.7837}, []int{88, 103}, 600, 2},
		{"mlr3", MLR3, []string{"mlr3-by-hand-probabilities.csv"}, []float64{187.04646172148455,
			182.7842602831881}, []int{88, 103}, 600, 2},
		{"openml", OpenML, []string{"openml-by-hand-lda.arff", "openml-by-hand-tree.arff"}, []float64{147, 141},
			[]int{3, 9}, 300, 3},
	} {
		all, err := c.read(testdata(c.files...), Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		items := all[0].Units
		classes := items.Probable()
		sums, errors, n := make([]float64, 2), make([]int, 2), 0
		for item := range items.All() {
			sums[item.Model] += items.Probabilities(item, nil)[slices.Index(classes, item.Truth)]
			if item.Truth != item.Predicted {
				errors[item.Model]++
			}
			n++
		}
		if n != c.n || len(classes) != c.k {
			t.Errorf("%s: got %d predictions of %q, want %d of %d classes", c.name, n, classes, c.n, c.k)
		}
		if !slices.EqualFunc(sums, c.sums, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
			t.Errorf("%s: the probabilities of the true classes add up to %v, want %v", c.name, sums, c.sums)
		}
		if !slices.Equal(errors, c.errors) {
			t.Errorf("%s: got %v wrong predictions, want %v", c.name, errors, c.errors)
		}
	}
}

const (
	likelyHead = "x,pred,y,k,obs,rowIndex,Resample\n"
	likelyA    = likelyHead + "0.75,x,0.25,7,x,1,Fold1\n0.5,x,0.5,7,y,2,Fold1\n0,y,1,7,y,3,Fold2\n1,x,0,7,x,4,Fold2\n"
	likelyB    = "y,x,pred,obs,rowIndex,Resample\n0.333,0.666,x,x,1,Fold1\n1,0,y,y,2,Fold1\n0.5,0.5,x,y,3,Fold2\n" +
		"0,1,x,x,4,Fold2\n"
	probable = `{"indices": {"test": [[0, 3], [1, 2]]}, "truth": ["x", "y", "y", "x"], "classes": ["y", "x"], ` +
		`"probabilities": [[0.1, 0.9], [0.3, 0.7], [1, 0], [0.5, 0.5]]}`
)

// probableOf returns the probabilities of class x, by model and record.
func probableOf(r results.Results) map[[2]int]float64 {
	out := map[[2]int]float64{}
	for item := range r.Units.All() {
		if p := r.Units.Probabilities(item, nil); p != nil {
			out[[2]int{item.Model, item.Record}] = p[slices.Index(r.Units.Probable(), "x")]
		}
	}
	return out
}

// Columns have their classes in any order, and numbers that were rounded stay as they are.
func TestProbabilitiesByName(t *testing.T) {
	r, err := one(t, Caret, Options{}, likelyA, likelyB)
	want := map[[2]int]float64{
		{0, 0}: 0.75,
		{0, 1}: 0.5,
		{0, 2}: 0,
		{0, 3}: 1,
		{1, 0}: 0.666,
		{1, 1}: 0,
		{1, 2}: 0.5,
		{1, 3}: 1,
	}
	if err != nil || !maps.Equal(probableOf(r), want) {
		t.Errorf("got %v, %v; want %v", probableOf(r), err, want)
	}
	if got := r.Units.Probable(); !slices.Equal(got, []string{"x", "y"}) {
		t.Errorf("got the classes %q", got)
	}
	// One list for all records, one for each repetition, and one for each split; ties are of the first class.
	whole := probable[strings.Index(probable, "[[0.1"):]
	for _, text := range []string{probable, strings.Replace(probable, whole, "["+whole[:len(whole)-1]+"]}", 1),
		strings.Replace(probable, whole, "[[[0.1, 0.9], [0.5, 0.5]], [[0.3, 0.7], [1, 0]]]}", 1)} {
		r, err := one(t, SKLearn, Options{}, text)
		want := map[[2]int]float64{{0, 0}: 0.9, {0, 1}: 0.7, {0, 2}: 0, {0, 3}: 0.5}
		if err != nil || !maps.Equal(probableOf(r), want) {
			t.Errorf("%s: got %v, %v; want %v", text, probableOf(r), err, want)
			continue
		}
		var predicted []string
		for item := range r.Units.All() {
			predicted = append(predicted, item.Predicted)
		}
		if want := []string{"x", "y", "x", "y"}; !slices.Equal(predicted, want) {
			t.Errorf("%s: got %q, want %q", text, predicted, want)
		}
	}
	// Of two classes one column is enough.
	r, err = one(t, MLR3, Options{}, mlrHead[:len(mlrHead)-1]+",prob.x\n1,1,x,x,0.75\n2,2,y,y,0.5\n")
	want = map[[2]int]float64{{0, 0}: 0.75, {0, 1}: 0.5}
	if err != nil || !maps.Equal(probableOf(r), want) || !slices.Equal(r.Units.Probable(), []string{"x", "y"}) {
		t.Errorf("got %v of %q, %v; want %v", probableOf(r), r.Units.Probable(), err, want)
	}
	// Half a unit of the last decimal, and a millionth, of each number are rounding.
	for line, p := range map[string]float64{"0.5,0.49": 0.5, "0.5,0.5000015": 0.5} {
		r, err = one(t, MLR3, Options{}, mlrHead[:len(mlrHead)-1]+",prob.x,prob.y\n1,1,x,x,"+line+"\n2,2,y,y,0,1\n")
		if err != nil || math.Abs(probableOf(r)[[2]int{0, 0}]-p) > 1e-15 {
			t.Errorf("%s: got %v, %v; want %v", line, probableOf(r), err, p)
		}
	}
	text := strings.Replace(probable, `"classes"`, `"predicted": ["x", "y", "y", "x"], "classes"`, 1)
	r, err = one(t, SKLearn, Options{}, text)
	if err != nil || r.Values[0].Cells[1] != 0 || len(probableOf(r)) != 4 {
		t.Errorf("got %v, %v; want the predicted classes and the probabilities", r.Values, err)
	}
}

// Without probabilities of all models, of numbers, and of a column without a class of a record there are none.
func TestNoProbabilities(t *testing.T) {
	const without = "pred,obs,rowIndex,Resample\nx,x,1,Fold1\ny,y,2,Fold1\ny,y,3,Fold2\nx,x,4,Fold2\n"
	r, err := one(t, Caret, Options{}, likelyA, without)
	note := `a has the probabilities of classes "x", "y", b of none, so that they are left out`
	if err != nil || r.Units.Probable() != nil || !slices.Equal(r.Notes, []string{note}) {
		t.Errorf("got probabilities of %q, notes %q, %v; want the note %q", r.Units.Probable(), r.Notes, err, note)
	}
	r, err = one(t, Caret, Options{}, strings.NewReplacer("x,pred,y", "u,pred,v").Replace(likelyA))
	if err != nil || r.Units.Probable() != nil || r.Notes != nil {
		t.Errorf("got probabilities of %q, notes %q, %v; want none", r.Units.Probable(), r.Notes, err)
	}
	r, err = one(
		t,
		Caret,
		Options{Regression: true},
		"1,pred,2,obs,rowIndex,Resample\n9,1,9,1,1,Fold1\n9,2,9,2,2,Fold2\n",
	)
	if err != nil || r.Classified() {
		t.Errorf("got %v, %v; want numbers", r.Units, err)
	}
}

func TestProbabilitiesRefuse(t *testing.T) {
	in := func(text, old, new string) string { return strings.Replace(text, old, new, 1) }
	const tidy = "id,.row,.pred_class,y,.pred_a,.pred_b\nFold1,1,a,a,0.5,0.5\nFold2,2,b,b,0,1\n"
	for _, c := range []struct {
		how   reader
		texts []string
		want  string
	}{
		{Caret, []string{in(likelyA, "0.75,x", "0.7,x")}, "a: row 2: the probabilities of all classes add up to 0.95"},
		{Caret, []string{in(likelyB, "0.333,", "0.332,")}, "a: row 2: the probabilities of all classes add up to 0.998;"},
		{Caret, []string{in(likelyA, "1,x,0,", "1,x,1,")}, "a: row 5: the probabilities of all classes add up to 2;"},
		{Caret, []string{likelyA, in(likelyB, "1,0,y", "NA,0,y")}, `b: row 3, column y: "NA" is not a number`},
		{Tidymodels, []string{in(tidy, ".pred_b", ".pred_c")}, `a: row 3, column y: "b" has no column of probabilities`},
		{MLR3, []string{mlrHead[:len(mlrHead)-1] + ",prob.x,prob.y\n1,1,x,x,0.9,0.3\n2,2,y,y,0,1\n"}, "a: row 2: the " +
			"probabilities of all classes add up to 1.2;"},
		{MLR3, []string{mlrHead[:len(mlrHead)-1] + ",prob.x\n1,1,x,x,0.9\n2,2,y,y,0\n3,3,z,z,0\n"}, `a: row 4, column truth: ` +
			`"z" is a third class`},
		{MLR3, []string{mlrHead[:len(mlrHead)-1] + ",prob.x,prob.y\n1,1,x,x,0.333,0.67\n2,2,y,y,0,1\n"}, "a: row 2: the"},
		{MLR3, []string{mlrHead[:len(mlrHead)-1] + ",prob.x,prob.y\n1,1,x,x,0.5,0.4\n2,2,y,y,0,1\n"}, "a: row 2: the"},
		{SKLearn, []string{in(probable, `["y", "x"]`, `["y"]`)}, "a: column probabilities: list 0 has 2 " +
			"probabilities in row 0, and classes has 1; save one for each class, and classes as sorted(set(y))"},
		{SKLearn, []string{`{"indices": {"test": [[0], [1]]}, "truth": [1, 2], "classes": [], "probabilities": [[], []]}`},
			"a: column probabilities: list 0 has 0 probabilities in row 0, and classes has 0"},
		{SKLearn, []string{in(probable, `["y", "x"]`, `[]`)}, "a: column probabilities: list 0 has 2 probabilities in row " +
			"0, and classes has 0;"},
		{SKLearn, []string{in(probable, `["y", "x"]`, `["y", "z"]`)}, `a: column truth: "x" has no column of probabilities`},
		{SKLearn, []string{in(probable, "[0.3, 0.7]", "[0.7]")}, "a: column probabilities: list 0 has 1 " +
			"probabilities in row " +
			"1, and classes has 2; save one for each class"},
		{SKLearn, []string{in(probable, "[[0.1, 0.9]", "[0.1, [0.9]")}, "a: column probabilities: is neither a " +
			"list of lists"},
		{SKLearn, []string{in(probable, "0.9", "0.9000021")}, "a: the probabilities of all classes add up to 1.000002;"},
		{SKLearn, []string{in(probable, `"classes"`, `"predicted": ["x", "y"], "classes"`)}, "a: column " +
			"probabilities: are not " +
			"as many as predicted, list by list; save those of the same records"},
		{SKLearn, []string{in(probable, `"classes"`, `"Classes"`)}, "a: column Classes: is not classes; write " +
			"the key as"},
		{SKLearn, []string{in(probable, `, [0.5, 0.5]]`, "]")}, "a: column predicted: list 0 has 3 values, " +
			"truth has 4; save one for each record"},
	} {
		if _, err := read(t, c.how, Options{}, c.texts...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q:\ngot error %v\nwant %s", c.texts, err, c.want)
		}
	}
}

// Inner folds have probabilities as the others do.
func TestProbabilitiesOfInnerFolds(t *testing.T) {
	opt := nested(t)
	_, text, _, _ := innerTexts(opt.Set)
	text = strings.ReplaceAll(text, "response\n", "response,prob.x,prob.y\n")
	text = strings.ReplaceAll(strings.ReplaceAll(text, ",x,x\n", ",x,x,0.75,0.25\n"), ",x,y\n", ",x,y,0.25,0.75\n")
	r, err := one(t, MLR3, opt, text)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := results.Write(&out, results.Predictions, r); err != nil {
		t.Fatal(err)
	}
	rows := strings.Count(out.String(), "\n") - 1
	if got := strings.Count(out.String(), ",0.25"); got != rows || rows <= 2*17 {
		t.Errorf("got %d rows with probabilities of %d, which are more than %d:\n%.300s", got, rows, 2*17, out.String())
	}
}
