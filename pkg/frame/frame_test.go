package frame

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/block-regularized/bcv/pkg/infer"
)

// metric is a named string, as results use them.
type metric string

type key struct {
	Task string `dataframe:"task"`
	Fold int    `dataframe:"fold"`
}

// row has every kind of field and an embedded struct.
type row struct {
	key
	Metric metric  `dataframe:"metric"`
	Value  float64 `dataframe:"value"`
	Small  float32 `dataframe:"small"`
	Ok     bool    `dataframe:"ok"`
	Long   int64   `dataframe:"long"`
	Seed   uint64  `dataframe:"seed"`
	Byte   uint8   `dataframe:"byte"`
	Note   []int   `dataframe:"-"`
}

func TestRoundTrip(t *testing.T) {
	special := rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e-300, 5e-324, 1e-12,
		math.Copysign(0, -1)})
	words := rapid.OneOf(rapid.SampledFrom([]string{"NA", "", " ", "<nil>", "true", "1", "Na N"}), rapid.String())
	rapid.Check(t, func(t *rapid.T) {
		rows := make([]row, rapid.IntRange(0, 4).Draw(t, "rows"))
		for i := range rows {
			rows[i] = row{
				key:    key{words.Draw(t, "task"), rapid.Int().Draw(t, "fold")},
				Metric: metric(words.Draw(t, "metric")),
				Value:  rapid.OneOf(rapid.Float64(), special).Draw(t, "value"),
				Small:  rapid.Float32().Draw(t, "small"),
				Ok:     rapid.Bool().Draw(t, "ok"),
				Long:   rapid.Int64Range(math.MinInt, math.MaxInt).Draw(t, "long"),
				Seed:   rapid.Uint64Max(math.MaxInt).Draw(t, "seed"),
				Byte:   rapid.Uint8().Draw(t, "byte"),
			}
		}
		df, err := Of(rows)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Rows[row](df)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(rows, got, cmpopts.EquateNaNs(), cmp.AllowUnexported(row{})); diff != "" {
			t.Fatal(diff)
		}
		for i := range rows {
			if math.Signbit(rows[i].Value) != math.Signbit(got[i].Value) && !math.IsNaN(rows[i].Value) {
				t.Fatal("sign of zero lost")
			}
		}
	})
}

func TestEmpty(t *testing.T) {
	df, err := Of([]row{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"task", "fold", "metric", "value", "small", "ok", "long", "seed", "byte"}
	if diff := cmp.Diff(want, df.Names()); diff != "" || df.Nrow() != 0 {
		t.Errorf("%d rows, names %s", df.Nrow(), diff)
	}
	if df.String() == "" {
		t.Error("a frame of no rows does not print")
	}
	more, err := Of([]row{{key: key{Task: "NER"}}})
	if err != nil {
		t.Fatal(err)
	}
	if both := df.RBind(more); both.Err != nil || both.Nrow() != 1 {
		t.Errorf("a frame of no rows does not bind: %v", both.Err)
	}
}

func TestOfErrors(t *testing.T) {
	type slice struct {
		X []int `dataframe:"x"`
	}
	tests := []struct {
		name, want string
		of         func() (dataframe.DataFrame, error)
	}{
		{"NaN text", `frame: row 2, column metric: gota takes the string "NaN" for a missing value; use another word`,
			func() (dataframe.DataFrame, error) { return Of([]row{{}, {Metric: "NaN"}}) }},
		{"uint64", "frame: row 1, column seed: 9223372036854775808 does not fit gota's int; use a float64 or string " +
			"field",
			func() (dataframe.DataFrame, error) { return Of([]row{{Seed: 1 << 63}}) }},
		{"type", "frame: column x has type []int; use a string, a bool, an integer or a floating-point number",
			func() (dataframe.DataFrame, error) { return Of([]slice{}) }},
	}
	for _, test := range tests {
		df, err := test.of()
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v\nwant %s", test.name, err, test.want)
		}
		if df.Err == nil {
			t.Errorf("%s: the frame itself does not carry the error", test.name)
		}
	}
}

