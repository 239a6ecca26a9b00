package display

import "testing"

// Text of wide characters is broken at the width that a terminal gives it, and always goes on.
func TestWrapWideText(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"模型甲", 4, "模型\n甲"},
		{"模型甲", 1, "模\n型\n甲"},
		{"模型 甲", 5, "模型\n甲"},
		{"a 模型 甲", 6, "a 模型\n甲"},
		{"größer ist", 6, "größer\nist"},
	} {
		if got := wrapText(c.text, c.width); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}
