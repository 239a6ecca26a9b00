package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/posterior"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Intervals draws posterior modes as dots and credible intervals as bars with
// caps: one row of panels a task, one panel a metric, one line a model. With
// both weightings the solid bar with the full dot is "bcv", the dashed bar with
// the hollow dot below it is "hold-out average". Each panel has its own x axis,
// which need not start at 0: the figure compares positions, not lengths.
//
// It is an error if there are no rows, if a number is outside [0, 1], if Low is
// above High, if rows have different levels, if two rows describe the same
// interval or if a task lacks a metric.
func Intervals(rows []posterior.IntervalRow) (*Figure, error) {
	if err := checkIntervals(rows); err != nil {
		return nil, err
	}
	l, panels, err := arrange(rows, intervalKey)
	if err != nil {
		return nil, err
	}
	f := &Figure{Width: wide, Alt: fmt.Sprintf("Posterior modes and %s intervals: %s", percent(rows[0].Level), l.describe())}
	for i, task := range l.tasks {
		models := l.models[task]
		row := Row{Heading: short(task, 30)}
		if i == 0 {
			for _, w := range l.weightings {
				row.Legend = append(row.Legend, Entry{Text: fmt.Sprintf("mode and %s interval, %s", percent(rows[0].Level), inWords(w)),
					Mark: intervalMark(barStyle(-1, w))})
			}
		}
		for j, metric := range l.metrics {
			p := intervalPanel(panels[panel{task, metric}], models, len(l.weightings))
			p.X.Label.Text = metricLabel(metric)
			if j > 0 {
				hideNames(p)
			}
			row.Plots = append(row.Plots, p)
		}
		f.Height += 60 + legendLine + intervalBar*len(models)
		f.Rows = append(f.Rows, row)
	}
	return f, nil
}

func intervalKey(r posterior.IntervalRow) key {
	return key{r.Task, r.Metric, r.Model, r.Weighting}
}

func checkIntervals(rows []posterior.IntervalRow) error {
	if len(rows) == 0 {
		return errNoRows
	}
	seen := make(map[key]int)
	for i, r := range rows {
		if err := cmp.Or(
			checkRange(i+1, "mode", r.Mode, 0, 1),
			checkRange(i+1, "high", r.High, 0, 1),
			checkRange(i+1, "low", r.Low, 0, 1),
			checkRange(i+1, "level", r.Level, 0, 1),
			checkWeighting(i+1, r.Weighting)); err != nil {
			return err
		}
		k := intervalKey(r)
		switch {
		case r.Low > r.High:
			return fmt.Errorf("figure: row %d: low is %v, high is %v; give the lower end first", i+1, r.Low, r.High)
		case r.Level != rows[0].Level:
			return fmt.Errorf("figure: row %d: level is %v, that of row 1 is %v; draw one level at a time", i+1, r.Level, rows[0].Level)
		case seen[k] > 0:
			return fmt.Errorf("figure: rows %d and %d are of the same task, metric, model and weighting; keep one", seen[k], i+1)
		}
		seen[k] = i + 1
	}
	return nil
}

// intervalPanel draws the intervals of one task and metric, the first model on
// top.
func intervalPanel(rows []posterior.IntervalRow, models []string, weightings int) *plot.Plot {
	p := newPlot("", "")
	for _, r := range rows {
		model := slices.Index(models, r.Model)
		y := float64(len(models) - 1 - model)
		if weightings == 2 {
			y += 0.16
			if r.Weighting == posterior.HoldOutAverage {
				y -= 0.32
			}
		}
		p.Add(&interval{r.Low, r.Mode, r.High, y, barStyle(model, r.Weighting)})
	}
	lo, hi := widen(p.X.Min, p.X.Max, 0, 1)
	pad := 0.06 * (hi - lo)
	p.X.Min, p.X.Max = math.Max(lo-pad, 0), math.Min(hi+pad, 1)
	p.Y.Min, p.Y.Max = -0.55, float64(len(models))-0.45
	names := make(plot.ConstantTicks, len(models))
	for k, m := range models {
		names[k] = plot.Tick{Value: float64(len(models) - 1 - k), Label: cmp.Or(short(m, 18), " ")}
	}
	p.Y.Tick.Marker = names
	p.Y.Tick.Length = 0
	p.Y.Tick.Label.Font.Size = labelSize
	return p
}

// hideNames keeps the places of the y ticks, without text: the grid stays.
func hideNames(p *plot.Plot) {
	marks := p.Y.Tick.Marker.Ticks(0, 1)
	names := make(plot.ConstantTicks, len(marks))
	for i, m := range marks {
		names[i] = plot.Tick{Value: m.Value, Label: " "}
	}
	p.Y.Tick.Marker = names
}

// barStyle returns the look of an interval; model -1 is for legends.
func barStyle(model int, weighting string) markStyle {
	s := markStyle{line: curveStyle(max(model, 0), weighting), hollow: weighting == posterior.HoldOutAverage}
	if model < 0 {
		s.line.Color = ink
	}
	return s
}

type markStyle struct {
	line   draw.LineStyle
	hollow bool
}

// interval is a bar with caps and a dot.
type interval struct {
	low, mode, high, y float64
	style              markStyle
}

// Plot draws the interval.
func (iv *interval) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	iv.style.draw(c, x(iv.low), x(iv.mode), x(iv.high), y(iv.y), 3.5)
}

// DataRange returns the range of the interval and its mode, which may lie
// outside an equal-tailed interval.
func (iv *interval) DataRange() (xmin, xmax, ymin, ymax float64) {
	return min(iv.low, iv.mode), max(iv.high, iv.mode), iv.y, iv.y
}

// intervalMark is the sample of an interval in a legend.
type intervalMark markStyle

// Thumbnail draws the sample.
func (m intervalMark) Thumbnail(c *draw.Canvas) {
	markStyle(m).draw(*c, c.Min.X, c.Center().X, c.Max.X, c.Center().Y, 3)
}

func (s markStyle) draw(c draw.Canvas, low, mode, high, y, cap vg.Length) {
	c.StrokeLine2(s.line, low, y, high, y)
	solid := s.line
	solid.Dashes = nil
	c.StrokeLine2(solid, low, y-cap, low, y+cap)
	c.StrokeLine2(solid, high, y-cap, high, y+cap)
	dot := draw.GlyphStyle{Color: s.line.Color, Radius: 3, Shape: draw.CircleGlyph{}}
	c.DrawGlyph(dot, vg.Point{X: mode, Y: y})
	if s.hollow {
		dot.Color, dot.Radius = white, 1.8
		c.DrawGlyph(dot, vg.Point{X: mode, Y: y})
	}
}

// percent writes a level such as 0.95 as 95%.
func percent(level float64) string { return fmt.Sprintf("%.6g%%", 100*level) }
