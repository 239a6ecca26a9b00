package results

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// Two replications of two folds on four records; the rows are out of order.
const goodPairs = `record,replication,fold,truth,a,b
2,1,2,x,x,y
0,1,1,x,x,x
1,1,1,y,x,x
3,1,2,y,x,y
3,2,1,y,y,y
0,2,1,x,y,x
1,2,2,y,y,x
2,2,2,x,y,y
`

func TestParsePredictions(t *testing.T) {
	r := parse(t, goodPairs)
	want := [][]infer.Contingency{{{N00: 1, N11: 1}, {N01: 1, N10: 1}}, {{N01: 1, N11: 1}, {N00: 1, N10: 1}}}
	if diff := cmp.Diff(want, r.Tables(0, 1)); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
	if want := []float64{0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0, 1}; !slices.Equal(r.Values[0].Cells, want) {
		t.Errorf("error rates %v, want %v", r.Values[0].Cells, want)
	}
	if want := []int{2, 2, 2, 2}; !slices.Equal(r.Valid, want) {
		t.Errorf("%v validation records, want %v", r.Valid, want)
	}
	if r.Design.Records != 4 || r.Design.MayBeRuns {
		t.Errorf("design %+v", r.Design)
	}
	d, err := r.Pair(0, 1, 0)
	if err != nil || d.At(1, 0) != -0.5 || d.At(1, 1) != 0.5 {
		t.Errorf("differences %v, %v", d, err)
	}
	var items []Item
	for item := range r.Units.All() {
		items = append(items, item)
	}
	if len(items) != 16 || items[3] != (Item{1, 1, 1, 1, "y", "x"}) || items[15] != (Item{2, 2, 2, 1, "x", "y"}) {
		t.Errorf("items %v", items)
	}
}

func TestPredictionsRefuse(t *testing.T) {
	const header = "replication,fold,record,truth,a,b\n"
	const long = "replication,fold,record,model,truth,predicted\n"
	for _, c := range []struct{ text, want string }{
		{header + "1,1,0,x,x,x\n1,2,0,x,x,x\n",
			"l.csv: row 3, column record: record 0 of replication 1 is already in fold 1"},
		{header + "1,1,0,x,x,x\n2,1,0,y,x,x\n", "l.csv: row 3, column truth: \"y\", but record 0 is \"x\""},
		{header + "1,1,0,x,,x\n", "row 2, column a: is empty"},
		{header + "1,1,0,,x,x\n", "row 2, column truth: is empty; write the class"},
		{header + "0,1,0,x,x,x\n", "row 2, column replication: 0; replications are numbered from 1"},
		{header + "1,0,0,x,x,x\n", "row 2, column fold: 0; folds are numbered from 1"},
		{header + "1,1,-1,x,x,x\n", "row 2, column record: \"-1\" is negative"},
		{header, "has a header but no rows"},
		{header + "1,1,0,x,x\n", "row 2"},
		{header + "1,1,0,x,x,x\n1,2,1,x,x,x\n2,1,0,x,x,x\n",
			"column fold: replication 2 has no fold 2, but there is a fold 2"},
		{header + "1,1,0,x,x,x\n3,1,0,x,x,x\n", "column replication: there is no replication 2, but replication 3"},
		{"replication,fold,record,truth,set\n1,1,0,x,\n",
			"l.csv: has no predictions; give a column per model, or model and predicted"},
		{"replication,fold,record,truth,model,a\n1,1,0,x,a,x\n", "column predicted: is missing beside model"},
		{"replication,fold,record,truth,predicted,a\n1,1,0,x,a,x\n", "column model: is missing beside predicted"},
		{"replication,fold,record,truth,predicted,model,a\n1,1,0,x,a,x,x\n",
			"column a: stands beside columns model, predicted"},
		{long + "1,1,0,,x,x\n", "row 2, column model: the model has no name"},
		{long + "1,1,0,a,x,\n", "row 2, column predicted: is empty; write the class"},
	} {
		refused(t, c.text, c.want, ReadOptions{})
	}
}

