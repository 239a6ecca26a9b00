package figure

import (
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/cmpimg"
	"gonum.org/v1/plot/plotter"
)

// tolerance of the comparison with golden images: rasterisers round differently
// on other processors.
const tolerance = 0.05

// TestGolden compares small figures with testdata/*.png. After an intended change, run
// "go test -run Golden ./pkg/figure -regen" and look at the images.
func TestGolden(t *testing.T) {
	near, cNear := difference("NER", 0.0004, 0.0011, 0.0002, 0.001)
	far, cFar := difference("NER", 0.004, 0.00003, 0, 0)
	var points []Point
	for i := range 9 {
		x := float64(i) / 8
		points = append(points, Point{Panel: "n1 = 50", Series: "simulated", X: x, Y: x * x, SE: 0.05},
			Point{Panel: "n1 = 50", Series: "theory", X: x, Y: x * x, Mark: Dash},
			Point{Panel: "n1 = 80", Series: "simulated", X: x, Y: 2 * x, SE: 0.1},
			Point{Panel: "n1 = 90", Series: "pairs", X: x, Y: 1 - x, Mark: Cloud})
	}
	var families []Point
	for k := range 7 {
		mark := []Mark{Line, Dash}[k/4]
		for i := range 5 {
			x := float64(i)
			p := Point{Panel: "lines", Series: fmt.Sprint("line ", k), X: x, Y: float64(k) + x/4, Mark: mark}
			families = append(families, p)
		}
	}
	var named []Point
	for k := range 8 {
		named = append(named, Through(fmt.Sprint("series ", k), []Mark{Cloud, Dots, Dash}[k%3], float64(k%4), float64(k),
			float64(k%4)+0.1*float64(k), float64(k)+0.1)...)
	}
	var marks []Point
	for k := range 7 {
		for i := range 5 {
			p := Point{Panel: "marks", Series: fmt.Sprint("mark ", k), X: float64(i), Y: float64(k) + float64(i*i)/16}
			marks = append(marks, p)
		}
	}
	tests := []struct {
		name          string
		width, height int
		figure        func() (*Figure, error)
	}{
		{"densities", 480, 380, func() (*Figure, error) { return Densities(curves(acl[2:], 61)) }},
		{"densities_narrow", 480, 180, func() (*Figure, error) { return Densities(curves(large, 61)) }},
		{"densities_tiny", 480, 180, func() (*Figure, error) { return Densities(curves(tiny, 61)) }},
		{"difference", 480, 240, func() (*Figure, error) { return Difference(near, cNear) }},
		{"difference_far", 480, 240, func() (*Figure, error) { return Difference(far, cFar) }},
		{"curves", 640, 240, func() (*Figure, error) { return Curves(points, Labels{X: "overlap", Y: "covariance"}) }},
		{"line_styles", 480, 240, func() (*Figure, error) { return Curves(families, Labels{X: "x", Y: "y"}) }},
		{"mark_styles", 480, 240, func() (*Figure, error) { return Curves(marks, Labels{X: "x", Y: "y"}) }},
		{"scatter", 480, 300, func() (*Figure, error) { return Scatter(named, Labels{X: "error", Y: "power"}) }},
		{"order", 720, 210, func() (*Figure, error) { return Order(overDatasets()) }},
		{"comparison", 840, 260, func() (*Figure, error) { return Comparison(allProcedures()) }},
		{"comparison_tasks", 840, 194, func() (*Figure, error) { return Comparison(byTask()) }},
		{"comparison_models", 840, 194, func() (*Figure, error) { return Comparison(ofModels()) }},
		{"spans", 720, 190, func() (*Figure, error) {
			return Spans(spans, "F1", 0.95)
		}},
		{"forest", 720, 260, func() (*Figure, error) { return forest(forestRows, forestMean, 0.95, ofForest) }},
		{"paired", 560, 280, func() (*Figure, error) {
			return posteriorOf(pairedPosterior(t, 0), ofForest), nil
		}},
		{"paired_far", 560, 280, func() (*Figure, error) {
			return posteriorOf(pairedPosterior(t, 2), contrast{metric: "loss", modelA: "tree", modelB: "forest"}), nil
		}},
		{"charts", 720, 170, func() (*Figure, error) { return Charts(ofTests()...) }},
		{"bound", 480, 300, func() (*Figure, error) {
			bound := Through("no test is here", Bound, 0, 0, 0.1, 0.2, 0.25, 0.5)
			return Scatter(append(bound, Point{Series: "bcv-t", X: 0.05, Y: 0.09, Mark: Cloud}), Labels{X: "error", Y: "power"})
		}},
		{"ledger", 720, 240, func() (*Figure, error) { return Ledger(itemsReport(t, compare.Options{})) }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f, err := test.figure()
			if err != nil {
				t.Fatal(err)
			}
			got, err := encode(f, ".png", test.width, test.height)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", test.name+".png")
			if *cmpimg.GenerateTestData {
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if ok, err := cmpimg.EqualApprox("png", got, want, tolerance); err != nil || !ok {
				t.Errorf("the figure differs from %s: %v", path, err)
			}
		})
	}
}

// TestGoldenCanFail: the comparison sees another colour and a shifted curve.
func TestGoldenCanFail(t *testing.T) {
	draw := func(y float64, c color.Color) []byte {
		line, err := plotter.NewLine(plotter.XYs{{X: 0, Y: y}, {X: 1, Y: 1}})
		if err != nil {
			t.Fatal(err)
		}
		line.Color = c
		p := newPlot("x", "y")
		p.Add(line)
		p.Y.Min = 0
		png, err := encode(of(p, 100, 100, ""), ".png", 100, 100)
		if err != nil {
			t.Fatal(err)
		}
		return png
	}
	for _, other := range [][]byte{draw(0.02, palette[0]), draw(0, palette[1])} {
		if ok, err := cmpimg.EqualApprox("png", draw(0, palette[0]), other, tolerance); ok || err != nil {
			t.Errorf("no difference seen: %v", err)
		}
	}
}

// TestOf draws a plot made by hand.
func TestOf(t *testing.T) {
	if _, err := encode(of(plot.New(), 100, 80, "empty"), ".png", 100, 80); err != nil {
		t.Error(err)
	}
}
