package results

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
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
		{head, "l.csv: has a header but no rows"},
	} {
		refused(t, c.text, c.want, ReadOptions{})
	}
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
		{file("accuracy", "93.5"), metric.Metric{}, metric.Metric{Name: "accuracy", HigherIsBetter: true,
			Max: 100}},
		{file("RMSE", "2"), metric.Metric{}, metric.Metric{Name: "RMSE", Max: math.Inf(1)}},
		{file("points", "7"), metric.Metric{}, metric.Metric{Name: "points", Directionless: true}},
		{"model,replication,fold,metric,value\na,1,1,points,7\n", metric.Metric{},
			metric.Metric{Name: "points", Directionless: true}},
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
		{file("points,loss", "7,1"), `l.csv: row 1: the columns "points", "loss": which are to be compared`},
		{file("points,goals", "7,1"), `l.csv: row 1: the columns "points", "goals": which one is to be compared, and is more ` +
			"of it better"},
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

// One of two sizes that differ is enough to refuse the folds, the first row counts among those that stand twice,
// and two replications may be runs as well as three.
func TestCellsEdges(t *testing.T) {
	const sizes = "model,replication,fold,loss,n_train,n_valid\n"
	refused(t, sizes+"a,1,1,1,5,5\nb,1,1,1,5,4\n", `"a" has 5 and 5; run both`, ReadOptions{})
	refused(t, sizes+"a,1,1,1,5,5\na,1,1,1,5,5\n", `row 3, column fold: model "a" has replication 1 fold 1 twice`,
		ReadOptions{})
	refused(t, sizes+"a,1,1,1,5,5\na,1,1,1,5,5\na,1,2,1,5,5\na,2,1,1,5,5\n",
		`row 3, column fold: model "a" has replication 1 fold 1 twice`, ReadOptions{})
	if r := parse(t, sizes+"a,1,1,1,5,5\na,2,1,1,5,5\n"); !r.Design.MayBeRuns {
		t.Error("two replications of one fold cannot be runs")
	}
	if r := parse(t, sizes+"a,1,1,1,5,5\na,1,2,1,5,6\n"); r.Design.Records != 0 {
		t.Errorf("%d records of folds of 10 and 11", r.Design.Records)
	}
	refused(t, sizes+"a,1,1,-1e200,5,5\n", "row 2, column loss: -1e+200; give a value of a usual size", ReadOptions{})
	// A set that is named in some rows of a model.
	text := "model,replication,fold,loss,set\na,1,1,1,\na,1,2,1," + setX + "\n"
	if r := parse(t, text); !slices.Equal(r.Design.Unnamed, []string{"a"}) {
		t.Errorf("unnamed %q, want a", r.Design.Unnamed)
	}
	// Keys without a data set may read alike.
	text = "task,model,replication,fold,tp,fp,fn\nx,a,1,1,1,1,1\n,a,1,1,1,1,1\n"
	all, err := Parse("c.csv", strings.NewReader(text), ReadOptions{})
	if err != nil || len(all) != 2 {
		t.Errorf("%d results, %v, want 2", len(all), err)
	}
	if r := parse(t, "model,replication,fold,metric\na,1,1,1\n"); !r.Metrics[0].Directionless {
		t.Errorf("metric %+v, want no direction", r.Metrics[0])
	}
}

// Items give differences of error rates alone, and the sizes of folds do not belong to differences of counts.
func TestPair(t *testing.T) {
	set, err := cv.New(cv.BCV, 4, cv.Options{M: 1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := New(set, metric.ErrorRate, metric.Loss)
	for _, model := range []string{"a", "b"} {
		for _, f := range set.Folds() {
			if err := r.Add(f, model, 0.5, 7*float64(len(model))+float64(f.Fold)*float64(len(r.Models))); err != nil {
				t.Fatal(err)
			}
			if model == "b" && f.Fold == 2 {
				continue
			}
			if err := r.AddItems(f, model, []string{"x", "y"}, []string{"x", "x"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	want := `error rate of "b" has no value in replication 1 fold 1`
	if _, err := r.Pair(0, 1, 0); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
	if err := r.AddItems(set.Fold(1), "b", []string{"x", "y"}, []string{"x", "y"}); err != nil {
		t.Fatal(err)
	}
	d, err := r.Pair(0, 1, 0)
	if err != nil || d.At(0, 0) != 0 || d.At(0, 1) != -0.5 {
		t.Errorf("error rates: %v and %v, %v", d.At(0, 0), d.At(0, 1), err)
	}
	d, err = r.Pair(0, 1, 1)
	if err != nil || d.At(0, 1) != 2 {
		t.Errorf("losses: %v and %v, %v", d.At(0, 0), d.At(0, 1), err)
	}
	if train, valid := d.Sizes(); train != 4 || valid != 4 {
		t.Errorf("%d training and %d validation records, want 4 and 4", train, valid)
	}
	counts := New(set)
	counts.SetCounts([]string{"a", "b"}, Grid[posterior.Counts]{1, 2, []posterior.Counts{{TP: 1}, {TP: 1}, {TP: 1,
		FN: 1}, {TP: 1}}})
	d, err = counts.Pair(0, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	if train, valid := d.Sizes(); train != 0 || valid != 0 {
		t.Errorf("%d training and %d validation records of counts, want none", train, valid)
	}
}
