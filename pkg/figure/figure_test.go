package figure

import (
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

func legend(r row) []string {
	var out []string
	for _, e := range r.Legend {
		out = append(out, e.Text)
	}
	return out
}

func TestDensities(t *testing.T) {
	points := curves(acl, 31)
	f, err := Densities(points)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range f.rows {
		got = append(got, r.Heading+": "+strings.Join(legend(r), ", "))
	}
	want := []string{"CWS: BMES, BB2B3MES, m x 2 BCV, hold-out average", "NER: IOB2, IOBES", "ORG: IOB2, IOBES"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for i, task := range []string{"CWS", "NER", "ORG"} {
		for j, metric := range []string{"P", "R", "F1"} {
			p := f.rows[i].Plots[j]
			lo, hi, top := math.Inf(1), math.Inf(-1), 0.
			for _, pt := range points {
				if pt.Task == task && pt.Metric == metric {
					lo, hi, top = min(lo, pt.X), max(hi, pt.X), max(top, pt.Density)
				}
			}
			if p.X.Min != lo || p.X.Max != hi {
				t.Errorf("%s %s: x axis [%v, %v], points [%v, %v]", task, metric, p.X.Min, p.X.Max, lo, hi)
			}
			if p.Y.Min != 0 || p.Y.Max < top || p.Y.Max > 1.1*top {
				t.Errorf("%s %s: y axis [%v, %v], largest density %v", task, metric, p.Y.Min, p.Y.Max, top)
			}
			if p.X.Label.Text != [...]string{"precision P", "recall R", "F1"}[j] {
				t.Errorf("x label %q", p.X.Label.Text)
			}
			if (p.Y.Label.Text == "posterior density") != (j == 0) {
				t.Errorf("y label %q of panel %d", p.Y.Label.Text, j)
			}
		}
	}
	alt := "Posterior densities: P, R, F1 of CWS: BMES and BB2B3MES; NER: IOB2 and IOBES; " +
		"ORG: IOB2 and IOBES (m x 2 BCV, hold-out average)"
	if f.Alt != alt {
		t.Errorf("alternative text %q, want %q", f.Alt, alt)
	}
}

// TestDensitiesOneLegend: tasks with the same models share one legend.
func TestDensitiesOneLegend(t *testing.T) {
	f, err := Densities(curves(acl[2:], 5))
	if err != nil {
		t.Fatal(err)
	}
	if got := legend(f.rows[1]); got != nil {
		t.Errorf("second legend %v", got)
	}
}

// lines returns the widths, dashes and colours of the curves that a plot draws.
func lines(t *testing.T, p *plot.Plot, points int) []string {
	t.Helper()
	var rec recorder.Canvas
	p.Draw(draw.NewCanvas(&rec, 300, 200))
	var style, out []string
	for _, a := range rec.Actions {
		switch a := a.(type) {
		case *recorder.SetLineWidth, *recorder.SetLineDash, *recorder.SetColor:
			style = append(style, a.Call())
		case *recorder.Stroke:
			if len(a.Path) == points {
				out = append(out, strings.Join(style[max(len(style)-3, 0):], " "))
			}
		}
	}
	return out
}

func TestDensityStyles(t *testing.T) {
	f, err := Densities(curves(acl[:2], 17))
	if err != nil {
		t.Fatal(err)
	}
	got := lines(t, f.rows[0].Plots[0], 17)
	if len(got) != 4 {
		t.Fatalf("%d curves drawn", len(got))
	}
	for i, s := range got {
		dashed := strings.Contains(s, "Length{5, 3}")
		if dashed != (i < 2) {
			t.Errorf("curve %d: %s; dashed ones come first", i, s)
		}
		if want := palette[i%2]; !strings.Contains(s, recorderColor(want)) {
			t.Errorf("curve %d: %s; want colour %v", i, s, want)
		}
	}
}

func recorderColor(c color.Color) string { return (&recorder.SetColor{Color: c}).Call() }

// TestAligned: whatever their labels need, data areas have one size and stand in
// rows and columns.
func TestAligned(t *testing.T) {
	f, err := Densities(curves(acl, 31))
	if err != nil {
		t.Fatal(err)
	}
	f.rows[1].Plots[1].Y.Label.Text = "a second label"
	var rec recorder.Canvas
	g, ok := newGrid(f.rows, vg.Point{X: 600, Y: 400}, &rec)
	if !ok {
		t.Fatal("no room")
	}
	areas := make(map[[2]int]vg.Rectangle)
	for i, r := range f.rows {
		for j, p := range r.Plots {
			at := vg.Point{X: 200 * vg.Length(j), Y: 100 * vg.Length(i)}
			c := draw.Canvas{Canvas: &rec, Rectangle: g.around(p, at)}
			areas[[2]int{i, j}] = p.DataCanvas(c).Rectangle
		}
	}
	for k, a := range areas {
		want := vg.Point{X: 200 * vg.Length(k[1]), Y: 100 * vg.Length(k[0])}
		if d := a.Min.Sub(want); math.Hypot(float64(d.X), float64(d.Y)) > 0.01 {
			t.Errorf("panel %v is off by %v", k, d)
		}
		if d := a.Size().Sub(g.data); math.Hypot(float64(d.X), float64(d.Y)) > 0.01 {
			t.Errorf("panel %v has the size %v, not %v", k, a.Size(), g.data)
		}
	}
}

func TestDifference(t *testing.T) {
	points, c := difference("NER", 0.0004, 0.0011, 0, 0.002)
	f, err := Difference(points, c)
	if err != nil {
		t.Fatal(err)
	}
	// P(H0) = Phi(-4/11), P(|d| <= 0.002): R 4.2.2 pnorm(-4/11) = 0.3580666,
	// pnorm(0.002, 4e-4, 0.0011) - pnorm(-0.002, 4e-4, 0.0011) = 0.9126207.
	want := []string{"H0: difference ≤ 0, P = 0.358", "H1: difference > 0, P = 0.642", "|difference| ≤ 0.002, P = 0.913"}
	if diff := cmp.Diff(want, legend(f.rows[0])); diff != "" {
		t.Error(diff)
	}
	p := f.rows[0].Plots[0]
	if want := "F1(IOBES) − F1(IOB2)"; p.X.Label.Text != want {
		t.Errorf("x axis %q, want %q", p.X.Label.Text, want)
	}
	if want := "posterior density"; p.Y.Label.Text != want || p.Y.Min != 0 {
		t.Errorf("y axis %q from %v, want %q from 0", p.Y.Label.Text, p.Y.Min, want)
	}
	alt := "NER: Posterior density of the difference of F1, IOBES minus IOB2: P(H0) = 0.358, P(H1) = 0.642"
	if f.Alt != alt {
		t.Errorf("alternative text %q, want %q", f.Alt, alt)
	}
	c.Rope = 0
	if f, err = Difference(points, c); err != nil || len(f.rows[0].Legend) != 2 {
		t.Errorf("without a rope: %v, %v", legend(f.rows[0]), err)
	}
}

// TestDifferenceReach: the axis goes to delta where that leaves the density
// legible, else the legend says where delta is.
func TestDifferenceReach(t *testing.T) {
	tests := []struct {
		mean, sd, delta, rope float64
		lo, hi                float64 // that the axis must contain
		want                  string
	}{
		{0.004, 0.0003, 0, 0, 0, 0.0052, "H0: difference ≤ 0, P"},
		{-0.004, 0.0003, 0.001, 0, -0.0052, 0.001, "H0: difference ≤ 0.001, P"},
		{0.4, 1e-6, 0, 0, 0.399997, 0.400003, "H0: difference ≤ 0 (left of the figure), P"},
		{-0.4, 1e-6, 0, 0, -0.400003, -0.399997, "H0: difference ≤ 0 (right of the figure), P"},
		{0.001, 0.0003, 0, 0.002, -0.002, 0.00219, "H0: difference ≤ 0, P"},
		{0.96, 0.01, 1, 0, 0.92, 1, "H0: difference ≤ 1, P"},
	}
	for _, test := range tests {
		f, err := Difference(difference("", test.mean, test.sd, test.delta, test.rope))
		if err != nil {
			t.Error(err)
			continue
		}
		p := f.rows[0].Plots[0]
		if p.X.Min > test.lo || p.X.Max < test.hi || p.X.Max-p.X.Min > 4.2*8*test.sd {
			t.Errorf("mean %v: axis [%v, %v]", test.mean, p.X.Min, p.X.Max)
		}
		if p.X.Max > 1 {
			t.Errorf("mean %v: the axis ends at %v, want at most 1", test.mean, p.X.Max)
		}
		if got := f.rows[0].Legend[0].Text; !strings.HasPrefix(got, test.want) {
			t.Errorf("mean %v: %s", test.mean, got)
		}
	}
}

// TestShadedArea: the area ends at delta, on the curve.
func TestShadedArea(t *testing.T) {
	a := &area{points: plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 2}, {X: 2, Y: 6}, {X: 3, Y: 0}}}
	for _, test := range []struct {
		upTo  float64
		n     int
		lastY float64
	}{{-1, 0, 0}, {0, 1, 0}, {1, 2, 2}, {1.5, 3, 4}, {3, 4, 0}, {9, 4, 0}} {
		a.upTo = test.upTo
		part := a.part()
		if len(part) != test.n || test.n > 0 && part[test.n-1].Y != test.lastY {
			t.Errorf("up to %v: %v", test.upTo, part)
		}
	}
}

// TestSinglePoint: one row is enough for every figure.
func TestSinglePoint(t *testing.T) {
	draws := map[string]func() (*Figure, error){
		"densities": func() (*Figure, error) { return Densities(curves(acl[:1], 2)[:1]) },
		"at 0": func() (*Figure, error) {
			return Densities([]posterior.CurvePoint{{Weighting: posterior.BCV, X: 0, Density: 0}})
		},
		"difference": func() (*Figure, error) {
			return Difference([]posterior.DifferencePoint{{X: 1, Density: 3}}, posterior.Comparison{PH1: 1})
		},
	}
	for name, draw := range draws {
		f, err := draw()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		p := f.rows[0].Plots[0]
		if !(p.X.Max > p.X.Min) || !(p.Y.Max > p.Y.Min) {
			t.Errorf("%s: axes [%v, %v], [%v, %v]", name, p.X.Min, p.X.Max, p.Y.Min, p.Y.Max)
		}
		if _, err := encode(f, ".png", 320, 200); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
