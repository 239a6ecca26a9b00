package neighbour

import (
	"context"
	"sync"

	"github.com/block-regularized/bcv/pkg/learn"
)

// neighbours is shared by the fits on a data set: the features and, once that is less work than a search for each
// fit, the lists of neighbours.
type neighbours struct {
	*space
	weight []float64 // of the features; nil if each fit has its own
	length int       // of a list, 0 for none
	class  []int32   // of the records, if lists count votes between two classes

	mu    sync.Mutex
	spent float64 // pairs of records that fits compare without lists
	lists *lists
	pair  *pair // nil without class
}

// plan returns the lists if they are worth it for fits that compare the given number of pairs of records, in
// addition to pairs compared before; otherwise nil. Results with and without lists are the same. It returns the
// error of a context that ends.
func (s *neighbours) plan(pairs float64, stop context.Context, pool *learn.Pool) (*lists, *pair, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.spent += pairs
	if s.lists == nil && s.length > 0 && s.spent > float64(s.n)*float64(s.n) {
		l, err := s.sort(stop, pool)
		if err != nil {
			return nil, nil, err
		}
		s.lists = l
		if s.class != nil {
			s.pair = newPair(l, s.class)
		}
	}
	return s.lists, s.pair, nil
}

// sort makes the lists.
func (s *neighbours) sort(stop context.Context, pool *learn.Pool) (*lists, error) {
	var k pack
	rows := span(0, s.n)
	k.take(s.space, s.weight, rows)
	l, seekers := newLists(s.n, s.length), make([]seeker, pool.Size())
	pool.Each(groups(s.n), func(worker, g int) {
		if stopped(stop) {
			return
		}
		w, some := &seekers[worker], rows[g*group:min((g+1)*group, s.n)]
		w.seek(&k, some, s.length)
		for r, i := range some {
			l.set(int(i), &w.near[r])
		}
	})
	if stopped(stop) {
		return nil, stop.Err()
	}
	return l, nil
}

// groups is the number of groups of n records.
func groups(n int) int { return (n + group - 1) / group }

// stopped reports whether a context has ended; nil never does.
func stopped(ctx context.Context) bool { return ctx != nil && ctx.Err() != nil }
