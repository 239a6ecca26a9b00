package results

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/metric"
)

const runsOnItems = `item,model,score,run,cluster
q1,gpt,1,1,p1
q2,gpt,0,1,p1
q3,gpt,1,1,p2
q3,gpt,1,2,p2
q1,gpt,1,2,p1
q2,gpt,1,2,p1
q1,claude,0,1,p1
q3,claude,1,1,p2
q2,claude,0,1,p1
`

// scoresOf returns the scores of all runs of all models as text.
func scoresOf(r Results) string {
	var out []string
	for m, name := range r.Models {
		for s, run := range r.Units.Runs[m] {
			out = append(out, strings.TrimSuffix(fmt.Sprintf("%s %s%v", name, run, r.Units.Of(m, s)), "]"))
		}
	}
	return strings.Join(out, "] ")
}

func TestRunsOnItems(t *testing.T) {
	r := parse(t, runsOnItems)
	if want := []string{"q1", "q2", "q3"}; !slices.Equal(r.Units.Names, want) {
		t.Errorf("items %q, want %q", r.Units.Names, want)
	}
	if want := []int{0, 0, 1}; !slices.Equal(r.Units.Clusters, want) {
		t.Errorf("clusters %v, want %v", r.Units.Clusters, want)
	}
	if got, want := scoresOf(r), "gpt 1[1 0 1] gpt 2[1 1 1] claude 1[0 0 1"; got != want {
		t.Errorf("scores %s, want %s", got, want)
	}
	if got, want := r.Design.String(), "a test set of 3 items in 1 to 2 runs, in 2 clusters"; got != want {
		t.Errorf("design %q, want %q", got, want)
	}
	if got, want := r.Values[0].Cells, []float64{5.0 / 6, 1.0 / 3}; !slices.Equal(got, want) {
		t.Errorf("values %v, want %v", got, want)
	}
	if got := r.Metrics[0]; got.Name != "accuracy" || !got.HigherIsBetter || !got.Percent {
		t.Errorf("metric %+v, want accuracy in percent", got)
	}
	if len(r.Notes) > 0 {
		t.Errorf("notes %q, want none", r.Notes)
	}
	r = parse(t, runsOnItems, "claude", "gpt")
	if got, want := scoresOf(r), "claude 1[0 0 1] gpt 1[1 0 1] gpt 2[1 1 1"; got != want {
		t.Errorf("scores %s, want %s", got, want)
	}
	sample := r.Sample(0, 1, true)
	if got, want := fmt.Sprint(sample), "{[[0 0 1]] [[1 0 1] [1 1 1]] [0 0 1] [] true <nil> <nil> <nil> [] [ ]}"; got != want {
		t.Errorf("sample %s, want %s", got, want)
	}
}

// The same results stand in files of many forms.
func TestFormsOfItems(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const want = "a [1 0] b [0 1"
	nll := ReadOptions{Metric: metric.Metric{Name: "nll"}}
	for name, c := range map[string]struct {
		opt   ReadOptions
		files []string
	}{
		"tabs": {files: []string{"item\tmodel\tscore\n1 x\ta\t1\n1 x\tb\t0\ny\ta\t0\ny\tb\t1\n"}},
		"objects": {files: []string{`{"item":1,"model":"a","score":true}` + "\n" + `{"item":"y","model":"a","score":0}` +
			"\n\n" + `{"model":"b","item":1,"score":0.0}` + "\n" + `{"item":"y","model":"b","score":true}`}},
		"labels":      {files: []string{"item,model,truth,label\nx,a,yes,yes\ny,a,no,yes\nx,b,yes,maybe\ny,b,no,no\n"}},
		"correct":     {files: []string{"item,model,correct\nx,a,True\ny,a,false\nx,b,False\ny,b,true\n"}},
		"known name":  {files: []string{"item,model,exact,accuracy\nx,a,,1\ny,a,,0\nx,b,,0\ny,b,,1\n"}},
		"loss":        {nll, []string{"item,model,nll\nx,a,1\ny,a,0\nx,b,0\ny,b,1\n"}},
		"files":       {files: []string{"item,score\nx,1\ny,0\n", "item,score\ny,1\nx,0\n"}},
		"wide":        {ReadOptions{Wide: true}, []string{"item,a,b\nx,1,0\ny,0,1\n"}},
		"wide labels": {ReadOptions{Wide: true}, []string{"item,truth,a,b\nx,7,7,8\ny,8,7,8\n"}},
		"wide files":  {ReadOptions{Wide: true}, []string{"item,a\nx,1\ny,0\n", "item,b\nx,0\ny,1\n"}},
		"wide, named": {ReadOptions{Wide: true, Models: []string{"a", "b"}},
			[]string{"b,item,text,a\n0,x,s,1\n1,y,s,0\n"}},
	} {
		var paths []string
		for i, text := range c.files {
			paths = append(paths, write(string(rune('a'+i))+".csv", text))
		}
		all, err := Read(paths, c.opt)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := scoresOf(all[0]); got != want {
			t.Errorf("%s: scores %s, want %s", name, got, want)
		}
		if got, want := all[0].Metrics[0].HigherIsBetter, name != "loss"; got != want {
			t.Errorf("%s: higher is better: %t, want %t", name, got, want)
		}
		wantName := "accuracy"
		if name == "loss" {
			wantName = "nll"
		}
		if got := all[0].Metrics[0].Name; got != wantName {
			t.Errorf("%s: metric %s, want %s", name, got, wantName)
		}
	}
}

