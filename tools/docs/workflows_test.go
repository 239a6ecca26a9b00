package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// readYAML reads a file of YAML.
func readYAML(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = yaml.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// Every file of YAML in the repository is one that a library reads.
func TestYAML(t *testing.T) {
	out, err := exec.Command("git", "-C", root, "ls-files", "*.yml", "*.yaml", "*.cff").Output()
	if err != nil {
		t.Fatal(err)
	}
	files := strings.Fields(string(out))
	for _, name := range files {
		var any map[string]any
		if readYAML(t, filepath.Join(root, name), &any); len(any) == 0 {
			t.Errorf("%s has no keys", name)
		}
	}
	if len(files) < 8 {
		t.Errorf("got %d files %v, want 8 at least", len(files), files)
	}
}

// workflow has the keys of a workflow that all of ours have.
type workflow struct {
	Name        string            `yaml:"name"`
	On          any               `yaml:"on"`
	Permissions map[string]string `yaml:"permissions"`
	Jobs        map[string]struct {
		On    string `yaml:"runs-on"`
		Limit int    `yaml:"timeout-minutes"`
		Steps []step `yaml:"steps"`
	} `yaml:"jobs"`
}

// Workflows say what they may do, name fixed versions of actions, and run commands that a
// clone has too: targets of make and the files of .ci and scripts.
func TestWorkflows(t *testing.T) {
	paths, err := filepath.Glob(root + "/.github/workflows/*.yml")
	if err != nil || len(paths) != 3 {
		t.Fatalf("workflows %v, %v, want 3", paths, err)
	}
	for _, path := range paths {
		var w workflow
		readYAML(t, path, &w)
		if w.Name == "" || w.On == nil || len(w.Jobs) == 0 {
			t.Errorf("%s: name, on or jobs are missing: %+v", path, w)
		}
		if w.Permissions["contents"] == "" {
			t.Errorf("%s: permissions %v; say what the workflow may do with contents", path, w.Permissions)
		}
		for name, job := range w.Jobs {
			if job.On == "" || job.Limit == 0 {
				t.Errorf("%s: job %s has no runs-on or no timeout-minutes", path, name)
			}
			for _, s := range job.Steps {
				checkStep(t, path, s)
			}
		}
	}
}

func checkStep(t *testing.T, path string, s step) {
	t.Helper()
	if (s.Uses == "") == (s.Run == "") {
		t.Errorf("%s: a step uses %q and runs %q, want one of them", path, s.Uses, s.Run)
	}
	if s.Uses != "" && s.Uses != "./" && !regexp.MustCompile(`^actions/[a-z-]+@v\d+$`).MatchString(s.Uses) {
		t.Errorf("%s: %s; use actions/NAME@vN, or ./", path, s.Uses)
	}
	if strings.Contains(s.Run, "${{") {
		t.Errorf("%s: %q; put the expression into env, where no shell reads it as a command", path, s.Run)
	}
	for _, target := range regexp.MustCompile(`\bmake ([a-z-]+)`).FindAllStringSubmatch(s.Run, -1) {
		if _, stderr, status := bash(t, "make -n "+target[1], "MAKEFLAGS="); status != 0 {
			t.Errorf("%s: make %s: %s", path, target[1], stderr)
		}
	}
	for _, file := range regexp.MustCompile(`(?m)(?:^| )((?:\.ci|scripts)/\S+)`).FindAllStringSubmatch(s.Run, -1) {
		if info, err := os.Stat(root + "/" + file[1]); err != nil || info.Mode()&0o111 == 0 {
			t.Errorf("%s: %s cannot be run (%v)", path, file[1], err)
		}
	}
}
