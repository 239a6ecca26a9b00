package compare_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
)

// three adds a model between those of losses.
func three() []lossRow {
	rows := losses(5, 2, "bcv:1:3b4fe958a5e9fe59")
	for _, r := range losses(5, 2, "bcv:1:3b4fe958a5e9fe59")[:10] {
		r.Model = "middle"
		r.Loss -= 0.04 - 0.003*float64((r.Replication+2*r.Fold)%3)
		rows = append(rows, r)
	}
	return rows
}

// Progress hears of each pair of models on each data set, and of all data sets together.
func TestProgress(t *testing.T) {
	var heard []int
	reached := func(done, total int) { heard = append(heard, done, total) }
	if _, err := ofLosses(three(), compare.Options{Progress: reached}); err != nil {
		t.Fatal(err)
	}
	if want := []int{1, 3, 2, 3, 3, 3}; !slices.Equal(heard, want) {
		t.Errorf("three models: got %v, want %v", heard, want)
	}
	var sets []lossRow
	for _, name := range []string{"a", "b", "c"} {
		for _, r := range three() {
			r.Dataset = name
			sets = append(sets, r)
		}
	}
	for _, method := range []string{"paired", "wilcoxon"} {
		heard = nil
		if _, err := ofLosses(sets, compare.Options{Methods: []string{method}, Progress: reached}); err != nil {
			t.Fatal(err)
		}
		last, rises := 0, true
		for i := 0; i < len(heard); i += 2 {
			rises, last = rises && heard[i] > last && heard[i+1] == 54, heard[i]
		}
		if !rises {
			t.Errorf("%s on three data sets: got %v, want a rise to 54 of 54", method, heard)
		}
		if last != 54 {
			t.Errorf("%s on three data sets: the last is %d, want 54", method, last)
		}
		if n := len(heard) / 2; n < 12 {
			t.Errorf("%s on three data sets: %d calls, want one for each data set and pair, and more", method, n)
		}
	}
}

// Brief counts the verdicts of a task and metric that are more than 30.
func TestBrief(t *testing.T) {
	numtest.NotRaced(t)
	var many []lossRow // nine models, of which the last is worse
	var more []lossRow // 32 models
	var sets []lossRow // two models on 31 data sets, of which the last has the winner on one
	for _, r := range losses(5, 2, "bcv:1:3b4fe958a5e9fe59")[:10] {
		noise := func(i int) float64 { return 0.01 * math.Sin(float64(7*r.Replication+3*r.Fold+i*i)) }
		for i := range 9 {
			r.Model = fmt.Sprint("m", i)
			r.Loss = 0.1 + noise(i)
			if i == 8 {
				r.Loss += 0.5
			}
			many = append(many, r)
		}
		for i := range 32 {
			r.Model, r.Loss = fmt.Sprint("m", i), 0.1+noise(i)
			more = append(more, r)
		}
		for i := range 31 {
			r.Dataset = fmt.Sprint("d", i)
			r.Model, r.Loss = "m0", 0.1+noise(0)
			sets = append(sets, r)
			r.Model, r.Loss = "m1", 0.1+noise(i+1)
			if i == 30 {
				r.Loss += 0.5
			}
			sets = append(sets, r)
		}
	}
	const pairs = "8 of 36 pairs of 9 models are shown to differ by loss (5%, Holm); no model is\nshown to be better than m0, m1, " +
		"m2, m3, m4, m5, m6, m7.\n\nAbout"
	for _, c := range []struct {
		name, want string
		rows       []lossRow
		lines      int
		control    string
	}{
		{"nine models", pairs, many, 8, ""},
		{"a control", "No pair of 32 models is shown to differ by loss (5%, Holm).\n\nAbout", more, 7, "m3"},
		{"31 data sets", "m0 against m1 by loss on 31 data sets: m0 is better on 1, m1 on 0, no clear\nwinner on 30.\n\n" +
			"another data set: ", sets, 15, ""},
		{"three models", "3 of 3 pairs of 3 models are shown to differ by loss", three(), 13, ""},
	} {
		r, err := ofLosses(c.rows, compare.Options{Control: c.control})
		if err != nil {
			t.Fatal(err)
		}
		got := r.Brief()
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: got\n%s\nwant at first\n%s", c.name, got, c.want)
		}
		if lines := strings.Count(got, "\n") + 1; lines != c.lines {
			t.Errorf("%s: %d lines, want %d:\n%s", c.name, lines, c.lines, got)
		}
		if lines := strings.Count(r.Text(), "\n"); lines < len(r.Best()) {
			t.Errorf("%s: Text has %d lines, want one for each of %d verdicts", c.name, lines, len(r.Best()))
		}
	}
}

