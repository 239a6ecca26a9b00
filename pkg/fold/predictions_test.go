package fold

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/table"
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
	p, err := ParsePredictions("pairs.csv", strings.NewReader(goodPairs))
	if err != nil {
		t.Fatal(err)
	}
	want := []PairFold{
		{1, 1, infer.Contingency{N00: 1, N11: 1}}, {1, 2, infer.Contingency{N01: 1, N10: 1}},
		{2, 1, infer.Contingency{N01: 1, N11: 1}}, {2, 2, infer.Contingency{N00: 1, N10: 1}},
	}
	if diff := cmp.Diff(want, p.Folds); diff != "" {
		t.Errorf("folds (-want +got):\n%s", diff)
	}
	if len(p.Labels) != 0 || p.TwoFold() != nil || len(p.First()) != 2 || len(p.Tables()) != 4 || p.Tables()[3] != want[3].Table {
		t.Errorf("%+v, %v", p, p.TwoFold())
	}
}

func TestParsePredictionsErrors(t *testing.T) {
	const header = "replication,fold,record,truth,a,b\n"
	for _, c := range []struct{ name, text, want string }{
		{"record twice", "1,1,0,x,x,x\n1,2,0,x,x,x\n", "pairs.csv: row 3, column record: record 0 of replication 1 is already in fold 1"},
		{"two truths", "1,1,0,x,x,x\n2,1,0,y,x,x\n", "pairs.csv: row 3, column truth: \"y\", but record 0 is \"x\""},
		{"no label", "1,1,0,x,,x\n", "row 2, column a: is empty"},
		{"replication 0", "0,1,0,x,x,x\n", "row 2, column replication: 0; replications are numbered from 1"},
		{"fold 0", "1,0,0,x,x,x\n", "row 2, column fold: 0; folds are numbered from 1"},
		{"negative record", "1,1,-1,x,x,x\n", "row 2, column record: \"-1\" is negative"},
		{"no rows", "", "has a header but no rows"},
		{"short row", "1,1,0,x,x\n", "row 2"},
	} {
		_, err := ParsePredictions("pairs.csv", strings.NewReader(header+c.text))
		var te *table.Error
		if !errors.As(err, &te) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func TestPairsDesign(t *testing.T) {
	for _, c := range []struct {
		name, rows, want string
		first            int
	}{
		{"three folds", "1,1,0,x,x,x\n1,2,1,x,x,x\n1,3,2,x,x,x\n", "replication 1 fold 3 stands where replication 2 fold 1 should", 3},
		{"no twin", "1,1,0,x,x,x\n1,2,1,x,x,x\n2,1,0,x,x,x\n", "replication 2 has no fold 2", 2},
		{"hold-out", "1,1,0,x,x,x\n", "replication 1 has no fold 2", 1},
		{"a replication is missing", "1,1,0,x,x,x\n1,2,1,x,x,x\n3,1,0,x,x,x\n3,2,1,x,x,x\n", "replication 3 fold 1 stands where replication 2 fold 1", 2},
	} {
		p, err := ParsePredictions("pairs.csv", strings.NewReader("replication,fold,record,truth,a,b\n"+c.rows))
		if err != nil {
			t.Fatal(err)
		}
		if err := p.TwoFold(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if len(p.First()) != c.first {
			t.Errorf("%s: %d folds in the first replication", c.name, len(p.First()))
		}
	}
}

// A block-regularized m x 2 CV has halves, and validates all records in every
// replication.
func TestPairsBCV(t *testing.T) {
	const header = "replication,fold,record,truth,a,b\n"
	const twoRecords = "1,1,0,x,x,x\n1,2,1,x,x,x\n"
	for _, c := range []struct{ name, rows, want string }{
		{"halves", twoRecords, ""},
		{"halves of three", twoRecords + "1,2,2,x,x,x\n", ""},
		{"one and three", twoRecords + "1,2,2,x,x,x\n1,2,3,x,x,x\n", "the folds of replication 1 have 1 and 3 records"},
		{"disjoint", twoRecords + "2,1,2,x,x,x\n2,2,3,x,x,x\n", "the replications validate different records"},
	} {
		p, err := ParsePredictions("pairs.csv", strings.NewReader(header+c.rows))
		if err != nil {
			t.Fatal(err)
		}
		err = p.BCV()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	set := "," + cv.ID{Method: cv.Grouped, Seed: 1, Fingerprint: "0123456789abcdef"}.String() + "\n"
	p, err := ParsePredictions("pairs.csv", strings.NewReader("replication,fold,record,truth,a,b,set\n1,1,0,x,x,x"+set+"1,2,1,x,x,x"+set+"1,2,2,x,x,x"+set+"1,2,3,x,x,x"+set))
	if err != nil || p.BCV() != nil {
		t.Errorf("groups: %v, %v", err, p.BCV())
	}
}

// One byte a record and replication holds folds 1 to 15, two bytes 4,095, four all
// others: leave-one-out with 5,000 records needs the last.
func TestManyFoldsAndRecords(t *testing.T) {
	const n = 5000
	var rows []PairRow
	for i := range n {
		record := 997 * i % n
		if i%5 == 0 {
			record += 1 << (strconv.IntSize * 5 / 8) * (i % 3)
		}
		rows = append(rows, PairRow{Replication: 1, Fold: i + 1, Record: record, Truth: fmt.Sprint(i % 300), A: fmt.Sprint(i % 300), B: "x" + fmt.Sprint(i)})
	}
	rows[0].B = "1" // a class, and wrong
	p, err := PairsOf(rows)
	if err != nil || len(p.Folds) != n || p.Design.Records != n || len(p.Labels["b"]) != n-1 || len(p.Labels["a"]) != 0 {
		t.Fatalf("%d folds of %d records, %v", len(p.Folds), p.Design.Records, err)
	}
	for _, f := range p.Folds {
		if f.Table != (infer.Contingency{N10: 1}) {
			t.Fatalf("%+v", f)
		}
	}
	again := rows[4990]
	again.Fold = 1
	if _, err := PairsOf(append(rows, again)); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("record %d of replication 1 is already in fold 4991", again.Record)) {
		t.Errorf("%v", err)
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
// every label of A is another.
func TestPredictionsInLittleMemory(t *testing.T) {
	const n = 200_000 // a million rows, 90 MB of text
	var before, after runtime.MemStats
	p, err := ParsePredictions("p.csv", pairFile(1000))
	if err != nil || p.Design.Records != 1000 {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&before)
	tally := pairReader{}
	if err := eachRowOf("p.csv", pairFile(n), false, tally.begin, tally.visit, table.Others()); err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 16<<20 {
		t.Errorf("%d MB for %d rows", grown>>20, 5*n)
	}
	if p, err = tally.tallies[""].result(); err != nil || p.Design.Records != n || len(p.Labels["a"]) != maxStrange {
		t.Errorf("%+v, %v", p.Design, err)
	}
}

// The time is proportional to the rows, also where every label is another.
func BenchmarkPredictions(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(5*n), func(b *testing.B) {
			for b.Loop() {
				if _, err := ParsePredictions("p.csv", pairFile(n)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(5*n), "ns/row")
		})
	}
}

// Labels that are written in another way than the truth are worth a word.
func TestStrangeLabels(t *testing.T) {
	p, err := ParsePredictions("pairs.csv", strings.NewReader("replication,fold,record,truth,a,b\n1,1,0,1,1.0,1\n1,1,1,2,2.0,2\n1,1,2,2,2,2\n"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string][]string{"a": {"1.0", "2.0"}}, p.Labels); diff != "" {
		t.Error(diff)
	}
}

// A column that never says a class is not a model, and probabilities are not classes.
func TestColumnsWithoutClasses(t *testing.T) {
	const head = "replication,fold,record,truth,a,b\n"
	for _, c := range []struct{ name, text, want string }{
		{"a passage", head + "1,1,0,x,x,The sky\n1,1,1,y,x,is blue\n", `p.csv: column b: none of its values, such as "The sky", is a class that column truth has ("x", "y"); `},
		{"another way to write", head + "1,1,0,x,x,X\n1,1,1,y,x,Y\n", `p.csv: column b: none of its values, such as "X", is a class`},
		{"probabilities", head + "1,1,0,1,1,0.731\n1,1,1,0,0,0.2\n", `p.csv: column b: holds probabilities, such as 0.2, not classes; write the predicted class of each record`},
		{"probabilities with 0 and 1", head + "1,1,0,1,0.5,1\n1,1,1,0,1,0\n1,1,2,0,0,0\n", `p.csv: column a: holds probabilities, such as 0.5, not classes`},
		{"rows of one model", "replication,fold,record,truth,model,predicted\n1,1,0,x,a,x\n1,1,1,y,a,y\n1,1,0,x,b,u\n1,1,1,y,b,v\n",
			`p.csv: column predicted: model "b": none of its values, such as "u", is a class that column truth has ("x", "y"); `},
		{"a class that comes later", head + "1,1,0,x,x,y\n1,1,1,y,y,u\n", ""},
		{"numbers that are classes", head + "1,1,0,0.5,0.5,1\n1,1,1,1,0.5,1\n", ""},
		{"always wrong", head + "1,1,0,x,x,y\n1,1,1,y,y,x\n", ""},
	} {
		_, err := ParsePredictions("p.csv", strings.NewReader(c.text))
		if (err == nil) != (c.want == "") || err != nil && !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

// Whatever the bytes, the reader answers with tables that can be tested or with an
// error of the table, in one line.
func FuzzParsePredictions(f *testing.F) {
	f.Add(goodPairs)
	f.Add("replication,fold,record,truth,a,b\n1,1,0,\"x\ny\",x,x\n")
	f.Add("svm,replication,fold,record,truth,\"knn(k=1, x)\",set\nx,1,1,0,x,y,\ny,1,2,1,y,y,\n")
	f.Add("replication,fold,record,truth,model,predicted\n1,1,0,x,a,y\n1,1,0,x,b,x\n")
	f.Add("replication,fold,record,truth,a,b,dataset\n1,1,0,1.5,x,x,i\n1,1,0,x,x,y,j\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePredictions("fuzz.csv", strings.NewReader(text))
		var te *table.Error
		if err != nil {
			if !errors.As(err, &te) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("error %q", err)
			}
			return
		}
		for _, fold := range p.Folds {
			if r, err := infer.McNemarExact(fold.Table, infer.Options{}); err != nil || !(r.PValue >= 0 && r.PValue <= 1) {
				t.Fatalf("%+v: %+v, %v", fold, r, err)
			}
		}
	})
}
