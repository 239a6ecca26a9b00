package importer

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// refused fails unless how refuses the texts with a table.Error that has want.
func refused(t *testing.T, name string, how reader, opt Options, want string,
	texts ...string) {
	t.Helper()
	r, err := one(t, how, opt, texts...)
	var te *table.Error
	switch {
	case err == nil:
		t.Errorf("%s: got %s without an error, want %q", name, r.Design, want)
	case !strings.Contains(err.Error(), want) || !errors.As(err, &te):
		t.Errorf("%s: got error %q, want %q", name, err, want)
	}
}

// mlr returns the predictions of splits as mlr3 writes them. The truth of record i is x or
// y by turns; a prediction is wrong where i divides by 5.
func mlr(splits [][]int, label func(string) string) string {
	var b strings.Builder
	b.WriteString(mlrHead)
	for k, valid := range splits {
		for _, i := range valid {
			truth := string("xy"[i%2])
			predicted := string("xy"[(i+map[bool]int{true: 1}[i%5 == 0])%2])
			fmt.Fprintf(&b, "%d,%d,%s,%s\n", k+1, i+1, truth, label(predicted))
		}
	}
	return b.String()
}

func same(s string) string { return s }

// blocks returns K folds of n records in blocks.
func blocks(n, k int) (out [][]int) {
	for f := range k {
		var fold []int
		for i := f * n / k; i < (f+1)*n/k; i++ {
			fold = append(fold, i)
		}
		out = append(out, fold)
	}
	return out
}

// Labels that no record has are counted as errors: they are refused or noted.
func TestLabels(t *testing.T) {
	splits := blocks(40, 4)
	a := mlr(splits, same)
	refused(t, "upper case", MLR3, Options{},
		`a, b: column response: model "b": none of its values, such as "X", is a class that column truth has ("x", "y"); `+
			`write classes alike`, a, mlr(splits, strings.ToUpper))
	refused(t, "1 and 0", MLR3, Options{},
		`model "b": none of its values, such as "0", is a class that column truth has ("x", "y")`, a,
		mlr(splits, func(s string) string { return map[string]string{"x": "1", "y": "0"}[s] }))
	p, err := one(t, MLR3, Options{}, a, mlr(splits, func(s string) string { return strings.Replace(s, "y", "Y", 1) }))
	if want := `b predicts "Y", which is the truth of no record (1 such labels); are classes written alike in all ` +
		`columns?`; err != nil || !slices.Equal(p.Notes, []string{want}) {
		t.Errorf("got notes %q, %v; want %q", p.Notes, err, want)
	}
	// Numbers with decimals for the same numbers without.
	numbers := func(s string) string { return strings.NewReplacer(",x", ",0", ",y", ",1").Replace(s) }
	refused(t, "0.0 for 0", MLR3, Options{},
		`none of its values, such as "0.0", is a class that column truth has ("0", "1")`, numbers(a),
		numbers(mlr(splits, func(s string) string { return map[string]string{"x": "0.0", "y": "1.0"}[s] })))
	// Whole numbers that were measured, with predictions that nobody measured and hardly ever right.
	numberTable := func(truth, predicted func(i int) int) string {
		out := mlrHead
		for i := range 300 {
			out += fmt.Sprintf("%d,%d,%d,%d\n", i%3+1, i+1, truth(i), predicted(i))
		}
		return out
	}
	twenty := func(i int) int { return 10 * (i % 20) }
	many := numberTable(func(i int) int { return i / 2 }, func(i int) int { return i / 2 })
	refused(t, "150 numbers", MLR3, Options{}, "a: 150 different numbers in 300 records, such as 0, are not classes; "+
		"say setting `regression`", many)
	refused(t, "a fraction", MLR3, Options{}, "such as 5.5, are not classes; say setting `regression`",
		numberTable(twenty, twenty)+"1,301,5,5.5\n")
	for _, predicted := range []func(i int) int{
		func(i int) int { return twenty(i + i%2) },   // a classifier that is right in half of them
		func(i int) int { return 0 },                 // the largest class
		func(i int) int { return twenty(i) - i/299 }, // a class that no record of the test sets has
	} {
		if _, err := read(t, MLR3, Options{}, numberTable(twenty, predicted)); err != nil {
			t.Error(err)
		}
	}
	if _, err := read(t, MLR3, Options{Regression: true}, many); err != nil {
		t.Error(err)
	}
}

