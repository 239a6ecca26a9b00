package results

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/block-regularized/bcv/internal/compact"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results/sheet"
)

// itemColumns says where the columns of a file of items stand, -1 for none.
type itemColumns struct {
	item, model, run, draw, cluster, dataset, task, truth int
	first                                                 int // of comparisons: which was shown first

	form    unitForm
	metric  metric.Metric
	values  []int    // columns of a score, a label or counts; in a wide file one for each model
	numbers []int    // models of a wide file
	judges  []int    // columns of a judge's scores, one for each of values in a wide file; nil for none
	header  []string // names of all columns
	inTime  bool     // items are points in time
	passed  []string // columns that are passed over, of all files so far

	before int   // model of the row before, -1 for none
	after  []int // by model: the one that came after it last, from 1; 0 for none
}

// itemForms are the columns of each form but scores, and what stands beside them.
var itemForms = map[unitForm][]string{
	labelItems:     {"truth", "label"},
	numberItems:    {"truth", "label"},
	chunkItems:     {"gold", "predicted", "correct"},
	confusionItems: {"tp", "fp", "fn"},
	probableItems:  {"truth"},
}

// ratios are the columns whose sums make a ratio, and what it is: of a numerator and a denominator nobody knows which
// side is better.
var ratios = []sumRatio{
	{"numerator", "denominator", metric.Metric{Name: "ratio", Directionless: true}},
	{"errors", "words", metricNamed("wer")},
	{"errors", "characters", metricNamed("cer")},
	{"errors", "total", metric.Metric{Name: "errors/total", Max: math.Inf(1), Percent: true}},
}

type sumRatio struct {
	over, under string
	metric      metric.Metric
}

func metricNamed(name string) metric.Metric {
	m, _ := metric.Named(name)
	return m
}

// itemRows gathers the rows of items of a key. The target is of true numbers, or of gold chunks and positives.
type itemRows struct {
	Units
	names    compact.Names
	clusters compact.Texts
	last     []*outcomes // by model: run of the row before
	words    [2]string   // that were read as 0 and 1; empty for none
}

// readItems reads a file of items.
func (r *reader) readItems(in *table.Records, header []string, at spot) error {
	rows, err := in.Fields(header)
	if err != nil {
		return err
	}
	c, err := r.itemColumns(header, at)
	if err != nil {
		return err
	}
	for {
		fields, line, err := rows.Next()
		if at.line = line; err == io.EOF {
			return nil
		}
		if err == nil {
			err = r.addItem(c, fields, at)
		}
		if err != nil {
			return err
		}
	}
}

// itemColumns finds the columns of a file of items.
func (r *reader) itemColumns(header []string, at spot) (*itemColumns, error) {
	at.line = 1
	if err := r.nearItemColumn(header, at); err != nil {
		return nil, err
	}
	place := func(name string) int { return slices.Index(header, name) }
	c := &itemColumns{item: place("item"), model: place("model"), run: place("run"), cluster: place("cluster"),
		dataset: place("dataset"), task: place("task"), truth: -1, first: place(firstColumn), header: header, before: -1}
	if c.inTime = c.item < 0; c.inTime {
		c.item = place(pointColumn)
		for _, name := range append([]string{"run", "cluster", "task"}, drawColumns...) {
			if place(name) >= 0 {
				return nil, at.Errorf(name, "stands beside points in time, which have one value of each forecast; several "+
					"series have a column dataset")
			}
		}
	}
	var err error
	if c.draw, err = drawColumn(header, at); err != nil {
		return nil, err
	}
	for _, name := range []string{"replication", "fold", "half", "inner"} {
		if place(name) >= 0 {
			return nil, at.Errorf(name, "stands beside item; items are of one test set without folds, and records of "+
				"folds have the column record")
		}
	}
	if !r.opt.Wide && c.model < 0 && !r.several {
		return nil, at.Errorf("model", "is missing; add it, give one file for each model, or say that every column is a "+
			"model (setting `wide`)")
	}
	if err := r.findColumns(c, header, at); err != nil {
		return nil, err
	}
	switch {
	case r.opt.Positive != "" && c.form != labelItems && c.form != probableItems:
		return nil, at.Errorf("", "has no labels; the positive class is one of truth and label (setting `positive`)")
	case r.opt.Wide && c.model >= 0:
		return nil, at.Errorf("model", "stands in a file that is read as one with a column for each model (setting `wide`)")
	case at.file == r.begun.file:
	case c.inTime != r.items.inTime || (c.model < 0) != (r.items.model < 0) || c.form != r.items.form ||
		c.metric.Name != r.items.metric.Name || (c.judges == nil) != (r.items.judges == nil):
		return nil, at.Errorf("", "has other columns than %s; give all files the same columns", r.begun.file)
	}
	if c.model >= 0 || r.opt.Wide {
		r.models.byFile = false
	}
	if r.opt.Wide {
		for _, k := range c.values {
			c.numbers = append(c.numbers, r.models.number(header[k]))
		}
	}
	c.passed = append(r.items.passed, c.passed...)
	r.items = *c
	return c, nil
}

