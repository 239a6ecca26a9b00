package posterior

import "fmt"

// CountRow is one row of a counts table: what one model did on one fold.
// Either Gold, Predicted and Correct are given (chunking tasks) or TP, FP and
// FN.
type CountRow struct {
	Task        string `dataframe:"task" table:"optional"`             // data set or label; may be empty
	Model       string `dataframe:"model"`                             //
	Replication int    `dataframe:"replication" table:"nonneg"`        // from 1
	Fold        int    `dataframe:"fold" table:"nonneg"`               // 1 or 2
	Gold        int    `dataframe:"gold" table:"optional,nonneg"`      // chunks in the gold standard of the fold
	Predicted   int    `dataframe:"predicted" table:"optional,nonneg"` // chunks that the model predicted
	Correct     int    `dataframe:"correct" table:"optional,nonneg"`   // chunks in both
	TP          int    `dataframe:"tp" table:"optional,nonneg"`
	FP          int    `dataframe:"fp" table:"optional,nonneg"`
	FN          int    `dataframe:"fn" table:"optional,nonneg"`
}

// RowError is a defect of one row of a table, with the index of the row.
type RowError struct {
	Row     int    // index of the row, from 0
	Column  string // name of the column, empty for the whole row
	Problem string // what is wrong and what to do
}

// Error returns the problem with row (from 1) and column.
func (e *RowError) Error() string {
	if e.Column == "" {
		return fmt.Sprintf("posterior: row %d: %s", e.Row+1, e.Problem)
	}
	return fmt.Sprintf("posterior: row %d, column %s: %s", e.Row+1, e.Column, e.Problem)
}

// Model is one learning algorithm with its confusion counts on the 2m folds
// of an m x 2 CV, ordered by replication and fold.
type Model struct {
	Name  string
	Folds []Counts
}

// Task is a data set on which two models were cross-validated with the same
// partition set. A is the model that appeared first.
type Task struct {
	Name string
	M    int // replications
	A, B Model
}

// Tasks groups the rows of a counts table into tasks with exactly two models
// each, in order of first appearance. With chunks the rows hold gold,
// predicted and correct counts in place of tp, fp and fn. The two models may be named, A
// first; otherwise A is the model that appears first in the task. Errors are *RowError.
func Tasks(rows []CountRow, chunks bool, models ...string) ([]Task, error) {
	if len(rows) == 0 {
		return nil, &RowError{0, "", "the table has no rows; give one row per model, replication and fold"}
	}
	g := NewGatherer(chunks, models...)
	for i, r := range rows {
		if err := g.Add(i, r); err != nil {
			return nil, err
		}
	}
	return g.Tasks()
}

// checkCountRow checks a row by itself.
func checkCountRow(r CountRow, i int, chunks bool) error {
	if r.Model == "" {
		return &RowError{i, "model", "the model has no name; name both models"}
	}
	if r.Replication < 1 {
		return &RowError{i, "replication", fmt.Sprintf("%d; replications are numbered from 1", r.Replication)}
	}
	if r.Fold != 1 && r.Fold != 2 {
		return &RowError{i, "fold", fmt.Sprintf("%d; each replication of two-fold CV has folds 1 and 2", r.Fold)}
	}
	names, values := []string{"tp", "fp", "fn"}, []int{r.TP, r.FP, r.FN}
	if chunks {
		names, values = []string{"gold", "predicted", "correct"}, []int{r.Gold, r.Predicted, r.Correct}
	}
	for k, v := range values {
		if v < 0 || float64(v) > maxCount {
			return &RowError{i, names[k], fmt.Sprintf("%d; a count lies between 0 and %.0e", v, float64(maxCount))}
		}
	}
	if chunks && r.Correct > r.Gold {
		return &RowError{i, "correct", fmt.Sprintf("%d correct chunks but only %d gold ones; correct cannot exceed "+
			"gold", r.Correct, r.Gold)}
	}
	if chunks && r.Correct > r.Predicted {
		return &RowError{i, "correct", fmt.Sprintf("%d correct chunks but only %d predicted ones; correct cannot "+
			"exceed predicted", r.Correct, r.Predicted)}
	}
	return nil
}

// UnequalGold lists, as sentences, the folds on which the two models of a task
// were given different numbers of positives (TP+FN). On the same partition set
// the numbers agree, unless the models see different units.
func (t Task) UnequalGold() []string {
	var out []string
	for i := range t.A.Folds {
		a, b := t.A.Folds[i], t.B.Folds[i]
		if a.TP+a.FN != b.TP+b.FN {
			out = append(out, fmt.Sprintf("replication %d fold %d holds %v positives for %s but %v for %s",
				i/2+1, i%2+1, a.TP+a.FN, t.A.Name, b.TP+b.FN, t.B.Name))
		}
	}
	return out
}
