package sheet

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
)

// The roles of a table of preferences, of which each row compares the answers of two models.
const (
	roleA      Role = "a"
	roleB      Role = "b"
	roleWinner Role = "winner"
	roleFirst  Role = "first" // the model whose answer was shown first
)

// The columns of the canonical form of preferences beside item, model and cluster: 1 for the model that won, 0 for the
// other and 0.5 for both in a tie; and 1 for the model that was shown first, 0 for the other, or nothing.
const (
	winRate    = "win rate"
	firstShown = "first shown"
)

// preferred are names of columns of preferences, without case and signs.
var preferred = map[Role][]string{roleA: {"a", "modela"}, roleB: {"b", "modelb"}, roleWinner: {"winner"},
	roleFirst: {"first", "shownfirst", "firstshown"}, "judge": {"judge", "rater", "annotator"}}

// preferredColumn returns the column of a role in a table of preferences by what was told and by its name, -1 for none.
func preferredColumn(r Role, header []string, opt Options) int {
	for j, name := range header {
		if opt.Roles[name] == r {
			return j
		}
	}
	for _, known := range preferred[r] {
		for j, name := range header {
			if told := opt.Roles[name]; key(name) == known && (told == "" || told == roleFirst && r != roleWinner) {
				return j
			}
		}
	}
	return -1
}

// mayPrefer reports whether a header has the columns of a table of preferences.
func mayPrefer(header []string, opt Options) bool {
	return !opt.Wide && (opt.Rows == "" || opt.Rows == Items) && opt.Columns == "" &&
		!slices.ContainsFunc([]Role{roleA, roleB, roleWinner}, func(r Role) bool {
			return preferredColumn(r, header, opt) < 0
		})
}

// preferences passes the rows of a table of preferences on, two for each comparison.
type preferences struct {
	*source
	session               *Session
	reading               *Reading
	a, b, winner          int
	first, judge          int // -1 for none
	item, cluster         int
	queue                 [][]string
	line                  int
	ties, unknown         int // comparisons: without a winner, and whose order is not known
	models, items, judges map[string]bool
	done                  bool
}

// preferences finds out how a table of preferences is read; nil where its columns a and b hold numbers, which are the
// scores of models of these names.
func (s *Session) preferences(src *source) *preferences {
	p := &preferences{source: src, session: s, models: map[string]bool{}, items: map[string]bool{},
		judges: map[string]bool{}, item: -1, cluster: -1}
	for r, at := range map[Role]*int{roleA: &p.a, roleB: &p.b, roleWinner: &p.winner, roleFirst: &p.first, "judge": &p.judge} {
		*at = preferredColumn(r, src.header, s.opt)
	}
	if !slices.ContainsFunc(src.sample, func(row []string) bool { return !isNumber(row[p.a]) || !isNumber(row[p.b]) }) {
		return nil
	}
	p.findItems()
	p.reading = &Reading{File: src.name, Unit: Items, UnitsIn: "rows", ModelsIn: "columns", Number: winRate,
		Direction: "higher", Models: []string{}, LeftOut: src.left}
	for j, name := range src.header {
		role := Role("")
		for r, at := range map[Role]int{roleA: p.a, roleB: p.b, roleWinner: p.winner, roleItem: p.item, Cluster: p.cluster,
			"judge": p.judge} {
			if at == j {
				role = r
			}
		}
		switch {
		case role != "":
			p.reading.Columns = append(p.reading.Columns, ColumnRole{name, role})
		case j == p.first:
			p.reading.Columns = append(p.reading.Columns, ColumnRole{name, roleFirst})
		case !table.RowNames(name):
			p.reading.LeftOut = append(p.reading.LeftOut, name)
		}
	}
	return p
}

// findItems finds the columns of the item and of the cluster. A prompt or a question beside an item is the cluster.
func (p *preferences) findItems() {
	var found []int
	for j, name := range p.source.header {
		told := p.session.opt.Roles[name]
		roles, _ := named(name)
		switch {
		case slices.Contains([]int{p.a, p.b, p.winner, p.first}, j) || told == rolePassed:
		case told == Cluster || told == "" && p.cluster < 0 && match(Cluster, name) != nil:
			p.cluster = j
		case told == roleItem:
			p.item = j
		case told == "" && slices.Contains(roles, roleItem):
			found = append(found, j)
		}
		if told == Cluster && j == p.judge {
			p.judge = -1
		}
	}
	slices.SortStableFunc(found, func(i, j int) int {
		_, a := named(p.source.header[i])
		_, b := named(p.source.header[j])
		return a - b
	})
	for _, j := range found {
		k := key(p.source.header[j])
		asked := strings.HasPrefix(k, "prompt") || strings.HasPrefix(k, "question") || strings.HasPrefix(k, "query") || k == "qid"
		switch {
		case p.item < 0:
			p.item = j
		case asked && p.cluster < 0:
			p.cluster = j
		}
	}
}

// tieWords are words for a comparison without a winner, without case and signs.
var tieWords = []string{"tie", "tiebothbad", "bothbad", "bothgood", "both", "neither", "draw", "equal", "none", "tied"}

// The sides of a comparison.
const (
	sideA = iota
	sideB
	sideTie
	sideUnknown
)

