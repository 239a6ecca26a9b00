package verdict

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/block-regularized/bcv/internal/columns"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/known"
)

// Sentence describes the verdict in words that fit into a paper: Headline, Evidence and Scope.
func (v Verdict) Sentence() string { return v.sentence(" " + v.Scope()) }

func (v Verdict) sentence(scope string) string {
	s := v.Headline() + " " + v.Evidence() + scope
	if v.Note != "" {
		s += " Beware: " + v.Note + "."
	}
	return s
}

// String returns Sentence.
func (v Verdict) String() string { return v.Sentence() }

// headline is what a verdict says in parts, which a sentence joins and a terminal sets one below another.
type headline struct {
	word   string // in front: the kind of no, or how far a look is; empty for others
	claim  string // what is shown, or is not
	metric string // what the values are of
	values string // of both models, the one that leads first; empty where there are none
	size   string // of the difference
	within string // the interval of the difference; empty where there is none
	rest   rest
}

// rest is what an interval rules out, or leaves, and what it takes to know it; empty for others.
type rest struct{ does, what string }

// parts returns the parts of the headline, or without the kind of no, which a gate has words of its own for.
func (v Verdict) parts(no bool) headline {
	v = v.rounded()
	h := v.sized()
	h.within = v.interval(v.Low, v.High)
	switch {
	case v.Delta != 0:
		h.word, _ = v.looked()
		h.claim = v.aboutDelta()
		return h
	case v.ofTail():
		h.claim = fmt.Sprintf("%s in %s, %s minus %s, is %s", v.difference(), v.metric(), v.ModelB, v.ModelA, h.size)
		return h
	}
	if no || v.Look != nil {
		h.word, h.rest = v.told()
	}
	h.claim = v.shown()
	if h.word != "" {
		h.claim = continued(h.claim)
	}
	return h
}

// continued is a claim that does not begin its sentence.
func continued(claim string) string {
	if rest, ok := strings.CutPrefix(claim, "No "); ok {
		return "no " + rest
	}
	return claim
}

// signed reports whether a verdict is about B minus A, and not about the model that leads.
func (v Verdict) signed() bool { return v.Delta != 0 || v.ofTail() }

// shown says which model is better, or that none is shown to be.
func (v Verdict) shown() string {
	first, other := v.leads()
	switch {
	case v.Winner != "":
		return fmt.Sprintf("%s is %s than %s", first, v.betterWord(), other)
	case v.Alternative.Sides() == 1:
		a, b := v.ModelA, v.ModelB
		if claimed := v.Favours(v.Alternative == infer.Greater); claimed == a {
			a, b = b, a
		}
		return fmt.Sprintf("%s is not shown to be better than %s", b, a)
	}
	return fmt.Sprintf("No clear %s between %s and %s", v.winnerWord(), first, other)
}

// headline joins the parts.
func (v Verdict) headline(no bool) string {
	h := v.parts(no)
	text := h.word + h.claim
	if !v.ofTail() || v.Delta != 0 {
		text += ": "
	}
	switch {
	case v.Delta != 0:
		text += h.size
	case v.ofTail():
	case h.values == "" && h.metric == "": // equal
		text += h.size
	case h.values == "":
		text += h.metric + " " + h.size
	default:
		text += h.metric + " " + h.values + ", " + h.size
	}
	if h.within != "" {
		text += " (" + h.within + ")"
	}
	if h.rest.what != "" {
		text += "; this " + h.rest.does + " " + h.rest.what
	}
	return table.Prefix(v.Key.String(), text+".")
}

// betterWord and winnerWord are what a model is and what there is where a verdict is clear.
func (v Verdict) betterWord() string {
	if v.Metric.Directionless {
		return "higher"
	}
	return "better"
}

func (v Verdict) winnerWord() string {
	if v.Metric.Directionless {
		return "difference"
	}
	return "winner"
}

// rounded returns v with an estimate of 0 where the means of the models differ by rounding alone.
func (v Verdict) rounded() Verdict {
	if v.Winner == "" && infer.SameUpToRounding(v.A, v.A+v.Estimate) {
		v.Estimate = 0
	}
	return v
}

// leads returns the model whose estimate is the better one, and the other.
func (v Verdict) leads() (first, other string) {
	if v.Winner == v.ModelA && v.Datasets > 0 {
		return v.ModelA, v.ModelB
	}
	if v.Winner == v.ModelB && v.Datasets > 0 {
		return v.ModelB, v.ModelA
	}
	if v.Favours(v.Estimate > 0) == v.ModelB && v.Estimate != 0 {
		return v.ModelB, v.ModelA
	}
	return v.ModelA, v.ModelB
}

