package verdict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
)

// falseAlarms says in a few words how often the procedures of the best verdicts raise false alarms, each once: of one that
// does so more often by one metric than by another, with the metrics. A verdict without a spread, which claims nothing, is
// left out where its procedure has others.
func (r Report) falseAlarms() (out []string) {
	deciding := r.Deciding()
	type known struct {
		by, text string
		metrics  []string
		spread   bool // of a verdict that has some
	}
	var all []known
	of := make([]int, len(deciding)) // what is known of each verdict, which many have alike
	for i, v := range deciding {
		by, text := v.by(), v.FalseAlarms()
		k := slices.IndexFunc(all, func(k known) bool { return k.by == by && k.text == text })
		if k < 0 {
			k, all = len(all), append(all, known{by: by, text: text})
		}
		of[i] = k
		all[k].metrics, all[k].spread = table.AppendNew(all[k].metrics, v.Metric.Label()), all[k].spread || !v.NoSpread
	}
	for i, v := range deciding {
		mine := all[of[i]]
		others := slices.ContainsFunc(all, func(k known) bool { return k.by == mine.by && k.text != mine.text && k.spread })
		switch {
		case !others:
			out = table.AppendNew(out, v.falseAlarms(""))
		case !v.NoSpread:
			out = table.AppendNew(out, v.falseAlarms(" by "+strings.Join(mine.metrics, ", ")))
		}
	}
	return out
}

// falseAlarms is what is known of the procedure, by metrics where these differ.
func (v Verdict) falseAlarms(by string) string {
	return fmt.Sprintf("False alarms of %s%s: %s.", v.by(), by, v.FalseAlarms())
}

// FalseAlarms says in a few words how often the procedure of the verdict raises false alarms, such as "at most 5.4% where
// the correlations between folds are at most 1/2"; AboutError says more.
func (v Verdict) FalseAlarms() string {
	text := v.ErrorRate.Brief()
	switch worst := v.WorstError(); {
	case v.Target == OtherRuns:
		text = "about its level where runs vary as normal ones"
	case v.Quantile != 0 && v.Design.Clusters == 0:
		text = "at most its level where items are independent"
	case !isKnown(v.ErrorRate.Rate) && v.Basis.Unlike != "":
		text += " for " + v.Basis.Unlike
	case worst.Rate > v.ErrorRate.Rate:
		text += fmt.Sprintf("; up to %.1f%% with %s", 100*worst.Rate, worst.On)
	}
	if several := known.OfSeveral(v.Method); several != "" && v.Family == AllPairs {
		text += "; " + several
	}
	return text
}

// AboutError says how often the procedure of the verdict errs: at worst on a model, and for
// learners compared by this metric, where that was measured. It is about two models: of several it says so.
func (v Verdict) AboutError() string {
	text := v.aboutError() + v.aboutRho2()
	if several := known.OfSeveral(v.Method); several != "" && v.Family == AllPairs {
		text += "; " + several
	}
	return text
}

func (v Verdict) aboutError() string {
	if v.Target == OtherRuns {
		return v.Method + " holds its level nearly where runs vary as normal ones (Welch 1947); it was not simulated for " +
			"runs, whose number is small"
	}
	if v.Quantile != 0 && v.Design.Clusters == 0 {
		return v.Method + " raises false alarms in at most its level where items are independent, whatever their distribution " +
			"(binomial)"
	}
	if !isKnown(v.ErrorRate.Rate) {
		return fmt.Sprintf("how often %s raises false alarms was not measured for %s", v.Method,
			cmp.Or(v.Basis.Unlike, "such results"))
	}
	text := v.Method + " " + v.ErrorRate.String()
	by, measured := v.byMetric(v.rule())
	if measured {
		text = fmt.Sprintf("%s; false alarms by %s%s (study metrics)", text, by.Text(v.Alternative), v.besideByMetric())
	}
	switch onGroups := v.onGroups(); {
	case len(onGroups) > 0:
		return fmt.Sprintf("%s; with two equal learners %s (study dependent)", text,
			onGroups[0].Text(v.Alternative))
	case v.Basis.Nested != "":
		return v.aboutKinds(known.By(known.NestedStudy, v.Basis.Nested), text, measured, "false alarms %s (study nested)")
	case len(v.Basis.Measured) > 0:
		return v.aboutItems(text)
	case measured:
		return text
	}
	if v.Alternative != infer.TwoSided || v.ErrorRate.Level != 0.05 {
		return text
	}
	return v.aboutKinds(known.By(known.EqualLearners, v.rule()), text, false,
		"with two equal learners %s (study equal-learners)")
}

