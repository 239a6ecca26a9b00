package rank

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/columns"
	"github.com/block-regularized/bcv/internal/nulls"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/results/sheet"
)

// knownFolds is the simulated error of any false statement at Alpha 0.05.
const knownFolds = "any false statement about 3 to 10 equal models in at most 4% of simulated cases, normal " +
	"differences on 5 x 2 CV whose correlations between folds are at most 0.45 (study family-wise)"

// Sentence says whether a model is shown to be the best, and names the ones that may be.
func (t Table) Sentence() string {
	first := t.Rows[0]
	var leaders, others []string // others than the first
	for _, r := range t.Rows {
		switch {
		case infer.SameUpToRounding(r.Estimate, first.Estimate) && math.IsNaN(first.MeanRank) || r.MeanRank == first.MeanRank:
			leaders = append(leaders, r.Model)
		case r.RankLow == 1:
			others = append(others, r.Model)
		}
	}
	lead := fmt.Sprintf("%s %s", t.Metric.Label(), t.value(first.Estimate))
	if !math.IsNaN(first.Low) && len(leaders) == 1 {
		lead += fmt.Sprintf(" (%.4g%% interval %s to %s)", 100*(1-t.Alpha), t.value(first.Low), t.value(first.High))
	}
	if !math.IsNaN(first.MeanRank) {
		lead = fmt.Sprintf("mean rank %.3g", first.MeanRank)
	}
	key := strings.TrimPrefix(t.Key.String()+": ", ": ")
	if first.RankHigh == 1 || len(leaders) == 1 && others == nil {
		return fmt.Sprintf("%s%s is shown to be the best of %d models: %s.", key, first.Model, len(t.Rows), lead)
	}
	who, may := strings.Join(others, ", "), ""
	if len(others) > 3 {
		who = fmt.Sprintf("%d of the %d other models", len(others), len(t.Rows)-len(leaders))
		if len(others) == len(t.Rows)-len(leaders) {
			who = fmt.Sprintf("all %d other models", len(others))
		}
	}
	if others != nil {
		may = ", and " + who + " may be better"
	}
	leading, verb := leaders[0], "leads"
	switch n := len(leaders); {
	case n > 3:
		leading, verb = fmt.Sprintf("%d of the %d models", n, len(t.Rows)), "lead alike"
	case n > 1:
		leading, verb = table.And(leaders), "lead alike"
	}
	return fmt.Sprintf("%sNo model is shown to be the best: %s %s with %s%s.", key, leading, verb, lead, may)
}

// value writes a number in the unit of the metric.
func (t Table) value(x float64) string {
	if t.Metric.Percent {
		return fmt.Sprintf("%.1f%%", 100*x)
	}
	spread := 0.0 // that all models show two digits of
	for _, r := range t.Rows {
		if width := r.High - r.Low; width < math.Inf(1) {
			spread = max(spread, width)
		}
	}
	if spread == 0 {
		return fmt.Sprintf("%.4g", x)
	}
	places := table.Places(spread / 2)
	if places > 0 {
		places++
	}
	return fmt.Sprintf("%.*f", places, x)
}

// Cells returns the table as texts, below a row of headings and without columns that are empty for all models.
func (t Table) Cells() [][]string {
	out := make([][]string, 1+len(t.Rows))
	add := func(name string, cell func(Row) string) {
		if !slices.ContainsFunc(t.Rows, func(r Row) bool { return cell(r) != "" }) {
			return
		}
		out[0] = append(out[0], name)
		for i, r := range t.Rows {
			out[i+1] = append(out[i+1], cmp.Or(cell(r), "-"))
		}
	}
	known := func(x float64, text string) string {
		if math.IsNaN(x) {
			return ""
		}
		return text
	}
	add("model", func(r Row) string { return r.Model })
	add(t.Metric.Label(), func(r Row) string { return known(r.Estimate, t.value(r.Estimate)) })
	add(fmt.Sprintf("%.4g%% interval", 100*(1-t.Alpha)), func(r Row) string {
		return known(r.Low, t.value(r.Low)+" to "+t.value(r.High))
	})
	add("mean rank", func(r Row) string { return known(r.MeanRank, fmt.Sprintf("%.2f", r.MeanRank)) })
	add("P(best)", func(r Row) string { return known(r.Best, strings.TrimPrefix(table.Probability(r.Best, 0.95), "= ")) })
	add("ranks", func(r Row) string {
		if r.RankHigh > r.RankLow {
			return fmt.Sprintf("%d to %d", r.RankLow, r.RankHigh)
		}
		return fmt.Sprint(r.RankLow)
	})
	add("groups", func(r Row) string { return r.Letters })
	return out
}

