package fold

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/table"
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

// Labels that are written in another way than the truth are worth a word.
func TestStrangeLabels(t *testing.T) {
	p, err := ParsePredictions("pairs.csv", strings.NewReader("replication,fold,record,truth,a,b\n1,1,0,1,1.0,1\n1,1,1,2,2.0,2\n1,1,2,2,1.0,2\n"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string][]string{"a": {"1.0", "2.0"}}, p.Labels); diff != "" {
		t.Error(diff)
	}
}

// Whatever the bytes, the reader answers with tables that can be tested or with an
// error of the table, in one line.
func FuzzParsePredictions(f *testing.F) {
	f.Add(goodPairs)
	f.Add("replication,fold,record,truth,a,b\n1,1,0,\"x\ny\",x,x\n")
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
