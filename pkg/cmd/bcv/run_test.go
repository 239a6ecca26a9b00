//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A run that is killed at any moment resumes from its checkpoint and prints the same output.
func TestRunGoesOnAfterKills(t *testing.T) {
	folder := t.TempDir()
	var b strings.Builder
	b.WriteString("x,y,class\n")
	for i := range 600 {
		fmt.Fprintf(&b, "%d,%d,c%d\n", i*7919%10007, i*104729%10009, i*i%7*i%11%2)
	}
	if err := os.WriteFile(filepath.Join(folder, "noise.csv"), []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"run", "--data", "noise.csv", "--learner", "forest(trees=40)", "--learner", "knn(k=3)", "--max", "8",
		"--alpha", "0.001"}
	self, err := exec.LookPath("bcv")
	if err != nil {
		t.Fatal(err)
	}
	whole := exec.Command(self, args...)
	whole.Dir = folder
	want, err := whole.Output()
	if err != nil {
		t.Fatal(err)
	}
	checkpoint := filepath.Join(folder, "run.json")
	kept := func() int {
		text, _ := os.ReadFile(checkpoint)
		return strings.Count(string(text), `"losses"`)
	}
	args = append(args, "--checkpoint", "run.json")
	for _, m := range []int{1, 3, 4} {
		s := start(t, folder, args...)
		waitFor(t, fmt.Sprintf("replication %d", m), func() bool { return kept() >= m })
		_ = s.Process.Kill()
		<-s.ended
	}
	if n := kept(); n >= 8 {
		t.Errorf("%d replications after the kills; nothing was left to resume", n)
	}
	again := exec.Command(self, args...)
	again.Dir = folder
	got, err := again.Output()
	if err != nil || string(got) != string(want) {
		t.Errorf("after the kills (%v):\n%s\nin one go:\n%s", err, got, want)
	}
}
