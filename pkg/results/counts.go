package results

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// countRow is what one model did on one fold: gold, predicted and correct chunks, or true and
// false positives and negatives.
type countRow struct {
	row
	Gold      int `dataframe:"gold" table:"optional,nonneg"`
	Predicted int `dataframe:"predicted" table:"optional,nonneg"`
	Correct   int `dataframe:"correct" table:"optional,nonneg"`
	TP        int `dataframe:"tp" table:"optional,nonneg"`
	FP        int `dataframe:"fp" table:"optional,nonneg"`
	FN        int `dataframe:"fn" table:"optional,nonneg"`
	TN        int `dataframe:"tn" table:"optional,nonneg"` // which no metric here needs
}

// The two ways to give counts.
var (
	chunkColumns     = []string{"gold", "predicted", "correct"}
	confusionColumns = []string{"tp", "fp", "fn"}
)

// beginCounts takes the columns of a file, which count the same in all.
func (r *reader) beginCounts(info table.Info, at spot) error {
	chunks, err := countColumns(info, at)
	if err != nil {
		return err
	}
	if at.file == r.begun.file {
		r.columns.chunks = chunks
	}
	if chunks != r.columns.chunks {
		return at.Errorf("", "counts %s, %s does not; give all files the same columns",
			table.Pick(chunks, "chunks", "tp, fp, fn"), r.begun.file)
	}
	r.columns.tn = r.columns.tn && info.Has("tn")
	return nil
}

// largestCount is the largest count that posteriors are computed of.
const largestCount = 1e15

// countColumns says whether a file counts chunks, and refuses files with neither or both kinds
// of columns.
func countColumns(in table.Info, at spot) (chunks bool, err error) {
	hasChunks, missingChunks := present(in, chunkColumns)
	hasConfusion, missingConfusion := present(in, confusionColumns)
	switch {
	case len(hasChunks) > 0 && len(hasConfusion) > 0:
		return false, at.Errorf(hasConfusion[0],
			"stands beside column %s; give either gold, predicted, correct or tp, fp, fn", hasChunks[0])
	case len(hasChunks) > 0 && len(missingChunks) > 0:
		return false, at.Errorf(missingChunks[0], "is missing; give gold, predicted and correct")
	case len(hasConfusion) > 0 && len(missingConfusion) > 0:
		return false, at.Errorf(missingConfusion[0], "is missing; give tp, fp and fn")
	case len(hasChunks) == 0 && len(hasConfusion) == 0:
		return false, at.Errorf("", "has no counts, only the columns %s; add gold, predicted, correct or tp, fp, fn",
			strings.Join(in.Columns, ", "))
	}
	return len(hasChunks) > 0, nil
}

func present(in table.Info, columns []string) (has, missing []string) {
	for _, c := range columns {
		if in.Has(c) {
			has = append(has, c)
		} else {
			missing = append(missing, c)
		}
	}
	return has, missing
}

// addCount takes a row of counts.
func (r *reader) addCount(x *countRow, _ []string, at spot) error {
	place := x.row
	k, model, err := r.see(&place, at)
	if k == nil || err != nil {
		return err
	}
	for _, c := range [...]struct {
		column string
		v      int
	}{{"gold", x.Gold}, {"predicted", x.Predicted}, {"tp", x.TP}, {"fp", x.FP}, {"fn", x.FN}} {
		if float64(c.v) > largestCount {
			return at.Errorf(c.column, "%d; a count lies between 0 and %.0e", c.v, largestCount)
		}
	}
	counts := posterior.Counts{TP: float64(x.TP), FP: float64(x.FP), FN: float64(x.FN)}
	if r.columns.chunks {
		if x.Correct > x.Gold || x.Correct > x.Predicted {
			what, n := "gold", x.Gold
			if x.Correct <= x.Gold {
				what, n = "predicted", x.Predicted
			}
			return at.Errorf("correct", "%d correct chunks but only %d %s ones; correct cannot exceed %[3]s",
				x.Correct, n, what)
		}
		counts = posterior.Chunks(float64(x.Gold), float64(x.Predicted), float64(x.Correct))
	}
	if k.cells == nil {
		k.cells = []*cells{new(cells)}
		k.metrics = []metric.Metric{metric.F1}
	}
	c := k.cells[0]
	c.add(model, place.Replication, place.Fold, at)
	c.counts.add(counts)
	c.value.add(float64(x.TN))
	return nil
}

// countsIn returns the counts of a grid of rows.
func (c *cells) countsIn(rows Grid[int32]) Grid[posterior.Counts] {
	g := Grid[posterior.Counts]{Replications: rows.Replications, Folds: rows.Folds}
	for _, row := range rows.Cells {
		g.Cells = append(g.Cells, *c.counts.at(int(row)))
	}
	return g
}

