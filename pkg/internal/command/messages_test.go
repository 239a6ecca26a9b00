package command

import "testing"

func TestOneLine(t *testing.T) {
	for in, want := range map[string]string{
		"a\n b\tc":           "a b c",
		"Zürich – 東京":        "Zürich – 東京",
		"\x1b]0;x\x07":       `\x1b]0;x\a`,
		"a\u200b\xffb\ufffd": `a\u200b\xffb` + "\ufffd",
	} {
		if got := OneLine(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}
