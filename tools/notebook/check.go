package notebook

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"image/png"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxLines is the longest code cell: what is longer belongs in a package.
const maxLines = 40

// machinePath finds absolute paths below folders that differ between machines.
// A path inside an address (https://example.org/home) does not count.
var machinePath = regexp.MustCompile(`(?:^|[^\w./~-])(/(?:work|tmp|root|home|Users|var/folders)(?:/[^\s"'<>:]*|\b))`)

// maxColumns is the widest line of code and of an output: GitHub and nbconvert wrap
// neither and hide what is wider behind a scroll bar. In the copies of make html, 121 columns fit
// into a window of 1100 pixels and 108 into one of 1000, measured in Chromium.
const maxColumns = 100

// maxRows is how many rows of a table a cell may show before the fold, by display.Rows.
const maxRows = 30

// maxImports is how many packages the first code cell may import, as a list of more fills the
// first screen: the others are imported by the cells that first use them.
const maxImports = 5

var importDecl = regexp.MustCompile(`(?m)^import (?:\([^)]*\)|.*)`)

var shownRows = regexp.MustCompile(`display\.Rows\((\d+)\)`)

// CheckExecuted returns what is wrong with the notebook as the result of a run
// from top to bottom: cells that failed (with what they printed), cells that
// were not executed or not in order, a kernel other than gonb.
func CheckExecuted(nb *Notebook) []error {
	var problems []error
	if nb.Metadata.Kernel.Name != "gonb" {
		problems = append(problems, fmt.Errorf("notebook: %s is for the kernel %q; choose gonb",
			nb.Name, nb.Metadata.Kernel.Name))
	}
	executed := 0
	for i, c := range nb.Cells {
		if c.Type != "code" {
			continue
		}
		executed++
		switch {
		case strings.TrimSpace(string(c.Source)) == "":
			problems = append(problems, fmt.Errorf("notebook: %s: cell %d is empty; remove it", nb.Name, i+1))
			executed--
		case c.ExecutionCount == nil:
			problems = append(problems, fmt.Errorf("notebook: %s: cell %d was not executed; run make notebooks", nb.Name, i+1))
		case *c.ExecutionCount != executed:
			problems = append(problems, fmt.Errorf("notebook: %s: cell %d was executed as number %d, not %d; run make notebooks",
				nb.Name, i+1, *c.ExecutionCount, executed))
		}
		for _, o := range c.Outputs {
			if o.Type == "error" {
				problems = append(problems, fmt.Errorf("notebook: %s: cell %d failed: %s\n%s",
					nb.Name, i+1, o.ErrorValue, printed(c)))
			}
		}
	}
	if executed == 0 {
		problems = append(problems, fmt.Errorf("notebook: %s has no code cells", nb.Name))
	}
	return problems
}

// CheckCommitted returns what CheckExecuted does and what else must not be in
// git: no figure at all, figures that do not decode or have no width, paths of
// the machine, code cells of more than 40 lines, lines of code and of outputs of more
// than 100 columns, tables of more than 30 rows before the fold, more than 5 imports in the first
// code cell, and what a paper would not lack: see checkPaper.
func CheckCommitted(nb *Notebook) []error {
	problems := CheckExecuted(nb)
	figures := 0
	for i, c := range nb.Cells {
		if n := len(strings.Split(strings.TrimSpace(string(c.Source)), "\n")); c.Type == "code" && n > maxLines {
			problems = append(problems, fmt.Errorf("notebook: %s: cell %d has %d lines of code, more than %d; move the "+
				"algorithm to a package",
				nb.Name, i+1, n, maxLines))
		}
		if found := machinePath.FindStringSubmatch(visible(c)); found != nil {
			problems = append(problems, fmt.Errorf("notebook: %s: cell %d has the machine's path %s; print a path relative "+
				"to the repository",
				nb.Name, i+1, found[1]))
		}
		if width := widestLine(strings.ReplaceAll(string(c.Source), "\t", tab)); c.Type == "code" && width > maxColumns {
			problems = append(problems, fmt.Errorf("notebook: %s: cell %d has a line of code of %d columns, more than %d; "+
				"break it",
				nb.Name, i+1, width, maxColumns))
		}
		for _, m := range shownRows.FindAllStringSubmatch(string(c.Source), -1) {
			if n, err := strconv.Atoi(m[1]); err != nil || n > maxRows {
				problems = append(problems, fmt.Errorf("notebook: %s: cell %d shows %s rows of a table before the fold, more "+
					"than %d; show fewer",
					nb.Name, i+1, m[1], maxRows))
			}
		}
		if width := widestOutput(c); width > maxColumns {
			problems = append(problems, fmt.Errorf("notebook: %s: cell %d prints a line of %d columns, more than %d; show it "+
				"with display.Table, Note or Figure, which break lines",
				nb.Name, i+1, width, maxColumns))
		}
		for _, o := range c.figures() {
			figures++
			if err := checkFigure(o); err != nil {
				problems = append(problems, fmt.Errorf("notebook: %s: cell %d: %w", nb.Name, i+1, err))
			}
		}
	}
	if i := slices.IndexFunc(nb.Cells, func(c Cell) bool { return c.Type == "code" }); i >= 0 {
		if n := imports(nb.Cells[i]); n > maxImports {
			problems = append(problems, fmt.Errorf("notebook: %s: cell %d, the first with code, imports %d packages, more "+
				"than %d; import the others where they are first used",
				nb.Name, i+1, n, maxImports))
		}
	}
	if figures == 0 {
		problems = append(problems, fmt.Errorf("notebook: %s has no figure in %s", nb.Name, MIMEPNG))
	}
	return append(problems, checkPaper(nb)...)
}

