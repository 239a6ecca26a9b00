package cleanup

import (
	"errors"
	"slices"
	"testing"
	"time"
)

func TestUndo(t *testing.T) {
	l := &ledger{undos: map[int]func(){}}
	var undone []string
	thing := func(name string) func() (func(), error) {
		return func() (func(), error) { return func() { undone = append(undone, name) }, nil }
	}
	hold := func(name string) func() {
		release, err := l.hold(thing(name))
		if err != nil {
			t.Fatal(err)
		}
		return release
	}
	hold("folder")
	released := hold("released")
	hold("process")
	if _, err := l.hold(func() (func(), error) { return nil, errors.ErrUnsupported }); !errors.Is(err,
		errors.ErrUnsupported) {
		t.Errorf("what cannot be made: %v", err)
	}
	released()
	l.undo()
	if want := []string{"process", "folder"}; !slices.Equal(undone, want) {
		t.Errorf("undone %q, want %q", undone, want)
	}
	made := make(chan bool, 1)
	go func() {
		_, _ = l.hold(func() (func(), error) { made <- true; return nil, nil })
	}()
	select {
	case <-made:
		t.Error("something was made after the end")
	case <-time.After(20 * time.Millisecond):
	}
}
