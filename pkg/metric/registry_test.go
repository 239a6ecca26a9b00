package metric

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
)

// reference calls f for each metric of each row of reference.csv; want is NaN where it is undefined.
func reference(t *testing.T, f func(row int, p *Predictions, d Definition, want float64)) {
	for i, row := range numtest.Fixture(t, "reference.csv") {
		p := &Predictions{Positive: int(numtest.Float(t, row[1])), Truth: numtest.Floats(t, row[2]),
			Predicted: numtest.Floats(t, row[3]), Probabilities: numtest.Floats(t, row[4])}
		for c := range int(numtest.Float(t, row[0])) {
			p.Classes = append(p.Classes, "c"+strconv.Itoa(c))
		}
		for pair := range strings.SplitSeq(row[5], "; ") {
			at := strings.LastIndex(pair, " ")
			defs, err := Parse(pair[:at])
			if err != nil || len(defs) != 1 || defs[0].Name != pair[:at] {
				t.Fatalf("%s: %v, %v", pair, defs, err)
			}
			want := math.NaN()
			if pair[at+1:] != "undefined" {
				want = numtest.Float(t, pair[at+1:])
			}
			f(i+1, p, defs[0], want)
		}
	}
}

// meanOfClasses is the mean of a metric over the classes that occur, NaN where one of them has no value: of the recall
// those that are true, of others those that are labels, too.
func meanOfClasses(t *testing.T, p *Predictions, base, settings string) float64 {
	sum, n := 0.0, 0.0
	for k, class := range p.Classes {
		if !slices.Contains(p.Truth, float64(k)) && (base == "recall" || !slices.Contains(p.Predicted, float64(k))) {
			continue
		}
		defs, err := Parse(base + "(class=" + class + strings.Replace(settings, "(", ", ", 1))
		if settings == "" {
			defs, err = Parse(base + "(class=" + class + ")")
		}
		if err != nil {
			t.Fatal(err)
		}
		v, _ := defs[0].Value(p)
		sum, n = sum+v, n+1
	}
	return sum / n
}

// near reports whether numbers are equal up to rounding.
func near(got, want float64) bool { return math.Abs(got-want) <= 1e-12*max(1, math.Abs(want)) }

// TestReference: values of scikit-learn, and numbers of records whose mean is the value.
func TestReference(t *testing.T) {
	count := 0
	reference(t, func(row int, p *Predictions, d Definition, want float64) {
		count++
		got, err := d.Value(p)
		if base, rest, macro := strings.Cut(d.Name, "_macro"); macro && math.IsNaN(want) {
			want = meanOfClasses(t, p, base, rest)
		}
		if math.IsNaN(want) {
			if err == nil || !math.IsNaN(got) {
				t.Errorf("row %d: %s is %v (%v), want NaN and an error", row, d.Name, got, err)
			}
			return
		}
		if err != nil || !near(got, want) {
			t.Errorf("row %d: %s is %.17g (%v), want %.17g", row, d.Name, got, err, want)
		}
		if d.Parts == nil {
			return
		}
		parts, mean := make([]float64, len(p.Truth)), 0.0
		value, err := d.Parts(p, parts)
		for _, v := range parts {
			mean += v / float64(len(parts))
		}
		if err != nil || value != got || !near(mean, got) {
			t.Errorf("row %d: %s is %v, and its parts have the mean %v and value %v (%v)", row, d.Name, got, mean, value, err)
		}
	})
	if count < 1000 {
		t.Errorf("%d values", count)
	}
}

func TestParse(t *testing.T) {
	defs, err := Parse(" auc, neg_log_loss,fbeta_macro( beta = 0.50 ),calibration_error(bins=10,class=a b), F1-Score,mcc")
	if err != nil {
		t.Fatal(err)
	}
	want := []struct{ name, label string }{{"roc_auc", "ROC AUC"}, {"log_loss", "log loss"},
		{"fbeta_macro(beta=0.5)", "macro F0.5"},
		{"calibration_error(class=a b, bins=10)", "calibration error of a b in 10 bins"}, {"f1", "F1"},
		{"matthews_corrcoef", "MCC"}}
	for i, w := range want {
		if defs[i].Name != w.name || defs[i].Label() != w.label || defs[i].What == "" {
			t.Errorf("%d: got %s, %s; want %s, %s", i, defs[i].Name, defs[i].Label(), w.name, w.label)
		}
	}
	if len(defs) != len(want) {
		t.Errorf("%d metrics, want %d", len(defs), len(want))
	}
	for text, want := range map[string]string{
		"": "name a metric", "rocauk": `no metric "rocauk"; like it are roc_auc, roc_auc_ovr`,
		"nonsense": `no metric "nonsense"; use one of accuracy, error rate, `,
		"neg_f1":   `no metric "neg_f1"`, "f1(class=a": "lacks its closing parenthesis", "score": `no metric "score"`,
		"f1(beta=2)":                 `setting "beta=2" of f1; the settings are class, each once, with a value`,
		"f1(class)":                  `setting "class"`,
		"mse(class=a)":               "the settings are none",
		"fbeta(beta=2, beta=2)":      "each once",
		"fbeta(beta=0)":              `beta of fbeta is "0"; give a number above 0`,
		"pinball_loss(alpha=1)":      "a number between 0 and 1",
		"calibration_error(bins=.5)": "a whole number from 1",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got error %v, want %q", text, err, want)
		}
	}
	if d, err := Parse("pinball_loss(alpha=0.9)"); err != nil || d[0].Label() != "pinball loss at 0.9" {
		t.Errorf("got %v, %v", d, err)
	}
}

// TestNames: every name is read again, is known where it stands in a file, and has a label of its own.
func TestNames(t *testing.T) {
	labels := map[string]string{}
	for _, d := range All() {
		again, err := Parse(d.Name)
		m, known := Named(d.Name)
		if err != nil || again[0].Metric != d.Metric {
			t.Errorf("%s: read as %+v (%v)", d.Name, again, err)
		}
		if !known || m != d.Metric {
			t.Errorf("%s: named %+v", d.Name, m)
		}
		if labels[d.Label()] != "" || d.What == "" {
			t.Errorf("%s and %s are both %q", d.Name, labels[d.Label()], d.Label())
		}
		labels[d.Label()] = d.Name
	}
	for name, want := range map[string]Metric{
		"neg_log_loss":   {HigherIsBetter: true, Min: math.Inf(-1)},
		"auc":            {HigherIsBetter: true, Max: 1},
		"f1_macro":       {HigherIsBetter: true, Max: 1, Percent: true},
		"mcc":            {HigherIsBetter: true, Min: -1, Max: 1},
		"r2_score":       {HigherIsBetter: true, Min: math.Inf(-1), Max: 1},
		"f1(class=spam)": {HigherIsBetter: true, Max: 1, Percent: true},
		"P":              {HigherIsBetter: true, Max: 1, Percent: true},
		"wer":            {Max: math.Inf(1), Percent: true},
		"loss":           {},
	} {
		want.Name = name
		if m, known := Named(name); m != want || !known {
			t.Errorf("%s: got %+v, want %+v", name, m, want)
		}
	}
	for name, want := range map[string]string{"P": "P", "error rate": "error rate", "neg_log_loss": "neg_log_loss",
		"f1(class=spam)": "F1 of spam", "my own": "my own", "AUC": "ROC AUC", "f1(": "f1("} {
		if got := (Metric{Name: name}).Label(); got != want {
			t.Errorf("%s: label %q, want %q", name, got, want)
		}
	}
}
