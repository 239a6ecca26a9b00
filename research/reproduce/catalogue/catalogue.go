package catalogue

import (
	"context"
	"strings"

	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/reproduce/acl2019"
	"github.com/block-regularized/bcv/research/reproduce/mcnemar"
	"github.com/block-regularized/bcv/research/reproduce/thesis2"
	"github.com/block-regularized/bcv/research/reproduce/thesis3"
	"github.com/block-regularized/bcv/research/reproduce/thesis4"
	"github.com/block-regularized/bcv/research/reproduce/thesis5"
	"github.com/block-regularized/bcv/research/reproduce/thesis7"
	"github.com/block-regularized/bcv/research/reproduce/voting"
	"github.com/block-regularized/bcv/research/study"
)

// All returns the experiments in the order of the documents.
func All() []reproduce.Experiment {
	return []reproduce.Experiment{
		thesis2.DataShapes(),
		thesis2.Partitions(),
		thesis2.Overlaps(),
		thesis3.Partitions(),
		thesis4.Tables(),
		acl2019.Table1(),
		mcnemar.Table3(),
		acl2019.BayesTables(),
		acl2019.Credibility(),
		voting.Table2(),
		mcnemar.ErrorTables(),
		thesis3.ReductionRates(),
		thesis2.Variances(),
		thesis3.Variances(),
		mcnemar.DataSets(),
		thesis5.LetterCorrelations(),
		thesis5.Theory(),
		thesis5.TStatistics(),
		thesis5.NormalErrors(),
		thesis5.VarianceEstimators(),
		thesis5.LetterSequential(),
		thesis7.DefectCounts(),
		thesis7.DefectProneness(),
	}
}

// RunChosen runs experiments as Run does, and notes why numbers were not run.
func RunChosen(ctx context.Context, cfg study.Config, experiments []reproduce.Experiment,
	published []reproduce.Published, progress func(name string) func(done, total int)) (reproduce.Outcome, error) {
	out, err := reproduce.Run(ctx, cfg, experiments, published, progress)
	return explained(out), err
}

// explained notes why numbers were not run.
func explained(out reproduce.Outcome) reproduce.Outcome {
	covered := map[string]bool{}
	for _, e := range All() {
		for _, item := range e.Items {
			covered[item] = true
		}
	}
	for i, r := range out.Rows {
		if r.Verdict == reproduce.NotRun {
			out.Rows[i].Note = notRunReason(r.Source+":"+r.Item, covered)
		}
	}
	return out
}

// Account runs the experiments behind some items ("thesis:table-5.9", or a whole
// source; none means all) and returns their rows, published beside computed.
func Account(ctx context.Context, cfg study.Config, items ...string) ([]reproduce.Row, error) {
	published, err := reproduce.ReadPublished(cfg.Data)
	if err != nil {
		return nil, err
	}
	chosen, err := reproduce.Select(All(), published, items)
	if err != nil {
		return nil, err
	}
	out, err := RunChosen(ctx, cfg, chosen, published, nil)
	return reproduce.Filter(out.Rows, items), err
}

// notRunReason describes why a number has no result: nothing covers its item, or what
// covers it needs the paper scale, a local copy of its data, or is not among the
// chosen experiments. covered holds the items of all experiments.
func notRunReason(item string, covered map[string]bool) string {
	switch {
	case !covered[item]:
		return "no experiment covers it yet"
	case item == "mcnemar:table-5":
		return "needs --scale paper and its data; MNIST the stored run of examples/mnist"
	case strings.HasSuffix(item, ":text"):
		return "quoted in text, no experiment covers it yet"
	}
	return "needs --scale paper and its data, or was not chosen"
}
