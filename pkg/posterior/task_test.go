package posterior

import (
	"slices"
	"testing"
)

func TestUnequalGold(t *testing.T) {
	task := Task{Name: "t", M: 1, A: Model{"old", []Counts{Chunks(10, 9, 8), Chunks(12, 11, 9)}},
		B: Model{"new", []Counts{Chunks(10, 8, 8), Chunks(13, 12, 9)}}}
	want := []string{"replication 1 fold 2 holds 12 positives for old but 13 for new"}
	if got := task.UnequalGold(); !slices.Equal(got, want) {
		t.Errorf("notes %q, want %q", got, want)
	}
}
