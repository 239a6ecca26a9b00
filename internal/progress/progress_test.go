package progress

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// clocked returns a listener whose clock is moved by hand.
func clocked(show func(State), every time.Duration, late bool) (listen func(done, total int),
	pass func(time.Duration)) {
	now := time.Unix(0, 0)
	t := newTracker(show, every, late, func() time.Time { return now })
	return t.listen, func(d time.Duration) { now = now.Add(d) }
}

// Without a terminal, short work leaves one line.
func TestPlain(t *testing.T) {
	var b bytes.Buffer
	listen := New(&b, "credibility")
	for done := range 11 {
		listen(done, 10)
	}
	listen(10, 10) // again
	if !regexp.MustCompile(`^credibility: done in \d+\.\d s\n$`).Match(b.Bytes()) {
		t.Errorf("%q", b.String())
	}
}

// Long work writes a line every half minute. The estimate leaves out what an
// earlier run did.
func TestPlainLong(t *testing.T) {
	var b bytes.Buffer
	listen, pass := clocked(plain(&b, "variances"), lineInterval, true)
	for done := 900; done <= 1000; done++ {
		listen(done, 1000)
		pass(2 * time.Second)
	}
	want := "variances: 915 of 1000, 2m50s left\nvariances: 930 of 1000, 2m20s left\nvariances: 945 of 1000, 1m50s " +
		"left\nvariances: 960 of 1000, 1m20s left\nvariances: 975 of 1000, 50s left\nvariances: 990 of 1000, 20s " +
		"left\nvariances: done in 200.0 s\n"
	if b.String() != want {
		t.Errorf("%q", b.String())
	}
}

// Work that is mostly short leaves no line if it is short.
func TestNewLong(t *testing.T) {
	var b bytes.Buffer
	short := NewLong(&b, "compare")
	short(1, 2)
	short(2, 2)
	if b.Len() != 0 {
		t.Errorf("short work says %q, want nothing", b.String())
	}
	for _, c := range []struct {
		every, step time.Duration
		want        string
	}{
		{lineInterval, 20 * time.Second, "compare: 2 of 3, 20s left\ncompare: done in 60.0 s\n"},
		{interval, time.Second / 2, "compare: 2 of 3, 1s left\ncompare: done in 1.5 s\n"}, // nothing after half a second
		{interval, time.Second / 4, ""},
	} {
		b.Reset()
		now := time.Unix(0, 0)
		long := newLong(plain(&b, "compare"), c.every, func() time.Time { return now })
		for done := range 4 {
			long.listen(done, 3)
			now = now.Add(c.step)
		}
		if b.String() != c.want {
			t.Errorf("every %v: got %q, want %q", c.every, b.String(), c.want)
		}
	}
}

// The bar of a terminal names the work, its size and the time left; one line
// remains.
func TestTerminal(t *testing.T) {
	var b bytes.Buffer
	listen, pass := clocked(inTerminal(&b, "credibility"), interval, false)
	for done := range 5 {
		listen(done, 4)
		pass(time.Second)
	}
	blank := strings.Repeat(" ", len("credibility, 1s left || 75%")+barWidth)
	want := "\r\rcredibility, ... |                              | 0%" +
		"\r" + blank[:len(blank)-5] + "\rcredibility, 3s left |=======                       | 25%" +
		"\r" + blank + "\rcredibility, 2s left |===============               | 50%" +
		"\r" + blank + "\rcredibility, 1s left |======================        | 75%" +
		"\r" + blank + "\rcredibility: done in 4.0 s\n"
	if got := b.String(); got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
}

// Show passes on some updates, and the end once.
func TestShow(t *testing.T) {
	var seen []State
	listen, pass := clocked(func(s State) { seen = append(seen, s) }, interval, false)
	for done := range 101 {
		listen(done, 100)
		pass(50 * time.Millisecond)
	}
	listen(100, 100)
	if len(seen) != 26 || seen[25].Done != 100 {
		t.Fatalf("%d states, the last %+v", len(seen), seen[len(seen)-1])
	}
	if got := seen[0].Remaining() + ", " + seen[5].Remaining(); got != "..., 4s left" {
		t.Errorf("%s", got)
	}
	ended := false
	Show(func(s State) { ended = s.Done == s.Total })(1, 1)
	if !ended {
		t.Error("the end is not shown")
	}
}

// A listener may be called from several goroutines.
func TestConcurrent(t *testing.T) {
	var b bytes.Buffer
	listen := New(&b, "work")
	var group sync.WaitGroup
	for done := range 50 {
		group.Go(func() { listen(done+1, 50) })
	}
	group.Wait()
	if strings.Count(b.String(), "done in") != 1 {
		t.Errorf("%q", b.String())
	}
}
