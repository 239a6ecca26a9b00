package voting

import (
	"errors"
	"fmt"

	"github.com/block-regularized/bcv/pkg/posterior"
)

// Matrix is the confusion matrix of the votes on all records, or its
// expectation.
type Matrix struct {
	M int // replications that voted; 0 means the limit of many
	posterior.Counts
	TN float64
}

// N returns the number of records.
func (v Matrix) N() float64 { return v.TP + v.FP + v.FN + v.TN }

// Votes counts the predictions of each record of a data set, replication by
// replication. Make it with NewVotes.
type Votes struct {
	gold []bool
	ones []int
	m    int
}

// NewVotes returns an empty count of votes. gold has one element a record: is
// it of the positive class? It is not copied.
func NewVotes(gold []bool) (*Votes, error) {
	if len(gold) == 0 {
		return nil, errors.New("voting: no records to vote on; give the true label of every record")
	}
	return &Votes{gold: gold, ones: make([]int, len(gold))}, nil
}

// Add counts one replication: predicted[j] is its prediction for record j, made
// by the model of the fold that did not train on it.
func (v *Votes) Add(predicted []bool) error {
	if len(predicted) != len(v.gold) {
		return fmt.Errorf("voting: %d predictions for %d records; a replication of two-fold CV predicts every record "+
			"once", len(predicted), len(v.gold))
	}
	for j, p := range predicted {
		if p {
			v.ones[j]++
		}
	}
	v.m++
	return nil
}

// M returns the number of replications counted so far.
func (v *Votes) M() int { return v.m }

// Ones returns the number of positive predictions of record j.
func (v *Votes) Ones(j int) int { return v.ones[j] }

// Majority returns the voted prediction of each record (V eq. 13): positive
// when at least half of the predictions are. A tie, which an even m allows,
// counts as positive, as in the source: it favours recall at the cost of
// precision. With an odd m there are none. It returns nil before any
// replication.
func (v *Votes) Majority() []bool {
	if v.m == 0 {
		return nil
	}
	out := make([]bool, len(v.ones))
	for j, k := range v.ones {
		out[j] = 2*k >= v.m
	}
	return out
}

// Matrix returns the voting matrix H_m.
func (v *Votes) Matrix() (Matrix, error) {
	if v.m == 0 {
		return Matrix{}, errors.New("voting: nobody voted yet; add at least one replication")
	}
	out := Matrix{M: v.m}
	for j, positive := range v.Majority() {
		switch {
		case positive && v.gold[j]:
			out.TP++
		case positive:
			out.FP++
		case v.gold[j]:
			out.FN++
		default:
			out.TN++
		}
	}
	return out, nil
}

// Agreement describes the predictions of the positive (or the negative)
// records: how often they are right, and the correlation rho2 of two
// predictions of one record by different replications, the parameters p_1 (or
// p_0) and rho2 of Model.
type Agreement struct {
	Records int
	Right   float64 // share of right predictions
	// correlation of two predictions of a record; NaN for fewer than two replications or if all are equal
	Rho2 float64
}

// Agreement returns the agreement on the records of one class.
func (v *Votes) Agreement(positive bool) Agreement {
	var a Agreement
	var right, pairs float64
	for j, k := range v.ones {
		if v.gold[j] != positive {
			continue
		}
		if !positive {
			k = v.m - k
		}
		a.Records++
		right += float64(k)
		pairs += float64(k) * float64(k-1)
	}
	n, m := float64(a.Records), float64(v.m)
	a.Right = right / (n * m)
	a.Rho2 = (pairs/(n*m*(m-1)) - a.Right*a.Right) / (a.Right * (1 - a.Right))
	return a
}

// FromPredictions returns the voting matrix of predictions z[i][j], replication
// i by record j, given the true labels, all 0 or 1.
func FromPredictions(z [][]int, gold []int) (Matrix, error) {
	truth, err := binary(gold)
	if err != nil {
		return Matrix{}, fmt.Errorf("voting: true labels: %w", err)
	}
	votes, err := NewVotes(truth)
	if err != nil {
		return Matrix{}, err
	}
	for i, row := range z {
		predicted, err := binary(row)
		if err != nil {
			return Matrix{}, fmt.Errorf("voting: replication %d: %w", i+1, err)
		}
		if err := votes.Add(predicted); err != nil {
			return Matrix{}, fmt.Errorf("voting: replication %d: %w", i+1, err)
		}
	}
	return votes.Matrix()
}

// binary converts labels 0 and 1.
func binary(labels []int) ([]bool, error) {
	out := make([]bool, len(labels))
	for j, l := range labels {
		if l != 0 && l != 1 {
			return nil, fmt.Errorf("record %d has the label %d; use 1 for the positive class and 0 for all others", j,
				l)
		}
		out[j] = l == 1
	}
	return out, nil
}
