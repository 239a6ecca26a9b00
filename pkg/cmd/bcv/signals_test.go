//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// session is a command that runs in a folder of its own.
type session struct {
	*exec.Cmd
	t      *testing.T
	stderr strings.Builder
	folder string // its work directory
	temp   string // its TMPDIR
	ended  chan error
}

// start runs a command line of bcv in a folder.
func start(t *testing.T, folder string, args ...string) *session {
	t.Helper()
	// A signal that this process ignores, its children would ignore as well.
	quiet := make(chan os.Signal, 1)
	signal.Notify(quiet, syscall.SIGINT, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(quiet) })
	self, err := exec.LookPath("bcv") // testscript puts it there
	if err != nil {
		t.Fatal(err)
	}
	s := &session{Cmd: exec.Command(self, args...), t: t, folder: folder, temp: t.TempDir(), ended: make(chan error, 1)}
	s.Dir, s.Stderr = folder, &s.stderr
	s.Env = append(os.Environ(), "TMPDIR="+s.temp)
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Process.Kill() })
	go func() { s.ended <- s.Wait() }()
	return s
}

// promptly is how soon a command ends: a tenth of a second if the processors are
// free, and here they need not be.
const promptly = 10 * time.Second

// signal sends a signal and checks that the command ends by it promptly, with one
// line, and leaves nothing behind.
func (s *session) signal(sig syscall.Signal) {
	s.t.Helper()
	before := time.Now()
	if err := s.Process.Signal(sig); err != nil {
		s.t.Fatal(err)
	}
	time.Sleep(time.Millisecond)
	_ = s.Process.Signal(sig) // as timeout does, for the process and for its group
	select {
	case <-s.ended:
	case <-time.After(20 * time.Second):
		s.t.Fatalf("%v is ignored", s.Args[1:])
	}
	if d := time.Since(before); d > promptly {
		s.t.Errorf("%v ended %v after the signal", s.Args[1:], d)
	}
	if code := s.ProcessState.ExitCode(); code != 128+int(sig) {
		s.t.Errorf("%v: status %d, want %d; %s", s.Args[1:], code, 128+int(sig), s.stderr.String())
	}
	// The line stands below what an account says of its progress.
	if text := s.stderr.String(); strings.Count(text, "bcv ") != 1 ||
		!strings.Contains(text, "bcv "+s.Args[1]+": ended by ") || !strings.HasSuffix(text, ")\n") &&
		!strings.HasSuffix(text, "SIGTERM\n") {
		s.t.Errorf("%v says %q, want one line at the end", s.Args[1:], text)
	}
	for _, folder := range []string{s.folder, s.temp} {
		for _, pattern := range []string{".*", "bcv-*", "*.lock"} {
			if left, _ := filepath.Glob(filepath.Join(folder, pattern)); left != nil {
				s.t.Errorf("%v leaves %q", s.Args[1:], left)
			}
		}
	}
}

