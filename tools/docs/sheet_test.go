package docs

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"html/template"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/verdict"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/items"
	"github.com/block-regularized/bcv/research/study/nested"
)

const (
	sheetPath  = root + "/docs/start/cheat-sheet"
	sheetWidth = 794 // of A4 in pixels
	sheetLow   = 1123
)

// The sheet has the commands of the page that leads to them, a verdict that the program gives, the words of verdicts,
// and rates of stored studies. go -C tools test ./docs -run Sheet -update draws it, as SVG and with Chromium as PDF.
func TestSheetIsDrawn(t *testing.T) {
	var b bytes.Buffer
	if err := template.Must(template.New("").Parse(sheetDrawn)).Execute(&b, onePage(t)); err != nil {
		t.Fatal(err)
	}
	for _, page := range sheetNames.FindAllString(b.String(), -1) {
		if _, err := os.Stat(root + "/" + page); err != nil {
			t.Errorf("the sheet names a page that is not there: %v", err)
		}
	}
	if *update {
		if err := os.WriteFile(sheetPath+".svg", b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		printSheet(t, b.Bytes())
	}
	if got, err := os.ReadFile(sheetPath + ".svg"); err != nil || !bytes.Equal(got, b.Bytes()) {
		t.Errorf("%s.svg is not the sheet (%v); run go -C tools test ./docs -run Sheet -update", sheetPath, err)
	}
	if got, err := os.ReadFile(sheetPath + ".pdf"); err != nil || !bytes.Contains(got, []byte(sheetTitle(b.Bytes()))) {
		t.Errorf("%s.pdf is not printed from the sheet (%v); run go -C tools test ./docs -run Sheet -update", sheetPath, err)
	}
}

// sheetNames are the pages that the sheet names.
var sheetNames = regexp.MustCompile(`docs/[a-z/A-Z0-9-]*\.md`)

// sheetTitle is the title of the PDF, by which it is known to be that of a drawing.
func sheetTitle(svg []byte) string {
	return fmt.Sprintf("bcv on one page, %x", sha256.Sum256(svg))[:28]
}

// printSheet writes the PDF of a sheet.
func printSheet(t *testing.T, svg []byte) {
	t.Helper()
	program, err := exec.Command(root + "/scripts/find-chromium.sh").Output()
	if err != nil {
		t.Fatal("no Chromium; run scripts/install-packages.sh full, or set CHROMIUM")
	}
	page := filepath.Join(t.TempDir(), "sheet.html")
	html := fmt.Sprintf("<!doctype html><meta charset=utf-8><title>%s</title><style>@page { size: A4; margin: 0 } "+
		"body { margin: 0 } svg { display: block; width: 210mm; height: 296mm }</style>%s", sheetTitle(svg), svg)
	if err := os.WriteFile(page, []byte(html), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(strings.TrimSpace(string(program)), "--headless", "--no-sandbox", "--disable-gpu",
		"--no-pdf-header-footer", "--user-data-dir="+t.TempDir(), "--print-to-pdf="+sheetPath+".pdf", page).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// onePage draws the page from top to bottom.
func onePage(t *testing.T) drawing {
	d := drawing{Width: sheetWidth, Height: sheetLow}
	d.say(36, 50, "name", "bcv on one page")
	d.say(758, 50, "soft end", "Which of two models or learning algorithms is better, and how sure are we?")
	y := d.sheetCommands(questions(t), 84)
	y = d.sheetVerdict(t, y+22)
	y = d.sheetWords(y + 22)
	y = d.sheetRates(t, y+22)
	y = d.sheetPages(y + 22)
	if y > sheetLow-20 {
		t.Errorf("the sheet ends at %d pixels of %d", y, sheetLow)
	}
	return d
}

// sheetPages says where to go on.
func (d *drawing) sheetPages(y int) int {
	d.heading(y, "Where to go on")
	y += 22
	for k, line := range [][2]string{
		{"docs/howto/compare.md", "what each line says"},
		{"docs/howto/no-winner.md", "which no, and what then"},
		{"docs/howto/paper.md", "what to write in a paper"},
		{"docs/howto/faq.md", "why half, why not 10-fold"},
		{"docs/why/README.md", "why it is so"},
		{"docs/reference/glossary.md", "the words"},
	} {
		x, at := 36+364*(k%2), y+16*(k/2)
		d.say(x, at, "code", line[0])
		d.say(x+184, at, "small", line[1])
	}
	return y + 16*2
}

func (d *drawing) heading(y int, text string) {
	d.say(36, y, "title", text)
	d.Lines = append(d.Lines, fmt.Sprintf("M36 %dH758", y+6))
}

// sheetCommands writes a line for each choice of the page, and returns where it ends.
func (d *drawing) sheetCommands(qs []question, y int) int {
	d.heading(y, "Which command")
	d.say(758, y, "soft end", "flags, and lines that run: docs/howto/which-command.md")
	y += 22
	for _, q := range qs {
		for k, line := range wrap(q.Title, 18) {
			d.say(36, y+14*k, "strong", line)
		}
		for _, c := range q.Choices {
			d.say(158, y, "small", c.Have)
			d.say(400, y, "code", c.Commands())
			d.say(758, y, "soft end", strings.Replace("about "+c.Kind(), "about no ", "no ", 1))
			y += 14
		}
		y += 6
	}
	return y - 14 - 6
}

// sheetVerdict shows what the program says about the plants, and what each part means.
func (d *drawing) sheetVerdict(t *testing.T, y int) int {
	report := plantsReport(t)
	v := report.Verdicts[0]
	p, ok := v.Posterior()
	if !ok {
		t.Fatal("the verdict has no posterior")
	}
	d.heading(y, "A verdict, read aloud")
	lines := strings.Split(strings.TrimRight(report.Text(), "\n"), "\n")
	d.Boxes = append(d.Boxes, box{36, y + 16, 722, 15*len(lines) + 12, 6, "card"})
	y += 33
	for _, line := range lines {
		if len(line) > 108 {
			t.Errorf("a line of %d letters has no room: %s", len(line), line)
		}
		d.say(46, y, "code", line)
		y += 15
	}
	y += 13
	points := func(x float64) string { return fmt.Sprintf("%.1f", 100*x) }
	for _, part := range [][2]string{
		{"svm is better", "The whole interval lies on its side of 0. Else the first word would say which no: see below."},
		{points(v.A) + "%, " + points(v.B) + "%", "Errors of each, averaged over the folds."},
		{points(v.Estimate) + " points, " + points(v.Low) + " to " + points(v.High),
			"The difference and its 95% interval: how small or how large the difference may be."},
		{fmt.Sprintf("bcv-t, p = %.3f", v.PValue), "How often, at most, equal algorithms look this different where folds correlate by " +
			"1/2 or less. It says nothing about the size of the difference."},
		{fmt.Sprintf("P(svm better) = %.3f", p.Survival(0)), "The posterior describes the same folds and decides nothing: as a decision " +
			"it raises more false alarms."},
		{"the algorithms", fmt.Sprintf("Trained again, on other samples of %d records: not the two models that were fitted, "+
			"and not on other kinds of data.", v.Design.Records/2)},
	} {
		d.say(36, y, "strong", part[0])
		for _, line := range wrap(part[1], 82) {
			d.say(230, y, "small", line)
			y += 15
		}
	}
	return y - 15
}

// sheetWords writes the kinds of no.
func (d *drawing) sheetWords(y int) int {
	d.heading(y, "No clear winner: which no")
	y += 22
	for _, w := range []struct {
		no         verdict.No
		says, then string
	}{
		{verdict.Equivalent, "all of the interval is within your --margin", "the models differ by less than matters"},
		{verdict.Bounded, "no margin named; beyond the interval's far end is ruled out", "any difference is at most that large"},
		{verdict.Open, "the interval reaches beyond the margin", "nothing yet: more data decide"},
		{verdict.Undecidable, "too few items or data sets differ", "nothing: no test could have said more"},
	} {
		d.say(36, y, "strong", strings.ToUpper(string(w.no)[:1])+string(w.no)[1:])
		d.say(158, y, "small", w.says)
		d.say(758, y, "small end", w.then)
		y += 16
	}
	return y - 16
}

// sheetRates draws how often defaults raise false alarms: from the mean to the worst condition.
func (d *drawing) sheetRates(t *testing.T, y int) int {
	d.heading(y, "How often the defaults raise false alarms")
	d.say(758, y, "soft end", "at a nominal 5%: mean, worst condition")
	const left, unit = 420, 20 // of the axis, and pixels per percent
	y += 24
	top := y - 12
	for _, r := range append(sheetOnFolds(t), sheetOnItems(t)...) {
		d.say(36, y, "strong", r.procedure)
		d.say(158, y, "small", r.on)
		x := func(rate float64) int { return left + int(100*unit*rate+0.5) }
		d.Boxes = append(d.Boxes, box{x(r.mean), y - 6, x(r.worst) - x(r.mean), 4, 0, "bar"},
			box{x(r.mean) - 4, y - 8, 8, 8, 4, "bar"})
		d.say(758, y, "small end", fmt.Sprintf("%.1f%%, %.1f%%", 100*r.mean, 100*r.worst))
		y += 16
	}
	d.Levels = append(d.Levels, fmt.Sprintf("M%d %dV%d", left+5*unit, top, y-10))
	d.say(left+5*unit, y+2, "soft middle", "5%")
	d.say(36, y+2, "soft", "False alarms: equal models called different. More: docs/reference/tests.md")
	return y + 2
}

// sheetRate is a procedure on what it is the default for.
type sheetRate struct {
	procedure, on string
	mean, worst   float64
}

// sheetOnFolds are the tests of folds on the conditions that had no part in the choice of nested-t.
func sheetOnFolds(t *testing.T) (out []sheetRate) {
	rows, err := study.Stored[nested.Row](data.FS, "nested")
	if err != nil {
		t.Fatal(err)
	}
	confirm := study.Where(rows, func(r nested.Row) bool { return !r.Choice && r.M == 5 })
	for _, of := range []struct{ procedure, on string }{
		{nested.BCVT, "folds of 5 x 2 BCV"}, {nested.NestedT, "with inner folds"},
	} {
		for _, s := range nested.Summarize(confirm) {
			if s.Procedure == of.procedure {
				out = append(out, sheetRate{s.Procedure, fmt.Sprintf("%s, %d conditions", of.on, s.Cells), s.TwoSided, s.LargestTwo})
			}
		}
	}
	if len(out) != 2 {
		t.Fatalf("%d procedures on folds, want 2", len(out))
	}
	return out
}

// sheetOnItems are the recommended procedures on test sets of right and wrong answers.
func sheetOnItems(t *testing.T) (out []sheetRate) {
	rows, err := study.Stored[items.Summary](data.FS, "items_summary")
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []struct{ procedure, on string }{
		{"mcnemar-midp", "right or wrong items"}, {"cluster-t", "items in clusters"}, {"crossed-t", "items and several runs"},
	} {
		for _, s := range rows {
			if s.Procedure == of.procedure && s.Scope == items.Recommended && s.Kind == items.RightOrWrong {
				out = append(out, sheetRate{s.Procedure, fmt.Sprintf("%s, %d conditions", of.on, s.Cells), s.Two, s.WorstTwo})
			}
		}
	}
	if len(out) != 3 {
		t.Fatalf("%d procedures on items, want 3", len(out))
	}
	return out
}

const sheetDrawn = `<svg xmlns="http://www.w3.org/2000/svg" width="{{.Width}}" height="{{.Height}}" ` +
	`viewBox="0 0 {{.Width}} {{.Height}}" role="img">
<title>bcv on one page: commands, a verdict, its words, and false alarms</title>
<style>
text { font: 12px "Liberation Sans", Arial, Helvetica, sans-serif; fill: #1c1c1c }
.ground { fill: #fff }
.name { font-size: 24px; font-weight: bold }
.title { font-size: 15px; font-weight: bold; fill: #0b4a75 }
.strong { font-weight: bold }
.soft { fill: #555; font-size: 11px }
.code { font: 11px "Liberation Mono", "DejaVu Sans Mono", monospace; fill: #0b4a75; white-space: pre }
.end { text-anchor: end } .middle { text-anchor: middle }
.card { fill: #eef3f8 }
.bar { fill: #1c1c1c }
path { fill: none; stroke: #b9cadb }
.level { stroke: #1c1c1c; stroke-dasharray: 3 3 }
</style>
<rect class="ground" width="{{.Width}}" height="{{.Height}}"/>
{{range .Lines}}<path d="{{.}}"/>
{{end}}{{range .Levels}}<path class="level" d="{{.}}"/>
{{end}}{{range .Boxes}}<rect class="{{.Class}}" x="{{.X}}" y="{{.Y}}" width="{{.Width}}" height="{{.Height}}" ` +
	`rx="{{.Round}}"/>
{{end}}{{range .Words}}<text class="{{.Class}}" x="{{.X}}" y="{{.Y}}">{{.Text}}</text>
{{end}}</svg>
`