// A file that was cut off is not another partition set.
func TestCutFiles(t *testing.T) {
	folds := blocks(100, 10)
	half := slices.Clone(folds)
	half[3] = half[3][:5]
	refused(t, "half a fold", MLR3, Options{},
		"a: the folds of replication 1 do not validate each of the 100 records once", mlr(half, same))
	refused(t, "a fold is missing", MLR3, Options{},
		"a: the folds of replication 1 do not validate each of the 100 records once", mlr(folds[1:], same))
	twice := append(slices.Clone(folds), blocks(100, 10)...)
	refused(t, "repeated, half a fold", MLR3, Options{},
		"a: the first splits validate every record once, the splits of replication 2 do not",
		mlr(append(twice[:19:19], folds[9][:5]), same))
	refused(t, "iteration 2 is missing", MLR3, Options{},
		"a: has replication 1 fold 3, but not replication 1 fold 2; give the results of all folds",
		mlr([][]int{{0, 1}, {}, {1, 2}}, same))
	holdOuts := [][]int{{0, 1, 2, 3}, {2, 3, 4, 5}, {0, 5, 6, 7}}
	refused(t, "hold-outs of other sizes", MLR3, Options{},
		"a: hold-outs 1 and 3 have 4 and 3 records, as sets that bootstraps leave out",
		mlr([][]int{holdOuts[0], holdOuts[1], holdOuts[2][:3]}, same))
	if p, err := one(t, MLR3, Options{}, mlr(holdOuts, same)); err != nil ||
		p.Design.String() != "3 random hold-outs of 8 records" {
		t.Errorf("hold-outs: got %s, %v", p.Design, err)
	}
	if p, err := one(t, MLR3, Options{}, mlr([][]int{{0, 1, 2}, {31, 32, 99}}, same)); err != nil ||
		p.Design.String() != "2 random hold-outs of 100 records" {
		t.Errorf("hold-outs without a common record: got %s, %v", p.Design, err)
	}
}

// Resamples of R are taken for what their names and records show.
func TestResamples(t *testing.T) {
	tidy := func(ids ...string) string {
		out := "id,.row,.pred_class,y\n"
		for i := range 20 {
			out += fmt.Sprintf("%s,%d,%s,%s\n", ids[i%len(ids)], i+1, string("xy"[i%2]), string("xy"[i/2%2]))
		}
		return out
	}
	for _, id := range []string{"north", "Bootstrap01", "Apparent", "Slice1"} {
		refused(t, id, Tidymodels, Options{},
			"a: no column has folds that are known by their names, such as Fold1, Fold1.Rep2 or Resample3", tidy(id, "south"))
	}
	refused(t, "two sets", Tidymodels, Options{},
		`a: row 3, column id: "train/test split" has the number of "validation" above`,
		tidy("validation", "train/test split"))
	refused(t, "two names", Tidymodels, Options{},
		`a: row 3, column id: "Fold01" has the number of "Fold1" above`, tidy("Fold1", "Fold01"))
	refused(t, "two kinds", Tidymodels, Options{},
		`a: has folds and other resamples; give resamples of one kind`, tidy("Fold1", "Resample2"))
	for _, c := range []struct{ text, want string }{
		{tidy("Resample1", "Resample2", "Resample3", "Resample4"), "4-fold CV of 20 records"}, // group_vfold_cv
		{tidy("validation"), "one hold-out"},
		{tidy("Fold1", "Fold2"), "random 1 x 2 CV of 20 records"},
	} {
		if p, err := one(t, Tidymodels, Options{}, c.text); err != nil || p.Design.String() != c.want {
			t.Errorf("got %s, %v; want %s", p.Design, err, c.want)
		}
	}
	caret := caretHead
	for i := range 12 {
		caret += fmt.Sprintf("x,%s,%d,Resample%d\n", string("xy"[i%2]), i+1, i%5+1)
		caret += fmt.Sprintf("x,%s,%d,Resample%d\n", string("xy"[i%2]), i+1, (i+1)%5+1)
	}
	refused(t, "bootstraps of caret", Caret, Options{}, "records, as sets that bootstraps leave out", caret)
}

