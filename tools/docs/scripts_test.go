package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
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

// Scripts report that silent commands still run, and keep their output and status.
func TestHeartbeat(t *testing.T) {
	silent := "source scripts/env.sh; work() { sleep 1; echo result; return 3; }; heartbeat 'the work' work"
	stdout, stderr, status := bash(t, silent, "BCV_HEARTBEAT=0.2")
	if stdout != "result\n" || status != 3 ||
		!regexp.MustCompile(`^(the work: still at it after \d s\n)+$`).MatchString(stderr) {
		t.Errorf("%q, %q, status %d", stdout, stderr, status)
	}
	if stdout, stderr, status := bash(t, silent); stdout != "result\n" || stderr != "" || status != 3 {
		t.Errorf("%q, %q, status %d", stdout, stderr, status)
	}
}

// make lab works as root, and Jupyter's own files go below .build.
func TestLab(t *testing.T) {
	jupyter := filepath.Join(t.TempDir(), "jupyter")
	stub := "#!/bin/sh\n[ \"$2\" = --version ] && exec echo 4\necho \"$@\"\nenv | grep -E " +
		"'^(JUPYTER_RUNTIME_DIR|JUPYTER_DATA_DIR|JUPYTERLAB_WORKSPACES_DIR|IPYTHONDIR|GOPLSCACHE)='\n"
	if err := os.WriteFile(jupyter, []byte(stub), 0o755); err != nil {
		t.Fatal(err)
	}
	stdout, stderr, status := bash(t, "scripts/start-lab.sh --port=9000", "JUPYTER="+jupyter)
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	words := strings.Fields(lines[0])
	if status != 0 || words[0] != "lab" || !slices.Contains(words, "--port=9000") {
		t.Errorf("status %d, %q, %s; want 0 and lab with the port", status, lines[0], stderr)
	}
	if got, want := slices.Contains(words, "--allow-root"), os.Getuid() == 0; got != want {
		t.Errorf("--allow-root: got %v, want %v", got, want)
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

// What each of the long commands takes, as it was measured or estimated, is said before it begins, with the space there is.
func TestAnnouncement(t *testing.T) {
	for _, target := range []string{"reproduce", "test", "test-full"} {
		stdout, stderr, status := bash(t, "scripts/announce.sh "+target, "BCV_SCALE=quick")
		if status != 0 || stderr != "" {
			t.Errorf("%s: status %d, %s", target, status, stderr)
		}
		for _, want := range []string{`minutes`, `MB to fetch`, `cache: \d\.\d GB \(\d+\.\d GB are free`} {
			if !regexp.MustCompile(want).MatchString(stdout) {
				t.Errorf("%s: got %q, want %s", target, stdout, want)
			}
		}
		dry, _, _ := bash(t, "make -n "+target, "MAKEFLAGS=")
		if !strings.Contains(dry, "scripts/announce.sh "+target) {
			t.Errorf("make %s does not say before what it takes", target)
		}
	}
	stub := `cp -r scripts "$DIR" && cd "$DIR" && echo 'quick: ; @echo works' >Makefile
printf 'target,processor_minutes,how\nquick,7,estimate\ntest,30,measured\nreproduce,8,estimate\n' >scripts/times.csv
scripts/measure-times.sh quick && cat scripts/times.csv && scripts/announce.sh test && scripts/announce.sh reproduce`
	stdout, stderr, status := bash(t, stub, "DIR="+t.TempDir(), "MAKEFLAGS=", "BCV_SCALE=quick")
	want := regexp.MustCompile(`\nquick,0\.\d,measured\ntest,30,measured\nreproduce,8,estimate\n` +
		`make test .* about 15 minutes the(?s:.*)make reproduce .* about 4 minutes \(an estimate\) the`)
	if status != 0 || !want.MatchString(stdout) {
		t.Errorf("measured: status %d, %q, %s; want %s", status, stdout, stderr, want)
	}
	if _, stderr, status := bash(t, "scripts/announce.sh nothing"); status != 2 || !strings.HasPrefix(stderr, "usage:") {
		t.Errorf("an unknown target: status %d, %q; want 2 and the usage", status, stderr)
	}
}

// make knows how to make every target that its help lists, and every one that the
// documents name.
func TestMakeTargets(t *testing.T) {
	help, stderr, status := bash(t, "make -s help", "MAKEFLAGS=")
	targets := regexp.MustCompile(`(?m)^make ([a-z-]+) `).FindAllStringSubmatch(help, -1)
	if status != 0 || len(targets) < 20 {
		t.Fatalf("make help: status %d, %d targets, %s", status, len(targets), stderr)
	}
	for _, path := range append(documents(t), root+"/environment.md", root+"/.ci/run") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		targets = append(targets, regexp.MustCompile("(?m)(?:^ {0,4}|`)make ([a-z-]+)").FindAllStringSubmatch(string(text),
			-1)...)
	}
	seen := map[string]bool{}
	for _, target := range targets {
		if seen[target[1]] {
			continue
		}
		seen[target[1]] = true
		if _, stderr, status := bash(t, "make -n "+target[1], "MAKEFLAGS="); status != 0 {
			t.Errorf("make -n %s: status %d, %s", target[1], status, stderr)
		}
	}
}

// CI runs the two commands of the README, and what the second leaves out.
func TestCIRunsTheCommandsOfTheReadme(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	ci, err := os.ReadFile(filepath.Join(root, ".ci", "run"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(readme), "\n## Two commands\n")
	commands := regexp.MustCompile(`(?m)^    (make [a-z-]+)`).FindAllStringSubmatch(section, -1)
	if !found || len(commands) != 2 {
		t.Fatalf("README has %d commands below Two commands, want 2", len(commands))
	}
	for _, command := range []string{commands[0][1], commands[1][1], "make test-full"} {
		if !regexp.MustCompile(`(?m)^` + command + `$`).Match(ci) {
			t.Errorf(".ci/run does not run %s", command)
		}
	}
}

// What the race detector looks at are all packages that start goroutines, except the
// commands, of which it runs the tests that kill, stop and divide work.
func TestRacingPackages(t *testing.T) {
	stdout, stderr, status := bash(t, "scripts/test-go.sh races")
	if status != 0 {
		t.Fatalf("status %d, %s", status, stderr)
	}
	racing := strings.Fields(stdout)
	for _, want := range []string{"./pkg/holdout", "./research/sim", "./pkg/learn/outside",
		"./pkg/posterior/hierarchical"} {
		if !slices.Contains(racing, want) {
			t.Errorf("%s is not run under the race detector", want)
		}
	}
	for _, not := range []string{"./pkg/variance", "./pkg/cmd/bcv", "./research/cmd"} {
		if slices.Contains(racing, not) {
			t.Errorf("%s is run under the race detector", not)
		}
	}
	script, err := os.ReadFile(filepath.Join(root, "scripts", "test-go.sh"))
	if err != nil {
		t.Fatal(err)
	}
	pattern := regexp.MustCompile(`command_tests='([^']+)'`).FindStringSubmatch(string(script))
	if pattern == nil {
		t.Fatal("scripts/test-go.sh does not name the tests of the command")
	}
	tests, _, _ := bash(t, "cat pkg/cmd/bcv/*_test.go research/cmd/*_test.go")
	if found := regexp.MustCompile(`(?m)^func Test\w*(`+pattern[1]+`)`).FindAllString(tests, -1); len(found) < 5 {
		t.Errorf("the race detector sees %d tests of the command, want those that kill, stop and divide work", len(found))
	}
}

// In a clone of another user, of which git tells nothing, the Makefile builds without the revision.
func TestMakeInForeignClone(t *testing.T) {
	for safe, want := range map[string]string{"*": "<-trimpath>", "/nowhere": "<-trimpath -buildvcs=false>"} {
		c := exec.Command("make", "--no-print-directory", "--eval", "flags: ; @echo \"<$$GOFLAGS>\"", "flags")
		c.Dir = root
		c.Env = append(os.Environ(), "GOFLAGS=", "GIT_TEST_ASSUME_DIFFERENT_OWNER=1", "GIT_CONFIG_NOSYSTEM=1",
			"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0="+safe)
		if out, err := c.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != want {
			t.Errorf("GOFLAGS is %q, %v, want %s", out, err, want)
		}
	}
}

// SHA256SUMS of a release has the wheels and the site, too, each once.
func TestSumsOfRelease(t *testing.T) {
	makefile, err := filepath.Abs(root + "/Makefile")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	stub := `mkdir -p scripts .build/release .build/site/html
printf '#!/bin/sh\nmkdir -p .build/wheels && echo >.build/wheels/a.whl\n' >scripts/build-wheels.py
chmod +x scripts/build-wheels.py
echo "0 archive" >.build/release/SHA256SUMS
for twice in 1 2; do make --file "$0" --old-file release --old-file site release-site; done
make --file "$0" --old-file release --old-file site wheels
cd .build/wheels && grep 'whl$\|zip$' ../release/SHA256SUMS >sums && cp ../release/bcv-site.zip . && sha256sum --check sums
cat ../release/SHA256SUMS`
	c := exec.Command("bash", "-euc", stub, makefile)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if want := regexp.MustCompile(`a.whl: OK\n0 archive\n\w{64}  bcv-site.zip\n\w{64}  a.whl\n$`); err != nil || !want.Match(out) {
		t.Errorf("%v: got\n%s", err, out)
	}
}

// A notebook that was executed is not executed again to be checked from the same commit, the same settings and
// without any changed file beside the outputs of other notebooks; from anything else it is.
func TestNotebooksAreExecutedOncePerState(t *testing.T) {
	clone := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(clone, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	// Jupyter writes the notebook with a line of output, and a line to the file that counts.
	write(".build/jupyter", `#!/bin/bash
[[ $2 == --version ]] && exec echo 7
set -e
echo "${!#}" >>.build/count
{ cat "${!#}"; echo executed; } >".build/executed/$(basename "${!#}")"
[[ ! -e .build/changes ]] || echo x >>code.go
`)
	write(".build/bin/nbcheck", "#!/bin/sh\ngrep -q executed \"$1\" || { echo \"$1 shows nothing\" >&2; exit 1; }\n")
	write(".build/bin/gonb", "")
	write(".gitignore", "/.build/\n")
	write("code.go", "package code\n")
	write("notebooks/1.ipynb", "first\n")
	write("notebooks/2.ipynb", "second\n")
	for _, name := range []string{"execute-notebooks.sh", "env.sh", "find-jupyter.sh"} {
		text, err := os.ReadFile(filepath.Join(root, "scripts", name))
		if err != nil {
			t.Fatal(err)
		}
		write("scripts/"+name, string(text))
	}
	in := func(script string, env ...string) (string, string, int) {
		return bash(t, "cd '"+clone+"' && "+script, append(env, "JUPYTER=./.build/jupyter", "BCV_HEARTBEAT=30")...)
	}
	commit := "git -c user.name=a -c user.email=a commit -q -m a"
	if _, stderr, status := in("git init -q && git add . && " + commit); status != 0 {
		t.Fatal(stderr)
	}
	restore := "git checkout -q . && rm -f more.go && "
	check := "scripts/execute-notebooks.sh --check"
	for _, c := range []struct {
		what, script, env string
		executed          int
	}{
		{"in place", "scripts/execute-notebooks.sh --in-place", "BCV_SCALE=quick", 2},
		{"outputs in notebooks", check, "BCV_SCALE=quick", 2},
		{"in place once more", restore + "scripts/execute-notebooks.sh --in-place", "BCV_SCALE=quick", 2},
		{"the same state", restore + check, "BCV_SCALE=quick", 0},
		{"another size", check, "BCV_SCALE=paper", 2},
		{"that size again", check, "BCV_SCALE=paper", 0},
		{"changed code", "echo >>code.go && " + check, "BCV_SCALE=paper", 2},
		{"that code is no state", check, "BCV_SCALE=paper", 2},
		{"new code", restore + "touch more.go && " + check, "BCV_SCALE=paper", 2},
		{"a changed notebook", restore + check + " && echo >>notebooks/1.ipynb && " + check, "BCV_SCALE=paper", 3},
		{"a changed copy", restore + check + " && echo >>.build/executed/1.ipynb && " + check, "BCV_SCALE=paper", 2},
		{"code that changes meanwhile", "touch .build/changes && echo x >>.build/executed/1.ipynb && " + check +
			" 1 && " + restore + "rm .build/changes && " + check + " 1", "BCV_SCALE=paper", 2},
		{"another commit", commit + " --allow-empty && " + check, "BCV_SCALE=paper", 2},
	} {
		stdout, stderr, status := in("rm -f .build/count && "+c.script+" && touch .build/count && wc -l <.build/count", c.env)
		if got := strings.TrimSpace(stdout[strings.LastIndex(strings.TrimSpace(stdout), "\n")+1:]); status != 0 ||
			got != strconv.Itoa(c.executed) {
			t.Errorf("%s: status %d, %s notebooks executed, want %d\n%s%s", c.what, status, got, c.executed, stdout, stderr)
		}
		if again := strings.Contains(stdout, "executed before, from this state"); again != (c.executed == 0) &&
			c.executed < 2 {
			t.Errorf("%s: %s", c.what, stdout)
		}
	}
	stdout, stderr, status := in("sed -i s/executed/failed/ .build/jupyter && " + check)
	if wrong := strings.Count(stdout, "FAILED") + strings.Count(stderr, "shows nothing"); status != 1 || wrong != 4 ||
		!strings.Contains(stderr, "2 of 2 notebooks failed") {
		t.Errorf("notebooks that fail: status %d\n%s%s", status, stdout, stderr)
	}
}
