package table

import (
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
)

// Write writes a header and rows as CSV, columns in the order of T's fields,
// numbers with all their digits. It returns an *Error, with the line and the
// column, for a value that Read would refuse or change: NaN without the tag
// blank, an infinity without the tag inf, a negative or huge count, a string
// with spaces at its ends or with characters that are not text.
//
// Write panics if T is not a row struct, as Read does.
func Write[T any](w io.Writer, rows []T) error {
	cols := Schema[T]()
	checkTypes(cols)
	out := csv.NewWriter(w)
	record := make([]string, len(cols))
	for j, c := range cols {
		record[j] = c.Name
	}
	if err := out.Write(record); err != nil {
		return fmt.Errorf("table: %w", err)
	}
	for i := range rows {
		v := reflect.ValueOf(&rows[i]).Elem()
		for j := range cols {
			text, problem := cols[j].format(v.FieldByIndex(cols[j].Index))
			if problem != "" {
				out.Flush()
				return &Error{Row: i + 2, Column: cols[j].Name, Problem: problem}
			}
			record[j] = text
		}
		if err := writeRecord(w, out, record); err != nil {
			return fmt.Errorf("table: %w", err)
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("table: %w", err)
	}
	return nil
}

// writeRecord writes one record. A lone empty field needs quotation marks,
// which csv.Writer does not give it: a blank line is not a record.
func writeRecord(w io.Writer, out *csv.Writer, record []string) error {
	if len(record) > 1 || record[0] != "" {
		return out.Write(record)
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\"\"\n")
	return err
}
