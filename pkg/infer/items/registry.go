package items

import "github.com/block-regularized/bcv/pkg/infer"

// Test describes a test of this package.
type Test struct {
	Name   string // as in Result.Test
	About  string // what a statement of it holds for
	Needs  string
	Source string
	// Run is nil for tests of scores of the whole, which take Parts; of a mean those of Sample.Parts.
	Run func(Sample, infer.Options) (infer.Result, error)
}

// Tests returns the tests of scores of items, and of the whole.
func Tests() []Test {
	return []Test{
		{"item-t", "these models on new items", "independent items, in one run and draw or the mean of several",
			"paired t-test", ItemT},
		{"cluster-t", "these models on new clusters of items", "2 or more clusters", "Bell and McCaffrey 2002", ClusterT},
		{"stratified-t", "these models on new items of these tasks", "items of several tasks",
			"Cochran 1977, section 5.4", StratifiedT},
		{"crossed-t", "the models run again, on new items or clusters", "2 or more runs of each model",
			"Cochran 1964 (two-way random effects)", CrossedT},
		{"ppi-t", "these models on new items or clusters", "scores of people on a random sample of the items that a judge " +
			"scored", "Angelopoulos, Duchi and Zrnic 2023 (PPI++)", PPIT},
		{"delong", "these models on new items", "ROC AUC of two classes, and independent items",
			"DeLong et al. 1988", DeLong},
		{"obuchowski", "these models on new clusters of items", "ROC AUC of two classes, and 2 or more clusters",
			"Obuchowski 1997", Obuchowski},
		{"linearized-t", "these models on new items or clusters", "a score of the whole that is smooth in sums over items",
			"delta method, then item-t or cluster-t", nil},
		{"randomization", "these models on these items", "as many runs of A as of B", "Noreen 1989", nil},
		{"bca", "these models on new items or clusters", "a mean of items, or a score of the whole that samples with " +
			"replacement leave defined", "Efron 1987", nil},
	}
}
