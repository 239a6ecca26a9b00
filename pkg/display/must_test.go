package display

import (
	"errors"
	"strconv"
	"testing"
)

func TestMust(t *testing.T) {
	if got := Must(strconv.Atoi("12")); got != 12 {
		t.Errorf("%d", got)
	}
	Check(nil)
	want := errors.New("no such file")
	defer func() {
		if got := recover(); got != want {
			t.Errorf("panic %v, want %v", got, want)
		}
	}()
	Must(0, want)
}
