package voting

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

// Study simulates votes on data sets of N records: a scenario's records
// vote up to max(Ms) times, and the estimates of precision, recall and F1 from
// the votes are compared with those from the average of the confusion matrices.
type Study struct {
	Scenarios []Scenario
	N         int
	Ms        []int // replications, ascending
	Sets      int   // data sets of each scenario a shard
	Shards    int
	Seed      uint64
}

// DefaultStudy returns 2,000 data sets of 300 records, at paper scale 40,000.
func DefaultStudy(scale study.Scale, seed uint64) Study {
	s := Study{Scenarios: Scenarios(), N: 300, Ms: []int{1, 2, 3, 4, 5, 7, 9, 11, 13, 15}, Sets: 100, Shards: 20,
		Seed: seed}
	if scale == study.Paper {
		s.Sets = 2000
	}
	return s
}

// StudyRow is one metric after m replications.
type StudyRow struct {
	Scenario  string  `dataframe:"scenario"`
	N         int     `dataframe:"n"`
	P1        float64 `dataframe:"p_1"`   // share of right predictions of positive records
	P0        float64 `dataframe:"p_0"`   // of negative ones
	Rho2      float64 `dataframe:"rho_2"` // correlation of two predictions of a positive record
	Metric    string  `dataframe:"metric"`
	M         int     `dataframe:"m"`
	Average   float64 `dataframe:"average"` // mean of the estimates from the average matrix
	AverageSE float64 `dataframe:"average_se"`
	Vote      float64 `dataframe:"vote"` // mean of the estimates from the voting matrix
	VoteSE    float64 `dataframe:"vote_se"`
	Gain      float64 `dataframe:"gain"` // of the vote over the average
	GainSE    float64 `dataframe:"gain_se"`
	Theory    float64 `dataframe:"theory"` // vote by the voting paper (lemmas 3, 5, first order in 1/n)
	Exact     float64 `dataframe:"exact"`  // vote by the scenario's own distribution, first order in 1/n
	DataSets  int     `dataframe:"data_sets"`
	Seed      int     `dataframe:"seed"`
}

// voteCell accumulates one metric after m replications over data sets.
type voteCell struct{ Average, Vote, Gain sim.Moments }

func (c *voteCell) add(average, vote float64) {
	c.Average.Add(average)
	c.Vote.Add(vote)
	c.Gain.Add(vote - average)
}

func (c *voteCell) merge(from voteCell) {
	c.Average.Merge(from.Average)
	c.Vote.Merge(from.Vote)
	c.Gain.Merge(from.Gain)
}

// Run simulates the study; options as in package sim.
func (s Study) Run(ctx context.Context, opt sim.Options) ([]StudyRow, error) {
	e, err := s.Experiment("votes")
	if err != nil {
		return nil, err
	}
	return e.Run(ctx, opt)
}

// Experiment returns the study under the name of its logs.
func (s Study) Experiment(name string) (*study.Experiment[[]StudyRow], error) {
	if len(s.Ms) == 0 || s.Ms[0] < 1 || s.N < 2 {
		return nil, errors.New("voting: a study of votes needs at least 2 records and numbers of replications from 1 " +
			"on")
	}
	return study.New(name, sim.Experiment[[]voteCell, struct{}]{
		Plan: sim.Plan{Name: "votes", Version: 1, Seed: s.Seed, Shards: s.Shards,
			Config: map[string]any{"scenarios": s.Scenarios, "n": s.N, "ms": s.Ms, "sets": s.Sets}},
		Shard: func(ctx context.Context, _ struct{}, _ int, rng *rand.Rand) ([]voteCell, error) {
			var cells []voteCell
			for _, scenario := range s.Scenarios {
				c, err := s.scenario(ctx, scenario, rng)
				if err != nil {
					return nil, err
				}
				cells = append(cells, c...)
			}
			return cells, nil
		},
		Merge: study.Elementwise((*voteCell).merge),
	}, func(cells []voteCell, _ study.Effort) ([]StudyRow, error) { return s.rows(cells) }), nil
}

