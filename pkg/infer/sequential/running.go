package sequential

import "errors"

// Running is a sequential test in progress, for callers that have the replications come
// to them. Make it with Test.Begin.
type Running struct {
	w   *watch
	out Outcome
}

// Begin starts a test that has seen no replication.
func (s Test) Begin() (*Running, error) {
	w, err := s.watch()
	if err != nil {
		return nil, err
	}
	return &Running{w: w, out: Outcome{Rule: w.Rule.String()}}, nil
}

// Test returns the test with its defaults filled in.
func (r *Running) Test() Test { return r.w.Test }

// M returns the number of replications seen.
func (r *Running) M() int { return r.w.m }

// Done says whether the test has ended: it rejects, its difference is below Interest, or
// it has seen Max replications.
func (r *Running) Done() bool {
	if l, ok := r.Last(); ok && (l.Reject || l.Futile) {
		return true
	}
	return r.w.m >= r.w.Max
}

// Last returns the last look; ok is false before the first.
func (r *Running) Last() (l Look, ok bool) {
	if len(r.out.Looks) == 0 {
		return Look{}, false
	}
	return r.out.Looks[len(r.out.Looks)-1], true
}

// Add takes the differences mu_1^(j), mu_2^(j) of the next replication and looks, if it is
// time. They must be finite. It is an error to add to a test that is done.
func (r *Running) Add(d [2]float64) error {
	if r.Done() {
		return errors.New("sequential: the test has ended; start a new one")
	}
	if err := r.w.add(d); err != nil {
		return err
	}
	r.out.Differences = append(r.out.Differences, d)
	if r.w.m >= r.w.Start {
		r.out.Looks = append(r.out.Looks, r.w.look())
	}
	return nil
}

// Outcome returns the result of a test that is done; before that it is an error.
func (r *Running) Outcome() (Outcome, error) {
	if !r.Done() {
		return Outcome{}, errors.New("sequential: the test has not ended; add replications until Done")
	}
	out := r.out
	out.Stop = r.w.m
	out.Futile = out.Looks[len(out.Looks)-1].Futile
	var err error
	out.Result, err = r.w.result(out.Looks)
	return out, err
}