// imports counts the packages that a code cell imports.
func imports(c Cell) int {
	return strings.Count(strings.Join(importDecl.FindAllString(string(c.Source), -1), ""), `"`) / 2
}

// CheckAgainst returns the cells of the executed notebook that show something else than
// the same cells of the committed one: fewer figures, which can be lost without an error
// when the display's pipe breaks, or another text. Of figures only the number is compared.
func CheckAgainst(executed, committed *Notebook) []error {
	if len(executed.Cells) != len(committed.Cells) {
		return []error{fmt.Errorf("notebook: %s has %d cells, the committed one %d; compare copies of the same notebook",
			executed.Name, len(executed.Cells), len(committed.Cells))}
	}
	var problems []error
	for i, c := range committed.Cells {
		if want, got := len(c.figures()), len(executed.Cells[i].figures()); got < want {
			problems = append(problems, fmt.Errorf("notebook: %s: cell %d shows %d figures, the committed one %d",
				executed.Name, i+1, got, want))
		}
		if want, got, differ := firstDifference(visible(c), visible(executed.Cells[i])); differ {
			problems = append(problems, fmt.Errorf("notebook: %s: cell %d shows %q, the committed one %q; run make notebooks "+
				"and commit them",
				executed.Name, i+1, got, want))
		}
	}
	return problems
}

// firstDifference returns the first line that differs in two texts, cut to what a message
// can hold. differ is false where the texts are equal.
func firstDifference(a, b string) (inA, inB string, differ bool) {
	if a == b {
		return "", "", false
	}
	linesA, linesB := append(strings.Split(a, "\n"), "the end"), append(strings.Split(b, "\n"), "the end")
	i := 0
	for i < min(len(linesA), len(linesB))-1 && linesA[i] == linesB[i] {
		i++
	}
	return around(linesA[i], linesB[i]), around(linesB[i], linesA[i]), true
}

// around returns 100 bytes of a line from shortly before the place where it differs from
// another, as tables are one long line of HTML.
func around(line, other string) string {
	i := 0
	for i < min(len(line), len(other)) && line[i] == other[i] {
		i++
	}
	start := max(0, i-40)
	return strings.ToValidUTF8(line[start:min(len(line), start+100)], "")
}

// tab is as wide as browsers and terminals show a tab at the beginning of a line.
const tab = "        "

// widestOutput returns the width of the widest line that the cell prints or shows as
// plain text, colours left out.
func widestOutput(c Cell) int {
	widest := 0
	for _, o := range c.Outputs {
		widest = max(widest, widestLine(escape.ReplaceAllString(string(o.Text)+"\n"+o.text("text/plain"), "")))
	}
	return widest
}

// widestLine returns the number of characters of the longest line of a text.
func widestLine(text string) int {
	widest := 0
	for line := range strings.SplitSeq(text, "\n") {
		widest = max(widest, utf8.RuneCountInString(line))
	}
	return widest
}

// checkFigure decodes a PNG output and compares its size with the width at
// which the notebook shows it.
func checkFigure(o Output) error {
	data, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(o.text(MIMEPNG), "\n", ""))
	if err != nil {
		return fmt.Errorf("the figure is not base64: %w", err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("the figure is not a PNG: %w", err)
	}
	var size struct {
		Width float64 `json:"width"`
	}
	if raw, ok := o.Metadata[MIMEPNG]; ok {
		if err := json.Unmarshal(raw, &size); err != nil {
			return fmt.Errorf("the figure's metadata: %w", err)
		}
	}
	if size.Width <= 0 || size.Width > float64(img.Bounds().Dx()) {
		return fmt.Errorf("the figure of %d pixels is shown at width %v; set a width from 1 to its own",
			img.Bounds().Dx(), size.Width)
	}
	return nil
}

