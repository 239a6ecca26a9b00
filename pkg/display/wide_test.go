package display

import (
	"math"
	"strings"
	"testing"
)

type share struct {
	Test  string  `dataframe:"test"`
	Rho1  float64 `dataframe:"rho1"`
	Rho2  float64 `dataframe:"rho2"`
	Share float64 `dataframe:"share"`
	Text  string  `dataframe:"text"`
	Runs  int     `dataframe:"runs"`
}

func TestWide(t *testing.T) {
	shares := []share{{"a", 0, 0, 0.05, "5%", 9}, {"a", 0, 0.5, 0.08, "8%", 8}, {"b", 0, 0.5, 0.02, "2%", 9}}
	holes := []share{{"a", math.NaN(), 0, 0.05, "5%", 9}, {"a", 0.2, 0.5, 0.08, "8%", 9}}
	for name, c := range map[string]struct {
		rows    []share
		options []Option
		want    string
	}{
		"numbers": {shares, []Option{Wide("rho2", "share", "test")}, "test|rho2 = 0|rho2 = 0.5;a|0.05|0.08;b|–|0.02"},
		"texts":   {holes, []Option{Wide("rho1", "text", "rho2")}, "rho2|any rho1|rho1 = 0.2;0.0|5%|;0.5||8%"},
		"ints":    {shares[:2], []Option{Wide("runs", "share", "test", "rho1")}, "test|rho1|runs = 9|runs = 8;a|0|0.05|0.08"},
		"chosen":  {shares, []Option{Wide("test", "runs", "rho2"), Columns("b", "rho2")}, "b|rho2;–|0.0;9|0.5"},
	} {
		table := make2(t, c.rows, c.options...)
		var lines []string
		for i := -1; i < table.rows; i++ {
			var cells []string
			for _, column := range table.columns {
				if i < 0 {
					cells = append(cells, column.name)
				} else {
					cells = append(cells, column.cells[i])
				}
			}
			lines = append(lines, strings.Join(cells, "|"))
		}
		if got := strings.Join(lines, ";"); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

func TestWideErrors(t *testing.T) {
	rows := []share{{Test: "a", Runs: 9}, {Test: "a", Runs: 9}}
	for want, option := range map[string]Option{
		`there is no column "m"; the table has test, rho1`: Wide("rho1", "share", "m"),
		`rows 1 and 2 have the same cell, "a" runs = 9`:    Wide("runs", "share", "test"),
	} {
		if _, err := newTable(rows, []Option{option}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