func TestLongPredictions(t *testing.T) {
	text := "replication,fold,record,model,truth,predicted,set\n"
	for _, m := range []string{"knn", "svm"} {
		for i, at := range []string{"1,1,0", "1,1,1", "1,2,2", "1,2,3"} {
			predicted := "x"
			if m == "svm" && i == 2 {
				predicted = "y"
			}
			text += at + "," + m + ",x," + predicted + "," + setX + "\n"
		}
	}
	r := parse(t, text)
	if want := [][]infer.Contingency{{{N11: 2}, {N10: 1, N11: 1}}}; !cmp.Equal(r.Tables(0, 1), want) {
		t.Errorf("tables %v, want %v", r.Tables(0, 1), want)
	}
	if r.Design.Records != 4 || !r.Design.Named() {
		t.Errorf("design %+v", r.Design)
	}
	for _, c := range []struct{ old, new, want string }{
		{"1,2,3,svm,x,x," + setX + "\n", "",
			`model "knn" has record 3 in replication 1 fold 2, "svm" has not; give both the same records`},
		{"1,2,3,svm", "1,1,3,svm",
			`model "svm" has record 3 in replication 1 fold 1, the other model in fold 2; give both the same records`},
		{"1,2,3,svm,x", "1,2,3,svm,y", `row 9, column truth: "y", but record 3 is "x" above; a record has one class`},
		{"1,2,3,svm,x,x," + setX, "1,2,3,svm,x,x," + setY, "compare results on the same partition set"},
		{"1,2,3,svm", "1,1,1,svm", `model "svm" has record 1 of replication 1 already in fold 1`},
	} {
		refused(t, strings.Replace(text, c.old, c.new, 1), c.want, ReadOptions{})
	}
	more := strings.Replace(text, "1,2,3,svm", "2,2,3,svm", 1)
	refused(t, more, `model "knn" has record 3 in replication 1 fold 2, "svm" has not`, ReadOptions{})
}

// The columns a and b stand for the models that are named; other columns are left out.
func TestColumnsOfPredictions(t *testing.T) {
	r := parse(t, goodPairs, "svm", "knn")
	if !slices.Equal(r.Models, []string{"svm", "knn"}) {
		t.Errorf("models %q", r.Models)
	}
	three := strings.ReplaceAll(strings.Replace(goodPairs, "a,b\n", "a,b,note\n", 1), "\n", ",?\n")
	three = strings.Replace(three, "note,?", "note", 1)
	r = parse(t, three, "b", "a")
	if want := (infer.Contingency{N01: 1, N10: 1}); r.Tables(0, 1)[0][1] != want {
		t.Errorf("tables %v", r.Tables(0, 1))
	}
	if want := (infer.Contingency{N10: 1, N11: 1}); r.Tables(0, 1)[1][0] != want {
		t.Errorf("tables %v", r.Tables(0, 1))
	}
	refused(t, three, `column note: none of its values, such as "?", is a class`, ReadOptions{})
	refused(t, three, `has no model "c"; the models are "a", "b", "note"`, ReadOptions{Models: []string{"a", "c"}})
}

// With one byte there is room for 255 folds, with two bytes for 65,535: leave-one-out with 5,000 records
// needs two, and labels of their own for 70,000 records need four.
func TestManyFoldsAndRecords(t *testing.T) {
	const n = 5000
	text := "replication,fold,record,truth,a,b\n"
	last := 0
	for i := range n {
		record := 997 * i % n
		if i%5 == 0 {
			record += 1 << (strconv.IntSize * 5 / 8) * (i % 3)
		}
		b := "x" + fmt.Sprint(i)
		if i == 0 {
			b = "1" // a class, and wrong
		}
		text += fmt.Sprintf("1,%d,%d,%d,%[3]d,%s\n", i+1, record, i%300, b)
		if i == 4990 {
			last = record
		}
	}
	r := parse(t, text)
	if r.Design.Records != n || r.Design.Folds != n {
		t.Fatalf("%+v, want %d records and folds", r.Design, n)
	}
	none, _ := r.Units.strange(0)
	all, _ := r.Units.strange(1)
	if a, b := len(none), len(all); a != 0 || b != n-1 {
		t.Fatalf("%d and %d strange labels, want 0 and %d", a, b, n-1)
	}
	for _, got := range r.Tables(0, 1)[0] {
		if got != (infer.Contingency{N10: 1}) {
			t.Fatalf("%+v", got)
		}
	}
	refused(t, text+fmt.Sprintf("1,1,%d,%d,1,1\n", last, 4990%300),
		fmt.Sprintf("record %d of replication 1 is already in fold 4991", last), ReadOptions{})
}

// Many models are compared by bits.
func TestTablesOfManyModels(t *testing.T) {
	const models, n = 7, 331
	text := "replication,fold,record,truth"
	for m := range models {
		text += fmt.Sprintf(",m%d", m)
	}
	text += "\n"
	want := map[[3]int]infer.Contingency{}
	for i := range n {
		fold := i * i % 3
		text += fmt.Sprintf("1,%d,%d,%d", fold+1, i, i%2)
		for a := range models {
			text += "," + fmt.Sprint((i%2+i/(a+1))%2)
			for b := range models {
				c := want[[3]int{a, b, fold}]
				c.Add(i/(a+1)%2 == 0, i/(b+1)%2 == 0)
				want[[3]int{a, b, fold}] = c
			}
		}
		text += "\n"
	}
	r := parse(t, text)
	for a := range models {
		for b := range models {
			for k, got := range r.Tables(a, b)[0] {
				if got != want[[3]int{a, b, k}] {
					t.Errorf("models %d and %d, fold %d: %+v, want %+v", a, b, k+1, got, want[[3]int{a, b, k}])
				}
			}
		}
	}
}

