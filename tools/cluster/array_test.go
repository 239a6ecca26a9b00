//go:build linux && slurm

// Package cluster runs what docker/cluster has with the real tools.
package cluster

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	studied = "votes" // 20 shards of 0.4 s
	tasks   = 10
)

// event does something to a task of an array that runs: process is its bcv, which is stopped, so that it cannot be
// done before the event reaches it.
type event struct {
	name string
	do   func(s *slurm, p process)
}

func (p process) id() string { return p.job + "_" + p.task }

var events = []event{
	{"TERM", func(s *slurm, p process) { // as --signal=TERM@60 in the script
		s.run("scancel", "--signal=TERM", p.id()+".0")
		s.until("SIGTERM to reach task "+p.id(), func() bool { return p.pending(syscall.SIGTERM) })
		_ = syscall.Kill(p.pid, syscall.SIGCONT)
	}},
	{"scancel", func(s *slurm, p process) { s.run("scancel", p.id()) }},
	{"requeue", func(s *slurm, p process) { s.run("scontrol", "requeue", p.id()) }},
	{"kill -9 bcv", func(s *slurm, p process) { _ = syscall.Kill(p.pid, syscall.SIGKILL) }},
	{"kill -9 slurmstepd", func(s *slurm, p process) {
		_ = syscall.Kill(p.parent, syscall.SIGKILL)
		_ = syscall.Kill(p.pid, syscall.SIGKILL) // which would run on
		s.run("scontrol", "requeue", p.id())     // srun would wait for minutes
	}},
	{"the node dies", func(s *slurm, p process) {
		_ = s.daemons["slurmd"].Process.Kill()
		for range 2 { // what a slurmstepd starts meanwhile as well
			for _, p := range s.processes("") {
				if p.name == "slurmstepd" || p.task != "" {
					_ = syscall.Kill(p.pid, syscall.SIGKILL)
				}
			}
		}
		s.until("Slurm to notice it", func() bool {
			return strings.HasPrefix(s.run("sinfo", "--noheader", "--format=%T"),
				"down")
		})
		s.start("slurmd", "-D")
	}},
}

// An array of jobs on a real Slurm, whose tasks are cancelled, put back into the queue and
// killed, and whose node dies, is collected to the bytes of one run when what is missing
// has run again. A task that SIGTERM ended with status 75 comes back by itself.
func TestArrayOnSlurm(t *testing.T) {
	skip(t)
	bin := build(t)
	seed := uint64(time.Now().UnixNano())
	if text := os.Getenv("BCV_SLURM_SEED"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		seed = n
	}
	t.Logf("BCV_SLURM_SEED=%d", seed)
	rng := rand.New(rand.NewPCG(seed, 19))

	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	s := startSlurm(ctx, t)
	if err := os.Symlink(filepath.Join(bin, "bcv"), filepath.Join(s.dir, "bin", "bcv")); err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("../../docker/cluster/bcv.sbatch")
	if err != nil {
		t.Fatal(err)
	}
	submit := func(list string, flags ...string) {
		s.run("sbatch", append(flags, "--array="+list, script, studied, "parts", "--of", fmt.Sprint(tasks),
			"--scale", "paper")...)
	}
	whole := make(chan string, 1)
	go func() {
		out, err := s.try("bcv", "study", "run", studied, "--scale", "paper")
		if err != nil {
			out = fmt.Sprintf("%v\n%s", err, out)
		}
		whole <- out
	}()
	submit(fmt.Sprintf("0-%d", tasks-1), "--hold")
	ended := s.disturb(rng)
	s.drain()
	if job := s.run("scontrol", "show", "job", ended); !strings.Contains(job, "JobState=COMPLETED") ||
		strings.Contains(job, "Restarts=0 ") {
		s.fail("SIGTERM ended task %s; it did not come back by itself\n%s", ended, job)
	}
	rounds := 0
	for {
		missing := s.missing()
		s.log("after round %d parts %q are missing", rounds, missing)
		if missing == "" {
			break
		}
		rounds++
		if rounds > 2 {
			s.fail("parts %s are missing after they ran again undisturbed", missing)
		}
		submit(missing)
		s.drain()
	}
	if rounds == 0 {
		t.Error("no part was missing though one was cancelled; nothing was tested")
	}
	s.log("all parts are there")
	got := s.run("bcv", "study", "collect", studied, "--dir", "parts", "--scale", "paper")
	if want := <-whole; got != want {
		t.Errorf("collected\n%s\none run\n%s", got, want)
	}
	s.log("collected and compared")
}

