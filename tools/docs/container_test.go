package docs

import (
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// The container of editors is a target of the Dockerfile, with its user.
func TestDevcontainer(t *testing.T) {
	text, err := os.ReadFile(root + "/.devcontainer/devcontainer.json")
	if err != nil {
		t.Fatal(err)
	}
	var c struct {
		Build struct{ Dockerfile, Context, Target string }
		User  string            `json:"remoteUser"`
		Env   map[string]string `json:"remoteEnv"`
	}
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(root + "/.devcontainer/" + c.Build.Dockerfile)
	if err != nil {
		t.Fatal(err)
	}
	_, target, found := strings.Cut(string(file), " AS "+c.Build.Target+"\n")
	if !found || c.Build.Target == "" {
		t.Errorf("the Dockerfile has no target %q", c.Build.Target)
	}
	target, _, _ = strings.Cut(target, "\nFROM ")
	if users := regexp.MustCompile(`(?m)^USER (\S+)$`).FindAllStringSubmatch(target, -1); len(users) == 0 ||
		users[len(users)-1][1] != c.User {
		t.Errorf("the user is %q, of the target %v", c.User, users)
	}
	if info, err := os.Stat(root + "/.devcontainer/" + c.Build.Context + "/go.mod"); err != nil || info.IsDir() {
		t.Errorf("the context %q is not the repository (%v)", c.Build.Context, err)
	}
	for _, name := range []string{"PATH", "JUPYTER_PATH"} {
		if !strings.HasPrefix(c.Env[name], "${containerWorkspaceFolder}/.build/") {
			t.Errorf("%s is %q", name, c.Env[name])
		}
	}
}

// The scripts for Binder can be run, and find the version of Go that the image has.
func TestBinder(t *testing.T) {
	for _, name := range []string{"postBuild", "start"} {
		info, err := os.Stat(root + "/binder/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode()&0o111 == 0 {
			t.Errorf("binder/%s cannot be run", name)
		}
		if out, err := exec.Command("bash", "-n", root+"/binder/"+name).CombinedOutput(); err != nil {
			t.Errorf("binder/%s: %s", name, out)
		}
	}
	text, err := os.ReadFile(root + "/binder/postBuild")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^version=.*$`).FindString(string(text))
	c := exec.Command("bash", "-c", line+"; echo $version")
	c.Dir = root
	if out, err := c.Output(); err != nil || !regexp.MustCompile(`^1\.\d+\.\d+\n$`).Match(out) {
		t.Errorf("%q gives %q (%v)", line, out, err)
	}
}
