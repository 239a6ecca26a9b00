// Package cells holds what the cells of several research notebooks do alike: read stored results,
// run parts of the account and show published numbers beside computed ones. Like package display
// its functions return no errors; a cell that fails prints its error and stops the notebook.
package cells

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/data/samples"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/display"
	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/reproduce/catalogue"
	"github.com/block-regularized/bcv/research/reproduce/errata"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/replicability"
)

// Config returns the configuration of a notebook: the data of this repository, seed 1 and the
// scale of the environment variable BCV_SCALE, quick by default.
func Config() study.Config {
	return study.Config{Data: data.FS, Scale: display.Must(study.ParseScale(os.Getenv("BCV_SCALE"))), Seed: 1}
}

// Stored returns the rows of the table data/results/name.csv that keep accepts, or all rows
// without keep.
func Stored[T any](name string, keep ...func(T) bool) []T {
	rows := display.Must(study.Stored[T](data.FS, name))
	for _, k := range keep {
		rows = study.Where(rows, k)
	}
	return rows
}

// Account runs the experiments behind some items, such as "thesis:table-5.9", and returns their
// rows.
func Account(items ...string) []reproduce.Row {
	return display.Must(catalogue.Account(context.Background(), Config(), items...))
}

// Compare shows the rows of Account(item), one number per row, published beside computed.
func Compare(item string, options ...display.Option) {
	display.Table(reproduce.Compare(Account(item)), options...)
}

// Summary shows how many numbers of the rows match, one line per item.
func Summary(rows []reproduce.Row) {
	display.Table(reproduce.Lines(reproduce.SummarizeItems(rows)),
		display.Columns("source, numbers, verdicts"), display.Heading("source", "table"))
}

// Pivot shows numbers of an item from the stored account, published beside computed: the numbers
// whose keys match the regular expression keys, laid out by the templates line and column as
// reproduce.Layout does.
func Pivot(caption, item, keys, line, column string) {
	match := regexp.MustCompile(keys).MatchString
	rows := study.Where(display.Must(reproduce.Best(data.FS, item)),
		func(r reproduce.BestRow) bool { return match(r.Key) })
	display.Table(reproduce.Cells(rows, reproduce.Layout(line, column)),
		display.Wide("column", "value", "line", "verdicts"),
		display.Caption("%s. %s", caption, reproduce.Tally(rows)),
		display.Heading("line", " "), display.Heading("verdicts", "no match"))
}

// Researchers compares nine nearest neighbours (B) with one (A) on the sample of plants, once for each researcher and
// procedure. The researchers differ in the seed of their partition sets, from 1.
func Researchers(n int) []replicability.Row {
	file := display.Must(samples.Files.Open("plants.csv"))
	plants := display.Must(dataset.Parse("plants", file, dataset.Options{})).OneHot()
	bcv := cv.Options{M: 5}
	return display.Must(replicability.Run(context.Background(), replicability.Plan{
		Data: plants, A: neighbour.KNN{K: 1}, B: neighbour.KNN{K: 9}, Sets: n, Seed: 1,
		Schemes: []replicability.Scheme{
			{Name: "10-fold CV, t-test", Method: cv.KFold, Options: cv.Options{K: 10}, Procedure: "kfold-t"},
			{Name: "5 x 2 BCV, bcv-t", Method: cv.BCV, Options: bcv, Procedure: "bcv-t"},
			{Name: "5 x 2 BCV, posterior", Method: cv.BCV, Options: bcv, Procedure: "paired"},
		}}))
}

// Show computes a finding about an erratum and shows its figure, its tables and its verdict.
func Show(e errata.Erratum) {
	cfg := Config()
	cfg.Scale = study.Quick
	finding := display.Must(e(cfg))
	if finding.Figure != nil {
		display.Figure(finding.Figure, nil)
	}
	for _, t := range finding.Tables {
		display.Table(t.Rows, display.Caption("%s", t.Caption), display.Digits(t.Digits))
	}
	display.Note("%s", finding.Verdict())
}

// Points is figure.Points without an error.
func Points[T any](rows []T, c figure.Columns) []figure.Point {
	return display.Must(figure.Points(rows, c))
}

// Percent returns points with both coordinates in percent.
func Percent(points []figure.Point) []figure.Point {
	out := slices.Clone(points)
	for i := range out {
		out[i].X, out[i].Y, out[i].SE = 100*out[i].X, 100*out[i].Y, 100*out[i].SE
	}
	return out
}

// Titled returns points whose panels have their names in words.
func Titled(words func(panel string) string, points ...[]figure.Point) []figure.Point {
	out := slices.Concat(points...)
	for i := range out {
		out[i].Panel = words(out[i].Panel)
	}
	return out
}

// Draw shows points as curves.
func Draw(l figure.Labels, points ...[]figure.Point) {
	display.Figure(figure.Curves(slices.Concat(points...), l))
}

// Figure shows columns of rows as curves; x and y label the axes.
func Figure[T any](rows []T, c figure.Columns, x, y string) {
	display.Figure(figure.Of(rows, c, figure.Labels{X: x, Y: y}))
}

// Correlations shows rho2 against rho1 with the bounds of figure 1 of the McNemar paper, for rho1 between two values.
func Correlations(points []figure.Point, from, to float64) {
	Draw(figure.Labels{X: "correlation within a replication, rho1", Y: "correlation between replications, rho2"},
		points,
		figure.Through("rho2 = (1+rho1)/2", figure.Line, from, (1+from)/2, to, (1+to)/2),
		figure.Through("rho1 = 1/2, rho2 = 0 and 1/2", figure.Dash, from, 0.5, 0.5, 0.5, 0.5, 0, from, 0))
}

