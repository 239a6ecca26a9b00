package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/block-regularized/bcv/internal/command/commandtest"
)

// The archives in testdata/answers are inputs with the right answers, as numbers and not as words, so that they outlive
// the readers and the sentences. The comment of an archive says what it is about, then come commands, "> compare a.csv
// --json", that run in a folder with the files of the archive, each with what must hold, a line each:
//
//	status 2                               the exit status, 0 if no line says it
//	stderr REGEXP                          standard error matches; stdout, !stderr and !stdout likewise
//	.verdicts.0.p_value 0.031 1e-3         a value of the JSON on standard output: path, JSON value and, for numbers,
//	                                       the largest difference (1e-9 if none is given)
func TestAnswers(t *testing.T) {
	names, err := filepath.Glob("testdata/answers/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d archives, %v", len(names), err)
	}
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Chdir(t.TempDir())
			for _, f := range archive.Files {
				if err := os.MkdirAll(filepath.Dir(f.Name), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(f.Name, f.Data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			_, commands, _ := strings.Cut("\n"+string(archive.Comment), "\n> ")
			if commands == "" {
				t.Fatal("no command; write one in a line that begins with \"> \"")
			}
			for block := range strings.SplitSeq(commands, "\n> ") {
				line, wants, _ := strings.Cut(strings.TrimSpace(block), "\n")
				t.Run(line, func(t *testing.T) { checkAnswer(t, line, wants) })
			}
		})
	}
}

// checkAnswer runs a command line and holds its outcome against the lines of wants.
func checkAnswer(t *testing.T, line, wants string) {
	code, stdout, stderr := capture(commandtest.Words(line)...)
	status := 0
	for want := range strings.Lines(wants) {
		kind, rest, _ := strings.Cut(strings.TrimSpace(want), " ")
		switch kind {
		case "", "#":
		case "status":
			status, _ = strconv.Atoi(rest)
		case "stdout", "!stdout":
			checkText(t, "standard output", stdout, rest, kind == "stdout")
		case "stderr", "!stderr":
			checkText(t, "standard error", stderr, rest, kind == "stderr")
		default:
			if err := checkValue(stdout, kind, rest); err != nil {
				t.Errorf("%s: %v", strings.TrimSpace(want), err)
			}
		}
	}
	if code != status {
		t.Errorf("status %d, want %d", code, status)
	}
	if t.Failed() {
		t.Logf("standard output:\n%s\nstandard error:\n%s", stdout, stderr)
	}
}

func checkText(t *testing.T, what, text, pattern string, wanted bool) {
	oneLine := strings.Join(strings.Fields(text), " ") // of texts that are set in lines of 80 characters
	re := regexp.MustCompile(`(?m)` + pattern)
	if (re.MatchString(text) || re.MatchString(oneLine)) != wanted {
		t.Errorf("%s matches %q: %v, want %v", what, pattern, !wanted, wanted)
	}
}

// checkValue compares the value at a path of a JSON text, such as .verdicts.0.p_value, with "VALUE [TOLERANCE]".
func checkValue(text, path, want string) error {
	if !strings.HasPrefix(path, ".") {
		return fmt.Errorf("a path begins with a dot")
	}
	var at any
	known := true
	if err := json.Unmarshal([]byte(text), &at); err != nil {
		return fmt.Errorf("standard output is not JSON: %w", err)
	}
	for key := range strings.SplitSeq(path[1:], ".") {
		switch v := at.(type) {
		case map[string]any:
			if at, known = v[key]; !known {
				return fmt.Errorf("there is no %q", key)
			}
		case []any:
			k, err := strconv.Atoi(key)
			if err != nil || k < 0 || k >= len(v) {
				return fmt.Errorf("%q is no index of %d values", key, len(v))
			}
			at = v[k]
		default:
			return fmt.Errorf("nothing is at %q", key)
		}
	}
	got, isNumber := at.(float64)
	value, tolerance, _ := strings.Cut(want, " ")
	number, err := strconv.ParseFloat(value, 64)
	if !isNumber || err != nil {
		if b, _ := json.Marshal(at); string(b) != want {
			return fmt.Errorf("got %s", b)
		}
		return nil
	}
	allowed := 1e-9
	if tolerance != "" {
		if allowed, err = strconv.ParseFloat(tolerance, 64); err != nil {
			return err
		}
	}
	if !(math.Abs(got-number) <= allowed) {
		return fmt.Errorf("got %v", got)
	}
	return nil
}