// name of the metric in sentences.
func (v Verdict) metric() string {
	m := v.Metric
	m.Log = false
	if v.Design.Compared {
		return m.Label()
	}
	return strings.TrimSuffix(m.Label(), " rate")
}

// sized returns the parts of a headline that say how much the models differ.
func (v Verdict) sized() (h headline) {
	by := v.amount(math.Abs(v.Estimate)) + v.points() + " " + v.side()
	average := ""
	if v.Datasets > 0 {
		average = fmt.Sprintf(" on average over %d data sets", v.Datasets)
	}
	if v.Method == Several { // whose estimate is shrunken, and may lie on the other side of the mean
		average = fmt.Sprintf(", expected on another than these %d data sets", v.Datasets)
	}
	h.metric, h.size = v.metric(), by+average
	a, b := v.values()
	switch known := isKnown(a) && isKnown(b); {
	case v.signed():
		h.size = v.amount(v.Estimate) + v.points()
	case v.Quantile != 0:
		h.metric = "median difference in " + h.metric
		if v.Estimate == 0 {
			h.size = "0"
		}
	case v.Metric.Log:
		h.metric, h.values, h.size = "geometric mean of "+h.metric, v.ratioValues(), v.times()+average
	case v.Datasets > 0 && v.Estimate == 0:
		h.size = "equal" + average
	case v.Datasets > 0:
	case v.Estimate == 0:
		h.metric, h.size = "", fmt.Sprintf("both have the mean %s %s", h.metric, v.amount(v.A)+v.percent())
	case known:
		h.values = fmt.Sprintf("%s%s against %s%[2]s", v.amount(a), v.percent(), v.amount(b))
	}
	return h
}

// side is whether the metric of the model that leads is the lower or the higher one.
func (v Verdict) side() string {
	first, _ := v.leads()
	if v.Metric.Upward() == (v.Estimate == 0 || first == v.Favours(v.Estimate > 0)) {
		return "higher"
	}
	return "lower"
}

func (v Verdict) otherSide() string {
	if v.side() == "lower" {
		return "higher"
	}
	return "lower"
}

// values are the metric of the model that leads, and that of the other.
func (v Verdict) values() (first, other float64) {
	if name, _ := v.leads(); name == v.ModelB {
		return v.B, v.A
	}
	return v.A, v.B
}

func (v Verdict) percent() string { return map[bool]string{true: "%"}[v.Metric.Percent] }
func (v Verdict) points() string  { return map[bool]string{true: " points"}[v.Metric.Percent] }

// written writes a difference that was asked about, with its unit.
func (v Verdict) written(x float64) string {
	if v.Metric.Log {
		return factor(math.Exp(x))
	}
	text := fmt.Sprintf("%.4g", v.unit()*x)
	if text == "1" && v.Metric.Percent {
		return "1 point"
	}
	return text + v.points()
}

// unit is the factor from values to what sentences write.
func (v Verdict) unit() float64 {
	if v.Metric.Percent {
		return 100
	}
	return 1
}

// amount writes a number in the unit of the metric, with the digits that the difference needs.
func (v Verdict) amount(x float64) string {
	if size := v.unit() * math.Abs(v.Estimate); !(size > 1e-9 && size < 1e9) {
		return fmt.Sprintf("%.4g", v.unit()*x)
	}
	return v.decimals(x, v.places())
}

// places is how many decimals the values and the difference have; of shares a first digit 1 is enough.
func (v Verdict) places() int {
	if !v.Metric.Percent {
		return table.Places(v.Estimate)
	}
	return max(1, 1-int(math.Floor(math.Log10(100*math.Abs(v.Estimate)))))
}

// decimals writes a number in the unit of the metric.
func (v Verdict) decimals(x float64, places int) string {
	text := fmt.Sprintf("%.*f", places, v.unit()*x)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return text
}

// end writes an end of an interval; one near 0 has up to four more digits, until it shows its side.
func (v Verdict) end(x float64) string {
	if v.Metric.Log {
		return factor(math.Exp(x))
	}
	text := v.amount(x)
	_, decimals, _ := strings.Cut(text, ".")
	for more := 1; more <= 4 && strings.Trim(text, "0.") == ""; more++ {
		if longer := fmt.Sprintf("%.*f", len(decimals)+more, v.unit()*x); strings.Trim(longer, "-0.") != "" {
			return longer
		}
	}
	return text
}

