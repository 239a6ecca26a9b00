package compare_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/posterior/several"
)

// sets writes the losses of old and new on n data sets; on even ones new comes first.
func sets(t *testing.T, n int) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("dataset,model,replication,fold,loss\n")
	for i := range n {
		rows := losses(5, 2, "")
		if i%2 == 1 {
			rows = append(rows[10:], rows[:10]...)
		}
		for _, r := range rows {
			fmt.Fprintf(&b, "d%d,%s,%d,%d,%v\n", i, r.Model, r.Replication, r.Fold, r.Loss+0.01*float64(i*r.Fold%3))
		}
	}
	path := filepath.Join(t.TempDir(), "sets.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Each data set has the verdict that it has alone, with the same A and B, and all together
// that of package several.
func TestDatasets(t *testing.T) {
	path := sets(t, 4)
	r, err := compare.Files([]string{path}, compare.Options{Rope: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Verdicts) != 5 {
		t.Fatalf("%d verdicts", len(r.Verdicts))
	}
	all, err := fold.ReadLossSets([]string{path})
	if err != nil {
		t.Fatal(err)
	}
	var posteriors []paired.Posterior
	for i, s := range all {
		alone, err := compare.FoldLosses(s.Losses, compare.Options{})
		v := r.Verdicts[i]
		if err != nil || v.Task != s.Dataset || v.ModelA != "old" || v.PBetter != alone.Verdicts[0].PBetter || v.Low != alone.Verdicts[0].Low {
			t.Errorf("%+v, alone %+v (%v)", v, alone.Verdicts, err)
		}
		pairs, err := s.Differences.Pairs()
		if err != nil {
			t.Fatal(err)
		}
		p, err := paired.New(pairs, nil)
		if err != nil {
			t.Fatal(err)
		}
		posteriors = append(posteriors, p)
	}
	h, err := several.New(posteriors, several.Options{})
	if err != nil {
		t.Fatal(err)
	}
	v := r.Verdicts[4]
	below, within, _ := h.Next(0.01)
	if v.Task != compare.AnotherDataset || v.Datasets != 4 || v.PBetter != h.NextCDF(0) || v.PRope != within || !(v.PBetter > below) || v.Estimate != h.Mean().Mean() || !(v.Low < v.Estimate && v.Estimate < v.High) {
		t.Errorf("%+v", v)
	}
	if math.Abs(h.NextCDF(v.Low)-0.025) > 1e-9 || math.Abs(h.NextCDF(v.High)-0.975) > 1e-9 {
		t.Errorf("interval [%v, %v] holds %v to %v", v.Low, v.High, h.NextCDF(v.Low), h.NextCDF(v.High))
	}
	if !(v.PBetter > 0.9) || !math.IsNaN(v.Known.Error) {
		t.Errorf("%+v", v)
	}
	one, err := compare.Files([]string{sets(t, 1)}, compare.Options{})
	if err != nil || len(one.Verdicts) != 1 || one.Verdicts[0].Task != "d0" {
		t.Errorf("%+v, %v", one.Verdicts, err)
	}
	test, err := compare.Files([]string{path}, compare.Options{Method: "bcv-t"})
	if err != nil || len(test.Verdicts) != 4 {
		t.Errorf("%d verdicts of a test, %v", len(test.Verdicts), err)
	}
	if _, err := fold.ReadLosses(path); err == nil || !strings.Contains(err.Error(), `"d0" and "d1"; keep the rows of one data set`) {
		t.Errorf("%v", err)
	}
}
