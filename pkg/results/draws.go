package results

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/metric"
)

// drawColumns are the names of a column of draws beside one of items: what is drawn anew for each item, such as the
// answers of a language model. Alone each of them may be something else, such as an epoch of training.
var drawColumns = []string{"draw", "epoch", "attempt", "sample"}

// drawn says of which item each draw of a run is; nothing where every item has one, which is its number.
type drawn struct {
	of     []int32               // by draw
	names  []int32               // by draw: place of its name in Units.drawNames, from 1
	counts []int32               // by item: its draws
	seen   map[[2]int32]struct{} // items with names
}

// add adds a draw of an item with the number of its name, and reports whether it is new.
func (d *drawn) add(item int, name int32) (fresh bool) {
	key := [2]int32{int32(item), name}
	if _, twice := d.seen[key]; twice {
		return false
	}
	if d.seen == nil {
		d.seen = map[[2]int32]struct{}{}
	}
	d.seen[key] = struct{}{}
	for item >= len(d.counts) {
		d.counts = append(d.counts, 0)
	}
	d.counts[item]++
	d.of, d.names = append(d.of, int32(item)), append(d.names, name)
	return true
}

// draws returns the number of draws of n items.
func (d *drawn) draws(n int) int {
	if d.of == nil {
		return n
	}
	return len(d.of)
}

// item returns the item of a draw.
func (d *drawn) item(k int) int {
	if d.of == nil {
		return k
	}
	return int(d.of[k])
}

// items returns the item of each draw of n items.
func (d *drawn) items(n int) []int32 {
	if d.of != nil {
		return d.of
	}
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(i)
	}
	return out
}

// means returns the means of n items over the scores of their draws.
func (d *drawn) means(scores []float64, n int) []float64 {
	if d.of == nil || scores == nil {
		return scores
	}
	means, _ := items.AverageDraws([][]float64{scores}, [][]int32{d.of}, n)
	return means[0]
}

// equal reports whether all items have as many draws.
func (d *drawn) equal() bool {
	return !slices.ContainsFunc(d.counts, func(n int32) bool { return n != d.counts[0] })
}

// keepDraws leaves only the items that stay, and returns which draws do.
func (d *drawn) keepDraws(stay []bool) []bool {
	if d.of == nil || stay == nil {
		return stay
	}
	number, next := make([]int32, len(stay)), int32(0)
	d.counts = slices.Concat(d.counts, make([]int32, len(stay)-len(d.counts)))
	var counts []int32
	for i, is := range stay {
		if number[i] = next; is {
			next, counts = next+1, append(counts, d.counts[i])
		}
	}
	var of, names []int32
	out := make([]bool, len(d.of))
	for k, i := range d.of {
		if out[k] = stay[i]; out[k] {
			of, names = append(of, number[i]), append(names, d.names[k])
		}
	}
	d.of, d.names, d.counts, d.seen = of, names, counts, nil
	return out
}

// lacks reports whether a run has nothing of an item.
func (run *outcomes) lacks(i int) bool {
	if run.of == nil {
		return run.columns == nil || math.IsNaN(run.columns[len(run.columns)-1].At(i))
	}
	return i >= len(run.counts) || run.counts[i] == 0
}

// numberOfDraws returns the fewest and most draws of an item in a run; 0 where none has several.
func (x *Units) numberOfDraws() (of [2]int) {
	of[0] = math.MaxInt
	for _, run := range slices.Concat(x.outcomes...) {
		if run.of == nil {
			of[0] = 1
			continue
		}
		of[0], of[1] = min(of[0], int(slices.Min(run.counts))), max(of[1], int(slices.Max(run.counts)))
	}
	if of[1] < 2 {
		return [2]int{}
	}
	return of
}

// averaged returns the means over draws of the scores that each draw of a model has, by run and item, and how they
// vary; see items.AverageDraws.
func (x *Units) averaged(model int, scores func(*outcomes) ([]float64, error)) ([][]float64, *items.Draws, error) {
	var all [][]float64
	several := false
	for _, run := range x.outcomes[model] {
		y, err := scores(run)
		if err != nil {
			return nil, nil, err
		}
		all, several = append(all, y), several || run.of != nil && y != nil
	}
	if !several {
		return all, nil, nil
	}
	var of [][]int32
	for _, run := range x.outcomes[model] {
		of = append(of, run.items(len(x.Names)))
	}
	means, draws := items.AverageDraws(all, of, len(x.Names))
	return means, draws, nil
}

// value returns a metric of a run. Every item counts for one, whatever the number of its draws.
func (x *Units) valueOf(d metric.Definition, run *outcomes) (float64, error) {
	p := x.predictions(run)
	if run.of == nil || run.equal() {
		return d.Value(p)
	}
	u, err := x.linear(d, run)
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for _, v := range run.means(u, len(x.Names)) {
		sum += v
	}
	return sum / float64(len(x.Names)), nil
}

