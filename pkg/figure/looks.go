package figure

import (
	"fmt"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// looks draws the looks of the best verdicts at the first items of a test set, a panel for each pair of models and
// metric: the path of the statistic, and the frame in which it goes on, which ends at the boundaries and at the
// planned number of items. It is nil if there is no such verdict.
func looks(r verdict.Report) (*Figure, error) {
	var points []Point
	best := r.Best()
	for _, v := range best {
		l := v.Look
		if l == nil || len(l.Path) == 0 {
			continue
		}
		panel := ""
		if len(best) > 1 {
			panel = short(fmt.Sprintf("%s minus %s, %s", v.ModelB, v.ModelA, v.Metric.Label()), 40)
		}
		add := func(series string, mark Mark, n int, y float64) {
			points = append(points, Point{Panel: panel, Series: series, Mark: mark, X: float64(n), Y: y})
		}
		for _, p := range l.Path {
			add("path", Line, p.Items, p.Statistic)
		}
		low, high := -l.Boundary, l.Boundary
		switch v.Alternative {
		case infer.Greater:
			low = 0
		case infer.Less:
			high = 0
		}
		const frame = "decided where the path leaves this frame above or below"
		for _, corner := range [][2]float64{{0, high}, {1, high}, {1, low}, {0, low}} {
			add(frame, Dash, int(corner[0])*l.Planned, corner[1])
		}
		add("this look", Cloud, l.Items, l.Path[len(l.Path)-1].Statistic)
	}
	if len(points) == 0 {
		return nil, nil
	}
	f, err := Curves(points, Labels{X: "items", Y: "statistic"})
	if err == nil {
		first := best[0].Look
		f.Alt = fmt.Sprintf("The statistic after each number of items, up to %s of %s planned: %s", table.Count(first.Items),
			table.Count(first.Planned), r.Sentence())
	}
	return f, err
}
