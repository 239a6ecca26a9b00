package rank

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
)

// Simulated errors of any false statement at Alpha 0.05.
const (
	knownAnswers = "any false statement in at most 6.5% of simulated cases, 3 to 50 models with right or wrong " +
		"answers on 50 to 1,000 items (study rank-sets)"
	knownScores = "of strongly skewed scores any false statement in up to 5.3%, 6.2% and 10.5% of simulated cases " +
		"for 3, 10 and 50 models on 1,000 items, in 10.9%, 17.9% and 35.0% on 50 items (study rank-sets)"
	knownFolds = "any false statement about 3 to 10 equal models in at most 4% of simulated cases (study family-wise)"
)

// Sentence says whether a model is shown to be the best, and names the ones that may be.
func (t Table) Sentence() string {
	first := t.Rows[0]
	lead := fmt.Sprintf("%s %s", t.Metric.Name, t.Value(first.Estimate))
	if !math.IsNaN(first.Low) {
		lead += fmt.Sprintf(" (%g%% interval %s to %s)", 100*(1-t.Alpha), t.Value(first.Low), t.Value(first.High))
	}
	if !math.IsNaN(first.MeanRank) {
		lead = fmt.Sprintf("mean rank %.3g", first.MeanRank)
	}
	key := t.Key.String()
	if key != "" {
		key += ": "
	}
	if first.RankHigh == 1 {
		return fmt.Sprintf("%s%s is shown to be the best of %d models: %s.", key, first.Model, len(t.Rows), lead)
	}
	var others []string
	for _, r := range t.Rows[1:] {
		if r.NotBeaten {
			others = append(others, r.Model)
		}
	}
	who := strings.Join(others, ", ")
	if len(others) > 3 {
		who = fmt.Sprintf("%d of the %d other models", len(others), len(t.Rows)-1)
	}
	if first.Estimate == t.Rows[1].Estimate && math.IsNaN(first.MeanRank) {
		lead += ", and so have others"
	}
	return fmt.Sprintf("%sNo model is shown to be the best: %s leads with %s, and %s may be better.", key, first.Model,
		lead, who)
}

// Value writes a number in the unit of the metric.
func (t Table) Value(x float64) string {
	switch {
	case math.IsNaN(x):
		return "-"
	case t.Metric.Percent:
		return fmt.Sprintf("%.1f%%", 100*x)
	}
	return fmt.Sprintf("%.4g", x)
}

// Header returns the names of the columns of Cells. Columns that are empty for all models are left out.
func (t Table) Header() []string {
	out := []string{"model", t.Metric.Name}
	if t.has(func(r Row) float64 { return r.Low }) {
		out = append(out, fmt.Sprintf("%g%% interval", 100*(1-t.Alpha)))
	}
	if t.has(func(r Row) float64 { return r.MeanRank }) {
		out = append(out, "mean rank")
	}
	if t.has(func(r Row) float64 { return r.Best }) {
		out = append(out, "P(best)")
	}
	return append(out, "ranks", "groups")
}

// Cells returns the texts of a row, in the columns of Header.
func (t Table) Cells(r Row) []string {
	out := []string{r.Model, t.Value(r.Estimate)}
	if t.has(func(r Row) float64 { return r.Low }) {
		out = append(out, t.Value(r.Low)+" to "+t.Value(r.High))
	}
	if t.has(func(r Row) float64 { return r.MeanRank }) {
		out = append(out, fmt.Sprintf("%.2f", r.MeanRank))
	}
	if t.has(func(r Row) float64 { return r.Best }) {
		out = append(out, fmt.Sprintf("%.3f", r.Best))
	}
	ranks := fmt.Sprint(r.RankLow)
	if r.RankHigh > r.RankLow {
		ranks = fmt.Sprintf("%d to %d", r.RankLow, r.RankHigh)
	}
	return append(out, ranks, r.Letters)
}

// has reports whether any row has a number.
func (t Table) has(of func(Row) float64) bool {
	return slices.ContainsFunc(t.Rows, func(r Row) bool { return !math.IsNaN(of(r)) })
}

// Reading returns what the columns mean and what the statements are about.
func (t Table) Reading() []string {
	out := []string{
		fmt.Sprintf("Ranks: intervals that hold for all models at once (%g%%).", 100*(1-t.Alpha)),
		"Groups: models that share a letter are not shown to differ.",
		fmt.Sprintf("About %s; by %s.", t.About, t.Method),
	}
	if t.KnownError != "" {
		out = append(out, "Known error at 5%: "+t.KnownError+".")
	}
	return out
}

// mostName is the width of names in Text.
const mostName = 20

// Text writes the sentence, the table and how to read it, in lines of at most 80 columns if names of models are
// short: longer ones than 20 characters lose their middle.
func (t Table) Text(w io.Writer) error {
	fmt.Fprintf(w, "%s\n\n", wrap(t.Sentence()))
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, strings.Join(t.Header(), "\t"))
	for _, r := range t.Rows {
		if name := []rune(r.Model); len(name) > mostName {
			r.Model = string(name[:mostName/2]) + "…" + string(name[len(name)-mostName/2+1:])
		}
		fmt.Fprintln(tw, strings.Join(t.Cells(r), "\t"))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s\n", wrap(strings.Join(t.Reading(), "\n")))
	return err
}

// wrap breaks lines after 80 columns.
func wrap(text string) string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		at := ""
		for word := range strings.FieldsSeq(line) {
			if at != "" && len([]rune(at))+1+len([]rune(word)) > 80 {
				out, at = append(out, at), ""
			}
			at = strings.TrimPrefix(at+" "+word, " ")
		}
		out = append(out, at)
	}
	return strings.Join(out, "\n")
}

// MarshalJSON writes the table with all digits; numbers that there are not are null.
func (t Table) MarshalJSON() ([]byte, error) {
	type row struct {
		Model     string   `json:"model"`
		Estimate  *float64 `json:"estimate"`
		Low       *float64 `json:"low"`
		High      *float64 `json:"high"`
		MeanRank  *float64 `json:"mean_rank"`
		Best      *float64 `json:"p_best"`
		RankLow   int      `json:"rank_low"`
		RankHigh  int      `json:"rank_high"`
		Letters   string   `json:"groups"`
		NotBeaten bool     `json:"not_beaten"`
	}
	rows := []row{}
	for _, r := range t.Rows {
		number := func(x float64) *float64 {
			if math.IsNaN(x) {
				return nil
			}
			return &x
		}
		rows = append(rows, row{r.Model, number(r.Estimate), number(r.Low), number(r.High),
			number(r.MeanRank), number(r.Best), r.RankLow, r.RankHigh, r.Letters, r.NotBeaten})
	}
	return json.Marshal(struct {
		Sentence   string   `json:"sentence"`
		Dataset    string   `json:"dataset"`
		Task       string   `json:"task"`
		Metric     string   `json:"metric"`
		Higher     bool     `json:"higher_is_better"`
		Level      float64  `json:"level"`
		About      string   `json:"about"`
		Method     string   `json:"method"`
		KnownError string   `json:"known_error"`
		Models     []row    `json:"models"`
		Notes      []string `json:"notes"`
	}{t.Sentence(), t.Key.Dataset, t.Key.Task, t.Metric.Name, t.Metric.HigherIsBetter, 1 - t.Alpha, t.About, t.Method,
		t.KnownError, rows, append([]string{}, t.Notes...)})
}
