package sheet

import (
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/metric"
)

// findTruth finds the column of the truth: by its name, or label where others hold predictions.
func (d *decision) findTruth() bool {
	if told := d.opt.Rows; told == Datasets || told == AllRuns { // which have no truth
		for _, r := range []Role{Truth, roleLabel, rolePredicted} {
			if j := d.column(r); j >= 0 {
				d.role[j] = ""
				delete(d.at, r)
			}
		}
		return false
	}
	if j := d.find("correct"); j >= 0 && !d.has(Truth) && d.has(rolePredicted) && d.role[j] == "" {
		d.role[j], d.at[Truth] = Truth, j // OpenML
	}
	if j := d.column(rolePredicted); j >= 0 && !d.has(Truth) && !d.has(roleLabel) && strings.HasPrefix(d.header[j], ".pred") {
		others := slices.DeleteFunc(d.others(-1), func(k int) bool { return strings.HasPrefix(d.header[k], ".") })
		if len(others) == 1 && (!d.about[others[0]].constant || len(d.sample) == 1) { // tidymodels, which calls it as the data do
			d.role[others[0]], d.at[Truth] = Truth, others[0]
			d.assumed = append(d.assumed, "column "+d.header[others[0]]+" is the truth")
		}
	}
	if !d.has(Truth) {
		j := d.column(roleLabel)
		if j < 0 || !d.has(rolePredicted) && !d.has(roleScore) && len(d.others(j)) == 0 {
			return false
		}
		d.role[j], d.at[Truth] = Truth, j
		delete(d.at, roleLabel)
	}
	for j, r := range d.role {
		if r == roleLabel {
			d.role[j] = rolePredicted
			if !d.has(rolePredicted) {
				d.at[rolePredicted] = j
			}
		}
	}
	d.truth = true
	return true
}

// others are the columns without a role but j, which hold anything.
func (d *decision) others(j int) (out []int) {
	for k, r := range d.role {
		if k != j && r == "" && !d.about[k].blank && !table.RowNames(d.header[k]) {
			out = append(out, k)
		}
	}
	return out
}

// classes are those of the truth in the first rows.
func (d *decision) classes() []string { return d.about[d.at[Truth]].values }

// needs returns what the metrics that are asked for need.
func (d *decision) needs() (probabilities, labels bool) {
	for _, name := range d.opt.Metrics {
		name, _, _ = strings.Cut(name, "(")
		defs, err := metric.Parse(name)
		if err != nil {
			continue
		}
		probabilities = probabilities || defs[0].Needs == metric.Probabilities
		labels = labels || defs[0].Needs == metric.Labels
	}
	return probabilities, labels
}

// probable are the columns with the probability of a class of the truth, by class.
func (d *decision) probable() (columns []int, classes []string) {
	for j := range d.header {
		r := d.role[j]
		if r != "" && r != rolePassed && r != roleSummary || !d.about[j].numbers {
			continue
		}
		m, class, sure := match(roleScore, d.header[j]), "", false
		switch {
		case m != nil:
			class = m[1]
			sure = !strings.HasPrefix(m[0], "p") || strings.HasPrefix(m[0], "prob.") // which no model is called
		case d.has(rolePredicted) && d.opt.Roles[d.header[j]] == "" && d.about[j].least >= 0 && d.about[j].most <= 1:
			class = d.header[j] // caret
		}
		sure = sure && d.has(rolePredicted) && d.heading(rolePredicted) != ".pred"
		if class != "" && (sure || slices.Contains(d.classes(), class)) {
			columns, classes, d.role[j] = append(columns, j), append(classes, class), ""
		}
	}
	return columns, classes
}

