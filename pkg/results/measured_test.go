package results

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/metric"
)

// Metrics of each kind, which depend on every number and on the order of the classes.
var (
	weighedLabels = metric.Definition{Metric: metric.Metric{Name: "labels", HigherIsBetter: true},
		Of: func(p *metric.Predictions) (float64, error) {
			sum := 100 * float64(p.Positive)
			for i := range p.Truth {
				sum += 3*p.Truth[i] + p.Predicted[i] + float64(len(p.Classes[int(p.Truth[i])]))
			}
			return sum, nil
		}}
	weighedProbabilities = metric.Definition{Metric: metric.Metric{Name: "probabilities"}, Needs: metric.Probabilities,
		Of: func(p *metric.Predictions) (float64, error) {
			sum := 0.0
			for i, t := range p.Truth {
				for k := range p.Classes {
					sum += float64(k+1) * (t + 1) * p.Probabilities[i*len(p.Classes)+k]
				}
			}
			return sum, nil
		}}
	weighedNumbers = metric.Definition{Metric: metric.Metric{Name: "numbers"}, Needs: metric.Numbers,
		Of: func(p *metric.Predictions) (float64, error) {
			sum := 0.0
			for i, y := range p.Truth {
				sum += y * p.Predicted[i]
			}
			return sum, nil
		}}
	undefinedOnSome = metric.Definition{Metric: metric.Metric{Name: "sometimes"},
		Of: func(p *metric.Predictions) (float64, error) {
			if slices.Max(p.Truth) == slices.Min(p.Truth) {
				return 0, errors.New("there is one class")
			}
			return 1, nil
		}}
)

// simulated are the predictions of two models on a nested set: what was put into results, and the values of the metrics
// by brute force.
type simulated struct {
	set   cv.Nested
	names []string // classes in the order of columns
	truth []int    // by record
	y     []float64
}

func simulate(t *testing.T) simulated {
	t.Helper()
	set := nestedSet(t, 5)
	s := simulated{set: set, names: []string{"zz", "a", "mmm"}}
	rng := rand.New(rand.NewPCG(1, 2))
	for range set.Outer.N {
		s.truth, s.y = append(s.truth, rng.IntN(3)), append(s.y, rng.NormFloat64())
	}
	return s
}

// predict returns the class, the probabilities and the number that a model predicts on a fold.
func (s simulated) predict(model string, j, k int, record int32) (label int, p []float64, y float64) {
	rng := rand.New(rand.NewPCG(uint64(len(model)+100*j+10*k), uint64(record)))
	a, b := rng.Float64(), rng.Float64()
	p = []float64{min(a, b), max(a, b) - min(a, b), 1 - max(a, b)}
	return rng.IntN(3), p, rng.NormFloat64()
}

