package docs

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// step is one of a workflow or of a composite action.
type step struct {
	Uses string            `yaml:"uses"`
	Run  string            `yaml:"run"`
	With map[string]string `yaml:"with"`
	Env  map[string]string `yaml:"env"`
}

// composite is a composite action.
type composite struct {
	Inputs map[string]struct {
		Default  string `yaml:"default"`
		Required bool   `yaml:"required"`
	} `yaml:"inputs"`
	Runs struct {
		Using string `yaml:"using"`
		Steps []step `yaml:"steps"`
	} `yaml:"runs"`
}

// runner does what a runner of workflows does with the commands of an action: it puts inputs into the
// environment of each, and what one writes to GITHUB_PATH in front of PATH for the next.
type runner struct {
	t                     *testing.T
	dir                   string // RUNNER_TEMP
	env                   []string
	action                composite
	Log, Summary, Outputs string
	Status                int
}

func newRunner(t *testing.T, env ...string) *runner {
	t.Helper()
	here, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{t: t, dir: t.TempDir()}
	readYAML(t, root+"/action.yml", &r.action)
	r.env = append(os.Environ(), "GITHUB_ACTION_PATH="+here, "RUNNER_TEMP="+r.dir, "RUNNER_OS=Linux", "RUNNER_ARCH=X64",
		"GITHUB_REPOSITORY=some/one", "GITHUB_PATH="+r.file("path"), "GITHUB_STEP_SUMMARY="+r.file("summary"),
		"GITHUB_OUTPUT="+r.file("outputs"))
	r.env = append(r.env, env...)
	return r
}

func (r *runner) file(name string) string { return filepath.Join(r.dir, name) }

func (r *runner) read(name string) string {
	text, err := os.ReadFile(r.file(name))
	if err != nil && !os.IsNotExist(err) {
		r.t.Fatal(err)
	}
	return string(text)
}

// run runs the commands of the action with inputs until one fails.
func (r *runner) run(inputs map[string]string) {
	r.t.Helper()
	for _, name := range []string{"summary", "outputs", "calls"} {
		if err := os.RemoveAll(r.file(name)); err != nil {
			r.t.Fatal(err)
		}
	}
	r.step(inputs)
	r.Summary = r.read("summary")
}

// step is run beside what an earlier one wrote.
func (r *runner) step(inputs map[string]string) {
	r.t.Helper()
	for name, in := range r.action.Inputs {
		if _, given := inputs[name]; !given {
			inputs[name] = in.Default
		}
	}
	value := func(expression string) string {
		name, isInput := strings.CutPrefix(strings.Trim(expression, "${} "), "inputs.")
		if text, known := inputs[name]; isInput && known {
			return text
		}
		if expression == "${{ github.event.pull_request.number }}" {
			return "7"
		}
		r.t.Fatalf("action.yml: %s is no input", expression)
		return ""
	}
	r.Log, r.Status = "", 0
	for _, s := range r.action.Runs.Steps {
		installed := strings.Contains(s.Run, "action-install") && inputs["version"] == "" && r.read("path") != ""
		if s.Run == "" || r.Status != 0 || installed {
			continue
		}
		c := exec.Command("bash", "-e", "-c", s.Run)
		c.Dir, c.Env = root+"/data/samples", r.env
		if first, _, found := strings.Cut(r.read("path"), "\n"); found {
			c.Env = append(c.Env, "PATH="+first+":"+r.variable("PATH"))
		}
		for name, expression := range s.Env {
			c.Env = append(c.Env, name+"="+regexp.MustCompile(`\$\{\{.*?\}\}`).ReplaceAllStringFunc(expression, value))
		}
		out, err := c.CombinedOutput()
		if c.ProcessState == nil {
			r.t.Fatal(err)
		}
		r.Log += string(out)
		r.Status = c.ProcessState.ExitCode()
	}
	r.Outputs = r.read("outputs")
}

// variable returns the last value of a variable in the environment.
func (r *runner) variable(name string) (value string) {
	for _, line := range r.env {
		if v, is := strings.CutPrefix(line, name+"="); is {
			value = v
		}
	}
	return value
}