// predictions reads a table with the truth of each row.
func (d *decision) predictions() error {
	if err := d.findUnit(); err != nil {
		return err
	}
	if d.unit != Items && d.unit != Folds {
		d.role[d.at[unitOf[d.unit][0]]] = unitOf[d.unit][0]
		d.unit, d.rowIsUnit = Items, true
		d.assumed = append(d.assumed, "a row is an item, and the same item in all models")
	}
	d.in = "rows"
	probable, classes := d.probable()
	if d.has(Model) || d.has(roleSetting) {
		if err := d.modelColumn(); err != nil {
			return err
		}
		return d.predicted(probable, classes)
	}
	candidates := slices.DeleteFunc(d.others(-1), func(j int) bool { return slices.Contains(probable, j) })
	for j, r := range d.role {
		if r == rolePredicted || r == roleScore && !d.has(rolePredicted) {
			candidates = append(candidates, j)
		}
	}
	slices.Sort(candidates)
	if d.opt.Several && (len(candidates) == 1 || len(candidates) == 0 && len(probable) > 0 ||
		d.has(rolePredicted)) {
		d.modelsIn = "file"
		if len(candidates) == 1 && d.role[candidates[0]] == "" {
			d.role[candidates[0]] = rolePredicted
			d.at[rolePredicted] = candidates[0]
		}
		return d.predicted(probable, classes)
	}
	candidates = d.wanted(candidates)
	if len(candidates) < 2 || d.has(roleScore) && d.has(rolePredicted) && len(d.others(-1)) == 0 {
		what := "no predictions"
		if n := slices.ContainsFunc(d.role, func(r Role) bool { return r == rolePredicted || r == roleScore }); n || len(candidates) > 0 ||
			len(probable) > 0 {
			what = "predictions of one model alone"
		}
		return d.ask("has %s beside the truth (column %s); give a file for each model, or a column for each and name them "+
			"(setting `models` A,B; the columns are %.200s)", what, d.heading(Truth), strings.Join(d.header, ", "))
	}
	for _, j := range candidates {
		d.role[j] = ""
	}
	return d.widePredictions(candidates)
}

// predicted reads a long table of predictions.
func (d *decision) predicted(probable []int, classes []string) error {
	label, score := d.column(rolePredicted), d.column(roleScore)
	if j := d.column(roleValue); label < 0 && j >= 0 {
		label = j
	}
	wanted, _ := d.needs()
	var values []int
	if label >= 0 {
		d.role[label] = ""
		values, d.names = append(values, label), append(d.names, table.Pick(d.unit == Folds, "predicted", "label"))
	}
	for i, j := range probable {
		values, d.names = append(values, j), append(d.names, "p_"+classes[i])
	}
	if score >= 0 && len(probable) == 0 && (wanted || label < 0) {
		name := "score"
		if key(d.header[score]) != "score" {
			positive, err := d.positive()
			if err != nil {
				return err
			}
			name = "p_" + positive
		}
		d.role[score] = ""
		values, d.names = append(values, score), append(d.names, name)
	}
	if len(values) == 0 {
		return d.ask("has a truth (column %s) and no predictions beside it; say which column has them (setting `as` "+
			"COLUMN=predicted; the columns are %.200s)", d.heading(Truth), strings.Join(d.header, ", "))
	}
	d.cells = []cell{{values: values}}
	d.number = "predictions"
	if label >= 0 {
		return d.askMetric(values[:1], true)
	}
	return d.askMetric(values, false)
}

// askMetric asks for a metric where the predictions are numbers or probabilities, and none is named.
func (d *decision) askMetric(columns []int, labels bool) error {
	truth := d.at[Truth]
	if len(d.opt.Metrics) > 0 || d.opt.Metric.Name != "" {
		d.number = strings.Join(d.opt.Metrics, ", ")
		if d.number == "" {
			d.number = d.opt.Metric.Name
		}
		if len(d.opt.Metrics) == 1 {
			d.direction = d.directionOf(d.opt.Metrics[0])
		}
		return nil
	}
	fractions := slices.ContainsFunc(columns, func(j int) bool { return d.about[j].numbers && d.about[j].fractions })
	switch {
	case fractions && d.about[truth].numbers && (d.about[truth].fractions || len(d.classes()) > 2):
		return d.ask("columns %s have numbers beside the truth (column %s): by which metric are they compared? Name it "+
			"(setting `metric` rmse, for instance)", table.Quoted(d.headings(columns)), d.header[truth])
	case fractions || !labels:
		return d.ask("columns %s have numbers beside the classes of column %s: by which metric are they compared? Name it "+
			"(setting `metric` roc_auc, for instance)", table.Quoted(d.headings(columns)), d.header[truth])
	}
	d.number, d.direction = "error rate", "lower"
	if d.unit == Items {
		d.number, d.direction = "accuracy", "higher"
	}
	return nil
}

