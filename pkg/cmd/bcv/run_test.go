//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// gated predicts c0. While the file hold has a number, it waits to be killed once the checkpoint has that number of
// replications.
const gated = `while [ -e hold ] && [ "$(grep -c '"losses"' run.json)" -ge "$(cat hold)" ]; do
	kill -0 $PPID 2> /dev/null || exit 1
	sleep 0.05
done
awk -F, 'NR == 1 {print "record,prediction"; next} {print $1 ",c0"}' "$2" > "$3"
`

// A run that is killed resumes from its checkpoint and prints the same output.
func TestRunGoesOnAfterKills(t *testing.T) {
	folder := t.TempDir()
	var b strings.Builder
	b.WriteString("x,y,class\n")
	for i := range 600 {
		fmt.Fprintf(&b, "%d,%d,c%d\n", i*7919%10007, i*104729%10009, i*i%7*i%11%2)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("noise.csv", b.String())
	write("gated.sh", gated)
	args := []string{"run", "--data", "noise.csv", "--learner", "forest(trees=10)", "--command", "sh gated.sh", "--max",
		"8", "--alpha", "0.001"}
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
		write("hold", strconv.Itoa(m))
		s := start(t, folder, args...)
		waitFor(t, fmt.Sprintf("replication %d", m), func() bool { return kept() >= m })
		_ = s.Process.Kill()
		<-s.ended
	}
	if n := kept(); n != 4 {
		t.Errorf("%d replications after the kills, want 4", n)
	}
	if err := os.Remove(filepath.Join(folder, "hold")); err != nil {
		t.Fatal(err)
	}
	again := exec.Command(self, args...)
	again.Dir = folder
	got, err := again.Output()
	if err != nil || string(got) != string(want) {
		t.Errorf("after the kills (%v):\n%s\nin one go:\n%s", err, got, want)
	}
}
