package sequential

import "fmt"

// Outcome is what a sequential test found.
type Outcome struct {
	Decision Decision // of the last look
	Stop     int      // replications at the end
	Looks    []Look
}

// Running is a sequential test in progress, for callers that produce the replications
// themselves. R holds the data of one replication. Make one with TTest.Begin or
// Bayes.Begin.
type Running[R any] struct {
	start, max int
	add        func(m int, replication R) error
	look       func(m int) (Look, error) // after m replications
	out        Outcome
}

// M returns the number of replications seen.
func (r *Running[R]) M() int { return r.out.Stop }

// Done reports whether the test has ended: a look decided, or the last one is past.
func (r *Running[R]) Done() bool { return r.out.Decision != Continue || r.M() >= r.max }

// Outcome returns what the test found so far.
func (r *Running[R]) Outcome() Outcome { return r.out }

// Add takes the next replication and returns the look at all replications so far, nil
// before the first look. It is an error to add to a test that is done.
func (r *Running[R]) Add(replication R) (*Look, error) {
	if r.Done() {
		return nil, fmt.Errorf("sequential: the test ended at m = %d (%s); start a new one", r.M(), r.out.Decision)
	}
	return r.take(replication)
}

// take is Add for a test that may be done.
func (r *Running[R]) take(replication R) (*Look, error) {
	m := r.M() + 1
	if err := r.add(m, replication); err != nil {
		return nil, err
	}
	r.out.Stop = m
	if m < r.start {
		return nil, nil
	}
	l, err := r.look(m)
	if err != nil {
		return nil, err
	}
	if l.Decision == Continue && m == r.max {
		l.Decision = Undecided
	}
	r.out.Looks, r.out.Decision = append(r.out.Looks, l), l.Decision
	return &l, nil
}

// Run asks next for replication m = 1, 2, ..., one after the other and no more than the
// test needs, and returns the outcome.
func (r *Running[R]) Run(next func(m int) (R, error)) (Outcome, error) {
	for !r.Done() {
		m := r.M() + 1
		replication, err := next(m)
		if err != nil {
			return Outcome{}, fmt.Errorf("sequential: replication %d: %w", m, err)
		}
		if _, err := r.Add(replication); err != nil {
			return Outcome{}, err
		}
	}
	return r.out, nil
}
