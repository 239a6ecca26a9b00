package thesis5

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/reproduce/mcnemar"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/correlation"
)

// The stored run stands in where there is no data, whatever the scale.
func TestStoredLetterCorrelations(t *testing.T) {
	t.Setenv(public.EnvDirs, "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	published, err := reproduce.ReadPublished(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, scale := range []study.Scale{study.Quick, study.Paper} {
		results, err := LetterCorrelations().Run(context.Background(), study.Config{Data: data.FS, Scale: scale,
			Seed: 1})
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
	empty := fstest.MapFS{"results/table_5_9.csv": {Data: []byte("data,a,b,n,m,reps,mean,mean_se," +
		"sigma2,sigma2_se,rho1,rho1_se,rho2,rho2_se,seed,cpu_seconds,date\n")}}
	for name, c := range map[string]struct {
		files fstest.MapFS
		want  string
	}{"no file": {nil, "results/table_5_9.csv"}, "no rows": {empty, ""}} {
		if _, err := LetterCorrelations().Run(context.Background(), study.Config{Data: c.files,
			Scale: study.Quick}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := letterResults([]correlation.StoredRow{{Row: correlation.Row{A: "Letter1"}}}); err == nil ||
		!strings.Contains(err.Error(), "tree") {
		t.Errorf("no tree: %v", err)
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
