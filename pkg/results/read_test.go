package results

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// parse reads text as a file of one key.
func parse(t *testing.T, text string, models ...string) Results {
	t.Helper()
	all, err := Parse("l.csv", strings.NewReader(text), ReadOptions{Models: models})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 1 {
		t.Fatalf("%d results, want 1", len(all))
	}
	return all[0]
}

// refused checks the error of a text.
func refused(t *testing.T, text, want string, opt ReadOptions) {
	t.Helper()
	_, err := Parse("l.csv", strings.NewReader(text), opt)
	var te *table.Error
	if !errors.As(err, &te) || !strings.Contains(err.Error(), want) {
		t.Errorf("%q:\n%v\nwant %s", text, err, want)
	}
}

func pair(t *testing.T, r Results) infer.Differences {
	t.Helper()
	d, err := r.Pair(0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

const twoFolds = "model,replication,fold,loss\nknn,1,1,0.25\nknn,1,2,0.5\nsvm,1,1,0.125\nsvm,1,2,0.75\n"

func TestParseLosses(t *testing.T) {
	r := parse(t, twoFolds)
	if !slices.Equal(r.Models, []string{"knn", "svm"}) {
		t.Errorf("models %q", r.Models)
	}
	if !slices.Equal(r.Metrics, []metric.Metric{metric.Loss}) {
		t.Errorf("metrics %+v, want losses", r.Metrics)
	}
	if want := []float64{0.25, 0.5, 0.125, 0.75}; !slices.Equal(r.Values[0].Cells, want) {
		t.Errorf("values %v, want %v", r.Values[0].Cells, want)
	}
	if r.Design.Replications != 1 || r.Design.Folds != 2 {
		t.Errorf("design %+v", r.Design)
	}
	if d := pair(t, r); d.At(0, 0) != -0.125 || d.At(0, 1) != 0.25 {
		t.Errorf("differences %v and %v", d.At(0, 0), d.At(0, 1))
	}
	// Only the order of the models depends on the order of rows.
	lines := strings.Split(strings.TrimSpace(twoFolds), "\n")
	rows := lines[2:]
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	if diff := cmp.Diff(r, parse(t, strings.Join(lines, "\n"))); diff != "" {
		t.Errorf("shuffled (-want +got):\n%s", diff)
	}
}

func TestLossesWithSizes(t *testing.T) {
	text := "model,replication,fold,loss,n_train,n_valid\n"
	for _, model := range []string{"a", "b"} {
		for j := range 3 {
			text += fmt.Sprintf("%s,%d,1,%d,80,20\n", model, j+1, len(model)*j*(j+1))
		}
	}
	text = strings.Replace(text, "b,2,1,2,", "b,2,1,5,", 1)
	r := parse(t, text)
	if r.Design.Records != 100 || !r.Design.MayBeRuns {
		t.Errorf("%+v, want 100 records that may be runs", r.Design)
	}
	if _, err := infer.Run("corrected-resampled-t", pair(t, r), infer.Options{}); err != nil {
		t.Error(err)
	}
	// Without the sizes that test cannot be made.
	if _, err := infer.Run("corrected-resampled-t", pair(t, parse(t, twoFolds)), infer.Options{}); err == nil {
		t.Error("no sizes, no error")
	}
}

func TestSizesNote(t *testing.T) {
	good := "model,replication,fold,loss,n_train,n_valid,set\n"
	for _, row := range []string{"a,1,1,0,50,51,", "a,1,2,1,51,50,", "b,1,1,0,50,51,", "b,1,2,0,51,50,"} {
		good += row + setX + "\n"
	}
	if r := parse(t, good); len(r.Notes) != 0 {
		t.Errorf("notes %q", r.Notes)
	}
	r := parse(t, strings.NewReplacer("50,51", "80,20", "51,50", "80,20").Replace(good))
	if len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "validate 40 records in all, but a fold has 100") {
		t.Errorf("notes %q", r.Notes)
	}
}

func TestLossesRefuse(t *testing.T) {
	const head = "model,replication,fold,loss\n"
	const sizes = "model,replication,fold,loss,n_train,n_valid\n"
	for _, c := range []struct{ text, want string }{
		{head + "a,1,1,0.5\na,1,1,0.4\n",
			"l.csv: row 3, column fold: model \"a\" has replication 1 fold 1 twice; give each fold once"},
		{head + ",1,1,0.5\n", "l.csv: row 2, column model: the model has no name; name both models"},
		{head + "a,0,1,0.5\n", "l.csv: row 2, column replication: 0; replications are numbered from 1"},
		{head + "a,1,0,0.5\n", "l.csv: row 2, column fold: 0; folds are numbered from 1"},
		{head + "a,1,1,NaN\n", "l.csv: row 2, column loss: \"NaN\" is not a finite number; give a finite number"},
		{head + "a,1,1,\n", "l.csv: row 2, column loss: is empty; give a number"},
		{head + "a,1,1,1\nb,1,1,1e200\n", "l.csv: row 3, column loss: 1e+200; give a value of a usual size"},
		{head + "a,1,1,1\na,1,2,1\nb,1,1,1\n", "l.csv: row 3, column fold: model \"b\" has no replication 1 fold 2, " +
			"but the file has replication 1 fold 2; give both models all folds, numbered from 1"},
		{head + "a,1,1,1\na,1,3,1\nb,1,1,1\nb,1,3,1\n",
			"l.csv: row 3, column fold: model \"a\" has no replication 1 fold 2"},
		{head + "a,2,1,1\nb,2,1,1\n", "l.csv: row 2, column fold: model \"a\" has no replication 1 fold 1"},
		{head + "a,1,1,1\na,1,2,1\na,2,1,1\nb,1,1,1\nb,1,2,1\nb,2,1,1\n",
			"l.csv: row 4, column fold: replication 2 has no fold 2, but others have"},
		{head + "a,1,1,1\na,2147483647,1,1\nb,1,1,1\nb,2147483647,1,1\n", "has no replication 2147483646 fold 1"},
		{head + "a,1,1,1\na,1,2147483647,1\nb,1,1,1\nb,1,2147483647,1\n", "has no replication 1 fold 2147483646"},
		{head + "a,9007199254740992,1,1\n", "row 2, column replication: 9007199254740992"},
		{head + "svm,1,1,1\nknn,1,1,1\nSVM,1,2,1\nknn,1,2,1\n",
			`are "SVM" and "svm" one model? Then write its name alike in all rows`},
		{sizes + "a,1,1,1,0,5\n", "l.csv: row 2, column n_train: no training records"},
		{sizes + "a,1,1,1,5,0\n", "l.csv: row 2, column n_valid: no validation records"},
		{sizes + "a,1,1,1,5,3000000000\n", "l.csv: row 2, column n_valid: 3000000000 records"},
		{sizes + "a,1,1,1,5,5\nb,1,1,1,6,4\n", "l.csv: row 3: model \"b\" has 6 training and 4 validation records " +
			"in replication 1 fold 1, \"a\" has 5 and 5; run both on the same partition set"},
		{"model,replication,fold\na,1,1\n", "l.csv: row 1: has the columns model, replication, fold; give losses"},
		{"model,fold,loss\na,1,1\n", "l.csv: row 1: column replication is missing; add it"},
		{"model,replication,fold,run,loss\na,1,1,7,1\na,1,1,8,1\n",
			`l.csv: row 3, column run: "8", but "7" above (row 2); several runs`},
		{head, "l.csv: has a header but no rows"},
	} {
		refused(t, c.text, c.want, ReadOptions{})
	}
}

// Any number of models is read; those that are named come in this order.
func TestModelsAreChosen(t *testing.T) {
	text := lossText(setX, setX)
	text += strings.ReplaceAll(strings.Join(strings.SplitAfter(text, "\n")[5:], ""), "svm", "tree")
	if r := parse(t, text); !slices.Equal(r.Models, []string{"knn", "svm", "tree"}) {
		t.Errorf("models %q", r.Models)
	}
	text = strings.Replace(text, "tree,2,2,0.5", "tree,2,2,0.25", 1)
	r := parse(t, text, "tree", "knn")
	if !slices.Equal(r.Models, []string{"tree", "knn"}) {
		t.Errorf("models %q, want tree and knn", r.Models)
	}
	if want := []float64{0.5, 0.5, 0.5, 0.25, 0.5, 0.5, 0.5, 0.5}; !slices.Equal(r.Values[0].Cells, want) {
		t.Errorf("values %v, want %v", r.Values[0].Cells, want)
	}
	refused(t, text, `no model "oak"; the models are "knn", "svm", "tree"`, ReadOptions{Models: []string{"tree",
		"oak"}})
	if _, err := Read([]string{"none"}, ReadOptions{Models: []string{"a", "a"}}); err == nil ||
		!strings.Contains(err.Error(), "name each once") {
		t.Errorf("%v", err)
	}
	// What is wrong with the rows of other models does not matter.
	if r := parse(t, text+"oak,1,1,0.5,5,5,\n", "svm", "knn"); len(r.Models) != 2 {
		t.Errorf("models %q", r.Models)
	}
	refused(t, text+"oak,1,1,0.5,5,5,\n", `model "oak" has no replication 1 fold 2, but the file has replication 1 `+
		`fold 2; give all models all folds`, ReadOptions{})
}

func TestMetricOfLosses(t *testing.T) {
	file := func(columns, values string) string {
		return "model,replication,fold," + columns + "\na,1,1," + values + "\nb,1,1," + values + "\n"
	}
	for _, c := range []struct {
		text string
		opt  metric.Metric
		want metric.Metric
	}{
		{file("accuracy", "0.5"), metric.Metric{}, metric.Metric{Name: "accuracy", HigherIsBetter: true, Max: 1,
			Percent: true}},
		{file("accuracy", "93.5"), metric.Metric{}, metric.Metric{Name: "accuracy", HigherIsBetter: true}},
		{file("RMSE", "2"), metric.Metric{}, metric.Metric{Name: "RMSE"}},
		{file("points,loss", "7,1"), metric.Metric{Name: "points", HigherIsBetter: true},
			metric.Metric{Name: "points", HigherIsBetter: true}},
		{file("points,loss", "7,1"), metric.Metric{Name: "loss"}, metric.Loss},
	} {
		all, err := Parse("l.csv", strings.NewReader(c.text), ReadOptions{Metric: c.opt})
		if err != nil {
			t.Error(err)
			continue
		}
		if got := all[0].Metrics[0]; got != c.want {
			t.Errorf("%q: %+v, want %+v", c.text, got, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{file("points", "7"), "l.csv: row 1, column points: is more of it better, or less? Name it as a score or " +
			"as a loss (bcv: --score points or --loss points)"},
		{file("points,loss", "7,1"), `l.csv: row 1: the columns "points", "loss": which one is to be compared`},
		{"model,replication,fold,metric,value\na,1,1,points,7\n",
			`l.csv: row 2, column metric: "points": is more of it better, or less?`},
	} {
		refused(t, c.text, c.want, ReadOptions{})
		if _, err := Parse("l.csv", strings.NewReader(c.text), ReadOptions{}); !errors.Is(err, ErrMetric) {
			t.Errorf("%v is not ErrMetric", err)
		}
	}
	one := ReadOptions{Metric: metric.Metric{Name: "points"}}
	refused(t, file("accuracy", "1"),
		`l.csv: column points: does not exist; the file has "model", "replication", "fold", "accuracy"`, one)
	refused(t, file("tp,fp,fn", "1,1,1"), "l.csv: holds counts; a score or a loss is a column of losses", one)
	refused(t, file("points", "x"), `l.csv: row 2, column points: "x" is not a number`, one)
	refused(t, file("loss", "1"), "holds losses; the positive class is one of predictions", ReadOptions{Positive: "x"})
}

func TestParseValues(t *testing.T) {
	text := "dataset,model,replication,fold,metric,value,n_train,n_valid\n"
	for _, model := range []string{"a", "b"} {
		for fold := range 3 {
			text += fmt.Sprintf("iris,%s,1,%d,loss,%d,20,10\niris,%[1]s,1,%[2]d,f1,0.%[2]d,20,10\n", model, fold+1,
				fold*len(text))
		}
	}
	text = strings.Replace(text, "b,1,2,f1,0.2", "b,1,2,f1,", 1)
	r := parse(t, text)
	if len(r.Metrics) != 2 || r.Metrics[1].Name != "f1" || !r.Metrics[1].HigherIsBetter {
		t.Fatalf("metrics %+v", r.Metrics)
	}
	if got := *r.Values[1].At(1, 0, 2); got != 0.3 {
		t.Errorf("f1 of b on fold 3 is %v, want 0.3", got)
	}
	if want := `f1 of "b" has no value in replication 1 fold 2`; r.Missing(1, 1) != want {
		t.Errorf("missing: %q, want %q", r.Missing(1, 1), want)
	}
	if r.Missing(0, 1) != "" || r.Missing(1, 0) != "" {
		t.Errorf("missing: %q and %q", r.Missing(0, 1), r.Missing(1, 0))
	}
	if r.Dataset != "iris" || r.Design.Records != 30 {
		t.Errorf("key %v, design %v", r.Key, r.Design)
	}
	all, err := Parse("l.csv", strings.NewReader(text), ReadOptions{Metric: metric.Metric{Name: "f1"}})
	if err != nil || len(all[0].Metrics) != 1 || all[0].Metrics[0].HigherIsBetter {
		t.Errorf("one metric: %+v, %v", all, err)
	}
	few := strings.NewReplacer("iris,a,1,3,f1,0.3,20,10\n", "", "iris,b,1,3,f1,0.3,20,10\n", "").Replace(text)
	refused(t, few, "column metric: loss has values on 3 folds, f1 on 2; give every metric all folds", ReadOptions{})
}

func TestCountsOfValues(t *testing.T) {
	text := "task,model,replication,fold,metric,value\n"
	for _, model := range []string{"a", "b"} {
		for fold := range 2 {
			for i, name := range []string{"fn", "tp", "fp"} {
				text += fmt.Sprintf("PER,%s,1,%d,%s,%d\n", model, fold+1, name, 10*fold+i+1)
			}
		}
	}
	r := parse(t, text)
	if want := (posterior.Counts{TP: 12, FP: 13, FN: 11}); *r.Counts.At(1, 0, 1) != want {
		t.Errorf("counts %+v, want %+v", *r.Counts.At(1, 0, 1), want)
	}
	if len(r.Metrics) != 3 || r.Metrics[2] != metric.F1 {
		t.Errorf("metrics %+v", r.Metrics)
	}
	refused(t, strings.ReplaceAll(text, "fn", "loss"), "some of tp, fp and fn; give all three", ReadOptions{})
	refused(t, strings.ReplaceAll(text, ",11\n", ",-11\n"), "FN is -11; counts must be finite and at least 0",
		ReadOptions{})
}

// Results may lie in a file for each model; errors name the file.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	lines := strings.SplitAfter(lossText(setX, setY), "\n")
	a, b := write("knn.csv", strings.Join(lines[:5], "")), write("svm.csv", lines[0]+strings.Join(lines[5:], ""))
	_, err := Read([]string{a, b}, ReadOptions{})
	if err == nil || !strings.Contains(err.Error(), "svm.csv: row 2, column set:") || !strings.Contains(err.Error(),
		"knn.csv, row 2)") {
		t.Errorf("%v", err)
	}
	same := write("same.csv", strings.ReplaceAll(lines[0]+strings.Join(lines[5:], ""), setY, setX))
	all, err := Read([]string{a, same}, ReadOptions{})
	if err != nil || !slices.Equal(all[0].Models, []string{"knn", "svm"}) || all[0].Design.Records != 10 {
		t.Errorf("%+v, %v", all, err)
	}
	counts := write("counts.csv", "model,replication,fold,tp,fp,fn\na,1,1,1,1,1\n")
	chunks := write("chunks.csv", "model,replication,fold,gold,predicted,correct\na,1,1,1,1,1\n")
	for _, c := range []struct {
		paths []string
		want  string
	}{
		{nil, "no file; name one or more CSV files"},
		{[]string{a, a}, "knn.csv: stands twice among the files; name it once"},
		{[]string{a, dir + "/none.csv"}, "none.csv: no such file"},
		{[]string{a, counts}, "counts.csv: holds counts, but " + a + " holds losses; compare results of one kind"},
		{[]string{counts, chunks},
			"chunks.csv: counts chunks, " + counts + " does not; give all files the same columns"},
		{[]string{write("empty.csv", "\n")}, "empty.csv: is empty; give losses, counts or predictions on the folds"},
		{[]string{write("semicolons.csv", "model;loss\na;1\n")}, "fields are separated by semicolons"},
		{[]string{write("upper.csv", "Model,Loss\na,1\n")},
			"upper.csv: row 1, column Model: write its name in lower case, model"},
		{[]string{write("other.csv", "x,y\n1,2\n")}, "other.csv: row 1: has the columns x, y; give losses"},
		{[]string{write("norep.csv", "model,fold,accuracy\na,1,2\n")},
			"norep.csv: row 1: column replication is missing; results have the columns"},
		{[]string{write("onlyfold.csv", "fold,accuracy\n1,2\n")}, "columns model and replication are missing; results"},
	} {
		if _, err := Read(c.paths, ReadOptions{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.paths, err, c.want)
		}
	}
}

// Files of one model each that has the same name in all name it; other files do not.
func TestModelsNamedByFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	losses := "model,replication,fold,loss\nsvm,1,1,0.5\nsvm,1,2,0.4\n"
	for name, text := range map[string]string{
		"wide":   "replication,fold,record,truth,pred\n1,1,0,x,x\n1,1,1,y,x\n",
		"long":   "replication,fold,record,truth,model,predicted\n1,1,0,x,svm,x\n1,1,1,y,svm,y\n",
		"losses": losses,
		"counts": "model,replication,fold,tp,fp,fn\nsvm,1,1,5,1,1\nsvm,1,2,6,1,1\n",
	} {
		for _, files := range [][2]string{{name + "/base.csv", name + "/cand.v2.csv"}, {name + "/1/pred.csv",
			name + "/2/pred.csv"}} {
			paths := []string{write(files[0], text), write(files[1], text)}
			want := []string{"base", "cand.v2"}
			if filepath.Base(paths[0]) == filepath.Base(paths[1]) {
				want = paths
			}
			all, err := Read(paths, ReadOptions{})
			if err != nil || !slices.Equal(all[0].Models, want) {
				t.Errorf("%s: %+v (%v), want models %q", name, all, err, want)
			}
			slices.Reverse(want)
			all, err = Read(paths, ReadOptions{Models: want})
			if err != nil || !slices.Equal(all[0].Models, want) {
				t.Errorf("%s: %+v (%v), want models %q", name, all, err, want)
			}
		}
	}
	paths := []string{write("x.csv", losses), write("y.csv",
		"model,replication,fold,loss\ntree,1,1,0.5\ntree,1,2,0.4\n")}
	if all, err := Read(paths, ReadOptions{}); err != nil || !slices.Equal(all[0].Models, []string{"svm", "tree"}) {
		t.Errorf("%+v (%v), want the models of the files", all, err)
	}
	// One model in two files, and another one after it.
	long := func(model, record string) string {
		return "replication,fold,record,truth,model,predicted\n1,1," + record + ",x," + model + ",x\n"
	}
	paths = []string{write("p1.csv", long("svm", "0")), write("p2.csv", long("svm", "1")), write("p3.csv", long("knn",
		"0")), write("p4.csv", long("knn", "1"))}
	all, err := Read(paths, ReadOptions{})
	if err != nil || !slices.Equal(all[0].Models, []string{"svm", "knn"}) || all[0].Tables(0,
		1)[0][0] != (infer.Contingency{N11: 2}) {
		t.Errorf("%+v (%v), want svm and knn", all, err)
	}
	paths[1] = write("p2.csv", long("svm", "0"))
	if _, err := Read(paths, ReadOptions{}); err == nil || !strings.Contains(err.Error(),
		`model "svm" has record 0 of replication 1 in two files`) {
		t.Errorf("%v", err)
	}
	parts := []string{write("l1.csv", losses), write("l2.csv", strings.ReplaceAll(losses, "svm,1", "svm,2")),
		write("l3.csv",
			"model,replication,fold,loss\nknn,1,1,1\nknn,1,2,1\nknn,2,1,1\nknn,2,2,1\n")}
	all, err = Read(parts, ReadOptions{})
	if err != nil || !slices.Equal(all[0].Models, []string{"svm", "knn"}) || all[0].Design.Replications != 2 {
		t.Errorf("%+v (%v), want svm and knn", all, err)
	}
}
