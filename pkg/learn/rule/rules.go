package rule

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// condition is one condition of a rule.
type condition struct {
	Feature string
	Op      string  // "<=", ">=" or "="
	Value   float64 // of a number, or the number of a level
	Level   string  // of a nominal feature
}

// String returns the condition as "length <= 2.5" or "colour = red".
func (c condition) String() string {
	if c.Op == "=" {
		return c.Feature + " = " + c.Level
	}
	return c.Feature + " " + c.Op + " " + strconv.FormatFloat(c.Value, 'g', -1, 64)
}

// ruleText assigns a class to the records that satisfy all its conditions and no earlier rule.
type ruleText struct {
	If    []condition // none in the last rule of a list
	Then  string      // the class
	Cover int         // training records that it covers
	Wrong int         // number of these that are of another class
}

// String returns the rule as "if length <= 2.5 and colour = red then a (30
// records, 1 wrong)".
func (r ruleText) String() string {
	var b strings.Builder
	for i, c := range r.If {
		b.WriteString([]string{"if ", " and "}[min(i, 1)] + c.String())
	}
	b.WriteString([]string{"else ", " then "}[min(len(r.If), 1)])
	fmt.Fprintf(&b, "%s (%d records, %d wrong)", r.Then, r.Cover, r.Wrong)
	return b.String()
}

// ruleList is a list of rules; the first that covers a record gives its class. The
// last one covers all.
type ruleList []ruleText

// String returns one rule per line.
func (l ruleList) String() string {
	lines := make([]string, len(l))
	for i, r := range l {
		lines[i] = r.String()
	}
	return strings.Join(lines, "\n")
}

// list returns the rules of the last fit, which must have succeeded.
func (f *fitter) list() ruleList {
	var out ruleList
	for _, r := range append(slices.Clone(f.found), f.rest) {
		s := ruleText{Then: f.p.data.Classes[r.class], Cover: r.n.cover, Wrong: r.n.cover - r.n.right}
		for _, c := range r.conds {
			s.If = append(s.If, f.conditionText(c))
		}
		out = append(out, s)
	}
	return out
}

func (f *fitter) conditionText(c cond) condition {
	x := f.p.data.Feature(int(c.feature))
	out := condition{Feature: x.Name, Op: []string{"<=", ">=", "="}[c.op]}
	if x.Nominal() {
		out.Value, out.Level = float64(c.code), x.Levels[c.code]
		return out
	}
	out.Value = f.p.features[c.feature].values[f.codes[c.feature].rank[c.code]]
	return out
}

// String returns the rules of the last fit, one per line.
func (f *fitter) String() string { return f.list().String() }

// op is the kind of a condition.
type op uint8

const (
	atMost op = iota
	atLeast
	equal
)

// cond is a condition on the code of a feature.
type cond struct {
	feature int32
	op      op
	code    int32
}

// holds reports whether a code meets the condition.
func (c cond) holds(code int32) bool {
	switch c.op {
	case atMost:
		return code <= c.code
	case atLeast:
		return code >= c.code
	default:
		return code == c.code
	}
}

// count is the number of records that a rule covers, and the number of these that are of its class.
type count struct{ cover, right int }

func (c count) plus(d count) count  { return count{c.cover + d.cover, c.right + d.right} }
func (c count) minus(d count) count { return count{c.cover - d.cover, c.right - d.right} }

// wrong reports whether half of the records or more are of other classes.
func (c count) wrong() bool { return c.cover > 0 && 2*(c.cover-c.right) >= c.cover }

// rule is a conjunction of conditions for a class.
type rule struct {
	conds []cond
	class int32
	n     count
}

// covers reports whether training record k meets all conditions.
func (f *fitter) covers(conds []cond, k int32) bool {
	for _, c := range conds {
		if !c.holds(f.codes[c.feature].code[k]) {
			return false
		}
	}
	return true
}

// matches reports whether record i of the data set meets all conditions. Values between training values have ranks
// between theirs.
func (f *fitter) matches(conds []cond, i int32) bool {
	for _, c := range conds {
		if code := &f.codes[c.feature]; !code.nominal {
			c.code = code.rank[c.code]
		}
		if !c.holds(f.p.features[c.feature].code[i]) {
			return false
		}
	}
	return true
}

// tidy removes the conditions on a number that a later condition makes redundant.
func (f *fitter) tidy(r *rule) {
	for i := len(r.conds) - 2; i >= 0; i-- {
		c := r.conds[i]
		needless := func(d cond) bool { return d.feature == c.feature && d.op == c.op && c.op != equal && c.holds(d.code) }
		if slices.ContainsFunc(r.conds[i+1:], needless) {
			r.conds = slices.Delete(r.conds, i, i+1)
		}
	}
}

// push returns rules with another rule, which reuses the memory of a rule removed earlier, if there is one.
func push(rules []rule, conds []cond, class int32, n count) []rule {
	if len(rules) < cap(rules) {
		rules = rules[:len(rules)+1]
	} else {
		rules = append(rules, rule{})
	}
	r := &rules[len(rules)-1]
	r.conds = append(r.conds[:0], conds...)
	r.class, r.n = class, n
	return rules
}

// drop returns rules without rule i, whose memory stays after the end.
func drop(rules []rule, i int) []rule {
	r, last := rules[i], len(rules)-1
	copy(rules[i:], rules[i+1:])
	rules[last] = r
	return rules[:last]
}
