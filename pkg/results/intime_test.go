package results

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// Points in time are read in their order, and what is missing between them is said: months, weekdays and minutes are
// steps of one length.
func TestPointsInTime(t *testing.T) {
	days := func(n int, step func(i int) time.Time, layout string) (names []string) {
		for i := range n {
			names = append(names, step(i).Format(layout))
		}
		return names
	}
	monday := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	daily := func(i int) time.Time { return monday.AddDate(0, 0, i) }
	weekdays := func(i int) time.Time { return monday.AddDate(0, 0, i/5*7+i%5) }
	for _, c := range []struct {
		name  string
		names []string
		order []int
		note  string
	}{
		{"numbers", []string{"1", "2", "3", "4"}, nil, ""},
		{"numbers that jump", []string{"1", "2", "4", "5", "9"}, nil, `2 gaps in time, the first behind "2"`},
		{"numbers backwards", []string{"30", "20", "10"}, []int{2, 1, 0}, ""},
		{"days", days(90, daily, "2006-01-02"), nil, ""},
		{"days, a missing one", slices.Delete(days(90, daily, "2006-01-02"), 40, 41), nil, `1 gap in time, the first behind "2024-02-09"`},
		{"weekdays", days(90, weekdays, "2006-01-02"), nil, ""},
		{"a missing weekday", slices.Delete(days(90, weekdays, "2006-01-02"), 7, 8), nil, `1 gap in time, the first behind "2024-01-09"`},
		{"compact days", days(90, daily, "20060102"), nil, ""},
		{"months", days(40, func(i int) time.Time { return monday.AddDate(0, i, 0) }, "2006-01"), nil, ""},
		{"ends of months", []string{"2024-01-31", "2024-02-29", "2024-03-31", "2024-04-30"}, nil, ""},
		{"a missing month", []string{"2024-01", "2024-02", "2024-04", "2024-05"}, nil, `1 gap in time, the first behind "2024-02"`},
		{"quarters", []string{"2023Q4", "2024Q1", "2024Q2", "2024Q3"}, nil, ""},
		{"minutes", days(50, func(i int) time.Time { return monday.Add(time.Duration(i) * time.Minute) }, time.RFC3339), nil, ""},
		{"days in another order", []string{"2024-01-02", "2024-01-01", "2024-01-03"}, []int{1, 0, 2}, ""},
		{"other names", []string{"01/02/24", "02/02/24", "03/02/24"}, nil, "in the order of the file"},
		{"one day twice", []string{"2024-01-01", "2024-1-1"}, nil, "in the order of the file"},
	} {
		x := &Units{Names: c.names}
		notes := x.setTimes()
		if !slices.Equal(x.order, c.order) {
			t.Errorf("%s: order %v, want %v", c.name, x.order, c.order)
		}
		if got := strings.Join(notes, ""); c.note == "" && got != "" || !strings.Contains(got, c.note) {
			t.Errorf("%s: note %q, want %q", c.name, got, c.note)
		}
	}
}

// A series is read from its canonical form, and from what Write wrote of it.
func TestSeriesFile(t *testing.T) {
	var text strings.Builder
	text.WriteString("point,model,score\n")
	for i := range 5 {
		fmt.Fprintf(&text, "%d,a,%d\n%d,b,%d\n", i, i*i, i, 3*i)
	}
	rs, err := Parse("series.csv", strings.NewReader(text.String()), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := Write(&out, ItemRows, rs...); err != nil {
		t.Fatal(err)
	}
	again, err := Parse("again.csv", strings.NewReader(out.String()), ReadOptions{})
	if err != nil || !again[0].InTime() || !again[0].Design.InTime || again[0].Design.Records != 5 {
		t.Errorf("wrote %q: read again %+v, %v", out.String(), again, err)
	}
	for _, column := range []string{"run", "cluster", "task", "draw"} {
		file := "point," + column + ",model,score\n1,1,a,1\n1,1,b,2\n"
		if _, err := Parse("series.csv", strings.NewReader(file), ReadOptions{}); err == nil {
			t.Errorf("column %s beside points in time: no error", column)
		}
	}
}
