package sheet

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/metric"
)

// Session reads the tables of one comparison.
type Session struct {
	opt      Options
	readings []*Reading
	notes    []string
	folds    foldNumbers
	records  map[string]int
	names    map[string]string // columns of the present table, by the name that its canonical form has for them
	present  *plan             // of the present table; nil for one in a canonical form

	compared  map[string]int    // comparisons of preferences so far, by item
	clusterOf map[string]string // of their items
}

// NewSession returns a session without tables.
func NewSession(opt Options) *Session {
	return &Session{opt: opt, records: map[string]int{}, folds: foldNumbers{}, compared: map[string]int{},
		clusterOf: map[string]string{}}
}

// Open finds out how a table is read. It returns its rows in a canonical form, behind the header, and whether the form
// is that of items with a column for each model. A table that is in a canonical form is passed on as it is. The stem
// names the model of a table that names none.
func (s *Session) Open(name, stem string, text io.Reader) (in *table.Records, header []string, wide bool, err error) {
	s.names, s.present = nil, nil
	src, err := open(name, text)
	if err != nil {
		return nil, nil, false, err
	}
	opt := s.opt
	judge := slices.IndexFunc(src.header, func(name string) bool { return IsJudge(name, src.header, opt.Models) })
	opt.Wide = opt.Wide || judge >= 0
	prefer := !opt.Raw && mayPrefer(src.header, opt)
	if len(src.left) > 0 && !prefer && canonical(src.header, opt) {
		s.notes = append(s.notes, fmt.Sprintf("%s: left out %s", table.Named(name), strings.Join(src.left, ", ")))
	}
	if src.plain && !opt.Raw && !prefer && canonical(src.header, opt) {
		return src.records, src.header, opt.Wide, nil
	}
	if judge >= 0 {
		return nil, nil, false, &table.Error{File: name, Row: 1, Column: src.header[judge], Problem: "has scores of a judge " +
			"beside those of people; give such a table commas and a column item"}
	}
	if err := src.look(); err != nil {
		return nil, nil, false, err
	}
	if err := src.normalize(); err != nil {
		return nil, nil, false, err
	}
	if prefer {
		if p := s.preferences(src); p != nil {
			s.readings = append(s.readings, p.reading)
			return table.RecordsOf(name, p.next), p.header(), false, nil
		}
	}
	if (!src.plain || prefer) && !opt.Raw && canonical(src.header, opt) {
		return table.RecordsOf(name, src.next), src.header, opt.Wide, nil
	}
	d := &decision{source: src, opt: s.opt, stem: stem, left: src.left}
	if err := d.decide(); err != nil {
		return nil, nil, false, err
	}
	p := s.plan(d)
	s.present = p
	s.readings, s.notes = append(s.readings, p.reading), append(s.notes, d.notes...)
	return table.RecordsOf(name, p.next), p.header, d.wide, nil
}

// Readings returns what the tables were taken for that are in no canonical form, when all rows are read.
func (s *Session) Readings() []Reading {
	var out []Reading
	for _, r := range s.readings {
		out = append(out, *r)
	}
	return out
}

// Notes returns what a reader of a verdict should know of the tables.
func (s *Session) Notes() []string { return s.notes }

// Explain gives the columns in an error of the rows the names that the table has for them.
func (s *Session) Explain(err error) error {
	te := (*table.Error)(nil)
	if s.names == nil || !errors.As(err, &te) {
		return err
	}
	if own := s.Own(te.Column); own != te.Column {
		te.Column = own
	} else if p := s.present; p.cell >= 0 && p.cell < len(p.cells) && slices.Contains(p.names, te.Column) {
		te.Column = p.source.header[p.cells[p.cell].values[slices.Index(p.names, te.Column)]]
	}
	return err
}

// Own returns the name that the present table has for a column of its canonical form.
func (s *Session) Own(column string) string { return cmp.Or(s.names[column], column) }

// IsJudge reports whether a column of a table with a column for each model has what a judge scored of one: MODEL_judge
// beside MODEL, unless it is told to be a model itself.
func IsJudge(name string, header, models []string) bool {
	model, is := strings.CutSuffix(name, "_judge")
	return is && slices.Contains(header, model) && !slices.Contains(models, name)
}