// The truth is not a column that has another meaning, or one value.
func TestTruthColumn(t *testing.T) {
	text := "id,.row,.pred_class,penalty\nFold1,1,x,0.1\nFold2,2,y,0.1\n"
	refused(t, "penalty", Tidymodels, Options{}, "name it with setting `truth` COLUMN", text)
	text = "id,.row,.pred_class,.pred_x,y\nFold1,1,x,0.9,x\nFold2,2,y,0.1,y\n"
	for name, want := range map[string]string{".pred_class": "no columns are known by their names for each of the folds",
		".row": `column record: "" is not a whole number`, ".pred_x": `none of its values, such as "x", is a class`,
		"id": "no column has folds"} {
		refused(t, name, Tidymodels, Options{Truth: name}, want, text)
	}
	if _, err := read(t, Tidymodels, Options{Truth: "y"}, text); err != nil {
		t.Error(err)
	}
}

// A name that is given to a file is the name of its model.
func TestGivenNames(t *testing.T) {
	head := "iteration,row_ids,truth,response,learner_id\n"
	text := head + "1,1,x,x,lda\n2,2,y,y,lda\n"
	mlr := func(models []Model, opt Options) ([]results.Results, error) {
		for k := range models {
			models[k].Name = fmt.Sprintf("model%d", k)
		}
		return MLR3(models, opt)
	}
	p, err := one(t, mlr, Options{}, text, text)
	if want := []string{"model0", "model1"}; err != nil || !slices.Equal(p.Models, want) {
		t.Errorf("got models %q, %v; want %q", p.Models, err, want)
	}
	p, err = one(t, MLR3, Options{}, text)
	if want := `column learner_id names one model alone, "lda"; is the file whole?`; err != nil ||
		!slices.Contains(p.Notes, want) {
		t.Errorf("got notes %q, %v; want %q", p.Notes, err, want)
	}
	refused(t, "two models", mlr, Options{},
		`a: row 4, column learner_id: "tree", but "lda" above, and the file is named as one model, "model0"`,
		text+"1,1,x,x,tree\n")
	if err := os.Link("a", "link"); err != nil {
		t.Fatal(err)
	}
	for _, how := range []reader{SKLearn, Weka, MLR3} {
		for _, path := range []string{"./a", "link"} {
			_, err := how([]Model{{Name: "A", Path: "a"}, {Name: "B", Path: path}}, Options{})
			if want := path + ": is given twice; give the file of each model once"; err == nil || err.Error() != want {
				t.Errorf("got error %v, want %q", err, want)
			}
		}
	}
}

// sk is a file of the snippet of docs/howto/import.md.
type sk map[string]any

func (s sk) with(key string, value any) sk {
	out := sk{}
	for k, v := range s {
		out[k] = v
	}
	out[key] = value
	return out
}

