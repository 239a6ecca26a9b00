package dataset_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/dataset"
)

// Times are numbers or dates in several forms; they leave with the records that are left out, and are no feature.
func TestReadTimes(t *testing.T) {
	for name, c := range map[string]struct {
		column, values string // of five records
		want           string // order of the times
		shown          string
	}{
		"numbers":   {"t", "3,1,2.5,-4,2.5", "[3 1 2.5 -4 2.5]", "-4 to 3"},
		"by number": {"1", "3,1,2.5,-4,2.5", "[3 1 2.5 -4 2.5]", "-4 to 3"},
		"dates": {"t", "1970-01-02,1970-01-01,1970-01-03,1969-12-31,1970-01-01", "[8.64e+10 0 1.728e+11 -8.64e+10 0]",
			"1969-12-31 to 1970-01-03"},
		"date and time": {"t",
			"1970-01-01 00:01:00,1970-01-01 00:02,1970-01-01T00:00:03,1970-01-01T01:00:00+01:00,1970-01-01",
			"[6e+07 1.2e+08 3e+06 0 0]",
			"1970-01-01T01:00:00+01:00 to 1970-01-01 00:02"},
	} {
		text := "t,x,y\n"
		for i, v := range strings.Split(c.values, ",") {
			text += fmt.Sprintf("%s,%d,%s\n", v, i, []string{"p", "q"}[i%2])
		}
		d, err := dataset.Parse("v.csv", strings.NewReader(text), dataset.Options{Time: c.column})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := fmt.Sprint(d.Times); got != c.want {
			t.Errorf("%s: times %s, want %s", name, got, c.want)
		}
		if col := d.Columns[0]; col.Role != "time" || col.Values != c.shown {
			t.Errorf("%s: column %+v, want times %s", name, col, c.shown)
		}
		if d.P() != 1 {
			t.Errorf("%s: %d features, want 1", name, d.P())
		}
		path := filepath.Join(t.TempDir(), "labels.csv")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		labels, err := dataset.ReadLabels(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := labels.Times("t"); fmt.Sprint(got) != c.want || err != nil {
			t.Errorf("%s: times of labels %v, %v, want %s", name, got, err, c.want)
		}
	}
}

func TestTimesWithGaps(t *testing.T) {
	const text = "t,x,y\n5,1,p\n,2,q\n7,?,p\n9,4,q\n"
	for keep, want := range map[bool]string{true: "[5 7 9]", false: "[5 9]"} {
		d, err := dataset.Parse("v.csv", strings.NewReader(text), dataset.Options{Time: "t", DropRows: true, Keep: keep})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(d.Times); got != want {
			t.Errorf("keep %v: times %s, want %s", keep, got, want)
		}
	}
}

func TestReadTimesRefuses(t *testing.T) {
	for _, c := range []struct {
		values string
		opt    dataset.Options
		want   []string
	}{
		{"1,2,x", dataset.Options{Time: "t"}, []string{"row 4", "column t",
			`"x" is not a time; give a number, or a date such as`}},
		{"1,2,inf", dataset.Options{Time: "t"}, []string{`"inf" is not a time`}},
		{"1,2,1e999", dataset.Options{Time: "t"}, []string{`"1e999" is not a time`}},
		{"1,2,2024-01-02", dataset.Options{Time: "t"}, []string{
			`"2024-01-02" is beside "1"; give only numbers, or only dates`}},
		{"2024-01-02,7,2024-01-02", dataset.Options{Time: "t"}, []string{"row 3", `"7" is beside "2024-01-02"`}},
		{"02/01/2024,3,4", dataset.Options{Time: "t"}, []string{"row 2", `"02/01/2024" is not a time`}},
		{"1,,3", dataset.Options{Time: "t"}, []string{"row 3", "a value is missing"}},
		{"1,2,3", dataset.Options{Time: "y"}, []string{"column y", "is the target and cannot hold times"}},
		{"1,2,3", dataset.Options{Time: "t", Groups: "t"}, []string{"column t", "is the group and cannot hold times"}},
		{"1,2,3", dataset.Options{Time: "z"}, []string{`there is no column "z"`}},
	} {
		text := "t,x,y\n"
		for i, v := range strings.Split(c.values, ",") {
			text += fmt.Sprintf("%s,%d,%s\n", v, i, []string{"p", "q"}[i%2])
		}
		_, err := dataset.Parse("v.csv", strings.NewReader(text), c.opt)
		for _, want := range c.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("times %s: %v, want %q", c.values, err, want)
			}
		}
	}
}