// interval writes an interval of the difference in the direction of the headline: one that holds 0 with the side of each
// end. It is empty for none.
func (v Verdict) interval(low, high float64) string {
	if !isKnown(low) {
		return ""
	}
	signed := v.signed() || v.Estimate == 0
	if v.Estimate < 0 && !signed {
		low, high = 0-high, 0-low
	}
	kind := ""
	switch {
	case v.Family != Alone:
		kind = "simultaneous "
	case v.Datasets > 0 && v.Method != Several:
		kind = "for another one, "
	}
	start, end := fmt.Sprintf("%s%.4g%% interval ", kind, 100*v.Level), ""
	if v.Metric.Log && v.side() == "lower" { // the ratio to the model that is higher
		low, high = -high, -low
	}
	if v.Estimate == 0 && !v.signed() && v.Datasets == 0 { // the sentence names no side
		start, end = fmt.Sprintf("%sof %s minus %s ", start, v.ModelB, v.ModelA), v.points()
	}
	switch {
	case math.IsInf(low, -1) && math.IsInf(high, 1):
		return start + "without ends"
	case math.IsInf(low, -1) && !signed && !v.Metric.Log:
		return start + v.oneEnd(high, "at most")
	case math.IsInf(high, 1) && !signed && !v.Metric.Log:
		return start + v.oneEnd(low, "at least")
	case math.IsInf(low, -1):
		return start + "up to " + v.end(high) + end
	case math.IsInf(high, 1):
		return start + "from " + v.end(low) + end + " up"
	case v.end(low)[0] == '-' && v.end(high)[0] != '-' && !signed && !v.Metric.Log:
		return start + v.end(-low) + " " + v.otherSide() + " to " + v.end(high) + " " + v.side()
	}
	return start + v.end(low) + " to " + v.end(high) + end
}

// oneEnd writes the only end of an interval in the direction of the headline, which is at most or at least so large; one
// on the other side bounds that side.
func (v Verdict) oneEnd(x float64, bound string) string {
	if v.end(x)[0] != '-' {
		return bound + " " + v.end(x) + " " + v.side()
	}
	if bound == "at most" {
		bound = "at least"
	} else {
		bound = "at most"
	}
	return bound + " " + v.end(-x) + " " + v.otherSide()
}

// difference names what a verdict about a delta or a quantile is about.
func (v Verdict) difference() string {
	switch v.Quantile {
	case 0:
		return "The difference"
	case 0.5:
		return "The median difference"
	}
	return fmt.Sprintf("The %g quantile of the difference", v.Quantile)
}

// aboutDelta is the claim about a Delta other than 0.
func (v Verdict) aboutDelta() string {
	above := v.Alternative == infer.Greater
	if v.Winner != "" {
		above = v.Favours(true) == v.Winner
	}
	not := map[bool]string{true: "not "}[v.Winner == ""]
	delta := v.written(v.Delta)
	claim := fmt.Sprintf("is %sshown to be %s %s", not, sideOf(above), delta)
	if v.Winner == "" && v.Alternative.Sides() == 2 {
		claim = "is not shown to differ from " + delta
	}
	return fmt.Sprintf("%s in %s, %s minus %s, %s", v.difference(), v.metric(), v.ModelB, v.ModelA, claim)
}

// Evidence says how sure the verdict is: the procedure with its level and p-value, and what the
// posterior of the difference says.
func (v Verdict) Evidence() string {
	text := ""
	for _, f := range v.evidence() {
		switch f.Label {
		case "test", "decides":
			text = "By " + f.Text
		case "posterior":
			text += "; posterior: " + f.Text
		case "outlook":
			text += ". If nothing changes, it is " + strings.TrimPrefix(f.Text, unchanged)
		default:
			text = strings.TrimSuffix(text, ".") + ". " + f.Text
		}
	}
	return strings.TrimSuffix(text, ".") + "."
}

// unchanged is the condition of what more items would show.
const unchanged = "if nothing changes, "

// evidence returns how sure a verdict is, what decides first.
func (v Verdict) evidence() (out []columns.Fact) {
	v = v.rounded()
	add := func(label, text string) {
		if text != "" {
			out = append(out, fact(label, text))
		}
	}
	alpha := 1 - v.Level
	if !isKnown(v.PValue) {
		add("decides", fmt.Sprintf("%s at P >= %.4g%%: %s", v.by(), 100*v.sureFrom(), strings.Join(v.probable(), ", ")))
		return out
	}
	sided, adjusted := "", ""
	if v.Alternative.Sides() == 1 {
		sided = ", one-sided"
	}
	if v.Adjusted != "" {
		adjusted = fmt.Sprintf(", %s among %s", strings.TrimPrefix(table.PValue(v.PAdjusted, alpha), "= "), v.Adjusted)
	}
	add("test", fmt.Sprintf("%s at %.4g%%%s: p %s%s", v.Method, 100*alpha, sided, table.PValue(v.PValue, alpha), adjusted))
	var posterior []string
	if v.Described.Method != "" {
		text := v.interval(v.Described.Low, v.Described.High)
		posterior = append(posterior, strings.TrimPrefix(text, "simultaneous "))
	}
	add("posterior", strings.Join(append(posterior, v.probable()...), ", "))
	if text := v.unchanged(); text != "" {
		add("outlook", unchanged+text)
	}
	add("judge", v.AboutJudge())
	add("position", v.aboutPosition())
	return out
}