// counted returns the number of records on each fold, and in each replication, which are known if true negatives are
// counted too; no number of records where the replications differ. It is an error if models differ in the records of a
// fold, or in those that are positive.
func (c *cells) counted(rows Grid[int32], models []string) (valid []int, records int, err error) {
	first := rows.Of(0)
	for m, name := range models {
		for k, row := range rows.Of(m) {
			n, was := *c.counts.at(int(row)), *c.counts.at(int(first[k]))
			all := int(n.TP + n.FP + n.FN + *c.value.at(int(row)))
			if m == 0 {
				valid = append(valid, all)
			}
			for _, x := range [...]struct {
				what   string
				of, in float64
			}{{"records", float64(all), float64(valid[k])}, {"positives", n.TP + n.FN, was.TP + was.FN}} {
				if x.of != x.in {
					return nil, 0, c.at(int(row)).Errorf("", "model %.40q has %.0f %s in %s, %.40q has %.0f; run both on the same "+
						"partition set", name, x.of, x.what, c.within.name(k/rows.Folds+1, k%rows.Folds+1), models[0], x.in)
				}
			}
		}
	}
	for j := range rows.Replications {
		n := 0
		for _, v := range valid[j*rows.Folds : (j+1)*rows.Folds] {
			n += v
		}
		if j > 0 && n != records {
			return valid, 0, nil
		}
		records = n
	}
	return valid, records, nil
}

// setCounts takes counts, and computes precision, recall and F1.
func (r *Results) setCounts(g Grid[posterior.Counts]) {
	r.Counts = &g
	for _, m := range posterior.Metrics() {
		values := Grid[float64]{g.Replications, g.Folds, make([]float64, len(g.Cells))}
		for n, c := range g.Cells {
			values.Cells[n] = c.Value(m)
		}
		r.Metrics, r.Values = append(r.Metrics, m.Metric()), append(r.Values, values)
	}
	if note := r.unevenGold(); note != "" {
		r.Notes = append(r.Notes, note)
	}
}

// unevenGold says on which fold two models have different numbers of positives. On the same partition set
// the numbers agree, unless the models see different units.
func (r *Results) unevenGold() string {
	first, odd := "", 0
	for k, a := range r.Counts.Of(0) {
		for m, name := range r.Models {
			b := r.Counts.Of(m)[k]
			if a.TP+a.FN == b.TP+b.FN {
				continue
			}
			if odd++; first == "" {
				first = fmt.Sprintf("replication %d fold %d holds %v positives for %s but %v for %s",
					k/r.Counts.Folds+1, k%r.Counts.Folds+1, a.TP+a.FN, r.Models[0], b.TP+b.FN, name)
			}
			break
		}
	}
	if odd == 0 {
		return ""
	}
	of := ""
	if name := r.Key.String(); name != "" {
		of = "task " + name + ": "
	}
	return fmt.Sprintf("%s%s (%d folds in all); were both models run on the same partition set?", of, first, odd)
}

// whole returns the score of a whole test set that a name stands for: precision, recall, f1, fbeta and jaccard of
// counts, also as P, R and F1, and of the task "all" with _micro and _macro over the other tasks, which are types;
// ratio of numerators and denominators.
func (r Results) whole(name string) (metric.Sums, error) {
	x := r.Units
	if x.form == ratioItems && name == x.wanted.Name {
		return metric.RatioOfSums(name), nil
	}
	known := []string{x.metric().Name}
	if x.form == chunkItems || x.form == confusionItems {
		ratio, average, ok := metric.RatioOf(name)
		known = []string{metric.Precision.Name, metric.Recall.Name, metric.F1.Name, "fbeta", "jaccard"}
		switch {
		case ok && (average == "" || average == "micro" && (x.types != nil || r.Key.Task == "")):
			return ratio.Chunks(name, len(x.types)+1, len(x.types)), nil
		case x.types == nil:
		case ok && average == "macro":
			w := ratio.MacroChunks(metric.Metric{Name: name}.Label(), x.types)
			w.Columns += 3 // of all types
			return w, nil
		default:
			known = append(known, "f1_micro", "f1_macro")
		}
	}
	return metric.Sums{}, fmt.Errorf("results: no metric %q; the metrics are %s", name, table.Quoted(known))
}

// parts returns what each item adds to the sums of which a score of the whole set is made, see whole, for models a and
// b, which count from 0.
func (r Results) parts(a, b int, pairedRuns bool) items.Parts {
	x := r.Units
	out := items.Parts{Clusters: x.Clusters, PairedRuns: pairedRuns}
	for _, run := range x.outcomes[a] {
		out.A = append(out.A, x.rows(run))
	}
	for _, run := range x.outcomes[b] {
		out.B = append(out.B, x.rows(run))
	}
	return out
}

// rows returns the numbers of a run that are added up, by item.
func (x *Units) rows(run *outcomes) metric.Rows {
	out := x.rowsOfDraws(run)
	if run.of == nil {
		return out
	}
	return out.Averaged(run.of, len(x.Names), len(out.Dense)/len(run.of))
}

