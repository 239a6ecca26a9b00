package metric

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
)

// entry is a metric with a name.
type entry struct {
	Metric
	label    string
	aliases  string // and the name and the label: in lower case without spaces, hyphens and underscores
	settings string // keys
	what     string
	make     func(s settings) Definition
}

// settings are what stands in parentheses behind a name.
type settings struct {
	class, file       string
	beta, alpha, bins float64
	costs             map[[2]string]float64 // of the file
}

func share(name string) Metric {
	return Metric{Name: name, HigherIsBetter: true, Max: 1, Percent: true}
}

func area(name string) Metric { return Metric{Name: name, HigherIsBetter: true, Max: 1} }

func correlation(name string) Metric {
	return Metric{Name: name, HigherIsBetter: true, Min: -1, Max: 1}
}

var entries = slices.Concat([]entry{
	{share("accuracy"), "accuracy", "acc", "", "share of records with the right label",
		plain(ofPairs(Labels, func(t, l float64) float64 { return indicator(t == l) }))},
	{ErrorRate, "error rate", "error zerooneloss misclassificationerror misclassificationrate", "",
		"share of records with a wrong label",
		plain(ofPairs(Labels, ZeroOne))},
	{share("balanced_accuracy"), "balanced accuracy", "balaccuracy", "", "mean of the recalls of the classes that occur",
		plain(ofConfusion(func(p *Predictions) (Sums, error) { return RecallRatio.macro(p.Classes, p.truths()), nil }))},
},
	ofRatio("precision", "precision", "", "", "share of right ones among the records labelled so", PrecisionRatio),
	ofRatio("recall", "recall", "sensitivity", "", "share of records of the class that are labelled so",
		RecallRatio),
	ofRatio("f1", "F1", "f1score fscore", "", "2 P R / (P + R), of precision P and recall R", F1Ratio),
	ofRatio("fbeta", "F-beta", "", "beta",
		"(1 + beta²) P R / (beta² P + R), of precision P, recall R; beta is 1 if not said", F1Ratio),
	ofRatio("jaccard", "Jaccard", "", "", "share of right ones among the records of the class or labelled so",
		jaccardRatio), []entry{
		{correlation("matthews_corrcoef"), "MCC", "", "", "correlation of truth and label, of Matthews and Gorodkin",
			plain(ofClasses(mcc))},
		{correlation("cohen_kappa"), "kappa", "kap", "", "Cohen's kappa, agreement beyond chance",
			plain(ofClasses(kappa))},
		{area("roc_auc"), "ROC AUC", "auc auroc areaunderroc", "class",
			"probability that a record of one class gets more probability of it than one of the other; ties count half",
			func(s settings) Definition { return oneClass(s.class) }},
		{area("roc_auc_ovr"), "ROC AUC one-vs-rest", "", "", "mean of ROC AUC of each class against the rest",
			plain(everyPair(pairs{first: -1, rest: -1}))},
		{area("roc_auc_ovr_weighted"), "weighted ROC AUC one-vs-rest", "", "",
			"mean of ROC AUC of each class against the rest, weighted by its records",
			plain(everyPair(pairs{all: -1, rest: -1}))},
		{area("roc_auc_ovo"), "ROC AUC one-vs-one", "", "", "mean of ROC AUC over pairs of classes, of Hand and Till",
			plain(everyPair(pairs{first: -1, second: -1}))},
		{area("average_precision"), "average precision", "", "class",
			"mean, over the records of the class, of the precision at their probability",
			func(s settings) Definition { return averagePrecision(s.class) }},
		{Metric{Name: "log_loss", Max: math.Inf(1)}, "log loss", "mnlogloss crossentropy", "",
			"mean of -log of the probability of the truth, of which the least is 2.2e-16",
			plain(ofLosses(Probabilities, logLoss))},
		{Metric{Name: "brier_score", Max: 2}, "Brier score", "brier brierscoreloss brierclass", "class",
			"mean squared error of the probability of a class, of two or named; else its sum over the classes",
			func(s settings) Definition { return ofLosses(Probabilities, s.brier) }},
		{Metric{Name: "calibration_error", Max: 1}, "calibration error", "ece expectedcalibrationerror", "class bins",
			"ECE: mean distance, in bins of equal width (15), of the largest probability, or of a class, from the share that " +
				"is right; few records make it too large, also for probabilities that are right",
			func(s settings) Definition { return Definition{Needs: Probabilities, Of: s.calibrationError} }},
		{Metric{Name: "mse", Max: math.Inf(1)}, "MSE", "meansquarederror", "", "mean squared error",
			plain(ofPairs(Numbers, Squared))},
		{Metric{Name: "rmse", Max: math.Inf(1)}, "RMSE", "rootmeansquarederror", "", "square root of the mean squared error",
			plain(ofSums(Numbers, rmse))},
		{Metric{Name: "mae", Max: math.Inf(1)}, "MAE", "meanabsoluteerror", "", "mean absolute error",
			plain(ofPairs(Numbers, Absolute))},
		{Metric{Name: "r2", HigherIsBetter: true, Min: math.Inf(-1), Max: 1}, "R2", "", "",
			"1 - squared errors / squared distances from the mean",
			plain(ofSums(Numbers, r2))},
		{correlation("spearman"), "Spearman correlation", "spearmanr spearmanrho spearmancorrelation", "",
			"rank correlation of true and predicted numbers", plain(linear(Numbers, spearman))},
		{Metric{Name: "pinball_loss", Max: math.Inf(1)}, "pinball loss", "meanpinballloss quantileloss", "alpha",
			"mean quantile loss of the quantile alpha, 0.5 if not set", func(s settings) Definition {
				alpha := cmp.Or(s.alpha, 0.5)
				return ofPairs(Numbers, func(y, q float64) float64 { return max(alpha*(y-q), (alpha-1)*(y-q)) })
			}},
		{area("fpa"), "FPA", "", "", "fault-percentile average of counts of defects",
			plain(Definition{Needs: Numbers, Of: faultPercentile})},
		{Metric{Name: "cost"}, "cost", "", "file", "mean cost of labels, of a CSV file truth, predicted, cost",
			func(s settings) Definition { return ofLosses(Labels, s.cost) }},
	})