// losses writes a made file of results of a model, its losses around a mean, and returns the name.
func (r *runner) losses(model string, mean float64) string {
	text := "model,replication,fold,loss\n"
	for i := range 10 {
		text += fmt.Sprintf("%s,%d,%d,%.4f\n", model, i/2+1, i%2+1, mean*(1+0.01*float64(i*i%7)))
	}
	if err := os.WriteFile(r.file(model+".csv"), []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
	return r.file(model + ".csv")
}

// The action installs the program, and says of two models in log, summary, outputs and exit status what bcv
// gate says.
func TestAction(t *testing.T) {
	r := newRunner(t)
	if r.action.Runs.Using != "composite" {
		t.Errorf("runs.using is %q, want composite", r.action.Runs.Using)
	}
	base, bad := r.losses("base", 0.2), r.losses("bad", 0.3)
	undecided := "--models\nnearestmean,c4.5 --alpha 0.01" // on two lines
	tests := []struct {
		name         string
		inputs       map[string]string
		status       int
		want, output string // in summary or log, and first in the outputs
	}{
		{"better", map[string]string{"base": bad, "candidate": base}, 0,
			"### base against bad: better\n", "outcome=passed\n"},
		{"worse", map[string]string{"base": base, "candidate": bad, "undecided": "pass"}, 1,
			"### bad against base: worse\n", "outcome=worse\n"},
		{"not worse by the margin", map[string]string{"base": base, "candidate": bad, "margin": "0.2"}, 0,
			"### bad against base: non-inferior\n", "outcome=passed\n"},
		{"undecided", map[string]string{"base": "losses.csv", "flags": undecided}, 3,
			"### c4.5 against nearestmean: undecided\n", "outcome=undecided\n"},
		{"undecided passes", map[string]string{"base": "losses.csv", "flags": undecided, "undecided": "pass"}, 0,
			"::warning title=bcv gate::Undecided", "outcome=undecided\n"},
		{"no such file", map[string]string{"base": "missing.csv", "candidate": base}, 2, "bcv gate: missing.csv: ", ""},
		{"no choice", map[string]string{"base": base, "undecided": "maybe"}, 2,
			"bcv: undecided is maybe; write fail or pass\n", ""},
		{"no answer", map[string]string{"base": base, "comment": "yes"}, 2,
			"bcv: comment is yes; write true or false\n", ""},
	}
	for _, test := range tests {
		r.run(test.inputs)
		if r.Status != test.status {
			t.Errorf("%s: status %d, want %d\n%s", test.name, r.Status, test.status, r.Log)
		}
		if !strings.Contains(r.Summary+r.Log, test.want) {
			t.Errorf("%s: got %q and %q, want %q", test.name, r.Summary, r.Log, test.want)
		}
		if !strings.HasPrefix(r.Outputs, test.output) || (test.output == "") != (r.Outputs == "") {
			t.Errorf("%s: outputs %q, want %q", test.name, r.Outputs, test.output)
		}
		if _, file, found := strings.Cut(strings.TrimSpace(r.Outputs), "summary="); found {
			if text, err := os.ReadFile(file); err != nil || string(text) != r.Summary {
				t.Errorf("%s: the file of the summary has %q (%v), want %q", test.name, text, err, r.Summary)
			}
		}
	}
}

// What a runner takes for a command: :: at the beginning of a line, after blanks, and ##[ anywhere.
var workflowCommand = regexp.MustCompile(`(?m)^\s*::(.*)|##\[.*`)

// Names in files of results, which a fork may have written, are no commands to the runner.
func TestActionNamesAreNoCommands(t *testing.T) {
	r := newRunner(t)
	file := func(name string, model string, mean float64) string {
		text := strings.Replace(r.read(filepath.Base(r.losses("made", mean))), "made,", `"`+model+`",`, -1)
		if err := os.WriteFile(r.file(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return r.file(name)
	}
	base := file("base.csv", "::add-mask::e", 0.3)
	for model, status := range map[string]int{
		"cand\n::add-mask::e\n::stop-commands::zzz": 2,
		"cand\r::add-mask::e":                       2,
		"cand\u2028::add-mask::e":                   0,
		"##[add-mask]e":                             0,
		"%0A::add-mask::e":                          0,
		"::error title=pwned::":                     0,
	} {
		for _, flags := range []string{"", "--verbose", "--json"} {
			r.run(map[string]string{"base": base, "candidate": file("candidate.csv", model, 0.2), "flags": flags})
			if r.Status != status {
				t.Errorf("%q %s: status %d, want %d\n%s", model, flags, r.Status, status, r.Log)
			}
			if found := workflowCommand.FindAllString(r.Log, -1); found != nil {
				t.Errorf("%q %s: the log has the commands %q", model, flags, found)
			}
			if lines := strings.Split(r.Outputs, "\n"); status == 0 && len(lines) != 3 {
				t.Errorf("%q %s: the outputs are %q", model, flags, r.Outputs)
			}
		}
	}
}

// The comment is made once and then replaced; where it cannot be written the outcome stays. A comment of somebody else
// is never replaced, whatever its first line.
func TestActionComments(t *testing.T) {
	r := newRunner(t)
	stub := `#!/bin/sh
echo "$@" >>"$RUNNER_TEMP/calls"
for last; do :; done
case "$*" in
*graphql*) test -z "$LOGIN" && exit 1; echo "$LOGIN" ;;
*paginate*) jq --raw-output "$last" "$RUNNER_TEMP/comments" ;;
*) cat "${last#body=@}" >"$RUNNER_TEMP/body" ;;
esac
`
	if err := os.WriteFile(r.file("gh"), []byte(stub), 0o700); err != nil {
		t.Fatal(err)
	}
	r.env = append(r.env, "PATH="+r.dir+":"+os.Getenv("PATH"))
	inputs := map[string]string{"base": r.losses("bad", 0.3), "candidate": r.losses("base", 0.2), "comment": "true"}
	comment := func(login string, id int, body string) string {
		return fmt.Sprintf("{\"user\":{\"login\":%q},\"id\":%d,\"body\":%q}", login, id, body)
	}
	const bot, post = "github-actions[bot]", "--method POST repos/some/one/issues/7/comments "
	others := comment("eve", 4711, "<!-- bcv gate -->\nBetter") + "," + comment(bot, 1, "other\n<!-- bcv gate -->")
	for _, test := range []struct{ login, comments, want string }{
		{"", "", post},
		{"", others, post},
		{bot, others, post},
		{"", others + "," + comment(bot, 12, "<!-- bcv gate -->\nWorse") + "," + comment(bot, 34, "<!-- bcv gate -->"),
			"--method PATCH repos/some/one/issues/comments/12 "},
		{"owner", comment(bot, 12, "<!-- bcv gate -->") + "," + comment("owner", 13, "<!-- bcv gate -->"),
			"--method PATCH repos/some/one/issues/comments/13 "},
	} {
		comments, want := "["+test.comments+"]", test.want
		if err := os.WriteFile(r.file("comments"), []byte(comments), 0o600); err != nil {
			t.Fatal(err)
		}
		r.env = append(r.env, "LOGIN="+test.login)
		r.run(inputs)
		if calls := r.read("calls"); r.Status != 0 || !strings.Contains(calls, want) {
			t.Errorf("comments %q: status %d, calls %q, want %q\n%s", comments, r.Status, calls, want, r.Log)
		}
		if body := r.read("body"); body != "<!-- bcv gate -->\n"+r.Summary {
			t.Errorf("the comment is %q, want the mark and %q", body, r.Summary)
		}
	}
	if err := cmp.Or(os.Remove(r.file("summary")), os.Mkdir(r.file("summary"),
		0o700)); err != nil { // which cannot be written
		t.Fatal(err)
	}
	if err := os.Remove(r.file("outputs")); err != nil {
		t.Fatal(err)
	}
	if r.step(inputs); r.Status != 4 || r.Outputs != "" {
		t.Errorf("without a summary of the job: status %d, outputs %q, want 4 and none\n%s", r.Status, r.Outputs, r.Log)
	}
	if err := os.Remove(r.file("comments")); err != nil { // the stub fails
		t.Fatal(err)
	}
	if r.run(inputs); r.Status != 0 || !strings.Contains(r.Log, "::warning title=bcv gate::The comment could not") {
		t.Errorf("status %d, log %q, want 0 and a warning", r.Status, r.Log)
	}
}

// A release is unpacked if its sum is that of SHA256SUMS.
func TestActionInstallsRelease(t *testing.T) {
	r := newRunner(t)
	made := `set -e
mkdir -p releases/v9.9.9/bcv-v9.9.9-linux-amd64
cd releases/v9.9.9
printf '#!/bin/sh\necho "### made against base: $1 $2"\n' >bcv-v9.9.9-linux-amd64/bcv
chmod +x bcv-v9.9.9-linux-amd64/bcv
tar -czf bcv-v9.9.9-linux-amd64.tar.gz bcv-v9.9.9-linux-amd64
sha256sum *.tar.gz >SHA256SUMS
`
	c := exec.Command("bash", "-c", made)
	c.Dir = r.dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	r.env = append(r.env, "BCV_RELEASES=file://"+r.dir+"/releases")
	// The program that is made writes no summary, which is a failure and no outcome.
	inputs := map[string]string{"version": "v9.9.9", "base": "losses.csv"}
	if r.run(inputs); r.Status != 4 || !strings.Contains(r.Log, "made against base: gate losses.csv") {
		t.Errorf("status %d, log %q, want 4 from the program of the release", r.Status, r.Log)
	}
	sums := r.file("releases/v9.9.9/SHA256SUMS")
	if err := os.WriteFile(sums, []byte(strings.Repeat("0", 64)+"  bcv-v9.9.9-linux-amd64.tar.gz\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r.run(inputs); r.Status != 1 || strings.Contains(r.Log, "made against base") {
		t.Errorf("with another sum: status %d, log %q, want 1 and no program", r.Status, r.Log)
	}
}

// The workflow in the document gives the action inputs that it has, and all that it requires.
func TestActionInDocument(t *testing.T) {
	text, err := os.ReadFile(root + "/docs/howto/pull-request.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks, err := Blocks(string(text))
	if err != nil {
		t.Fatal(err)
	}
	var action composite
	readYAML(t, root+"/action.yml", &action)
	used := 0
	for _, b := range blocks {
		var w workflow
		if b.Language != "yaml" {
			continue
		}
		if err := yaml.Unmarshal([]byte(b.Text), &w); err != nil {
			t.Fatalf("line %d: %v", b.Line, err)
		}
		for _, s := range w.Jobs["compare"].Steps {
			if !strings.HasPrefix(s.Uses, "block-regularized/bcv@") {
				continue
			}
			used++
			for name, in := range action.Inputs {
				if _, given := s.With[name]; in.Required && !given {
					t.Errorf("line %d: the input %s is missing", b.Line, name)
				}
			}
			for name := range s.With {
				if _, known := action.Inputs[name]; !known {
					t.Errorf("line %d: the action has no input %s", b.Line, name)
				}
			}
		}
	}
	if used == 0 {
		t.Error("no workflow uses the action")
	}
}
