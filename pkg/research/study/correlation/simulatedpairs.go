package correlation

import (
	"context"
	"math"

	"github.com/block-regularized/bcv/pkg/research/sim"
	"github.com/block-regularized/bcv/pkg/research/simdata"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// DistributionTally counts the pairs of the seven McNemar algorithms on one
// distribution, among the pairs that have correlations: within the bounds of the McNemar
// paper, and, against lemma 5.4 of the thesis, with a larger correlation than both
// algorithms.
type DistributionTally struct {
	Distribution string `dataframe:"law"`
	Pairs        int    `dataframe:"pairs"`
	Admissible   int    `dataframe:"within the bounds"`
	Rho1Above    int    `dataframe:"rho1 above both"`
	Rho2Above    int    `dataframe:"rho2 above both"`
}

// SimulatedPairs runs the seven McNemar algorithms on data sets of 100 records of
// three simulated distributions, 50 times sets data sets each, at paper scale ten times as
// many. It returns the rows of the pairs that have correlations, and their counts.
func SimulatedPairs(ctx context.Context, cfg study.Config, sets int) ([]Row, []DistributionTally, error) {
	if cfg.Scale == study.Paper {
		sets *= 10
	}
	learners, labels := McNemarAlgorithms()
	var rows []Row
	var tallies []DistributionTally
	for _, d := range []struct {
		name         string
		distribution simdata.Generator
	}{{"SCLA", simdata.SCLA(20)}, {"twonorm", simdata.Twonorm{}}, {"waveform", simdata.Waveform{}}} {
		r, err := Study{Name: d.distribution.String(), Distribution: d.distribution, N: 100, M: 5,
			Learners: learners, Labels: labels, Sets: sets, Shards: 50, Seed: cfg.Seed}.Run(ctx, sim.Options{})
		if err != nil {
			return nil, nil, err
		}
		t, defined := againstLemma(d.name, r.Learners(), r.Pairs())
		rows, tallies = append(rows, defined...), append(tallies, t)
	}
	return rows, tallies, nil
}

// againstLemma counts pairs against lemma 5.4 and returns the pairs with correlations
// under the name of the distribution.
func againstLemma(distribution string, learners, pairs []Row) (DistributionTally, []Row) {
	alone := map[string]Row{}
	for _, r := range learners {
		alone[r.A] = r
	}
	t := DistributionTally{Distribution: distribution, Pairs: len(pairs)}
	var defined []Row
	for _, p := range pairs {
		if math.IsNaN(p.Rho1) {
			continue
		}
		tally(&t.Admissible, p.Admissible())
		tally(&t.Rho1Above, p.Rho1 > max(alone[p.A].Rho1, alone[p.B].Rho1))
		tally(&t.Rho2Above, p.Rho2 > max(alone[p.A].Rho2, alone[p.B].Rho2))
		p.Data = distribution
		defined = append(defined, p)
	}
	return t, defined
}