// Reading returns what the columns mean and what the statements are about, and of several data sets the tests of
// mean ranks.
func (t Table) Reading() []string {
	out := []string{
		fmt.Sprintf("Ranks: intervals for all models at once, at the nominal %.4g%%.", 100*(1-t.Alpha)),
		"Groups: models that share a letter are not shown to differ.",
		fmt.Sprintf("About %s; by %s.", t.About, t.Method),
	}
	if t.Strengths {
		out = append(out, "Win rate: against the others, each equally often, ties as halves (Bradley and Terry 1952).")
	}
	if t.Best != nil {
		out = append([]string{t.picked()}, out...)
	}
	if t.KnownError != "" {
		out = append(out, "False alarms at 5%: "+t.KnownError+".")
	}
	if t.NotMeasured != "" {
		out = append(out, "False alarms: not measured for "+t.NotMeasured+".")
	}
	if d := t.Datasets; d != nil {
		f := d.Friedman
		tests := "all are equal"
		if !math.IsNaN(f.PValue) {
			tests = fmt.Sprintf("Friedman chi-squared = %.4g, p %s; Iman-Davenport F = %.4g, p %s", f.ChiSquared,
				table.PValue(f.PValue, t.Alpha), f.F, table.PValue(f.FPValue, t.Alpha))
		}
		out = append(out, fmt.Sprintf("Mean ranks: %s; critical difference at %.3g (Nemenyi) %.4g.", tests, t.Alpha,
			d.Critical))
	}
	return out
}

// Text writes the sentence, the table and how to read it. Names of models that are longer than 20 characters lose
// their middle.
func (t Table) Text(w io.Writer) error {
	fmt.Fprintf(w, "%s\n\n", columns.Paragraph(t.Sentence()))
	rows := t.Cells()
	for _, row := range rows {
		row[0] = columns.Shorten(row[0])
	}
	if err := columns.Write(w, rows); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for _, text := range t.Reading() {
		fmt.Fprintln(w, columns.Paragraph(text))
	}
	return nil
}

type (
	datasetsJSON struct {
		ChiSquared float64    `json:"friedman_chi_squared"`
		PValue     float64    `json:"friedman_p"`
		F          float64    `json:"iman_davenport_f"`
		FPValue    float64    `json:"iman_davenport_p"`
		Critical   float64    `json:"critical_difference"`
		Pairs      []pairJSON `json:"pairs"`
	}

	pairJSON struct {
		ModelA   string  `json:"model_a"`
		ModelB   string  `json:"model_b"`
		Wilcoxon float64 `json:"wilcoxon_p"`
		Holm     float64 `json:"wilcoxon_p_adjusted"`
		Nemenyi  float64 `json:"nemenyi_p"`
	}
)

// MarshalJSON writes the table with all digits; numbers that there are not are null.
func (t Table) MarshalJSON() ([]byte, error) {
	var sets *datasetsJSON
	if d := t.Datasets; d != nil {
		f := d.Friedman
		sets = &datasetsJSON{f.ChiSquared, f.PValue, f.F, f.FPValue, d.Critical, nil}
		for _, p := range d.Pairs {
			sets.Pairs = append(sets.Pairs,
				pairJSON{t.Rows[p.A].Model, t.Rows[p.B].Model, p.Wilcoxon.PValue, p.Holm, p.Nemenyi})
		}
	}
	return nulls.Marshal(struct {
		Sentence   string          `json:"sentence"`
		Dataset    string          `json:"dataset"`
		Task       string          `json:"task"`
		Metric     string          `json:"metric"`
		Higher     bool            `json:"higher_is_better"`
		Level      float64         `json:"level"`
		About      string          `json:"about"`
		Method     string          `json:"method"`
		KnownError string          `json:"known_error"`
		Unmeasured string          `json:"not_measured"`
		Models     []Row           `json:"models"`
		Datasets   *datasetsJSON   `json:"mean_ranks"`
		Best       *Best           `json:"best" nulls:"some"`
		Notes      []string        `json:"notes"`
		Sheets     []sheet.Reading `json:"reading" nulls:"some"`
	}{t.Sentence(), t.Key.Dataset, t.Key.Task, t.Metric.Name, t.Metric.HigherIsBetter, 1 - t.Alpha, t.About, t.Method,
		t.KnownError, t.NotMeasured, t.Rows, sets, t.Best, t.Notes, t.Sheets})
}
