package notebook_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/tools/notebook"
)

// figurePNG returns a PNG of 20 x 10 pixels in base64.
func figurePNG(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 20, 10))); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// good returns a notebook file with nothing wrong: a question and its answer, a cell
// that prints, a cell that shows a figure, what to see in it and what to read next.
func good(t *testing.T) string {
	return fmt.Sprintf(`{
 "cells": [
  {"cell_type": "markdown", "id": "a", "metadata": {}, "source": ["# Title\n", "\n",
   "Is it so? See https://example.org/home/x.\n", "\n", "**In short.** It is."]},
  {"cell_type": "code", "id": "b", "metadata": {}, "execution_count": 1, "source": ["%%%%\n", "fmt.Println(a/work)"],
   "outputs": [{"output_type": "stream", "name": "stdout", "text": ["1\n"]}]},
  {"cell_type": "code", "id": "c", "metadata": {}, "execution_count": 2, "source": "display.Figure(p)",
   "outputs": [{"output_type": "display_data", "data": {"image/png": "%s\n", "text/plain": ["a figure"]},
    "metadata": {"image/png": {"width": 10}}}]},
  {"cell_type": "markdown", "id": "d", "metadata": {},
   "source": ["**What to see.** All.\n", "\n", "Next: [y](y.ipynb)."]}
 ],
 "metadata": {"kernelspec": {"name": "gonb", "display_name": "Go (gonb)"}},
 "nbformat": 4, "nbformat_minor": 5
}`, figurePNG(t))
}

// read writes a notebook to a file and reads it.
func read(t *testing.T, content string) (*notebook.Notebook, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.ipynb")
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return notebook.Read(path)
}

