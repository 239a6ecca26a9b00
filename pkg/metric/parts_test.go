package metric

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// drawn returns predictions of n records of k classes, or of numbers where k is 0.
func drawn(rng *rand.Rand, n, k int, decimals float64) *Predictions {
	p := &Predictions{Positive: k - 1}
	for c := range k {
		p.Classes = append(p.Classes, fmt.Sprint("c", c))
	}
	for i := range n {
		if k == 0 {
			y := rng.NormFloat64()
			p.Truth, p.Predicted = append(p.Truth, y+50), append(p.Predicted, y/2+rng.NormFloat64()+50)
			continue
		}
		truth, sum := rng.IntN(k), 0.0
		if i < k {
			truth = i
		}
		row := make([]float64, k)
		for c := range row {
			row[c] = rng.ExpFloat64() + 0.05
			if c == truth {
				row[c] *= 2
			}
			sum += row[c]
		}
		rest := 1.0
		for c := range row {
			if row[c] /= sum; decimals > 0 {
				row[c] = math.Floor(row[c]*decimals) / decimals
			}
			rest -= row[c]
		}
		row[0] += rest
		p.Truth, p.Probabilities = append(p.Truth, float64(truth)), append(p.Probabilities, row...)
		p.Predicted = append(p.Predicted, float64(slices.Index(row, slices.Max(row))))
	}
	return p
}

// without returns the predictions but for record i.
func (p *Predictions) without(i int) *Predictions {
	out, k := *p, len(p.Classes)
	out.Truth = slices.Delete(slices.Clone(p.Truth), i, i+1)
	out.Predicted = slices.Delete(slices.Clone(p.Predicted), i, i+1)
	out.Probabilities = slices.Delete(slices.Clone(p.Probabilities), i*k, i*k+k)
	return &out
}

// TestPartsAreJackknife: the parts are near the pseudo-values of the jackknife, v + (n-1)(v - v without record i), and
// their spread is the standard error of the jackknife. Where the metric is a function of sums, these give the same.
func TestPartsAreJackknife(t *testing.T) {
	rng := rand.New(rand.NewPCG(30, 1))
	const n = 250
	sets := []*Predictions{drawn(rng, n, 2, 20), drawn(rng, n, 3, 20), drawn(rng, n, 4, 0), drawn(rng, n, 0, 0)}
	tested := map[string]bool{}
	for s, p := range sets {
		for _, d := range All() {
			v, err := d.Value(p)
			if d.Parts == nil || (d.Needs == Numbers) != (p.Classes == nil) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			tested[d.Name] = true
			parts := make([]float64, n)
			if _, err := d.Parts(p, parts); err != nil {
				t.Fatal(err)
			}
			var far, spread float64
			for i, u := range parts {
				less, err := d.Value(p.without(i))
				if err != nil {
					t.Fatal(err)
				}
				pseudo := v + (n-1)*(v-less)
				far += (pseudo - u) * (pseudo - u)
				spread += (pseudo - v) * (pseudo - v)
			}
			if far > 0.01*spread {
				t.Errorf("set %d: the parts of %s are %.3g of the spread away from pseudo-values", s, d.Name,
					math.Sqrt(far/spread))
			}
			if d.Sums == nil {
				continue
			}
			rows, w, err := d.Sums(p)
			if err != nil || w.Label != d.Label() {
				t.Errorf("sums of %s: %q, %v", d.Name, w.Label, err)
			}
			u := make([]float64, n)
			value, err := w.Linearize(rows, u)
			if err != nil || !near(value, v) || slices.ContainsFunc(u, math.IsNaN) {
				t.Errorf("sums of %s: %v (%v), want %v", d.Name, value, err, v)
			}
			for i := range u {
				if !(math.Abs(u[i]-parts[i]) <= 1e-9) {
					t.Fatalf("sums of %s: record %d has %v, want %v", d.Name, i, u[i], parts[i])
				}
			}
		}
	}
	for _, d := range All() {
		linear := d.Name != "calibration_error" && d.Name != "fpa"
		if tested[d.Name] != linear || (d.Parts != nil) != linear {
			t.Errorf("%s: parts tested %v, want %v", d.Name, tested[d.Name], linear)
		}
	}
}

// TestRootOfNothing: no error has no spread.
func TestRootOfNothing(t *testing.T) {
	defs, err := Parse("rmse")
	if err != nil {
		t.Fatal(err)
	}
	parts := []float64{9, 9}
	v, err := defs[0].Parts(&Predictions{Truth: []float64{1, 2}, Predicted: []float64{1, 2}}, parts)
	if err != nil || v != 0 || fmt.Sprint(parts) != "[0 0]" {
		t.Errorf("got %v, %v (%v), want 0", v, parts, err)
	}
}