func plain(d Definition) func(settings) Definition { return func(settings) Definition { return d } }

// ofRatio returns the metrics of one class, and of all, of a ratio, or of F-beta if there is such a setting.
func ofRatio(name, label, aliases, setting, what string, ratio ClassRatio) []entry {
	var out []entry
	for _, a := range averages {
		e := entry{Metric: share(name), label: label, aliases: aliases, settings: strings.TrimSpace("class " + setting),
			what: what}
		if a.name != "" {
			e = entry{Metric: share(name + "_" + a.name), label: a.name + " " + label, settings: setting,
				what: label + ", " + a.what}
		}
		e.make = func(s settings) Definition {
			r := ratio
			if s.beta != 0 {
				r = fBeta(s.beta)
			}
			d := ofConfusion(func(p *Predictions) (Sums, error) { return a.sums(r, p, s.class) })
			d.ratio, d.average = r, a.name
			return d
		}
		out = append(out, e)
	}
	return out
}

// averages are of the ratios of the classes, the first of one class alone.
var averages = []struct {
	name, what string
	sums       func(r ClassRatio, p *Predictions, class string) (Sums, error)
}{
	{"", "", func(r ClassRatio, p *Predictions, class string) (Sums, error) {
		k, err := p.class(class)
		if err != nil {
			return Sums{}, err
		}
		return r.oneClass(p.Classes, k), nil
	}},
	{"micro", "of all classes together", func(r ClassRatio, p *Predictions, _ string) (Sums, error) {
		return r.micro(p.Classes), nil
	}},
	{"macro", "mean over the classes that occur", func(r ClassRatio, p *Predictions, _ string) (Sums, error) {
		return r.macro(p.Classes, p.truths()), nil
	}},
	{"weighted", "mean over the classes, weighted by their records",
		func(r ClassRatio, p *Predictions, _ string) (Sums, error) { return r.weighted(p.Classes), nil }},
}

var withoutMarks = strings.NewReplacer("_", "", "-", "", " ", "")

func short(name string) string { return withoutMarks.Replace(strings.ToLower(name)) }

// byName are the entries by their short names.
var byName = func() map[string]*entry {
	out := map[string]*entry{}
	for i := range entries {
		e := &entries[i]
		for _, name := range append(strings.Fields(e.aliases), short(e.Name), short(e.label)) {
			out[name] = e
		}
	}
	return out
}()

