// Package catalogue lists all studies, so that a command line can run one by name.
package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/bootstrap"
	"github.com/block-regularized/bcv/research/study/calibration"
	"github.com/block-regularized/bcv/research/study/correlation"
	"github.com/block-regularized/bcv/research/study/covariance"
	"github.com/block-regularized/bcv/research/study/coverage"
	"github.com/block-regularized/bcv/research/study/defectcounts"
	"github.com/block-regularized/bcv/research/study/defects"
	"github.com/block-regularized/bcv/research/study/dependent"
	"github.com/block-regularized/bcv/research/study/items"
	"github.com/block-regularized/bcv/research/study/judged"
	"github.com/block-regularized/bcv/research/study/limit"
	"github.com/block-regularized/bcv/research/study/looks"
	"github.com/block-regularized/bcv/research/study/metrics"
	"github.com/block-regularized/bcv/research/study/nested"
	"github.com/block-regularized/bcv/research/study/partition"
	"github.com/block-regularized/bcv/research/study/preferences"
	"github.com/block-regularized/bcv/research/study/race"
	"github.com/block-regularized/bcv/research/study/ranksets"
	"github.com/block-regularized/bcv/research/study/rejection"
	"github.com/block-regularized/bcv/research/study/roles"
	"github.com/block-regularized/bcv/research/study/series"
	"github.com/block-regularized/bcv/research/study/stopping"
	"github.com/block-regularized/bcv/research/study/subsamples"
	"github.com/block-regularized/bcv/research/study/voting"
)

// All returns the studies in the order of their packages.
func All() []study.Study {
	return []study.Study{
		partition.Sizes, partition.Conditions,
		covariance.Variances, covariance.Functions,
		correlation.Scatter, correlation.EstimatorTables, correlation.Letter,
		rejection.Rejections,
		stopping.NormalErrors, stopping.CalibratedRules, stopping.AllTests, stopping.Letter,
		voting.Votes, voting.LearnerVotes, voting.Looks,
		coverage.Coverage,
		limit.Limit,
		calibration.Calibration, calibration.Letter, calibration.FamilyWise, calibration.EqualLearners,
		calibration.Levels, calibration.Decisions,
		nested.Nested,
		metrics.Metrics,
		subsamples.SubSamples,
		ranksets.RankSets,
		race.Race,
		dependent.Dependent,
		series.Series,
		items.Items, items.Areas,
		looks.Looks,
		judged.Judged,
		preferences.Preferences,
		roles.Roles, roles.Chosen,
		defectcounts.Counts,
		defects.Defects,
		bootstrap.Study,
	}
}

// Find returns the study with a name. The error names all that there are.
func Find(name string) (study.Study, error) {
	all := All()
	k := slices.IndexFunc(all, func(s study.Study) bool { return s.Name == name })
	if k >= 0 {
		return all[k], nil
	}
	var names []string
	for _, s := range all {
		names = append(names, s.Name)
	}
	return study.Study{}, fmt.Errorf("study: no study %q; use one of %s", name, strings.Join(names, ", "))
}
