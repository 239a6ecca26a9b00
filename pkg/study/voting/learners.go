package voting

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/sim"
	"github.com/block-regularized/bcv/pkg/study"
	"github.com/block-regularized/bcv/pkg/voting"
)

// VoteLearnerStudy compares, for a real learner, the estimates from the votes
// and from the averaged confusion matrix of an m x 2 BCV with three truths,
// measured on fresh records of the same law:
//
//	one model on n/2   the mean confusion of the 2m models of the BCV
//	vote of models     the votes of the m models that an m x 2 BCV trains, on n/2 records each
//	one model on n     the model trained on all records
type VoteLearnerStudy struct {
	Config  string
	Law     dataset.Generator // of two classes; class 1 is positive
	N       int               // records that are cross-validated
	Fresh   int               // records for the truth
	Learner learn.Learner
	Ms      []int // replications, ascending
	Sets    int   // data sets a shard
	Shards  int   // 2 or more
	Seed    uint64
}

// VoteLearnerStudies returns stable and unstable learners on two laws: 60 data
// sets, at paper scale 2,000 (400 for kNN, which is slow to prepare).
func VoteLearnerStudies(scale study.Scale, seed uint64) []VoteLearnerStudy {
	sets := 3
	if scale == study.Paper {
		sets = 100
	}
	gaussians := dataset.Gaussians{P: 2, Shifted: 2, Shift: 0.5}
	var out []VoteLearnerStudy
	for _, c := range []struct {
		name    string
		law     dataset.Generator
		n       int
		fresh   int
		learner learn.Learner
	}{
		{"two Gaussians + logistic", gaussians, 600, 1000, linear.Logistic{}},
		{"two Gaussians + tree", gaussians, 600, 1000, tree.C45{}},
		{"SCLA + logistic", dataset.SCLA(20), 300, 1000, linear.Logistic{}},
		{"SCLA + kNN", dataset.SCLA(20), 300, 400, neighbour.KNN{}},
		{"SCLA + tree", dataset.SCLA(20), 300, 1000, tree.C45{}},
	} {
		s := VoteLearnerStudy{c.name, c.law, c.n, c.fresh, c.learner, []int{3, 5, 9, 15}, sets, 20, seed}
		if _, slow := c.learner.(neighbour.KNN); slow && scale == study.Paper {
			s.Sets = 20
		}
		out = append(out, s)
	}
	return out
}

// voteTruths are the truths in the order of the cells.
var voteTruths = [...]string{"one model on n/2", "vote of models", "one model on n"}

// voteErrors accumulates the errors of one estimate against each truth.
type voteErrors struct {
	Value sim.Moments
	Truth [len(voteTruths)]sim.Moments
	Error [len(voteTruths)]sim.Moments
}

func (v *voteErrors) add(value float64, truth [len(voteTruths)]float64) {
	v.Value.Add(value)
	for t := range truth {
		v.Truth[t].Add(truth[t])
		v.Error[t].Add(value - truth[t])
	}
}

func (v *voteErrors) merge(o voteErrors) {
	v.Value.Merge(o.Value)
	for t := range v.Error {
		v.Truth[t].Merge(o.Truth[t])
		v.Error[t].Merge(o.Error[t])
	}
}

// voteTally sums what the agreement of the predictions of one class needs.
type voteTally struct {
	Records, Right, Pairs float64
	Voted                 []float64 // right votes, by m
}

// voteState is the result of a shard.
type voteState struct {
	Errors []voteErrors              // by m, metric, and average or vote
	Class  sim.Batches[[2]voteTally] // negatives, positives
}

func mergeTallies(into *[2]voteTally, from [2]voteTally) {
	for c := range into {
		into[c].Records += from[c].Records
		into[c].Right += from[c].Right
		into[c].Pairs += from[c].Pairs
		if len(into[c].Voted) < len(from[c].Voted) { // into is empty
			into[c].Voted = make([]float64, len(from[c].Voted))
		}
		for k, v := range from[c].Voted {
			into[c].Voted[k] += v
		}
	}
}

func mergeVoteStates(into *voteState, from voteState) {
	if into.Errors == nil {
		into.Errors = make([]voteErrors, len(from.Errors))
	}
	for k := range from.Errors {
		into.Errors[k].merge(from.Errors[k])
	}
	into.Class.Merge(from.Class)
}