// grouping matches the names of columns, as plainName writes them, that may say which items belong together.
var grouping = regexp.MustCompile(`^(cluster|group|passage|document)s?(ids?|names?|no|nr|num|number|index|idx|code)?$`)

// plainName is a name without case, blanks and signs.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// nearItemColumn asks for a column that would be passed over, or taken for a model, though its name is nearly that of a
// column by which other verdicts come out.
func (r *reader) nearItemColumn(header []string, at spot) error {
	known := append([]string{"item", pointColumn, "model", "run", "cluster", "dataset", "task", judgeColumn}, drawColumns...)
	switch {
	case r.opt.Wide:
		known = append(known, "truth")
	case r.opt.Metric.Name == "" && !slices.Contains(header, "score"):
		known = append(known, "score")
		for form := labelItems; form <= ratioItems; form++ {
			known = append(known, itemForms[form]...)
		}
	}
	for _, name := range header {
		if slices.Contains(known, name) || slices.Contains(r.opt.Models, name) {
			continue
		}
		plain := plainName(name)
		switch {
		case slices.Contains(known, plain) && !slices.Contains(header, plain):
			return at.Errorf(name, "write its name %s, or if it is something else leave it out or give it another name", plain)
		case grouping.MatchString(plain) && !slices.Contains(header, "cluster"):
			return at.Errorf(name, "do items with the same value belong together, as clusters? Then write its name cluster; "+
				"else leave it out or give it another name")
		}
	}
	return nil
}

// findColumns finds the columns that hold what a file says of the items.
func (r *reader) findColumns(c *itemColumns, header []string, at spot) error {
	opt := r.opt
	known := []string{header[c.item], "model", "run", "cluster", "dataset", "task", firstColumn}
	if c.draw >= 0 {
		known = append(known, header[c.draw])
	}
	has := func(names ...string) bool {
		return !slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(header, n) })
	}
	var others []string
	for _, name := range header {
		if !slices.Contains(known, name) {
			others = append(others, name)
		}
	}
	ratio := slices.IndexFunc(ratios, func(r sumRatio) bool { return has(r.over, r.under) })
	likely := !opt.Wide && opt.Metric.Name == "" && has("truth")
	scored, asked, err := r.scoredClass(likely && has("score"), slices.ContainsFunc(others, isProbable), at)
	if err != nil {
		return err
	}
	likely = likely && (scored != "" || slices.ContainsFunc(others, isProbable))
	switch name := opt.Metric.Name; {
	case name != "" && !has(name) && ratio >= 0:
		c.form = ratioItems
	case name == "" && (!has("score") || likely && asked):
		for form := labelItems; form <= confusionItems; form++ {
			if columns := itemForms[form]; has(columns...) || form == labelItems && opt.Wide && has("truth") {
				c.form = form
			}
		}
		if ratio >= 0 {
			c.form = ratioItems
		}
	}
	var taken []string
	switch {
	case opt.Wide && c.form == labelItems && len(opt.Models) == 0 && slices.ContainsFunc(others, isProbable):
		return at.Errorf(others[slices.IndexFunc(others, isProbable)], "holds probabilities; these stand beside the columns "+
			"model and label, in a row for each model")
	case opt.Wide && c.form > labelItems:
		return at.Errorf("", "has counts of items; these have a row for each model and item, not a column (setting `wide`)")
	case opt.Wide:
		c.metric = opt.Metric
		taken = slices.DeleteFunc(slices.Clone(others), func(n string) bool {
			return n == "truth" || len(opt.Models) > 0 && !slices.Contains(opt.Models, n) ||
				sheet.IsJudge(n, header, opt.Models)
		})
	case c.form == scoreItems:
		m, err := c.score(at.file, slices.DeleteFunc(slices.Clone(others), func(n string) bool {
			return n == judgeName(header, opt)
		}), opt)
		if likely && (asked || err != nil) {
			c.form = probableItems
			if err := r.columns.setProbable(header, scored, at, r.begun); err != nil {
				return err
			}
			break
		}
		if err = c.checkJudge(header, opt, at, err); err != nil {
			return err
		}
		c.metric, taken = m, []string{m.Name}
	case c.form == labelItems:
		taken = []string{"label"}
		if !opt.Numbers {
			if err := r.columns.setProbable(header, scored, at, r.begun); err != nil {
				return err
			}
		}
	case c.form == ratioItems:
		of := ratios[ratio]
		taken = []string{of.over, of.under}
		var err error
		if c.metric, err = ofRatio(of.metric, opt); err != nil {
			return at.Errorf(of.over, "%v", err)
		}
	default:
		taken = itemForms[c.form]
	}
	if c.form == labelItems || c.form == probableItems {
		c.truth = slices.Index(header, "truth")
	}
	if c.form == labelItems && opt.Numbers {
		c.form = numberItems
	}
	for _, name := range taken {
		c.values = append(c.values, slices.Index(header, name))
	}
	if err := cmp.Or(c.checkJudge(header, opt, at, nil), c.judgeColumns(header, taken, opt, at)); err != nil {
		return err
	}
	for _, name := range others {
		at := slices.Index(header, name)
		if !slices.Contains(taken, name) && at != c.truth && !slices.Contains(r.columns.order, at) &&
			!slices.Contains(c.judges, at) {
			c.passed = append(c.passed, name)
		}
	}
	return nil
}

