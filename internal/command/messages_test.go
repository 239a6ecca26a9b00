package command

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestOneLine(t *testing.T) {
	for in, want := range map[string]string{
		"a\n b\tc":           "a b c",
		"Zürich – 東京":        "Zürich – 東京",
		"\x1b]0;x\x07":       `\x1b]0;x\a`,
		"a\u200b\xffb\ufffd": `a\u200b\xffb` + "\ufffd",
		"a ##[add-mask]e":    `a #\#[add-mask]e`,
		"a ##vso[x]e ## [y]": `a #\#vso[x]e ## [y]`,
	} {
		if got := OneLine(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

// A name is no command to GitHub's runner, which takes :: at the beginning of a line, after blanks, and ##[ anywhere.
// (ActionCommand.cs of github.com/actions/runner)
func TestNoCommands(t *testing.T) {
	for _, test := range []struct {
		parts []string
		want  string
	}{
		{[]string{"::error::x is better"}, `\::error::x is better`},
		{[]string{"a\n \t::error::x", " y"}, "a\n \t\\::error::x y"},
		{[]string{"a ", "::b\n", "::c"}, "a ::b\n\\::c"},
		{[]string{"  ", "::c", "::d"}, "  \\::c::d"},
		{[]string{"a", "\n", "  ", "::c"}, "a\n  \\::c"},
		{[]string{"std::vector\ra::b ##[x]\u2028::c"}, `std::vector\ra::b #\#[x]\u2028::c`},
	} {
		var b strings.Builder
		w := VisibleWriter(&b)
		for _, part := range test.parts {
			if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
				t.Fatal(n, err)
			}
		}
		if b.String() != test.want {
			t.Errorf("%q becomes %q, want %q", test.parts, b.String(), test.want)
		}
	}
	var b strings.Builder
	if err := (&Environment{Stdout: &b}).Encode("##[add-mask]e # ##"); err != nil {
		t.Fatal(err)
	}
	var back string
	if err := json.Unmarshal([]byte(b.String()), &back); err != nil || back != "##[add-mask]e # ##" ||
		strings.Contains(b.String(), "##") {
		t.Errorf("JSON %s reads as %q, %v", b.String(), back, err)
	}
}
