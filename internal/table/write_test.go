package table

import (
	"bytes"
	"io"
	"math"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestWriteErrors(t *testing.T) {
	tests := []struct {
		row  number
		want string
	}{
		{number{X: math.NaN()}, `table: row 3, column x: "NaN" is not a finite number; give a finite number`},
		{number{X: math.Inf(1)}, `table: row 3, column x: "+Inf" is not a finite number; give a finite number`},
		{number{Y: math.Inf(-1)}, `table: row 3, column y: "-Inf" is not a finite number; give a finite number`},
		{number{Z: -1}, `table: row 3, column z: "-1" is negative; give a number from 0 on`},
	}
	for _, test := range tests {
		err := Write(io.Discard, []number{{}, test.row})
		if err == nil || err.Error() != test.want {
			t.Errorf("got %v\nwant %s", err, test.want)
		}
	}
	for _, s := range []string{" a", "a\t", "a\rb", "a\x00", "\xff"} {
		if err := Write(io.Discard, []count{{Model: s}}); err == nil {
			t.Errorf("%q written", s)
		}
	}
	counts := []int{-1}
	if beyond := int64(maxCount) + 1; strconv.IntSize == 64 {
		counts = append(counts, int(beyond))
	}
	for _, n := range counts {
		if err := Write(io.Discard, []count{{Fold: n}}); err == nil {
			t.Errorf("count %d written", n)
		}
	}
}

// mixed has an embedded struct and a field that is no column.
type mixed struct {
	ID
	Value float64 `dataframe:"value" table:"blank,inf"`
	Ok    bool    `dataframe:"ok"`
	Rest  []int   `dataframe:"-"`
	inner int
}

// ID is embedded in mixed.
type ID struct {
	Source string `dataframe:"source"`
	N      int    `dataframe:"n"`
}

// TestRoundTrip: Read gives back what Write wrote, to the bit.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := make([]mixed, rapid.IntRange(1, 5).Draw(t, "rows"))
		for i := range rows {
			text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[ ",;\n\\.a-]{0,6}`)).Draw(t, "source")
			if textProblem(text) != "" {
				text = ""
			}
			rows[i] = mixed{ID: ID{text, rapid.Int().Draw(t, "n")},
				Value: rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1),
					5e-324})).Draw(t, "value"),
				Ok: rapid.Bool().Draw(t, "ok"), inner: 1}
		}
		var b bytes.Buffer
		if err := Write(&b, rows); err != nil {
			t.Fatal(err)
		}
		got, _, err := Read[mixed]("f", &b)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != len(rows) {
			t.Fatalf("%d rows, want %d", len(got), len(rows))
		}
		for i, want := range rows {
			have, bits := got[i], math.Float64bits(want.Value)
			if math.Float64bits(have.Value) != bits && !(math.IsNaN(want.Value) && math.IsNaN(have.Value)) {
				t.Fatalf("row %d: got value %v, want %v", i, have.Value, want.Value)
			}
			if have.ID != want.ID || have.Ok != want.Ok {
				t.Fatalf("row %d: got %+v, want %+v", i, have, want)
			}
			if have.inner != 0 {
				t.Fatalf("row %d: the field without a column became %v", i, have.inner)
			}
		}
	})
}

// TestOneEmptyString: a blank line would be no row.
func TestOneEmptyString(t *testing.T) {
	type one struct {
		S string `dataframe:"s"`
	}
	var b bytes.Buffer
	want := []one{{"a"}, {""}, {"b"}, {""}}
	if err := Write(&b, want); err != nil {
		t.Fatal(err)
	}
	got, _, err := Read[one]("f", &b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