func TestCheckCommitted(t *testing.T) {
	const counts = `"execution_count": 2`
	longCell := strings.Repeat(`x++\n`, 41)
	five := `\n\t\"b\"\n\tx \"c/v2\"\n\n` + strings.Repeat(`\t\"d\"\n`, 3)
	aligned, prose := "a"+strings.Repeat(" ", 99)+"b", strings.Repeat("word ", 20)
	htmlError := `{"output_type": "display_data", "data": {"text/html": "<style>\n.a {}\n</style>` +
		`<div data-mime-type=\"application/vnd.jupyter.stderr\">Line 9: undefined: a&amp;b</div>"}, "metadata": {}}`
	tests := []struct {
		name     string
		old, new string // one replacement in the good notebook
		want     string // part of the only problem; empty for none
	}{
		{"good", "", "", ""},
		{"not executed", counts, `"execution_count": null`, "cell 3 was not executed"},
		{"out of order", counts, `"execution_count": 5`, "cell 3 was executed as number 5, not 2"},
		{"another kernel", `"name": "gonb"`, `"name": "python3"`, `for the kernel "python3"`},
		{"empty cell", `"source": "display.Figure(p)"`, `"source": " \n"`, "cell 3 is empty"},
		{"panic", `{"output_type": "stream", "name": "stdout", "text": ["1\n"]}`,
			`{"output_type": "stream", "name": "stderr", "text": ["panic: \u001b[7m42\u001b[0m\n"]},
			 {"output_type": "error", "ename": "ERROR", "evalue": "exit status 2", "traceback": []}`,
			"cell 2 failed: exit status 2\npanic: 42"},
		{"compile error", `{"output_type": "stream", "name": "stdout", "text": ["1\n"]}`,
			htmlError + `, {"output_type": "error", "ename": "ERROR", "evalue": "exit status 1", "traceback": []}`,
			"cell 2 failed: exit status 1\nLine 9: undefined: a&b"},
		{"long cell", `"display.Figure(p)"`, `"` + longCell + `display.Figure(p)"`, "cell 3 has 42 lines"},
		{"wide code", `"display.Figure(p)"`, `"\t\tdisplay.Figure(` + strings.Repeat("p", 69) + `)"`,
			"cell 3 has a line of code of 101 columns"},
		{"code that fits", `"display.Figure(p)"`, `"\t\tdisplay.Figure(` + strings.Repeat("p", 68) + `)"`, ""},
		{"many rows", `"display.Figure(p)"`, `"display.Table(r, display.Rows(31))"`,
			"cell 3 shows 31 rows of a table before the fold"},
		{"rows that fit", `"display.Figure(p)"`, `"display.Table(r, display.Rows(30))"`, ""},
		{"many imports", `"%%\n"`, `"import \"a\"\nimport (` + five + `)\n%%\n"`,
			"cell 2, the first with code, imports 6 packages"},
		{"five imports", `"%%\n"`, `"import (` + five + `)\n%%\nf(\"g\")\n"`, ""},
		{"many imports later", `"display.Figure(p)"`,
			`"import \"a\"\nimport (` + five + `)\ndisplay.Figure(p)"`, ""},
		{"path in source", `"display.Figure(p)"`, `"display.Figure(\"/home/me/p\")"`,
			"cell 3 has the machine's path /home/me/p"},
		{"path in output", `["1\n"]`, `["read /tmp/x.csv"]`, "cell 2 has the machine's path /tmp/x.csv"},
		{"path in html", `"text/plain": ["a figure"]`, `"text/html": ["<b>/root/p</b>"]`,
			"cell 3 has the machine's path /root/p"},
		{"wide table", `["1\n"]`, `["x\n` + aligned + `\n"]`, "cell 2 prints a line of 101 columns"},
		{"wide table as plain text", `["a figure"]`, `["` + aligned + `"]`, "cell 3 prints a line of 101 columns"},
		{"a table that fits", `["1\n"]`, `["` + aligned[1:] + `"]`, ""},
		{"a long sentence", `["1\n"]`, `["` + prose + `end"]`, "cell 2 prints a line of 103 columns"},
		{"a sentence that fits, with colours", `["1\n"]`, `["\u001b[31m` + prose[1:] + `\u001b[0m\n"]`, ""},
		{"a table as html", `"text/plain": ["a figure"]`, `"text/html": ["<table><tr><td>` + aligned + `</td></tr></table>"]`,
			""},
		{"no figure", `"image/png": "`, `"image/jpeg": "`, "has no figure in image/png"},
		{"no width", `{"image/png": {"width": 10}}`, `{}`, "shown at width 0"},
		{"enlarged", `{"image/png": {"width": 10}}`, `{"image/png": {"width": 21}}`,
			"the figure of 20 pixels is shown at width 21"},
		{"no heading", `# Title`, `Title`, "cell 1 begins with no heading"},
		{"no question", `so?`, `so.`, "cell 1 asks no question"},
		{"the question after the answer", `so? See https://example.org/home/x.\n", "\n", "**In short.** It is.`,
			`so.\n", "\n", "**In short.** Is it?`, "cell 1 asks no question"},
		{"no answer", `**In short.**`, `**At length.**`, "cell 1 has no answer"},
		{"nothing to see", `**What to see.**`, `**Nothing.**`, "cell 3 has a figure, and the next cell is no text"},
		{"what to see later", `**What to see.**`, `Before. **What to see.**`, "and the next cell is no text that begins"},
		{"no next", `Next: `, `Before: `, "the last cell ends with no"},
		{"next in the middle", `(y.ipynb).`, `(y.ipynb).\n", "And more.`, "the last cell ends with no"},
		{"next is itself", `(y.ipynb)`, `(x.ipynb)`, "the last cell ends with no"},
		{"next is everything", `(y.ipynb)`, `(y.ipynb) [](a.ipynb) [](b.ipynb) [](c.ipynb)`, "the last cell ends with no"},
		{"not a png", `"image/png": "`, `"image/png": "AAAA`, "the figure is not a PNG"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			content := good(t)
			if strings.Count(content, tt.old) != 1 && tt.old != "" {
				t.Fatalf("%q is not once in the notebook", tt.old)
			}
			nb, err := read(t, strings.Replace(content, tt.old, tt.new, 1))
			if err != nil {
				t.Fatal(err)
			}
			problems := notebook.CheckCommitted(nb)
			switch {
			case tt.want == "" && len(problems) > 0:
				t.Errorf("problems in a good notebook: %v", problems)
			case tt.want != "" && (len(problems) != 1 || !strings.Contains(problems[0].Error(), tt.want)):
				t.Errorf("got problems %v, want one with %q", problems, tt.want)
			}
		})
	}
}