// visible returns the cell's source and the text of its outputs, without
// images, whose base64 could look like anything.
func visible(c Cell) string {
	var b strings.Builder
	b.WriteString(string(c.Source))
	for _, o := range c.Outputs {
		b.WriteString("\n" + string(o.Text) + "\n" + o.ErrorValue)
		for _, mime := range slices.Sorted(maps.Keys(o.Data)) {
			if strings.HasPrefix(mime, "text/") || strings.HasSuffix(mime, "json") {
				b.WriteString("\n" + o.text(mime))
			}
		}
	}
	return b.String()
}

var (
	styleBlock = regexp.MustCompile(`(?s)<style>.*?</style>`)
	tag        = regexp.MustCompile(`<[^>]*>`)
	escape     = regexp.MustCompile(`\x1b\[[0-9;]*m`)
	blankLines = regexp.MustCompile(`\n\s*\n`)
)

// printed returns, as plain text, the standard error of a failed cell and the
// compiler's messages, which GoNB shows as HTML.
func printed(c Cell) string {
	var b strings.Builder
	for _, o := range c.Outputs {
		if o.Name == "stderr" {
			b.WriteString(escape.ReplaceAllString(string(o.Text), ""))
		}
		if page := o.text("text/html"); strings.Contains(page, "jupyter.stderr") {
			page = strings.ReplaceAll(styleBlock.ReplaceAllString(page, ""), "<div", "\n<div")
			b.WriteString(html.UnescapeString(tag.ReplaceAllString(page, "")))
		}
	}
	return strings.TrimSpace(blankLines.ReplaceAllString(b.String(), "\n"))
}

var (
	answer = regexp.MustCompile(`(?m)^\*\*(?:In short|Answer)[.:]\*\*`)
	// next is the last paragraph of a notebook, nextLink a link in it to a notebook.
	next     = regexp.MustCompile(`(?:^|\n)Next: [^\n]*$`)
	nextLink = regexp.MustCompile(`\]\((\w+\.ipynb)\)`)
)

// maxNext is the largest number of notebooks that the last line sends a reader to.
const maxNext = 3

// checkPaper returns what the notebook lacks of a paper: a heading, a question and
// its answer in the first cell; after each figure a text that says what to see; in
// the last line one to three other notebooks to read next.
func checkPaper(nb *Notebook) []error {
	var problems []error
	lacks := func(format string, args ...any) {
		problems = append(problems, fmt.Errorf("notebook: %s: %s", nb.Name, fmt.Sprintf(format, args...)))
	}
	first := nb.text(0)
	if !strings.HasPrefix(first, "# ") {
		lacks("cell 1 begins with no heading; begin with \"# \" and the question")
	}
	// The question has to come before the answer.
	if question, _, _ := strings.Cut(first, "**"); !strings.Contains(question, "?") {
		lacks("cell 1 asks no question before its answer; say what the notebook is to find out")
	}
	if !answer.MatchString(first) {
		lacks("cell 1 has no answer; add a paragraph that begins with \"**In short.**\" or \"**Answer.**\"")
	}
	for i, c := range nb.Cells {
		if len(c.figures()) > 0 && !strings.HasPrefix(nb.text(i+1), "**What to see.**") {
			lacks("cell %d has a figure, and the next cell is no text that begins with \"**What to see.**\"", i+1)
		}
	}
	if links := nb.Next(); len(links) == 0 || len(links) > maxNext || slices.Contains(links, nb.Name) {
		lacks("the last cell ends with no \"Next: \" and links to 1 to %d other notebooks: %q", maxNext, links)
	}
	return problems
}

// Next returns the notebooks that the last line links to, none if the last cell does
// not end with a line that begins with "Next: ".
func (nb *Notebook) Next() []string {
	var links []string
	for _, link := range nextLink.FindAllStringSubmatch(next.FindString(strings.TrimSpace(nb.text(len(nb.Cells)-1))), -1) {
		links = append(links, link[1])
	}
	return links
}

// text returns the source of a text cell, empty if cell i is another or none.
func (nb *Notebook) text(i int) string {
	if i < 0 || i >= len(nb.Cells) || nb.Cells[i].Type != "markdown" {
		return ""
	}
	return string(nb.Cells[i].Source)
}
