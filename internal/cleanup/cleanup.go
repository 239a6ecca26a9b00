// Package cleanup undoes what must not outlive the process when a signal ends it:
// half-written files, folders of training data, programs that run for a fit.
//
// Deferred calls do that for a function that returns. A process that a signal ends
// runs none of them, and a learner in the middle of a long fit cannot return soon.
// So the code that makes such a thing also holds it here, and the command calls Undo
// before it exits.
package cleanup

import "sync"

// ledger holds what is to be undone, in the order in which it was made.
type ledger struct {
	mu    sync.Mutex
	next  int
	undos map[int]func()
}

var process = &ledger{undos: map[int]func(){}}

// Hold makes something and keeps how to undo it until release is called, which
// does not undo it. Nothing is held if make fails. Undo sees a thing either not
// made or held: it waits for the end of make, which should be short.
func Hold(make func() (undo func(), err error)) (release func(), err error) {
	return process.hold(make)
}

// Whole runs f, which should be short, so that Undo comes before or after it.
func Whole(f func() error) error {
	process.mu.Lock()
	defer process.mu.Unlock()
	return f()
}

// Wait returns at once, or never once Undo was called: the process is about to end,
// and nothing reads what its goroutines would report.
func Wait() {
	process.mu.Lock()
	defer process.mu.Unlock()
}

// Undo undoes all that is held, the last first. From then on Hold, Whole, Wait and
// release block for good, so that nothing is made that would be left behind: the
// caller ends the process.
func Undo() { process.undo() }

func (l *ledger) hold(make func() (func(), error)) (func(), error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	undo, err := make()
	if err != nil {
		return nil, err
	}
	id := l.next
	l.next++
	l.undos[id] = undo
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.undos, id)
	}, nil
}

func (l *ledger) undo() {
	l.mu.Lock()
	for id := l.next - 1; id >= 0; id-- {
		if undo := l.undos[id]; undo != nil {
			undo()
		}
	}
}
