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
	tasks   = 8
)

// event does something to a task of an array that runs: process is its bcv.
type event struct {
	name string
	do   func(s *slurm, p process)
}

func (p process) id() string { return p.job + "_" + p.task }

var events = []event{
	{"TERM", func(s *slurm, p process) { // as --signal=TERM@60 in the script
		_, _ = s.try("scancel", "--signal=TERM", p.id()+".0") // fails when the step has ended before it looks
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
	submit := func(list string) {
		s.run("sbatch", "--array="+list, script, studied, "parts", "--of", fmt.Sprint(tasks), "--scale", "paper")
	}
	whole := make(chan string, 1)
	go func() {
		out, err := s.try("bcv", "study", "run", studied, "--scale", "paper")
		if err != nil {
			out = fmt.Sprintf("%v\n%s", err, out)
		}
		whole <- out
	}()
	submit(fmt.Sprintf("0-%d", tasks-1))
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
	if out, err := exec.Command("go", "build", "-o", bin, "../../pkg/cmd/bcv",
		"../../pkg/research/cmd/bcv-research").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// disturb lets all events happen to tasks that run, in a random order at random moments.
// It returns the task that SIGTERM ended, to which nothing but the death of the node
// happens afterwards.
func (s *slurm) disturb(rng *rand.Rand) (ended string) {
	s.t.Helper()
	for _, k := range rng.Perm(len(events)) {
		victim, late := s.strike(rng, events[k], ended)
		for late { // tasks last a second, and some are done before SIGTERM reaches them
			victim, late = s.strike(rng, events[k], ended)
		}
		if events[k].name == "TERM" {
			ended = victim.id()
		}
	}
	return ended
}

// program is the name of the process that computes, which bcv starts in its own place.
const program = "bcv-research"

// strike lets an event happen to a task that runs, except the one that is spared. late
// reports that SIGTERM found the task done.
func (s *slurm) strike(rng *rand.Rand, e event, spared string) (victim process, late bool) {
	s.t.Helper()
	s.until("a task to run for "+e.name, func() bool {
		running := slices.DeleteFunc(s.processes(program),
			func(p process) bool { return p.task == "" /* the whole run */ || p.id() == spared })
		if len(running) == 0 {
			return false
		}
		victim = running[rng.IntN(len(running))]
		time.Sleep(time.Duration(100+rng.IntN(500)) * time.Millisecond)
		return s.alive(victim)
	})
	_, before := s.job(victim)
	e.do(s, victim)
	s.until("the end of task "+victim.id(), func() bool { return !s.alive(victim) })
	if e.name == "TERM" {
		s.until("what becomes of task "+victim.id(), func() bool {
			state, restarts := s.job(victim)
			late = state == "COMPLETED" && restarts == before
			return late || restarts > before
		})
	}
	s.log("%s, task %s%s", e.name, victim.id(), map[bool]string{true: ", which was done before"}[late])
	return victim, late
}

// job returns the state of a task and how often it was put back into the queue.
func (s *slurm) job(p process) (state string, restarts int) {
	s.t.Helper()
	job := s.run("scontrol", "show", "job", p.id())
	m := regexp.MustCompile(`(?s)JobState=(\w+) .*Restarts=(\d+) `).FindStringSubmatch(job)
	if m == nil {
		s.fail("task %s has no state\n%s", p.id(), job)
	}
	restarts, err := strconv.Atoi(m[2])
	if err != nil {
		s.fail("task %s: %v", p.id(), err)
	}
	return m[1], restarts
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
