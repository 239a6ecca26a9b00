package thesis5

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/reproduce"
	"github.com/block-regularized/bcv/pkg/reproduce/mcnemar"
	"github.com/block-regularized/bcv/pkg/sim"
	"github.com/block-regularized/bcv/pkg/study"
	"github.com/block-regularized/bcv/pkg/study/correlation"
	"gonum.org/v1/gonum/mat"
)

// The stored run stands in where there is no data, whatever the scale.
func TestStoredLetterCorrelations(t *testing.T) {
	t.Setenv(dataset.EnvDirs, "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	published, err := reproduce.ReadPublished(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, scale := range []study.Scale{study.Quick, study.Paper} {
		results, err := LetterCorrelations().Run(context.Background(), study.Config{Data: data.FS, Scale: scale, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		rows, err := reproduce.Account(published, results)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range reproduce.SummarizeItems(rows) {
			if s.Source == "thesis:table-5.9" && (s.FromStore != 54 || s.Inputs != 12) {
				t.Errorf("%s scale: %+v", scale, s)
			}
		}
		for _, r := range results {
			if r.SE > 0 && !(r.SE < 0.006 && r.PublishedSE > 3*r.SE && strings.Contains(r.Note, "seed 1")) {
				t.Errorf("%+v", r)
			}
		}
	}
	empty := fstest.MapFS{"results/table_5_9.csv": {Data: []byte("data,a,b,n,m,reps,mean,mean_se,sigma2,sigma2_se,rho1,rho1_se,rho2,rho2_se,seed,cpu_seconds,date\n")}}
	for name, c := range map[string]struct {
		files fstest.MapFS
		want  string
	}{"no file": {nil, "results/table_5_9.csv"}, "no rows": {empty, ""}} {
		if _, err := LetterCorrelations().Run(context.Background(), study.Config{Data: c.files, Scale: study.Quick}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := letterResults([]correlation.StoredCorrelation{{CorrelationRow: correlation.CorrelationRow{A: "Letter1"}}}); err == nil || !strings.Contains(err.Error(), "tree") {
		t.Errorf("no tree: %v", err)
	}
}

// The study takes any data set of 16 numeric features. Here feature 1 alone tells
// the classes, which a high weight helps the neighbour to see.
func TestLetterStudy(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	const n = 2000
	d := &dataset.Data{Name: "made", X: mat.NewDense(n, 16, nil), Class: make([]int32, n), Classes: []string{"a", "b", "c"}}
	for i := range n {
		d.Class[i] = int32(rng.IntN(3))
		for j := range 16 {
			d.X.Set(i, j, rng.NormFloat64())
		}
		d.X.Set(i, 0, d.X.At(i, 0)+3*float64(d.Class[i]))
	}
	rows, err := correlation.LetterCorrelations(context.Background(), d, 50, 1, sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 7+21 || rows[0].A != "Letter1" || rows[6].A != "tree" || rows[12].A+rows[12].B != "Letter1tree" {
		t.Fatalf("%d rows, %q, %q, %q less %q", len(rows), rows[0].A, rows[6].A, rows[12].B, rows[12].A)
	}
	if !(rows[0].Mean > rows[2].Mean && math.Abs(rows[12].Mean-(rows[6].Mean-rows[0].Mean)) < 1e-9) {
		t.Errorf("errors %.3f, %.3f, tree %.3f, difference %.3f", rows[0].Mean, rows[2].Mean, rows[6].Mean, rows[12].Mean)
	}
	if _, err := correlation.LetterCorrelations(context.Background(), d, 20, 1, sim.Options{}); err == nil {
		t.Error("20 data sets in 50 shards")
	}
}

// The numbers of example 5.1 and of the McNemar paper's table IV.
func TestCorrelationNumbers(t *testing.T) {
	results, err := mcnemar.DataSets().Run(context.Background(), study.Config{Data: data.FS})
	if err != nil {
		t.Fatal(err)
	}
	published, err := reproduce.ReadPublished(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := reproduce.Account(published, results)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, r := range rows {
		count[r.Verdict]++
	}
	// Five sizes differ, and n > 11 of example 5.1.
	if count[reproduce.Differs] != 6 || count[reproduce.Input] != 82 || count[reproduce.ExactMatch] != 2 {
		t.Errorf("%v", count)
	}
}