// TestValues: several metrics share the order and the confusion matrix, and have the values they have alone.
func TestValues(t *testing.T) {
	p := drawn(rand.New(rand.NewPCG(30, 2)), 50, 3, 8)
	all := All()
	values, errs := Values(p, all)
	for i, d := range all {
		v, err := d.Value(p)
		of := math.NaN()
		if d.Needs != Numbers {
			if of, err = d.Of(p); err != nil {
				t.Fatal(err)
			}
		}
		if (d.Needs == Numbers) != (errs[i] != nil) {
			t.Errorf("%s: error %v", d.Name, errs[i])
		}
		if d.Needs != Numbers && (values[i] != v || values[i] != of) {
			t.Errorf("%s: %v, alone %v (%v), directly %v", d.Name, values[i], v, err, of)
		}
	}
	if p.shared != nil {
		t.Error("what is shared stays")
	}
}

func TestRefused(t *testing.T) {
	two, numbers := []string{"a", "b"}, &Predictions{Truth: []float64{1, 2}, Predicted: []float64{1, 2}}
	labels := &Predictions{Classes: two, Positive: -1, Truth: []float64{0, 1}, Predicted: []float64{0, 1}}
	with := func(probabilities ...float64) *Predictions {
		return &Predictions{Classes: two, Positive: -1, Truth: []float64{0, 1}, Probabilities: probabilities}
	}
	three := drawn(rand.New(rand.NewPCG(30, 3)), 9, 3, 0)
	three.Positive = -1
	one := drawn(rand.New(rand.NewPCG(30, 3)), 9, 3, 0)
	clear(one.Truth)
	most := &Predictions{Classes: make([]string, mostConfused+1), Truth: []float64{0}, Predicted: []float64{0}}
	for _, c := range []struct {
		name string
		p    *Predictions
		want string
	}{
		{"accuracy", &Predictions{Classes: two}, "accuracy of no records"},
		{"rmse", labels, "RMSE is about numbers, and these records have classes"},
		{"f1_macro", numbers, "macro F1 is about classes, and these records have numbers"},
		{"roc_auc", labels, "ROC AUC needs the probability of each class, and there are only labels"},
		{"accuracy", with(0.5, 0.5, 0.5, 0.5), "accuracy needs predicted labels, and there are none"},
		{"mse", &Predictions{Truth: []float64{1}, Predicted: []float64{1, 2}}, "2 numbers for 1 records; give 1"},
		{"mse", &Predictions{Truth: []float64{1}, Predicted: []float64{math.Inf(1)}}, "record 1 has the prediction +Inf"},
		{"mse", &Predictions{Truth: []float64{math.NaN()}, Predicted: []float64{1}}, "the truth of record 1 is NaN"},
		{"error", &Predictions{Classes: two, Truth: []float64{2}, Predicted: []float64{1}}, "the truth of record 1 is 2"},
		{"error", &Predictions{Classes: two, Truth: []float64{1}, Predicted: []float64{0.5}}, "has the prediction 0.5"},
		{"error", &Predictions{Classes: two, Truth: []float64{1}, Predicted: []float64{-1}}, "has the prediction -1"},
		{"log_loss", with(0.5, 0.5, 1), "3 probabilities for 2 records; give 4"},
		{"log_loss", with(0.5, 0.5, 1.1, -0.1), "record 2 has the prediction 1.1; give probabilities from 0 to 1"},
		{"log_loss", with(0.5, 0.5, 0.9, 0.05), "the probabilities of record 2 have the sum 0.95, not 1"},
		{"roc_auc", three, "ROC AUC has no value: there are 3 classes; take roc_auc_ovr or roc_auc_ovo"},
		{"roc_auc(class=d)", three, `ROC AUC of d has no value: there is no class "d" among ["c0" "c1" "c2"]`},
		{"average_precision", three, `it is about one class, of ["c0" "c1" "c2"]; name it (setting ` + "`positive`)"},
		{"precision", labels, `precision has no value: it is about one class, of ["a" "b"]; name it (setting ` +
			"`positive`)"},
		{"roc_auc_ovr", one, "ROC AUC one-vs-rest has no value: all records are of class c0"},
		{"roc_auc(class=c1)", one, "no record is of class c1"},
		{"recall_macro", one, ""}, // over the classes that occur
		{"accuracy", most, ""},
		{"matthews_corrcoef", most, "there are 1025 classes, and at most 1024 are counted"},
		{"fpa", &Predictions{Truth: []float64{1, -2}, Predicted: []float64{1, 2}}, "record 2 has -2"},
		{"brier_score(class=x)", with(0.5, 0.5, 1, 0), `there is no class "x"`},
		{"calibration_error(class=x)", with(0.5, 0.5, 1, 0), `there is no class "x"`},
	} {
		defs, err := Parse(c.name)
		if err != nil {
			t.Fatal(err)
		}
		errs := make([]error, 3)
		_, errs[0] = defs[0].Value(c.p)
		if errs[1], errs[2] = errs[0], errs[0]; defs[0].Parts != nil {
			_, errs[1] = defs[0].Parts(c.p, make([]float64, len(c.p.Truth)))
		}
		if defs[0].Sums != nil {
			_, w, err := defs[0].Sums(c.p)
			if err == nil && c.want != "" { // the value is undefined, and w says so
				_, err = w.Value(make([]float64, w.Columns))
			}
			if errs[2] = err; err != nil && errs[0] != nil && strings.HasPrefix(err.Error(), "metric: ") {
				errs[2] = errs[0]
			}
		}
		for i, err := range errs[:2] {
			if (err == nil) != (c.want == "") || !strings.Contains(fmt.Sprint(err), c.want) {
				t.Errorf("%s, way %d: got error %v, want %q", c.name, i, err, c.want)
			}
		}
		if (errs[2] == nil) != (c.want == "") {
			t.Errorf("%s: sums have the error %v, want %q", c.name, errs[2], c.want)
		}
	}
}

