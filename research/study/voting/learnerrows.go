package voting

import (
	"math"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/voting"
)

// LearnerRow is the error of one estimate against one truth.
type LearnerRow struct {
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

// LemmaRow sets lemma 3 of the voting paper beside the votes of a learner.
type LemmaRow struct {
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

func (s LearnerStudy) rows(state voteState) []LearnerRow {
	var out []LearnerRow
	for k, m := range s.Ms {
		for i, metric := range posterior.Metrics() {
			for e, estimator := range [...]string{"average", "vote"} {
				c := state.Errors[2*(k*len(posterior.Metrics())+i)+e]
				for t, of := range voteTruths {
					d := c.Error[t]
					square := d.M2/d.N + d.Mean*d.Mean
					row := LearnerRow{Config: s.Config, Learner: s.Learner.String(), N: s.N, Metric: metric.String(),
						M: m, Estimator: estimator,
						Value: c.Value.Mean, ValueSE: c.Value.MeanSE(), Of: of, Truth: c.Truth[t].Mean, Bias: d.Mean,
						BiasSE: d.MeanSE(),
						RMSE:   math.Sqrt(square), DataSets: s.Sets * s.Shards, Seed: int(s.Seed)}
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
func (s LearnerStudy) agreement(state voteState) ([]LemmaRow, error) {
	var out []LemmaRow
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
			out = append(out, LemmaRow{Config: s.Config, Learner: s.Learner.String(), Class: class, M: m,
				Right: values[0], RightSE: ses[0], Rho2: values[1], Rho2SE: ses[1], Voted: values[2], VotedSE: ses[2],
				Lemma: values[3], Excess: values[4], ExcessSE: ses[4], DataSets: s.Sets * s.Shards, Seed: int(s.Seed)})
		}
	}
	return out, nil
}

// BothRow sets the errors of the average and of the vote against one truth beside
// each other.
type BothRow struct {
	Config      string  `dataframe:"data and learner"`
	Of          string  `dataframe:"truth of"`
	Truth       float64 `dataframe:"truth"`
	AverageBias float64 `dataframe:"bias of the average"`
	AverageSE   float64 `dataframe:"its s.e."`
	AverageRMSE float64 `dataframe:"rmse of the average"`
	VoteBias    float64 `dataframe:"bias of the vote"`
	VoteSE      float64 `dataframe:"s.e. of it"`
	VoteRMSE    float64 `dataframe:"rmse of the vote"`
}

// Both returns a row for each configuration and truth of one metric after m
// replications.
func Both(rows []LearnerRow, metric string, m int) []BothRow {
	rows = study.Where(rows, func(r LearnerRow) bool { return r.Metric == metric && r.M == m })
	var out []BothRow
	for _, of := range study.Group(rows, func(r LearnerRow) [2]string { return [2]string{r.Config, r.Of} }) {
		b := BothRow{Config: of[0].Config, Of: of[0].Of, Truth: of[0].Truth}
		for _, r := range of {
			if r.Estimator == "average" {
				b.AverageBias, b.AverageSE, b.AverageRMSE = r.Bias, r.BiasSE, r.RMSE
			} else {
				b.VoteBias, b.VoteSE, b.VoteRMSE = r.Bias, r.BiasSE, r.RMSE
			}
		}
		out = append(out, b)
	}
	return out
}
