package rule

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Condition is one condition of a rule.
type Condition struct {
	Feature string
	Op      string  // "<=", ">=" or "="
	Value   float64 // of a number, or the number of a level
	Level   string  // of a nominal feature
}

// String returns the condition as "length <= 2.5" or "colour = red".
func (c Condition) String() string {
	if c.Op == "=" {
		return c.Feature + " = " + c.Level
	}
	return c.Feature + " " + c.Op + " " + strconv.FormatFloat(c.Value, 'g', -1, 64)
}

// Rule says which class the records have that meet all its conditions and no
// earlier rule.
type Rule struct {
	If    []Condition // none in the last rule of a list
	Then  string      // the class
	Cover int         // training records that get it
	Wrong int         // those of them that are of another class
}

// String returns the rule as "if length <= 2.5 and colour = red then a (30
// records, 1 wrong)".
func (r Rule) String() string {
	var b strings.Builder
	for i, c := range r.If {
		b.WriteString([]string{"if ", " and "}[min(i, 1)] + c.String())
	}
	b.WriteString([]string{"else ", " then "}[min(len(r.If), 1)])
	fmt.Fprintf(&b, "%s (%d records, %d wrong)", r.Then, r.Cover, r.Wrong)
	return b.String()
}

// List is a list of rules; the first that covers a record gives its class. The
// last one covers all.
type List []Rule

// String returns one rule a line.
func (l List) String() string {
	lines := make([]string, len(l))
	for i, r := range l {
		lines[i] = r.String()
	}
	return strings.Join(lines, "\n")
}

// Rules returns the rules of the last fit, which must have succeeded.
func (f *Fitter) Rules() List {
	var out List
	for _, r := range append(slices.Clone(f.found), f.rest) {
		s := Rule{Then: f.p.data.Classes[r.class], Cover: r.n.cover, Wrong: r.n.cover - r.n.right}
		for _, c := range r.conds {
			s.If = append(s.If, f.condition(c))
		}
		out = append(out, s)
	}
	return out
}

func (f *Fitter) condition(c cond) Condition {
	x := f.p.data.Feature(int(c.feature))
	out := Condition{Feature: x.Name, Op: []string{"<=", ">=", "="}[c.op]}
	if x.Nominal() {
		out.Value, out.Level = float64(c.code), x.Levels[c.code]
		return out
	}
	out.Value = f.p.features[c.feature].values[f.codes[c.feature].rank[c.code]]
	return out
}

// String returns the rules of the last fit, one a line.
func (f *Fitter) String() string { return f.Rules().String() }
