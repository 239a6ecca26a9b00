package sheet

import (
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
}

// NewSession returns a session without tables.
func NewSession(opt Options) *Session {
	return &Session{opt: opt, records: map[string]int{}, folds: foldNumbers{}}
}

// Open finds out how a table is read. It returns its rows in a canonical form, behind the header, and whether the form
// is that of items with a column for each model. A table that is in a canonical form is passed on as it is. The stem
// names the model of a table that names none.
func (s *Session) Open(name, stem string, text io.Reader) (in *table.Records, header []string, wide bool, err error) {
	s.names = nil
	src, err := open(name, text)
	if err != nil {
		return nil, nil, false, err
	}
	if src.plain && canonical(src.header, s.opt) {
		return src.records, src.header, s.opt.Wide, nil
	}
	if err := src.look(); err != nil {
		return nil, nil, false, err
	}
	if err := src.normalize(); err != nil {
		return nil, nil, false, err
	}
	if !src.plain && canonical(src.header, s.opt) {
		return table.RecordsOf(name, src.next), src.header, s.opt.Wide, nil
	}
	d := &decision{source: src, opt: s.opt, stem: stem}
	if err := d.decide(); err != nil {
		return nil, nil, false, err
	}
	p := s.plan(d)
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
	if own, ok := s.names[te.Column]; ok {
		te.Column = own
	}
	return err
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
		if !slices.Contains([]string{"item", "model", "run", "draw", "cluster", "dataset", "task"}, h) {
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
	iteration  map[[2]string]string // in which a model has a record, by both names
	place      map[string]int       // of the columns that are filled in
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
	p.to = places{of("model"), of("item"), of("dataset"), of("run"), of("replication"), of("fold"), of("record"),
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
		place: map[string]int{}, iteration: map[[2]string]string{}}
	records := d.unit == Folds && d.truth
	add := func(name string) { p.place[name] = len(p.header); p.header = append(p.header, name) }
	switch d.unit {
	case Items:
		add("item")
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
	if d.unit == Folds && !d.rowIsUnit {
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
		r, f, err := p.session.folds.number(p, replication, unit)
		if err != nil {
			return err
		}
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

// record numbers the record of a row: as the table does, or in the order of appearance.
func (p *plan) record(fields []string, replication string) (string, error) {
	name := ""
	for _, r := range []Role{roleRecord, roleItem} {
		if p.has(r) && name == "" {
			name = fields[p.at[r]]
		}
	}
	if name == "" {
		name = "\x00" + field(fields, p.to.ofModel) + "\x00" + replication
		p.seen[name]++
		name = strconv.Itoa(p.seen[name])
	}
	if j := p.column(roleFold); key(p.source.header[max(j, 0)]) == "iteration" && !p.has(roleReplication) {
		at := [2]string{field(fields, p.to.ofModel), name}
		if was, twice := p.iteration[at]; twice {
			return "", p.errorf(roleFold, "record %.40s is in iterations %s and %s: of a repeated cross-validation say which column has "+
				"the repetition (setting `as` COLUMN=replication)", name, was, fields[j])
		}
		p.iteration[[2]string{strings.Clone(at[0]), strings.Clone(name)}] = strings.Clone(fields[j])
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
			v, ok := number(fields[j])
			if truth, is := truthValue(fields[j]); !ok && is {
				v, ok = truth, true
			}
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
		r, f, err := p.session.folds.number(p, replication, unit)
		if err != nil {
			return err
		}
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
		r.Units = fmt.Sprintf("%d items", r.Count)
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
	rep, number, random, ok := foldName(fold)
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
func (n *foldNumbers) number(p *plan, replication, fold string) (r, f string, err error) {
	if n.folds == nil {
		n.replications, n.folds = map[string]int{}, map[string]int{}
	}
	if p.rowIsUnit {
		return "1", fold, nil
	}
	rep, one, _ := divided(replication, fold)
	if n.replications[rep] == 0 {
		n.replications[strings.Clone(rep)] = len(n.replications) + 1
	}
	if n.folds[one] == 0 {
		n.folds[strings.Clone(one)] = len(n.folds) + 1
	}
	return strconv.Itoa(n.replications[rep]), strconv.Itoa(n.folds[one]), nil
}

// shape counts replications and folds.
func (n *foldNumbers) shape() (replications, folds int) {
	return max(1, len(n.replications)), max(1, len(n.folds))
}
