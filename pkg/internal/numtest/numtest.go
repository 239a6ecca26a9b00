// Package numtest helps to test numeric code: that a call ends, and numbers of fixtures.
package numtest

import (
	"fmt"
	"testing"
	"time"
)

// Limit is the time that any one call of a numeric function may take in a test: a
// hundred times what the slowest takes.
const Limit = 5 * time.Second

// Ends runs f and fails the test at once if it takes longer than Limit. The call is
// named by what and its arguments.
func Ends(t testing.TB, f func(), what string, arguments ...any) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	late := time.NewTimer(Limit)
	defer late.Stop()
	select {
	case <-done:
	case <-late.C:
		t.Fatalf("%s(%s) has not ended after %v", what, fmt.Sprint(arguments...), Limit)
	}
}