func TestSeveral(t *testing.T) {
	rows := three()
	r, err := ofLosses(rows, compare.Options{Rope: 0.01, Methods: []string{"bcv-t"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Verdicts) != 3 {
		t.Fatalf("%d verdicts, want 3", len(r.Verdicts))
	}
	var p []float64
	for _, v := range r.Verdicts {
		p = append(p, v.PValue)
	}
	holm, err := infer.Holm(p)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range r.Verdicts {
		pair, err := ofLosses(rows, compare.Options{Models: []string{v.ModelA, v.ModelB}, Methods: []string{"bcv-t"}})
		if err != nil || pair.Verdicts[0].PValue != v.PValue || v.PAdjusted != holm[i] ||
			(v.Winner != "") != (holm[i] <= 0.05) {
			t.Errorf("%+v, alone %+v, Holm %v (%v)", v, pair.Verdicts, holm[i], err)
		}
	}
	if want := "\nTo put the models in order, rank them."; !strings.HasSuffix(r.Text(), want) {
		t.Errorf("%s, want %q at the end", r.Text(), want)
	}
	r.Verdicts[1].Task, r.Verdicts[2].Task = "second", "third"
	if next := r.Next(); next != "" {
		t.Errorf("%q where each task has two models, want nothing", next)
	}
	c, err := ofLosses(rows, compare.Options{Control: "middle", Methods: []string{"paired"}})
	if err != nil || len(c.Verdicts) != 2 || c.Verdicts[0].ModelA != "middle" || c.Verdicts[1].ModelA != "middle" {
		t.Errorf("%+v, %v", c.Verdicts, err)
	}
	for want, opt := range map[string]compare.Options{
		`the control "oak" is none`: {Control: "oak"},
		`"new" stands twice`:        {Models: []string{"new", "new", "old"}},
		`only "old"`:                {Models: []string{"old"}},
	} {
		if _, err := ofLosses(rows, opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", opt, err, want)
		}
	}
}

// One procedure decides on two models and on more; of more its intervals hold together, so
// that one is clear of delta exactly where a model is shown to be better.
func TestIntervalsAgreeWithDecisions(t *testing.T) {
	shown, steps := 0, 0
	for seed := range 6 {
		var rows []lossRow
		for m := range 3 {
			for i, r := range losses(5, 2, "bcv:1:3b4fe958a5e9fe59")[:10] {
				r.Model = fmt.Sprintf("m%d", m)
				r.Loss = 0.3 - 0.025*float64(m) + 0.001*float64(hash(30, seed, m, i))
				rows = append(rows, r)
			}
		}
		for _, opt := range []compare.Options{{}, {Delta: 0.01, Alternative: infer.Less}, {Control: "m1"}} {
			r, err := ofLosses(rows, opt)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range r.Verdicts {
				if outside := v.Low >= v.Delta || v.High <= v.Delta; outside != (v.Winner != "") || v.Method != "bcv-t" ||
					v.IntervalKind() != "simultaneous confidence" {
					t.Errorf("seed %d, %+v: %s interval [%v, %v] by %s beside delta %v, winner %q, p = %v",
						seed, opt, v.IntervalKind(), v.Low, v.High, v.Method, v.Delta, v.Winner, v.PAdjusted)
				}
				if v.Winner != "" {
					shown++
				}
				alone := opt
				alone.Models, alone.Control = []string{v.ModelA, v.ModelB}, ""
				two, err := ofLosses(rows, alone)
				if err != nil {
					t.Fatal(err)
				}
				w, of := two.Verdicts[0], v.ModelA+" and "+v.ModelB+", alone and among more: "
				same(t, of+"method", w.Method, v.Method)
				same(t, of+"p-value", w.PValue, v.PValue)
				same(t, of+"posterior", w.Described, v.Described)
				same(t, of+"probability", w.PBetter, v.PBetter)
				same(t, of+"wider among more", v.Low < w.Low || v.High > w.High || v.Low == v.Delta, true)
				if v.Low == v.Delta || v.High == v.Delta {
					steps++
				}
			}
		}
	}
	if shown < 20 || steps < 2 {
		t.Errorf("%d claims, %d of them by a step of Holm alone; the test sees too few", shown, steps)
	}
}

// McNemar's statistic has a continuity correction and Tango's interval none: between the two
// the interval reaches to no difference, as the decision does.
func TestHoldOutIntervalAgreesWithDecision(t *testing.T) {
	var rows []predictionRow
	for i := range 80 {
		said := map[string]string{"a": fmt.Sprint(i % 2), "b": fmt.Sprint(i % 2)}
		switch {
		case i < 2:
			said["a"] = fmt.Sprint(1 - i%2)
		case i < 11:
			said["b"] = fmt.Sprint(1 - i%2)
		}
		for _, model := range []string{"a", "b"} {
			rows = append(rows, predictionRow{Replication: 1, Fold: 1, Record: i, Model: model, Truth: fmt.Sprint(i % 2),
				Predicted: said[model]})
		}
	}
	r, err := ofPredictions(rows, compare.Options{Methods: []string{"mcnemar"}})
	if err != nil {
		t.Fatal(err)
	}
	v := r.Verdicts[0]
	same(t, "method", v.Method, "mcnemar")
	same(t, "better", v.Winner, "")
	same(t, "low end", v.Low, 0)
	same(t, "the high end is far from 0", v.High > 0.1, true)
	same(t, "the p-value is no evidence", v.PValue > 0.05, true)
	want := "The interval ends at 0 to agree with the test; by itself it is 0.007405 to "
	if !strings.Contains(v.Assumptions, want) {
		t.Errorf("assumptions %q, want %q", v.Assumptions, want)
	}
}

// Tasks may have different models: each pair is compared where both are, and A is the one that appears first. A task
// has the intervals that it has by itself.
func TestTasksOfDifferentModels(t *testing.T) {
	for _, c := range []struct {
		tasks []string // their models
		want  []string // task, A and B of each verdict
	}{
		{[]string{"ab", "ba", "cb"}, []string{"t0ab", "t1ab", "t2bc"}},
		{[]string{"abc", "cb", "dca"}, []string{"t0ab", "t0ac", "t2ac", "t0bc", "t1bc", "t2cd", "t2ad"}},
	} {
		opt := compare.Options{Metrics: []string{"F1"}, Methods: []string{"bcv-t"}}
		const header = "task,model,replication,fold,tp,fp,fn\n"
		all, alone := header, map[string]compare.Verdict{}
		for i, models := range c.tasks {
			rows := ""
			for j, model := range models {
				for k := range 4 {
					rows += fmt.Sprintf("t%d,%c,%d,%d,%d,%d,%d\n", i, model, k/2+1, k%2+1, 80+j*(k+3), 20-k-2*i, 15+(k+j)%3)
				}
			}
			all += rows
			r, err := files([]string{written(t, "one.csv", header+rows)}, opt)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range r.Verdicts {
				alone[v.Task+v.ModelA+v.ModelB], alone[v.Task+v.ModelB+v.ModelA] = v, v
			}
		}
		r, err := files([]string{written(t, "all.csv", all)}, opt)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, v := range r.Verdicts {
			got = append(got, v.Task+v.ModelA+v.ModelB)
			one := alone[got[len(got)-1]]
			if length := one.High - one.Low; math.Abs(v.High-v.Low-length) > 1e-12 {
				t.Errorf("%v: the interval of %s is %v long, want %v", c.tasks, got[len(got)-1], v.High-v.Low, length)
			}
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: verdicts on %q, want %q", c.tasks, got, c.want)
		}
	}
}
