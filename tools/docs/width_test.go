package docs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// commandWidth is how wide a line of a command is at most in a document, the prompt with it: what a page shows beside
// its menu, and a terminal without wrapping. A line that has no place to break may be wider.
const commandWidth = 76

// Commands are broken at their flags: go -C tools test ./docs -run CommandWidth -update breaks those that are too wide.
func TestCommandWidth(t *testing.T) {
	clients, err := filepath.Glob(root + "/clients/*/README.md")
	if err != nil || len(clients) == 0 {
		t.Fatalf("no clients: %v", err)
	}
	for _, path := range append(documents(t), clients...) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want := narrowed(string(text))
		if *update {
			if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if want != string(text) {
			t.Errorf("%s has a command wider than %d columns; run go -C tools test ./docs -run CommandWidth -update", path,
				commandWidth)
		}
	}
}

// narrowed returns a document whose commands in blocks are broken where they are too wide.
func narrowed(markdown string) string {
	var out strings.Builder
	language := ""
	for line := range strings.Lines(markdown) {
		text := strings.TrimSuffix(line, "\n")
		fence, isFence := strings.CutPrefix(text, "```")
		switch {
		case isFence && language == "":
			language, _, _ = strings.Cut(fence+" ", " ")
		case isFence:
			language = ""
		case language == "console" && strings.HasPrefix(text, "$ "), language == "text" && strings.HasPrefix(text, "$ bcv "),
			language == "sh" && strings.HasPrefix(text, "bcv "):
			line = broken(text) + strings.Repeat("\n", len(line)-len(text))
		}
		out.WriteString(line)
	}
	return out.String()
}

// broken returns a command on several lines, if it is too wide for one: each but the last ends with a backslash.
func broken(command string) string {
	if utf8.RuneCountInString(command) <= commandWidth {
		return command
	}
	var lines []string
	line := ""
	for _, part := range parts(command) {
		if line != "" && utf8.RuneCountInString(line+part)+len(` \`) > commandWidth {
			lines, line = append(lines, line+` \`), "   "
		}
		line += part
	}
	return strings.Join(append(lines, line), "\n")
}

// parts divides a command before its flags and pipes, outside of quotes. A part begins with its blank.
func parts(command string) []string {
	var out []string
	begin := 0
	quote := rune(0)
	for i, c := range command {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == ' ' && i > 2:
			for _, next := range []string{" --", " | ", " && "} {
				if strings.HasPrefix(command[i:], next) {
					out, begin = append(out, command[begin:i]), i
					break
				}
			}
		}
	}
	return append(out, command[begin:])
}

func TestBroken(t *testing.T) {
	const long = `$ bcv holdout --data data/samples/plants.csv --learner "tree | a --b c" --learner "knn(k=1)" --losses mine.csv | head -3`
	const want = "$ bcv holdout --data data/samples/plants.csv --learner \"tree | a --b c\" \\\n" +
		"    --learner \"knn(k=1)\" --losses mine.csv | head -3"
	if got := broken(long); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	block := "```console\n" + want + "\nmodel\n```\n" + long + "\n```sh\n# " + long + "\n```\n"
	if got := narrowed(block); got != block {
		t.Errorf("got\n%s\nwant\n%s", got, block)
	}
	if got := narrowed("```console\n" + long + "\n```\n"); got != "```console\n"+want+"\n```\n" {
		t.Errorf("got\n%s", got)
	}
}