// find returns the entry of a name with settings, and its name as files hold it.
func find(name string) (e *entry, s settings, canonical string, err error) {
	base, rest, parentheses := strings.Cut(strings.TrimSpace(name), "(")
	key := short(base)
	if e = byName[key]; e == nil {
		e = byName[strings.TrimSuffix(key, "score")] // as functions of scikit-learn, of which more is better
		if e != nil && !e.HigherIsBetter {
			e = nil
		}
	}
	if e == nil || strings.HasPrefix(base, "-") {
		return nil, s, "", fmt.Errorf("metric: no metric %q; %s", name, like(key))
	}
	if !parentheses {
		return e, s, e.Name, nil
	}
	rest, ok := strings.CutSuffix(rest, ")")
	if !ok {
		return nil, s, "", fmt.Errorf("metric: %q lacks its closing parenthesis", name)
	}
	values := map[string]string{}
	for part := range strings.SplitSeq(rest, ",") {
		key, value, _ := strings.Cut(part, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if _, twice := values[key]; twice || !slices.Contains(strings.Fields(e.settings), key) || value == "" {
			return nil, s, "", fmt.Errorf("metric: setting %q of %s; the settings are %s, each once, with a value", part,
				e.Name, cmp.Or(e.settings, "none"))
		}
		if values[key], err = s.set(key, value); err != nil {
			return nil, s, "", fmt.Errorf("metric: %s of %s is %q; give %w", key, e.Name, value, err)
		}
	}
	var texts []string
	for key := range strings.FieldsSeq(e.settings) {
		if v, ok := values[key]; ok {
			texts = append(texts, key+"="+v)
		}
	}
	return e, s, e.Name + "(" + strings.Join(texts, ", ") + ")", nil
}

// set sets a setting and returns its value as names hold it. The error says what it should be.
func (s *settings) set(key, value string) (string, error) {
	switch key {
	case "class":
		s.class = value
		return value, nil
	case "file":
		s.file = value
		return value, nil
	}
	v, problem := table.Float(value)
	bad := problem != ""
	switch {
	case key == "beta" && (bad || !(v > 0 && v <= 1e6)):
		return "", errors.New("a number above 0")
	case key == "alpha" && (bad || !(v > 0 && v < 1)):
		return "", errors.New("a number between 0 and 1")
	case key == "bins" && (bad || !(v >= 1 && v <= 1e6 && v == math.Trunc(v))):
		return "", errors.New("a whole number from 1")
	}
	*map[string]*float64{"beta": &s.beta, "alpha": &s.alpha, "bins": &s.bins}[key] = v
	return strconv.FormatFloat(v, 'g', -1, 64), nil
}

// like returns the names that look like one that is unknown, or else all.
func like(key string) string {
	var all, some []string
	for _, e := range entries {
		name := short(e.Name)
		if all = append(all, e.Name); strings.Contains(name, key) || strings.Contains(key, name) ||
			len(key) > 2 && strings.Contains(name, key[:3]) {
			some = append(some, e.Name)
		}
	}
	if some != nil {
		return "like it are " + strings.Join(some, ", ")
	}
	return "use one of " + strings.Join(all, ", ")
}

// Label returns the name of the metric in sentences, tables and figures, such as "log loss" for log_loss, and the name
// itself of a metric that is not one of All.
func (m Metric) Label() string {
	if m.Log {
		m.Log = false
		return "log of " + m.Label()
	}
	e, s, _, err := find(m.Name)
	if err != nil {
		return m.Name
	}
	return e.labelled(s)
}

// Reads returns what Parse reads for a metric of All besides its name and label: other names, without spaces, hyphens
// and underscores, and the settings that may stand in parentheses.
func (m Metric) Reads() (names, settings []string) {
	e, _, _, err := find(m.Name)
	if err != nil {
		return nil, nil
	}
	return strings.Fields(e.aliases), strings.Fields(e.settings)
}

func (e *entry) labelled(s settings) string {
	label := e.label
	if s.beta != 0 {
		label = strings.Replace(label, "-beta", fmt.Sprint(s.beta), 1)
	}
	if s.class != "" {
		label += " of " + s.class
	}
	if s.alpha != 0 {
		label += fmt.Sprintf(" at %v", s.alpha)
	}
	if s.bins != 0 {
		label += fmt.Sprintf(" in %v bins", s.bins)
	}
	return label
}

// definition makes the metric: its functions check the predictions, but Of, and their errors name it.
func (e *entry) definition(s settings, name string) Definition {
	d := e.make(s)
	d.Metric, d.What = e.Metric, e.what
	d.Name = name
	label, of, parts, sums := e.labelled(s), d.Of, d.Parts, d.Sums
	none := func(err error) error {
		if err != nil {
			err = fmt.Errorf("metric: %s has no value: %w", label, err)
		}
		return err
	}
	d.Of = func(p *Predictions) (float64, error) {
		v, err := of(p)
		return v, none(err)
	}
	if parts != nil {
		d.Parts = func(p *Predictions, out []float64) (float64, error) {
			if err := d.check(p); err != nil {
				return 0, err
			}
			v, err := parts(p, out)
			return v, none(err)
		}
	}
	if sums != nil {
		d.Sums = func(p *Predictions) (Rows, Sums, error) {
			if err := d.check(p); err != nil {
				return Rows{}, Sums{}, err
			}
			rows, s, err := sums(p)
			s.Label = label
			return rows, s, none(err)
		}
	}
	return d
}

// definitionOf returns the metric of a name without settings.
func definitionOf(name string) Definition { return byName[name].definition(settings{}, name) }

// All returns the metrics with a name, in the order of documentation. That of cost has no value without its file.
func All() []Definition {
	var out []Definition
	for i := range entries {
		if e := &entries[i]; e.Name != "cost" {
			out = append(out, e.definition(settings{}, e.Name))
		}
	}
	return out
}

// Parse reads names of metrics, separated by commas, as scikit-learn spells them, with settings in parentheses:
// "roc_auc, log_loss, fbeta(beta=0.5), f1(class=spam), cost(file=costs.csv)". A comma in parentheses separates
// settings. Names such as neg_log_loss and f1_score stand for log_loss and f1. The error names the one that is unknown,
// and names like it; the file of a cost is read.
func Parse(list string) ([]Definition, error) {
	var out []Definition
	for _, name := range table.Divide(list, ',') {
		if name == "" {
			continue
		}
		d, err := parse(name)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	if out == nil {
		return nil, errors.New("metric: no name; name a metric")
	}
	return out, nil
}

func parse(name string) (Definition, error) {
	e, s, canonical, err := find(name)
	if err != nil {
		rest, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(name)), "neg_")
		if negated, _, _, no := find(rest); !ok || no != nil || negated.HigherIsBetter {
			return Definition{}, err
		}
		return parse(rest)
	}
	if e.Name == "cost" {
		if s.costs, err = readCosts(s.file); err != nil {
			return Definition{}, err
		}
	}
	d := e.definition(s, canonical)
	base, _, _ := strings.Cut(strings.TrimSpace(name), "(")
	if base = strings.ToLower(base); anothers[base] != "" && s.class == "" {
		d.another = base
	}
	return d, nil
}

