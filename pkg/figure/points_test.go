package figure

import (
	"fmt"
	"image/color"
	"reflect"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/verdict"
	"gonum.org/v1/plot/vg"
)

type measured struct {
	Distribution string  `dataframe:"distribution"`
	N            int     `dataframe:"n"`
	Rho          float64 `dataframe:"rho"`
	Share        float64 `dataframe:"share"`
	SE           float64 `dataframe:"se"`
	Looked       bool    `dataframe:"looked"`
}

func TestPoints(t *testing.T) {
	rows := []measured{{Distribution: "normal", N: 100, Rho: 0.5, Share: 0.04, SE: 0.01},
		{Distribution: "SCLA", N: 200, Rho: 0.25, Share: 0.05}}
	got, err := Points(rows, Columns{Panel: "distribution, n", Series: "rho", X: "n", Y: "share", SE: "se", Mark: Line})
	want := []Point{
		{Panel: "normal, n = 100", Series: "rho = 0.5", X: 100, Y: 0.04, SE: 0.01, Mark: Line},
		{Panel: "SCLA, n = 200", Series: "rho = 0.25", X: 200, Y: 0.05, Mark: Line},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v\nwant %v", got, err, want)
	}
	named, err := Points(rows[:1], Columns{Series: "rho", Name: "limit", X: "n", Y: "share"})
	if err != nil {
		t.Fatal(err)
	}
	if want := "rho = 0.5, limit"; named[0].Series != want {
		t.Errorf("series %q, want %q", named[0].Series, want)
	}
	f, err := Of(rows, Columns{X: "n", Y: "share"}, Labels{X: "n", Y: "share"})
	if err != nil {
		t.Fatal(err)
	}
	if want := "share against n"; f.Alt != want {
		t.Errorf("figure of %q, want %q", f.Alt, want)
	}
	if f, err = Of(rows, Columns{Panel: "distribution", X: "n", Y: "share"}, Labels{}); err != nil {
		t.Fatal(err)
	}
	if want := "values against x: normal, SCLA"; f.Alt != want {
		t.Errorf("figure of %q, want %q", f.Alt, want)
	}
	if _, err := Of(rows, Columns{X: "n"}, Labels{}); err == nil {
		t.Error("a figure without y")
	}
	for _, c := range []struct {
		columns Columns
		want    string
	}{
		{Columns{X: "n", Y: "power"}, `figure: rows of figure.measured have no column "power"`},
		{Columns{Panel: "distribution, sets", X: "n", Y: "share"}, `figure: rows of figure.measured have no column "sets"`},
		{Columns{X: "distribution", Y: "share"}, `figure: column "distribution" holds no numbers`},
		{Columns{X: "n"}, "figure: no column for y; name one"},
	} {
		if _, err := Points(rows, c.columns); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

func TestLines(t *testing.T) {
	got := Through("bound", Line, 0, 1, 2, 3)
	want := []Point{{Series: "bound", X: 0, Y: 1, Mark: Line}, {Series: "bound", X: 2, Y: 3, Mark: Line}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	points := []Point{{Panel: "a", X: 3}, {Panel: "b", X: 1}, {Panel: "a", X: 1, Y: 7}}
	got = Across(points, Point{Series: "level", Y: 0.05}, Point{Panel: "b", Series: "limit", Y: 2})[3:]
	want = []Point{
		{Panel: "a", Series: "level", X: 1, Y: 0.05, Mark: Dash}, {Panel: "a", Series: "level", X: 3, Y: 0.05, Mark: Dash},
		{Panel: "b", Series: "level", X: 1, Y: 0.05, Mark: Dash}, {Panel: "b", Series: "level", X: 1, Y: 0.05, Mark: Dash},
		{Panel: "b", Series: "limit", X: 1, Y: 2, Mark: Dash}, {Panel: "b", Series: "limit", X: 1, Y: 2, Mark: Dash},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v\nwant %v", got, want)
	}
}

// TestStyles: without colors all series of a figure still differ.
func TestStyles(t *testing.T) {
	for _, mark := range []Mark{Dots, Line, Dash, Cloud} {
		g := &curveGrid{mark: map[string]Mark{}}
		seen := map[string]string{}
		for k := range palette {
			name := fmt.Sprint(k)
			g.series, g.mark[name] = append(g.series, name), mark
		}
		for k, name := range g.series {
			s := g.style(k)
			look := fmt.Sprint(s.dashes)
			if s.dots() {
				look = fmt.Sprintf("%#v", s.shape)
			}
			if other, twice := seen[look]; twice {
				t.Errorf("mark %d: series %s looks as series %s: %s", mark, name, other, look)
			}
			seen[look] = name
		}
	}
	solid := (&curveGrid{series: []string{"a", "b"}, mark: map[string]Mark{"a": Dash, "b": Line}}).style(1)
	if solid.dashes != nil {
		t.Errorf("the first line has dashes %v", solid.dashes)
	}
}

// TestCrowdedMarks: panels with many marks have small ones, other panels of a figure have not.
func TestCrowdedMarks(t *testing.T) {
	var points []Point
	for i := range 300 {
		x := float64(i)
		points = append(points, Point{Panel: "many", Series: fmt.Sprint(i % 2), X: x, Y: x, Mark: Cloud},
			Point{Panel: "line", Series: "line", X: x, Y: x, Mark: Line})
	}
	g, err := newCurves(append(points, Point{Panel: "few", Series: "0", Mark: Cloud}), [2]string{})
	if err != nil {
		t.Fatal(err)
	}
	for panel, want := range map[string]vg.Length{"many": smallRadius, "few": markRadius, "line": markRadius} {
		if got := g.radius(panel); got != want {
			t.Errorf("%s: got marks of %v points, want %v", panel, got, want)
		}
	}
}

// TestSharedColor: a series has the color of the series whose name it continues.
func TestSharedColor(t *testing.T) {
	g := &curveGrid{series: []string{"rho2 = 0.5", "rho2 = 0.55", "rho2 = 0.5, limit"}}
	if g.look(2).color != palette[0] || g.look(1).color != palette[1] {
		t.Errorf("%v, %v", g.look(1).color, g.look(2).color)
	}
}

// TestModelsKeepTheirColors: whichever series comes first, and grey is what is not shown.
func TestModelsKeepTheirColors(t *testing.T) {
	series := []string{"neither is shown to be better", "new is shown to be better", "old is shown to be better"}
	g := &curveGrid{series: series, models: [2]string{"old", "new"}}
	for k, want := range []color.RGBA{grey, palette[1], palette[0]} {
		if got := g.look(k).color; got != want {
			t.Errorf("%s: %v, want %v", series[k], got, want)
		}
	}
}

// TestLegendRoom: a figure with a long legend is higher, so that its plots keep their size.
func TestLegendRoom(t *testing.T) {
	height := func(names ...string) int {
		var points []Point
		for i, name := range names {
			points = append(points, Point{Series: name, X: float64(i)}, Point{Series: name, X: float64(i + 1), Y: 1})
		}
		f, err := Curves(points, Labels{})
		if err != nil {
			t.Fatal(err)
		}
		return f.Height
	}
	one, two, many := height("a"), height("a", "b"), height("a series of a long name", "another with a long name",
		"a third with a long name", "the fourth with a name")
	if !(one < two && two < many) {
		t.Errorf("heights %d, %d, %d", one, two, many)
	}
}

// TestPanels: three panels stand in a row, of four two; the legend of the first row
// makes the figure higher, whatever stands below it.
func TestPanels(t *testing.T) {
	draw := func(panels, series int) *Figure {
		var points []Point
		for k := range panels {
			for i := range series {
				points = append(points, Point{Panel: fmt.Sprint(k), Series: fmt.Sprint(i), X: float64(i)})
			}
		}
		f, err := Curves(points, Labels{})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for panels, across := range map[int]int{2: 2, 3: 3, 4: 2, 5: 3, 6: 3} {
		if got := len(draw(panels, 1).rows[0].Plots); got != across {
			t.Errorf("%d panels: %d in a row", panels, got)
		}
	}
	if one, two := draw(6, 1), draw(6, 2); one.Height >= two.Height {
		t.Errorf("%d pixels without a legend, %d with one", one.Height, two.Height)
	}
}

func TestSameY(t *testing.T) {
	points := []Point{{Panel: "a", Y: 1}, {Panel: "a", X: 1, Y: 2}, {Panel: "b", Y: -5}, {Panel: "b", X: 1, Y: 1},
		{Panel: "c", Y: 9}, {Panel: "d"}, {Panel: "e", Y: 20}}
	own, err := Curves(points, Labels{})
	if err != nil {
		t.Fatal(err)
	}
	same, err := Curves(points, Labels{SameY: true})
	if err != nil {
		t.Fatal(err)
	}
	low, high := own.rows[0].Plots[1].Y.Min, own.rows[1].Plots[1].Y.Max
	for k := range points[:5] {
		p := same.rows[k/3].Plots[k%3]
		if p.Y.Min != low || p.Y.Max != high {
			t.Errorf("panel %d: %v to %v, want %v to %v", k, p.Y.Min, p.Y.Max, low, high)
		}
	}
	if p := own.rows[0].Plots[0]; p.Y.Min == low {
		t.Error("panels share y without being asked to")
	}
}

// A scatter plot takes any number of series, in one plot.
func TestScatter(t *testing.T) {
	var points []Point
	for k := range 12 {
		points = append(points, Through(fmt.Sprint(k), Dots, 0, float64(k), 1, float64(k))...)
	}
	f, err := Scatter(points, Labels{X: "x", Y: "y"})
	if err != nil {
		t.Fatal(err)
	}
	if want := "y against x: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11"; f.Alt != want {
		t.Errorf("figure of %q, want %q", f.Alt, want)
	}
	if _, err := Scatter(nil, Labels{}); err == nil {
		t.Error("a figure without points")
	}
	points[0].Panel = "left"
	if _, err := Scatter(points, Labels{}); err == nil {
		t.Error("a scatter plot with panels")
	}
}

// A name stands beside its point where there is room, else on another side of it, and never outside.
func TestPlaced(t *testing.T) {
	style := textStyle(tickSize)
	within := vg.Rectangle{Max: vg.Point{X: 200, Y: 100}}
	middle := vg.Point{X: 100, Y: 50}
	right := placed("name", style, middle, within, nil, nil)
	if right.Min.X <= middle.X {
		t.Errorf("a name with room at %v, want it right of %v", right, middle)
	}
	taken := []vg.Rectangle{right, around(middle, 3)}
	for range 5 {
		next := placed("name", style, middle, within, taken, nil)
		for _, r := range taken {
			if overlap(next, r) {
				t.Errorf("a name at %v covers what is at %v", next, r)
			}
		}
		taken = append(taken, next)
	}
	edge := placed("name", style, vg.Point{X: 195, Y: 50}, within, nil, nil)
	if edge.Max.X > 195 {
		t.Errorf("a name at %v, want it left of the point at the edge", edge)
	}
	if got := placed("name", style, middle, within, []vg.Rectangle{within}, nil); got != right {
		t.Errorf("a name at %v where all is taken, want it right of the point", got)
	}
	line := []vg.Rectangle{around(vg.Point{X: right.Max.X, Y: 50}, 1)}
	if got := placed("name", style, middle, within, nil, line); overlap(got, line[0]) {
		t.Errorf("a name at %v crosses a line that it could avoid", got)
	}
	everywhere := []vg.Rectangle{within}
	if got := placed("name", style, middle, within, nil, everywhere); got != right {
		t.Errorf("a name at %v where lines are everywhere, want it right of the point", got)
	}
}

// TestPaired: points that are paired are joined with those of the first series at the same place, behind the marks.
func TestPaired(t *testing.T) {
	var points []Point
	for x := 1.0; x <= 4; x++ {
		points = append(points, Point{Series: "a", X: x, Y: x, Mark: Cloud}, Point{Series: "b", X: x, Y: x + 1, Mark: Cloud,
			Paired: x != 3}, Point{Series: "b", X: x + 0.5, Y: x, Mark: Cloud, Paired: true})
	}
	f, err := Curves(points, Labels{})
	if err != nil {
		t.Fatal(err)
	}
	svg, err := SVG(f)
	if err != nil {
		t.Fatal(err)
	}
	gray, blue := "stroke:#A8A8A8", "fill:#0072B2"
	if n := strings.Count(string(svg), gray); n != 3 {
		t.Errorf("%d gray lines, want 3:\n%s", n, svg)
	}
	if strings.LastIndex(string(svg), gray) > strings.LastIndex(string(svg), blue) {
		t.Error("a line is in front of a mark")
	}
}

// TestSideOfTheLeader: the axis of a difference names the side on which the dots are, and who is better there.
func TestSideOfTheLeader(t *testing.T) {
	of := func(estimate float64) verdict.Verdict {
		return verdict.Verdict{ModelA: "svm", ModelB: "knn", Metric: metric.Metric{Name: "loss"}, Estimate: estimate}
	}
	for want, shown := range map[string][]verdict.Verdict{"(left: knn better)": {of(-0.1)}, "(right: svm better)": {of(0.1), of(0.2)},
		"(left: knn better) ": {of(0.1), of(-0.2)}} {
		if got := differenceLabel(shown); !strings.HasSuffix(got, strings.TrimSpace(want)) {
			t.Errorf("got %q, want the end %q", got, want)
		}
	}
}