// widePredictions reads a table with a column, or two, for each model.
func (d *decision) widePredictions(columns []int) error {
	d.modelsIn = "columns"
	isLabel := func(j int) bool {
		return !slices.ContainsFunc(d.about[j].values, func(v string) bool { return v != "" && !slices.Contains(d.classes(), v) })
	}
	wanted, _ := d.needs()
	labels, scores := 0, 0
	for _, j := range columns {
		switch {
		case isLabel(j):
			labels++
		case d.about[j].numbers:
			scores++
		}
	}
	if labels > 0 && scores > 0 && !d.opt.Numbers && labels+scores == len(columns) {
		return d.paired(columns, isLabel)
	}
	if !d.opt.Numbers && scores == len(columns) || wanted && labels == len(columns) && allNumbers(d, columns) {
		return d.scores(columns)
	}
	if err := d.askMetric(columns, !d.opt.Numbers); err != nil {
		return err
	}
	d.names = []string{table.Pick(d.unit == Folds, "predicted", "label")}
	for _, j := range columns {
		d.cells = append(d.cells, cell{model: d.header[j], values: []int{j}})
	}
	d.wide = d.unit == Items
	return nil
}

func allNumbers(d *decision, columns []int) bool {
	return !slices.ContainsFunc(columns, func(j int) bool { return !d.about[j].numbers })
}

// scores reads columns of probabilities or scores of the positive class, one for each model.
func (d *decision) scores(columns []int) error {
	if err := d.askMetric(columns, false); err != nil {
		return err
	}
	if d.unit == Folds {
		return d.ask("has probabilities on folds in columns of models; give a row for each model with columns model, predicted " +
			"and p_CLASS, or say that the models are fixed (setting `rows` items)")
	}
	positive, err := d.positive()
	if err != nil {
		return err
	}
	d.names = []string{"p_" + positive}
	for _, j := range columns {
		d.cells = append(d.cells, cell{model: d.header[j], values: []int{j}})
	}
	d.assumed = append(d.assumed, "the numbers are probabilities or scores of class "+positive)
	return nil
}

// paired reads a column of labels and one of probabilities for each model, which have one name but for a word.
func (d *decision) paired(columns []int, isLabel func(int) bool) error {
	words := []string{"predictions", "prediction", "predicted", "pred", "label", "class", "probability", "proba", "prob", "score",
		"p", "y"}
	stem := func(name string) string {
		parts := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("_ .-", r) })
		return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return slices.Contains(words, strings.ToLower(p)) }), "_")
	}
	of := map[string][2]int{}
	var order []string
	open := func() error {
		return d.ask("columns %s: some hold labels, others numbers; which are models? Name them (setting `models` A,B), or give "+
			"the labels and the numbers of each model names that differ in one word, as rf_pred and rf_prob do",
			table.Quoted(d.headings(columns)))
	}
	for _, j := range columns {
		s := stem(d.header[j])
		at, seen := of[s]
		if !seen {
			at = [2]int{-1, -1}
			order = append(order, s)
		}
		k := 1
		if isLabel(j) {
			k = 0
		}
		if s == "" || at[k] >= 0 {
			return open()
		}
		at[k] = j
		of[s] = at
	}
	for _, s := range order {
		if of[s][0] < 0 || of[s][1] < 0 {
			return open()
		}
	}
	if len(order) < 2 {
		return d.ask("has predictions of one model alone (%s) beside the truth; give a file for each model, or name the models "+
			"(setting `models` A,B)", order[0])
	}
	wanted, _ := d.needs()
	d.names = []string{table.Pick(d.unit == Folds, "predicted", "label")}
	if wanted {
		positive, err := d.positive()
		if err != nil {
			return err
		}
		d.names = append(d.names, "p_"+positive)
		d.assumed = append(d.assumed, "the numbers are probabilities or scores of class "+positive)
	}
	for _, s := range order {
		values := of[s]
		d.cells = append(d.cells, cell{model: s, values: values[:len(d.names)]})
		if !wanted {
			d.leave(values[1])
		}
	}
	return d.askMetric([]int{d.cells[0].values[0]}, true)
}

// positives are pairs of classes of which the second is the positive one by its name.
var positives = [][2]string{{"0", "1"}, {"-1", "1"}, {"no", "yes"}, {"n", "y"}, {"false", "true"}, {"f", "t"},
	{"negative", "positive"}, {"neg", "pos"}, {"control", "case"}, {"0.0", "1.0"}}

// positive returns the class whose scores a table has.
func (d *decision) positive() (string, error) {
	if d.opt.Positive != "" {
		return d.opt.Positive, nil
	}
	classes := d.classes()
	for _, p := range positives {
		found, other := "", false
		for _, c := range classes {
			switch {
			case strings.EqualFold(c, p[1]):
				found = c
			case !strings.EqualFold(c, p[0]):
				other = true
			}
		}
		if found != "" && !other {
			return found, nil
		}
	}
	return "", d.ask("of which class of column %s are the numbers the probabilities or scores? Name it (setting `positive` %s)",
		d.heading(Truth), fmt.Sprintf("%.40s", classes[0]))
}
