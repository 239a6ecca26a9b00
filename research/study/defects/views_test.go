package defects

import (
	"github.com/block-regularized/bcv/research/internal/check"
	"testing"
)

func TestSummarizeTests(t *testing.T) {
	rows := []TestRow{
		{Data: "d", Choice: SameFolds, Metric: "P", Partition: 1, Difference: -0.1, Fitted: 0.2, Low: -0.2,
			High: -0.05, Algorithms: 0.01},
		{Data: "d", Choice: SameFolds, Metric: "F1", Partition: 1, Difference: 0.02, Fitted: 0.6, Low: -0.1, High: 0.1,
			Algorithms: 0.5},
		{Data: "d", Choice: SameFolds, Metric: "P", Partition: 2, Difference: -0.3, Fitted: 0.7, Low: 0.1, High: 0.2,
			Algorithms: 0.99},
	}
	all := SummarizeTests(rows)
	if len(all) != 1 {
		t.Fatalf("%d summaries, want one: a kind with one row says nothing of a spread", len(all))
	}
	s := all[0]
	check.Equal(t, "s.Metric", s.Metric, "P")
	check.Equal(t, "s.Sets", s.Sets, 2)
	check.Near(t, "s.Difference", s.Difference, -0.2, 1e-12)
	check.Equal(t, "s.AcceptH1", s.AcceptH1, 0.5)
	check.Equal(t, "s.Above", s.Above, 0.5)
	check.Equal(t, "s.Below", s.Below, 0.5)
	check.Near(t, "s.Length", s.Length, 0.125, 1e-12)
}

func TestTaskOf(t *testing.T) {
	rows := setRows([]result{{Data: "d", outcome: made(0)}})
	task, ok := TaskOf(rows, "d", Scaled, SameFolds, 1)
	check.That(t, ok, "want ok")
	check.Equal(t, "task.M", task.M, 3)
	check.Equal(t, "task.A.Name", task.A.Name, "logistic")
	check.Equal(t, "task.A.Folds[0].TP", task.A.Folds[0].TP, 75)
	check.That(t, task.B.Folds[0].TP > 75, "task.B.Folds[0].TP = %v, want more than %v", task.B.Folds[0].TP, 75)
	if nested, ok := TaskOf(rows, "d", Scaled, Nested, 1); !ok || nested.A.Folds[0].TP != 71 {
		t.Errorf("nested choice: %+v, want 71 true positives", nested.A)
	}
	if _, ok := TaskOf(rows, "d", Raw, SameFolds, 1); ok {
		t.Error("a task of rows that are not there")
	}
}

func TestSummarizeSets(t *testing.T) {
	rows := setRows([]result{{Data: "d", outcome: made(0)}, {Data: "d", outcome: made(1)}})
	all := SummarizeSets(rows)
	if len(all) != 4 || all[0].Choice != Nested || all[2].Choice != SameFolds {
		t.Fatalf("%+v, want both models with nested choice, then on the same folds", all)
	}
	s := all[2]
	check.Equal(t, "s.Model", s.Model, "logistic")
	check.Equal(t, "s.Sets", s.Sets, 2)
	check.Equal(t, "s.Components", s.Components, 2)
	check.Near(t, "s.Found", s.Found, 100*(75+81)/2./180, 1e-9)
	check.Near(t, "s.Right", s.Right, 100*(75./201+81./207)/2, 1e-9)
	a, b := 2*75./(201+180), 2*81./(207+180)
	check.Near(t, "s.F1", s.F1, (a+b)/2, 1e-9)
	check.Near(t, "s.F1SE", s.F1SE, (b-a)/2, 1e-9)
	if kinds := SummarizeSets(rows[:2]); len(kinds) != 0 {
		t.Errorf("%d kinds, want none of one row", len(kinds))
	}
}