func TestCost(t *testing.T) {
	p := &Predictions{Classes: []string{"ham", "spam"}, Truth: []float64{0, 0, 1, 1, 1},
		Predicted: []float64{0, 1, 1, 0, 0}}
	file := t.TempDir() + "/costs.csv"
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const right = "truth,predicted,cost\nham,spam,10\nspam,ham,1\nspam,spam,-2\n"
	write(right)
	defs, err := Parse("cost(file=" + file + ")")
	if err != nil {
		t.Fatal(err)
	}
	both := append(defs, Cost(map[[2]string]float64{{"ham", "spam"}: 10, {"spam", "ham"}: 1, {"spam", "spam"}: -2}))
	for i, name := range []string{"cost(file=" + file + ")", "cost"} {
		d := both[i]
		if v, err := d.Value(p); err != nil || v != 2 {
			t.Errorf("%s: got %v (%v), want 2", d.Name, v, err)
		}
		if d.Name != name || d.Label() != "cost" || d.HigherIsBetter {
			t.Errorf("got %s, %s, want %s, cost", d.Name, d.Label(), name)
		}
	}
	p.Classes[1] = "eggs"
	const unknown = "cost has no value: what the label eggs costs for class ham is not known"
	if _, err := both[0].Value(p); err == nil || !strings.Contains(err.Error(), unknown) {
		t.Errorf("another class: got %v", err)
	}
	for text, want := range map[string]string{
		"truth,predicted,price\na,b,1\n":                            "rows of them: it has other columns, or no rows",
		"truth,predicted,cost\n":                                    "and rows of them",
		"truth,predicted,cost\na,b\n":                               "wrong number of fields",
		right + "ham,spam,3\n":                                      `row 5: the cost of spam for ham is "3"; give each pair one number`,
		"truth,predicted,cost\na,b,1\n":                             "does not say what the label a costs for class b",
		"truth,predicted,cost\nb,a,1\na,c,1\nb,c,1\nc,a,1\nc,b,1\n": "does not say what the label b costs for class a",
		right + "x,spam,NaN\n":                                      `row 5: the cost of spam for x is "NaN"`,
		right + "x,spam,much\n":                                     `"much"`,
	} {
		write(text)
		if _, err := Parse("cost(file=" + file + ")"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got error %v, want %q", text, err, want)
		}
	}
	for name, want := range map[string]string{"cost": "cost(file=costs.csv)", "cost(file=none.csv)": "none.csv"} {
		if _, err := Parse(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got error %v, want %q", name, err, want)
		}
	}
}

