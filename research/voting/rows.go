package voting

import (
	"fmt"
	"maps"
	"slices"
)

// Row is what one model predicted for one validation record of one fold:
// a row of a predictions table, with class names, as Classes of package holdout
// returns them and package table reads them from CSV.
type Row struct {
	Model       string `dataframe:"model"`
	Replication int    `dataframe:"replication" table:"nonneg"` // from 1
	Record      int    `dataframe:"record" table:"nonneg"`      // any number that identifies the record
	Truth       string `dataframe:"truth"`                      // class of the record
	Predicted   string `dataframe:"predicted"`
}

// RowError is a defect of one row, with the index of the row.
type RowError struct {
	Row     int    // from 0
	Column  string // empty for the whole row
	Problem string // what is wrong and what to do
}

// Error returns the problem with row (from 1) and column.
func (e *RowError) Error() string {
	if e.Column == "" {
		return fmt.Sprintf("voting: row %d: %s", e.Row+1, e.Problem)
	}
	return fmt.Sprintf("voting: row %d, column %s: %s", e.Row+1, e.Column, e.Problem)
}

// ModelVotes are the votes of one model.
type ModelVotes struct {
	Model string
	Votes *Votes
}

// FromRows collects the predictions of one or more models, in the order of
// their first rows; the records of each stand in ascending order. positive
// names the class that counts as 1. Every replication, from 1 to the largest,
// must predict every record once. Errors are *RowError.
func FromRows(rows []Row, positive string) ([]ModelVotes, error) {
	if len(rows) == 0 {
		return nil, &RowError{Row: 0, Column: "",
			Problem: "the table has no rows; give one row per model, replication and record"}
	}
	found := false
	var order []string
	models := map[string][]int{} // indices of the rows
	for i, r := range rows {
		if r.Replication < 1 {
			return nil, &RowError{Row: i, Column: "replication",
				Problem: fmt.Sprintf("%d; replications are numbered from 1", r.Replication)}
		}
		if models[r.Model] == nil {
			order = append(order, r.Model)
		}
		models[r.Model] = append(models[r.Model], i)
		found = found || r.Truth == positive
	}
	if !found {
		return nil, &RowError{Row: 0, Column: "truth", Problem: fmt.Sprintf("no record is of the class %q; "+
			"name the positive class as it is written in the table", positive)}
	}
	var out []ModelVotes
	for _, name := range order {
		v, err := votesOf(rows, models[name], positive)
		if err != nil {
			return nil, err
		}
		out = append(out, ModelVotes{name, v})
	}
	return out, nil
}

// votesOf counts the votes in the rows of one model.
func votesOf(rows []Row, index []int, positive string) (*Votes, error) {
	type ballot struct{ replication, record int }
	seen := make(map[ballot]int, len(index)) // row of each prediction
	first := map[int]int{}                   // first row of each record
	m := 0
	for _, i := range index {
		r := rows[i]
		if old, ok := seen[ballot{r.Replication, r.Record}]; ok {
			return nil, &RowError{Row: i, Column: "record",
				Problem: fmt.Sprintf("model %q predicts record %d in replication %d already in row %d of the data; a "+
					"replication of two-fold CV predicts every record once", r.Model, r.Record, r.Replication, old+1)}
		}
		seen[ballot{r.Replication, r.Record}] = i
		if old, ok := first[r.Record]; !ok {
			first[r.Record] = i
		} else if rows[old].Truth != r.Truth {
			return nil, &RowError{Row: i, Column: "truth",
				Problem: fmt.Sprintf("record %d is of class %q here and %q in row %d of the data; a record has one "+
					"class", r.Record, r.Truth, rows[old].Truth, old+1)}
		}
		m = max(m, r.Replication)
	}
	records := slices.Sorted(maps.Keys(first))
	gold := make([]bool, len(records))
	for j, record := range records {
		gold[j] = rows[first[record]].Truth == positive
	}
	votes, err := NewVotes(gold)
	if err != nil {
		return nil, err
	}
	predicted := make([]bool, len(records))
	for replication := 1; replication <= m; replication++ {
		for j, record := range records {
			i, ok := seen[ballot{replication, record}]
			if !ok {
				last := index[len(index)-1]
				return nil, &RowError{Row: last, Column: "record",
					Problem: fmt.Sprintf("model %q does not predict record %d in replication %d; a replication of "+
						"two-fold CV predicts every record once, and replications are numbered without gaps",
						rows[last].Model, record, replication)}
			}
			predicted[j] = rows[i].Predicted == positive
		}
		if err := votes.Add(predicted); err != nil {
			return nil, err
		}
	}
	return votes, nil
}