// rowsOfDraws returns the numbers of a run that are added up, by draw.
func (x *Units) rowsOfDraws(run *outcomes) (out metric.Rows) {
	types := append(slices.Clip(run.types), run.columns)
	for k := range run.draws(len(x.Names)) {
		for _, c := range types {
			switch x.form {
			case chunkItems:
				out.Dense = append(out.Dense, c[0].At(k), c[1].At(k), c[2].At(k))
			case confusionItems:
				tp, fp, fn := c[0].At(k), c[1].At(k), c[2].At(k)
				out.Dense = append(out.Dense, tp+fn, tp+fp, tp)
			case ratioItems:
				out.Dense = append(out.Dense, c[0].At(k), c[1].At(k))
			}
		}
	}
	return out
}

// joinTypes adds to the counts of the task "all" of a data set those of its other tasks, which are types of chunks, if
// all are of the same items and runs.
func joinTypes(all []Results) {
	for _, r := range all {
		x := r.Units
		if x == nil || r.Key.Task != "all" || x.form != chunkItems && x.form != confusionItems {
			continue
		}
		var types []Results
		for _, of := range all {
			if of.Dataset == r.Dataset && of.Key.Task != "all" {
				types = append(types, of)
			}
		}
		if slices.ContainsFunc(types, func(of Results) bool {
			return !slices.Equal(of.Models, r.Models) || !slices.Equal(of.Units.Names, x.Names) ||
				!slices.EqualFunc(of.Units.Runs, x.Runs, slices.Equal[[]string]) || !sameDraws(of.Units, x)
		}) {
			continue
		}
		for _, of := range types {
			x.types = append(x.types, of.Key.Task)
			for m, runs := range x.outcomes {
				for k, run := range runs {
					run.types = append(run.types, of.Units.outcomes[m][k].columns)
				}
			}
		}
	}
}

// sameDraws reports whether the rows of two tasks are of the same draws in the same order.
func sameDraws(a, b *Units) bool {
	return slices.EqualFunc(slices.Concat(a.outcomes...), slices.Concat(b.outcomes...), func(x, y *outcomes) bool {
		return slices.Equal(x.of, y.of)
	})
}

// maxCounted is how many classes ByClass counts: with more of them the texts are hardly classes.
const maxCounted = 1 << 12

// ByClass returns, for each of the given classes, the true and false positives and negatives of that class
// on each fold. Without classes these are all that a record has, in alphabetical order. The task of the
// results is the class.
func (r Results) ByClass(classes ...string) ([]Results, error) {
	if r.Summarized() {
		return nil, errSummarized
	}
	if r.Runs != nil {
		return r.Runs.byClass(classes, r.Models)
	}
	if !r.Classified() {
		return nil, errors.New("results: counts by class need predictions, and these are other results")
	}
	if len(classes) == 0 {
		classes = r.Units.classes.trueOnes(-1)
		slices.Sort(classes)
	}
	if len(classes) > maxCounted {
		return nil, fmt.Errorf("results: there are more than %d classes; name the one to count (setting `positive`)",
			maxCounted)
	}
	return r.counted(classes), nil
}

// counted returns the counts of some classes.
func (r Results) counted(classes []string) []Results {
	x := r.Units
	grids := make([]Grid[posterior.Counts], len(classes))
	gridOf := make([]*Grid[posterior.Counts], len(x.classes.Names)+1) // by place of the class
	for i, class := range classes {
		grids[i] = NewGrid[posterior.Counts](len(r.Models), r.Design.Replications, r.Design.Folds)
		gridOf[x.classes.Place(class)] = &grids[i]
	}
	for j, rep := range x.folds {
		for unit, fold := range rep.fold.All() {
			truth := x.classes.Of[unit]
			for m := range r.Models {
				said := x.outcomes[m][j].label(unit)
				of, as := gridOf[truth], gridOf[said]
				switch {
				case of != nil && said == truth:
					of.At(m, j, int(fold)-1).TP++
				case of != nil:
					of.At(m, j, int(fold)-1).FN++
				}
				if as != nil && said != truth {
					as.At(m, j, int(fold)-1).FP++
				}
			}
		}
	}
	out := make([]Results, len(classes))
	for i, class := range classes {
		out[i] = Results{Key: Key{r.Dataset, class}, Design: r.Design, Models: r.Models, Train: r.Train, Valid: r.Valid,
			Positive: classes[i], Units: x}
		out[i].setCounts(grids[i])
	}
	if in := r.Inner; in != nil && in.folds.Classified() {
		for i, inner := range in.folds.counted(classes) {
			_ = out[i].nest(inner, *in) // the same models and metrics
		}
	}
	return out
}

// positives puts the counts of one class in place of the results.
func positives(all []Results, class string, file spot) error {
	for i, r := range all {
		if classes := r.Units.classes.trueOnes(-1); !slices.Contains(classes, class) {
			slices.Sort(classes)
			return file.Errorf("truth", "no record is of the class %s; the classes are %s",
				table.Quoted([]string{class}), table.Quoted(classes))
		}
		one := r.counted([]string{class})[0]
		one.Notes = append(slices.Clone(r.Notes), one.Notes...)
		all[i] = one
	}
	return nil
}