// skip leaves a test out where the user has said so.
func skip(t *testing.T) {
	t.Helper()
	if os.Getenv("BCV_SLURM") == "skip" {
		t.Skip("BCV_SLURM=skip leaves this test out: nothing is known about the tool")
	}
}

// build builds the programs and returns the folder that has them.
func build(t *testing.T) string {
	t.Helper()
	bin := t.TempDir()
	if out, err := exec.Command("go", "-C", "../..", "build", "-o", bin, "./pkg/cmd/bcv",
		"./research/cmd/bcv-research").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// disturb lets all events happen in a random order, each to a task that is released for it and at a random moment, and
// releases the other tasks. It returns the task that SIGTERM ended, to which nothing but the death of the node happens
// afterwards.
func (s *slurm) disturb(rng *rand.Rand) (ended string) {
	s.t.Helper()
	next := 0
	for _, k := range rng.Perm(len(events)) {
		var victim process
		for hit := false; !hit; next++ {
			if next == tasks {
				s.fail("%d tasks are too few for %d events: they are done before these happen", tasks, len(events))
			}
			victim, hit = s.strike(rng, events[k], next)
		}
		if events[k].name == "TERM" {
			ended = victim.id()
		}
	}
	for ; next < tasks; next++ {
		s.run("scontrol", "release", fmt.Sprintf("1_%d", next))
	}
	return ended
}

// program is the name of the process that computes, which bcv starts in its own place.
const program = "bcv-research"

// strike releases a task of the first array and lets an event happen to it. hit is false if the task was done before.
func (s *slurm) strike(rng *rand.Rand, e event, task int) (victim process, hit bool) {
	s.t.Helper()
	id := fmt.Sprintf("1_%d", task)
	s.run("scontrol", "release", id)
	s.until("task "+id+" to run for "+e.name, func() bool {
		running := s.processes(program)
		k := slices.IndexFunc(running, func(p process) bool { return p.id() == id })
		if k >= 0 {
			victim = running[k]
			return true
		}
		state, _ := s.job(id)
		return state == "COMPLETED"
	})
	time.Sleep(time.Duration(rng.IntN(300)) * time.Millisecond)
	if victim.pid != 0 {
		_ = syscall.Kill(victim.pid, syscall.SIGSTOP)
	}
	if !s.alive(victim) {
		s.log("%s, task %s, which was done before", e.name, id)
		return victim, false
	}
	_, before := s.job(id)
	e.do(s, victim)
	s.until("the end of task "+id, func() bool { return !s.alive(victim) })
	if e.name == "TERM" {
		s.until("task "+id+" to be put back", func() bool {
			_, restarts := s.job(id)
			return restarts > before
		})
	}
	s.log("%s, task %s", e.name, id)
	return victim, true
}

// job returns the state of a task and how often it was put back into the queue.
func (s *slurm) job(id string) (state string, restarts int) {
	s.t.Helper()
	job := s.run("scontrol", "show", "job", id)
	m := regexp.MustCompile(`(?s)JobState=(\w+) .*Restarts=(\d+) `).FindStringSubmatch(job)
	if m == nil {
		s.fail("task %s has no state\n%s", id, job)
	}
	restarts, err := strconv.Atoi(m[2])
	if err != nil {
		s.fail("task %s: %v", id, err)
	}
	return m[1], restarts
}

// pending reports whether a signal waits for a process that is stopped.
func (p process) pending(signal syscall.Signal) bool {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.pid))
	if err != nil {
		return false
	}
	for _, m := range regexp.MustCompile(`(?m)^S(?:ig|hd)Pnd:\s*([0-9a-f]+)$`).FindAllStringSubmatch(string(status), -1) {
		if set, err := strconv.ParseUint(m[1], 16, 64); err == nil && set&(1<<(signal-1)) != 0 {
			return true
		}
	}
	return false
}

func (s *slurm) alive(p process) bool { return slices.Contains(s.processes(program), p) }

// drain waits for the end of all jobs.
func (s *slurm) drain() {
	s.t.Helper()
	s.until("the end of all jobs", func() bool { return strings.TrimSpace(s.run("squeue", "--noheader")) == "" })
}

// missing returns the parts that are not done, as sbatch --array reads them.
func (s *slurm) missing() string {
	s.t.Helper()
	status := s.run("bcv", "study", "status", studied, "--of", fmt.Sprint(tasks), "--dir", "parts", "--scale", "paper")
	var list []string
	for _, m := range regexp.MustCompile(`(?m)^(?:missing|failed) .*--array=(\S+)$`).FindAllStringSubmatch(status, -1) {
		list = append(list, m[1])
	}
	return strings.Join(list, ",")
}
