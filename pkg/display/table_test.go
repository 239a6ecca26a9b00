package display

import (
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"github.com/block-regularized/bcv/pkg/verdict"
)

// named is a number with a name.
type named int

func (n named) String() string { return []string{"none", "one & only"}[n] }

// pair is a row of the tests.
type pair struct {
	Name  string  `dataframe:"name"`
	Value float64 `dataframe:"value"`
}

// cells has a column of each kind.
type cells struct {
	Text  string  `dataframe:"text"`
	Named named   `dataframe:"a <b> name"`
	Count int     `dataframe:"n"`
	Value float64 `dataframe:"value"`
	Flag  bool    `dataframe:"holds"`
}

var mixed = []cells{
	{"<script>alert(1)</script>", 1, 12, 0.123456, true},
	{"a", 0, -3, 12.5, false},
	{`"quoted" & more`, 1, 1000, math.NaN(), true},
}

func make2(t *testing.T, rows any, options ...Option) *content {
	t.Helper()
	c, err := newTable(rows, options)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// golden compares with a file of testdata; UPDATE=1 writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := "testdata/" + name
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s differs; got\n%s", name, got)
	}
}

func TestGolden(t *testing.T) {
	c := make2(t, mixed, Caption("A caption with 1 < 2"))
	body := regexp.MustCompile(`(?s)<style>.*?</style>|<script>document.*?</script>`)
	golden(t, "table.html", body.ReplaceAllString(c.html(), ""))
	golden(t, "table.txt", c.text())
}

// TestEscape: nothing that a row holds becomes HTML.
func TestEscape(t *testing.T) {
	page := make2(t, mixed).html()
	if strings.Contains(page, "<script>alert") || strings.Contains(page, "<b>") || strings.Contains(page, "one & only") {
		t.Error("a cell or a heading is not escaped")
	}
	if strings.Count(page, "<script>") != 0 {
		t.Error("a script more")
	}
}

// TestFold: the first 20 rows stand before the fold, each row once.
func TestFold(t *testing.T) {
	rows := make([]pair, 30)
	for i := range rows {
		rows[i] = pair{string(rune('A' + i)), float64(i)}
	}
	row := regexp.MustCompile(`<tr><td align="left">(.)<`)
	for _, c := range []struct {
		n, shown int
		options  []Option
	}{{20, 20, nil}, {21, 20, nil}, {30, 20, nil}, {30, 12, []Option{Rows(12)}}, {3, 3, nil}, {0, 0, nil}} {
		table := make2(t, rows[:c.n], c.options...)
		before, after, folded := strings.Cut(table.html(), "<details>")
		if got := len(row.FindAllString(before, -1)); got != c.shown || folded != (c.n > c.shown) {
			t.Errorf("%d rows: %d before the fold, fold %v", c.n, got, folded)
		}
		if got := len(row.FindAllString(after, -1)); got != c.n-c.shown {
			t.Errorf("%d rows: %d in the fold", c.n, got)
		}
		if got := strings.Contains(table.text(), " more row"); got != folded {
			t.Errorf("%d rows: the text says %q", c.n, table.text())
		}
	}
	long := make([]pair, maxRows+5)
	page := make2(t, long).html()
	if got := strings.Count(page, "<tr><td"); got != maxRows {
		t.Errorf("%d rows in the notebook, want %d", got, maxRows)
	}
	if want := "5 more rows, not kept"; !strings.Contains(page, want) {
		t.Errorf("the page lacks %q", want)
	}
}

