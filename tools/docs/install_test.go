package docs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Before there is a release nobody is advised to install one: what README, documents and the
// helpers say works from a clone.
func TestInstallAdvice(t *testing.T) {
	changes, err := os.ReadFile(filepath.Join(root, "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(changes), "Nothing is released yet") {
		return
	}
	clients := filepath.Join(root, "clients")
	helpers := []string{filepath.Join(clients, "python/src/bcv/_command.py"), filepath.Join(clients, "r/R/command.R")}
	for _, path := range append(documents(t), helpers...) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "@latest") {
			t.Errorf("%s names a version to install, and there is no release; name the clone", path)
		}
	}
	for _, path := range helpers {
		if text, err := os.ReadFile(path); err != nil ||
			!strings.Contains(string(text), "`go install ./pkg/cmd/bcv` in a clone") {
			t.Errorf("%s does not say how to get bcv (%v)", path, err)
		}
	}
}
