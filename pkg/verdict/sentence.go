package verdict

import (
	"cmp"
	"fmt"
	"math"
	"strings"

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

// headline is Headline, or without the kind of no, which a gate has words of its own for.
func (v Verdict) headline(no bool) string {
	v = v.rounded()
	if v.Delta != 0 {
		word, _ := v.looked()
		return table.Prefix(v.Key.String(), word+v.aboutDelta()) + "."
	}
	if v.ofTail() {
		return table.Prefix(v.Key.String(), v.aboutQuantile()) + "."
	}
	first, other := v.leads()
	shown := fmt.Sprintf("No clear %s between %s and %s", v.winnerWord(), first, other)
	switch {
	case v.Winner != "":
		shown = fmt.Sprintf("%s is %s than %s", first, v.betterWord(), other)
	case v.Alternative.Sides() == 1:
		a, b := v.ModelA, v.ModelB
		if claimed := v.Favours(v.Alternative == infer.Greater); claimed == a {
			a, b = b, a
		}
		shown = fmt.Sprintf("%s is not shown to be better than %s", b, a)
	}
	word, rest := "", ""
	if no || v.Look != nil {
		word, rest = v.told()
	}
	if word != "" && strings.HasPrefix(shown, "No ") {
		shown = "no " + strings.TrimPrefix(shown, "No ")
	}
	return table.Prefix(v.Key.String(), fmt.Sprintf("%s%s: %s%s%s.", word, shown, v.size(), v.interval(v.Low, v.High), rest))
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

// size says how much the models differ: the metric of the model that leads against the metric of
// the other, and the difference.
func (v Verdict) size() string {
	word := v.side()
	by := v.amount(math.Abs(v.Estimate)) + v.points()
	switch {
	case v.Quantile != 0 && v.Estimate == 0:
		return "median difference in " + v.metric() + " 0"
	case v.Quantile != 0:
		return fmt.Sprintf("median difference in %s %s %s", v.metric(), by, word)
	case v.Metric.Log:
		return v.times()
	case v.Datasets > 0 && v.Estimate == 0:
		return fmt.Sprintf("%s equal on average over %d data sets", v.metric(), v.Datasets)
	case v.Datasets > 0:
		return fmt.Sprintf("%s %s %s on average over %d data sets", v.metric(), by, word, v.Datasets)
	case v.Estimate == 0:
		return fmt.Sprintf("both have the mean %s %s", v.metric(), v.amount(v.A)+v.percent())
	}
	a, b := v.values()
	values := ""
	if isKnown(a) && isKnown(b) {
		values = fmt.Sprintf(" %s%s against %s%[2]s,", v.amount(a), v.percent(), v.amount(b))
	}
	return fmt.Sprintf("%s%s %s %s", v.metric(), values, by, word)
}

// side is whether the metric of the model that leads is the lower or the higher one.
func (v Verdict) side() string {
	first, _ := v.leads()
	if v.Metric.Upward() == (v.Estimate == 0 || first == v.Favours(v.Estimate > 0)) {
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
	least, unit := 0, v.unit()
	if v.Metric.Percent {
		least = 1
	}
	size := unit * math.Abs(v.Estimate)
	if !(size > 1e-9 && size < 1e9) {
		return fmt.Sprintf("%.4g", unit*x)
	}
	magnitude := math.Floor(math.Log10(size))
	places := 1 - int(magnitude) // two digits of the difference, or three if the first one is 1
	if size < 2*math.Pow(10, magnitude) && !v.Metric.Percent {
		places++
	}
	text := fmt.Sprintf("%.*f", max(least, places), unit*x)
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

// interval writes an interval of the difference in the direction of the headline.
func (v Verdict) interval(low, high float64) string {
	if !isKnown(low) {
		return ""
	}
	if v.Delta == 0 && (v.Estimate < 0 || v.Estimate == 0 && !v.Metric.Upward()) {
		low, high = 0-high, 0-low
	}
	kind := ""
	switch {
	case v.Family != Alone:
		kind = "simultaneous "
	case v.Datasets > 0:
		kind = "for another one, "
	}
	start, end := fmt.Sprintf(" (%s%.4g%% interval ", kind, 100*v.Level), ")"
	if v.Metric.Log && v.side() == "lower" { // the ratio to the model that is higher
		low, high = -high, -low
	}
	if v.Estimate == 0 && v.Delta == 0 && v.Datasets == 0 { // the sentence names the mean, which it is not about
		start, end = start+"of the difference ", v.points()+")"
	}
	switch {
	case math.IsInf(low, -1) && math.IsInf(high, 1):
		return start + "without ends)"
	case math.IsInf(low, -1):
		return start + "up to " + v.end(high) + end
	case math.IsInf(high, 1):
		return start + "from " + v.end(low) + " up)"
	}
	return start + v.end(low) + " to " + v.end(high) + end
}

// aboutDelta is the headline about a Delta other than 0.
func (v Verdict) aboutDelta() string {
	above := v.Alternative == infer.Greater
	if v.Winner != "" {
		above = v.Favours(true) == v.Winner
	}
	not := map[bool]string{true: "not "}[v.Winner == ""]
	delta := v.written(v.Delta)
	claim := fmt.Sprintf("it is %sshown to be %s %s", not, sideOf(above), delta)
	if v.Winner == "" && v.Alternative.Sides() == 2 {
		claim = "it is not shown to differ from " + delta
	}
	the := map[bool]string{true: "The median difference", false: "The difference"}[v.Quantile == 0.5]
	return fmt.Sprintf("%s in %s, %s minus %s, is %s%s%s; %s", the, v.metric(), v.ModelB, v.ModelA,
		v.amount(v.Estimate), v.points(), v.interval(v.Low, v.High), claim)
}

// aboutQuantile is the headline about another quantile of the differences than the median, which no model is better by.
func (v Verdict) aboutQuantile() string {
	return fmt.Sprintf("The %g quantile of the difference in %s, %s minus %s, is %s%s%s", v.Quantile, v.metric(), v.ModelB,
		v.ModelA, v.amount(v.Estimate), v.points(), v.signedInterval())
}

// signedInterval writes the interval of B minus A.
func (v Verdict) signedInterval() string {
	v.Delta = 1 // which keeps the direction
	return v.interval(v.Low, v.High)
}

// Evidence says how sure the verdict is: the procedure with its level and p-value, and what the
// posterior of the difference says.
func (v Verdict) Evidence() string {
	v = v.rounded()
	alpha := 1 - v.Level
	if !isKnown(v.PValue) {
		return fmt.Sprintf("By %s at P >= %.4g%%: %s.", v.by(),
			100*(1-alpha/v.Alternative.Sides()), strings.Join(v.probable(), ", "))
	}
	sided := ""
	if v.Alternative.Sides() == 1 {
		sided = ", one-sided"
	}
	s := fmt.Sprintf("By %s at %.4g%%%s: p %s", v.Method, 100*alpha, sided, table.PValue(v.PValue))
	if v.Adjusted != "" {
		s += fmt.Sprintf(", %s among %s", strings.TrimPrefix(table.PValue(v.PAdjusted), "= "), v.Adjusted)
	}
	var posterior []string
	if v.Described.Method != "" {
		posterior = append(posterior, strings.Trim(v.interval(v.Described.Low, v.Described.High), " ()"))
		posterior[0] = strings.TrimPrefix(posterior[0], "simultaneous ")
	}
	if posterior = append(posterior, v.probable()...); len(posterior) > 0 {
		s += "; posterior: " + strings.Join(posterior, ", ")
	}
	return strings.TrimRight(s+"."+v.unchanged()+" "+v.AboutJudge()+v.aboutPosition(), " ")
}

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
		out = append(out, fmt.Sprintf("P(|difference| <= %g) = %.4g", v.Rope, v.PRope))
	}
	if c := v.Bayes; c != nil && c.Draws > 0 {
		out = append(out, fmt.Sprintf("P(difference <= %g) = %.6f +- %.2g by %d draws", c.Delta, c.MCPH0, c.MCSE, c.Draws))
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
	if v.Delta != 0 {
		return fmt.Sprintf("P(difference %s %g) %s", v.sign(better), v.Delta, v.sure(p, better))
	}
	return fmt.Sprintf("P(%s %s) %s", better, v.betterWord(), v.sure(p, better))
}

// sure writes a probability from 1/2 up, of a difference that speaks for a model: near 1 by what is missing, which
// the posterior of the counts knows however small it is, and the others down to the rounding of doubles.
func (v Verdict) sure(p float64, model string) string {
	if v.Bayes == nil {
		return table.Probability(p)
	}
	if p <= 0.9999 {
		return fmt.Sprintf("= %.4g", p)
	}
	missing := v.Bayes.LogPH0
	if model == v.ModelA {
		missing = v.Bayes.LogPH1
	}
	if math.Exp(missing) == 0 {
		return fmt.Sprintf("= 1 - exp(%.6g)", missing)
	}
	return fmt.Sprintf("= 1 - %.4g", math.Exp(missing))
}

// SideOfB heads PBetter in tables: P(B better), of a metric without a direction P(B higher), or with a Delta the side
// of it that PBetter is the probability of.
func (v Verdict) SideOfB() string {
	if v.Delta == 0 {
		return fmt.Sprintf("P(B %s)", v.betterWord())
	}
	return fmt.Sprintf("P(difference %s %g)", v.sign(v.ModelB), v.Delta)
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
		s += fmt.Sprintf("\nAt confidence %.6g%%: %v.", 100*v.Level, v.Effect)
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