// VoteLearnerRow is the error of one estimate against one truth.
type VoteLearnerRow struct {
	Config    string  `dataframe:"config"`
	Learner   string  `dataframe:"learner"`
	N         int     `dataframe:"n"`
	Metric    string  `dataframe:"metric"`
	M         int     `dataframe:"m"`
	Estimator string  `dataframe:"estimator"` // average or vote
	Value     float64 `dataframe:"value"`     // mean of the estimate over data sets
	ValueSE   float64 `dataframe:"value_se"`
	Of        string  `dataframe:"truth_of"`
	Truth     float64 `dataframe:"truth"` // mean over data sets
	Bias      float64 `dataframe:"bias"`  // mean of estimate less truth of the same data set
	BiasSE    float64 `dataframe:"bias_se"`
	RMSE      float64 `dataframe:"rmse"` // root of the mean squared error
	RMSESE    float64 `dataframe:"rmse_se"`
	DataSets  int     `dataframe:"data_sets"`
	Seed      int     `dataframe:"seed"`
}

// VoteAgreementRow sets lemma 3 of the voting paper beside the votes of a learner.
type VoteAgreementRow struct {
	Config   string  `dataframe:"config"`
	Learner  string  `dataframe:"learner"`
	Class    string  `dataframe:"class"` // positive or negative
	M        int     `dataframe:"m"`
	Right    float64 `dataframe:"p"` // share of right predictions
	RightSE  float64 `dataframe:"p_se"`
	Rho2     float64 `dataframe:"rho2"` // correlation of two predictions of a record
	Rho2SE   float64 `dataframe:"rho2_se"`
	Voted    float64 `dataframe:"p_m"` // share of right votes
	VotedSE  float64 `dataframe:"p_m_se"`
	Lemma    float64 `dataframe:"p_m_lemma3"` // predicted from p and rho2
	Excess   float64 `dataframe:"excess"`     // Voted less Lemma
	ExcessSE float64 `dataframe:"excess_se"`
	DataSets int     `dataframe:"data_sets"`
	Seed     int     `dataframe:"seed"`
}

// Run simulates the study; options as in package sim.
func (s VoteLearnerStudy) Run(ctx context.Context, opt sim.Options) ([]VoteLearnerRow, []VoteAgreementRow, error) {
	e := sim.Experiment[voteState, struct{}]{
		Plan: sim.Plan{Name: "votes " + s.Config, Version: 1, Seed: s.Seed, Shards: s.Shards,
			Config: map[string]any{"law": s.Law.String(), "n": s.N, "fresh": s.Fresh, "learner": s.Learner.String(), "ms": s.Ms, "sets": s.Sets}},
		Shard: func(ctx context.Context, _ struct{}, _ int, rng *rand.Rand) (voteState, error) {
			return s.shard(ctx, rng)
		},
		Merge: mergeVoteStates,
	}
	state, err := e.Run(ctx, opt)
	if err != nil {
		return nil, nil, err
	}
	agreement, err := s.agreement(state)
	return s.rows(state), agreement, err
}

func (s VoteLearnerStudy) shard(ctx context.Context, rng *rand.Rand) (voteState, error) {
	state := voteState{Errors: make([]voteErrors, 2*len(s.Ms)*len(posterior.Metrics()))}
	var tally [2]voteTally
	d := s.Law.New(s.N + s.Fresh)
	for range s.Sets {
		if err := ctx.Err(); err != nil {
			return voteState{}, err
		}
		s.Law.Fill(d, rng)
		if err := s.one(d, rng.Uint64(), &state, &tally); err != nil {
			return voteState{}, fmt.Errorf("%s: %w", s.Config, err)
		}
	}
	state.Class.Parts = [][2]voteTally{tally}
	return state, nil
}

// one adds one data set, whose first N records are cross-validated.
func (s VoteLearnerStudy) one(d *dataset.Data, seed uint64, state *voteState, tally *[2]voteTally) error {
	set, err := cv.New(cv.BCV, s.N, cv.Options{M: s.Ms[len(s.Ms)-1], Seed: seed})
	if err != nil {
		return err
	}
	prepared, err := s.Learner.Prepare(d)
	if err != nil {
		return err
	}
	b, err := newBallots(d, s.N, prepared.NewFitter())
	if err != nil {
		return err
	}
	whole, err := b.whole()
	if err != nil {
		return err
	}
	k := 0
	for m := 1; m <= set.M(); m++ {
		if err := b.replication(set, m-1); err != nil {
			return err
		}
		if m == s.Ms[k] {
			if err := s.record(b, whole, k, state, tally); err != nil {
				return err
			}
			k++
		}
	}
	mergeTallies(tally, b.agreement(len(s.Ms)))
	return nil
}

