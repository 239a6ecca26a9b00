package decide

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/internal/columns"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
)

// Sentence returns the decision as a sentence: how much the models differ, what is shown by
// which rule, and what it is about.
func (o *Outcome) Sentence() string {
	switch {
	case len(o.Race) > 0:
		return fmt.Sprintf("%s (%s; %s). %s.%s", o.raced(), o.Rule, o.Quantity, o.saved(), o.known())
	case len(o.Looks) == 0:
		return "There was no look."
	}
	text := fmt.Sprintf("%s: %s (%s; %s).", o.claim(), o.size(), o.Rule, o.Quantity)
	if o.noSpread() {
		text += " Beware: " + nothingKnown
	}
	return text + o.known()
}

// nothingKnown is what an estimated variance of 0 means.
const nothingKnown = "the estimated variance is 0, so that nothing is known about chance and nothing is claimed."

func (o *Outcome) noSpread() bool { return len(o.Looks) > 0 && o.Looks[len(o.Looks)-1].NoSpread }

func (o *Outcome) known() string {
	if o.Known == "" {
		return ""
	}
	return " False alarms: " + o.Known + "."
}

// Text describes the decision as a terminal shows it: what is shown, and below it the numbers, a line each.
func (o *Outcome) Text() string {
	var claim string
	var facts []columns.Fact
	switch {
	case len(o.Race) > 0:
		claim = o.raced()
	case len(o.Looks) == 0:
		claim = "There was no look"
	default:
		claim, facts = o.claim(), []columns.Fact{{Label: "difference", Text: o.size()}}
	}
	facts = append(facts, columns.Fact{Label: "rule", Text: o.Rule})
	if len(o.Race) > 0 {
		facts = append(facts, columns.Fact{Label: "saved", Text: o.saved()})
	}
	if o.Fitted {
		facts = append(facts, columns.Fact{Label: "compares", Text: o.Quantity})
	}
	facts = append(facts, columns.Fact{Label: "about", Text: o.target()},
		columns.Fact{Label: "measured on", Text: o.Losses.Design.String()})
	beware := ""
	if o.noSpread() {
		beware = "Beware: " + nothingKnown
	}
	text := columns.Block(claim+".", facts, beware)
	if known := o.known(); known != "" {
		text += "\n\n" + columns.Paragraph(known)
	}
	return text
}

// claim says which model is better, and after how many replications.
func (o *Outcome) claim() string {
	leads, other := o.leads()
	text := fmt.Sprintf("No clear winner between %s and %s", leads, other)
	switch o.Decision {
	case sequential.BetterA:
		text = o.Models[0] + " is better than " + o.Models[1]
	case sequential.BetterB:
		text = o.Models[1] + " is better than " + o.Models[0]
	case sequential.TooSmall:
		text = fmt.Sprintf("%s and %s differ by less than the difference of interest", leads, other)
	}
	return fmt.Sprintf("%s, after %d replications", text, o.M)
}

// target is what the decision is about.
func (o *Outcome) target() string {
	if o.Fitted {
		return "the fitted models, on other records"
	}
	if n := o.Losses.Design.Records; n > 0 {
		return fmt.Sprintf("the algorithms, trained on other samples of %d records", n/2)
	}
	return "the algorithms, trained on other samples of this size"
}

// sign says what better models have of the metric.
func (o *Outcome) sign() string { return map[bool]string{true: "more", false: "less"}[o.Higher] }

// tiny is how large a difference may be that is 0, as exact as the integrals of the Bayes test.
func tiny(last sequential.Look) float64 {
	if width := last.CI.High - last.CI.Low; !math.IsInf(width, 1) {
		return 1e-9 * width
	}
	return 0
}

// leads returns the model that looks better at the last look, and the other.
func (o *Outcome) leads() (leads, other string) {
	last := o.Looks[len(o.Looks)-1]
	if (last.Estimate > 0) == o.Higher && math.Abs(last.Estimate) > tiny(last) {
		return o.Models[1], o.Models[0]
	}
	return o.Models[0], o.Models[1]
}

// mostPlaces is how many decimals numbers have at most.
const mostPlaces = 5

// size describes how much the models differ, with the interval of the last look.
func (o *Outcome) size() string {
	last := o.Looks[len(o.Looks)-1]
	leads, _ := o.leads()
	places, equal := table.Places(last.Estimate), math.Abs(last.Estimate) <= tiny(last)
	size := fmt.Sprintf("%.*f", places, math.Abs(last.Estimate))
	if places > mostPlaces {
		size, places = fmt.Sprintf("%.3g", math.Abs(last.Estimate)), mostPlaces
	}
	text := fmt.Sprintf("%s has %s %s %s", leads, size, o.sign(), o.Metric)
	if equal {
		text, places = "both have the same mean "+o.Metric, table.Places(last.CI.High-last.CI.Low)
	}
	if last.NoSpread {
		return text
	}
	ends := last.CI
	if last.Estimate < 0 && !equal {
		ends = infer.Interval{Low: 0 - ends.High, High: 0 - ends.Low}
	}
	within := ""
	switch {
	case math.IsInf(ends.Low, -1) && math.IsInf(ends.High, 1):
		within = "without ends"
	case math.IsInf(ends.Low, -1):
		within = fmt.Sprintf("up to %.*f", places, ends.High)
	case math.IsInf(ends.High, 1):
		within = fmt.Sprintf("from %.*f up", places, ends.Low)
	default:
		within = fmt.Sprintf("%.*f to %.*f", places, ends.Low, places, ends.High)
	}
	return fmt.Sprintf("%s (%s %s)", text, o.Words.Interval, within)
}
