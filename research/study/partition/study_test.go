package partition

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
)

func TestBRLTTable(t *testing.T) {
	rows, err := BRLTTable([]int{60}, []float64{0.5, 0.8}, []int{5, 6}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 4 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, r := range rows {
		if r.K > r.Bound+1e-9 || r.Random <= r.K {
			t.Errorf("%+v: want k at its bound and below that of random sets", r)
		}
	}
}

func TestCompareConditions(t *testing.T) {
	r, err := CompareConditions("made", []cv.Condition{MadeSentences(400, 1)}, 7, 50, 0.3, 1)
	if err != nil {
		t.Fatal(err)
	}
	if r.Worst > r.Limit || r.RandomMeets > 5 || r.RandomMedian < r.Limit {
		t.Errorf("%+v", r)
	}
}

func TestCoNLL2003(t *testing.T) {
	folder := t.TempDir()
	if _, err := CoNLL2003(folder); err == nil || !strings.Contains(err.Error(), "conll2003-eng.train") {
		t.Errorf("no file: %v", err)
	}
	if err := os.Mkdir(filepath.Join(folder, "nlp"), 0o755); err != nil {
		t.Fatal(err)
	}
	text := "EU NNP I-NP I-ORG\n\nPeter NNP I-NP I-PER\n"
	if err := os.WriteFile(filepath.Join(folder, "nlp", "conll2003-eng.train"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := CoNLL2003(folder)
	if err != nil || len(c.Of) != 2 || c.Categories != 2 {
		t.Errorf("%+v, %v", c, err)
	}
}