// TestWidth: no line of the text twin is longer than 100 columns, and no word or
// number is lost.
func TestWidth(t *testing.T) {
	words := strings.Repeat("word ", 30) + "last"
	for n := 1; n < 40; n += 3 {
		all := make([]series.Series, n)
		for j := range all {
			name := strings.Repeat("column ", j%4) + string(rune('A'+j))
			if j%5 == 0 {
				all[j] = series.New([]string{words, "x"}, series.String, name)
			} else {
				all[j] = series.New([]float64{1.2345, 2.5}, series.Float, name)
			}
		}
		text := make2(t, dataframe.New(all...), Caption("%s", words)).text()
		for line := range strings.SplitSeq(text, "\n") {
			if utf8.RuneCountInString(line) > maxWidth {
				t.Fatalf("%d columns: %d wide: %s", n, utf8.RuneCountInString(line), line)
			}
		}
		if strings.Count(text, "last") < 1+(n+4)/5 || strings.Count(text, "1.234") < n-(n+4)/5 {
			t.Fatalf("%d columns: something is lost:\n%s", n, text)
		}
	}
	if got := wrapText(strings.Repeat("ä", 250), maxWidth); len(strings.Split(got, "\n")) != 3 {
		t.Errorf("a long word is broken into %q", got)
	}
}

func TestDigits(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		values []float64
		digits int
		want   string
	}{
		{[]float64{0.05, 0.1}, 4, "0.05 0.10"},
		{[]float64{1, 200, 3000}, 4, "1 200 3000"},
		{[]float64{0.123456, 12.5}, 4, "0.12 12.50"},
		{[]float64{0.123456, 0.0012}, 4, "0.1235 0.0012"},
		{[]float64{0.123456, 0.0012}, 2, "0.1235 0.0012"},
		{[]float64{123456.7, 2}, 4, "123457 2"},
		{[]float64{0.00012345, 0.5}, 4, "0.00012 0.50000"},
		{[]float64{-32.0165, 10, 0.0404, 318.367}, 6, "-32.0165 10 0.0404 318.367"},
		{[]float64{0.000012345, 0.5, 0, math.NaN()}, 4, "1.234e-05 0.5 0 –"},
		{[]float64{1.23456e-9, 2e-9}, 4, "1.235e-09 2e-09"},
		{[]float64{1e-12, 1000}, 4, "1e-12 1000"},
		{[]float64{0.123456789}, 8, "0.12345679"},
		{[]float64{0, math.Copysign(0, -1)}, 4, "0 0"},
		{[]float64{-0.00004, 100}, 4, "-4e-05 100"},
		{[]float64{math.NaN(), inf, -inf, 1.5}, 4, "– ∞ -∞ 1.5"},
		{[]float64{999.99, 1}, 4, "1000 1"},
	} {
		values := make([]any, len(c.values))
		for i, x := range c.values {
			values[i] = x
		}
		if got := strings.Join(formatColumn(values, c.digits), " "); got != c.want {
			t.Errorf("%v: %q, want %q", c.values, got, c.want)
		}
	}
}

// TestFrame: a gota frame gives the same table as its rows; missing values of any
// kind are dashes.
func TestFrame(t *testing.T) {
	df := dataframe.New(series.New([]string{"a", "b"}, series.String, "name"), series.New([]any{1, nil}, series.Int, "n"),
		series.New([]float64{0.5, math.NaN()}, series.Float, "value"), series.New([]bool{true, false}, series.Bool, "holds"))
	want := "name  n  value  holds\n----  -  -----  -----\na     1    0.5  yes\nb     –      –  no\n"
	if got := make2(t, df).text(); got != want {
		t.Errorf("%s", got)
	}
	if _, err := newTable(df.Select("nothing"), nil); err == nil {
		t.Error("a failed data frame is shown")
	}
}

