//go:build unix

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// Parts that are killed at random moments, run twice at a time and run again, in any
// order, are collected to the bytes of one run. SIGTERM and SIGINT end with status 75.
func TestPartsThatAreKilled(t *testing.T) {
	self, err := exec.LookPath("bcv") // testscript puts it there
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "parts")
	bcv := func(args ...string) *exec.Cmd {
		cmd := exec.Command(self, append([]string{"study"}, args...)...)
		cmd.Env = append(os.Environ(), "SLURM_CPUS_PER_TASK=")
		return cmd
	}
	want, err := bcv("run", "coverage", "--seed", "9").Output()
	if err != nil {
		t.Fatal(err)
	}
	const parts = 16
	rng, killed := rand.New(rand.NewPCG(1, 2)), map[syscall.Signal]int{}
	part := func(k int) *exec.Cmd {
		return bcv("part", "coverage", "--seed", "9", "--index", fmt.Sprint(k), "--of", fmt.Sprint(parts), "--dir", dir, "--workers", "1")
	}
	for try := 0; try < 3; try++ {
		for i, k := range rng.Perm(parts) {
			sig := []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT}[i%3]
			cmd, twin := part(k), part(k)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if try == 0 && i < 3 {
				if err := twin.Run(); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(time.Duration(5+rng.IntN(100)) * time.Millisecond)
			_ = cmd.Process.Signal(sig)
			_ = cmd.Wait()
			ended := cmd.ProcessState.Sys().(syscall.WaitStatus)
			switch {
			case ended.ExitStatus() == 0:
			case ended.Signaled() && ended.Signal() == sig: // SIGKILL, or before main began
				killed[syscall.SIGKILL]++
			case ended.ExitStatus() == exitAgain:
				killed[sig]++
			default:
				t.Errorf("part %d, %v: %v", k, sig, cmd.ProcessState)
			}
		}
	}
	if killed[syscall.SIGKILL] == 0 || killed[syscall.SIGTERM]+killed[syscall.SIGINT] == 0 {
		t.Errorf("ended in time: %v; nothing was tested", killed)
	}
	for _, k := range rng.Perm(parts) {
		if text, err := part(k).CombinedOutput(); err != nil {
			t.Fatalf("part %d: %v, %s", k, err, text)
		}
	}
	got, err := bcv("collect", "coverage", "--seed", "9", "--dir", dir).Output()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("collected\n%s\nwant\n%s", got, want)
	}
}