// pairText writes the predictions of n records in 5 replications as they are read.
type pairText struct {
	n, row int
	rest   []byte
}

func (p *pairText) Read(b []byte) (int, error) {
	for len(p.rest) < len(b) && p.row < 5*p.n {
		i, j := p.row%p.n, p.row/p.n
		a := fmt.Sprintf("x%d", p.row)
		if p.row == 3 {
			a = "c1" // a class, and wrong
		}
		p.rest = fmt.Appendf(p.rest, "%d,%d,%d,c%d,%s,%70s\n", j+1, 1+i>>j%2, i, i%3, a, "c0")
		p.row++
	}
	if len(p.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(b, p.rest)
	p.rest = p.rest[:copy(p.rest, p.rest[n:])]
	return n, nil
}

func pairFile(n int) io.Reader {
	return io.MultiReader(strings.NewReader("replication,fold,record,truth,a,b\n"), &pairText{n: n})
}

// There is no limit to the size of a file, and memory hardly grows with it, although
// every label of A is another one.
func TestPredictionsInLittleMemory(t *testing.T) {
	const n = 200_000 // a million rows, 90 MB of text
	var before, after runtime.MemStats
	if _, err := Parse("p.csv", pairFile(1000), ReadOptions{}); err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&before)
	all, err := Parse("p.csv", pairFile(n), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 20<<20 {
		t.Errorf("%d MB for %d rows", grown>>20, 5*n)
	}
	r := all[0]
	if got := len(r.Units.classes.Names); got != maxStrange+1 {
		t.Errorf("%d classes, want %d", got, maxStrange+1)
	}
	if want := fmt.Sprintf("a predicts %q, which is the truth of no record (%d such labels)", "x0",
		maxStrange-3); !strings.Contains(r.Notes[1], want) {
		t.Errorf("notes %q, want %q", r.Notes, want)
	}
	if r.Design.Records != n {
		t.Errorf("%d records, want %d", r.Design.Records, n)
	}
}

// The time is proportional to the rows, also if every label is another one.
func BenchmarkPredictions(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(5*n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Parse("p.csv", pairFile(n), ReadOptions{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(5*n), "ns/row")
		})
	}
}

// Labels that are written in another way than the truth are worth a note.
func TestStrangeLabels(t *testing.T) {
	r := parse(t, "replication,fold,record,truth,a,b\n1,1,0,1,1.0,1\n1,1,1,2,2.0,2\n1,1,2,2,2,2\n")
	if want := `a predicts "1.0", which is the truth of no record (2 such labels); are classes written alike in all ` +
		`columns?`; !slices.Contains(r.Notes, want) {
		t.Errorf("notes %q, want %q", r.Notes, want)
	}
	if len(r.Notes) != 2 {
		t.Errorf("notes %q", r.Notes)
	}
}