// TestNumbersInText: numbers that come as text, as they are printed in a paper, stand
// at the right and keep their digits.
func TestNumbersInText(t *testing.T) {
	type row struct {
		Published string `dataframe:"published"`
		Name      string `dataframe:"name"`
		Empty     string `dataframe:"empty_cells"`
		Formula   string `dataframe:"with C_m"`
	}
	c := make2(t, []row{{"0.110", "1", "", ""}, {"2e-5", "B1;B2", "", ""}, {"", "3", "", ""}})
	for i, want := range []bool{true, false, false} {
		if got := c.columns[i].number; got != want {
			t.Errorf("column %s: number is %v, want %v", c.columns[i].name, got, want)
		}
	}
	if got := c.columns[0].cells[0]; got != "0.110" {
		t.Errorf("got %s, want 0.110", got)
	}
	if c.columns[2].name != "empty cells" || c.columns[3].name != "with C_m" {
		t.Errorf("headings %q, %q", c.columns[2].name, c.columns[3].name)
	}
}

func TestColumns(t *testing.T) {
	rows := []*cells{&mixed[0]}
	c := make2(t, rows, Heading("n", "records"), Columns("value as mean of it, n"), Heading("text", "none"))
	var names []string
	for _, column := range c.columns {
		names = append(names, column.name)
	}
	if want := []string{"mean of it", "records"}; !slices.Equal(names, want) {
		t.Errorf("columns %q, want %q", names, want)
	}
	for want, got := range map[string]error{
		`there is no column "m"; the table has text, a <b> name, n, value, holds`: second(newTable(mixed,
			[]Option{Columns("n, m")})),
		"a table of int; give a slice of structs or a data frame":   second(newTable(3, nil)),
		"a table of <nil>; give a slice of structs or a data frame": second(newTable(nil, nil)),
		"rows of type float64; give structs with dataframe tags":    second(newTable([]float64{1}, nil)),
		"row 2 is nil": second(newTable([]*cells{&mixed[0], nil}, nil)),
		"0 rows before the fold; give at least 1": second(newTable(mixed, []Option{Rows(0)})),
		"18 digits; give 1 to 17":                 second(newTable(mixed, []Option{Digits(18)})),
	} {
		if got == nil || got.Error() != "display: "+want {
			t.Errorf("got %v\nwant display: %s", got, want)
		}
	}
}

func TestWords(t *testing.T) {
	rows := []cells{{Text: "none/fpa_sd"}, {Text: "A/n_components"}}
	c := make2(t, rows, Words("text"))
	if want := []string{"none, FPA s.d.", "A, components"}; !slices.Equal(c.columns[0].cells, want) {
		t.Errorf("cells %q, want %q", c.columns[0].cells, want)
	}
}

func second[T any](_ T, err error) error { return err }

// The names of columns of files become headings in words.
func TestHeading(t *testing.T) {
	for name, want := range map[string]string{
		"standard_error": "standard error", "fpa_sd_without": "FPA s.d. without", "n_components": "components",
		"P_pct": "P %", "a_ci_low_pct": "a interval low %", "p_better": "P(B better)", "p_h1": "P(H1)",
		"p_h0_fitted": "P(H0) fitted", "loss_MEAN": "loss mean", "loss_STD": "loss s.d.", "se": "s.e.",
		"mx2BCV": "mx2BCV", "mu_B - mu_A": "mu_B - mu_A", "": "",
	} {
		if got := heading(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// A table of verdicts shows what fits the width of a notebook, without empty columns, and the others where they are
// named.
func TestShownColumns(t *testing.T) {
	rows := []verdict.Row{{Task: "CWS", Metric: "F1", ModelA: "a", ModelB: "b", PBetter: math.NaN(), Method: "bcv-t",
		Design: "3 x 2 BCV"}}
	names := func(rows any, options ...Option) string {
		t.Helper()
		c, err := newTable(rows, options)
		if err != nil {
			t.Fatal(err)
		}
		return strings.SplitN(c.text(), "\n", 2)[0]
	}
	if got, want := strings.Join(strings.Fields(names(rows)), " "),
		"task metric model a model b a b estimate low high p-value method"; got != want {
		t.Errorf("columns %q, want %q", got, want)
	}
	if got := names(rows, Columns("design, better")); strings.Join(strings.Fields(got), " ") != "design better" {
		t.Errorf("columns %q, want design and better", got)
	}
}
