package nested

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/research/internal/check"
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

// The stored rows hold all cells with all procedures, each as the settings say.
func TestStored(t *testing.T) {
	numtest.NotRaced(t)
	rows := stored[Row](t, "nested")
	all, err := procedures()
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for _, s := range settings() {
		for _, metric := range s.metrics {
			want += len(counted) + 1 // the oracle
			for _, p := range all {
				if p.records && metric.loss == nil {
					continue
				}
				want++
				k := slices.IndexFunc(rows, func(r Row) bool {
					return r.Data == s.from.String() && r.N == s.n && r.A == s.learners[0].String() &&
						r.B == s.learners[1].String() && r.Metric == metric.name && r.Procedure == p.name && r.M == p.m
				})
				if k < 0 {
					t.Fatalf("%s, %s: no row of %s at m = %d", s.id(), metric.name, p.name, p.m)
				}
				sets := s.sets
				if p.sets > 0 {
					sets = min(sets, p.sets)
				}
				if r := rows[k]; r.Kind != metric.kind || r.Equal != s.equal || r.Choice != s.choice ||
					r.Sets != sets || r.Trainings != p.trainings {
					t.Errorf("%+v; want the setting %+v and %+v", r, s, p)
				}
			}
		}
	}
	if len(rows) != want {
		t.Errorf("%d rows, want %d", len(rows), want)
	}
}

// The stored rows of nested-t that knows the rarest class are those of all cells by F1 and macro F1, beside the other
// procedures on the cells of rareClasses. It differs from the test that does not where a class may be rare alone.
func TestStoredCounted(t *testing.T) {
	numtest.NotRaced(t)
	of := map[[3]any]Row{}
	rows := stored[Row](t, "nested_counted")
	for _, r := range slices.Concat(stored[Row](t, "nested"), rows) {
		key := [3]any{r.cell(), r.Procedure, r.M}
		if _, again := of[key]; again {
			t.Errorf("%v is stored twice", key)
		}
		of[key] = r
	}
	all, err := procedures()
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for i, s := range slices.Concat(settings(), rareClasses()) {
		for _, metric := range s.metrics {
			if metric.kind != Ratios {
				continue
			}
			names := countedProcedures()
			if i >= len(settings()) {
				names = append(names, onFolds(all)...)
				want += len(counted) + 1 // the oracle
			}
			want += len(names)
			for _, p := range names {
				cell := s.row(metric, p, []claim{{}}, 0, study.Effort{}).cell()
				r := of[[3]any{cell, p.name, p.m}]
				kind := Ratios
				if s.rare() {
					kind = RareRatios
				}
				if got := [3]any{r.Choice, r.Equal, r.Kind}; got != [3]any{s.choice, s.equal, kind} {
					t.Errorf("%s by %s at m = %d: %+v, want a row of the setting", cell, p.name, p.m, r)
				}
				if p.name != Counted {
					continue
				}
				blind := of[[3]any{cell, NestedT, p.m}]
				share := s.from.(twoClasses).positives // 0 for a half
				if ample := s.n >= 400 && (share == 0 || share >= 0.3); ample && r.False != blind.False || r.False > blind.False {
					t.Errorf("%s at m = %d: nested-t errs in %v, %v without counts", cell, p.m, r.False, blind.False)
				}
			}
		}
	}
	check.Equal(t, "rows", len(rows), want)
}

// The stored goals are what the rows say of the procedures on nested halves, on the cells that confirm.
func TestStoredGoals(t *testing.T) {
	bounds := func(all []Finding) []Finding { // a bound that there is not is NaN, which equals nothing
		for i := range all {
			for _, x := range []*float64{&all[i].Least, &all[i].Most} {
				if math.IsNaN(*x) {
					*x = -1
				}
			}
		}
		return all
	}
	got, want := bounds(stored[Finding](t, "nested_goals")), bounds(goals(stored[Row](t, "nested")))
	if !reflect.DeepEqual(got, want) {
		t.Errorf("stored %+v\nwant %+v", got, want)
	}
}

// The form of nested-t is among those that were tried, with the same numbers as the test.
func TestStoredForms(t *testing.T) {
	rows, forms := stored[Row](t, "nested"), stored[FormRow](t, "nested_forms")
	for _, half := range []string{"choice", "confirmation"} {
		for _, s := range Summarize(study.Where(rows, func(r Row) bool { return r.Choice == (half == "choice") })) {
			if s.Procedure != NestedT {
				continue
			}
			want := s.rounded()
			want.Procedure = "floor H/4, weight 4, t(M+4)"
			k := slices.IndexFunc(forms, func(r FormRow) bool {
				return r.Half == half && r.Procedure == want.Procedure && r.M == s.M && r.Halves == s.Halves && r.Inner == s.Inner
			})
			if k < 0 || math.Abs(forms[k].TwoSided-want.TwoSided) > 2e-5 || math.Abs(forms[k].OwnPower-want.OwnPower) > 2e-5 ||
				forms[k].Cells != want.Cells || forms[k].WorstAt != want.WorstAt {
				t.Errorf("%s, m = %d: no such form with the numbers %+v", half, s.M, want)
			}
		}
	}
}