// fill fills results on a set, and returns what metrics are to give: labels, probabilities and numbers on each fold.
func (s simulated) fill(t *testing.T, set cv.Set, seed int, numbers bool) (r Results, want [3][]float64) {
	t.Helper()
	out := New(set)
	sorted := []int{2, 0, 1} // zz, a, mmm
	for _, model := range []string{"svm", "longer"} {
		for _, f := range set.Folds() {
			var truth, predicted []string
			var ys, said, all []float64
			var sums [3]float64
			for _, record := range f.Valid {
				label, p, y := s.predict(model, f.Replication+50*seed, f.Fold, record)
				c := s.truth[record]
				truth, predicted = append(truth, s.names[c]), append(predicted, s.names[label])
				ys, said, all = append(ys, s.y[record]), append(said, y), append(all, p...)
				sums[0] += float64(3*sorted[c] + sorted[label] + len(s.names[c]))
				for _, k := range []int{1, 2, 0} {
					sums[1] += float64(sorted[k]+1) * float64(sorted[c]+1) * p[k]
				}
				sums[2] += s.y[record] * y
			}
			for i, v := range sums {
				want[i] = append(want[i], v)
			}
			err := out.Add(f, model, 0.5)
			if numbers {
				err = errors.Join(err, out.AddNumbers(f, model, ys, said))
			} else {
				err = errors.Join(err, out.AddItems(f, model, truth, predicted), out.AddProbabilities(f, model, s.names, all))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return *out, want
}

// measuredValues checks the values of a metric.
func measuredValues(t *testing.T, what string, r Results, i int, got, want []float64) {
	t.Helper()
	for k, v := range got {
		if v != want[k] {
			t.Errorf("%s: %s on fold %d: %v, want %v", what, r.Metrics[i].Name, k, v, want[k])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d values, want %d", what, len(got), len(want))
	}
}

// Values on folds and inner folds are those of the metrics on what was added, also after a file in between.
func TestMeasured(t *testing.T) {
	s := simulate(t)
	for _, numbers := range []bool{false, true} {
		r, want := s.fill(t, s.set.Outer, 0, numbers)
		inner, wantInner := s.fill(t, s.set.Inner, 0, numbers)
		r, err := r.WithInner(inner, s.set)
		if err != nil {
			t.Fatal(err)
		}
		defs, at := []metric.Definition{{}, weighedProbabilities, weighedLabels}, []int{-1, 1, 0}
		if numbers {
			defs, at = []metric.Definition{weighedNumbers}, []int{2}
		}
		r.Positive = "mmm" // the second class in alphabetical order
		var text bytes.Buffer
		if err := Write(&text, Predictions, r); err != nil {
			t.Fatal(err)
		}
		again, err := Parse("l.csv", &text, ReadOptions{Numbers: numbers})
		if err != nil {
			t.Fatal(err)
		}
		for what, r := range map[string]Results{"added": r, "read": again[0]} {
			r.Positive = "mmm"
			if !numbers {
				defs[0].Metric = r.Metrics[0] // whose values stay
			}
			m, err := r.Measured(defs...)
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			if len(m.Metrics) != len(defs) || m.Inner.Fingerprint != s.set.Fingerprint() {
				t.Errorf("%s: metrics %v and inner set %q, want %d of %q", what, m.Metrics, m.Inner.Fingerprint, len(defs),
					s.set.Fingerprint())
			}
			for i, k := range at {
				if k < 0 {
					measuredValues(t, what, m, i, m.Values[i].Cells, r.Values[0].Cells)
					continue
				}
				outer, in := slices.Clone(want[k]), slices.Clone(wantInner[k])
				if k == 0 { // the positive class has place 1
					for _, x := range [][]float64{outer, in} {
						for n := range x {
							x[n] += 100
						}
					}
				}
				measuredValues(t, what, m, i, m.Values[i].Cells, outer)
				measuredValues(t, what+" inner", m, i, m.Inner.Values[i].Cells, in)
			}
		}
	}
}

// Of several runs the values are means.
func TestMeasuredRuns(t *testing.T) {
	s := simulate(t)
	var runs []Results
	var want []float64
	for seed := range 2 {
		r, values := s.fill(t, s.set.Outer, seed, false)
		runs = append(runs, r)
		for k, v := range values[1] {
			if seed == 0 {
				want = append(want, 0)
			}
			want[k] += v
		}
	}
	for k := range want {
		want[k] /= 2
	}
	r, err := JoinRuns([]string{"s", "t"}, runs)
	if err != nil {
		t.Fatal(err)
	}
	r.Notes = append(r.Notes, "and another one")
	notes := slices.Clone(r.Notes)
	r.Positive = "mmm"
	m, err := r.Measured(weighedProbabilities, weighedLabels)
	if err != nil {
		t.Fatal(err)
	}
	measuredValues(t, "runs", m, 0, m.Values[0].Cells, want)
	if v := m.Values[1].Cells[0]; v < 100 || v > 200 {
		t.Errorf("value %v, want one with the positive class at place 1", v)
	}
	if len(m.Runs.Names) != 2 || !slices.Equal(m.Notes, notes) {
		t.Errorf("runs %q and notes %q, want two and %q", m.Runs.Names, m.Notes, notes)
	}
	if _, err := r.Measured(weighedNumbers); err == nil || !strings.Contains(err.Error(), `(run "s")`) {
		t.Errorf("error %v, want one that names the run", err)
	}
}

const longProbabilities = `replication,fold,record,truth,model,predicted,p_x,p_y
1,1,0,x,a,x,0.9,0.1
1,1,1,y,a,x,0.6,0.4
1,2,2,x,a,y,0.25,0.75
1,2,3,x,a,y,0.4,0.6
1,1,0,x,b,x,0.8,0.2
1,1,1,y,b,y,0.3,0.7
1,2,2,x,b,x,1,0
1,2,3,x,b,x,0.7,0.3
`

// With two classes one column is enough, in any order of columns, and files may have one model each.
func TestProbabilitiesAreRead(t *testing.T) {
	want := []float64{(0.9 + 2*0.1) + 2*(0.6+2*0.4), (0.25 + 2*0.75) + (0.4 + 2*0.6), (0.8 + 2*0.2) + 2*(0.3+2*0.7),
		1 + (0.7 + 2*0.3)}
	drop := func(column int) string {
		var out strings.Builder
		for line := range strings.Lines(longProbabilities) {
			fields := strings.Split(strings.TrimSpace(line), ",")
			fmt.Fprintln(&out, strings.Join(slices.Delete(fields, column, column+1), ","))
		}
		return out.String()
	}
	for what, text := range map[string]string{"both": longProbabilities, "p_x": drop(7), "p_y": drop(6)} {
		r, err := parse(t, text).Measured(weighedProbabilities)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		for k, v := range r.Values[0].Cells {
			if math.Abs(v-want[k]) > 1e-12 {
				t.Errorf("%s: fold %d: %v, want %v", what, k, v, want[k])
			}
		}
		if classes := slices.Sorted(slices.Values(r.Units.Probable())); !slices.Equal(classes, []string{"x", "y"}) {
			t.Errorf("%s: probabilities of %q, want x and y", what, classes)
		}
	}
}

// Rows of one model may lie in two files, whose columns may have another order.
func TestProbabilitiesInSeveralFiles(t *testing.T) {
	lines := slices.Collect(strings.Lines(longProbabilities))
	swap := func(line string) string {
		f := strings.Split(strings.TrimSpace(line), ",")
		f[6], f[7] = f[7], f[6]
		return strings.Join(f, ",") + "\n"
	}
	first, second := lines[0], swap(lines[0])
	for i, line := range lines[1:] {
		if i%2 == 0 {
			first += line
		} else {
			second += swap(line)
		}
	}
	all, err := Read(writeFiles(t, first, second), ReadOptions{Models: []string{"b", "a"}})
	if err != nil {
		t.Fatal(err)
	}
	want, err := parse(t, longProbabilities, "b", "a").Measured(weighedProbabilities)
	if err != nil {
		t.Fatal(err)
	}
	got, err := all[0].Measured(weighedProbabilities)
	if err != nil {
		t.Fatal(err)
	}
	measuredValues(t, "two files", got, 0, got.Values[0].Cells, want.Values[0].Cells)
}

func writeFiles(t *testing.T, texts ...string) (paths []string) {
	t.Helper()
	dir := t.TempDir()
	for i, text := range texts {
		paths = append(paths, filepath.Join(dir, fmt.Sprintf("f%d.csv", i)))
		if err := os.WriteFile(paths[i], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return paths
}

func TestProbabilitiesRefused(t *testing.T) {
	edit := func(old, with string) string { return strings.Replace(longProbabilities, old, with, 1) }
	const items = "item,model,truth,label,p_x,p_y\n1,a,x,x,0.9,0.1\n2,a,y,x,0.6,0.4\n"
	for _, c := range []struct{ text, want string }{
		{edit("0.9,0.1", "1.2,-0.2"), "row 2, column p_x: 1.2 is no probability; give one from 0 to 1"},
		{edit("0.9,0.1", "0.9,"),
			"row 2, column p_y: is empty; give the probabilities of all models and records, or of none"},
		{edit("0.9,0.1", "0.9,q"), "row 2, column p_y:"},
		{edit("1,1,0,x,a,x", "1,1,0,z,a,x"), `row 2, column truth: "z" has no column of probabilities; add p_z`},
		{edit("1,1,1,y,a,x", "1,1,1,y,a,w"), `row 3, column predicted: "w" has no column of probabilities; add p_w`},
		{edit("p_y", "q"), "column q: stands beside columns model, predicted"},
		{"replication,fold,record,truth,a,b,p_x\n1,1,0,x,x,y,1\n", "column p_x: holds probabilities; these stand beside"},
		{"replication,fold,record,truth,model,predicted,p_x\n1,1,0,x,a,x,1\n1,1,1,y,a,x,1\n1,2,2,z,a,z,0\n",
			`row 4, column truth: "z" is a third class, and the column p_x is of "x" against one other`},
		{"replication,fold,record,truth,model,predicted,p_x\n1,1,0,x,a,x,1\n1,2,1,x,a,x,1\n",
			"column p_x: is of the only class there is"},
		{strings.Replace(items, "0.9,0.1", "0.9,0.2", 1), "row 2: the probabilities of all classes add up to 1.1"},
		{strings.Replace(items, "0.9,0.1", "1.9,0.2", 1), "row 2, column p_x: 1.9 is no probability"},
		{strings.Replace(items, "a,x,x", "a,z,x", 1), `row 2, column truth: "z" has no column of probabilities`},
		{strings.Replace(items, "a,x,x", "a,x,z", 1), `row 2, column label: "z" has no column of probabilities`},
	} {
		refused(t, c.text, c.want, ReadOptions{})
	}
	refused(t, "item,truth,a,b,p_x\n1,x,x,x,1\n", "column p_x: holds probabilities; these stand beside the columns model "+
		"and label", ReadOptions{Wide: true})
	refused(t, longProbabilities, "column p_x: holds probabilities of classes", ReadOptions{Numbers: true})
	paths := writeFiles(t, longProbabilities, "replication,fold,record,truth,model,predicted\n1,1,0,x,c,x\n")
	if _, err := Read(paths, ReadOptions{}); err == nil ||
		!strings.Contains(err.Error(), "probabilities (columns p_CLASS) of 0 classes") {
		t.Errorf("error %v, want one about a file without probabilities", err)
	}
	// Sums that the decimals explain.
	for _, text := range []string{edit("0.9,0.1", "0.90,0.11"), edit("0.9,0.1", "0.9,0.1000019")} {
		parse(t, text)
	}
	refused(t, edit("0.9,0.1", "0.9,0.1000021"), "row 2: the probabilities of all classes add up to 1.000002",
		ReadOptions{})
}

// Scores of one class are added, written and read as they are, and are the probabilities of both where they can be.
func TestScoresOfOneClass(t *testing.T) {
	set := nestedSet(t, 1).Outer
	auc, loss := parsedMetric(t, "roc_auc"), parsedMetric(t, "log_loss")
	var right, pairs float64
	for _, y := range set.Fold(0).Valid {
		for _, x := range set.Fold(0).Valid {
			if y%2 == 0 && x%2 == 1 {
				pairs++
				if y < x {
					right++
				}
			}
		}
	}
	for _, shift := range []float64{0, 2} {
		r := New(set)
		for _, f := range set.Folds() {
			var truth []string
			var of []float64
			for _, record := range f.Valid {
				truth = append(truth, []string{"y", "x"}[record%2])
				of = append(of, 0.9-float64(record)/32+shift)
			}
			if err := errors.Join(r.AddItems(f, "a", truth, truth), r.AddItems(f, "b", truth, truth),
				r.AddProbabilities(f, "a", []string{"y"}, of), r.AddProbabilities(f, "b", []string{"y"}, of)); err != nil {
				t.Fatal(err)
			}
		}
		var text strings.Builder
		if err := Write(&text, Predictions, *r); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text.String(), "predicted,p_y,") {
			t.Errorf("written are\n%.80s, want the column p_y alone", text.String())
		}
		for what, r := range map[string]Results{"Go": *r, "read": parse(t, text.String())} {
			m, err := r.Measured(auc)
			if err != nil || math.Abs(m.Values[0].Cells[0]-right/pairs) > 1e-12 {
				t.Errorf("%s: %v (%v), want %v of %v pairs", what, m.Values, err, right, pairs)
			}
			record := int(set.Fold(0).Valid[0])
			first := r.Units.Probabilities(Item{Replication: 1, Fold: 1, Record: record}, nil)
			p := 0.9 - float64(record)/32 + shift
			want := []float64{p, 1 - p}
			if _, err = r.Measured(loss); shift > 0 {
				want = []float64{p}
				if at := fmt.Sprintf("log loss needs probabilities, and p_y is %v in r", p); err == nil ||
					!strings.Contains(err.Error(), at) {
					t.Errorf("%s: error %v, want one that names the first score", what, err)
				}
			} else if err != nil {
				t.Errorf("%s: log loss: %v", what, err)
			}
			if len(r.Units.Probable()) != len(want) || !slices.Equal(first, want) {
				t.Errorf("%s: %v of %q, want %v", what, first, r.Units.Probable(), want)
			}
		}
	}
}

func parsedMetric(t *testing.T, name string) metric.Definition {
	t.Helper()
	defs, err := metric.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return defs[0]
}

// Items without labels are read for metrics that are named, and written as they are.
func TestProbableItems(t *testing.T) {
	const text = "item,model,truth,p_x\n1,a,x,0.75\n2,a,y,0.5\n1,b,x,0.25\n2,b,y,0.5\n"
	all, err := Parse("l.csv", strings.NewReader(text), ReadOptions{Metrics: []string{"brier_score", "roc_auc"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(all[0].Values[0].Cells, all[0].Values[1].Cells), "[0.15625 0.40625] [1 0]"; got != want {
		t.Errorf("values %s, want %s", got, want)
	}
	if want := []string{"ROC AUC of b is below 1/2: is p_x that of class y?"}; !slices.Equal(all[0].Notes, want) {
		t.Errorf("notes %q, want %q", all[0].Notes, want)
	}
	var out strings.Builder
	if err := Write(&out, ItemRows, all[0]); err != nil || out.String() != text {
		t.Errorf("written are\n%s(%v), want\n%s", out.String(), err, text)
	}
	_, err = Parse("l.csv", strings.NewReader(text), ReadOptions{})
	if want := "has no labels but probabilities"; !errors.Is(err, ErrMetric) || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want one with %q", err, want)
	}
	refused(t, text+"2,b,y,0.5\n", `model "b" has item "2" twice`, ReadOptions{Metrics: []string{"roc_auc"}})
}

// Go adds probabilities beside classes alone.
func TestAddProbabilitiesRefuses(t *testing.T) {
	set := nestedSet(t, 1).Outer
	f, other := set.Fold(0), set.Fold(1)
	n := len(f.Valid)
	classes, labels, p := []string{"x", "y"}, slices.Repeat([]string{"x"}, n), slices.Repeat([]float64{0.5, 0.5}, n)
	start := func() *Results {
		r := New(set)
		if err := r.AddItems(f, "a", labels, labels); err != nil {
			t.Fatal(err)
		}
		return r
	}
	change := func(k int, v float64) []float64 {
		q := slices.Clone(p)
		q[k] = v
		return q
	}
	for _, c := range []struct {
		want string
		add  func(r *Results) error
	}{
		{"call AddItems first", func(r *Results) error { return r.AddProbabilities(f, "b", classes, p) }},
		{"has no class in this fold", func(r *Results) error { return r.AddProbabilities(other, "a", classes, p) }},
		{"3 probabilities of 2 classes for 12 records", func(r *Results) error {
			return r.AddProbabilities(f, "a", classes, p[:3])
		}},
		{"12 probabilities of 0 classes", func(r *Results) error {
			return r.AddProbabilities(f, "a", nil, slices.Repeat([]float64{1}, n))
		}},
		{"is of one of 3 classes, and has a score of one", func(r *Results) error {
			_ = r.AddItems(other, "a", slices.Repeat([]string{"y"}, n), slices.Repeat([]string{"z"}, n))
			return r.AddProbabilities(f, "a", []string{"x"}, slices.Repeat([]float64{1}, n))
		}},
		{"give finite numbers of a usual size", func(r *Results) error {
			return r.AddProbabilities(f, "a", []string{"x"}, slices.Repeat([]float64{math.Inf(1)}, n))
		}},
		{"has no class in this fold", func(r *Results) error {
			at := f
			at.Fold = 2
			return r.AddProbabilities(at, "a", classes, p)
		}},
		{"record -1 is negative", func(r *Results) error {
			r.Units = nil
			at := f
			at.Valid = []int32{-1}
			return r.AddNumbers(at, "a", []float64{1}, []float64{1})
		}},
		{"of the classes", func(r *Results) error {
			_ = r.AddProbabilities(f, "a", classes, p)
			return r.AddProbabilities(f, "a", []string{"y", "x"}, p)
		}},
		{"has probabilities already", func(r *Results) error {
			_ = r.AddProbabilities(f, "a", classes, p)
			return r.AddProbabilities(f, "a", classes, p)
		}},
		{"1.5 is no probability", func(r *Results) error { return r.AddProbabilities(f, "a", classes, change(3, 1.5)) }},
		{"add up to 0.9", func(r *Results) error { return r.AddProbabilities(f, "a", classes, change(3, 0.4)) }},
		{`is of class "x", predicted as "x"`, func(r *Results) error {
			return r.AddProbabilities(f, "a", []string{"y", "z"}, p)
		}},
		{"12 true and 1 predicted numbers", func(r *Results) error {
			return r.AddNumbers(f, "a", make([]float64, n), make([]float64, 1))
		}},
		{"has the true number NaN", func(r *Results) error {
			r.Units = nil
			return r.AddNumbers(f, "a", slices.Repeat([]float64{math.NaN()}, n), make([]float64, n))
		}},
		{"has the true numbers 0 and 1", func(r *Results) error {
			r.Units = nil
			return errors.Join(r.AddNumbers(f, "a", make([]float64, n), make([]float64, n)),
				r.AddNumbers(f, "b", slices.Repeat([]float64{1}, n), make([]float64, n)))
		}},
		{"has two predictions", func(r *Results) error {
			r.Units = nil
			return errors.Join(r.AddNumbers(f, "a", make([]float64, n), make([]float64, n)),
				r.AddNumbers(f, "a", make([]float64, n), make([]float64, n)))
		}},
	} {
		if err := c.add(start()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}

// What a metric needs and the predictions do not have is one line that says what to do.
func TestMeasuredRefuses(t *testing.T) {
	const labels = "replication,fold,record,truth,a\n1,1,0,x,x\n1,1,1,y,x\n1,2,2,x,y\n1,2,3,x,x\n"
	const items = "item,model,truth,label\n1,a,x,x\n2,a,y,x\n"
	for _, c := range []struct {
		text, want string
		opt        ReadOptions
		d          metric.Definition
	}{
		{labels, "results: probabilities needs the probability of each class, and there are only labels; give columns " +
			"p_CLASS", ReadOptions{}, weighedProbabilities},
		{items, "needs the probability of each class", ReadOptions{}, weighedProbabilities},
		{labels, "numbers is about numbers, and the truths are classes", ReadOptions{}, weighedNumbers},
		{items, "numbers is about numbers, and the truths are classes", ReadOptions{}, weighedNumbers},
		{"replication,fold,record,truth,a\n1,1,0,1,2\n1,2,1,3,4\n", "labels is about classes, and the truths are numbers",
			ReadOptions{Numbers: true}, weighedLabels},
		{"item,model,truth,label\n1,a,1,2\n2,a,2,3\n", "labels is about classes, and the truths are numbers",
			ReadOptions{Numbers: true}, weighedLabels},
		{twoFolds, "labels is computed from predictions, and these results have none; give predictions", ReadOptions{},
			weighedLabels},
		{"item,model,score\n1,a,1\n2,a,0\n", "labels is computed from predictions", ReadOptions{}, weighedLabels},
		{labels, `results: sometimes of "a" in replication 1 fold 2: there is one class`, ReadOptions{}, undefinedOnSome},
		{"item,model,truth,label\n1,a,x,x\n", `results: sometimes of "a": there is one class`, ReadOptions{},
			undefinedOnSome},
	} {
		all, err := Parse("l.csv", strings.NewReader(c.text), c.opt)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := all[0].Measured(c.d); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
	var fold *FoldError
	if _, err := parse(t, labels).Measured(undefinedOnSome); !errors.As(err, &fold) {
		t.Fatalf("error %v, want a *FoldError", err)
	}
	if want := (FoldError{undefinedOnSome.Metric, "a", 1, 2, fold.Err}); *fold != want {
		t.Errorf("error %+v, want %+v", *fold, want)
	}
	if _, err := parse(t, labels).Computed("nonsense"); err == nil ||
		!strings.Contains(err.Error(), `no metric "nonsense"`) {
		t.Errorf("error %v, want one about the name", err)
	}
}

// On inner folds a value may be undefined.
func TestMeasuredUndefinedInside(t *testing.T) {
	s := simulate(t)
	for i := range s.truth {
		s.truth[i] = 1
	}
	s.truth[s.set.Inner.Fold(0).Valid[0]] = 0 // in one inner fold, and its half
	r, _ := s.fill(t, s.set.Outer, 0, false)
	inner, _ := s.fill(t, s.set.Inner, 0, false)
	r, err := r.WithInner(inner, s.set)
	if err != nil {
		t.Fatal(err)
	}
	never := undefinedOnSome
	outer := s.set.Outer.N / 2
	never.Of = func(p *metric.Predictions) (float64, error) {
		if len(p.Truth) == outer {
			return 2, nil
		}
		return undefinedOnSome.Of(p)
	}
	m, err := r.Measured(never)
	if err != nil {
		t.Fatal(err)
	}
	if v := m.Inner.Values[0].Cells; v[0] != 1 || !math.IsNaN(v[1]) {
		t.Errorf("inner values %v, want 1 and NaN", v[:2])
	}
	if m.MissingInner(0, 0) == "" || !strings.Contains(strings.Join(m.Notes, ""),
		"inner results of this metric are left out") {
		t.Errorf("notes %q, want one about the inner results", m.Notes)
	}
}

// Results of one class keep the predictions behind its counts.
func TestMeasuredOfOneClass(t *testing.T) {
	all, err := Parse("l.csv", strings.NewReader(longProbabilities), ReadOptions{Positive: "y"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := all[0].Computed("F1 score", "sensitivity")
	if err != nil {
		t.Fatal(err)
	}
	if r.Metrics[0].Name != "F1" || r.Metrics[1].Name != "R" || r.Counts == nil {
		t.Errorf("metrics %+v; want those of counts by other names", r.Metrics)
	}
	r, err = all[0].Computed("f1", "P")
	if err != nil || r.Counts == nil {
		t.Fatalf("counts %v, error %v; want counts", r.Counts, err)
	}
	if want := []metric.Metric{metric.F1, metric.Precision}; !slices.Equal(r.Metrics, want) {
		t.Errorf("metrics %v, want %v", r.Metrics, want)
	}
	if got, want := r.Values[0].Cells, all[0].Values[2].Cells; !slices.EqualFunc(got, want, same) {
		t.Errorf("F1 %v, want %v", got, want)
	}
	labels := parse(t, longProbabilities) // results of classes have no P
	labels.Positive = "x"
	if r, err := labels.Computed("recall"); err != nil || r.Metrics[0].Name != "recall" || r.Values[0].Cells[0] != 1 {
		t.Errorf("metrics %v, error %v; want a recall of 1", r.Metrics, err)
	}
	m, err := all[0].Measured(weighedLabels)
	if err != nil {
		t.Fatal(err)
	}
	if m.Counts != nil || !m.Classified() {
		t.Errorf("%+v, want no counts", m)
	}
	if want := 100.0 + 1 + 4; m.Values[0].Cells[0] != want { // y is class 1
		t.Errorf("value %v, want %v", m.Values[0].Cells[0], want)
	}
}

func same(a, b float64) bool { return a == b || a != a && b != b }

// Predictions of numbers have their mean squared errors, in each form.
func TestNumbersAreRead(t *testing.T) {
	const wide = "replication,fold,record,truth,a,b\n1,1,0,1.5,1,2\n1,1,7,2,2,2\n1,2,2,-1,0,1e3\n1,2,3,0,0.5,0\n"
	const long = "replication,fold,record,truth,model,predicted\n1,1,0,1.5,a,1\n1,1,7,2,a,2\n1,2,2,-1,a,0\n" +
		"1,2,3,0,a,0.5\n" +
		"1,2,3,0,b,0\n1,2,2,-1,b,1e3\n1,1,7,2,b,2\n1,1,0,1.5,b,2\n"
	for _, text := range []string{wide, long} {
		all, err := Parse("l.csv", strings.NewReader(text), ReadOptions{Numbers: true})
		if err != nil {
			t.Fatal(err)
		}
		r := all[0]
		if want := []float64{0.125, 0.625, 0.125, 1001.0 * 1001 / 2}; !slices.Equal(r.Values[0].Cells, want) {
			t.Errorf("losses %v, want %v", r.Values[0].Cells, want)
		}
		if r.Metrics[0].Name != "mse" || r.Design.Records != 4 {
			t.Errorf("%v of %d records, want mse of 4", r.Metrics, r.Design.Records)
		}
		if r.Classified() || r.predictions() == nil {
			t.Errorf("form %v, want numbers", r.Units.form)
		}
		items := slices.Collect(r.Units.All())
		if want := (Item{1, 1, 7, 1, "2", "2"}); items[3] != want || len(items) != 8 {
			t.Errorf("%d predictions, the fourth one %v; want 8 and %v", len(items), items[3], want)
		}
	}
	for text, want := range map[string]string{
		strings.Replace(wide, "1.5", "x", 1):     "row 2, column truth:",
		strings.Replace(wide, "1e3", "x", 1):     "row 4, column b:",
		strings.Replace(wide, "1e3", "1e300", 1): "row 4, column b: 1e+300; give a value of a usual size",
		strings.Replace(wide, "1e3", "", 1):      "row 4, column b: is empty; write the number",
		strings.Replace(long, "1,1,0,1.5,b", "1,1,0,1,b",
			1): "row 9, column truth: 1, but record 0 is 1.5 above; a record has one truth",
	} {
		refused(t, text, want, ReadOptions{Numbers: true})
	}
	refused(t, wide, "the positive class is one of classes", ReadOptions{Numbers: true, Positive: "1"})
}

const itemProbabilities = `item,model,run,truth,label,p_x,p_y
1,a,s,x,x,0.9,0.1
2,a,s,y,x,0.6,0.4
1,a,t,x,y,0.5,0.5
2,a,t,y,y,0.25,0.75
1,b,,x,x,1,0
2,b,,y,y,0,1
`

// On the items of one test set a metric is computed in each run, and its parts are what tests take.
func TestMeasuredItems(t *testing.T) {
	d := weighedProbabilities
	d.Parts = func(p *metric.Predictions, out []float64) (float64, error) {
		for i := range out {
			out[i] = p.Probabilities[2*i+1]
		}
		return 0, nil
	}
	r, err := parse(t, itemProbabilities).Measured(weighedLabels, d)
	if err != nil {
		t.Fatal(err)
	}
	one := (0.9 + 0.2) + 2*(0.6+0.8)
	two := (0.5 + 1) + 2*(0.25+1.5)
	if want := []float64{(one + two) / 2, 1 + 4}; math.Abs(r.Values[1].Cells[0]-want[0]) > 1e-12 ||
		r.Values[1].Cells[1] != want[1] {
		t.Errorf("values %v, want %v", r.Values[1].Cells, want)
	}
	sample, err := r.SampleOf(1, 0, 1, false)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := slices.Concat(sample.A...), []float64{0.1, 0.4, 0.5, 0.75}; !slices.Equal(got, want) {
		t.Errorf("sample of a %v, want the probabilities of y, %v", got, want)
	}
	if got, want := sample.B[0], []float64{0, 1}; !slices.Equal(got, want) {
		t.Errorf("sample of b %v, want %v", got, want)
	}
	if _, err := r.SampleOf(0, 0, 1, false); err == nil || !strings.Contains(err.Error(), "take another metric") {
		t.Errorf("error %v, want one about a metric without parts", err)
	}
	var text bytes.Buffer
	if err := Write(&text, ItemRows, r); err != nil {
		t.Fatal(err)
	}
	again, err := parse(t, text.String()).Measured(weighedLabels, d)
	if err != nil {
		t.Fatal(err)
	}
	for i := range again.Values {
		measuredValues(t, "again", again, i, again.Values[i].Cells, r.Values[i].Cells)
	}
}

// Numbers of items of one test set.
func TestNumbersOfItems(t *testing.T) {
	const text = "item,model,truth,label\nq,a,1.5,1\nr,a,2,2\nq,b,1.5,2\nr,b,2,4\n"
	const wide = "item,truth,a,b\nq,1.5,1,2\nr,2,2,4\n"
	for _, c := range []struct {
		text string
		wide bool
	}{{text, false}, {wide, true}} {
		all, err := Parse("l.csv", strings.NewReader(c.text), ReadOptions{Numbers: true, Wide: c.wide})
		if err != nil {
			t.Fatal(err)
		}
		if want := []float64{0.125, 2.125}; !slices.Equal(all[0].Values[0].Cells, want) || all[0].Metrics[0].Name != "mse" {
			t.Errorf("%v %v, want mse %v", all[0].Metrics, all[0].Values[0].Cells, want)
		}
		r, err := all[0].Measured(weighedNumbers)
		if err != nil || !slices.Equal(r.Values[0].Cells, []float64{5.5, 11}) {
			t.Errorf("values %v, error %v; want 5.5 and 11", r.Values, err)
		}
		var out bytes.Buffer
		if err := Write(&out, ItemRows, all...); err != nil || out.String() != text {
			t.Errorf("%v, %s, want %s", err, &out, text)
		}
	}
	const more = "item,model,truth,label\np,a,9,9\nq,a,1.5,1\nr,a,2,2\nq,b,1.5,2\nr,b,2,4\n"
	common, err := Parse("l.csv", strings.NewReader(more), ReadOptions{Numbers: true, Common: true})
	if err != nil {
		t.Fatal(err)
	}
	if want := []float64{0.125, 2.125}; !slices.Equal(common[0].Values[0].Cells, want) {
		t.Errorf("errors of the common items %v, want %v", common[0].Values[0].Cells, want)
	}
	refused(t, strings.Replace(text, "q,b,1.5", "q,b,7", 1), `row 4, column truth: 7, but item "q" has 1.5 above`,
		ReadOptions{Numbers: true})
	refused(t, strings.Replace(text, "r,a,2,2", "r,a,2,x", 1), "row 3, column label:", ReadOptions{Numbers: true})
	refused(t, strings.Replace(text, "r,a,2,2", "r,a,x,2", 1), "row 3, column truth:", ReadOptions{Numbers: true})
}

// Predictions of runs on one test set become items, with probabilities and numbers.
func TestProbabilitiesOnOneTestSet(t *testing.T) {
	const labels = "replication,fold,record,truth,run,model,predicted,p_x,p_y\n1,1,7,x,s,a,x,0.75,0.25\n" +
		"1,1,2,y,s,a,y,0.5,0.5\n" +
		"1,1,2,y,t,a,y,0.125,0.875\n1,1,7,x,t,a,x,1,0\n"
	r, err := parse(t, labels).Measured(weighedProbabilities)
	if err != nil {
		t.Fatal(err)
	}
	first, second := 2*(0.5+1)+(0.75+0.5), 2*(0.125+1.75)+1
	if want := (first + second) / 2; r.Values[0].Cells[0] != want {
		t.Errorf("value %v, want %v", r.Values[0].Cells[0], want)
	}
	const numbers = "replication,fold,record,truth,run,model,predicted\n1,1,7,3,s,a,1\n1,1,2,5,s,a,2\n" +
		"1,1,2,5,t,a,4\n1,1,7,3,t,a,8\n"
	all, err := Parse("l.csv", strings.NewReader(numbers), ReadOptions{Numbers: true})
	if err != nil {
		t.Fatal(err)
	}
	if r, err = all[0].Measured(weighedNumbers); err != nil || r.Values[0].Cells[0] != (13+44)/2.0 {
		t.Errorf("values %v, error %v; want 28.5", r.Values, err)
	}
	one := strings.Join(strings.SplitAfter(labels, "\n")[:3], "") // one run is one hold-out
	for _, c := range []struct {
		metrics []string
		items   bool
	}{{nil, false}, {[]string{"acc", "error"}, false}, {[]string{"acc", "mcc"}, true}} {
		all, err := Parse("l.csv", strings.NewReader(one), ReadOptions{Metrics: c.metrics})
		if err != nil {
			t.Fatal(err)
		}
		if all[0].OnTestSet() != c.items || len(all[0].Notes) > 0 == c.items {
			t.Errorf("metrics %q: scores %v, notes %q; want items, without a note: %v", c.metrics, all[0].Units,
				all[0].Notes, c.items)
		}
	}
}

// On one test set the error names the metric once.
func TestNoValueOnOneTestSet(t *testing.T) {
	const text = "item,model,truth,label,p_x,p_y\n1,a,x,x,1,0\n2,a,x,y,0,1\n"
	const want = `results: ROC AUC of "a" has no value: no record is of class y`
	if _, err := parse(t, text).Computed("roc_auc"); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// Columns of a file of losses are taken by name.
func TestSeveralColumns(t *testing.T) {
	const text = "model,replication,fold,loss,roc_auc,log_loss,odd\na,1,1,0.5,0.75,0.125,1\na,1,2,0.25,0.875,0.0625,2\n"
	all, err := Parse("l.csv", strings.NewReader(text), ReadOptions{Metrics: []string{"log_loss", "roc_auc"}})
	if err != nil {
		t.Fatal(err)
	}
	r := all[0]
	if len(r.Metrics) != 2 || r.Metrics[0].Name != "log_loss" {
		t.Fatalf("metrics %+v, want log_loss and roc_auc", r.Metrics)
	}
	if r.Metrics[0].HigherIsBetter || !r.Metrics[1].HigherIsBetter {
		t.Errorf("metrics %+v, want a loss and a score", r.Metrics)
	}
	if !slices.Equal(r.Values[1].Cells, []float64{0.75, 0.875}) ||
		!slices.Equal(r.Values[0].Cells, []float64{0.125, 0.0625}) {
		t.Errorf("values %v, want those of the columns", r.Values)
	}
	if m, err := r.Computed("roc_auc"); err != nil || !slices.Equal(m.Values[0].Cells, []float64{0.75, 0.875}) {
		t.Errorf("values %v, error %v; want those of the column", m.Values, err)
	}
	all, err = Parse("l.csv", strings.NewReader(text), ReadOptions{Metrics: []string{"AUC", "neg_log_loss"}})
	if err != nil || len(all[0].Metrics) != 2 || all[0].Metrics[0].Name != "roc_auc" {
		t.Errorf("results %v, error %v; want the columns of these metrics by other names", all, err)
	}
	all, err = Parse("l.csv", strings.NewReader(text), ReadOptions{Metrics: []string{"roc_auc", "odd"}})
	if err != nil || all[0].Metrics[0].Directionless || !all[0].Metrics[1].Directionless {
		t.Errorf("results %+v, error %v; want odd without a direction", all, err)
	}
	refused(t, text, "column r2: does not exist; the file has", ReadOptions{Metrics: []string{"r2"}})
	refused(t, text, "column nonsense: does not exist; the file has", ReadOptions{Metrics: []string{"nonsense"}})
	all, err = Parse("l.csv", strings.NewReader(text), ReadOptions{Metric: metric.Metric{Name: "odd"},
		Metrics: []string{"roc_auc"}})
	if err != nil || len(all[0].Metrics) != 1 || all[0].Metrics[0].Name != "odd" {
		t.Errorf("metrics of %v, error %v; want odd alone", all, err)
	}
	if _, err := Parse("l.csv", strings.NewReader(text), ReadOptions{}); !errors.Is(err, ErrMetric) {
		t.Errorf("error %v, want ErrMetric", err)
	}
}

// Probabilities of one model alone are not written.
func TestWriteRefusesHalf(t *testing.T) {
	set := nestedSet(t, 1).Outer
	r := New(set)
	labels := slices.Repeat([]string{"x"}, set.N/2)
	for _, model := range []string{"a", "b"} {
		for _, f := range set.Folds() {
			if err := errors.Join(r.Add(f, model, 0), r.AddItems(f, model, labels, labels)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i, model := range []string{"b", "a"} {
		for _, f := range set.Folds() {
			if err := r.AddProbabilities(f, model, []string{"x", "y"}, slices.Repeat([]float64{0.5}, set.N)); err != nil {
				t.Fatal(err)
			}
		}
		var text bytes.Buffer
		err := Write(&text, Predictions, *r)
		if refused := err != nil && strings.Contains(err.Error(), "some models have probabilities"); refused != (i == 0) {
			t.Errorf("probabilities of %d models: error %v", i+1, err)
		}
	}
	if _, err := r.Measured(weighedProbabilities); err != nil {
		t.Error(err)
	}
}

// Numbers of runs, and of inner folds, are of the same records.
func TestNumbersThatDisagree(t *testing.T) {
	s := simulate(t)
	r, _ := s.fill(t, s.set.Outer, 0, true)
	inner, _ := s.fill(t, s.set.Inner, 0, true)
	s.y[3]++
	other, _ := s.fill(t, s.set.Outer, 1, true)
	if _, err := JoinRuns([]string{"s", "t"}, []Results{r, other}); err == nil ||
		!strings.Contains(err.Error(), "differ in the true number of record 3") {
		t.Errorf("error %v, want one about record 3", err)
	}
	labels, _ := s.fill(t, s.set.Outer, 1, false)
	losses := labels
	losses.Units = nil
	for _, other := range []Results{labels, losses} {
		if _, err := JoinRuns([]string{"s", "t"}, []Results{r, other}); err == nil ||
			!strings.Contains(err.Error(), "have different metrics") {
			t.Errorf("error %v, want one about numbers beside others", err)
		}
	}
	if _, err := other.WithInner(inner, s.set); err == nil || !strings.Contains(err.Error(), "record 3 has the") {
		t.Errorf("error %v, want one about record 3", err)
	}
}

// A model that lacks records has no values.
func TestMeasuredWithoutRecords(t *testing.T) {
	set := nestedSet(t, 1).Outer
	f := set.Fold(0)
	y, labels := make([]float64, len(f.Valid)), slices.Repeat([]string{"x"}, len(f.Valid))
	add := map[unitForm]func(r *Results, f cv.Fold, model string) error{
		labelItems: func(r *Results, f cv.Fold, model string) error {
			return r.AddItems(f, model, labels[:len(f.Valid)], labels[:len(f.Valid)])
		},
		numberItems: func(r *Results, f cv.Fold, model string) error {
			return r.AddNumbers(f, model, y[:len(f.Valid)], y[:len(f.Valid)])
		},
	}
	for form, other := range map[unitForm]unitForm{labelItems: numberItems, numberItems: labelItems} {
		r := New(set)
		for k, model := range []string{"a", "b"} {
			if err := r.Add(f, model, 0); err != nil {
				t.Fatal(err)
			}
			some := f
			some.Valid = f.Valid[:len(f.Valid)-k]
			if err := add[form](r, some, model); err != nil {
				t.Fatal(err)
			}
			if err := add[other](r, some, model); err == nil || !strings.Contains(err.Error(), "of one kind") {
				t.Errorf("error %v, want one about classes and numbers", err)
			}
		}
		clear(r.Values[0].Cells)
		if got := r.Missing(0, 1); !strings.Contains(got, `"b" has no value in replication 1 fold 1`) {
			t.Errorf("missing %q, want that of b", got)
		}
		d := weighedLabels
		if form == numberItems {
			d = weighedNumbers
		}
		if _, err := r.Measured(d); err == nil || !strings.Contains(err.Error(), "has no prediction") {
			t.Errorf("error %v, want one about a record", err)
		}
	}
	if err := CheckModel("p_x"); err == nil || !strings.Contains(err.Error(), "begin with p_") {
		t.Errorf("error %v, want one about probabilities", err)
	}
}
