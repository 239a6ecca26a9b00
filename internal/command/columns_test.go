package command

import (
	"strings"
	"testing"
)

// A table that is wider than the terminal is folded; each line fits, and a table that fits is left as it is.
func TestColumns(t *testing.T) {
	rows := [][]string{{"model", "loss", "interval"}, {"knn", "0.1", "0.05 to 0.15"}, {"größer", "0.25", "-"}}
	whole := "model   loss      interval\nknn      0.1  0.05 to 0.15\ngrößer  0.25             -\n"
	for columns, want := range map[string]string{
		"": whole, "0": whole, "-3": whole, "x": whole, "26": whole,
		"25": "   model   loss\n1  knn      0.1\n2  größer  0.25\n\n       interval\n1  0.05 to 0.15\n2             -\n",
		"15": "   model   loss\n1  knn      0.1\n2  größer  0.25\n\n       interval\n1  0.05 to 0.15\n2             -\n",
		"14": "   model\n1  knn\n2  größer\n\n   loss\n1   0.1\n2  0.25\n\n       interval\n1  0.05 to 0.15\n2             -\n",
	} {
		t.Setenv("COLUMNS", columns)
		var b strings.Builder
		if err := Columns(&b, rows); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("COLUMNS %s: got\n%s\nwant\n%s", columns, b.String(), want)
		}
	}
}

// Nine rows are numbered with one digit.
func TestNumbersOfRows(t *testing.T) {
	rows := [][]string{{"loss", "sd"}}
	for range 9 {
		rows = append(rows, []string{"0.1", "0.01"})
	}
	if parts := fold(rows, 7); len(parts) != 2 || len(parts[0][0]) != 2 {
		t.Errorf("got tables %v, want one column and its numbers in each of two", parts)
	}
	if parts := fold(rows, 13); len(parts) != 1 || len(parts[0][0]) != 2 {
		t.Errorf("got tables %v, want the whole", parts)
	}
	wide := [][]string{}
	for _, row := range rows {
		wide = append(wide, append(row, "0123456789"))
	}
	if parts := fold(wide, 13); len(parts) != 2 || len(parts[0][0]) != 3 {
		t.Errorf("got tables %v, want two columns beside the numbers", parts)
	}
}
