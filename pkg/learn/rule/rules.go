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