// scenario returns a cell for each m and metric, m first.
func (s Study) scenario(ctx context.Context, scenario Scenario, rng *rand.Rand) ([]voteCell, error) {
	metrics := posterior.Metrics()
	cells := make([]voteCell, len(s.Ms)*len(metrics))
	positive := int(math.Round(float64(s.N) * scenario.Pi1))
	most := s.Ms[len(s.Ms)-1]
	right := make([]bool, most)
	for range s.Sets {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		votes, sums := make([]posterior.Counts, len(s.Ms)), make([]posterior.Counts, len(s.Ms))
		for j := range s.N {
			gold := j < positive
			class := scenario.Negative
			if gold {
				class = scenario.Positive
			}
			class.vote(right, rng)
			hits, i := 0, 0
			for k, m := range s.Ms {
				for ; i < m; i++ {
					if right[i] {
						hits++
					}
				}
				count(&sums[k], gold, float64(hits), float64(m-hits))
				voted := 2*hits > m || gold && 2*hits == m // a tie is a vote for the positive class
				if voted {
					count(&votes[k], gold, 1, 0)
				} else {
					count(&votes[k], gold, 0, 1)
				}
			}
		}
		for k := range s.Ms {
			for i, metric := range metrics {
				cells[k*len(metrics)+i].add(sums[k].Value(metric), votes[k].Value(metric))
			}
		}
	}
	return cells, nil
}

// count adds right and wrong predictions of a record.
func count(c *posterior.Counts, gold bool, right, wrong float64) {
	if gold {
		c.TP += right
		c.FN += wrong
	} else {
		c.FP += wrong
	}
}

func (s Study) rows(cells []voteCell) ([]StudyRow, error) {
	var out []StudyRow
	for _, scenario := range s.Scenarios {
		model := scenario.model(s.N)
		for _, m := range s.Ms {
			theory, err := model.Expected(m)
			if err != nil {
				return nil, err
			}
			exact, err := scenario.exact(s.N, m)
			if err != nil {
				return nil, err
			}
			for _, metric := range posterior.Metrics() {
				c := cells[len(out)]
				out = append(out, StudyRow{Scenario: scenario.Name, N: s.N, P1: model.P1, P0: model.P0,
					Rho2: model.Rho2, Metric: metric.String(), M: m,
					Average: c.Average.Mean, AverageSE: c.Average.MeanSE(), Vote: c.Vote.Mean, VoteSE: c.Vote.MeanSE(),
					Gain: c.Gain.Mean, GainSE: c.Gain.MeanSE(), Theory: theory.Value(metric),
					Exact:    exact.Value(metric),
					DataSets: s.Sets * s.Shards, Seed: int(s.Seed)})
			}
		}
	}
	return out, nil
}

// GainRow is the gain of the vote over the average of one metric in one scenario, as
// simulated and by the theory of the voting paper.
type GainRow struct {
	Scenario string  `dataframe:"scenario"`
	Metric   string  `dataframe:"metric"`
	M        int     `dataframe:"m"`
	Gain     float64 `dataframe:"gain"`
	GainSE   float64 `dataframe:"gain_se"`
	Theory   float64 `dataframe:"by lemma 3"`
}

// Gains returns the gains at odd numbers of votes; rows hold m = 1 for each scenario
// and metric, whose vote is the average.
func Gains(rows []StudyRow) []GainRow {
	average := map[[2]string]float64{}
	for _, r := range rows {
		if r.M == 1 {
			average[[2]string{r.Scenario, r.Metric}] = r.Theory
		}
	}
	var out []GainRow
	for _, r := range rows {
		if r.M%2 == 1 {
			out = append(out, GainRow{Scenario: r.Scenario, Metric: r.Metric, M: r.M, Gain: r.Gain, GainSE: r.GainSE,
				Theory: r.Theory - average[[2]string{r.Scenario, r.Metric}]})
		}
	}
	return out
}
