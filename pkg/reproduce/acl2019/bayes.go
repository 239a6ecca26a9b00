package acl2019

import (
	"context"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/reproduce"
	"github.com/block-regularized/bcv/pkg/study"
)

// published is the design of tables 3 to 5, the text and the poster (§3).
var published = reproduce.Sampling{Draws: 1_000_000}

// The weight as published and used in the tables; w(3) is 0.36880211.
const publishedWeight = 0.3688

// BayesTables covers the credible intervals and Bayes tests of three chunking
// tasks: ACL tables 2-5, thesis tables 6.1-6.4, poster table 2, and the
// probabilities quoted in their text. Everything is exact, from the published
// fold counts.
func BayesTables() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "bayes",
		Title: "Credible intervals and Bayes tests of three chunking tasks",
		Items: []string{"acl2019:table-2", "acl2019:table-3", "acl2019:table-4", "acl2019:table-5", "acl2019:text",
			"thesis:table-6.1", "thesis:table-6.2", "thesis:table-6.3", "thesis:table-6.4", "thesis:text",
			"acl2019_poster:table-2", "voting_appendix:text"},
		Run: runBayesTables,
	}
}

// ChunkingTasks reads the fold counts published with the ACL paper: word
// segmentation (CWS), entity boundaries (NER) and organization names (ORG).
func ChunkingTasks(cfg study.Config) ([]posterior.Task, error) {
	f, err := cfg.Data.Open("counts/acl2019.csv")
	if err != nil {
		return nil, fmt.Errorf("acl2019: %w", err)
	}
	defer f.Close()
	c, err := fold.ParseCounts("counts/acl2019.csv", f)
	return c.Tasks, err
}

// ChunkingComparisons returns the Bayes tests of the ACL paper with the
// published weight.
func ChunkingComparisons(cfg study.Config) ([]posterior.Comparison, error) {
	tasks, err := ChunkingTasks(cfg)
	if err != nil {
		return nil, err
	}
	return posterior.Compare(tasks, posterior.Options{Weighting: posterior.FixedWeight(publishedWeight)})
}

func runBayesTables(_ context.Context, cfg study.Config) ([]reproduce.Result, error) {
	comparisons, err := ChunkingComparisons(cfg)
	if err != nil {
		return nil, err
	}
	byName := map[string]posterior.Comparison{}
	var out []reproduce.Result
	for _, c := range comparisons {
		byName[c.Task+"/"+c.Metric] = c
		out = append(out, intervalResults(c)...)
		out = append(out, testResults(c)...)
	}
	out = append(out, textResults(byName)...)
	cfg.Report(1, 1)
	return out, nil
}

// bounds lists the four interval bounds of a comparison in percent, with the
// names that the tables give them.
func bounds(c posterior.Comparison) []struct {
	key, posterKey string
	percent        float64
} {
	return []struct {
		key, posterKey string
		percent        float64
	}{
		{"A/low", "a_ci_low_pct", 100 * c.ALow}, {"A/high", "a_ci_high_pct", 100 * c.AHigh},
		{"B/low", "b_ci_low_pct", 100 * c.BLow}, {"B/high", "b_ci_high_pct", 100 * c.BHigh},
	}
}

func intervalResults(c posterior.Comparison) []reproduce.Result {
	var out []reproduce.Result
	for _, b := range bounds(c) {
		cut := []reproduce.Explanation{{Erratum: "E26", Reading: "cut off, not rounded", Value: cutOff(b.percent)}}
		key := c.Task + "/" + c.Metric + "/" + b.key
		for _, at := range [...][2]string{{"acl2019", "table-2"}, {"thesis", "table-6.1"}} {
			out = append(out, reproduce.Result{Source: at[0], Item: at[1], Key: key, Value: b.percent, Explanations: cut})
		}
		if c.Task == "ORG" {
			out = append(out, reproduce.Result{Source: "acl2019_poster", Item: "table-2", Key: "ORG/" + c.Metric + "/" + b.posterKey, Value: b.percent})
		}
	}
	return out
}