// hasAll reports whether a header has all names.
func hasAll(header, names []string) bool {
	return !slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(header, n) })
}

// canonical reports whether a header is that of a canonical form, which package results reads as it is.
func canonical(header []string, opt Options) bool {
	has := func(names ...string) bool { return hasAll(header, names) }
	if len(opt.Roles) > 0 || opt.Columns != "" || slices.ContainsFunc(header, table.RowNames) {
		return false
	}
	folds := has("replication", "fold")
	switch {
	case has("point") && !has("item") && !folds:
		return (opt.Rows == "" || opt.Rows == Time) && (opt.Wide || (has("model") || opt.Several) && itemForm(header, opt))
	case has("item"):
		if opt.Rows != "" && opt.Rows != Items || has("fold") || slices.ContainsFunc(header, isNear(header, opt)) {
			return false
		}
		return opt.Wide || (has("model") || opt.Several) && itemForm(header, opt)
	case opt.Rows != "":
		return false
	case has("truth"):
		return folds && has("record")
	}
	return folds && has("model")
}

// isNear reports whether a column of a table of items has nearly the name of one by which other verdicts come out, and
// which the table lacks.
func isNear(header []string, opt Options) func(string) bool {
	return func(name string) bool {
		plain := key(name)
		switch {
		case slices.Contains(opt.Models, name) || name == opt.Metric.Name || slices.Contains(opt.Metrics, name):
			return false
		case match(Cluster, name) != nil:
			return name != "cluster" && !slices.Contains(header, "cluster")
		}
		return name != plain && !slices.Contains(header, plain) && slices.Contains([]string{"item", "model", "run", "dataset",
			"task", "draw", "epoch", "attempt", "sample", "truth", "label", "score"}, plain)
	}
}

// itemForm reports whether a header of items has a score of them.
func itemForm(header []string, opt Options) bool {
	has := func(names ...string) bool { return hasAll(header, names) }
	if has("score") || has("correct") || has("truth", "label") || has("gold", "predicted", "correct") || has("tp", "fp", "fn") ||
		has("numerator", "denominator") || has("errors") || opt.Metric.Name != "" ||
		has("truth") && slices.ContainsFunc(header, func(h string) bool { return strings.HasPrefix(h, "p_") }) {
		return true
	}
	others := 0
	for _, h := range header {
		if _, known := metric.Named(h); known || slices.Contains(opt.Metrics, h) {
			return true
		}
		if !slices.Contains([]string{"item", "point", "model", "run", "draw", "cluster", "dataset", "task"}, h) {
			others++
		}
	}
	return others == 1 && !has("truth") && !has("label")
}

// plan passes the rows of a table on in a canonical form.
type plan struct {
	*decision
	session    *Session
	reading    *Reading
	header     []string
	copies     []copied // columns of the canonical form that are copied
	queue      [][]string
	sent       int        // rows of the queue that were passed on
	cell       int        // whose row was passed on last
	free       [][]string // rows to be filled again
	line       int
	row        int            // number of the present row, from 1
	seen       map[string]int // rows of each model, where rows have no names
	units      map[string]bool
	models     map[string]int // places in the reading
	before     int            // model of the row before
	unitBefore string
	byModel    map[string]map[string]bool // names of folds
	totals     map[[2]string][]total      // of scores to be averaged on folds
	order      [][2]string
	done       bool
	repeats    *iterations    // nil unless iterations of mlr3 may be those of repetitions
	place      map[string]int // of the columns that are filled in
	to         places
}

// places are those of the columns that rows are told apart by: in the canonical form, and in the table; -1 for none.
type places struct {
	model, item, dataset, run, replication, fold, record int

	ofModel, ofMetric, ofReplication int
	ofUnit                           []int // by unitOf
}

// find finds the places of columns.
func (p *plan) find() {
	of := func(name string) int {
		if k, ok := p.place[name]; ok {
			return k
		}
		return -1
	}
	p.to = places{of("model"), of(table.Pick(p.inTime, "point", "item")), of("dataset"), of("run"), of("replication"), of("fold"), of("record"),
		p.column(Model), p.column(roleMetric), p.column(roleReplication), nil}
	for _, r := range unitOf[p.unit] {
		p.to.ofUnit = append(p.to.ofUnit, p.column(r))
	}
}