// anothers are names of yardstick for what are other numbers there on more than two classes.
var anothers = map[string]string{"brier_class": "half the sum over the classes",
	"bal_accuracy": "the mean of sensitivity and specificity over the classes"}

// RatioOf returns the ratio that a metric of one class is, precision, recall, F1, F-beta or Jaccard, by any of its
// names, and how it is averaged over the classes: "", micro, macro or weighted. It is not ok for other metrics, and
// for those of a class that is named.
func RatioOf(name string) (r ClassRatio, average string, ok bool) {
	e, s, _, err := find(name)
	if err != nil {
		of := Canonical(name) // P and R
		if e, s, _, err = find(of); err != nil || of != "precision" && of != "recall" {
			return r, "", false
		}
	}
	d := e.make(s)
	return d.ratio, d.average, d.ratio != ClassRatio{} && s.class == ""
}

// OfClass returns a metric of predictions where one class is named that all metrics are about: of those that may be
// of a class or of all, it is the one of the class. It is an error if the metric is of another class, or of all
// classes.
func (d Definition) OfClass(class string) (Definition, error) {
	e, s, _, err := find(d.Name)
	switch {
	case class == "" || err != nil:
		return d, nil
	case s.class != "" && s.class != class:
		return d, fmt.Errorf("metric: %s is about class %s, and %s is named as the class; name one", d.Label(), s.class,
			class)
	case !slices.Contains(strings.Fields(e.settings), "class"):
		return d, fmt.Errorf("metric: %s is about all classes, not about class %s; leave the class out", d.Label(), class)
	case s.class == "" && (e.Name == "brier_score" || e.Name == "calibration_error"):
		bins := ""
		if s.bins != 0 {
			bins = ", bins=" + strconv.FormatFloat(s.bins, 'g', -1, 64)
		}
		s.class = class
		return e.definition(s, e.Name+"(class="+class+bins+")"), nil
	}
	return d, nil
}
