package table

import (
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Words are those of a POSIX shell, for lines without what it expands.
func TestWords(t *testing.T) {
	lines := []string{"", " ", "a", " a\tb ", "python3 '/my files/learn.py' --k=1", `python3 "/my files/learn.py"`,
		`/my\ files/learn.py`, `a"b c"d'e f'`, `''`, `a "" b`, `"a \" b" 'c \ d' e\\f`, `"a\b"`, `\'a\"`, `"it's"`, `'say "x"'`,
		`é'ü ö'`, `a\é`}
	for _, line := range lines {
		got, err := Words(line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if runtime.GOOS == "windows" {
			continue
		}
		out, err := exec.Command("sh", "-c", `printf '%s\n' `+line).Output()
		if err != nil {
			t.Fatal(err)
		}
		want := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
		if len(got) == 0 {
			got = []string{""} // printf prints a line of nothing
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want those of sh, %q", line, got, want)
		}
	}
	if got, err := Words(`a * $HOME ~ ; | & #b`); err != nil || len(got) != 8 || got[2] != "$HOME" {
		t.Errorf("got %q, %v; nothing is expanded", got, err)
	}
	if got, err := Words(`a\`); err != nil || !slices.Equal(got, []string{`a\`}) {
		t.Errorf("got %q, %v", got, err)
	}
	for _, line := range []string{"it's", `a "b`, `'a' '`} {
		if got, err := Words(line); err == nil || !strings.Contains(err.Error(), "is not closed") {
			t.Errorf("%s: got %q, %v", line, got, err)
		}
	}
}

// On Windows a path keeps its backslashes, and quotation marks hold it together.
func TestWordsOfWindows(t *testing.T) {
	defer func(was bool) { backslash = was }(backslash)
	backslash = false
	want := []string{`C:\Program Files\R\bin\Rscript.exe`, `C:\me\learn.R`, "--serve"}
	got, err := Words(`"C:\Program Files\R\bin\Rscript.exe" C:\me\learn.R --serve`)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}