// Table shows columns of rows, all columns without names, below a caption and with three
// significant digits.
func Table[T any](caption string, rows []T, columns ...string) {
	options := []display.Option{display.Caption("%s", caption), display.Digits(3)}
	if len(columns) > 0 {
		options = append(options, display.Columns(columns...))
	}
	display.Table(rows, options...)
}

// what is counted in a sentence, one token per line
var counted = []*regexp.Regexp{regexp.MustCompile(`(?m)^.`), regexp.MustCompile(`(?m)^[A-Z]`),
	regexp.MustCompile(`(?m)^\S*[0-9]`), regexp.MustCompile(`(?m)^[a-z]{7}`)}

// Sentences returns the first sentence of at least 8 tokens of each document in a packed file of entities, such as
// data/corpora/en_ewt-ner.iob2.gz. The class is whether it holds an entity; the features are the numbers of tokens, of
// tokens that begin with a capital letter, that hold a digit, and that begin with seven small letters.
func Sentences(path string) *dataset.Data {
	file := display.Must(os.Open(path))
	defer file.Close()
	text := display.Must(io.ReadAll(display.Must(gzip.NewReader(file))))
	csv, last := "tokens,capitals,digits,long,name\n", ""
	for sentence := range strings.SplitSeq(string(text), "\n\n") {
		id, tokens, _ := strings.Cut(sentence, "\n")
		document := id[:strings.LastIndex(id, "-")+1]
		if document == last || strings.Count(tokens, "\n") < 7 {
			continue
		}
		last = document
		for _, c := range counted {
			csv += fmt.Sprintf("%d,", len(c.FindAllString(tokens, -1)))
		}
		csv += fmt.Sprintf("%t\n", strings.Contains(tokens, "\tB-"))
	}
	return display.Must(dataset.Parse("sentences", strings.NewReader(csv), dataset.Options{Target: "name"}))
}

// TestSet returns which records of the validation set of one fold the learners classify right, trained in that many
// runs on its training set: items of one test set, named by the numbers of the records.
func TestSet(d *dataset.Data, f cv.Fold, runs int, learners ...learn.Learner) results.Results {
	names := make([]string, len(f.Valid))
	for k, i := range f.Valid {
		names[k] = fmt.Sprint(i)
	}
	r := display.Must(results.NewScores(names, nil))
	predicted := make([]float64, len(f.Valid))
	for _, l := range learners {
		for run := range runs {
			again := l
			if run > 0 {
				again, _ = learn.ForRun(l, run+1)
			}
			fit := display.Must(learn.Prepare(context.Background(), again, d)).NewFitter(nil)
			display.Must(fit.Fit(context.Background(), f.Train))
			fit.Predict(f.Valid, predicted)
			right := make([]float64, len(f.Valid))
			for k, i := range f.Valid {
				if predicted[k] == float64(d.Class[i]) {
					right[k] = 1
				}
			}
			display.Check(r.AddScores(l.String(), fmt.Sprint(run+1), right))
		}
	}
	return *r
}

// grid returns the multiples of 1/500 from low to high, at which densities are drawn.
func grid(low, high float64) (x []float64) {
	for i := math.Round(500 * low); i <= math.Round(500*high); i++ {
		x = append(x, i/500)
	}
	return x
}

// Sliders shows the posterior density of the expected difference, B minus A, between low and high, with sliders for the
// number of replications, both correlations and the rope. Replication j has the differences[j]; a and b
// name the models in the text below.
func Sliders(caption, label string, differences [][2]float64, a, b string, low, high float64) {
	x := grid(low, high)
	display.Sliders(display.Slides{
		Caption: caption, XLabel: label, X: x,
		Axes: []display.Axis{
			{Name: "replications m", Start: 1, Values: []float64{3, 5, 10}},
			{Name: "rho1, within", Start: 1, Values: []float64{0, 0.2, 0.5}},
			{Name: "rho2, between", Start: 2, Values: []float64{0, 0.1, 0.2, 0.3, 0.4}},
			{Name: "rope", Start: 2, Values: []float64{0, 0.01, 0.02, 0.03, 0.05}},
		},
		At: func(v []float64) (display.Slide, error) {
			s, y, err := replicability.Believe(differences[:int(v[0])], v[1], v[2], v[3], x)
			return display.Slide{Y: y, Marks: []float64{-v[3], v[3]}, Text: fmt.Sprintf(
				"%v folds, worth %.1f independent ones. P(%s better) = %.3f, P(within %v) = %.3f, P(%s better) = %.3f",
				2*v[0], s.Worth, b, s.B, v[3], s.Within, a, s.A)}, err
		},
	})
}

// Beliefs shows a table and the posterior densities between low and high for pairs of correlations, rho1 and rho2.
func Beliefs(label string, differences [][2]float64, rope, low, high float64, correlations ...[2]float64) {
	x := grid(low, high)
	var beliefs []replicability.Belief
	var curves []figure.Point
	for _, rho := range correlations {
		b, y, err := replicability.Believe(differences, rho[0], rho[1], rope, x)
		display.Check(err)
		beliefs = append(beliefs, b)
		name := fmt.Sprintf("rho1 = %v, rho2 = %v", rho[0], rho[1])
		for k := range x {
			curves = append(curves, figure.Point{Series: name, X: x[k], Y: y[k], Mark: figure.Line})
		}
	}
	display.Table(beliefs, display.Digits(3))
	display.Figure(figure.Curves(curves, figure.Labels{X: label, Y: "posterior density"}))
}