// scoredClass returns the class whose scores a file has in its column score, beside truth, by the metrics that are
// asked for, and whether some of these are of probabilities; empty for none.
func (r *reader) scoredClass(scored, probable bool, at spot) (class string, asked bool, err error) {
	for _, name := range r.opt.Metrics {
		name, _, _ = strings.Cut(name, "(")
		defs, err := metric.Parse(name)
		if err != nil || defs[0].Needs != metric.Probabilities {
			continue
		}
		switch asked = true; {
		case !scored || probable:
		case !defs[0].ByOrder:
			return "", true, at.Errorf("score", "%s needs probabilities; if these are some, name the column p_CLASS after "+
				"their class", defs[0].Label())
		case r.opt.Positive == "":
			return "", true, at.Errorf("score", "of which class are these the scores? Name it (setting `positive` CLASS)")
		default:
			class = r.opt.Positive
		}
	}
	return class, asked, nil
}

// ofRatio returns what a ratio of sums is, by the options too.
func ofRatio(m metric.Metric, opt ReadOptions) (metric.Metric, error) {
	told := opt.Metric
	switch {
	case told.Name != "" && !m.Directionless && told.HigherIsBetter != m.HigherIsBetter:
		return m, fmt.Errorf("of %s less is better; name it as a loss", m.Name)
	case told.Name != "":
		return told, nil
	case m.Directionless && len(opt.Metrics) == 1:
		if by, known := metric.Named(opt.Metrics[0]); known {
			return by, nil
		}
	}
	return m, nil
}

