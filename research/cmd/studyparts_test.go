//go:build unix

package cmd

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/command/commandtest"
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
		return bcv("part", "coverage", "--seed", "9", "--index", fmt.Sprint(k), "--of", fmt.Sprint(parts), "--dir", dir,
			"--workers", "1")
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
			case ended.ExitStatus() == command.ExitAgain:
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

// The job script for Slurm gives its arguments on, and goes back into the queue after
// status 75 alone. Slurm itself is played by two scripts.
func TestJobScript(t *testing.T) {
	script, err := filepath.Abs("../../docker/cluster/bcv.sbatch")
	if err != nil {
		t.Fatal(err)
	}
	self, err := exec.LookPath("bcv")
	if err != nil {
		t.Fatal(err)
	}
	tools, folder := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"srun": `[ "$1" = --cpus-per-task=2 ] || exit 9; shift; if [ -n "$AS" ]; then exit "$AS"; fi; shift; exec ` +
			self + ` "$@"`,
		"scontrol": `echo "$@" >> queue`,
	} {
		if err := os.WriteFile(filepath.Join(tools, name), []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ as, queue, args string }{
		{"", "", "family-wise"}, {"", "", "family-wise own --seed 3"}, {"1", "", "x"}, {"2", "", "x"},
		{"75", "requeue 12_5\n", "x"},
	} {
		cmd := exec.Command("sh", append([]string{script}, strings.Fields(c.args)...)...)
		cmd.Dir = folder
		cmd.Env = append(os.Environ(), "PATH="+tools+":"+os.Getenv("PATH"), "AS="+c.as, "SLURM_ARRAY_JOB_ID=12",
			"SLURM_ARRAY_TASK_ID=5", "SLURM_CPUS_PER_TASK=2", "JOB_COMPLETION_INDEX=", "PARALLEL_SEQ=")
		text, err := cmd.CombinedOutput()
		if got := fmt.Sprint(cmd.ProcessState.ExitCode()); got != cmp.Or(c.as, "0") {
			t.Errorf("%+v: status %s, %v, %s", c, got, err, text)
		}
		queue, _ := os.ReadFile(filepath.Join(folder, "queue"))
		if string(queue) != c.queue {
			t.Errorf("%+v: queue %q", c, queue)
		}
	}
	for _, dir := range []string{"parts", "own"} {
		if logs, _ := filepath.Glob(filepath.Join(folder, dir, "family-wise.part-5-of-16.*.log")); len(logs) != 1 {
			t.Errorf("%s: %q", dir, logs)
		}
	}
}

// The covariance study in 1 part and in 16, collected from any order, has the bytes of one
// run.
func TestCovarianceInParts(t *testing.T) {
	for _, name := range []string{"SLURM_CPUS_PER_TASK", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "PARALLEL_SEQ"} {
		t.Setenv(name, "")
	}
	settings := []string{"variances", "--set", "distribution=SREG(p=4)", "--set", "learners=ols, ridge(lambda=10), " +
		"lasso(lambda=0.1)", "--set", "n=40", "--set", "sets=54", "--set", "shards=27", "--seed", "5"}
	study := func(verb string, more ...string) string {
		t.Helper()
		code, stdout, stderr := commandtest.Capture(Program, append(append([]string{"study", verb}, settings...), more...)...)
		if code != 0 {
			t.Fatalf("%s %v: %d, %s", verb, more, code, stderr)
		}
		return stdout
	}
	want := study("run")
	for _, parts := range []int{1, 16} {
		dir := t.TempDir()
		for _, k := range rand.New(rand.NewPCG(1, 3)).Perm(parts) {
			study("part", "--index", fmt.Sprint(k), "--of", fmt.Sprint(parts), "--dir", dir)
		}
		if logs, _ := filepath.Glob(filepath.Join(dir, "*.log")); len(logs) != parts {
			t.Errorf("%d parts: %d logs", parts, len(logs))
		}
		if got := study("collect", "--dir", dir); got != want {
			t.Errorf("%d parts: collected\n%s\nwant\n%s", parts, got, want)
		}
	}
}
