package notebook

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var (
	answer = regexp.MustCompile(`(?m)^\*\*(?:In short|Answer)[.:]\*\*`)
	// next is the last paragraph of a notebook, nextLink a link in it to a notebook.
	next     = regexp.MustCompile(`(?:^|\n)Next: [^\n]*$`)
	nextLink = regexp.MustCompile(`\]\((\w+\.ipynb)\)`)
)

// maxNext is the largest number of notebooks that the last line sends a reader to.
const maxNext = 3

// checkPaper returns what the notebook lacks of a paper: a heading, a question and
// its answer in the first cell; beside each figure a text that says what to see; in
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
		if len(c.figures()) > 0 && !strings.Contains(nb.around(i), "What to see") {
			lacks("cell %d has a figure without a text beside it that says \"**What to see.**\"", i+1)
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

// around returns the nearest texts before and after cell i.
func (nb *Notebook) around(i int) string {
	before, after := i-1, i+1
	for before > 0 && nb.text(before) == "" {
		before--
	}
	for after < len(nb.Cells)-1 && nb.text(after) == "" {
		after++
	}
	return nb.text(before) + nb.text(after)
}