// score returns the metric whose column holds the scores of a file.
func (c *itemColumns) score(file string, others []string, opt ReadOptions) (metric.Metric, error) {
	wanted := opt.Metric
	e := &table.Error{File: file, Row: 1, Column: wanted.Name}
	var known []string
	for _, name := range others {
		if _, ok := metric.Named(name); ok && !slices.Contains(notMetrics, name) {
			known = append(known, name)
		}
	}
	has := func(name string) bool { return slices.Contains(others, name) }
	switch {
	case wanted.Name != "" && !has(wanted.Name):
		e.Problem = fmt.Sprintf("does not exist; the other columns are %s", table.Quoted(others))
	case wanted.Name != "":
		return wanted, nil
	case len(opt.Metrics) == 1 && has(opt.Metrics[0]):
		return metricNamed(opt.Metrics[0]), nil
	case has("score"):
		return metric.Metric{Name: "score"}, nil
	case has("correct") && !has("gold") && !has("predicted"):
		return metric.Metric{Name: "correct"}, nil
	case len(known) == 1:
		return metricNamed(known[0]), nil
	case len(known) > 1:
		e.Err = ErrMetric
		e.Problem = fmt.Sprintf("the columns %s: which one is to be compared? Name it (setting `metric` %s, for instance)",
			table.Quoted(known), known[0])
	case len(others) == 1 && !has("truth") && !has("label") && !slices.Contains(notMetrics, others[0]):
		return metricNamed(others[0]), nil
	default:
		e.Err = ErrMetric
		e.Problem = "has items, but no score of them; give a column score, truth and label, gold, predicted and correct, " +
			"tp, fp and fn, or numerator and denominator, or name the column (setting `score` or `loss`)"
	}
	return wanted, e
}

// addItem takes a row of a file of items.
func (r *reader) addItem(c *itemColumns, fields []string, at spot) error {
	name := fields[c.item]
	if name == "" {
		return at.Errorf(c.header[c.item], "is empty; give every %s a name", c.header[c.item])
	}
	model := field(fields, c.model)
	if model == "" && c.model >= 0 {
		return at.Errorf("model", "the model has no name; name it")
	}
	if err := r.datasets.see(at, field(fields, c.dataset)); err != nil {
		return err
	}
	if len(c.numbers) == 0 {
		number := c.number(&r.models, model)
		if !r.models.want(number) {
			return nil
		}
		_, err := r.addItemOf(c, fields, name, -1, number, c.values, at)
		return err
	}
	first := -1 // number of the item, as the first model of the row has it
	for i, number := range c.numbers {
		if !r.models.want(number) {
			continue
		}
		var err error
		if first, err = r.addItemOf(c, fields, name, first, number, c.values[i:i+1], at); err != nil {
			return err
		}
	}
	return nil
}

// number returns the number of the model of a row. Most rows have the model that came last after that of the row before.
func (c *itemColumns) number(m *models, name string) int {
	if c.before >= 0 {
		if k := c.after[c.before] - 1; k >= 0 && m.names[k] == name {
			c.before = k
			return k
		}
	}
	byFile := m.byFile
	k := m.number(name)
	if byFile != m.byFile {
		c.after, c.before = nil, -1 // a name has another number now
	}
	for k >= len(c.after) {
		c.after = append(c.after, 0)
	}
	if c.before >= 0 {
		c.after[c.before] = k + 1
	}
	c.before = k
	return k
}

// field returns a field of a row, empty for a column that is not there.
func field(fields []string, k int) string {
	if k < 0 {
		return ""
	}
	return fields[k]
}

// itemKey returns what was gathered of the data set and the task of a row.
func (r *reader) itemKey(dataset, task string) *keyed {
	if h := r.here; h != nil && h.items != nil && h.Dataset == dataset && h.Task == task && h.run == "" {
		return h
	}
	key := r.key(&row{Dataset: dataset, Task: task})
	if key.items == nil {
		key.items = new(itemRows)
		if r.items.first >= 0 {
			key.items.prefer = new(preferred)
		}
		for _, class := range r.columns.probable {
			key.items.classes.Number(class)
		}
	}
	return key
}

