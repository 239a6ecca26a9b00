package importer

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/results"
)

const (
	caretHead = "pred,obs,rowIndex,Resample\n"
	caretA    = caretHead + "x,x,1,Fold1.Rep1\ny,x,2,Fold1.Rep1\ny,y,3,Fold2.Rep1\nx,y,4,Fold2.Rep1\n"
	caretA2   = "x,x,1,Fold1.Rep2\ny,y,3,Fold1.Rep2\nx,x,2,Fold2.Rep2\ny,y,4,Fold2.Rep2\n"
	mlrHead   = "iteration,row_ids,truth,response\n"
)

// reader is a reader of predictions or scores.
type reader = func([]Model, Options) ([]results.Results, error)

// one reads texts as results, which are of one data set.
func one(t *testing.T, how reader, opt Options, texts ...string) (results.Results, error) {
	t.Helper()
	all, err := read(t, how, opt, texts...)
	if err != nil {
		return results.Results{}, err
	}
	return all[0], nil
}

// read reads texts as the files of models a and b.
func read(t *testing.T, how reader, opt Options, texts ...string) ([]results.Results, error) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	var models []Model
	for i, text := range texts {
		path := string(rune('a' + i))
		if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		models = append(models, Model{Path: path})
	}
	return how(models, opt)
}

