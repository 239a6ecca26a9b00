// Package numtest helps to test numeric code: that a call ends, numbers of fixtures, and what the race
// detector need not see.
package numtest

import (
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Limit is the time that any one call of a numeric function may take in a test: a
// hundred times what the slowest takes.
const Limit = 5 * time.Second

// Ends runs f and fails the test at once if it takes longer than Limit. The call is
// named by what and its arguments.
func Ends(t testing.TB, f func(), what string, arguments ...any) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	late := time.NewTimer(Limit)
	defer late.Stop()
	select {
	case <-done:
	case <-late.C:
		t.Fatalf("%s(%s) has not ended after %v", what, fmt.Sprint(arguments...), Limit)
	}
}

// NotRaced skips a long test of numbers under the race detector, which takes ten times as long for it. What such a
// test runs on several goroutines must be run by another one, too.
func NotRaced(t testing.TB) {
	t.Helper()
	if raced {
		t.Skip("long, and other tests run the same goroutines")
	}
}

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