// addItemOf takes what a row says of a model, by number, on an item, whose number is i if another model of the row had
// it, else -1. It returns the number of the item.
func (r *reader) addItemOf(c *itemColumns, fields []string, name string, i, number int, values []int,
	at spot) (int, error) {
	key := r.itemKey(field(fields, c.dataset), field(fields, c.task))
	x := key.items
	run := x.run(key.model(number), field(fields, c.run), len(values)+len(r.columns.p)+min(len(c.judges), 1), at)
	if i < 0 {
		i = x.item(run, name)
		if c.cluster >= 0 || c.truth >= 0 || r.columns.probable != nil {
			if err := r.seeItem(x, c, i, name, fields, at); err != nil {
				return i, err
			}
		}
	}
	run.next = i + 1
	if x.prefer != nil {
		c.noteFirst(x, i, key.model(number), fields)
	}
	k := i
	if c.draw >= 0 || run.of != nil {
		var err error
		if k, err = c.place(x, run, i, fields, at); err == nil && k < 0 {
			err = c.twice(run, r.models.name(number), name, fields, at)
		}
		if err != nil {
			return i, err
		}
	}
	fresh := false
	for n, column := range values {
		if c.judges != nil && fields[column] == "" { // no person scored the item
			continue
		}
		v, problem := x.value(c.form, fields[column])
		if problem != "" && c.form == scoreItems {
			told := c.header[column] == r.opt.Metric.Name
			if of, is := sheet.Outcome(fields[column], table.Pick(told, "", c.header[column]), c.direction()); is {
				v, problem, x.words[int(of)] = of, "", strings.Clone(fields[column])
			}
		}
		if problem != "" {
			return i, at.Errorf(c.header[column], "%s", problem)
		}
		if err := r.columns.lacksColumn(int(v), c.header[column], fields[column], at); err != nil {
			return i, err
		}
		fresh = run.columns[n].Set(k, v, x.names.Len())
	}
	for n, v := range r.columns.p {
		fresh = run.columns[len(values)+n].Set(k, v, x.names.Len())
	}
	if c.judges != nil {
		var err error
		if fresh, err = c.addJudged(run, k, values[0], fields, x.names.Len(), at); err != nil {
			return i, err
		}
	}
	if !fresh {
		return i, c.twice(run, r.models.name(number), name, fields, at)
	}
	if run.of == nil || run.counts[i] == 1 {
		run.known++
	}
	if c.form <= labelItems || c.form >= numberItems {
		return i, nil
	}
	if err := run.checkCounts(c, k, at); err != nil {
		return i, err
	}
	return i, x.seeGold(run, c, i, k, name, at)
}

// direction is that of the scores, empty where no column names them.
func (c *itemColumns) direction() string {
	switch c.metric.Name {
	case "":
		return ""
	case "score", "correct":
		return "higher"
	}
	return c.metric.Direction()
}

// seeItem notes what a row says of its item alone.
func (r *reader) seeItem(x *itemRows, c *itemColumns, i int, name string, fields []string, at spot) error {
	if err := c.see(&x.clusters, c.cluster, i, name, fields, at); err != nil {
		return err
	}
	if err := r.seeTruth(x, c, i, name, fields, at); err != nil || r.columns.probable == nil {
		return err
	}
	return r.columns.probabilities(fields, at)
}

// place returns the place of the next draw in the columns of a run with draws; -1 for a draw that stands above.
func (c *itemColumns) place(x *itemRows, run *outcomes, i int, fields []string, at spot) (int, error) {
	switch name := field(fields, c.draw); {
	case run.of == nil && run.known > 0:
		return 0, at.Errorf(c.header[c.draw], "numbers draws of a model whose rows above have none; number all of them")
	case !run.add(i, x.drawNames.Number(name)):
		return -1, nil
	}
	return len(run.of) - 1, nil
}

// twice says that a run has an item twice, or a draw of it.
func (c *itemColumns) twice(run *outcomes, model, item string, fields []string, at spot) error {
	what := fmt.Sprintf("item %.40q", item)
	if draw := field(fields, c.draw); c.draw >= 0 {
		what = fmt.Sprintf("draw %.40q of item %.40q", draw, item)
	}
	in := "; give each once in a run"
	switch {
	case run.name != "":
		in = fmt.Sprintf(" in run %.40q", run.name) + in
	case c.draw < 0:
		in = "; give each item once, or say what its rows are: runs that all items share, such as seeds (a column run), or " +
			"draws of one item, such as answers (a column draw)"
	}
	if c.inTime {
		what, in = fmt.Sprintf("point in time %.40q", item), "; several series have a column dataset"
	}
	return at.Errorf(c.header[c.item], "model %.40q has %s twice%s", model, what, in)
}

// run returns the run of a model that has a name, which it makes if there is none, with some columns.
func (x *itemRows) run(model int, name string, columns int, at spot) *outcomes {
	for model >= len(x.outcomes) {
		x.outcomes, x.last = append(x.outcomes, nil), append(x.last, nil)
	}
	if last := x.last[model]; last != nil && last.name == name {
		return last
	}
	k := slices.IndexFunc(x.outcomes[model], func(o *outcomes) bool { return o.name == name })
	if k < 0 {
		k = len(x.outcomes[model])
		x.outcomes[model] = append(x.outcomes[model], &outcomes{name: strings.Clone(name), first: at,
			columns: x.numbers.Columns(columns)})
	}
	x.last[model] = x.outcomes[model][k]
	return x.last[model]
}

