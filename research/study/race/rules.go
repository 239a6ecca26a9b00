package race

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/infer/race"
	"github.com/block-regularized/bcv/pkg/infer/ranks"
)

// level is alpha of all rules, last the replications that they may use.
const (
	level = 0.05
	last  = 12
)

// rule returns what to drop after m replications, of the algorithms that are left, given their losses by fold.
type rule func(losses [][]float64, m int, left []int) ([]race.Drop, error)

// names are the rules in their order in rules.
var names = []string{"bcv race", "irace: Friedman", "finetune: race_anova", "finetune: race_win_loss",
	"successive halving"}

// rules returns the rules, for one race.
func rules(models int) ([]rule, error) {
	own, err := race.Race{Models: models, Max: last, Alpha: level}.Begin()
	calibrated := func(losses [][]float64, m int, _ []int) ([]race.Drop, error) {
		next := make([][2]float64, len(losses))
		for i, l := range losses {
			next[i] = [2]float64(l[2*m-2 : 2*m])
		}
		l, err := own.Add(next)
		if l == nil {
			return nil, err
		}
		return l.Dropped, err
	}
	return []rule{calibrated, friedman, anova, winLoss, halving}, err
}

// run runs a race of algorithms with these expected losses, the smallest first.
func (r rule) run(losses [][]float64, expected []float64) (counts, error) {
	var n counts
	var left []int
	for i := range losses {
		left = append(left, i)
	}
	trainings := 0
	for m := 1; m <= last && len(left) > 1; m++ {
		trainings += 2 * len(left)
		drops, err := r(losses, m, left)
		if err != nil {
			return n, err
		}
		for _, d := range drops {
			left = slices.DeleteFunc(left, func(i int) bool { return i == d.Model })
			if expected[d.Model] <= expected[d.By] {
				n.False = 1
			}
		}
	}
	if expected[left[0]] == expected[0] { // places ascend
		n.Kept = 1
		if len(left) == 1 {
			n.Winner = 1
		}
	}
	n.Left, n.Saved = len(left), 1-float64(trainings)/float64(2*last*len(losses))
	n.Squares = n.Saved * n.Saved
	return n, nil
}

// means returns the mean losses of those that are left after m replications, and the place in left of the smallest.
func means(losses [][]float64, m int, left []int) (out []float64, best int) {
	for _, i := range left {
		out = append(out, floats.Sum(losses[i][:2*m])/float64(2*m))
	}
	return out, floats.MinIdx(out)
}

// worse returns drops by the best of those for which is holds.
func worse(left []int, best int, is func(i int) bool) (out []race.Drop) {
	for i, model := range left {
		if i != best && is(i) {
			out = append(out, race.Drop{Model: model, By: left[best]})
		}
	}
	return out
}

// friedman is the rule of irace: from the first whole replication with 5 folds, where Friedman's test of the ranks
// within folds rejects, drop what is worse than the best by the t-test of Conover (1999, p. 369). Two are compared by
// Wilcoxon's test.
func friedman(losses [][]float64, m int, left []int) ([]race.Drop, error) {
	if 2*m < 5 {
		return nil, nil
	}
	if len(left) == 2 {
		d, sizes := make([]float64, 2*m), make([]float64, 2*m)
		for f := range d {
			a, b := losses[left[0]][f], losses[left[1]][f]
			d[f], sizes[f] = a-b, max(math.Abs(a), math.Abs(b))
		}
		w, err := ranks.Wilcoxon(d, sizes)
		best := 0
		if w.Greater < w.Less { // the second has the smaller losses
			best = 1
		}
		return worse(left, best, func(int) bool { return w.PValue < level }), err
	}
	scores := make(ranks.Scores, 2*m)
	for f := range scores {
		for _, i := range left {
			scores[f] = append(scores[f], losses[i][f])
		}
	}
	all, err := ranks.Friedman(scores, ranks.Lower, nil)
	if err != nil || !(all.PValue < level) {
		return nil, err
	}
	r, err := ranks.Ranks(scores, ranks.Lower, nil)
	n, df, squares := float64(2*m), float64((2*m-1)*(len(left)-1)), 0.0
	for _, row := range r {
		squares += floats.Dot(row, row)
	}
	limit := special.StudentCritical(level/2, df) *
		math.Sqrt(2*(n*squares-n*n*floats.Dot(all.Ranks, all.Ranks))/df)
	best := floats.MinIdx(all.Ranks)
	return worse(left, best, func(i int) bool { return n*(all.Ranks[i]-all.Ranks[best]) > limit }), err
}

// anova is race_anova of finetune: from the first whole replication with 3 folds, drop what has a 95% Wald interval
// above 0 for its difference to the best, in a model with an effect of the fold, the analysis of variance.
func anova(losses [][]float64, m int, left []int) ([]race.Drop, error) {
	if 2*m < 3 {
		return nil, nil
	}
	mean, best := means(losses, m, left)
	k, n, residual := float64(len(left)), float64(2*m), 0.0
	for f := range 2 * m {
		fold := 0.0
		for i, model := range left {
			d := losses[model][f] - mean[i]
			fold += d
			residual += d * d
		}
		residual -= fold * fold / k
	}
	limit := special.StudentCritical(level/2, math.Inf(1)) * math.Sqrt(2*residual/((k-1)*(n-1))/n)
	return worse(left, best, func(i int) bool { return mean[i]-mean[best] > limit }), nil
}

// winLoss is race_win_loss of finetune: from the first whole replication with 3 folds, drop what never wins, and what
// has an upper limit below 0 for its ability relative to the one with most wins, in the model of Bradley and Terry. The
// limit is of t with one degree of freedom, as there. The fit is the linear one for abilities that differ little:
// 4/(nk) for a win more, with standard error sqrt(8/(nk)), in n folds of k algorithms.
func winLoss(losses [][]float64, m int, left []int) ([]race.Drop, error) {
	if 2*m < 3 {
		return nil, nil
	}
	wins := make([]float64, len(left))
	for f := range 2 * m {
		for i, a := range left {
			for _, b := range left {
				if losses[a][f] < losses[b][f] {
					wins[i]++
				} else if a != b && losses[a][f] == losses[b][f] {
					wins[i] += 0.5
				}
			}
		}
	}
	limit := special.StudentCritical(level, 1) * math.Sqrt(float64(m*len(left)))
	best := floats.MaxIdx(wins)
	return worse(left, best, func(i int) bool { return wins[i] == 0 || wins[best]-wins[i] >= limit }), nil
}

// halving is successive halving by thirds: the best third stays after 1 and 4 replications, the best one after 12.
func halving(losses [][]float64, m int, left []int) ([]race.Drop, error) {
	keep := map[int]int{1: (len(left) + 2) / 3, 4: (len(left) + 2) / 3, last: 1}[m]
	if keep == 0 {
		return nil, nil
	}
	mean, best := means(losses, m, left)
	sorted := slices.Sorted(slices.Values(mean))
	return worse(left, best, func(i int) bool { return mean[i] > sorted[keep-1] }), nil
}