func (s sk) text(t *testing.T) string {
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// The lists of a file of scikit-learn fit each other.
func TestSKLearnLists(t *testing.T) {
	set := newSet(t, cv.BCV, 60, cv.Options{M: 2, Seed: 1})
	var train, test [][]int32
	for _, f := range set.Folds() {
		train, test = append(train, f.Train), append(test, f.Valid)
	}
	values := func(n int) (out []int) {
		for i := range n {
			out = append(out, i%3)
		}
		return out
	}
	indices := func(train, test [][]int32) map[string]any {
		return map[string]any{"train": train, "test": test}
	}
	good := sk{"indices": indices(train, test), "truth": values(60), "predicted": [][]int{values(60), values(60)}}
	if p, err := one(t, SKLearn, Options{}, good.text(t)); err != nil || p.Design.ID.Fingerprint != set.Fingerprint() {
		t.Fatalf("got %+v, %v", p.Design, err)
	}
	all := make([]int32, 60)
	for i := range all {
		all[i] = int32(i)
	}
	every := func(set []int32) [][]int32 { return [][]int32{set, set, set, set} }
	var tenth [][]int32
	for _, s := range train {
		tenth = append(tenth, s[:3])
	}
	for _, c := range []struct {
		name, want string
		file       sk
	}{
		{"lists of 61", "column predicted: list 0 has 61 values, truth has 60",
			good.with("predicted", [][]int{values(61), values(61)})},
		{"truth of 61", "column predicted: list 0 has 60 values, truth has 61", good.with("truth", values(61))},
		{"truth and lists of 61", "do not validate each of the 61 records once",
			good.with("truth", values(61)).with("predicted", [][]int{values(61), values(61)})},
		{"3 lists", "column predicted: has 3 lists for 4 splits that validate a record up to 2 times",
			good.with("predicted", [][]int{values(60), values(60), values(60)})},
		{"indices of one repetition",
			"column predicted: has 2 lists for 2 splits that validate a record up to 1 times",
			good.with("indices", indices(train[:2], test[:2]))},
		{"Truth", "column Truth: is not truth; write the key", good.with("Truth", values(60))},
		{"Test", "column Test: is not test; write the key", good.with("indices",
			map[string]any{"test": test, "Test": test[:1]})},
		{"trained on all", "of training set 0 is in its test set too",
			good.with("indices", map[string]any{"train": every(all), "test": test})},
		{"trained on 3 of 30", "replication 1 fold 1 validates 30 of 60 records and trains on 3; cross-validation " +
			"trains on all others", good.with("indices", indices(tenth, test))},
		{"trained with repetition", "is in its training set too",
			good.with("indices", indices([][]int32{append(slices.Clone(train[0][1:]), train[0][1]), train[1], train[2],
				train[3]}, test))},
		{"other splits", "in its test set too", good.with("indices", indices([][]int32{train[3], train[2], train[1],
			train[0]}, test))},
	} {
		refused(t, c.name, SKLearn, Options{}, c.want, c.file.text(t))
	}
	// Training sets of two models: others, or not known of one.
	hold := sk{"indices": indices([][]int32{{0, 1, 2}, {1, 2, 3}}, [][]int32{{4, 5}, {4, 6}}), "truth": values(8),
		"predicted": [][]int{{1, 2}, {1, 0}}}
	if p, err := one(t, SKLearn, Options{}, hold.text(t), hold.text(t)); err != nil || p.Train[0] != 3 ||
		p.Design.Records != 8 {
		t.Errorf("got %+v, %v; want 3 training records of 8", p.Train, err)
	}
	other := hold.with("indices", indices([][]int32{{0, 1, 2}, {1, 2}}, [][]int32{{4, 5}, {4, 6}}))
	refused(t, "other training sets", SKLearn, Options{},
		`b: model "b" was trained on other records than model "a" (a) in replication 2 fold 1, 2 and 3 of them`,
		hold.text(t), other.text(t))
	refused(t, "no training sets", SKLearn, Options{},
		`b: one of model "b" and model "a" (a) has training sets`, hold.text(t),
		hold.with("indices", map[string]any{"test": [][]int32{{4, 5}, {4, 6}}}).text(t))
	known := Options{Set: &results.Splits{File: "folds.csv", Set: set, Named: true}}
	if p, err := one(t, SKLearn, known, good.text(t)); err != nil || p.Design.ID != set.ID() {
		t.Errorf("known set: got %+v, %v", p.Design, err)
	}
	refused(t, "not as in the known set", SKLearn, known, "a: trains on other records in replication 1 fold 1 than "+
		"folds.csv", good.with("indices", indices(tenth, test)).text(t))
	scores := sk{"indices": indices(train, test)}
	for _, c := range []struct {
		opt    Options
		want   string
		name   string
		values []float64
	}{
		{Options{Loss: "accuracy"}, "column test_accuracy: is a score, of which more is better; name it with setting `score`",
			"test_accuracy", []float64{0, 1, 1, 1}},
		{Options{Loss: "neg_log_loss"}, "column test_neg_log_loss: is a score, of which more is better; name it with " +
			"setting `score`",
			"test_neg_log_loss", []float64{-1, -1, -1, -1}},
		{Options{Score: "mse"}, "column test_mse: is a loss, of which less is better; name it with setting `loss`",
			"test_mse", []float64{3, 1, 1, 1}},
	} {
		refused(t, c.name, SKLearn, c.opt, c.want, scores.with(c.name, c.values).text(t))
	}
	for _, c := range []struct {
		opt  Options
		name string
		want metric.Metric
	}{
		{Options{Score: "score"}, "test_score", metric.Metric{Name: "score", HigherIsBetter: true}},
		{Options{}, "test_score", metric.Metric{Name: "score", HigherIsBetter: true}},
		{Options{Loss: "score"}, "test_score", metric.Loss}, // of a scorer of one's own
		{Options{Loss: "mine"}, "test_mine", metric.Metric{Name: "mine"}},
		{Options{Score: "mine"}, "test_mine", metric.Metric{Name: "mine", HigherIsBetter: true}},
		{Options{}, "test_neg_mine", metric.Metric{Name: "mine"}},
		{Options{}, "test_mse", metric.Metric{Name: "mse", Max: math.Inf(1)}},
	} {
		r, err := one(t, SKLearn, c.opt, scores.with(c.name, []float64{94, 94, 95, 96}).text(t))
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Metrics[0]; got != c.want {
			t.Errorf("%s with %+v: got metric %+v, want %+v", c.name, c.opt, got, c.want)
		}
	}
	refused(t, "two scores", SKLearn, Options{}, "b: column test_g: is the score, a has f; give the same score of "+
		"all models",
		scores.with("test_f", []float64{1, 1, 1, 1}).text(t), scores.with("test_g", []float64{1, 1, 1, 1}).text(t))
}

// A name that differs in one row is named as such.
func TestTwins(t *testing.T) {
	text := "iteration,row_ids,truth,response,learner_id\n1,1,x,x,lda\n2,2,y,y,lda\n1,1,x,x,tree\n2,2,y,y,Tree\n"
	refused(t, "mlr3", MLR3, Options{}, `are "tree" and "Tree" one model? Then write its name alike in all rows`, text)
	rows := "iris,1,1,a.B,x,5,5,90\niris,1,2,a.b,x,5,5,90\n"
	refused(t, "weka", Weka, Options{}, `are "b" and "B" one model? Then write its name alike in all rows`,
		wekaHead+rows)
}

// The scores of Weka are percentages and numbers, and all folds are there.
func TestWekaRefuse(t *testing.T) {
	rows := func(model string, folds ...string) string {
		out := ""
		for _, f := range folds {
			out += "iris," + strings.Replace(f, " ", ",a."+model+",x,", 1) + "\n"
		}
		return out
	}
	for _, text := range []string{"9500", "-5", "0x1p6", "9_5", "NaN", "Infinity", "100.1"} {
		refused(t, text, Weka, Options{},
			"a: row 3, column Percent_correct: ", wekaHead+rows("B", "1,1 5,5,90", "1,2 5,5,"+text))
	}
	refused(t, "fractions", Weka, Options{},
		"a: row 4, column Percent_correct: is at most 1 in all rows of a.C",
		wekaHead+rows("B", "1,1 5,5,90", "1,2 5,5,95")+rows("C", "1,1 5,5,0.9", "1,2 5,5,0.95"))
	refused(t, "direction", Weka, Options{Loss: "Percent_correct"},
		"is a score, of which more is better; name it with setting `score`", wekaHead+rows("B", "1,1 5,5,90", "1,2 5,5,95"))
	refused(t, "no fold 2", Weka, Options{},
		"a: row 2, column Key_Fold: the folds of run 1 test 5 of 10 instances",
		wekaHead+rows("B", "1,1 5,5,90", "2,1 5,5,95"))
	refused(t, "a fold 2 is missing", Weka, Options{},
		"a: row 4, column Key_Fold: replication 2 has no fold 2, but others have", wekaHead+rows("B", "1,1 5,5,90", "1,2 5,5,95",
			"2,1 5,5,90"))
	refused(t, "two sizes", Weka, Options{},
		"a: row 3: 6 training and 5 test instances, but 10 together in a row 2",
		wekaHead+rows("B", "1,1 5,5,90", "1,2 6,5,95"))
	if p, err := one(t, Weka, Options{}, wekaHead+rows("B", "1,1 5,5,0", "1,2 5,5,0")); err != nil ||
		p.Values[0].Cells[0] != 0 {
		t.Errorf("all wrong: got %+v, %v", p.Train, err)
	}
	refused(t, "a level", OpenML, Options{},
		`a: row 8, column prediction: "z" is not one of the 2 levels that its @attribute declares`,
		openmlHead+"0,0,1,z,x\n")
}

// The splits of a known set take its numbers, also where the records alone would show other ones.
func TestKnownHoldOuts(t *testing.T) {
	set := newSet(t, cv.RLT, 40, cv.Options{M: 2, Train: 20, Seed: 4})
	set.Splits[1] = cv.Split{Train: set.Splits[0].Valid, Valid: set.Splits[0].Train}
	var valid [][]int
	for _, f := range set.Folds() {
		var v []int
		for _, i := range f.Valid {
			v = append(v, int(i))
		}
		valid = append(valid, v)
	}
	p, err := one(t, MLR3, Options{Set: &results.Splits{File: "folds.csv", Set: set, Named: true}}, mlr(valid, same))
	if err != nil || p.Design.Folds != 1 || p.Design.Replications != 2 {
		t.Errorf("got %+v, %v; want 2 hold-outs", p.Design, err)
	}
}
