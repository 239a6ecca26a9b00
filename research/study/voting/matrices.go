package voting

import (
	"context"
	"fmt"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/results"
	votes "github.com/block-regularized/bcv/research/voting"
)

// MatrixRow is what one confusion matrix of a learner shows about F1: the effective one,
// a weighted sum of the 2m matrices of the folds, or the matrix of the votes.
type MatrixRow struct {
	Model  string  `dataframe:"model"`
	Matrix string  `dataframe:"matrix"` // effective or voting
	TP     float64 `dataframe:"TP"`
	FP     float64 `dataframe:"FP"`
	FN     float64 `dataframe:"FN"`
	F1     float64 `dataframe:"F1"` // posterior mode under a uniform prior
	Low    float64 `dataframe:"low"`
	High   float64 `dataframe:"high"` // of the 95% interval
}

// AgreementRow is how often the predictions of one class are right, and how two of
// them on one record are correlated.
type AgreementRow struct {
	Model string  `dataframe:"model"`
	Class string  `dataframe:"class"`
	Right float64 `dataframe:"share right"`
	Rho2  float64 `dataframe:"rho2"`
}

// Matrices cross-validates learners on an m x 2 BCV of d, whose class named positive
// counts, and compares the two matrices of each.
func Matrices(ctx context.Context, d *dataset.Data, positive string, m int, seed uint64,
	learners ...learn.Learner) ([]MatrixRow, []AgreementRow, error) {
	set, err := cv.New(cv.BCV, d.N(), cv.Options{M: m, Seed: seed})
	if err != nil {
		return nil, nil, err
	}
	result, err := holdout.Run(ctx, holdout.Plan{Data: d, Learners: learners, Set: set})
	if err != nil {
		return nil, nil, err
	}
	sums, err := foldSums(result, positive)
	if err != nil {
		return nil, nil, err
	}
	ballots, err := foldVotes(result, positive)
	if err != nil {
		return nil, nil, err
	}
	var matrices []MatrixRow
	var agreement []AgreementRow
	for _, b := range ballots {
		voted, err := b.Votes.Matrix()
		if err != nil {
			return nil, nil, err
		}
		for _, c := range []struct {
			name   string
			counts posterior.Counts
		}{{"effective", sums[b.Model].Scale(posterior.WeightBCV(m))}, {"voting", voted.Counts}} {
			row, err := matrixRow(c.counts)
			if err != nil {
				return nil, nil, fmt.Errorf("voting: %s, %s matrix: %w", b.Model, c.name, err)
			}
			row.Model, row.Matrix = b.Model, c.name
			matrices = append(matrices, row)
		}
		right, wrong := b.Votes.Agreement(true), b.Votes.Agreement(false)
		agreement = append(agreement, AgreementRow{Model: b.Model, Class: "positive", Right: right.Right,
			Rho2: right.Rho2},
			AgreementRow{Model: b.Model, Class: "negative", Right: wrong.Right, Rho2: wrong.Rho2})
	}
	return matrices, agreement, nil
}

// foldSums adds the counts of all folds, by model.
func foldSums(r results.Results, positive string) (map[string]posterior.Counts, error) {
	classes, err := r.ByClass(positive)
	if err != nil {
		return nil, err
	}
	out := map[string]posterior.Counts{}
	for a, model := range r.Models {
		for _, n := range classes[0].Counts.Of(a) {
			out[model] = out[model].Add(n)
		}
	}
	return out, nil
}

// foldVotes collects the predictions of all replications.
func foldVotes(r results.Results, positive string) ([]votes.ModelVotes, error) {
	var out []votes.Row
	for a := range r.Models {
		for i := range r.Units.All() {
			if i.Model == a {
				out = append(out, votes.Row{Model: r.Models[a], Replication: i.Replication, Record: i.Record,
					Truth:     i.Truth,
					Predicted: i.Predicted})
			}
		}
	}
	return votes.FromRows(out, positive)
}

func matrixRow(c posterior.Counts) (MatrixRow, error) {
	f1, err := posterior.NewDistribution(posterior.F1, c, 1)
	if err != nil {
		return MatrixRow{}, err
	}
	ci, err := f1.EqualTailed(0.95)
	return MatrixRow{TP: c.TP, FP: c.FP, FN: c.FN, F1: f1.Mode(), Low: ci.Low, High: ci.High}, err
}
