package acl2019

import (
	"context"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/coverage"
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
	all, err := results.Parse("counts/acl2019.csv", f, results.ReadOptions{})
	var tasks []posterior.Task
	for _, r := range all {
		tasks = append(tasks, r.Task(0, 1))
	}
	return tasks, err
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
	return out, nil
}

// Credibility covers the example of Wang and Li (2019, §2.4; thesis example
// 6.1): how often the 95% credible interval of F1 holds the true F1, and how
// long it is, for logistic regression on two Gaussian classes.
func Credibility() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "credibility",
		Title: "Degree of credibility and length of the intervals of F1",
		Items: []string{"acl2019:text", "thesis:text"},
		Run: func(ctx context.Context, cfg study.Config) ([]reproduce.Result, error) {
			c, err := coverage.Run(ctx, cfg, coverage.Default(cfg.Scale))
			if err != nil {
				return nil, err
			}
			return credibilityResults(c), nil
		},
	}
}

// credibilityResults sets the outcome beside the published numbers, percentages for the shares.
func credibilityResults(c coverage.Result) []reproduce.Result {
	names := [...][2]string{{"example_doc_corrected", "example_il_corrected"},
		{"example_doc_rho_1", "example_il_rho_1"}}
	section := [...][2]string{{"acl2019", "2.4"}, {"thesis", "6.2.3"}}
	ratio := math.Sqrt(c.Rows[0].Weight / c.Rows[1].Weight)
	misprint := fmt.Sprintf("E29: probably a misprint of 0.127: on the same counts the two lengths stand in the "+
		"ratio of the square roots of the weights, %.4f", ratio)
	var out []reproduce.Result
	for i, r := range c.Rows {
		for _, at := range section {
			note := fmt.Sprintf("E30: covers F1 of the models fitted to each data set; F1 of the algorithm is "+
				"covered by %.1f%% +- %.1f%%", 100*r.Algorithm, 100*r.AlgorithmSE)
			out = append(out, reproduce.Result{Source: at[0], Item: "text", Key: at[1] + "/" + names[i][0],
				Value: 100 * r.Fitted, SE: 100 * r.FittedSE, Note: note})
			length := reproduce.Result{Source: at[0], Item: "text", Key: at[1] + "/" + names[i][1], Value: r.Length,
				SE:   r.LengthSE,
				Note: "the paper does not name its number of data sets, so that its standard error is unknown"}
			if r.Weighting == posterior.HoldOutAverage {
				length.Note = misprint
			}
			out = append(out, length)
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
			Explanations: []reproduce.Explanation{{Reading: "from the rounded weight 0.3688",
				Value: 6 * publishedWeight}}},
		{Source: "thesis", Item: "text", Key: "6.4.1/text_p_h1_P_CWS", Value: c["CWS/P"].PH1},
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
		out = append(out, reproduce.Result{Source: "acl2019", Item: "text", Key: q.section + "/" + q.name,
			Value:       q.value,
			PublishedSE: published.Share(q.value)})
		if q.thesisWrong {
			out = append(out, reproduce.Result{Source: "thesis", Item: "text", Key: "6." + q.section + "/" + q.name,
				Value: q.value, Note: wrongProse})
		}
	}
	for _, at := range [...][2]string{{"acl2019", "4.2"}, {"thesis", "6.4.2"}} {
		out = append(out, reproduce.Result{Source: at[0], Item: "text", Key: at[1] + "/text_p_h1_all_NER_below",
			Value: highestNER, Below: true})
	}
	return out
}