func TestRowsErrors(t *testing.T) {
	type wide struct {
		X float64 `dataframe:"x"`
	}
	type count struct {
		X int `dataframe:"x"`
	}
	type tiny struct {
		X uint8 `dataframe:"x"`
	}
	type short struct {
		X int8 `dataframe:"x"`
	}
	type single struct {
		X float32 `dataframe:"x"`
	}
	type word struct {
		X string `dataframe:"x"`
	}
	type flag struct {
		X bool `dataframe:"x"`
	}
	huge := int64(1)<<53 + 1
	frame := func(values any, typ series.Type) dataframe.DataFrame {
		return dataframe.New(series.New(values, typ, "x"))
	}
	tests := []struct {
		name string
		df   dataframe.DataFrame
		rows func(dataframe.DataFrame) error
		want string
	}{
		{"failed frame", dataframe.New(), rowsErr[count], "frame: the data frame has failed before: empty DataFrame"},
		{"no column", dataframe.New(series.New([]int{1}, series.Int, "y")), rowsErr[count],
			"frame: column x is missing; the data frame has [y]"},
		{"zero frame", dataframe.DataFrame{}, rowsErr[count], "frame: column x is missing; the data frame has []"},
		{"text for int", frame([]string{"1", "a"}, series.String), rowsErr[count],
			"frame: column x holds string values, but the field has type int; give the column that type when the " +
				"data frame is made"},
		{"int for text", frame([]int{1}, series.Int), rowsErr[word],
			"frame: column x holds int values, but the field has type string; give the column that type when the " +
				"data frame is made"},
		{"missing int", frame([]any{1, nil}, series.Int), rowsErr[count], "frame: row 2, column x: the value is " +
			"missing; fill it or leave the row out"},
		{"missing text", frame([]any{"a", nil}, series.String), rowsErr[word],
			"frame: row 2, column x: the value is missing; fill it or leave the row out"},
		{"missing truth", frame([]any{true, nil}, series.Bool), rowsErr[flag],
			"frame: row 2, column x: the value is missing; fill it or leave the row out"},
		{"NaN for int", frame([]float64{math.NaN()}, series.Float), rowsErr[count],
			"frame: row 1, column x: the value is missing; fill it or leave the row out"},
		{"fraction", frame([]float64{1, 1.5}, series.Float), rowsErr[count],
			"frame: row 2, column x: 1.5 is not a whole number up to 2^53; use a float64 field"},
		{"infinity", frame([]float64{math.Inf(1)}, series.Float), rowsErr[count],
			"frame: row 1, column x: +Inf is not a whole number up to 2^53; use a float64 field"},
		{"huge int", frame([]int{int(huge)}, series.Int), rowsErr[wide], "frame: row 1, column x: 9007199254740993 " +
			"is not exact as a float64; use an int field"},
		{"uint8", frame([]int{256}, series.Int), rowsErr[tiny], "frame: row 1, column x: 256 does not fit a field of " +
			"type uint8; use int"},
		{"negative uint8", frame([]int{-1}, series.Int), rowsErr[tiny], "frame: row 1, column x: -1 does not fit a " +
			"field of type uint8; use int"},
		{"int8", frame([]int{-129}, series.Int), rowsErr[short], "frame: row 1, column x: -129 does not fit a field " +
			"of type int8; use int"},
		{"float32", frame([]float64{0.1}, series.Float), rowsErr[single], "frame: row 1, column x: 0.1 is not exact " +
			"as a float32; use a float64 field"},
		{"whole float", frame([]float64{3, -4}, series.Float), rowsErr[count], ""},
		{"int for float", frame([]int{3}, series.Int), rowsErr[wide], ""},
		{"missing float", frame([]any{1.5, nil}, series.Float), rowsErr[wide], ""},
		{"missing int for float", frame([]any{1, nil}, series.Int), rowsErr[wide], ""},
	}
	for _, test := range tests {
		if test.name == "huge int" && strconv.IntSize == 32 {
			continue // no int is as large
		}
		err := test.rows(test.df)
		if got := fmt.Sprint(err); got != test.want && (err != nil || test.want != "") {
			t.Errorf("%s: got %v\nwant %s", test.name, err, test.want)
		}
	}
}

func rowsErr[T any](df dataframe.DataFrame) error {
	_, err := Rows[T](df)
	return err
}

func TestRowsOptionalAndExtra(t *testing.T) {
	type some struct {
		X int    `dataframe:"x"`
		Y string `dataframe:"y" table:"optional"`
	}
	df := dataframe.New(series.New([]float64{1}, series.Float, "extra"), series.New([]int{7}, series.Int, "x"))
	rows, err := Rows[some](df)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]some{{X: 7}}, rows); diff != "" {
		t.Error(diff)
	}
}

// Results of tests become frames: both ends of the interval, degrees of freedom as text.
func TestResults(t *testing.T) {
	d, err := infer.DifferencesOf([][]float64{{0.1, 0.2}, {0.15, 0.1}, {0.1, 0.05}, {0.2, 0.1}, {0.1, 0.1}})
	if err != nil {
		t.Fatal(err)
	}
	var results []infer.Result
	for _, name := range []string{"bcv-t", "calibrated-5x2-F"} {
		r, err := infer.Run(name, d, infer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
	}
	df, err := Of(results)
	if err != nil {
		t.Fatal(err)
	}
	if got := df.Col("df").Records(); got[0] != "9" || got[1] != "7, 5" {
		t.Errorf("df %q", got)
	}
	low := df.Col("ci_low").Float()
	if low[0] != results[0].CI.Low || !math.IsNaN(low[1]) || df.Col("alternative").Records()[0] != "two-sided" {
		t.Errorf("%v", df)
	}
	if _, err := Rows[infer.Result](df); err == nil {
		t.Error("a list of numbers was read back")
	}
}