type copied struct{ to, from int }

// total is the sum of the scores of a model on a fold.
type total struct {
	sum float64
	n   int
}

// optional are the columns that canonical forms take as they are.
var optional = map[Unit][]Role{
	Folds:    {roleDataset, roleRun, roleTraining, roleValidation, roleSet, roleHalf, roleInner, roleMetric},
	Items:    {roleDataset, roleTask, roleRun, roleDraw, Cluster, Truth, roleMetric},
	Datasets: {roleTask, roleRun, roleMetric, roleTraining, roleValidation},
	AllRuns:  {roleDataset, roleMetric},
}

// plan makes the plan of a decision.
func (s *Session) plan(d *decision) *plan {
	p := &plan{decision: d, session: s, seen: map[string]int{}, units: map[string]bool{}, models: map[string]int{},
		place: map[string]int{}}
	records := d.unit == Folds && d.truth
	if records && d.iterated() && (d.has(roleRecord) || d.has(roleItem)) {
		p.repeats = &iterations{of: map[string]int{}, records: map[string]int{}}
	}
	add := func(name string) { p.place[name] = len(p.header); p.header = append(p.header, name) }
	switch d.unit {
	case Items:
		add(table.Pick(d.inTime, "point", "item"))
	case Datasets:
		add("dataset")
		add("replication")
		add("fold")
	default:
		add("replication")
		add("fold")
	}
	if records {
		add("record")
	}
	s.names = map[string]string{}
	for _, r := range []Role{roleReplication, roleFold, roleRecord} {
		if d.opt.Raw && d.has(r) {
			s.names[string(r)] = d.heading(r)
		}
	}
	wideRecords := records && d.modelsIn == "columns"
	if !d.wide && !wideRecords {
		add("model")
		if d.has(Model) {
			s.names["model"] = d.heading(Model)
		}
	}
	if d.unit == AllRuns || len(d.cells) > 0 && d.cells[0].run != "" {
		add("run")
	}
	for _, r := range optional[d.unit] {
		if j := d.column(r); j >= 0 && p.place[string(r)] == 0 && !(r == roleMetric && (d.truth || d.only != "")) && !d.sums {
			p.copies = append(p.copies, copied{len(p.header), j})
			s.names[string(r)] = d.header[j]
			add(string(r))
		}
	}
	if records {
		p.copies = append(p.copies, copied{len(p.header), d.at[Truth]})
		s.names["truth"] = d.heading(Truth)
		add("truth")
	}
	if d.sums {
		add("n_valid")
	}
	if d.wide || wideRecords {
		for _, c := range d.cells {
			add(c.model)
		}
	} else {
		for i, name := range d.names {
			if j := slices.Index(p.header, name); j >= 0 { // such as a metric called run
				name += "_"
			}
			add(name)
			if len(d.cells) == 1 {
				s.names[name] = d.header[d.cells[0].values[i]]
			}
		}
	}
	p.find()
	if d.unit == Folds && !d.rowIsUnit && !d.opt.Raw {
		s.folds.learn(d)
	}
	if d.unit == Folds {
		p.byModel = map[string]map[string]bool{}
	}
	if d.sums {
		p.totals = map[[2]string][]total{}
	}
	p.reading = &Reading{File: d.name, Unit: d.unit, UnitsIn: d.in, ModelsIn: d.modelsIn, Number: d.number,
		Direction: d.direction, Assumed: d.assumed, LeftOut: d.left, Models: []string{}}
	if d.inTime {
		p.reading.Unit = Time
	}
	for j, r := range d.role {
		if r != "" && r != rolePassed && r != roleSummary {
			p.reading.Columns = append(p.reading.Columns, ColumnRole{d.header[j], r})
		}
	}
	return p
}

