package numtest

import (
	"encoding/csv"
	"os"
	"strconv"
	"strings"
	"testing"
)

// Fixture returns the rows of testdata/name, a CSV file with lines of comment that begin
// with # and a header, which it leaves out. Fewer than two rows fail the test.
func Fixture(t testing.TB, name string) [][]string {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil || len(rows) < 3 {
		t.Fatalf("%s: %d rows, %v", name, len(rows), err)
	}
	return rows[1:]
}

// Float reads a number of a fixture.
func Float(t testing.TB, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Floats reads numbers between blanks.
func Floats(t testing.TB, text string) []float64 {
	t.Helper()
	var out []float64
	for word := range strings.FieldsSeq(text) {
		out = append(out, Float(t, word))
	}
	return out
}