// item returns the number of an item. Most runs have the items in the order of the first one.
func (x *itemRows) item(run *outcomes, name string) int {
	i := run.next
	if i >= x.names.Len() || x.names.Of(i) != name {
		i = x.names.Number(name)
	}
	return i
}

// see notes the text of an item in a column, or checks that it is the one that was noted.
func (c *itemColumns) see(texts *compact.Texts, column, i int, item string, fields []string, at spot) error {
	if column < 0 {
		return nil
	}
	text := fields[column]
	if text == "" {
		return at.Errorf(c.header[column], "is empty; give one for every item, or leave the column out")
	}
	if was := texts.Set(i, text); was != text {
		return at.Errorf(c.header[column], "%.40q, but item %.40q has %.40q above; an item has the same %s in all rows", text,
			item, was, c.header[column])
	}
	return nil
}

// seeTruth notes the class of an item, or its true number.
func (r *reader) seeTruth(x *itemRows, c *itemColumns, i int, item string, fields []string, at spot) error {
	if c.form != numberItems {
		err := c.see(&x.classes.Texts, c.truth, i, item, fields, at)
		if err == nil && c.truth >= 0 {
			err = r.columns.lacksColumn(int(x.classes.Of[i]), "truth", fields[c.truth], at)
		}
		return err
	}
	v, problem := aNumber(fields[c.truth])
	if problem != "" {
		return at.Errorf("truth", "%s", problem)
	}
	if was := x.setTarget(i, v); was != v {
		return at.Errorf("truth", "%v, but item %.40q has %v above; an item has one truth", v, item, was)
	}
	return nil
}

// seeGold notes how many chunks, or positives, an item has in truth, or checks that it is the number that was noted.
func (x *itemRows) seeGold(run *outcomes, c *itemColumns, i, k int, item string, at spot) error {
	gold := run.columns[0].At(k)
	switch c.form {
	case confusionItems:
		gold += run.columns[2].At(k)
	case chunkItems:
	default:
		return nil
	}
	if was := x.setTarget(i, gold); was != gold {
		column, what := "gold", ""
		if c.form == confusionItems {
			column, what = "tp", " positives (tp and fn)"
		}
		return at.Errorf(column, "item %.40q has %v%s, but %v above; an item has the same in all rows", item, gold, what, was)
	}
	return nil
}

// value returns the number that a text stands for, or what is wrong with it.
func (x *itemRows) value(form unitForm, text string) (v float64, problem string) {
	switch {
	case form == labelItems && text == "":
		return 0, "is empty; write the class"
	case form == labelItems:
		return float64(x.classes.label(text)), ""
	case form == numberItems:
		return aNumber(text)
	case len(text) == 1 && text[0] >= '0' && text[0] <= '9':
		return float64(text[0] - '0'), ""
	case strings.EqualFold(text, "true"):
		return 1, ""
	case strings.EqualFold(text, "false"):
		return 0, ""
	}
	return aNumber(text)
}

// checkCounts refuses counts of an item, or a draw of it, that cannot be.
func (run *outcomes) checkCounts(c *itemColumns, i int, at spot) error {
	for n, column := range c.values {
		v := run.columns[n].At(i)
		whole := v >= 0 && v <= largestCount && v == math.Trunc(v)
		if c.form == ratioItems && v < 0 && (n == 1 || c.header[column] == "errors") {
			return at.Errorf(c.header[column], "%v; %s not negative", v, table.Pick(n == 1, "a denominator is", "errors are"))
		}
		if c.form != ratioItems && !whole {
			return at.Errorf(c.header[column], "%v; a count is a whole number from 0 to %.0e", v, largestCount)
		}
	}
	if correct := run.columns[len(run.columns)-1].At(i); c.form == chunkItems &&
		(correct > run.columns[0].At(i) || correct > run.columns[1].At(i)) {
		return at.Errorf("correct", "%v correct ones, but %v are gold and %v predicted; correct cannot exceed these",
			correct, run.columns[0].At(i), run.columns[1].At(i))
	}
	return nil
}