// A column that never has a class is not a model, and probabilities are not classes.
func TestColumnsWithoutClasses(t *testing.T) {
	const head = "replication,fold,record,truth,a,b\n"
	regression, whole := head, head
	for i := range 200 {
		regression += fmt.Sprintf("1,1,%d,%d.5,1.5,2.5\n", i, i%11)
		whole += fmt.Sprintf("1,1,%d,%d,1,2\n", i, i)
	}
	for _, c := range []struct{ name, text, want string }{
		{"a passage", head + "1,1,0,x,x,The sky\n1,1,1,y,x,is blue\n",
			`l.csv: column b: none of its values, such as "The sky", is a class that column truth has ("x", "y"); `},
		{"another way to write", head + "1,1,0,x,x,X\n1,1,1,y,x,Y\n",
			`l.csv: column b: none of its values, such as "X", is a class`},
		{"probabilities", head + "1,1,0,1,1,0.731\n1,1,1,0,0,0.2\n",
			`l.csv: column b: holds probabilities, such as 0.2, not classes; write the predicted class of each record`},
		{"probabilities with 0 and 1", head + "1,1,0,1,0.5,1\n1,1,1,0,1,0\n1,1,2,0,0,0\n",
			`l.csv: column a: holds probabilities, such as 0.5, not classes`},
		{"rows of one model", "replication,fold,record,truth,model,predicted\n" +
			"1,1,0,x,a,x\n1,1,1,y,a,y\n1,1,0,x,b,u\n1,1,1,y,b,v\n",
			`l.csv: column predicted: model "b": none of its values, such as "u", is a class that column truth has ` +
				`("x", "y"); `},
		{"measurements", regression, `column truth: 11 different numbers, such as `},
		{"whole measurements", whole, `column truth: 200 different numbers, such as 0, are not classes`},
		{"a class that comes later", head + "1,1,0,x,x,y\n1,1,1,y,y,u\n", ""},
		{"numbers that are classes", head + "1,1,0,0.5,0.5,1\n1,1,1,1,0.5,1\n", ""},
		{"always wrong", head + "1,1,0,x,x,y\n1,1,1,y,y,x\n", ""},
	} {
		_, err := Parse("l.csv", strings.NewReader(c.text), ReadOptions{})
		if (err == nil) != (c.want == "") || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

func TestPositive(t *testing.T) {
	all, err := Parse("p.csv", strings.NewReader(goodPairs), ReadOptions{Positive: "y"})
	if err != nil {
		t.Fatal(err)
	}
	r := all[0]
	// Records 0 and 2 are x, 1 and 3 are y.
	want := []posterior.Counts{{FN: 1}, {FN: 1}, {TP: 1, FP: 1}, {TP: 1, FP: 1}, {FN: 1}, {TP: 1, FP: 1}, {TP: 1},
		{FP: 1, FN: 1}}
	if diff := cmp.Diff(want, r.Counts.Cells); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
	if r.Key.Task != "y" || r.Classified() || len(r.Metrics) != 3 {
		t.Errorf("%+v", r)
	}
	classes, err := parse(t, goodPairs).ByClass()
	if err != nil || len(classes) != 2 {
		t.Fatalf("%+v, %v, want two classes", classes, err)
	}
	if got := classes[0].Key.Task; got != "x" {
		t.Errorf("the first class is %q, want x", got)
	}
	if diff := cmp.Diff(r.Counts, classes[1].Counts); diff != "" {
		t.Errorf("counts of the second class (-want +got):\n%s", diff)
	}
	refused(t, goodPairs, `column truth: no record is of the class "z"; the classes are "x", "y"`,
		ReadOptions{Positive: "z"})
	if _, err := parse(t, twoFolds).ByClass(); err == nil || !strings.Contains(err.Error(), "need predictions") {
		t.Errorf("%v", err)
	}
}

// Results on several data sets: each by itself as if it were alone in its file.
func TestPredictionsOnDatasets(t *testing.T) {
	text := "dataset,replication,fold,record,model,truth,predicted\n"
	for _, row := range []string{"x,1,1,0,a,1,1", "y,1,1,0,b,1,2", "y,1,1,0,a,1,1", "x,1,1,0,b,1,1", "y,1,1,1,b,2,2",
		"y,1,1,1,a,2,2"} {
		text += row + "\n"
	}
	path := filepath.Join(t.TempDir(), "p.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	all, err := Read([]string{path}, ReadOptions{})
	if err != nil || len(all) != 2 {
		t.Fatalf("%+v, %v", all, err)
	}
	if all[0].Dataset != "x" || all[0].Tables(0, 1)[0][0] != (infer.Contingency{N11: 1}) {
		t.Errorf("first data set: %+v", all[0])
	}
	if !slices.Equal(all[1].Models, []string{"b", "a"}) || all[1].Tables(0, 1)[0][0] != (infer.Contingency{N01: 1,
		N11: 1}) {
		t.Errorf("second data set: %+v", all[1])
	}
	for want, text := range map[string]string{
		`row 3, column dataset: no data set is named, but the data set is "x" (row 2); name the data set in every ` +
			`row or in none`: "dataset,replication,fold,record,truth,a,b\nx,1,1,0,1,1,1\n,1,1,0,1,1,1\n",
		`row 3, column dataset: the data set is "x", but no data set is named (row ` +
			`2)`: "dataset,replication,fold,record,truth,a,b\n,1,1,0,1,1,1\nx,1,1,0,1,1,1\n",
	} {
		refused(t, text, want, ReadOptions{})
	}
}

// Records are unknown where replications validate different ones; a label 1 is not an example of a probability.
func TestPredictionsEdges(t *testing.T) {
	const head = "replication,fold,record,truth,a,b\n"
	r := parse(t, head+"1,1,0,x,x,x\n1,2,1,x,x,x\n2,1,2,x,x,x\n2,2,3,x,x,x\n")
	if r.Design.Records != 0 {
		t.Errorf("%d records, want 0", r.Design.Records)
	}
	refused(t, head+"1,1,0,1,1,1.0\n1,1,1,0,0,0.2\n", "such as 0.2, not classes", ReadOptions{})
	refused(t, "model,replication,fold,metric,value\na,1,1,tp,1\na,1,1,fp,1\na,1,1,fn,1\na,1,1,f1,1\n",
		"some of tp, fp and fn; give all three", ReadOptions{})
}
