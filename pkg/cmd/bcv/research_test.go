//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// bcv study starts the bcv-research beside it, or the one in PATH, which gets arguments and
// standard input and whose exit status bcv returns. Without one it says in one line how to
// install it.
func TestStartsResearch(t *testing.T) {
	self, err := exec.LookPath("bcv") // testscript puts it there
	if err != nil {
		t.Fatal(err)
	}
	beside, path, link := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "bcv")
	bcv := filepath.Join(beside, "bcv")
	text, err := os.ReadFile(self)
	if err := errors.Join(err, os.WriteFile(bcv, text, 0o700), os.Symlink(bcv, link)); err != nil {
		t.Fatal(err)
	}
	run := func(program string) (status int, stdout, stderr string) {
		var out, errs strings.Builder
		cmd := exec.Command(program, "study", "show", "a b", "--of", "3")
		cmd.Env = append(os.Environ(), "PATH="+path)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader("given"), &out, &errs
		_ = cmd.Run() // the status is looked at
		return cmd.ProcessState.ExitCode(), out.String(), errs.String()
	}
	status, stdout, stderr := run(bcv)
	if status != 1 || stdout != "" {
		t.Errorf("without bcv-research: status %d, output %q; want 1 and none", status, stdout)
	}
	want := "^bcv study: this is done by bcv-research, .*go install ./research/cmd/bcv-research.*\n$"
	if !regexp.MustCompile(want).MatchString(stderr) {
		t.Errorf("without bcv-research: got %q, want one line like %q", stderr, want)
	}
	for _, c := range []struct{ place, program string }{{path, bcv}, {beside, bcv}, {beside, link}} {
		script := "#!/bin/sh\nread -r line\necho \"" + c.place + " $# $3 $line\"\necho failed >&2\nexit 7\n"
		if err := os.WriteFile(filepath.Join(c.place, "bcv-research"), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
		status, stdout, stderr := run(c.program)
		if want := c.place + " 5 a b given\n"; status != 7 || stdout != want || stderr != "failed\n" {
			t.Errorf("%s: status %d, %q, %q; want 7, %q, %q", c.program, status, stdout, stderr, want, "failed\n")
		}
	}
}
