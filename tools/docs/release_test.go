//go:build docs

package docs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The commit that make tag makes has the changelog, the citation and the documents of a release, the first and the
// next one.
func TestDocsTagRelease(t *testing.T) {
	clone := filepath.Join(t.TempDir(), "clone")
	identity := []string{"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a",
		"GIT_COMMITTER_EMAIL=a@example.org"}
	run := func(line string, want int, says string) {
		t.Helper()
		stdout, stderr, status := bash(t, "cd "+clone+" && "+line, identity...)
		if status != want || !strings.Contains(stdout+stderr, says) {
			t.Errorf("%s: status %d, %q, want %d and %q", line, status, stdout+stderr, want, says)
		}
	}
	changed := "Makefile scripts/tag-release.sh CITATION.cff CHANGELOG.md README.md docs/start/first-verdict.md " +
		"clients/node/README.md"
	if _, stderr, status := bash(t, "git clone -q --shared . "+clone+" && cp --parents "+changed+" "+clone); status != 0 {
		t.Fatal(stderr)
	}
	run("git diff --quiet || git commit -qam 'the work tree'", 0, "")
	for _, version := range []string{"7.8.9", "7.9.0"} {
		run("make -s tag VERSION="+version, 0, "git push origin HEAD v"+version)
		if got := released(t, clone); got != version {
			t.Errorf("CITATION.cff has version %s, want %s", got, version)
		}
		if !hasRelease(t, clone) {
			t.Errorf("%s: the changelog has no release", version)
		}
		checkAdvice(t, clone)
		text, err := os.ReadFile(filepath.Join(clone, "CHANGELOG.md"))
		if err != nil || !strings.Contains(string(text), "\n## [Unreleased]\n\n## ["+version+"] - 2") {
			t.Errorf("%s: the changelog has no section for it below Unreleased (%v)", version, err)
		}
		run("git describe --exact-match && git status --porcelain && git log -1 --format=%s", 0,
			"v"+version+"\nrelease v"+version+"\n")
	}
	run("make -s tag VERSION=7.9.0", 2, "the tag v7.9.0 is there already")
	run("make -s tag VERSION=v8", 2, "usage: make tag VERSION=")
	run("touch new && make -s tag VERSION=8.0.0", 2, "uncommitted changes")
}