func TestPredictionsRefuse(t *testing.T) {
	replace := func(old, new string) string { return strings.Replace(caretA, old, new, 1) }
	for _, c := range []struct {
		how   reader
		opt   Options
		texts []string
		want  string
	}{
		{Caret, Options{}, []string{""}, "a: is empty; give a CSV file with a header"},
		{Caret, Options{}, []string{"pred,obs\nx,x\n"}, "a: no column has folds that are known by their names, " +
			"such as Fold1, Fold1.Rep2 or Resample3, of cross-validation or hold-outs, not bootstraps or slices; train with " +
			"trainControl(savePredictions"},
		{Caret, Options{}, []string{caretHead}, "a: has a header but no rows; add one line per row"},
		{Caret, Options{}, []string{caretA, replace("y,x,2,Fold1.Rep1\n", "")},
			`b: model "b" does not predict record 1 in replication 1 fold 1, model "a" does (a, row 3)`},
		{Caret, Options{}, []string{caretA, replace("y,x,2,", "y,y,2,")}, `b: row 3, column obs: "y", but record 1 ` +
			`is "x" above; a record has one class`},
		{Caret, Options{}, []string{caretA, caretA + caretA2},
			`a: model "a" has no replication 2 fold 1, model "b" has (b)`},
		{Caret, Options{}, []string{caretA + caretA2, caretA},
			`b: model "b" has no replication 2 fold 1, model "a" has (a)`},
		{Caret, Options{}, []string{caretA + "x,x,1,Fold1.Rep1\n"}, "a: row 6: predicts a record for the second time " +
			"in the same fold, as row 2 does; save the predictions of one setting"},
		{Caret, Options{}, []string{caretA + "x,x,1,Fold1.Rep3\n"}, "a: has replication 3 fold 1, but not " +
			"replication 2 fold 1; give the results of all folds"},
		{Caret, Options{}, []string{replace("Fold1.Rep1", "OOB")}, `a: row 2, column Resample: "OOB" is not a ` +
			`fold that is known by its name, such as Fold1`},
		{Caret, Options{}, []string{replace(",1,", ",0,")},
			`a: row 2, column rowIndex: "0" is not a whole number from 1`},
		{Caret, Options{}, []string{replace("x,x,1,", "NA,x,1,")}, "a: row 2, column pred: is missing; compare " +
			"models that predict all records"},
		{Caret, Options{}, []string{replace("x,x,1,", "x,x,")}, "a: row 2: 3 fields, but the header names 4 columns"},
		{Caret, Options{Regression: true}, []string{caretA}, `a: row 2, column obs: "x" is not a number`},
		{Caret, Options{Regression: true}, []string{caretHead + "1e200,1,1,Fold1\n1,1,2,Fold2\n"},
			`a: row 2, column pred: 1e+200; give a value of a usual size`},
		{Caret, Options{Regression: true}, []string{caretHead + "1,1,1,Fold1\n0x1p6,1,2,Fold2\n"},
			`a: row 3, column pred: "0x1p6" is not a number`},
		{Caret, Options{}, []string{caretHead +
			"x,x,1,Resample1\ny,y,2,Resample1\ny,y,2,Resample2\nx,x,1,Resample2\n"},
			"a: these are 2 runs on one test set, not 2 hold-outs"},
		{Caret, Options{}, []string{"pred,obs,obs,rowIndex,Resample\nx,x,x,1,Fold1\n"}, "a: row 1, column obs: stands twice"},
		{Caret, Options{}, []string{caretHead + "1.5,1,1,Fold1\n2.5,2,2,Fold2\n"}, `a: column pred: model "a": none of ` +
			`its values, such as "1.5", is a class that column truth has ("1", "2"); write classes alike`},
		{MLR3, Options{}, []string{"row_ids,truth,response\n1,x,x\n"}, "a: no column has folds that are known by " +
			"their names"},
		{Tidymodels, Options{}, []string{"id,.row,.pred_class,kind,sort\nFold1,1,x,x,2\n"},
			"a: no columns are known by their names for each of the folds, the records, the truth and the predictions; save"},
		{Tidymodels, Options{Truth: "z"}, []string{"id,.row,.pred_class,y,mtry\nFold1,1,x,x,2\n"},
			`a: row 1, column z: does not exist; the columns are "id", ".row"`},
		{Tidymodels, Options{}, []string{"id,.row,.pred_class,y,.config,wflow_id\nFold1,1,x,x,m1,a\nFold1,1,x,x,m2,a\n"},
			"a: row 3: predicts a record for the second time in the same fold, as row 2 does; save the predictions of one setting"},
		{Tidymodels, Options{}, []string{"id,.row,.pred,y\nFold1,1,1,1\nFold2,2,1,2\n",
			"id,.row,.pred_class,y\nFold1,1,1,1\nFold2,2,1,2\n"}, "b: predicts classes, a does not"},
		{OpenML, Options{}, []string{"@relation x\n@attribute repeat numeric\n"},
			"a: has no @data; is the file whole?"},
		{OpenML, Options{}, []string{"@relation x\n@attribute repeat numeric\n@attribute 'a\n"},
			"a: row 3: an attribute needs a name and a type"},
		{OpenML, Options{}, []string{openmlHead}, "a: has a header but no rows; add one line per row"},
		{OpenML, Options{}, []string{openmlHead + "0,0,1,'x,x\n"},
			`a: row 8: the quotation mark before "x,x" is never closed`},
		{OpenML, Options{}, []string{openmlHead + "0,0,1,x\n"}, "a: row 8: has 4 values for 5 columns"},
		{SKLearn, Options{}, []string{"{\n\"truth\": [1,\n]}"}, "a: row 3: is not the JSON that the snippet"},
		{SKLearn, Options{}, []string{`{"test_score": [0.5, 0.6]}`}, "a: column indices: has no test sets: which " +
			"records each split validates is not known"},
		{SKLearn, Options{}, []string{`{"indices": {"test": [[0], [1]]}, "test_score": [0.5]}`},
			"a: column test_score: has 1 values for 2 splits"},
		{SKLearn, Options{}, []string{`{"indices": {"test": [[0], [1]]}, "test_score": [0.5, NaN]}`},
			"is not the JSON that the snippet"},
		{SKLearn, Options{}, []string{`{"indices": {"test": [[0], [1]]}}`}, "a: has neither predictions nor scores"},
		{SKLearn, Options{}, []string{`{"indices": {"test": [[0], [1]]}, "predicted": [1, 2]}`},
			"a: column truth: is missing beside predicted"},
		{SKLearn, Options{}, []string{`{"indices": {"test": [[0], [1]]}, "predicted": [1], "truth": [1, 2]}`},
			"a: column predicted: list 0 has 1 values, truth has 2; save one for each record"},
		{SKLearn, Options{}, []string{`{"indices": {"test": [[0], [2]]}, "predicted": [1, 1], "truth": [1, 2]}`},
			"a: column truth: has 2 values, but test set 1 has record 2"},
		{SKLearn, Options{}, []string{`{"indices": {"test": [[0], [-1]]}, "predicted": [1, 1], "truth": [1, 2]}`},
			"a: column indices: test set 1 has no records or negative ones"},
		{SKLearn, Options{}, []string{`{"indices": {"test": [[0], [1]], "train": [[1]]}, "predicted": [1, 1], ` +
			`"truth": [1, 2]}`}, "a: column indices: has 1 training sets for 2 test sets"},
		{SKLearn, Options{}, []string{`{"indices": {"test": [[0, 1], [0, 1]]}, "predicted": [1, 1], "truth": [1, 2]}`},
			"a: column predicted: has 1 lists for 2 splits that validate a record up to 2 times"},
		{SKLearn, Options{}, []string{`{"indices": {"test": [[0], [1]]}, "predicted": [[[1, 0]]], "truth": [1, 2]}`},
			"a: column predicted: is neither a list of predictions nor a list of such lists"},
		{SKLearn, Options{}, []string{`{"indices": {"test": [[0], [1]]}, "predicted": [1, 1], "truth": [1, 2]}`,
			`{"indices": {"test": [[0], [1]]}, "test_score": [1, 1]}`}, "b: has scores alone, a has not"},
		{Weka, Options{}, []string{"Key_Dataset,Key_Run\niris,1\n"}, "a: column Key_Scheme: is missing"},
		{Weka, Options{Score: "AUC"}, []string{wekaHead + "iris,1,1,a.B,'-C 1, 2',5,5,90\n"},
			"a: column AUC: is missing"},
		{Weka, Options{}, []string{wekaHead + "iris,1,1,a.B,'-C 1, 2',5,5,?\n"},
			`a: row 2, column Percent_correct: "" is not a finite decimal number`},
		{Weka, Options{}, []string{wekaHead + "iris,0,1,a.B,'-C 1, 2',5,5,90\n"},
			`a: row 2, column Key_Run: "0" is not a whole number from 1`},
		{Weka, Options{}, []string{wekaHead + "iris,1,1,a.B,x,5,5,90\niris,1,2,a.B,x,5,5,90\niris,1,1,a.C,x,5,5,90\n"},
			`a: row 3, column Key_Fold: model "C" has no replication 1 fold 2, but the file has`},
		{Weka, Options{}, []string{wekaHead + "iris,1,1,a.B,x,5,5,90\niris,1,1,a.C,x,5,6,90\n"},
			`a: row 3: model "C" has 5 training and 6 validation records in replication 1 fold 1, "B" has 5 and 5`},
		{Weka, Options{}, []string{wekaHead + "iris,1,1,a.B,x,5,5,90\niris,1.0,1,a.B,x,5,5,90\n"},
			`a: row 3, column Key_Fold: model "B" has replication 1 fold 1 twice`},
	} {
		_, err := read(t, c.how, c.opt, c.texts...)
		var te *table.Error
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q:\ngot error %v\nwant %s", c.texts, err, c.want)
			continue
		}
		if !errors.As(err, &te) {
			t.Errorf("%q: got an error of type %T, want *table.Error", c.texts, err)
		}
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: got an error of several lines: %v", c.texts, err)
		}
	}
}