// linear returns what the draws of a run add to a metric: the mean over items of the means over their draws is its
// value, see metric.Definition.Parts.
func (x *Units) linear(d metric.Definition, run *outcomes) ([]float64, error) {
	p := x.predictions(run)
	u := make([]float64, len(p.Truth))
	if run.of == nil || run.equal() || d.Mean {
		_, err := d.Parts(p, u)
		return u, err
	}
	if d.Sums == nil {
		return nil, fmt.Errorf("metric: %s is computed of all answers together, and items have %d to %d draws; give every "+
			"item as many, or take a metric that is a mean over items", d.Label(), slices.Min(run.counts),
			slices.Max(run.counts))
	}
	rows, w, err := d.Sums(p)
	if err != nil {
		return nil, err
	}
	_, err = w.LinearizeDraws(rows, run.of, len(x.Names), u)
	return u, err
}

// passes returns a metric.Pass of each item in a run.
func (x *Units) passes(name string, run *outcomes) ([]float64, error) {
	pass, _, err := metric.PassOf(name)
	if err != nil {
		return nil, err
	}
	if x.judge != nil {
		return nil, fmt.Errorf("metric: %s is of what people scored, and a judge scored these items, too; compare their score",
			pass)
	}
	refuse := func(format string, of ...any) error {
		return fmt.Errorf("metric: %s "+format, append([]any{pass}, of...)...)
	}
	scores, right := x.of(run), 0.0
	if x.metric().Upward() {
		right = 1
	}
	counts := make([]int, len(x.Names))
	for k, v := range scores {
		if v != 0 && v != 1 {
			return nil, refuse("is of draws that are right or wrong, and a score is %v", v)
		}
		if v == right {
			counts[run.item(k)]++
		}
	}
	u := make([]float64, len(x.Names))
	for i, n := range counts {
		draws := 1
		if run.of != nil {
			draws = int(run.counts[i])
		}
		switch {
		case scores == nil:
			return nil, refuse("is of draws that are right or wrong, and these items have counts or probabilities")
		case draws < pass.K && draws == 1 && run.name != "":
			return nil, refuse("takes %d draws of each item, and item %.40q has one in each run; if the runs are draws, each "+
				"of one item, name their column draw", pass.K, x.Names[i])
		case draws < pass.K:
			return nil, refuse("takes %d draws of each item (column draw), and item %.40q has %d; take k up to the least number",
				pass.K, x.Names[i], draws)
		}
		u[i] = pass.Of(n, draws)
	}
	return u, nil
}

// passSample returns the values of a metric.Pass of models a and b.
func (r Results) passSample(name string, a, b int, pairedRuns bool) (items.Sample, error) {
	x := r.Units
	out := items.Sample{Clusters: x.Clusters, PairedRuns: pairedRuns}
	for g, into := range []*[][]float64{&out.A, &out.B} {
		for _, run := range x.outcomes[[]int{a, b}[g]] {
			u, err := x.passes(name, run)
			if err != nil {
				return out, fmt.Errorf("results: %w", err)
			}
			*into = append(*into, u)
		}
	}
	return out, nil
}

// noteDraws says how draws were read.
func (x *Units) noteDraws(column string) (notes []string) {
	n := x.numberOfDraws()
	if n[1] == 0 {
		return nil
	}
	if column != drawColumns[0] {
		notes = append(notes, fmt.Sprintf("column %s holds draws, each of one item, such as answers of a language model: "+
			"they are averaged within items; if all items share them, as seeds or epochs of training, name the column run",
			column))
	}
	if slices.ContainsFunc(slices.Concat(x.outcomes...), func(run *outcomes) bool { return run.of != nil && !run.equal() }) {
		notes = append(notes, fmt.Sprintf("items have %d to %d draws: each item counts once, with the mean of its draws",
			n[0], n[1]))
	}
	return notes
}

// drawColumn returns the column of draws of a file of items, -1 for none.
func drawColumn(header []string, at spot) (int, error) {
	var found []string
	for _, name := range drawColumns {
		if slices.Contains(header, name) {
			found = append(found, name)
		}
	}
	switch {
	case slices.Contains(found, "draw"):
		return slices.Index(header, "draw"), nil
	case len(found) > 1:
		return -1, at.Errorf(found[0], "stands beside %s: which one numbers the draws of an item? Name it draw, and leave "+
			"the other out", table.Quoted(found[1:]))
	case len(found) == 1:
		return slices.Index(header, found[0]), nil
	}
	return -1, nil
}

// drawName names a draw in a file.
func (x *Units) drawName(run *outcomes, k int) string {
	if run.of == nil {
		return "1"
	}
	return x.drawNames.Names[run.names[k]-1]
}
