package crf

import (
	"cmp"
	"context"
	"fmt"
	"math"
)

// Settings control a fit. The zero value has the defaults of CRF++.
type Settings struct {
	C             float64 // weight of the likelihood against the penalty, above 0; 0 means 1
	Cutoff        int     // least number of occurrences of an attribute; 0 means 1
	L1            bool    // penalty |w|₁/C instead of w·w/(2C)
	Tolerance     float64 // relative decrease of the objective that counts as none; 0 means 0.0001
	MaxIterations int     // 0 means 100,000
	Workers       int     // goroutines; 0 means one per processor. Results do not depend on it
}

// Report describes a fit and its result.
type Report struct {
	Sentences, Tokens int
	Attributes        int     // of the training sentences that have weights
	Weights           int     // numbers fitted; CRF++ calls them features
	Objective         float64 // at the end, as CRF++ prints it
	Gap               float64 // bound on Objective minus its minimum, C/2 times the squared gradient; +Inf with L1
	Iterations        int
	Evaluations       int // of the objective and its gradient
	// End says why the fit ended: tolerance (the objective changed too little), iterations (their limit was
	// reached) or precision (rounding hides any decrease).
	End string
}

// check returns the settings with their defaults.
func (s Settings) check() (Settings, error) {
	s.C = cmp.Or(s.C, 1)
	if s.Tolerance == 0 {
		s.Tolerance = 1e-4
	}
	s.MaxIterations = cmp.Or(s.MaxIterations, 100_000)
	switch {
	case !(s.C >= 1e-100 && s.C <= 1e100):
		return s, fmt.Errorf("crf: C is %v; give a number above 0, as 1", s.C)
	case s.Cutoff < 0:
		return s, fmt.Errorf("crf: a cutoff of %d; give a number of occurrences, as 1", s.Cutoff)
	case !(s.Tolerance > 0 && s.Tolerance < 1):
		return s, fmt.Errorf("crf: a tolerance of %v; give a number between 0 and 1, as 0.0001", s.Tolerance)
	case s.MaxIterations < 0:
		return s, fmt.Errorf("crf: %d iterations at most; give a number above 0", s.MaxIterations)
	}
	return s, nil
}

// Fit fits a model on the sentences train, which ascend, of the corpus. Tags that do not occur in them are not in
// the model. The error reports invalid settings or sentences, or wraps the error of ctx, which ends a fit early.
func (s Settings) Fit(ctx context.Context, c *Corpus, train []int32) (*Model, error) {
	s, err := s.check()
	if err != nil {
		return nil, err
	}
	if len(train) == 0 {
		return nil, fmt.Errorf("crf: no training sentences")
	}
	for k, i := range train {
		if i < 0 || int(i) >= c.Len() || k > 0 && i <= train[k-1] {
			return nil, fmt.Errorf("crf: training sentence %d after %d in a corpus of %d; give numbers from 0 that ascend",
				i, train[max(0, k-1)], c.Len())
		}
	}
	p, err := newProblem(c, train, s)
	if err != nil {
		return nil, err
	}
	if p.dim() == 0 {
		return nil, fmt.Errorf("crf: no attribute occurs %d times in the training sentences; lower the cutoff",
			max(1, s.Cutoff))
	}
	m := newMinimizer(p)
	end, err := m.run(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("crf: fit on %d sentences: %w", len(train), err)
	}
	if math.IsNaN(m.f) || math.IsInf(m.f, 0) {
		return nil, fmt.Errorf("crf: the objective is %v at a C of %v; lower C", m.f, s.C)
	}
	return m.model(c, end), nil
}

// model returns the model at x.
func (m *minimizer) model(c *Corpus, end string) *Model {
	p := m.p
	out := &Model{templates: c.templates, extraction: c.extraction, Report: Report{
		Sentences:   len(p.start) - 1,
		Tokens:      len(p.gold),
		Attributes:  p.node.kept + p.edge.kept,
		Weights:     p.node.kept*p.width + p.edge.kept*p.width*p.width,
		Objective:   m.f,
		Gap:         p.cost / 2 * p.norm(m.g),
		Iterations:  m.iterations,
		Evaluations: m.evaluations,
		End:         end,
	}}
	if p.l1 {
		out.Report.Gap = math.Inf(1)
	}
	for _, tag := range p.labels {
		out.labels = append(out.labels, c.tags[tag])
	}
	p.weighted(func(at, n int, size float64) {
		for j := at; j < at+n; j++ {
			m.x[j] /= size
		}
	})
	out.node = table{c.node.index, p.node.of, m.x[:p.edges():p.edges()]}
	out.edge = table{c.edge.index, p.edge.of, m.x[p.edges():]}
	return out
}
