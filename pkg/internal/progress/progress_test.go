package progress

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// clocked returns a listener whose clock is moved by hand.
func clocked(show func(state), every time.Duration, late bool) (listen func(done, total int), pass func(time.Duration)) {
	now := time.Unix(0, 0)
	t := newTracker(show, every, late, func() time.Time { return now })
	return t.listen, func(d time.Duration) { now = now.Add(d) }
}

// Where no terminal is, short work leaves one line.
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

// Long work writes a line a minute. What an earlier run did takes no part in
// the estimate.
func TestPlainLong(t *testing.T) {
	var b bytes.Buffer
	listen, pass := clocked(plain(&b, "variances"), lineInterval, true)
	for done := 900; done <= 1000; done++ {
		listen(done, 1000)
		pass(2 * time.Second)
	}
	want := "variances: 930 of 1000, 2m20s left\nvariances: 960 of 1000, 1m20s left\nvariances: 990 of 1000, 20s left\nvariances: done in 200.0 s\n"
	if b.String() != want {
		t.Errorf("%q", b.String())
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
	text := b.String()
	for _, want := range []string{"credibility, ...", "credibility, 3s left", "75%"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %q", want, text)
		}
	}
	if !strings.HasSuffix(text, "\rcredibility: done in 4.0 s\n") {
		t.Errorf("%q", text)
	}
}

// The block in a notebook shows the time left, not too often, and ends empty;
// what stays does not depend on the clock.
func TestNotebook(t *testing.T) {
	var blocks, stay []string
	show := inNotebook("<walk>", "id7", func(id, html string) {
		if id != "id7" {
			t.Errorf("block %q", id)
		}
		blocks = append(blocks, html)
	}, func(html string) { stay = append(stay, html) })
	listen, pass := clocked(show, interval, false)
	for done := range 101 {
		listen(done, 100)
		pass(50 * time.Millisecond)
	}
	if len(blocks) != 26 || blocks[25] != "" {
		t.Fatalf("%d blocks, the last %q", len(blocks), blocks[len(blocks)-1])
	}
	if want := "&lt;walk&gt; <progress value=0 max=100></progress> 0 of 100, ..."; blocks[0] != want {
		t.Errorf("first block %q", blocks[0])
	}
	if want := "&lt;walk&gt; <progress value=20 max=100></progress> 20 of 100, 4s left"; blocks[5] != want {
		t.Errorf("block %q", blocks[5])
	}
	if fmt.Sprint(stay) != "[&lt;walk&gt;: 100 done]" {
		t.Errorf("%q stay", stay)
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
