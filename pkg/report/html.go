package report

import (
	"bufio"
	_ "embed" // for the style sheet
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// style is the style sheet of the page. On narrow screens the rows of tables become blocks; print
// has the figures of wide screens and no color behind text.
//
//go:embed style.css
var style string

// page writes elements of HTML. Its texts are escaped where they are written.
type page struct{ w *bufio.Writer }

// raw writes tags, which are constants.
func (p page) raw(tags string) { p.w.WriteString(tags) }

// element writes an element with a text.
func (p page) element(tag, text string) {
	name, _, _ := strings.Cut(tag, " ")
	fmt.Fprintf(p.w, "<%s>%s</%s>\n", tag, escapeHTML(text), name)
}

// HTML writes the page: one self-contained file without scripts, for narrow and wide screens and for
// print.
func (r Report) HTML(w io.Writer) error {
	p := page{bufio.NewWriter(w)}
	p.head(r.title())
	p.verdict(r)
	p.section("Numbers")
	for _, g := range r.grids() {
		p.table(g)
	}
	if err := p.figures(r); err != nil {
		return err
	}
	p.procedures(r)
	p.meanings(r)
	p.notes(r.Result.Remarks())
	p.cite(r)
	return p.foot()
}

// head begins a page.
func (p page) head(title string) {
	p.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n" +
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n")
	p.element("title", title)
	p.raw("<style>\n" + style + "</style>\n</head>\n<body>\n<main>\n")
	p.element("h1", title)
}

// foot ends a page.
func (p page) foot() error {
	p.raw("</main>\n</body>\n</html>\n")
	return p.w.Flush()
}

// title asks the question, with the names of the models if there are two.
func (r Report) title() string {
	all := r.Result.Verdicts
	if !r.onePair() {
		return "Which model is better?"
	}
	better := "better"
	if all[0].Metric.Directionless {
		better = "higher"
	}
	return all[0].ModelA + " or " + all[0].ModelB + ": which is " + better + "?"
}

// onePair says whether all verdicts are about the same two models.
func (r Report) onePair() bool {
	all := r.Result.Verdicts
	return !slices.ContainsFunc(all, func(v verdict.Verdict) bool {
		return v.ModelA != all[0].ModelA || v.ModelB != all[0].ModelB
	})
}

func (p page) section(title string) { p.element("h2", title) }

// few is how many statements stand open below each other.
const few = 8

// verdict writes the sentences, those about all data sets together first; of many, those with a winner.
func (p page) verdict(r Report) {
	var first, undecided, others []string
	for _, v := range r.Result.Best() {
		switch {
		case v.Datasets == 0 && len(r.Result.Pooled) > 0:
			others = append(others, v.Sentence())
		case v.Winner == "" && len(r.Result.Best()) > few:
			undecided = append(undecided, v.Sentence())
		default:
			first = append(first, v.Sentence())
		}
	}
	p.raw("<section class=\"verdict\">\n")
	for _, line := range first {
		p.element("p", line)
	}
	p.folded(undecided, "No clear winner in %d comparisons", len(first) == 0)
	p.raw("</section>\n")
	p.folded(others, "Each data set by itself (%d statements)", len(others) <= few)
	if next := r.Result.Next(); next != "" {
		p.element(`p class="about"`, next)
	}
}

// folded writes lines below a summary that counts them.
func (p page) folded(lines []string, summary string, open bool) {
	if len(lines) == 0 {
		return
	}
	p.raw(map[bool]string{true: "<details open=\"\">\n", false: "<details>\n"}[open])
	p.element("summary", fmt.Sprintf(summary, len(lines)))
	for _, line := range lines {
		p.element("p", line)
	}
	p.raw("</details>\n")
}

// The widths that figures are drawn for.
const (
	wideFigure   = 760
	narrowFigure = 356
)

func (p page) figures(r Report) error {
	some := false
	for _, kind := range r.pictures() {
		if len(kind) == 0 {
			continue
		}
		if !some {
			p.section("Figures")
			some = true
		}
		p.raw(map[bool]string{true: "<div class=\"grid\">\n", false: "<div>\n"}[kind[0].small])
		for _, pic := range kind {
			if err := p.picture(pic); err != nil {
				return err
			}
		}
		p.raw("</div>\n")
	}
	return nil
}

// picture writes a figure in both widths; the style sheet shows one of them.
func (p page) picture(pic picture) error {
	p.raw("<figure>\n")
	for _, narrow := range []bool{false, true} {
		if pic.small && !narrow {
			continue
		}
		f, err := pic.draw(narrow)
		if err != nil {
			return err
		}
		class := "wide"
		switch {
		case narrow:
			class = "narrow"
			f.Fit(narrowFigure)
		case f.Width < wideFigure:
			f.Fit(wideFigure)
		}
		if pic.small {
			class = "small"
		}
		svg, err := figure.SVG(f)
		if err != nil && narrow { // long names leave no room
			svg, err = figure.SVG(f.Fit(wideFigure))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", pic.title, err)
		}
		p.raw("<div class=\"" + class + "\">")
		p.w.Write(svg)
		p.raw("</div>\n")
	}
	fmt.Fprintf(p.w, "<figcaption><b>%s.</b> %s</figcaption>\n</figure>\n", escapeHTML(pic.title), escapeHTML(pic.caption))
	return nil
}

// table writes a grid. Each cell has the heading of its column, for narrow screens, where rows become
// blocks.
func (p page) table(g grid) {
	p.element(`p class="caption"`, g.caption+".")
	fmt.Fprintf(p.w, "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><table>\n<thead><tr>",
		escapeHTML(g.caption))
	for i, h := range g.header {
		p.cell("th scope=\"col\"", h, "", g.numbers[i])
	}
	p.raw("</tr></thead>\n<tbody>\n")
	for _, row := range g.rows {
		p.raw("<tr>")
		for i, text := range row {
			p.cell("td", text, g.header[i], g.numbers[i])
		}
		p.raw("</tr>\n")
	}
	p.raw("</tbody>\n</table></div>\n")
}

func (p page) cell(tag, text, label string, number bool) {
	name, _, _ := strings.Cut(tag, " ")
	if number {
		tag += ` class="n"`
	}
	if label != "" {
		tag += ` data-label="` + escapeHTML(label) + `"`
	}
	if number {
		text = escapeHTML(text)
	} else {
		text = breakable(text)
	}
	fmt.Fprintf(p.w, "<%s>%s</%s>", tag, text, name)
}

// breakable escapes a text and lets long names of models break after their parameters, and those without any after
// every 20 characters.
func breakable(text string) string {
	var out strings.Builder
	run := 0 // characters that stay together so far
	for _, c := range plain(text) {
		if run == 20 && c != ' ' {
			out.WriteString("<wbr>")
			run = 0
		}
		out.WriteString(html.EscapeString(string(c)))
		switch run++; c {
		case ',', '_':
			out.WriteString("<wbr>")
			run = 0
		case ' ':
			run = 0
		}
	}
	return out.String()
}

// studied leads to the words of the measurements, for readers who do not know the project.
const studied = `<p>The words are in the <a href="` + documents + `docs/reference/glossary.md">glossary</a>, and what was ` +
	`measured of each test is in a <a href="` + documents + `docs/reference/tests.md">table</a>.</p>` + "\n"

// documents is where the documents are read.
const documents = "https://github.com/block-regularized/bcv/blob/main/"

// procedures writes which procedures were chosen and why, their errors and assumptions, and how far their intervals can
// be trusted.
func (p page) procedures(r Report) {
	p.section("Which procedure, and why")
	for _, one := range r.procedures() {
		p.element("h3", one.name)
		for _, line := range one.lines {
			p.element("p", line)
		}
	}
	for _, line := range r.Result.Trust() {
		p.element("p", line)
	}
	p.raw(studied)
}

// meanings explains the columns.
func (p page) meanings(r Report) {
	p.section("What each number is about")
	p.raw("<dl>\n")
	define := func(term, text string) {
		p.element("dt", term)
		p.element("dd", text)
	}
	v := r.Result.Best()[0]
	better := map[string]string{"higher": "larger values are better", "lower": "smaller values are better",
		"": "which values are better is not known"}[v.Metric.Direction()]
	a, b := "model A", "model B"
	if r.onePair() {
		a, b = a+", "+v.ModelA+",", b+", "+v.ModelB+","
	}
	define("B − A", fmt.Sprintf("the %s of %s minus the %s of %s the mean over the folds; %s. "+
		"The difference is paired: both models saw the same records.", v.Metric.Label(), b, v.Metric.Label(),
		strings.TrimSuffix(a, ",")+",", better))
	has := func(number func(v verdict.Verdict) float64) bool {
		return slices.ContainsFunc(r.Result.Verdicts, func(v verdict.Verdict) bool { return !math.IsNaN(number(v)) })
	}
	if has(func(v verdict.Verdict) float64 { return v.Low }) {
		define("interval", r.meaningOfIntervals(100*v.Level))
	}
	if slices.ContainsFunc(r.Result.Verdicts, func(v verdict.Verdict) bool { return v.Described.Method != "" }) {
		define("credible interval", fmt.Sprintf("holds the difference with a probability of %.4g%%, by the posterior that "+
			"describes it. The test alone decides.", 100*v.Level))
	}
	if has(func(v verdict.Verdict) float64 { return v.PValue }) {
		define("p", "how often a difference at least as large would be seen if there were none. It is not the probability "+
			"that there is none.")
	}
	if has(func(v verdict.Verdict) float64 { return v.PBetter }) {
		meaning := "the posterior probability that B is better: near 0 it speaks for A."
		if v.Metric.Directionless {
			meaning = "the posterior probability that B is higher."
		}
		if v.Delta != 0 {
			meaning = "the posterior probability that B − A lies there."
		}
		define(v.SideOfB(), meaning)
	}
	define("known error", "how often a procedure calls one of two equal models better, at worst over the cases studied.")
	p.raw("</dl>\n")
}

// meaningOfIntervals explains each kind of interval in the report.
func (r Report) meaningOfIntervals(percent float64) string {
	kinds := map[string]string{
		"confidence": fmt.Sprintf("of a test: the differences that it would not reject at %.4g%%.", 100-percent),
		"simultaneous confidence": fmt.Sprintf("of several tests: all of them together hold their differences "+
			"with %.4g%% (Bonferroni); where Holm's steps show more, an interval ends at no difference.", percent),
		"credible": fmt.Sprintf("of a posterior: holds the difference with a probability of %.4g%%.", percent),
	}
	var out []string
	for _, v := range r.Result.Verdicts {
		if text := kinds[v.IntervalKind()]; !math.IsNaN(v.Low) && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return strings.Join(out, " ")
}

func (p page) notes(notes []string) {
	if len(notes) == 0 {
		return
	}
	p.section("Notes")
	p.raw("<ul>\n")
	for _, n := range notes {
		p.element("li", strings.TrimSuffix(n, ".")+".")
	}
	p.raw("</ul>\n")
}

// cite lists the software, the sources, the partition sets and the results.
func (p page) cite(r Report) {
	p.section("How to cite")
	methods, found := r.paragraphs()
	p.element("p", "For the section on methods: "+methods)
	p.element("p", "For the section on results: "+found)
	p.raw("<ul>\n")
	p.element("li", software)
	for _, w := range r.works() {
		p.element("li", w.text())
	}
	p.raw("</ul>\n")
	var sets []string
	for _, v := range r.Result.Best() {
		if set := v.Design.ID.String(); v.Design.Named() && !slices.Contains(sets, set) {
			sets = append(sets, set)
		}
	}
	if len(sets) > 0 {
		p.element("p", "Partition sets: "+strings.Join(sets, ", ")+".")
	}
	if len(r.Files) > 0 {
		p.element("p", "Results: "+strings.Join(r.Files, ", ")+".")
	}
}
