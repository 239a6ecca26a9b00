package decide

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
)

// Sentence returns the decision as a sentence: how much the models differ, what is shown by
// which rule, and what it is about.
func (o *Outcome) Sentence() string {
	switch {
	case len(o.Race) > 0:
		return o.raced()
	case len(o.Looks) == 0:
		return "There was no look."
	}
	last := o.Looks[len(o.Looks)-1]
	shown := "neither is shown to be better"
	switch o.Decision {
	case sequential.BetterA:
		shown = o.Models[0] + " is shown to be better"
	case sequential.BetterB:
		shown = o.Models[1] + " is shown to be better"
	case sequential.TooSmall:
		shown = "they are shown to differ by less than the difference of interest"
	}
	text := fmt.Sprintf("%s. %s, %s (m = %d; %s; %s).", o.size(last), o.Level, shown, o.M, o.Rule, o.Quantity)
	if last.NoSpread {
		text += " Beware: the estimated variance is 0, so that nothing is known about chance and nothing is claimed."
	}
	if o.Known != "" {
		text += " Known error: " + o.Known + "."
	}
	return text
}

// About says what the decision is about, as compare says it of its verdicts, in a line that begins with "About".
func (o *Outcome) About() string {
	about := "the fitted models, on other records"
	if !o.Fitted {
		about = "the algorithms, trained on other samples of this size"
		if n := o.Losses.Design.Records; n > 0 {
			about = fmt.Sprintf("the algorithms, trained on other samples of %d records", n/2)
		}
	}
	return fmt.Sprintf("About %s; measured on %s.", about, o.Losses.Design)
}

// sign says what better models have of the metric.
func (o *Outcome) sign() string { return map[bool]string{true: "more", false: "less"}[o.Higher] }

// size describes how much the models differ, with the interval of the last look.
func (o *Outcome) size(last sequential.Look) string {
	better, other := o.Models[0], o.Models[1]
	if (last.Estimate > 0) == o.Higher {
		better, other = other, better
	}
	text := fmt.Sprintf("%s and %s have the same mean %s", o.Models[0], o.Models[1], o.Metric)
	tiny := 1e-9 * (last.CI.High - last.CI.Low) // as exact as the integrals of the Bayes test
	if math.IsInf(tiny, 1) {
		tiny = 0
	}
	if math.Abs(last.Estimate) > tiny {
		text = fmt.Sprintf("%s has %.4g %s %s than %s", better, math.Abs(last.Estimate), o.sign(), o.Metric, other)
	}
	if last.NoSpread {
		return text
	}
	ends := last.CI
	if last.Estimate < -tiny {
		ends = infer.Interval{Low: 0 - ends.High, High: 0 - ends.Low}
	}
	return fmt.Sprintf("%s (%s %s)", text, o.Words.Interval, ends)
}
