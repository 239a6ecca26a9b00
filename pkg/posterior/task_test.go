package posterior

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// rows of a clean 1 x 2 table of two models.
func cleanRows() []CountRow {
	return []CountRow{
		{Model: "old", Replication: 1, Fold: 1, Gold: 10, Predicted: 9, Correct: 8},
		{Model: "old", Replication: 1, Fold: 2, Gold: 12, Predicted: 9, Correct: 7},
		{Model: "new", Replication: 1, Fold: 2, Gold: 12, Predicted: 11, Correct: 9},
		{Model: "new", Replication: 1, Fold: 1, Gold: 10, Predicted: 10, Correct: 9},
	}
}

func TestTasks(t *testing.T) {
	tasks, err := Tasks(cleanRows(), true)
	if err != nil {
		t.Fatal(err)
	}
	if len(tasks) != 1 || tasks[0].M != 1 {
		t.Fatalf("tasks %+v, want one with one replication", tasks)
	}
	if a, b := tasks[0].A.Name, tasks[0].B.Name; a != "old" || b != "new" {
		t.Errorf("models %q and %q, want old and new", a, b)
	}
	if got, want := tasks[0].B.Folds[0], (Counts{9, 1, 1}); got != want {
		t.Errorf("fold 1 of B is %+v, want %+v", got, want)
	}
	if notes := tasks[0].UnequalGold(); notes != nil {
		t.Errorf("equal gold counts reported as %v", notes)
	}
}

func TestTasksRejectsDefects(t *testing.T) {
	for _, c := range []struct {
		name, column, want string
		row                int
		damage             func(rows []CountRow) []CountRow
	}{
		{"no rows", "", "no rows", 0, func([]CountRow) []CountRow { return nil }},
		{"one model", "model", "exactly two", 0, func(r []CountRow) []CountRow { return r[:2] }},
		{"three models", "model", "third model", 3, func(r []CountRow) []CountRow { r[3].Model = "other"; return r }},
		{"no name", "model", "no name", 1, func(r []CountRow) []CountRow { r[1].Model = ""; return r }},
		{"missing fold", "fold", "no replication 1 fold 1", 2, func(r []CountRow) []CountRow { return r[:3] }},
		{"unequal replications", "fold", "no replication 2 fold 1", 1, func(r []CountRow) []CountRow {
			r[3].Replication = 2
			return r
		}},
		{"gap", "fold", "no replication 1 fold 2", 1, func(r []CountRow) []CountRow {
			r[1].Replication = math.MaxInt
			return r
		}},
		{"fold twice", "fold", "already in row 3", 3, func(r []CountRow) []CountRow { r[3].Fold = 2; return r }},
		{"fold 3", "fold", "folds 1 and 2", 3, func(r []CountRow) []CountRow { r[3].Fold = 3; return r }},
		{"replication 0", "replication", "from 1", 0, func(r []CountRow) []CountRow { r[0].Replication = 0; return r }},
		{"negative", "predicted", "between 0", 2, func(r []CountRow) []CountRow { r[2].Predicted = -1; return r }},
		{"correct above gold", "correct", "cannot exceed gold", 0, func(r []CountRow) []CountRow {
			r[0].Gold = 7
			return r
		}},
		{"correct above predicted", "correct", "cannot exceed predicted", 0, func(r []CountRow) []CountRow {
			r[0].Predicted = 7
			return r
		}},
	} {
		_, err := Tasks(c.damage(cleanRows()), true)
		var re *RowError
		if !errors.As(err, &re) || re.Row != c.row || re.Column != c.column || !strings.Contains(re.Problem, c.want) {
			t.Errorf("%s: error %v, want row %d, column %q, %q", c.name, err, c.row, c.column, c.want)
		}
	}
}

func TestUnequalGold(t *testing.T) {
	rows := cleanRows()
	rows[2].Gold = 13
	tasks, err := Tasks(rows, true)
	if err != nil {
		t.Fatal(err)
	}
	if notes := tasks[0].UnequalGold(); len(notes) != 1 ||
		!strings.Contains(notes[0], "fold 2 holds 12 positives for old but 13 for new") {
		t.Errorf("notes %v", notes)
	}
}