func TestReadRefuses(t *testing.T) {
	for _, content := range []string{"", "[]", `{"cells": [{"source": 3}], "nbformat": 4}`,
		`{"worksheets": [], "nbformat": 3}`} {
		if _, err := read(t, content); err == nil {
			t.Errorf("no error for %q", content)
		}
	}
}

// A run that loses a figure is noticed although no cell failed, and a copy
// without outputs counts as not executed.
func TestCheckAgainst(t *testing.T) {
	committed, err := read(t, good(t))
	if err != nil {
		t.Fatal(err)
	}
	if problems := notebook.CheckAgainst(committed, committed); len(problems) > 0 {
		t.Errorf("a notebook differs from itself: %v", problems)
	}
	stripped, err := notebook.WithoutOutputs([]byte(good(t)))
	if err != nil {
		t.Fatal(err)
	}
	run, err := read(t, string(stripped))
	if err != nil {
		t.Fatal(err)
	}
	if problems := notebook.CheckExecuted(run); len(problems) != 2 {
		t.Errorf("2 cells were not executed, got problems %v", problems)
	}
	problems := notebook.CheckAgainst(run, committed)
	if want := "cell 3 shows 0 figures, the committed one 1"; !strings.Contains(fmt.Sprint(problems), want) {
		t.Errorf("got problems %v, want %s", problems, want)
	}
	run.Cells = run.Cells[1:]
	if problems := notebook.CheckAgainst(run, committed); len(problems) != 1 {
		t.Errorf("a notebook with fewer cells gave %v", problems)
	}
}

// A run that prints or shows another text than the committed notebook is named, with the
// place in a long line; a figure of other bytes is not.
func TestCheckAgainstText(t *testing.T) {
	page := func(price string) string {
		return strings.Replace(good(t), `"text/plain": ["a figure"]`,
			`"text/html": "<table>`+strings.Repeat("<td>x</td>", 30)+price+`</table>", "text/plain": ["a figure"]`, 1)
	}
	tests := []struct {
		name, committed, executed string
		want                      string // in the only problem; empty for none
	}{
		{"the same", page("0.1"), page("0.1"), ""},
		{"another printed line", good(t), strings.Replace(good(t), `["1\n"]`, `["2\n"]`, 1),
			`cell 2 shows "2", the committed one "1"`},
		{"a printed line more", good(t), strings.Replace(good(t), `["1\n"]`, `["1\n", "2\n"]`, 1),
			`cell 2 shows "2", the committed one ""`},
		{"a cell of a table", page("0.1"), page("0.25"), `0.25</table>", the committed one "`},
		{"another plain text", good(t), strings.Replace(good(t), "a figure", "two figures", 1), `cell 3 shows "two figures"`},
		{"other bytes of a figure", good(t), strings.Replace(good(t), figurePNG(t), figurePNG(t)+"AAAA", 1), ""},
	}
	for _, test := range tests {
		committed, err := read(t, test.committed)
		if err != nil {
			t.Fatal(err)
		}
		executed, err := read(t, test.executed)
		if err != nil {
			t.Fatal(err)
		}
		problems := notebook.CheckAgainst(executed, committed)
		if wanted := test.want != ""; len(problems) > 1 || (len(problems) == 1) != wanted {
			t.Errorf("%s: got problems %v, want %q", test.name, problems, test.want)
		} else if wanted && !strings.Contains(problems[0].Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, problems[0], test.want)
		}
	}
}
