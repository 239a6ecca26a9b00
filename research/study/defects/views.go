package defects

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/study"
)

// TestSummary is what the partition sets of one kind show about a difference,
// Models[1] minus Models[0].
type TestSummary struct {
	Data       string  `dataframe:"data"`
	Features   string  `dataframe:"features"`
	Choice     string  `dataframe:"choice"`
	Metric     string  `dataframe:"metric"`
	Sets       int     `dataframe:"sets"`
	Difference float64 `dataframe:"difference"` // mean
	SD         float64 `dataframe:"sd"`         // between sets
	Length     float64 `dataframe:"length"`     // mean length of the 95% intervals about the algorithms
	Fitted     string  `dataframe:"p_h1_fitted"`
	Algorithms string  `dataframe:"p_h1_algorithms"`
	AcceptH1   float64 `dataframe:"accept_h1"` // share of sets whose Bayes test, about the fitted models, accepts H1
	Above      float64 `dataframe:"above"`     // share of sets whose interval about the algorithms is above 0
	Below      float64 `dataframe:"below"`     // and below 0
}

// SummarizeTests summarizes rows by data, features, choice and metric, in the order of
// first appearance; kinds with one row are left out.
func SummarizeTests(rows []TestRow) []TestSummary {
	key := func(r TestRow) TestSummary {
		return TestSummary{Data: r.Data, Features: r.Features, Choice: r.Choice, Metric: r.Metric}
	}
	var out []TestSummary
	for _, of := range study.Group(rows, key) {
		if len(of) > 1 {
			out = append(out, key(of[0]).of(of))
		}
	}
	return out
}

func (s TestSummary) of(rows []TestRow) TestSummary {
	n := float64(len(rows))
	spread := func(value func(TestRow) float64) Spread {
		values := make([]float64, len(rows))
		for i, r := range rows {
			values[i] = value(r)
		}
		return NewSpread(values)
	}
	for _, r := range rows {
		s.Length += (r.High - r.Low) / n
		if r.Fitted > 0.5 {
			s.AcceptH1 += 1 / n
		}
		if r.Low > 0 {
			s.Above += 1 / n
		}
		if r.High < 0 {
			s.Below += 1 / n
		}
	}
	d := spread(func(r TestRow) float64 { return r.Difference })
	s.Sets, s.Difference, s.SD = len(rows), d.Mean, d.SD
	s.Fitted = spread(func(r TestRow) float64 { return r.Fitted }).range3()
	s.Algorithms = spread(func(r TestRow) float64 { return r.Algorithms }).range3()
	return s
}

// range3 is the median with the 5% and 95% quantiles.
func (s Spread) range3() string {
	return fmt.Sprintf("%.3f (%.3f to %.3f)", s.Median, s.Low, s.High)
}

// TaskOf returns the sums of both models on one partition set as a task; choice is Nested or SameFolds. Its
// posteriors are about the fitted models. ok says that the rows have both.
func TaskOf(rows []SetRow, data, features, choice string, partition int) (t posterior.Task, ok bool) {
	t = posterior.Task{Name: fmt.Sprintf("set %d, %s, chosen %s", partition, features, choice), M: replications,
		Pooled: true}
	found := study.Where(rows, func(r SetRow) bool {
		return r.Data == data && r.Features == features && r.Partition == partition && r.Choice == choice
	})
	for _, r := range found {
		for k, model := range []*posterior.Model{&t.A, &t.B} {
			if r.Model == Models[k] {
				*model = posterior.Model{Name: r.Model, Folds: []posterior.Counts{r.Counts()}}
			}
		}
	}
	return t, t.A.Folds != nil && t.B.Folds != nil
}

// SetSummary is what the partition sets of one kind show about a model: means over the sets.
type SetSummary struct {
	Data       string  `dataframe:"data"`
	Features   string  `dataframe:"features"`
	Choice     string  `dataframe:"choice"`
	Model      string  `dataframe:"model"`
	Sets       int     `dataframe:"sets"`
	Components float64 `dataframe:"components"`
	Found      float64 `dataframe:"found"` // of 100 defective methods: the recall in percent
	Right      float64 `dataframe:"right"` // of 100 methods that it names: the precision in percent
	F1         float64 `dataframe:"f1"`
	F1SE       float64 `dataframe:"f1_se"` // standard error between sets
}

// SummarizeSets summarizes rows by data, features, choice and model, in the order of first
// appearance; kinds with one row are left out.
func SummarizeSets(rows []SetRow) []SetSummary {
	key := func(r SetRow) SetSummary {
		return SetSummary{Data: r.Data, Features: r.Features, Choice: r.Choice, Model: r.Model}
	}
	var out []SetSummary
	for _, of := range study.Group(rows, key) {
		if len(of) < 2 {
			continue
		}
		s, n := key(of[0]), float64(len(of))
		var f1 []float64
		for _, r := range of {
			s.Components += r.Components / n
			s.Found += 100 * r.Value(posterior.Recall) / n
			s.Right += 100 * r.Value(posterior.Precision) / n
			f1 = append(f1, r.Value(posterior.F1))
		}
		spread := NewSpread(f1)
		s.Sets, s.F1, s.F1SE = spread.Sets, spread.Mean, spread.SE()
		out = append(out, s)
	}
	return out
}