// aboutRho2 says, beside bcv-t, how large the inner results show the correlation to be that its error depends on; empty
// where they do not.
func (v Verdict) aboutRho2() string {
	if v.ErrorRate.Beyond.M == 0 || v.Basis.Values == nil || v.Basis.Values.Inner == nil {
		return ""
	}
	d, err := infer.DifferencesOf(v.Basis.Values.Differences)
	if err == nil {
		d, err = d.WithInner(v.Basis.Values.Inner)
	}
	rho2, ok := d.InnerRho2(0.95)
	if err != nil || !ok {
		return ""
	}
	return fmt.Sprintf("; the inner results put the correlation between replications at %.2f (95%% interval %.2f to %.2f)",
		rho2.Mid, rho2.Low, rho2.High)
}

// besideByMetric says how often the posterior beside a test would err if it decided, by the metric of the verdict.
func (v Verdict) besideByMetric() string {
	if v.Described.Method != known.Paired {
		return ""
	}
	key := "paired, " + priorName(v.Basis.Values.Prior.Paired())
	if v.Basis.Nested != "" {
		key = known.NestedPosterior
	}
	if by, ok := v.byMetric(key); ok {
		return ", and the posterior beside it, if it decided, by " + by.Text(v.Alternative)
	}
	return ""
}

// aboutKinds adds to the error of a rule what a study found for this kind of metric. The text may know the metric
// itself.
func (v Verdict) aboutKinds(found []known.Measured, text string, byMetric bool, format string) string {
	kinds := known.Kinds(v.Metric.Name)
	var parts []string
	for _, m := range found {
		if slices.Contains(kinds, m.Kind) {
			parts = append(parts, "by "+m.Text(v.Alternative))
		}
	}
	switch {
	case parts != nil:
		return text + "; " + fmt.Sprintf(format, strings.Join(parts, ", "))
	case byMetric:
		return text
	}
	return fmt.Sprintf("%s; with learners it was not measured for %s", text, v.Metric.Label())
}

// aboutItems adds to the error on items what was measured for each kind of scores like these.
func (v Verdict) aboutItems(text string) string {
	var measured []string
	study := "items"
	for _, c := range v.Basis.Measured {
		if c.Study == known.AreasStudy {
			study = "items-areas"
		} else if c.Study == known.LooksStudy || c.Study == known.JudgedStudy || c.Study == known.PreferencesStudy {
			study = c.Study
		}
		if c.Scope == known.RareClass {
			c.Kind += " and fewer than 20 positives"
		}
		measured = append(measured, "with "+c.Text(v.Alternative))
	}
	if v.Design.InTime {
		study = known.SeriesStudy
	}
	return fmt.Sprintf("%s; false alarms %s (study %s)", text, strings.Join(measured, ", "), study)
}

// byMetric returns what the study metrics found of a procedure by the metric of the verdict, on folds such as these; it
// is not ok where that found nothing.
func (v Verdict) byMetric(procedure string) (m known.Measured, ok bool) {
	if v.ErrorRate.Level != 0.05 {
		return m, false
	}
	return known.ByMetric(procedure, v.Metric, v.Design.Replications, v.Design.Folds)
}

// onGroups returns what the study dependent found of the rule on halves of whole groups, two-sided at 5%; nil for
// other folds.
func (v Verdict) onGroups() []known.Measured {
	if v.Design.ID.Method != cv.Grouped || v.Alternative != infer.TwoSided || v.ErrorRate.Level != 0.05 {
		return nil
	}
	return known.OnGroups(v.rule())
}

// rule names the procedure as the studies do.
func (v Verdict) rule() string {
	if v.Basis.Nested == "" && v.Method == known.Paired && v.Basis.Values != nil {
		return "paired, " + priorName(v.Basis.Values.Prior.Paired())
	}
	return cmp.Or(v.Basis.Nested, v.Method)
}

// WorstError is ErrorRate, or a larger one that studies found on whole groups or by the metric of the verdict.
func (v Verdict) WorstError() known.ErrorRate {
	if worst := known.Worst(v.onGroups(), v.Alternative); worst.Rate > v.ErrorRate.Rate {
		v.ErrorRate = worst
	}
	m, ok := v.byMetric(v.rule())
	if worst := known.Worst([]known.Measured{m}, v.Alternative); ok && worst.Rate > v.ErrorRate.Rate {
		v.ErrorRate = worst
		v.ErrorRate.On = "learners by " + m.Kind
	}
	if v.Basis.Nested != "" {
		return v.ErrorRate
	}
	for _, m := range known.By(known.NestedStudy, v.rule()) { // bcv-t, by F1 and macro F1
		worst := known.Worst([]known.Measured{m}, v.Alternative)
		by := slices.Contains(known.Kinds(v.Metric.Name), m.Kind)
		if by && v.ErrorRate.Level == worst.Level && worst.Rate > v.ErrorRate.Rate {
			v.ErrorRate = worst
			v.ErrorRate.On = "learners by " + m.Kind + " (study nested)"
		}
	}
	return v.ErrorRate
}

// priorName names the priors that the studies have.
func priorName(p paired.Prior) string {
	switch p := p.(type) {
	case nil:
		return "uniform"
	case paired.Empirical:
		return "empirical"
	default:
		return p.String()
	}
}
