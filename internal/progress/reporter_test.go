package progress

import (
	"bytes"
	"testing"
	"time"
)

// Silent work is reported now and then, and work with lines of its own is not interrupted.
func TestReporter(t *testing.T) {
	var b bytes.Buffer
	now := time.Unix(0, 0)
	r := newReporter(&b, func() time.Time { return now })
	pass := func(seconds int) {
		for range seconds {
			now = now.Add(time.Second)
			r.beat()
		}
	}
	pass(100) // nothing has begun
	r.Listener("tables")
	pass(75)
	listen := r.Listener("variances")
	pass(20)
	for done := range 41 { // a step a second: lines of its own
		listen(done, 100)
		pass(1)
	}
	pass(28)
	listen(100, 100)
	want := "tables: still at it after 35s\ntables: still at it after 1m10s\n" +
		"variances: 10 of 100, 4m30s left\nvariances: 40 of 100, 1m30s left\nvariances: done in 89.0 s\n"
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

func TestReporterStops(t *testing.T) {
	r := NewReporter(new(bytes.Buffer))
	r.Listener("work")(1, 1)
	r.Stop()
}