// record adds the estimates and truths after Ms[k] replications.
func (s VoteLearnerStudy) record(b *ballots, whole posterior.Counts, k int, state *voteState, tally *[2]voteTally) error {
	voted, err := b.votes.Matrix()
	if err != nil {
		return err
	}
	var fresh posterior.Counts
	for _, v := range b.fresh {
		h, err := v.Matrix()
		if err != nil {
			return err
		}
		fresh = fresh.Add(h.Counts)
	}
	for i, metric := range posterior.Metrics() {
		truth := [...]float64{defined(b.single, metric), defined(fresh, metric), defined(whole, metric)}
		at := 2 * (k*len(posterior.Metrics()) + i)
		state.Errors[at].add(defined(b.sum, metric), truth)
		state.Errors[at+1].add(defined(voted.Counts, metric), truth)
	}
	for c, right := range [...]float64{voted.TN, voted.TP} {
		if tally[c].Voted == nil {
			tally[c].Voted = make([]float64, len(s.Ms))
		}
		tally[c].Voted[k] += right
	}
	return nil
}

// defined is the value of a metric, 0 for the precision of a model that calls no
// record positive, as a tree of one leaf may.
func defined(c posterior.Counts, metric posterior.Metric) float64 {
	if v := c.Value(metric); !math.IsNaN(v) {
		return v
	}
	return 0
}

// agreement returns the tallies of the records of one data set.
func (b *ballots) agreement(ms int) (out [2]voteTally) {
	for c, positive := range [...]bool{false, true} {
		a, m := b.votes.Agreement(positive), float64(b.votes.M())
		n := float64(a.Records)
		out[c] = voteTally{Records: n, Right: n * a.Right, Voted: make([]float64, ms)}
		for j, gold := range b.gold {
			if gold == positive {
				right := float64(b.votes.Ones(j))
				if !gold {
					right = m - right
				}
				out[c].Pairs += right * (right - 1) / (m * (m - 1))
			}
		}
	}
	return out
}

func (s VoteLearnerStudy) rows(state voteState) []VoteLearnerRow {
	var out []VoteLearnerRow
	for k, m := range s.Ms {
		for i, metric := range posterior.Metrics() {
			for e, estimator := range [...]string{"average", "vote"} {
				c := state.Errors[2*(k*len(posterior.Metrics())+i)+e]
				for t, of := range voteTruths {
					d := c.Error[t]
					square := d.M2/d.N + d.Mean*d.Mean
					row := VoteLearnerRow{Config: s.Config, Learner: s.Learner.String(), N: s.N, Metric: metric.String(), M: m, Estimator: estimator,
						Value: c.Value.Mean, ValueSE: c.Value.MeanSE(), Of: of, Truth: c.Truth[t].Mean, Bias: d.Mean, BiasSE: d.MeanSE(),
						RMSE: math.Sqrt(square), DataSets: s.Sets * s.Shards, Seed: int(s.Seed)}
					// Delta method: Var(mean of squares) from the fourth moment about 0.
					fourth := (d.M4+4*d.Mean*d.M3+6*d.Mean*d.Mean*d.M2)/d.N + math.Pow(d.Mean, 4)
					row.RMSESE = math.Sqrt(math.Max(fourth-square*square, 0)/d.N) / (2 * row.RMSE)
					out = append(out, row)
				}
			}
		}
	}
	return out
}

// agreement returns a row for each class and m. Standard errors are jackknifed
// over shards.
func (s VoteLearnerStudy) agreement(state voteState) ([]VoteAgreementRow, error) {
	var out []VoteAgreementRow
	for c, class := range [...]string{"negative", "positive"} {
		for k, m := range s.Ms {
			var failed error
			values, ses := state.Class.JackknifeAll(mergeTallies, func(t [2]voteTally) []float64 {
				a := t[c]
				p := a.Right / a.Records
				rho2 := (a.Pairs/a.Records - p*p) / (p * (1 - p))
				lemma, err := voting.MajorityProb(p, rho2, m)
				if err != nil {
					failed = err
				}
				voted := a.Voted[k] / a.Records
				return []float64{p, rho2, voted, lemma, voted - lemma}
			})
			if failed != nil {
				return nil, failed
			}
			out = append(out, VoteAgreementRow{Config: s.Config, Learner: s.Learner.String(), Class: class, M: m,
				Right: values[0], RightSE: ses[0], Rho2: values[1], Rho2SE: ses[1], Voted: values[2], VotedSE: ses[2],
				Lemma: values[3], Excess: values[4], ExcessSE: ses[4], DataSets: s.Sets * s.Shards, Seed: int(s.Seed)})
		}
	}
	return out, nil
}
