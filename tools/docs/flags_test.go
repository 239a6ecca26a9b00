package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Packages do not speak of flags of the command line, which a notebook has not: only in
// brackets that begin with "bcv:", after words that hold everywhere, and in whole commands.
func TestPackagesNameNoFlags(t *testing.T) {
	inBrackets := regexp.MustCompile(`\(bcv: [^)]*\)`)
	command := regexp.MustCompile(`bcv [a-z]+[^";]*`)
	flag := regexp.MustCompile(`"[^"]*--[a-z]`)
	joined := regexp.MustCompile(`" ?\+\n\s*"`) // where a text goes on in the next line
	files := 0
	for _, dir := range []string{"compare", "cv", "dataset", "display", "figure", "fold", "frame", "holdout",
		"holdout/decide", "infer", "internal/table", "posterior", "report"} {
		paths, err := filepath.Glob("../../pkg/" + dir + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			files++
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(joined.ReplaceAllString(string(text), "")) {
				if flag.MatchString(command.ReplaceAllString(inBrackets.ReplaceAllString(line, ""), "")) {
					t.Errorf("%s names a flag of the command line: %s", path, strings.TrimSpace(line))
				}
			}
		}
	}
	if files < 100 {
		t.Errorf("got %d files of packages, want 100 at least", files)
	}
}
