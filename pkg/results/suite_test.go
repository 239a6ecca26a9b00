package results

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/metric"
)

// joinedOf joins the tasks of a text.
func joinedOf(t *testing.T, s Suite, text string) Results {
	t.Helper()
	score := metric.Metric{Name: "score", HigherIsBetter: true}
	rs, err := Parse("items.csv", strings.NewReader(text), ReadOptions{Metric: score})
	if err != nil {
		t.Fatal(err)
	}
	places := Tasks(rs)
	if len(places) != 1 || len(places[0]) != len(rs) {
		t.Fatalf("tasks at %v, want all of %d results", places, len(rs))
	}
	r, problem, err := s.Join(rs)
	if err != nil || problem != "" {
		t.Fatalf("%q (%v)", problem, err)
	}
	return r
}

// Runs of the same names are the same on all tasks, others are averaged; a single one needs no name.
func TestRunsOfTasks(t *testing.T) {
	const header = "task,item,model,run,score\n"
	r := joinedOf(t, Suite{}, header+"x,1,a,s,1\nx,1,a,t,0\ny,1,a,t,1\ny,1,a,s,0.5\nx,1,b,s,1\ny,1,b,u,0\n")
	if want := [][]string{{"s", "t"}, {""}}; !slices.EqualFunc(r.Units.Runs, want, slices.Equal[[]string]) {
		t.Errorf("runs %q, want %q", r.Units.Runs, want)
	}
	sample, err := r.SampleOf(0, 0, 1, false)
	want := items.Sample{A: [][]float64{{1, 0.5}, {0, 1}}, B: [][]float64{{1, 0}}, Strata: []int{0, 1}}
	if err != nil || !reflect.DeepEqual(sample, want) {
		t.Errorf("sample %+v (%v), want %+v", sample, err, want)
	}
	if len(r.Notes) > 0 {
		t.Errorf("notes %q, want none", r.Notes)
	}
	r = joinedOf(t, Suite{}, header+"x,1,a,s,1\nx,1,a,t,0\ny,1,a,u,1\nx,1,b,s,1\ny,1,b,s,0\n")
	if got := r.Units.Of(0, 0); !slices.Equal(got, []float64{0.5, 1}) || r.Design.Runs != [2]int{1, 1} {
		t.Errorf("scores of averaged runs %v in %v runs", got, r.Design.Runs)
	}
	if !strings.Contains(strings.Join(r.Notes, ""), "different runs of 1 of 2 models, which are averaged") {
		t.Errorf("notes %q do not say that runs are averaged", r.Notes)
	}
}

// The mean over tasks is that of scores with weights, or of a sample of tasks one number each.
func TestMeansOfTasks(t *testing.T) {
	const text = "task,item,model,score\nx,1,a,1\nx,2,a,0\nx,3,a,0\ny,1,a,0.5\nx,1,b,0\nx,2,b,0\nx,3,b,0\ny,1,b,1\n"
	for want, s := range map[float64]Suite{1.5 / 4: {}, 2.5 / 6: {Macro: true}} {
		r := joinedOf(t, s, text)
		if got := r.Values[0].Cells[0]; math.Abs(got-want) > 1e-15 {
			t.Errorf("%+v: mean %v, want %v", s, got, want)
		}
		if got, ok := r.Joined(0); !ok || got != s {
			t.Errorf("joined by %+v, want %+v", got, s)
		}
	}
	r := joinedOf(t, Suite{Macro: true, Sample: true}, text)
	if got := r.Units.Of(0, 0); len(got) != 2 || math.Abs(got[0]-1.0/3) > 1e-15 || got[1] != 0.5 {
		t.Errorf("means of tasks %v, want 1/3 and 1/2", got)
	}
}

// Counts of items are of types of chunks, and one task is no benchmark.
func TestNoTasks(t *testing.T) {
	for _, text := range []string{"task,item,model,gold,predicted,correct\nPER,1,a,1,1,1\nPER,1,b,1,1,1\n" +
		"LOC,1,a,1,1,1\nLOC,1,b,1,1,1\n", "task,item,model,score\nx,1,a,1\nx,1,b,0\n",
		"dataset,item,model,score\nx,1,a,1\nx,1,b,0\ny,1,a,1\ny,1,b,0\n"} {
		rs, err := Parse("items.csv", strings.NewReader(text), ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := Tasks(rs); len(got) > 0 {
			t.Errorf("%q has tasks at %v, want none", text, got)
		}
	}
}
