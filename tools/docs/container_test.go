package docs

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
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
	version := regexp.MustCompile(`(?m)^version=.*$`).FindString(string(text))
	c := exec.Command("bash", "-c", version+"; echo $version")
	c.Dir = root
	out, err := c.Output()
	if err != nil || !regexp.MustCompile(`^1\.\d+\.\d+\n$`).Match(out) {
		t.Errorf("%q gives %q (%v)", version, out, err)
	}
	if name := "  go" + strings.TrimSpace(string(out)) + ".linux-amd64.tar.gz'\n"; !strings.Contains(string(text), name) {
		t.Errorf("binder/postBuild has no sum of %q", name)
	}
}

// Binder unpacks Go if its sum is that of the script, and nothing else.
func TestBinderChecksGo(t *testing.T) {
	dir := t.TempDir()
	stub := `mkdir -p go/bin && echo >go/bin/go && tar -czf go.tar.gz go && rm -r go && sha256sum go.tar.gz
mkdir bin
printf '#!/bin/sh\nfor x; do test "$before" = --output && cp "%s/go.tar.gz" "$x"; before=$x; done\n' "$PWD" >bin/curl
printf '#!/bin/sh\n' >bin/make
cp bin/make bin/go
chmod +x bin/*
`
	c := exec.Command("bash", "-euc", stub)
	c.Dir = dir
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(root + "/binder/postBuild")
	if err != nil {
		t.Fatal(err)
	}
	right := regexp.MustCompile(`sums='\w+`).ReplaceAllString(string(text), "sums='"+string(out[:64]))
	for script, want := range map[string]bool{string(text): false, right: true} {
		c := exec.Command("bash", "-c", script)
		home := t.TempDir()
		c.Dir, c.Env = root, append(os.Environ(), "HOME="+home, "PATH="+dir+"/bin:"+os.Getenv("PATH"))
		out, err := c.CombinedOutput()
		files, _ := filepath.Glob(home + "/.local/*")
		if (err == nil) != want || (len(files) == 1) != want || !want && len(files) > 0 {
			t.Errorf("%v with %q and %s, want success to be %v", err, files, out, want)
		}
	}
}
