package voting

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/sim"
	"github.com/block-regularized/bcv/pkg/study"
	"github.com/block-regularized/bcv/pkg/voting"
)

// VoteLaw is a law of the right predictions of the records of one class. A share
// Sure of the records is always predicted right. For each other record the
// probability of a right prediction is drawn from a Beta law with mean P, such
// that two of its predictions have correlation Rho2. With Sure = 0 this is the
// model of the voting paper; with more it is not, and theorem 1 may fail though
// the mean is above 1/2.
type VoteLaw struct {
	Sure, P, Rho2 float64 // in [0, 1]
}

// Mean is the probability that a prediction of a record drawn at random is right.
func (l VoteLaw) Mean() float64 { return l.Sure + (1-l.Sure)*l.P }

// Correlation is that of two predictions of a record drawn at random.
func (l VoteLaw) Correlation() float64 {
	p := l.Mean()
	both := l.Sure + (1-l.Sure)*(l.P*l.P+l.Rho2*l.P*(1-l.P))
	return (both - p*p) / (p * (1 - p))
}

// Majority is the exact probability that a vote of m is right; 0 stands for the limit of many.
func (l VoteLaw) Majority(m int, tie voting.Tie) (float64, error) {
	var p float64
	var err error
	if m == 0 {
		p, err = voting.MajorityProbLimit(l.P, l.Rho2)
	} else {
		p, err = voting.ExactMajorityProb(l.P, l.Rho2, m, tie)
	}
	return l.Sure + (1-l.Sure)*p, err
}

// vote draws the predictions of one record, right or wrong, into right.
func (l VoteLaw) vote(right []bool, rng *rand.Rand) {
	if l.Sure > 0 && rng.Float64() < l.Sure {
		for i := range right {
			right[i] = true
		}
		return
	}
	// Pólya's urn: each prediction adds its own colour.
	urn := 0.0
	for i := range right {
		u := rng.Float64()
		right[i] = u*(1-l.Rho2+float64(i)*l.Rho2) < l.P*(1-l.Rho2)+urn*l.Rho2
		if i == 0 { // where Rho2 is 1 the urn begins empty
			right[i] = u < l.P
		}
		if right[i] {
			urn++
		}
	}
}

// VoteScenario is a population of records of two classes.
type VoteScenario struct {
	Name               string
	Pi1                float64 // share of positive records
	Positive, Negative VoteLaw
}

// model is what the voting paper's theory knows of a scenario: the mean and the
// correlation of its predictions. A correlation that differs between the
// classes becomes that of the positive ones.
func (s VoteScenario) model(n int) voting.Model {
	return voting.Model{N: float64(n), Pi1: s.Pi1, P1: s.Positive.Mean(), P0: s.Negative.Mean(), Rho2: s.Positive.Correlation()}
}

// exact is the expected confusion matrix of the votes.
func (s VoteScenario) exact(n, m int) (voting.Matrix, error) {
	p1, err1 := s.Positive.Majority(m, voting.TieRight)
	p0, err0 := s.Negative.Majority(m, voting.TieWrong)
	positive, negative := float64(n)*s.Pi1, float64(n)*(1-s.Pi1)
	return voting.Matrix{M: m, Counts: posterior.Counts{TP: positive * p1, FP: negative * (1 - p0), FN: positive * (1 - p1)},
		TN: negative * p0}, errors.Join(err1, err0)
}

// VoteScenarios returns scenarios in which theorem 1 of the voting paper holds
// well, holds without effect, and fails.
func VoteScenarios() []VoteScenario {
	same := func(name string, pi1 float64, l VoteLaw) VoteScenario { return VoteScenario{name, pi1, l, l} }
	return []VoteScenario{
		same("good, weakly correlated", 0.5, VoteLaw{P: 0.8, Rho2: 0.2}),
		same("good, strongly correlated", 0.5, VoteLaw{P: 0.8, Rho2: 0.9}),
		same("weak, weakly correlated", 0.5, VoteLaw{P: 0.55, Rho2: 0.2}),
		{"positives below 1/2", 0.3, VoteLaw{P: 0.4, Rho2: 0.2}, VoteLaw{P: 0.9, Rho2: 0.2}},
		same("easy and hard records", 0.5, VoteLaw{Sure: 0.6, P: 0.4, Rho2: 0.05}),
	}
}

// VoteStudy simulates votes on data sets of N records: a scenario's records
// vote up to max(Ms) times, and the estimates of precision, recall and F1 from
// the votes are compared with those from the average of the confusion matrices.
type VoteStudy struct {
	Scenarios []VoteScenario
	N         int
	Ms        []int // replications, ascending
	Sets      int   // data sets of each scenario a shard
	Shards    int
	Seed      uint64
}

// DefaultVoteStudy returns 2,000 data sets of 300 records, at paper scale 40,000.
func DefaultVoteStudy(scale study.Scale, seed uint64) VoteStudy {
	s := VoteStudy{Scenarios: VoteScenarios(), N: 300, Ms: []int{1, 2, 3, 4, 5, 7, 9, 11, 13, 15}, Sets: 100, Shards: 20, Seed: seed}
	if scale == study.Paper {
		s.Sets = 2000
	}
	return s
}

// VoteStudyRow is one metric after m replications.
type VoteStudyRow struct {
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
	Exact     float64 `dataframe:"exact"`  // vote by the scenario's own law, first order in 1/n
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

func mergeVoteCells(into *[]voteCell, from []voteCell) {
	if len(*into) == 0 {
		*into = make([]voteCell, len(from))
	}
	for k, c := range from {
		(*into)[k].Average.Merge(c.Average)
		(*into)[k].Vote.Merge(c.Vote)
		(*into)[k].Gain.Merge(c.Gain)
	}
}

// Run simulates the study; options as in package sim.
func (s VoteStudy) Run(ctx context.Context, opt sim.Options) ([]VoteStudyRow, error) {
	if len(s.Ms) == 0 || s.Ms[0] < 1 || s.N < 2 {
		return nil, errors.New("voting: a vote study needs at least 2 records and numbers of replications from 1 on")
	}
	e := sim.Experiment[[]voteCell, struct{}]{
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
		Merge: mergeVoteCells,
	}
	cells, err := e.Run(ctx, opt)
	if err != nil {
		return nil, err
	}
	return s.rows(cells)
}

// scenario returns a cell for each m and metric, m first.
func (s VoteStudy) scenario(ctx context.Context, scenario VoteScenario, rng *rand.Rand) ([]voteCell, error) {
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
			law := scenario.Negative
			if gold {
				law = scenario.Positive
			}
			law.vote(right, rng)
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

func (s VoteStudy) rows(cells []voteCell) ([]VoteStudyRow, error) {
	var out []VoteStudyRow
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
				out = append(out, VoteStudyRow{Scenario: scenario.Name, N: s.N, P1: model.P1, P0: model.P0, Rho2: model.Rho2, Metric: metric.String(), M: m,
					Average: c.Average.Mean, AverageSE: c.Average.MeanSE(), Vote: c.Vote.Mean, VoteSE: c.Vote.MeanSE(),
					Gain: c.Gain.Mean, GainSE: c.Gain.MeanSE(), Theory: theory.Value(metric), Exact: exact.Value(metric),
					DataSets: s.Sets * s.Shards, Seed: int(s.Seed)})
			}
		}
	}
	return out, nil
}