// TestScores: of two classes any numbers of their order do, and of the other class their negative.
func TestScores(t *testing.T) {
	p := drawn(rand.New(rand.NewPCG(30, 5)), 40, 2, 4)
	of := func(scored int) *Predictions {
		q := *p
		q.Probabilities, q.Scored = nil, scored
		for i := range q.Truth {
			q.Scores = append(q.Scores, 3*math.Log(p.Probabilities[2*i+scored]+0.01)-7)
		}
		return &q
	}
	defs, err := Parse("roc_auc(class=c0), roc_auc, roc_auc_ovo, average_precision, average_precision(class=c0)")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range defs {
		want, err := d.Value(p)
		parts := make([]float64, 40)
		for scored := range 2 {
			q := of(scored)
			v, problem := d.Value(q)
			_, wrong := d.Parts(q, parts)
			if wrong = errors.Join(err, problem, wrong); wrong != nil || math.Abs(v-want) > 1e-12 {
				t.Errorf("%s by scores of class %d: %v (%v), want %v", d.Name, scored, v, wrong, want)
			}
		}
	}
	q := of(0)
	for i := range q.Scores { // 1 - p would be 1
		q.Scores[i] = 1e-20 * p.Probabilities[2*i]
	}
	auc, both := defs[1], *q
	if v, err := auc.Value(q); err != nil || v != must(auc.Value(p)) {
		t.Errorf("small scores: %v (%v), want %v", v, err, must(auc.Value(p)))
	}
	both.Probabilities = p.Probabilities
	loss := definitionOf("logloss")
	if v, err := loss.Value(&both); err != nil || v != must(loss.Value(p)) {
		t.Errorf("log loss %v (%v) beside scores, want %v", v, err, must(loss.Value(p)))
	}
	three, long, infinite := *q, *of(0), *of(0)
	three.Classes = append(three.Classes, "c2")
	long.Scores = append(long.Scores, 1)
	infinite.Scores[3] = math.Inf(1)
	for _, c := range []struct {
		p    *Predictions
		d    Definition
		want string
	}{
		{q, loss, "log loss needs the probability of each class, and there are only scores"},
		{&three, auc, "scores of class 0 among 3; give those of one of two"},
		{&long, auc, "41 scores for 40 records; give 40"},
		{&infinite, auc, "record 4 has the prediction +Inf; give finite numbers"},
	} {
		if _, err := c.d.Value(c.p); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

func must(v float64, err error) float64 {
	if err != nil {
		panic(err)
	}
	return v
}

// TestRanked: the class that ROC AUC is about.
func TestRanked(t *testing.T) {
	p := drawn(rand.New(rand.NewPCG(30, 4)), 6, 3, 0)
	for name, class := range map[string]int{"roc_auc": 2, "roc_auc(class=c1)": 1} {
		defs, err := Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := defs[0].Ranked(p); got != class {
			t.Errorf("%s: class %d, want %d", name, got, class)
		}
	}
	for _, name := range []string{"f1", "roc_auc_ovr", "roc_auc(class=x)"} {
		defs, err := Parse(name)
		if err != nil || defs[0].Ranked(p) != -1 {
			t.Errorf("%s is of one class against the rest (%v)", name, err)
		}
	}
}

// order sorts all numbers, equal ones as they stand.
func TestOrder(t *testing.T) {
	x := []float64{3, -1, 0, math.Copysign(0, -1), math.Inf(1), -1e300, 5e-324, 3, -0.5}
	classes := []float64{0, 10, 20, 30, 40, 50, 60, 70, 80}
	var got [][]int32
	ties(order(x, classes), func(before int, equal []ranked) {
		got = append(got, []int32{int32(before)})
		for _, r := range equal {
			got[len(got)-1] = append(got[len(got)-1], r.record+r.class)
		}
	})
	if got, want := fmt.Sprint(got), "[[0 55] [1 11] [2 88] [3 22 33] [5 66] [6 0 77] [8 44]]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func benchmark(b *testing.B, names string, records, folds int) {
	defs, err := Parse(names)
	if err != nil {
		b.Fatal(err)
	}
	p := drawn(rand.New(rand.NewPCG(30, 9)), records, 2, 0)
	for b.Loop() {
		for range folds {
			if _, errs := Values(p, defs); errs[0] != nil {
				b.Fatal(errs)
			}
		}
	}
}

// BenchmarkROCAUC is of a million records.
func BenchmarkROCAUC(b *testing.B) { benchmark(b, "roc_auc", 1e6, 1) }

// BenchmarkAll is all metrics of classes on 10 x 2 folds of 10,000 records.
func BenchmarkAll(b *testing.B) {
	var names []string
	for _, d := range All() {
		if d.Needs != Numbers {
			names = append(names, d.Name)
		}
	}
	benchmark(b, strings.Join(names, ","), 1e4, 20)
}