// side returns which model a field of a row names: by its name, or as a or b.
func (p *preferences) side(fields []string, column int) (int, error) {
	text := fields[column]
	byName, byWord := sideUnknown, sideUnknown
	switch {
	case text == fields[p.a]:
		byName = sideA
	case text == fields[p.b]:
		byName = sideB
	}
	switch k := key(text); {
	case slices.Contains(preferred[roleA], k):
		byWord = sideA
	case slices.Contains(preferred[roleB], k):
		byWord = sideB
	case slices.Contains(tieWords, k):
		byWord = sideTie
	}
	if byName != sideUnknown && byWord != sideUnknown && byName != byWord {
		return 0, p.errorf(column, "%.40q is the name of a model and a word for %s; give the models other names", text,
			[]string{"the one in column a", "the one in column b", "a tie"}[byWord])
	}
	return min(byName, byWord), nil
}

func (p *preferences) errorf(column int, format string, args ...any) error {
	return &table.Error{File: p.source.name, Row: p.line, Column: p.source.header[column], Problem: fmt.Sprintf(format, args...)}
}

// header is that of the canonical form.
func (p *preferences) header() []string {
	out := []string{"item", "model", winRate, firstShown}
	if p.item >= 0 || p.cluster >= 0 {
		out = append(out, "cluster")
	}
	return out
}

// next returns the next row of the canonical form.
func (p *preferences) next() ([]string, int, error) {
	if len(p.queue) == 0 {
		fields, line, err := p.source.next()
		if err == io.EOF && !p.done {
			p.done = true
			p.end()
		}
		if err != nil {
			return nil, 0, err
		}
		p.line = line
		if err := p.pass(fields); err != nil {
			return nil, 0, err
		}
	}
	out := p.queue[0]
	p.queue = p.queue[1:]
	return out, p.line, nil
}

// pass passes on what a row says.
func (p *preferences) pass(fields []string) error {
	a, b := fields[p.a], fields[p.b]
	switch {
	case a == "" || b == "":
		return p.errorf(p.a, "%.40q is compared with %.40q; name both models", a, b)
	case a == b:
		return p.errorf(p.b, "%.40q is compared with itself; name two models", a)
	}
	won, err := p.side(fields, p.winner)
	if err != nil {
		return err
	}
	if won == sideUnknown {
		return p.errorf(p.winner, "%.40q is neither %.40q nor %.40q, nor a, b or tie; write one of these", fields[p.winner], a, b)
	}
	shown := [2]string{}
	if p.first >= 0 && fields[p.first] != "" {
		first, err := p.side(fields, p.first)
		if err != nil {
			return err
		}
		if first > sideB {
			return p.errorf(p.first, "%.40q is neither %.40q nor %.40q, nor a or b; name the one that was shown first, or nothing",
				fields[p.first], a, b)
		}
		shown[first], shown[1-first] = "1", "0"
	} else {
		p.unknown++
	}
	name, cluster, err := p.unit(fields)
	if err != nil {
		return err
	}
	score := [][2]string{{"1", "0"}, {"0", "1"}, {"0.5", "0.5"}}[won]
	if won == sideTie {
		p.ties++
	}
	p.reading.Count++
	for k, model := range []string{a, b} {
		if !p.models[model] {
			p.models[strings.Clone(model)] = true
			p.reading.Models = append(p.reading.Models, strings.Clone(model))
		}
		row := []string{name, model, score[k], shown[k]}
		if p.item >= 0 || p.cluster >= 0 {
			row = append(row, cluster)
		}
		p.queue = append(p.queue, row)
	}
	if p.judge >= 0 && !p.judges[fields[p.judge]] {
		p.judges[strings.Clone(fields[p.judge])] = true
	}
	return nil
}

// unit returns the name of a comparison, which is that of its item where it is the first of it, and its cluster: the
// item itself where no column has it.
func (p *preferences) unit(fields []string) (name, cluster string, err error) {
	seen := p.session.compared
	if p.item < 0 {
		seen[""]++
		name = strconv.Itoa(seen[""])
	} else if name = fields[p.item]; name == "" {
		return "", "", p.errorf(p.item, "is empty; name the item of every row")
	}
	cluster = name
	if p.cluster >= 0 {
		cluster = fields[p.cluster]
		if was, known := p.session.clusterOf[name]; known && was != cluster {
			return "", "", p.errorf(p.cluster, "%.40q, but item %.40q has %.40q above; an item has the same cluster in all rows",
				cluster, name, was)
		}
		p.session.clusterOf[strings.Clone(name)] = strings.Clone(cluster)
	}
	if p.item < 0 {
		return name, cluster, nil
	}
	p.items[strings.Clone(name)] = true
	item := strings.Clone(name)
	if seen[item]++; seen[item] > 1 {
		name = fmt.Sprintf("%s, comparison %d", name, seen[item])
	}
	return name, cluster, nil
}

// end completes the reading.
func (p *preferences) end() {
	r := p.reading
	comparisons := fmt.Sprintf("%d %s", r.Count, table.Pick(r.Count == 1, "comparison", "comparisons"))
	r.Units = comparisons
	if p.item >= 0 && len(p.items) < r.Count {
		r.Units += fmt.Sprintf(" of %d items, which are clusters (%s)", len(p.items), p.source.header[p.item])
	}
	if p.cluster >= 0 {
		r.Units = fmt.Sprintf("%s in clusters (%s)", comparisons, p.source.header[p.cluster])
	}
	assume := func(is bool, format string, args ...any) {
		if is {
			r.Assumed = append(r.Assumed, fmt.Sprintf(format, args...))
		}
	}
	assume(p.ties > 0, "%d %s half a win for each", p.ties, table.Pick(p.ties == 1, "tie is", "ties are"))
	assume(p.item < 0 && p.cluster < 0, "each row is of an item of its own")
	assume(len(p.judges) > 1, "%d judges as they are, who are no sample of others", len(p.judges))
	assume(p.first >= 0 && p.unknown > 0, "the order of %d comparisons is not known", p.unknown)
}