// testResults lists P(H0) and P(H1) of a comparison for every table that
// has them.
func testResults(c posterior.Comparison) []reproduce.Result {
	tables := map[string][2]string{"CWS": {"table-3", "table-6.2"}, "NER": {"table-4", "table-6.3"}, "ORG": {"table-5", "table-6.4"}}[c.Task]
	noise := published.Share(c.PH0)
	var out []reproduce.Result
	for _, h := range [...]struct {
		name, posterKey string
		p               float64
	}{{"H0", "p_h0", c.PH0}, {"H1", "p_h1", c.PH1}} {
		key := c.Task + "/" + c.Metric + "/" + h.name
		floor := []reproduce.Explanation{{Erratum: "E26", Reading: "nothing below 0.001 or above 0.999", Value: min(max(h.p, 0.001), 0.999)}}
		for i, source := range [...]string{"acl2019", "thesis"} {
			out = append(out, reproduce.Result{Source: source, Item: tables[i], Key: key, Value: h.p, PublishedSE: noise, Explanations: floor})
		}
		if c.Task == "ORG" {
			out = append(out, reproduce.Result{Source: "acl2019_poster", Item: "table-2", Key: "ORG/" + c.Metric + "/" + h.posterKey, Value: h.p, PublishedSE: noise})
		}
	}
	return out
}

// textResults covers the numbers that running text quotes.
func textResults(c map[string]posterior.Comparison) []reproduce.Result {
	const wrongProse = "E13: the text contradicts tables 6.3 and 6.4 of the thesis itself, which are right"
	highestNER := math.Max(c["NER/P"].PH1, math.Max(c["NER/R"].PH1, c["NER/F1"].PH1))
	out := []reproduce.Result{
		{Source: "acl2019", Item: "text", Key: "2.3/effective_weight", Value: posterior.WeightBCV(3)},
		{Source: "thesis", Item: "text", Key: "6.2.2/effective_weight_m3", Value: posterior.WeightBCV(3)},
		{Source: "voting_appendix", Item: "text", Key: "B/omega_weighted_m3", Value: 6 * posterior.WeightBCV(3),
			Explanations: []reproduce.Explanation{{Reading: "from the rounded weight 0.3688", Value: 6 * publishedWeight}}},
		{Source: "thesis", Item: "text", Key: "6.4.1/text_p_h1_P_CWS", Value: c["CWS/P"].PH1,
			Explanations: []reproduce.Explanation{{Erratum: "E31", Reading: "cut off, not rounded", Value: cutOff(c["CWS/P"].PH1)}}},
	}
	for _, q := range [...]struct {
		section, name string
		value         float64
		thesisWrong   bool
	}{
		{section: "4.2", name: "text_p_h1_P_NER", value: c["NER/P"].PH1, thesisWrong: true},
		{section: "4.2", name: "text_p_h1_R_NER", value: c["NER/R"].PH1, thesisWrong: true},
		{section: "4.3", name: "text_p_h1_P_ORG", value: c["ORG/P"].PH1, thesisWrong: true},
		{section: "4.3", name: "text_p_h0_R_ORG", value: c["ORG/R"].PH0, thesisWrong: true},
		{section: "4.3", name: "text_p_h0_F1_ORG", value: c["ORG/F1"].PH0, thesisWrong: true},
		{section: "4.1", name: "text_p_h1_P_CWS", value: c["CWS/P"].PH1},
	} {
		out = append(out, reproduce.Result{Source: "acl2019", Item: "text", Key: q.section + "/" + q.name, Value: q.value,
			PublishedSE: published.Share(q.value)})
		if q.thesisWrong {
			out = append(out, reproduce.Result{Source: "thesis", Item: "text", Key: "6." + q.section + "/" + q.name, Value: q.value, Note: wrongProse})
		}
	}
	for _, at := range [...][2]string{{"acl2019", "4.2"}, {"thesis", "6.4.2"}} {
		out = append(out, reproduce.Result{Source: at[0], Item: "text", Key: at[1] + "/text_p_h1_all_NER_below", Value: highestNER, Below: true})
	}
	return out
}

// cutOff returns v with two decimals, the others cut off.
func cutOff(v float64) float64 { return math.Floor(100*v) / 100 }
