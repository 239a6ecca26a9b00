package results

import (
	"math"
	"slices"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer/ranks"
	"github.com/block-regularized/bcv/pkg/metric"
)

// firstColumn is the column of the model that was shown first, in the form of items.
const firstColumn = "first shown"

// preferred is what is known of comparisons, which are the items of a table of preferences: each has the win rates of
// two models.
type preferred struct {
	first   []int // by item: the model whose answer was shown first, from 1; 0 if that is not known
	several bool  // there are more than two models, so that each comparison lacks some
}

// noteFirst notes which model of a comparison was shown first, by its place.
func (c *itemColumns) noteFirst(x *itemRows, i, model int, fields []string) {
	for i >= len(x.prefer.first) {
		x.prefer.first = append(x.prefer.first, 0)
	}
	if fields[c.first] == "1" {
		x.prefer.first[i] = model + 1
	}
}

// text says whether a model of a comparison was shown first, as a file does.
func (p *preferred) text(item, model int) string {
	switch p.first[item] {
	case 0:
		return ""
	case model + 1:
		return "1"
	}
	return "0"
}

// Preferred reports whether the items are comparisons of two answers, with the win rates of their models.
func (r Results) Preferred() bool { return r.OnTestSet() && r.Units.prefer != nil }

// FirstShown returns which of models a and b was shown first in each comparison: 1 for a, 2 for b, 0 for unknown; nil
// where nothing is known, and for items that are no comparisons.
func (r Results) FirstShown(a, b int) []int {
	if !r.Preferred() {
		return nil
	}
	out, known := make([]int, len(r.Units.Names)), false
	for i, model := range r.Units.prefer.first {
		switch model {
		case a + 1:
			out[i], known = 1, true
		case b + 1:
			out[i], known = 2, true
		}
	}
	if !known {
		return nil
	}
	return out
}

// Comparisons returns the comparisons of more than two models; nil for other results.
func (r Results) Comparisons() (out []ranks.Comparison) {
	if !r.Preferred() || !r.Units.prefer.several {
		return nil
	}
	x := r.Units
	for i := range x.Names {
		c := ranks.Comparison{A: -1, Cluster: i}
		if x.Clusters != nil {
			c.Cluster = x.Clusters[i]
		}
		for m, runs := range x.outcomes {
			v := runs[0].columns[0].At(i)
			switch {
			case math.IsNaN(v):
			case c.A < 0:
				c.A, c.Won = m, v
			default:
				c.B = m
			}
		}
		out = append(out, c)
	}
	return out
}

// compared returns which comparisons are of two of the models, and refuses more than two models unless they are to be
// put in order.
func (r *reader) compared(out *Results, x *Units, place []int) ([]bool, error) {
	for i, key := range x.prefer.first {
		if key > 0 && key <= len(place) {
			x.prefer.first[i] = place[key-1] + 1
		}
	}
	for len(x.prefer.first) < len(x.Names) {
		x.prefer.first = append(x.prefer.first, 0)
	}
	if x.prefer.several = len(out.Models) > 2; x.prefer.several && !r.opt.Preferences {
		return nil, r.begun.Errorf("", "has preferences among %d models (%s): name two of them (setting `models` A,B), or put all in "+
			"order (bcv rank)", len(out.Models), table.Quoted(out.Models))
	}
	stay, count := make([]bool, len(x.Names)), 0
	for i := range stay {
		has := 0
		for _, runs := range x.outcomes {
			if len(runs) > 0 && !runs[0].lacks(i) {
				has++
			}
		}
		if stay[i] = has == 2; stay[i] {
			count++
		}
	}
	if count == 0 {
		return nil, r.begun.Errorf("", "no comparison is of two of the models %s; name others (setting `models`)",
			table.Quoted(out.Models))
	}
	return stay, nil
}

// keepCompared keeps comparisons. Clusters of one comparison each are none.
func (x *Units) keepCompared(stay []bool) {
	var first []int
	for i, is := range stay {
		if is {
			first = append(first, x.prefer.first[i])
		}
	}
	x.prefer.first = first
	x.keep(stay)
	if x.Clusters != nil && slices.Max(x.Clusters)+1 == len(x.Names) {
		x.Clusters, x.groups = nil, nil
	}
	for _, runs := range x.outcomes {
		known := 0
		for i := range x.Names {
			if !runs[0].lacks(i) {
				known++
			}
		}
		runs[0].known = known
	}
}

// summarizeCompared fills in the win rates of more than two models, each over its own comparisons.
func (r *Results) summarizeCompared() {
	m, _ := metric.Named("win rate")
	g := NewGrid[float64](len(r.Models), 1, 1)
	for model, runs := range r.Units.outcomes {
		sum, n := 0.0, 0.0
		for i := range r.Units.Names {
			if v := runs[0].columns[0].At(i); !math.IsNaN(v) {
				sum, n = sum+v, n+1
			}
		}
		g.Cells[model] = sum / n
	}
	r.Metrics, r.Values = []metric.Metric{m}, []Grid[float64]{g}
}
