package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// bash runs a script in the root of the repository with further variables, and returns
// what it wrote and its status.
func bash(t *testing.T, script string, env ...string) (stdout, stderr string, status int) {
	t.Helper()
	c := exec.Command("bash", "-c", script)
	var out, errs strings.Builder
	c.Dir, c.Env, c.Stdout, c.Stderr = root, append(os.Environ(), env...), &out, &errs
	if err := c.Run(); err != nil && c.ProcessState == nil {
		t.Skip(err)
	}
	return out.String(), errs.String(), c.ProcessState.ExitCode()
}

// Silent commands of scripts are told of, and keep their output and status.
func TestHeartbeat(t *testing.T) {
	silent := "source scripts/env.sh; work() { sleep 1; echo result; return 3; }; heartbeat 'the work' work"
	stdout, stderr, status := bash(t, silent, "BCV_HEARTBEAT=0.2")
	if stdout != "result\n" || status != 3 || !regexp.MustCompile(`^(the work: still at it after \d s\n)+$`).MatchString(stderr) {
		t.Errorf("%q, %q, status %d", stdout, stderr, status)
	}
	if stdout, stderr, status := bash(t, silent); stdout != "result\n" || stderr != "" || status != 3 {
		t.Errorf("%q, %q, status %d", stdout, stderr, status)
	}
}

// make lab works as root, and Jupyter's own files go below .build.
func TestLab(t *testing.T) {
	jupyter := filepath.Join(t.TempDir(), "jupyter")
	stub := "#!/bin/sh\n[ \"$2\" = --version ] && exec echo 4\necho \"$@\"\nenv | grep -E '^(JUPYTER_RUNTIME_DIR|JUPYTER_DATA_DIR|JUPYTERLAB_WORKSPACES_DIR|IPYTHONDIR|GOPLSCACHE)='\n"
	if err := os.WriteFile(jupyter, []byte(stub), 0o755); err != nil {
		t.Fatal(err)
	}
	stdout, stderr, status := bash(t, "scripts/start-lab.sh --port=9000", "JUPYTER="+jupyter)
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	words := strings.Fields(lines[0])
	if status != 0 || words[0] != "lab" || !slices.Contains(words, "--port=9000") || slices.Contains(words, "--allow-root") != (os.Getuid() == 0) {
		t.Errorf("%q, %s", lines[0], stderr)
	}
	if len(lines) != 6 {
		t.Errorf("%d folders: %q", len(lines)-1, lines[1:])
	}
	for _, line := range lines[1:] {
		if !strings.Contains(line, "/.build/") {
			t.Errorf("%s is outside .build", line)
		}
	}
}

// What make reproduce takes is said with the space there is.
func TestAnnouncement(t *testing.T) {
	stdout, stderr, status := bash(t, "scripts/announce.sh", "BCV_SCALE=quick")
	if status != 0 || stderr != "" || !strings.Contains(stdout, "minutes") || len(regexp.MustCompile(`\d+\.\d GB`).FindAllString(stdout, -1)) != 5 {
		t.Errorf("%q, %q", stdout, stderr)
	}
}
