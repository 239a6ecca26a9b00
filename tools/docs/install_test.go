package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const (
	unreleased = "Nothing is released yet"
	clones     = "`go install ./pkg/cmd/bcv` in a clone"
)

var (
	fromRelease = regexp.MustCompile(`bcv(?:/[a-z/]+)?@(v\d[^\s\x60]*|latest)|releases/download/([^/\s]+)/`)
	byName      = regexp.MustCompile(`(?:npx|npm install|pip install) bcv-compare|install.packages\("bcvcompare"`)
	inNames     = regexp.MustCompile(`(?:bcv-v|bcv_compare-|bcvcompare_|bcv-compare-|release )v?(\d+\.\d+\.\d+)`)
)

// adviceFaults returns what is wrong with the advice of a document to install a release: of another version, or, while
// there is no release, without the words that say so; and with these words once there is one.
func adviceFaults(text, version string, isReleased bool) (out []string) {
	named := fromRelease.FindAllStringSubmatch(text, -1)
	for _, m := range named {
		if got := m[1] + m[2]; got != "v"+version {
			out = append(out, "names the release "+got+", not v"+version)
		}
	}
	for _, m := range inNames.FindAllStringSubmatch(text, -1) {
		if m[1] != version {
			out = append(out, m[0]+" is not of the release "+version)
		}
	}
	says := strings.Contains(text, unreleased)
	if (len(named) > 0 || byName.MatchString(text)) && !says && !isReleased {
		out = append(out, "names a release, and there is none; say so: "+unreleased)
	}
	if says && isReleased {
		out = append(out, "says that nothing is released, but CHANGELOG.md has a release")
	}
	return out
}

// Before there is a release, README, documents and helpers say so where they name one, and what to do in a clone;
// once there is one, all name its version, and none says that there is none.
func TestInstallAdvice(t *testing.T) {
	checkAdvice(t, root)
}

func checkAdvice(t *testing.T, root string) {
	t.Helper()
	version, isReleased := released(t, root), hasRelease(t, root)
	clients := filepath.Join(root, "clients")
	helpers := []string{filepath.Join(clients, "python/src/bcv/_command.py"), filepath.Join(clients, "r/R/command.R")}
	paths := append(documentsIn(t, root), helpers...)
	readmes, err := filepath.Glob(filepath.Join(clients, "*", "README.md"))
	if err != nil || len(readmes) != 3 {
		t.Errorf("got the READMEs of clients %q, %v, want 3", readmes, err)
	}
	for _, path := range append(paths, readmes...) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range adviceFaults(string(text), version, isReleased) {
			t.Errorf("%s: %s", path, fault)
		}
	}
	for _, path := range helpers {
		if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), clones) {
			t.Errorf("%s does not say how to get bcv (%v)", path, err)
		}
	}
}

// hasRelease reports whether the changelog has a section of a version.
func hasRelease(t *testing.T, root string) bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	says := strings.Contains(string(text), unreleased)
	has := regexp.MustCompile(`(?m)^## \[\d+\.\d+\.\d+\] - `).Match(text)
	if says == has {
		t.Errorf("CHANGELOG.md: has a release: %v, says that there is none: %v; want one of them", has, says)
	}
	return has
}

func TestAdviceFaults(t *testing.T) {
	const named = "go get github.com/block-regularized/bcv@v1.2.3 and https://x/releases/download/v1.2.3/bcv-v1.2.3-linux"
	for _, c := range []struct {
		text       string
		isReleased bool
		want       int
	}{
		{"npx bcv-compare", true, 0}, {"npx bcv-compare", false, 1}, {"npx bcv-compare" + unreleased, false, 0},
		{named, true, 0}, {named, false, 1}, {named + unreleased, false, 0}, {named + unreleased, true, 1},
		{"in a clone", false, 0}, {"in a clone", true, 0}, {unreleased, true, 1},
		{"bcv/pkg/cmd/bcv@latest", true, 1}, {"bcv/pkg/cmd/bcv@v1.2.4", true, 1}, {"releases/download/v1/x", true, 1},
		{"bcv_compare-1.2.4-py3", true, 1}, {"bcvcompare_1.2.4.tar.gz", true, 1}, {"the release v1.2.4", true, 1},
	} {
		if got := adviceFaults(c.text, "1.2.3", c.isReleased); len(got) != c.want {
			t.Errorf("%q, released: %v: got %q, want %d faults", c.text, c.isReleased, got, c.want)
		}
	}
}

// The packages in a clone belong to no release: what builds them gives them the version of the tag.
func TestVersionsOfPackages(t *testing.T) {
	for path, want := range map[string]string{"python/pyproject.toml": `version = "0.0.0"`,
		"r/DESCRIPTION": "Version: 0.0.0", "node/package.json": `"version": "0.0.0"`} {
		text, err := os.ReadFile(filepath.Join(root, "clients", path))
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %s (%v)", path, want, err)
		}
	}
}