// Columns that hold something else are passed over with a note.
func TestPassedOverColumns(t *testing.T) {
	r := parse(t, "item,model,score,p_yes,prompt\nx,a,0.5,0.1,Say\nx,b,2,0.2,Say\n")
	if want := []string{`columns that are passed over: "p_yes", "prompt"`}; !slices.Equal(r.Notes, want) {
		t.Errorf("notes %q, want %q", r.Notes, want)
	}
	if got := r.Metrics[0]; got.Name != "score" || !got.HigherIsBetter || got.Percent {
		t.Errorf("metric %+v, want score", got)
	}
}

// A data set and a task have items of their own.
func TestTasksOfItems(t *testing.T) {
	all, err := Parse("l.csv", strings.NewReader("dataset,task,item,model,score\nd,s,x,a,1\nd,t,x,a,0\nd,t,y,a,0\n"+
		"d,s,x,b,0\nd,t,x,b,1\nd,t,y,b,1\n"), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 2 || all[0].String() != "d: s" || all[1].String() != "d: t" {
		t.Fatalf("results %+v, want of s and t", all)
	}
	if got, want := scoresOf(all[1]), "a [0 0] b [1 1"; got != want {
		t.Errorf("scores %s, want %s", got, want)
	}
}

func TestCommonItems(t *testing.T) {
	text := runsOnItems + "q4,gpt,1,2,p0\nq5,claude,1,1,p0\n"
	refused(t, text, `l.csv: column item: run "1" of model "gpt" lacks 2 of 5 items, such as "q4", which run "2" of `+
		`model "gpt" has; give all models and runs the same items, or take the common ones (setting `+"`common`)", ReadOptions{})
	text = strings.ReplaceAll(text, "q1,claude,0,1,p1\n", "")
	all, err := Parse("l.csv", strings.NewReader(text), ReadOptions{Common: true})
	if err != nil {
		t.Fatal(err)
	}
	r := all[0]
	if got, want := scoresOf(r), "gpt 1[0 1] gpt 2[1 1] claude 1[0 1"; got != want {
		t.Errorf("scores %s, want %s", got, want)
	}
	if want := []string{"q2", "q3"}; !slices.Equal(r.Units.Names, want) {
		t.Errorf("items %q, want %q", r.Units.Names, want)
	}
	if want := []int{0, 1}; !slices.Equal(r.Units.Clusters, want) {
		t.Errorf("clusters %v, want %v", r.Units.Clusters, want)
	}
	want := []string{`3 of 5 items are not in all runs of all models, such as "q1", and are left out: missing are ` +
		`2 from "gpt", 2 from "claude"`, "if missing items count as wrong, right are 60.0% of gpt, 40.0% of claude"}
	if !slices.Equal(r.Notes, want) {
		t.Errorf("notes %q, want %q", r.Notes, want)
	}
	refused(t, "item,model,score\nx,a,1\ny,b,1\n", "l.csv: column item: no item is in all runs of all models",
		ReadOptions{Common: true})
}

func TestRefusedItems(t *testing.T) {
	wide := ReadOptions{Wide: true}
	for _, c := range []struct {
		text, want string
		opt        ReadOptions
	}{
		{"item,model,score\nx,a,1\nx,b,1\ny,b,0\n", `l.csv: column item: model "a" lacks 1 of 2 items, such as "y", ` +
			`which model "b" has`, ReadOptions{}},
		{"item,model,score\nx,a,1\nx,a,1\n", `l.csv: row 3, column item: model "a" has item "x" twice; give each item ` +
			`once, or say what its rows are: runs that all items share, such as seeds (a column run), or draws of one item, ` +
			`such as answers (a column draw)`, ReadOptions{}},
		{"item,model,score,run\nx,a,1,s1\nx,a,1,s1\n", `row 3, column item: model "a" has item "x" twice in run "s1"`,
			ReadOptions{}},
		{"item,model,score,cluster\nx,a,1,p\nx,b,1,q\n", `row 3, column cluster: "q", but item "x" has "p" above; an item ` +
			`has the same cluster in all rows`, ReadOptions{}},
		{"item,model,score,cluster\nx,a,1,\n", "row 2, column cluster: is empty", ReadOptions{}},
		{"item,model,truth,label\nx,a,yes,no\nx,b,no,no\n", `row 3, column truth: "no", but item "x" has "yes" above`,
			ReadOptions{}},
		{"item,model,truth,label\nx,a,,no\n", "row 2, column truth: is empty", ReadOptions{}},
		{"item,model,truth,label\nx,a,no,\n", "row 2, column label: is empty; write the class", ReadOptions{}},
		{"item,model,truth,label\nx,a,1,0.9\ny,a,0,0.2\nx,b,1,1\ny,b,0,1\n", `l.csv: column label: model "a": holds ` +
			`probabilities, such as 0.2, not classes`, ReadOptions{}},
		{"item,model,truth,label\na,m,.5,.5\nb,m,.1,.1\nc,m,.2,.2\nd,m,.3,.3\ne,m,.4,.4\nf,m,.6,.6\ng,m,.7,.7\nh,m,.8,.8\n" +
			"i,m,1,1\nj,m,2,2\nk,m,3,3\n", "column truth: 11 different numbers, such as .8, are not classes", ReadOptions{}},
		{"item,truth,a,b\nx,yes,yes,Say\ny,no,no,Do\n", `l.csv: column b: none of its values, such as "Do", is a class ` +
			`that column truth has ("yes", "no")`, wide},
		{"item,a,prompt\nx,1,Say\n", `row 2, column prompt: "Say" is not a number`, wide},
		{"item,model,score\nx,a,1\n", `row 1, column model: stands in a file that is read as one with a column for each ` +
			`model`, wide},
		{"item,tp,fp,fn\nx,1,1,1\n", "row 1: has counts of items; these have a row for each model and item", wide},
		{"item,model,score\nx,a,\n", "row 2, column score: is empty; give a number", ReadOptions{}},
		{"item,model,score\nx,a,NaN\n", `row 2, column score: "NaN" is not a finite number`, ReadOptions{}},
		{"item,model,score\nx,a,1e200\n", "row 2, column score: 1e+200; give a value of a usual size", ReadOptions{}},
		{"item,model,score\n,a,1\n", "row 2, column item: is empty; give every item a name", ReadOptions{}},
		{"item,model,score\nx,,1\n", "row 2, column model: the model has no name; name it", ReadOptions{}},
		{"item,score\nx,1\n", "has metrics (score) of one model; give a file for each model, or say which column names " +
			"the models", ReadOptions{}},
		{"item,model,x,z\nx,a,1,1\n", "which of the columns \"x\", \"z\" is compared?", ReadOptions{}},
		{"item,model,f1,loss\nx,a,1,1\n", `row 1: the columns "f1", "loss": which one is to be compared? Name it (setting ` +
			"`metric` f1, for instance)", ReadOptions{}},
		{"item,model,score\nx,a,1\n", `row 1, column nll: does not exist; the other columns are "score"`,
			ReadOptions{Metric: metric.Metric{Name: "nll"}}},
		{"item,model,fold,score\nx,a,1,1\n", "has folds (column fold) and items (column item): were the models trained on these folds", ReadOptions{}},
		{"item,model,score,score\nx,a,1,1\n", "row 1, column score: stands twice", ReadOptions{}},
		{"item,model,score\nx,a\n", "row 2: 2 fields, but the header names 3 columns", ReadOptions{}},
		{"item,model,score\n", "l.csv: has a header but no rows", ReadOptions{}},
		{"item,model,gold,predicted,correct\nx,a,1,2,2\n", "row 2, column correct: 2 correct ones, but 1 are gold and 2 " +
			"predicted", ReadOptions{}},
		{"item,model,gold,predicted,correct\nx,a,2,1,2\n", "row 2, column correct: 2 correct ones, but 2 are gold and 1 " +
			"predicted", ReadOptions{}},
		{"item,model,gold,correct\nx,a,2,1\n", "has items, but no score of them", ReadOptions{}},
		{"item,model,tp,fp,fn\nx,a,1,2,-1\n", "row 2, column fn: -1; a count is a whole number", ReadOptions{}},
		{"item,model,tp,fp,fn\nx,a,1,2e15,1\n", "row 2, column fp: 2e+15; a count is a whole number", ReadOptions{}},
		{"item,model,tp,fp,fn\nx,a,1,2,0.5\n", "row 2, column fn: 0.5; a count is a whole number", ReadOptions{}},
		{"item,model,numerator,denominator\nx,a,1,-2\n", "row 2, column denominator: -2; a denominator is not negative",
			ReadOptions{}},
		{"item,model,score\nx,a,1\n", "the results are of a test set of 1 item, not of random hold-outs",
			ReadOptions{RandomHoldOuts: true}},
		{"model,replication,fold,loss\na,1,1,1\n", "holds losses; only files of items have a column for each model", wide},
		{"model,replication,fold,loss\na,1,1,1\n", "holds losses; only files of items", ReadOptions{Common: true}},
		{`{"item":"x","model":"a","score":[{}]} {`, "l.csv: is not JSON that can be read", ReadOptions{}},
	} {
		if strings.Contains(c.want, "random") {
			_, err := Parse("l.csv", strings.NewReader(c.text), c.opt)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
			continue
		}
		refused(t, c.text, c.want, c.opt)
	}
}

func TestFilesOfItemsAlike(t *testing.T) {
	for _, c := range []struct {
		first, second, want string
		opt                 ReadOptions
	}{
		{"item,score\nx,1\n", "item,model,score\nx,b,1\n", "has other columns than", ReadOptions{}},
		{"item,score\nx,1\n", "item,truth,label\nx,y,y\n", "has other columns than", ReadOptions{}},
		{"item,tp,fp,fn\nx,1,1,1\n", "item,truth,label\nx,y,y\n", "has other columns than", ReadOptions{}},
		{"item,accuracy\nx,1\n", "item,f1\nx,1\n", "has other columns than", ReadOptions{}},
		{"item,score\nx,1\ny,1\nz,1\n", "item,score,cluster\ny,1,p\nz,1,p\n", `column cluster: item "x" has none, but ` +
			"others have", ReadOptions{Common: true}},
	} {
		dir := t.TempDir()
		paths := []string{filepath.Join(dir, "a.csv"), filepath.Join(dir, "b.csv")}
		for i, text := range []string{c.first, c.second} {
			if err := os.WriteFile(paths[i], []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Read(paths, c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q and %q: got %v, want %s", c.first, c.second, err, c.want)
		}
	}
}

func TestAddScores(t *testing.T) {
	r, err := NewScores([]string{"x", "y", "z"}, []int{7, 3, 7})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		model, run string
		scores     []float64
		want       string
	}{
		{"a", "1", []float64{1, 0, 1}, ""},
		{"b", "", []float64{1, 1, 1}, ""},
		{"a", "2", []float64{1, 1, 1}, ""},
		{"a", "2", []float64{1, 1, 1}, "twice"},
		{"", "2", []float64{1, 1, 1}, "no name"},
		{"a", "3", []float64{1, 1}, "2 scores for 3 items"},
		{"a", "3", []float64{1, 1, math.NaN()}, `the score of item "z" is NaN`},
		{"a", "3", []float64{1, math.Inf(1), 1}, `the score of item "y" is +Inf`},
	} {
		err := r.AddScores(c.model, c.run, c.scores)
		if got := fmt.Sprint(err); c.want == "" && err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%+v: got %v", c, err)
		}
	}
	if got, want := r.Metrics[0].Name, "accuracy"; got != want {
		t.Errorf("metric %s, want %s", got, want)
	}
	if got, want := scoresOf(*r), "a 1[1 0 1] a 2[1 1 1] b [1 1 1"; got != want {
		t.Errorf("scores %s, want %s", got, want)
	}
	if want := []int{0, 1, 0}; !slices.Equal(r.Units.Clusters, want) {
		t.Errorf("clusters %v, want %v", r.Units.Clusters, want)
	}
	if err := r.AddScores("b", "2", []float64{0.5, 1, 0}); err != nil {
		t.Fatal(err)
	}
	if got, want := r.Values[0].Cells, []float64{5.0 / 6, 0.75}; !reflect.DeepEqual(got, want) {
		t.Errorf("values %v, want %v", got, want)
	}
	if got, want := r.Metrics[0].Name, "score"; got != want {
		t.Errorf("metric %s, want %s", got, want)
	}
	for _, c := range []struct {
		names    []string
		clusters []int
		want     string
	}{{nil, nil, "no items"}, {[]string{"x", "x"}, nil, "twice"}, {[]string{"x"}, []int{1, 2}, "clusters of 2 items"}} {
		if _, err := NewScores(c.names, c.clusters); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got %v, want %s", c, err, c.want)
		}
	}
}