const (
	openmlHead = "@relation x\n@attribute repeat numeric\n@attribute fold numeric\n@attribute row_id " +
		"numeric\n@attribute prediction {x,y}\n@attribute 'correct' {x,y}\n@data\n"
	wekaHead = "Key_Dataset,Key_Run,Key_Fold,Key_Scheme,Key_Scheme_options,Number_of_training_instances," +
		"Number_of_testing_instances,Percent_correct\n"
)

// Splits without numbers of replications are numbered by their records.
func TestNumber(t *testing.T) {
	for _, c := range []struct{ rows, want string }{
		{"1,1,x,x\n1,2,x,x\n2,3,x,x\n2,4,x,x\n3,1,x,x\n3,3,x,x\n4,2,x,x\n4,4,x,x\n", "2 x 2 BCV of 4 records"},
		{"2,3,x,x\n2,4,x,x\n1,1,x,x\n1,2,x,x\n", "random 1 x 2 CV of 4 records"},
		{"1,1,x,x\n2,2,x,x\n3,3,x,x\n4,4,x,x\n", "4-fold CV of 4 records"},
		{"1,1,x,x\n2,2,x,x\n3,3,x,x\n4,3,x,x\n5,1,x,x\n6,2,x,x\n", "2 x 3-fold CV of 3 records"},
		{"1,1,x,x\n1,2,x,x\n2,2,x,x\n2,4,x,x\n", "2 random hold-outs of 4 records"},
		{"1,1,x,x\n1,2,x,x\n", "one hold-out"},
	} {
		r, err := one(t, MLR3, Options{}, mlrHead+c.rows)
		if err != nil {
			t.Errorf("%q: %v", c.rows, err)
		}
		if got := r.Design.String(); got != c.want {
			t.Errorf("%q: got %s, want %s", c.rows, got, c.want)
		}
	}
}