// sureFrom is the probability from which a posterior decides.
func (v Verdict) sureFrom() float64 { return 1 - (1-v.Level)/v.Alternative.Sides() }

// by names what decides: a test by its name, a posterior in words.
func (v Verdict) by() string {
	switch {
	case isKnown(v.PValue):
		return v.Method
	case v.Method == Several:
		return "the hierarchical posterior"
	case v.Method == known.Posterior:
		return "the posterior of the counts"
	}
	return "the " + v.Method + " posterior"
}

// probable lists the probabilities of the posterior.
func (v Verdict) probable() []string {
	var out []string
	if isKnown(v.PBetter) {
		out = append(out, v.probability())
	}
	if isKnown(v.PRope) {
		out = append(out, fmt.Sprintf("P(|difference| <= %s) %s", v.written(v.Rope), table.Probability(v.PRope, v.sureFrom())))
	}
	if c := v.Bayes; c != nil && c.Draws > 0 {
		out = append(out, fmt.Sprintf("P(difference <= %s) = %.4g +- %.2g by %d draws", v.written(c.Delta), c.MCPH0, c.MCSE, c.Draws))
	}
	return out
}

// probability says how probable it is that the model that looks better is; about a delta,
// that the difference lies on this side of it.
func (v Verdict) probability() string {
	p, better := v.PBetter, v.ModelB
	if p < 0.5 {
		p, better = 1-p, v.ModelA
	}
	what := better + " " + v.betterWord()
	if v.Delta != 0 {
		what = fmt.Sprintf("difference %s %s", v.sign(better), v.written(v.Delta))
	}
	return fmt.Sprintf("P(%s) %s", what, table.Probability(p, v.sureFrom()))
}

// SideOfB heads PBetter in tables: P(B better), of a metric without a direction P(B higher), or with a Delta the side
// of it that PBetter is the probability of.
func (v Verdict) SideOfB() string {
	if v.Delta == 0 {
		return fmt.Sprintf("P(B %s)", v.betterWord())
	}
	return fmt.Sprintf("P(difference %s %s)", v.sign(v.ModelB), v.written(v.Delta))
}

// sign is the side of Delta that speaks for a model.
func (v Verdict) sign(model string) string {
	if v.Favours(true) == model {
		return ">"
	}
	return "<"
}

// sideOf names the side of a delta.
func sideOf(above bool) string {
	if above {
		return "above"
	}
	return "below"
}

// IntervalKind says what kind of interval Low and High are: confidence, simultaneous
// confidence or credible.
func (v Verdict) IntervalKind() string {
	switch {
	case !isKnown(v.PValue):
		return "credible"
	case v.Family != Alone:
		return "simultaneous confidence"
	}
	return "confidence"
}

// Agreement says in words how often the models were wrong together and alone, and how large the difference
// is on a single hold-out; it is empty for procedures that have no contingency table.
func (v Verdict) Agreement() string {
	if v.Counts == nil {
		return ""
	}
	c, counts := v.Counts, "Mean counts"
	if v.Design.Compared {
		return fmt.Sprintf("Counts of %s: %s won %.4g, %s won %.4g, ties %.4g.", v.MeasuredOn(), v.ModelA, c.N10, v.ModelB, c.N01,
			c.N00+c.N11)
	}
	if v.Effect != nil {
		counts = "Counts"
	}
	s := fmt.Sprintf("%s of %s: both wrong %.4g, only %s wrong %.4g, only %s wrong %.4g, both right %.4g.", counts,
		v.MeasuredOn(), c.N00, v.ModelA, c.N01, v.ModelB, c.N10, c.N11)
	if v.Effect != nil {
		s += fmt.Sprintf("\nAt confidence %.6g%%, with %s as A and %s as B: %v.", 100*v.Level, v.ModelA, v.ModelB, v.Effect)
	}
	return s
}

// Clear says in words which model is shown to be the better one, or the higher one, for tables.
func (v Verdict) Clear() string {
	if higher := v.Higher(); higher != "" {
		return higher + " (higher)"
	}
	return cmp.Or(v.Better(), "no clear "+v.winnerWord())
}
