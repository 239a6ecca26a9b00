package results

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// Draws that are added, written and read give the same scores, and the same means by hand.
func TestAddDraws(t *testing.T) {
	r, err := NewScores([]string{"x", "y"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range []struct {
		model string
		draws [][]float64
	}{{"a", [][]float64{{1, 0, 0}, {1}}}, {"b", [][]float64{{1, 1}, {0, 1}}}} {
		if err := r.AddDraws(run.model, "", run.draws); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.AddScores("c", "", []float64{1, 0}); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := Write(&b, ItemRows, *r); err != nil {
		t.Fatal(err)
	}
	again := parse(t, b.String())
	for what, of := range map[string]Results{"added": *r, "read": again} {
		if got, want := of.Design.String(), "a test set of 2 items in 1 to 3 draws"; got != want {
			t.Errorf("%s: design %q, want %q", what, got, want)
		}
		for m, want := range [][]float64{{1.0 / 3, 1}, {1, 0.5}, {1, 0}} {
			got := of.Units.Of(m, 0)
			if !slices.EqualFunc(got, want, func(x, y float64) bool { return math.Abs(x-y) < 1e-15 }) {
				t.Errorf("%s: model %d has the means %v, want %v", what, m, got, want)
			}
			mean := (want[0] + want[1]) / 2
			if got := of.Values[0].Of(m)[0]; math.Abs(got-mean) > 1e-15 {
				t.Errorf("%s: model %d has the accuracy %v, want %v", what, m, got, mean)
			}
		}
		// s² of 1, 0, 0 is 1/3, of 0, 1 is 1/2; the one draw of a takes the mean of those with several, 1/3
		s := of.Sample(0, 1, false)
		if got, want := s.DrawsA.Variances, []float64{1.0 / 9, 1.0 / 3}; !slices.EqualFunc(got, want,
			func(x, y float64) bool { return math.Abs(x-y) < 1e-15 }) {
			t.Errorf("%s: draws of a vary by %v, want %v", what, got, want)
		}
		if of.Sample(2, 2, false).DrawsA != nil {
			t.Errorf("%s: one draw of each item is taken for several", what)
		}
	}
	if err := r.AddDraws("d", "", [][]float64{{1}, nil}); err == nil || !strings.Contains(err.Error(), `"y" has no draw`) {
		t.Errorf("an item without draws: error %v", err)
	}
}

// Metrics of draws of probabilities: a metric of ranks takes as many of each item, a mean any number of them.
func TestMetricsOfDraws(t *testing.T) {
	const equal = "item,model,draw,truth,p_yes,p_no\n1,a,1,yes,0.9,0.1\n1,a,2,yes,0.4,0.6\n2,a,1,no,0.5,0.5\n" +
		"2,a,2,no,0.2,0.8\n"
	read := func(text, name string) (Results, error) {
		rs, err := Parse("p.csv", strings.NewReader(text), ReadOptions{Metrics: []string{name}})
		if err != nil {
			return Results{}, err
		}
		return rs[0], nil
	}
	// All pairs of a draw of each: 0.9 beats both, 0.4 beats 0.2 alone.
	r, err := read(equal, "roc_auc(class=yes)")
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Values[0].Cells[0]; math.Abs(got-0.75) > 1e-15 {
		t.Errorf("ROC AUC %v, want 0.75", got)
	}
	sample, err := r.SampleOf(0, 0, 0, false)
	if err != nil || !slices.Equal(sample.Positive, []bool{true, false}) {
		t.Errorf("positive items %v, error %v", sample.Positive, err)
	}
	const uneven = equal + "2,a,3,no,0.2,0.8\n"
	if r, err = read(uneven, "log_loss"); err != nil {
		t.Fatal(err)
	}
	want := -(math.Log(0.9)+math.Log(0.4))/4 - (math.Log(0.5)+2*math.Log(0.8))/6
	if got := r.Values[0].Cells[0]; math.Abs(got-want) > 1e-15 {
		t.Errorf("log loss %v, want %v", got, want)
	}
	_, err = read(uneven, "roc_auc(class=yes)")
	if want := "ROC AUC of yes of \"a\" is computed of all answers together, and items have 2 to 3 draws"; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("ROC AUC of unequal draws: %v, want %q", err, want)
	}
}

// Items that a model lacks are left out with all their draws.
func TestCommonDraws(t *testing.T) {
	const text = "item,model,draw,score\nx,a,1,1\nx,a,2,0\ny,a,1,1\nz,a,1,0\nz,a,2,0\nz,b,1,1\nx,b,1,1\n"
	rs, err := Parse("c.csv", strings.NewReader(text), ReadOptions{Common: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := rs[0].Values[0].Cells; !slices.Equal(got, []float64{0.25, 1}) {
		t.Errorf("accuracies %v, want 0.25 and 1", got)
	}
	if _, err = Parse("c.csv", strings.NewReader(text), ReadOptions{}); err == nil ||
		!strings.Contains(err.Error(), `model "b" lacks 1 of 3 items, such as "y"`) {
		t.Errorf("an item that b lacks: %v", err)
	}
	// missing draws count as wrong by item: of a 0.5, 1, 0, of b 1, 0, 1
	if want := "right are 50.0% of a, 66.7% of b"; !strings.Contains(strings.Join(rs[0].Notes, "\n"), want) {
		t.Errorf("notes %q, want %q", rs[0].Notes, want)
	}
}