// What is written is read back.
func TestWriteScores(t *testing.T) {
	for _, text := range []string{runsOnItems,
		"item,model,truth,label\n\"x\ny\",a,yes,no\nz,a,no,no\n\"x\ny\",b,yes,yes\nz,b,no,\"o,k\"\n",
		"task,item,model,gold,predicted,correct\nP,x,a,3,2,1\nP,x,b,3,3,3\nQ,y,a,0,0,0\nQ,y,b,0,1,0\n",
		"item,model,run,numerator,denominator\nx,a,s,0.25,2\nx,a,t,1e-7,3\n",
		"item,model,errors,words\nx,a,1,2\nx,b,0,2\n",
		"item,model,tp,fp,fn\nx,a,1,2,3\n",
	} {
		want, err := Parse("l.csv", strings.NewReader(text), ReadOptions{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var written strings.Builder
		if err := Write(&written, ItemRows, want...); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		header, _, _ := strings.Cut(written.String(), "\n")
		header = strings.ReplaceAll(header, "run,cluster,score", "score,run,cluster")
		if first, _, _ := strings.Cut(text, "\n"); first != header {
			t.Errorf("header %s, want %s", header, first)
		}
		got, err := Parse("l.csv", strings.NewReader(written.String()), ReadOptions{})
		if err != nil {
			t.Fatalf("%s: %v", written.String(), err)
		}
		for i := range want {
			if a, b := scoresOf(got[i]), scoresOf(want[i]); a != b {
				t.Errorf("scores %s, want %s", a, b)
			}
			if a, b := got[i].Units.Clusters, want[i].Units.Clusters; !slices.Equal(a, b) {
				t.Errorf("clusters %v, want %v", a, b)
			}
			for m, runs := range want[i].Units.outcomes {
				for k, run := range runs {
					for n := range run.columns {
						items := len(want[i].Units.Names)
						a, b := got[i].Units.outcomes[m][k].columns[n].All(items), run.columns[n].All(items)
						if !slices.Equal(a, b) && got[i].Units.form != labelItems { // labels have other numbers in other orders
							t.Errorf("column %d: %v, want %v", n, a, b)
						}
					}
				}
			}
		}
	}
	var written strings.Builder
	if err := Write(&written, ItemRows, parse(t, twoFolds)); err == nil ||
		!strings.Contains(err.Error(), "no scores of items") {
		t.Errorf("got %v, want that losses have no scores of items", err)
	}
}

// Scores of the whole set, by their definitions.
func TestComputed(t *testing.T) {
	const labels = "item,model,run,truth,label\nx,a,1,y,y\nz,a,1,y,n\nw,a,1,n,n\nv,a,1,n,y\nx,b,1,y,y\nz,b,1,y,n\n" +
		"w,b,1,n,n\nv,b,1,n,n\nx,b,2,y,y\nz,b,2,y,y\nw,b,2,n,n\nv,b,2,n,n\n"
	for _, c := range []struct {
		text, name string
		opt        ReadOptions
		want       []float64
	}{
		{labels, "accuracy", ReadOptions{}, []float64{0.5, 0.875}},
		{labels, "balanced_accuracy", ReadOptions{}, []float64{0.5, 0.875}},
		{labels, "f1", ReadOptions{Positive: "y"}, []float64{0.5, (2.0/3 + 1) / 2}},
		{labels, "f1_macro", ReadOptions{}, []float64{0.5, ((2.0/3+0.8)/2 + 1) / 2}},
		{labels, "matthews_corrcoef", ReadOptions{}, []float64{0, (1/math.Sqrt(3) + 1) / 2}},
		{"item,model,gold,predicted,correct\nx,a,3,2,1\nz,a,1,2,1\nx,b,3,3,3\nz,b,1,0,0\n", "F1", ReadOptions{},
			[]float64{0.5, 6.0 / 7}},
		{"item,model,tp,fp,fn\nx,a,1,1,2\nz,a,1,1,0\nx,b,0,0,3\nz,b,1,0,0\n", "F1", ReadOptions{},
			[]float64{0.5, 0.4}},
		{"item,model,tp,fp,fn\nx,a,0,1,0\nz,a,0,1,0\nx,b,0,0,0\nz,b,0,0,0\n", "F1", ReadOptions{},
			[]float64{0, math.NaN()}},
		{"item,model,numerator,denominator\nx,a,1,2\nz,a,2,4\nx,b,2,2\nz,b,1,4\n", "ratio", ReadOptions{},
			[]float64{0.5, 0.5}},
		{"item,model,numerator,denominator\nx,a,1,2\nz,a,2,4\nx,b,2,2\nz,b,1,4\n", "wer",
			ReadOptions{Metric: metric.Metric{Name: "wer"}}, []float64{0.5, 0.5}},
		{"item,model,numerator,denominator\nx,a,1,2\nz,a,2,4\nx,b,2,2\nz,b,1,4\n", "wer",
			ReadOptions{Metrics: []string{"wer"}}, []float64{0.5, 0.5}},
		{"item,model,errors,words\nx,a,1,2\nz,a,2,4\nx,b,2,2\nz,b,1,4\n", "wer", ReadOptions{}, []float64{0.5, 0.5}},
	} {
		all, err := Parse("l.csv", strings.NewReader(c.text), c.opt)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		r := all[0]
		if c.name == "f1_macro" || c.name == "matthews_corrcoef" || c.name == "balanced_accuracy" {
			if r, err = r.Computed(c.name); err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
		}
		if m := r.Metrics[0]; m.Name != c.name || m.HigherIsBetter == (c.name == "wer" || c.name == "ratio") ||
			m.Directionless != (c.name == "ratio") {
			t.Errorf("metric %+v, want %s", m, c.name)
		}
		for i, v := range r.Values[0].Cells {
			if !(math.Abs(v-c.want[i]) < 1e-15) && !(math.IsNaN(v) && math.IsNaN(c.want[i])) {
				t.Errorf("%s of %s: %v, want %v", c.name, r.Models[i], v, c.want[i])
			}
		}
		sample, err := r.SampleOf(0, 0, 1, false)
		if math.IsNaN(c.want[1]) {
			if err == nil {
				t.Errorf("%s: a sample of 0/0", c.name)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for m, runs := range [][][]float64{sample.A, sample.B} { // the mean of what stands for the items is the score
			mean := 0.0
			for _, scores := range runs {
				for _, v := range scores {
					mean += v / float64(len(scores)*len(runs))
				}
			}
			if math.Abs(mean-c.want[m]) > 1e-15 {
				t.Errorf("%s of %s: mean of the sample %v, want %v", c.name, r.Models[m], mean, c.want[m])
			}
		}
	}
	for name, want := range map[string]string{"f1": "name it (setting `positive`)",
		"bleu": `no metric "bleu"; use one of accuracy, error rate`} {
		if _, err := parse(t, labels).Computed(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	refused(t, labels, `column truth: no item is of the class "maybe"; the classes are "y", "n"`,
		ReadOptions{Positive: "maybe"})
	refused(t, "item,model,score\nx,a,1\n", "row 1: has no labels; the positive class", ReadOptions{Positive: "y"})
}

// The tasks beside the task "all" are types of chunks, whose F1 has a mean.
func TestTypesOfChunks(t *testing.T) {
	const labels = "task,item,model,truth,label\nLOC,x,a,y,y\nLOC,z,a,n,n\nall,x,a,y,y\nall,z,a,n,y\n"
	read := func(text string) Results {
		t.Helper()
		all, err := Parse("l.csv", strings.NewReader(text), ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return all[len(all)-1]
	}
	const chunks = "task,item,model,gold,predicted,correct\nLOC,x,a,2,2,1\nLOC,y,a,0,1,0\nPER,x,a,1,1,1\nPER,y,a,0,0,0\n" +
		"all,x,a,3,3,2\nall,y,a,0,1,0\n"
	const confusion = "task,item,model,tp,fp,fn\nLOC,x,a,1,1,1\nLOC,y,a,0,1,0\nPER,x,a,1,0,0\nPER,y,a,0,0,0\n" +
		"all,x,a,2,1,1\nall,y,a,0,1,0\n"
	for _, text := range []string{chunks, confusion} {
		r, err := read(text).Computed("f1_macro", "f1_micro", "F1")
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []float64{(2.0/5 + 1) / 2, 4.0 / 7, 4.0 / 7} {
			if got := r.Values[i].Cells[0]; math.Abs(got-want) > 1e-15 {
				t.Errorf("%s %v, want %v", r.Metrics[i].Name, got, want)
			}
		}
		if _, sums, err := r.SumsOf(0, 0, 0); err != nil || sums.Label != "macro F1" {
			t.Errorf("sums of %+v, error %v; want those of macro F1", sums, err)
		}
		if _, err := r.Computed("nonsense"); err == nil || !strings.Contains(err.Error(), `"F1", "fbeta", "jaccard", "f1_micro", "f1_macro"`) {
			t.Errorf("error %v, want one that lists the metrics", err)
		}
	}
	r, err := read(labels).Computed("f1_macro") // of classes, not of types
	if err != nil || r.Values[0].Cells[0] != 1.0/3 {
		t.Errorf("values %v, error %v; want 1/3", r.Values, err)
	}
	rows := chunks[:len(chunks)-1]
	for name, text := range map[string]string{
		"other items":  strings.Replace(chunks, "LOC,y,a", "LOC,z,a", 1),
		"other models": chunks + "LOC,x,b,2,1,1\nLOC,y,b,0,1,0\n",
		"other runs":   strings.NewReplacer("\nLOC,", "\n1,LOC,", "\n", "\n2,", "task,", "run,task,").Replace(rows),
		"models in another order": "task,item,model,gold,predicted,correct\nLOC,x,a,2,2,1\nLOC,x,b,2,2,1\nall,x,b,2,2,1\n" +
			"all,x,a,2,2,1\n",
		"no all":        strings.ReplaceAll(chunks, "all,", "ORG,"),
		"other dataset": strings.NewReplacer("\nall", "\ne,all", "\n", "\nd,", "task,", "dataset,task,").Replace(rows),
	} {
		if _, err := read(text).Computed("f1_macro"); err == nil || !strings.Contains(err.Error(), `no metric "f1_macro"`) {
			t.Errorf("%s: error %v, want none of this metric", name, err)
		}
	}
}

// A confusion matrix of very many classes is not counted.
func TestManyClasses(t *testing.T) {
	text := "item,model,truth,label\n"
	for i := range 1025 {
		text += fmt.Sprintf("i%d,a,c%[1]d,c%[1]d\n", i)
	}
	if _, err := parse(t, text).Computed("f1_macro"); err == nil || !strings.Contains(err.Error(), "at most 1024") {
		t.Errorf("error %v, want one about the number of classes", err)
	}
	if _, err := NewScores([]string{"x"}, nil, metric.Loss, metric.F1); err == nil ||
		!strings.Contains(err.Error(), "2 metrics of scores") {
		t.Errorf("error %v, want one about two metrics", err)
	}
}
