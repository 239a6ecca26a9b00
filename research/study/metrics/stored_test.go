package metrics

import (
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/internal/check"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

func stored[T any](t *testing.T, name string) []T {
	t.Helper()
	rows, err := study.Stored[T](data.FS, name)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// The stored summary is that of the stored rows.
func TestStoredSummary(t *testing.T) {
	got, want := stored[Summary](t, "calibration_metrics_summary"), Summarize(stored[Row](t, "calibration_metrics"))
	check.MustEqual(t, "summaries", len(got), len(want))
	for i := range got {
		check.Equal(t, "summary", got[i], want[i])
	}
}

// A cell that is cheap gives the stored rows again, but for the posterior with inner replications, which is not.
func TestStoredCell(t *testing.T) {
	rows := stored[Row](t, "calibration_metrics")
	for _, s := range settings() {
		if !s.regression() || s.n != sizes[0] || !s.equal || s.learners[1].Last != 20 {
			continue
		}
		var cheap []procedure
		for _, p := range procedures() {
			if p.Name != Nested {
				cheap = append(cheap, p)
			}
		}
		e := s.experiment(study.Paper, uint64(rows[0].Seed), cheap)
		outcomes, err := e.Run(t.Context(), sim.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := s.rows(cheap, outcomes, study.Effort{Seed: rows[0].Seed})
		want := study.Where(rows, func(r Row) bool {
			return r.Data == s.from.String() && r.N == s.n && r.A == s.learners[0].String() && r.B == s.learners[1].String() &&
				r.Procedure != Nested
		})
		check.MustEqual(t, "rows", len(got), len(want))
		for i := range got {
			want[i].Date = ""
			check.Equal(t, "row", got[i], want[i])
		}
		return
	}
	t.Fatal("no such cell")
}

// Every cell was judged on its data sets.
func TestStored(t *testing.T) {
	rows := stored[Row](t, "calibration_metrics")
	i := 0
	for _, s := range settings() {
		sets, _ := s.sets(study.Paper)
		for _, name := range s.metrics() {
			for _, p := range procedures() {
				if i == len(rows) {
					t.Fatalf("%d rows", i)
				}
				r := rows[i]
				i++
				check.Equal(t, "row", [5]any{r.A, r.B, r.Metric, r.Procedure, r.Folds},
					[5]any{s.learners[0].String(), s.learners[1].String(), name, p.Name, foldsOf(p.Method)})
				check.Equal(t, "size", [3]int{r.N, r.M, r.Sets + r.Undefined}, [3]int{s.n, p.M, sets / p.every})
			}
		}
	}
	check.Equal(t, "rows of no cell", len(rows), i)
}

// A quick run has the rows of the stored table, in their order.
func TestQuick(t *testing.T) {
	tables, err := study.Run(t.Context(), study.Config{Data: data.FS, Scale: study.Quick, Seed: 1}, Metrics)
	if err != nil {
		t.Fatal(err)
	}
	check.MustEqual(t, "tables", len(tables), 2)
	got, want := tables[0].Rows.([]Row), stored[Row](t, "calibration_metrics")
	check.MustEqual(t, "rows", len(got), len(want))
	for i, r := range got {
		w := want[i]
		check.Equal(t, "row", [4]string{r.cell(), r.Metric, r.Folds, r.Procedure},
			[4]string{w.cell(), w.Metric, w.Folds, w.Procedure})
	}
}
