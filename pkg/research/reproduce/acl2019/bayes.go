package acl2019

import (
	"context"
	"fmt"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/research/reproduce"
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/results"
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
	cfg.Report(1, 1)
	return out, nil
}