// next returns the next row of the canonical form.
func (p *plan) next() ([]string, int, error) {
	for p.sent == len(p.queue) {
		if p.done {
			return nil, 0, io.EOF
		}
		fields, line, err := p.source.next()
		if err == io.EOF {
			p.done = true
			if err := p.end(); err != nil {
				return nil, 0, err
			}
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		p.line = line
		p.row++
		p.queue, p.sent = p.queue[:0], 0
		if err := p.pass(fields); err != nil {
			return nil, 0, err
		}
	}
	out := p.queue[p.sent]
	p.cell = len(p.cells) - len(p.queue) + p.sent
	p.sent++
	p.free = append(p.free, out)
	return out, p.line, nil
}

// isSummary reports whether a name is one of rows that sum others up. None of these has a digit, and most items have.
func isSummary(name string) bool {
	if strings.ContainsFunc(name, func(r rune) bool { return '0' <= r && r <= '9' }) {
		return false
	}
	roles, _ := named(name)
	return slices.Contains(roles, roleSummary)
}

func (p *plan) errorf(r Role, format string, args ...any) error {
	column := ""
	if p.has(r) {
		column = p.heading(r)
	}
	return &table.Error{File: p.name, Row: p.line, Column: column, Problem: fmt.Sprintf(format, args...)}
}

// field returns a field of a row, empty for a column that is not there.
func field(fields []string, j int) string {
	if j < 0 {
		return ""
	}
	return fields[j]
}

// pass passes on what a row says.
func (p *plan) pass(fields []string) error {
	if p.only != "" && field(fields, p.to.ofMetric) != p.only {
		return nil
	}
	model := field(fields, p.to.ofModel)
	switch {
	case p.to.ofModel >= 0 && model == "":
		return p.errorf(Model, "the model has no name; name it")
	case p.modelsIn == "file":
		model = p.stem
	}
	unit := ""
	var own Role
	for k, j := range p.to.ofUnit {
		if j >= 0 && unit == "" {
			unit, own = fields[j], unitOf[p.unit][k]
		}
	}
	if p.in == "columns" {
		own = ""
	}
	switch {
	case p.in == "columns" && isSummary(model):
		p.leaveRow(model)
		return nil
	case own != "" && isSummary(unit):
		p.leaveRow(unit)
		return nil
	case own != "" && unit == "":
		return p.errorf(own, "is empty; name the %s of every row", own)
	case p.rowIsUnit && p.position(fields) != "":
		unit = p.position(fields)
	case p.rowIsUnit:
		p.seen[model]++
		unit = strconv.Itoa(p.seen[model])
	}
	if p.sums {
		return p.sum(fields, model, unit)
	}
	if p.wide || p.unit == Folds && p.truth && p.modelsIn == "columns" {
		out := p.empty()
		if err := p.fill(out, fields, "", unit, cell{}); err != nil {
			return err
		}
		for k, c := range p.cells {
			out[len(out)-len(p.cells)+k] = fields[c.values[0]]
			p.see(c.model, unit)
		}
		p.queue = append(p.queue, out)
		return nil
	}
	for _, c := range p.cells {
		out, of := p.empty(), model
		if c.model != "" {
			of = c.model
		}
		at := unit
		if c.unit != "" {
			at = c.unit
		}
		if err := p.fill(out, fields, of, at, c); err != nil {
			return err
		}
		for k, j := range c.values {
			out[len(out)-len(c.values)+k] = fields[j]
		}
		p.see(of, at)
		p.queue = append(p.queue, out)
	}
	return nil
}

// position is the place of a value in a list of a document; empty for other tables.
func (p *plan) position(fields []string) string {
	if len(p.source.header) > 1 && p.source.header[1] == position {
		return fields[1]
	}
	return ""
}

func (p *plan) leaveRow(name string) {
	if text := "row " + name; !slices.Contains(p.reading.LeftOut, text) {
		p.reading.LeftOut = append(p.reading.LeftOut, text)
	}
}

// empty returns a row to be filled.
func (p *plan) empty() []string {
	if n := len(p.free); n > 0 {
		out := p.free[n-1]
		p.free = p.free[:n-1]
		return out
	}
	return make([]string, len(p.header))
}

// see counts a model and a unit. Most rows have the model and the unit of the row before, or the next model.
func (p *plan) see(model, unit string) {
	if known := p.reading.Models; model != "" && (p.before >= len(known) || known[p.before] != model) {
		if p.before++; p.before >= len(known) {
			p.before = 0
		}
		if p.before >= len(known) || known[p.before] != model {
			p.before = p.number(model)
		}
	}
	if p.unit != Items {
		if unit != p.unitBefore || len(p.units) == 0 {
			if p.unitBefore = unit; !p.units[unit] {
				p.units[strings.Clone(unit)] = true
			}
		}
		return
	}
	if len(p.reading.Models) == 0 || model == p.reading.Models[0] {
		p.reading.Count++ // with its runs and draws
	}
}

// number returns the place of a model in the reading, where a model that is new comes last.
func (p *plan) number(model string) int {
	k, known := p.models[model]
	if !known {
		k = len(p.reading.Models)
		model = strings.Clone(model)
		p.models[model] = k
		p.reading.Models = append(p.reading.Models, model)
	}
	return k
}

// fill fills in what names model and unit.
func (p *plan) fill(out, fields []string, model, unit string, c cell) error {
	for _, k := range p.copies {
		out[k.to] = fields[k.from]
	}
	set := func(k int, value string) {
		if k >= 0 {
			out[k] = value
		}
	}
	set(p.to.model, model)
	if c.run != "" {
		set(p.to.run, c.run)
	}
	switch p.unit {
	case Items:
		set(p.to.item, unit)
	case Datasets:
		set(p.to.dataset, unit)
		set(p.to.replication, "1")
		set(p.to.fold, "1")
	case AllRuns:
		set(p.to.run, unit)
		set(p.to.replication, "1")
		set(p.to.fold, "1")
	case Folds:
		replication := field(fields, p.to.ofReplication)
		if p.opt.Raw {
			set(p.to.replication, replication)
			set(p.to.fold, unit)
			set(p.to.record, p.recordName(fields))
			return nil
		}
		if p.repeats != nil {
			var err error
			if replication, unit, err = p.repeats.divide(p, fields, unit); err != nil {
				return err
			}
		}
		r, f := p.session.folds.number(p, replication, unit)
		set(p.to.replication, r)
		set(p.to.fold, f)
		if p.truth {
			record, err := p.record(fields, r)
			set(p.to.record, record)
			return err
		}
		if p.byModel[model] == nil {
			p.byModel[strings.Clone(model)] = map[string]bool{}
		}
		if name := strings.TrimSpace(replication + " " + unit); !p.byModel[model][name] {
			p.byModel[model][strings.Clone(name)] = true
		}
	}
	return nil
}

// recordName is the name of the record of a row; empty where no column has it.
func (p *plan) recordName(fields []string) string {
	return cmp.Or(field(fields, p.column(roleRecord)), field(fields, p.column(roleItem)))
}

// iterations are those of a cross-validation of mlr3 that was repeated perhaps, and are numbered throughout.
type iterations struct {
	folds, most int            // of a repetition, 0 for unknown; and the largest number so far
	of          map[string]int // repetition in which a model had a record last
	records     map[string]int // how many a model has, in all and in a repetition
}

// divide returns the names of the repetition and of the fold that an iteration is: a repetition ends where a record
// comes again. Whether each has all records shows at the end.
func (n *iterations) divide(p *plan, fields []string, iteration string) (replication, fold string, err error) {
	i, bad := strconv.Atoi(iteration)
	model := field(fields, p.column(roleDataset)) + "\x00" + field(fields, p.to.ofModel)
	key := model + "\x00" + p.recordName(fields)
	was := n.of[key]
	if n.folds == 0 && was > 0 && n.most < i {
		n.folds = i - 1
		p.session.folds.divide(n.folds)
	}
	rep := 1
	if n.folds > 0 {
		rep = 1 + (i-1)/n.folds
	}
	if bad != nil || i < 1 || was >= rep {
		return "", "", p.errorf(roleFold, "record %.40s is in several iterations, which are no repetitions of one "+
			"cross-validation; say which column has the repetition (setting `as` COLUMN=replication)", p.recordName(fields))
	}
	n.most = max(n.most, i)
	n.of[key] = rep
	if was == 0 {
		n.records[model]++
	}
	n.records[model+"\x00"+strconv.Itoa(rep)]++
	if rep == 1 {
		return "", iteration, nil
	}
	return strconv.Itoa(rep), strconv.Itoa(1 + (i-1)%n.folds), nil
}

// whole reports whether each repetition has all records.
func (n *iterations) whole() bool {
	for key, of := range n.records {
		if parts := strings.Split(key, "\x00"); len(parts) > 2 && of != n.records[parts[0]+"\x00"+parts[1]] {
			return n.folds == 0
		}
	}
	return true
}

// record numbers the record of a row: as the table does, or in the order of appearance.
func (p *plan) record(fields []string, replication string) (string, error) {
	name := p.recordName(fields)
	if name == "" {
		name = "\x00" + field(fields, p.to.ofModel) + "\x00" + replication
		p.seen[name]++
		name = strconv.Itoa(p.seen[name])
	}
	k, ok := p.session.records[name]
	if !ok {
		k = len(p.session.records)
		p.session.records[strings.Clone(name)] = k
	}
	return strconv.Itoa(k), nil
}

// sum adds the scores of a row to those of its fold.
func (p *plan) sum(fields []string, model, unit string) error {
	for _, c := range p.cells {
		of := model
		if c.model != "" {
			of = c.model
		}
		key := [2]string{strings.Clone(of), strings.TrimSpace(field(fields, p.to.ofReplication) + "\x00" + unit)}
		if p.totals[key] == nil {
			p.totals[key] = make([]total, len(c.values))
			p.order = append(p.order, key)
		}
		for k, j := range c.values {
			v, ok := valueOf(fields[j])
			if !ok {
				return &table.Error{File: p.name, Row: p.line, Column: p.source.header[j], Problem: fmt.Sprintf("%.40q is not a "+
					"number", fields[j])}
			}
			t := &p.totals[key][k]
			t.sum, t.n = t.sum+v, t.n+1
		}
		p.see(of, unit)
	}
	return nil
}

// end checks what can be checked at the end, and completes the reading.
func (p *plan) end() error {
	for _, key := range p.order {
		replication, unit, _ := strings.Cut(key[1], "\x00")
		r, f := p.session.folds.number(p, replication, unit)
		out := make([]string, len(p.header))
		out[p.place["replication"]], out[p.place["fold"]], out[p.place["model"]] = r, f, key[0]
		of := p.totals[key]
		out[p.place["n_valid"]] = strconv.Itoa(of[0].n)
		for k, t := range of {
			out[len(out)-len(of)+k] = strconv.FormatFloat(t.sum/float64(t.n), 'g', -1, 64)
		}
		p.queue = append(p.queue, out)
	}
	if err := p.sameFolds(); err != nil {
		return err
	}
	if p.repeats != nil && !p.repeats.whole() {
		return p.errorf(roleFold, "the iterations do not repeat one cross-validation of all records; say which column has the "+
			"repetition (setting `as` COLUMN=replication)")
	}
	p.count()
	return nil
}

// sameFolds refuses models whose folds have different names.
func (p *plan) sameFolds() error {
	s := p.session
	for model, names := range p.byModel {
		if s.folds.names == nil {
			s.folds.names, s.folds.model = names, model
		}
		for name := range s.folds.names {
			if !names[name] && !p.rowIsUnit {
				for other := range names {
					if !s.folds.names[other] {
						if _, a := strconv.Atoi(name); a == nil {
							break
						}
						return &table.Error{File: p.name, Problem: fmt.Sprintf("model %.40q has the fold %.40q, and %.40q has "+
							"%.40q; are these the same folds? Give them the same names for all models", model, other, s.folds.model, name)}
					}
				}
			}
		}
	}
	return nil
}

// count says how many units there were.
func (p *plan) count() {
	r := p.reading
	n := len(p.units)
	switch p.unit {
	case Folds:
		reps, folds := p.session.folds.shape()
		switch {
		case p.rowIsUnit:
			reps, folds = 1, n
		case p.in == "columns" && reps <= 1:
			folds = n
		}
		r.Count = reps * folds
		switch {
		case p.session.folds.random:
			r.Units = fmt.Sprintf("%d hold-outs", reps)
		case reps > 1:
			r.Units = fmt.Sprintf("%d x %d folds", reps, folds)
		default:
			r.Units = fmt.Sprintf("%d folds of one cross-validation", folds)
		}
	case Items:
		if p.in == "columns" {
			r.Count = len(p.cells)
		}
		r.Units = fmt.Sprintf("%d %s", r.Count, table.Pick(p.inTime, "points in time", "items"))
		if p.has(roleRun) || p.has(roleDraw) {
			r.Units = "items, with " + table.Pick(p.has(roleRun), "runs", "draws")
		}
		if p.has(Cluster) {
			r.Units += " in clusters (" + p.heading(Cluster) + ")"
		}
	case Datasets:
		r.Count, r.Units = n, fmt.Sprintf("%d data sets", n)
	case AllRuns:
		r.Count, r.Units = n, fmt.Sprintf("%d runs on one test set", n)
	}
}

// foldNumbers numbers folds of any names from 1, the same in all tables.
type foldNumbers struct {
	replications, folds map[string]int
	random              bool
	names               map[string]bool // of the first model
	model               string
}

var digits = regexp.MustCompile(`\d+|\D+`)

// natural compares names with numbers in them as people do.
func natural(a, b string) int {
	x, y := digits.FindAllString(a, -1), digits.FindAllString(b, -1)
	for i := range min(len(x), len(y)) {
		n, errN := strconv.Atoi(x[i])
		m, errM := strconv.Atoi(y[i])
		if errN == nil && errM == nil && n != m {
			return n - m
		}
		if c := strings.Compare(x[i], y[i]); c != 0 {
			return c
		}
	}
	return len(x) - len(y)
}

// divided returns the names of the replication and of the fold that a row has.
func divided(replication, fold string) (r, f string, random bool) {
	rep, number, random, ok := FoldName(fold)
	if ok && rep >= 0 && replication == "" {
		return strconv.Itoa(rep), strconv.Itoa(number), random
	}
	return replication, fold, false
}

// learn numbers the folds of the first rows in the natural order of their names.
func (n *foldNumbers) learn(d *decision) {
	if n.folds == nil {
		n.replications, n.folds = map[string]int{}, map[string]int{}
	}
	var reps, folds []string
	see := func(replication, unit string) {
		r, f, random := divided(replication, unit)
		n.random = n.random || random
		if !slices.Contains(reps, r) && n.replications[r] == 0 {
			reps = append(reps, r)
		}
		if !slices.Contains(folds, f) && n.folds[f] == 0 {
			folds = append(folds, f)
		}
	}
	j, k := d.column(roleReplication), d.column(roleFold)
	for _, row := range d.sample {
		replication := ""
		if j >= 0 {
			replication = row[j]
		}
		if d.in != "columns" || len(d.cells) > 0 && d.cells[0].unit == "" {
			if k >= 0 && !isSummary(row[k]) {
				see(replication, row[k])
			} else if k < 0 {
				see(replication, "")
			}
			continue
		}
		for _, c := range d.cells {
			see(replication, c.unit)
		}
	}
	slices.SortStableFunc(reps, natural)
	slices.SortStableFunc(folds, natural)
	for _, r := range reps {
		n.replications[r] = len(n.replications) + 1
	}
	for _, f := range folds {
		n.folds[f] = len(n.folds) + 1
	}
}

// number returns the numbers of a replication and a fold.
func (n *foldNumbers) number(p *plan, replication, fold string) (r, f string) {
	if n.folds == nil {
		n.replications, n.folds = map[string]int{}, map[string]int{}
	}
	if p.rowIsUnit {
		return "1", fold
	}
	rep, one, _ := divided(replication, fold)
	if n.replications[rep] == 0 {
		n.replications[strings.Clone(rep)] = len(n.replications) + 1
	}
	if n.folds[one] == 0 {
		n.folds[strings.Clone(one)] = len(n.folds) + 1
	}
	return strconv.Itoa(n.replications[rep]), strconv.Itoa(n.folds[one])
}

// divide says that there are that many folds, of the first replication so far.
func (n *foldNumbers) divide(folds int) {
	n.replications, n.folds = map[string]int{"": 1}, map[string]int{}
	for f := range folds {
		n.folds[strconv.Itoa(f+1)] = f + 1
	}
}

// shape counts replications and folds.
func (n *foldNumbers) shape() (replications, folds int) {
	return max(1, len(n.replications)), max(1, len(n.folds))
}