func TestKnownSet(t *testing.T) {
	set := newSet(t, cv.BCV, 4, cv.Options{M: 2, Seed: 9})
	known := &results.Splits{File: "folds.csv", Set: set, Named: true}
	text := mlrHead
	for k, f := range set.Folds() {
		for _, i := range f.Valid {
			text += string(rune('1'+k)) + "," + string(rune('1'+i)) + ",x,x\n"
		}
	}
	r, err := one(t, MLR3, Options{Set: known}, text)
	if err != nil || r.Design.ID != set.ID() {
		t.Errorf("got %+v, %v; want %s", r.Design, err, set.ID())
	}
	other := newSet(t, cv.Mx2, 4, cv.Options{M: 2, Seed: 1})
	if _, err = read(t, MLR3, Options{Set: &results.Splits{File: "folds.csv", Set: other}}, text); err == nil ||
		!strings.Contains(err.Error(), "a: validates other records in replication") {
		t.Error(err)
	}
	more := newSet(t, cv.BCV, 4, cv.Options{M: 3, Seed: 9})
	if _, err = read(t, MLR3, Options{Set: &results.Splits{File: "folds.csv", Set: more}}, text); err == nil ||
		!strings.Contains(err.Error(), "folds.csv: has replication 3 fold 1, of which there are no results") {
		t.Error(err)
	}
}

// Whatever the bytes, readers answer with predictions or with an error in one line.
func FuzzTables(f *testing.F) {
	f.Add(caretA)
	f.Add(openmlHead + "0,0,1,'x\\'y',x\n")
	f.Add(wekaHead + "iris,1,1,a.B,x,5,5,90\n")
	f.Add(`{"indices": {"test": [[0], [1]]}, "predicted": [1, 1], "truth": [1, 2]}`)
	f.Add(mlrHead + "1,1,x,x\n2,2,x,y\n")
	f.Add(probable)
	f.Add(likelyA)
	path := filepath.Join(f.TempDir(), "a")
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, how := range []reader{SKLearn, Tidymodels, Caret, MLR3, Weka,
			OpenML} {
			_, err := how([]Model{{Path: path}}, Options{})
			var te *table.Error
			if err != nil && (!errors.As(err, &te) || strings.Contains(err.Error(), "\n")) {
				t.Fatalf("error %q", err)
			}
		}
	})
}