// waitFor waits for a condition that a command is to bring about.
func waitFor(t *testing.T, what string, there func() bool) {
	t.Helper()
	for range 6000 {
		if there() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("no " + what)
}

// Commands that wait for a file, and one that trains for long.
func TestSignalsEndCommands(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(folder, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	slow := filepath.Join(folder, "slow.csv")
	var b strings.Builder
	b.WriteString("x,y,class\n")
	for i := range 12_000 {
		fmt.Fprintf(&b, "%d,%d,c%d\n", i*7919%10007, i*104729%10009, i*31%97%2)
	}
	if err := os.WriteFile(slow, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	counts := "model,replication,fold,tp,fp,fn\nA,1,1,5,1,1\nA,1,2,5,1,1\nB,1,1,4,1,1\nB,1,2,5,1,1\n"
	if err := os.WriteFile(filepath.Join(folder, "counts.csv"), []byte(counts), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		sig  syscall.Signal
		line string
	}{
		{syscall.SIGINT, "split --grow pipe"},
		{syscall.SIGTERM, "split --labels pipe --strata a"},
		{syscall.SIGINT, "bayes --counts pipe"},
		{syscall.SIGINT, "bayes --counts counts.csv --draws 2000000000"},
		{syscall.SIGHUP, "ttest --losses pipe"},
		{syscall.SIGINT, "mcnemar --predictions pipe"},
		{syscall.SIGINT, "power --m 3 --difference 1 --losses pipe"},
		{syscall.SIGTERM, "compare pipe"},
		// A large matrix is one call of the race detector, which no signal comes through while it marks the memory.
		{syscall.SIGINT, "holdout --data slow.csv --learner svm(cache=16) --losses l.csv --predictions p.csv"},
		{syscall.SIGHUP, "reproduce --scale paper --checkpoints ."},
	} {
		s := start(t, folder, strings.Fields(c.line)...)
		wait := 300 * time.Millisecond
		if strings.HasPrefix(c.line, "reproduce") { // which starts a larger program
			wait = 3 * time.Second
		}
		time.Sleep(wait)
		s.signal(c.sig)
	}
}

// Commands that are in the middle of a file, with outputs that are open.
func TestSignalsWhileReading(t *testing.T) {
	for _, c := range []struct{ line, head, row string }{
		{"compare pipe --html report.html --csv verdicts.csv", "model,replication,fold,loss\n", "A,%d,1,0.5\n"},
		{"import caret --model A=pipe --out out.csv", "pred,obs,rowIndex,Resample\n", "a,b,%d,Fold1.Rep1\n"},
	} {
		folder := t.TempDir()
		path := filepath.Join(folder, "pipe")
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
		s := start(t, folder, strings.Fields(c.line)...)
		pipe, err := os.OpenFile(path, os.O_RDWR|syscall.O_NONBLOCK, 0)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		text.WriteString(c.head)
		for i := 1; text.Len() < 1<<20; i++ { // more than a pipe holds: the command has read some of it
			fmt.Fprintf(&text, c.row, i)
		}
		if err := pipe.SetWriteDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		if _, err := pipe.WriteString(text.String()); err != nil {
			t.Errorf("%s: error %v; it says %s", c.line, err, s.stderr.String())
		}
		if outputs, err := filepath.Glob(filepath.Join(folder, ".bcv-*")); len(outputs) == 0 {
			t.Errorf("%s: no output is open (%v)", c.line, err)
		}
		s.signal(syscall.SIGINT)
		pipe.Close()
	}
}

// A program that learns dies with the command, and so do its children and the
// records that it was given.
func TestSignalsEndPrograms(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string, mode os.FileMode) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	write("d.csv", "x,class\n1,a\n2,b\n3,a\n4,b\n5,a\n6,b\n", 0o600)
	write("learn.sh", "#!/bin/sh\nsleep 100 &\necho $! > child\necho $$ > self\nmv self pid\nwait\n", 0o700)
	for _, serve := range []bool{false, true} {
		for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGKILL} {
			args := []string{"holdout", "--data", "d.csv", "--workers", "1", "--losses", "l.csv", "--command", "./learn.sh"}
			if serve {
				args = append(args, "--serve")
			}
			s := start(t, folder, args...)
			waitFor(t, "program", func() bool { return exists(filepath.Join(folder, "pid")) })
			if sig == syscall.SIGKILL { // then the system kills the program itself
				_ = s.Process.Kill()
				<-s.ended
				gone(t, filepath.Join(folder, "pid"))
				endByID(t, filepath.Join(folder, "child"))
				left, _ := filepath.Glob(filepath.Join(folder, ".bcv-*"))
				for _, left := range left {
					os.Remove(left)
				}
			} else {
				s.signal(sig)
				gone(t, filepath.Join(folder, "pid"))
				gone(t, filepath.Join(folder, "child"))
			}
		}
	}
}

func exists(path string) bool { _, err := os.Stat(path); return err == nil }

// process reads the process number in a file, and removes the file.
func process(t *testing.T, file string) int {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil {
		t.Fatal(err)
	}
	os.Remove(file)
	return pid
}

// gone fails unless the process whose number stands in a file ends.
func gone(t *testing.T, file string) {
	t.Helper()
	pid := process(t, file)
	for range 200 {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || err == nil && strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d of %s still runs", pid, filepath.Base(file))
	_ = syscall.Kill(pid, syscall.SIGKILL)
}

// endByID ends the process whose number stands in a file.
func endByID(t *testing.T, file string) {
	t.Helper()
	_ = syscall.Kill(process(t, file), syscall.SIGKILL)
}

// A signal that nohup made the command ignore stays ignored.
func TestIgnoredSignal(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(folder, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(syscall.SIGHUP)
	defer signal.Reset(syscall.SIGHUP)
	self, err := exec.LookPath("bcv")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "bayes", "--counts", "pipe")
	cmd.Dir = folder
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	_ = cmd.Process.Signal(syscall.SIGHUP)
	time.Sleep(300 * time.Millisecond)
	_ = cmd.Process.Signal(syscall.SIGTERM)
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 128+int(syscall.SIGTERM) {
		t.Errorf("status %d, want %d", code, 128+int(syscall.SIGTERM))
	}
}

// A second signal does not wait for what the first one began: here, for a line on a
// standard error that nobody reads.
func TestSecondSignal(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(folder, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := w.SetWriteDeadline(time.Now().Add(100 * time.Millisecond)); err != nil {
		t.Skip(err)
	}
	_, _ = w.Write(make([]byte, 1<<20)) // until it is full
	self, err := exec.LookPath("bcv")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "bayes", "--counts", "pipe")
	cmd.Dir, cmd.Stderr = folder, w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGTERM} {
		time.Sleep(300 * time.Millisecond)
		select {
		case <-ended:
			t.Skip("standard error did not block")
		default:
		}
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Error("the second signal waits")
		_ = cmd.Process.Kill()
	}
	if code := cmd.ProcessState.ExitCode(); code != 128+int(syscall.SIGTERM) {
		t.Errorf("status %d", code)
	}
}
