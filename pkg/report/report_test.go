package report_test

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/report"
	"github.com/block-regularized/bcv/pkg/results"
)

// hostile are names that are harmful in one of the formats if they are not escaped.
var hostile = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`,
	`a|b` + "`c`" + `*d*_e_[f](javascript:g)`, `\input{/etc/passwd} $x$ #1 50% ~^&`,
}

// losses writes results of models on data sets, of which the first models are better.
func losses(t *testing.T, datasets, models []string) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("dataset,model,replication,fold,loss\n")
	quote := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
	for i, d := range datasets {
		for k, m := range models {
			for j := range 6 {
				loss := 0.2 + 0.02*float64(k) + 0.008*float64((i+j*(k+2))%5)
				fmt.Fprintf(&b, "%s,%s,%d,%d,%v\n", quote(d), quote(m), j/2+1, j%2+1, loss)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "losses.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func made(t *testing.T, path string, opt compare.Options) report.Report {
	t.Helper()
	rs, err := results.Read([]string{path}, results.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := compare.Run(rs, opt)
	if err != nil {
		t.Fatal(err)
	}
	return report.Report{Result: r, Files: []string{path}}
}

func text(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// elements reads the page as XML, which it is but for the void tags, and returns the tags
// with their attributes and the text.
func elements(t *testing.T, page string) (tags map[string]int, text string) {
	t.Helper()
	page = regexp.MustCompile(`<(meta [^>]*|wbr|!DOCTYPE html)>`).ReplaceAllString(page, "")
	tags = map[string]int{}
	var b strings.Builder
	in := xml.NewDecoder(strings.NewReader(page))
	for {
		token, err := in.Token()
		if err == io.EOF {
			return tags, b.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			tags[e.Name.Local]++
			for _, a := range e.Attr {
				name := strings.ToLower(a.Name.Local)
				documents := e.Name.Local == "a" && strings.HasPrefix(a.Value, "https://github.com/block-regularized/bcv/blob/main/docs/")
				if strings.HasPrefix(name, "on") || name == "src" || name == "href" && !documents {
					t.Errorf("<%s> has the attribute %s=%q", e.Name.Local, a.Name.Local, a.Value)
				}
			}
		case xml.CharData:
			b.Write(e)
		}
	}
}

// Names are text in every format.
func TestHostileNames(t *testing.T) {
	for _, datasets := range [][]string{{""}, {hostile[0], hostile[3], "d\u202e3"}} {
		models := hostile
		if len(datasets) > 1 {
			models = hostile[:2]
		}
		r := made(t, losses(t, datasets, models), compare.Options{})
		tags, shown := elements(t, text(t, r.HTML))
		for tag, want := range map[string]int{"script": 0, "img": 0, "link": 0, "iframe": 0, "a": 2} { // to the documents
			if tags[tag] != want {
				t.Errorf("%d <%s>, want %d", tags[tag], tag, want)
			}
		}
		for _, name := range models {
			if !strings.Contains(shown, name) {
				t.Errorf("the page does not show %q", name)
			}
		}
		if strings.Contains(shown, "\u202e") {
			t.Error("a character that turns the direction of writing is on the page")
		}
		checkMarkdown(t, text(t, r.Markdown))
		checkLaTeX(t, text(t, r.LaTeX))
	}
}

// checkMarkdown finds characters of Markdown that are not escaped.
func checkMarkdown(t *testing.T, md string) {
	t.Helper()
	bare := regexp.MustCompile("\\\\[!-/:-@\\[-`{-~]").ReplaceAllString(md, "")
	if m := regexp.MustCompile("[`*_<>\\[\\]#&$]").FindString(strings.ReplaceAll(bare, "---:", "")); m != "" {
		t.Errorf("%q is not escaped in\n%s", m, md)
	}
	width := 0
	for line := range strings.Lines(bare) {
		switch n := strings.Count(line, "|"); {
		case n == 0:
			width = 0
		case width > 0 && n != width:
			t.Errorf("a row of %d cells under one of %d: %s", n-1, width-1, line)
		default:
			width = n
		}
	}
}

// checkLaTeX finds commands other than the commands that are written, and characters that are not escaped.
func checkLaTeX(t *testing.T, tex string) {
	t.Helper()
	tex = regexp.MustCompile(`(?m)^%.*$`).ReplaceAllString(tex, "")
	for _, command := range regexp.MustCompile(`\\[A-Za-z]+`).FindAllString(tex, -1) {
		switch command {
		case `\begin`, `\end`, `\centering`, `\caption`, `\toprule`, `\midrule`, `\bottomrule`, `\pm`, `\infty`,
			`\footnotesize`, `\setlength`, `\tabcolsep`, `\columnwidth`, `\textbackslash`, `\textasciitilde`,
			`\textasciicircum`, `\textless`, `\textgreater`, `\textbar`, `\textquotedbl`, `\textasciigrave`, `\textquotesingle`:
		default:
			t.Errorf("command %s in\n%s", command, tex)
		}
	}
	bare := regexp.MustCompile(`\\[^A-Za-z]`).ReplaceAllString(tex, "")
	bare = strings.NewReplacer("$-$", "", `$\pm$`, "").Replace(bare)
	if m := regexp.MustCompile("[#$%^_~`\"<>|]").FindString(bare); m != "" {
		t.Errorf("%q is not escaped in\n%s", m, tex)
	}
	if strings.Count(bare, "{") != strings.Count(bare, "}") {
		t.Errorf("braces do not match in\n%s", tex)
	}
}

// The page is complete for two models, for more, and for several data sets.
func TestPage(t *testing.T) {
	two := []string{"old", "new"}
	for _, c := range []struct {
		datasets, models []string
		opt              compare.Options
		figures          int
		want             []string
	}{
		{[]string{""}, two, compare.Options{Rope: 0.01}, 4, []string{"old or new: which is better?", "P(within ±0.01)",
			"smaller values are better", "95% credible interval", "95% confidence interval",
			"bcv: block-regularized cross-validation"}},
		{[]string{""}, append(two, "third"), compare.Options{}, 6, []string{"Which model is better?", "in order, rank them",
			"p (adjusted)", "Wang. Research on block-regularized", "Holm. A simple"}},
		{[]string{"x", "y"}, two, compare.Options{}, 1 + 3*2, []string{"another data set: ",
			"Each data set by itself (2 statements)", "Corani, A. Benavoli, J. Demšar"}},
		{[]string{"x", "y"}, append(two, "third"), compare.Options{}, 3 + 6 + 2*2,
			[]string{"Difference on each data set: loss, new minus old"}},
		{[]string{""}, two, compare.Options{All: true}, 4, []string{"combined-5x2-t", "bcv-t"}},
	} {
		if c.opt.All {
			c.want = c.want[1:] // three replications have no 5 x 2 test
		}
		r := made(t, losses(t, c.datasets, c.models), c.opt)
		page := text(t, r.HTML)
		tags, shown := elements(t, page)
		if tags["figure"] != c.figures {
			t.Errorf("%q on %q: %d figures, want %d", c.models, c.datasets, tags["figure"], c.figures)
		}
		for _, want := range append(c.want, r.Result.Verdicts[0].Sentence(), "Assumptions: ", "False alarms: ",
			"About the algorithms", r.Result.Trust()[0], filepath.Base(r.Files[0])) {
			if !strings.Contains(shown, want) {
				t.Errorf("%q on %q: the page lacks %q", c.models, c.datasets, want)
			}
		}
		head, rest, _ := strings.Cut(page, ">Which procedure, and why<")
		if trust := html.EscapeString(r.Result.Trust()[0]); strings.Contains(head, trust) || !strings.Contains(rest, trust) {
			t.Errorf("%q stands elsewhere than below the procedures", trust)
		}
		known := strings.NewReplacer("http-equiv", "", "https://github.com/block-regularized/bcv", "",
			"http://www.w3.org/", "")
		if strings.Contains(known.Replace(page), "http") {
			t.Error("the page names another address")
		}
		if _, err := r.Plot(false); err != nil {
			t.Error(err)
		}
	}
}

// Of many pairs the sentences with a winner stand open, and the others below a line that counts them.
func TestManyPairs(t *testing.T) {
	for models, want := range map[int]string{4: "", 5: "No clear winner in %d comparisons"} {
		names := []string{"a", "b", "c", "d", "e"}[:models]
		r := made(t, losses(t, []string{""}, names), compare.Options{Alpha: 0.3})
		page := text(t, r.HTML)
		box, _, _ := strings.Cut(page, "</section>")
		open, folded, _ := strings.Cut(box, "<details")
		none := 0
		for _, v := range r.Result.Best() {
			place := open
			if v.Winner == "" {
				none++
				place = map[bool]string{true: open, false: folded}[want == ""]
			}
			if !strings.Contains(place, html.EscapeString(v.Sentence())) {
				t.Errorf("%d models: %q stands elsewhere", models, v.Sentence())
			}
		}
		if none == 0 || none == len(r.Result.Best()) {
			t.Fatalf("%d of %d pairs have no winner; want some", none, len(r.Result.Best()))
		}
		if want = strings.ReplaceAll(want, "%d", strconv.Itoa(none)); !strings.Contains(folded, want) {
			t.Errorf("%d models: folded %q, want %q", models, folded, want)
		}
		if strings.HasPrefix(folded, " open") {
			t.Errorf("%d models: what has no winner stands open beside a winner", models)
		}
	}
	undecided := made(t, losses(t, []string{""}, []string{"a", "b", "c", "d", "e"}), compare.Options{Alpha: 1e-9})
	if !strings.Contains(text(t, undecided.HTML), `<details open="">`) {
		t.Error("without a winner the sentences are folded")
	}
}

// Many tasks and results without an interval make a page, too.
func TestBounds(t *testing.T) {
	write := func(text string) string {
		path := filepath.Join(t.TempDir(), "x.csv")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var b strings.Builder
	b.WriteString("task,model,replication,fold,tp,fp,fn\n")
	for i := range 150 {
		for k, m := range []string{"a", "b"} {
			for j := range 4 {
				fmt.Fprintf(&b, "t%d,%s,%d,%d,%d,%d,%d\n", i, m, j/2+1, j%2+1, 50+(i*j)%7+k, 10+j%3, 12+i%4)
			}
		}
	}
	r := made(t, write(b.String()), compare.Options{})
	tags, shown := elements(t, text(t, r.HTML))
	for _, want := range []string{
		"Verdicts; differences are B minus A; better is: higher; A: a; B: b", // once, and not in 450 rows
		"The first 20 of 150 tasks.",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if tags["figure"] != 1 {
		t.Errorf("%d figures, want 1", tags["figure"])
	}
	if n := strings.Count(shown, "t149: "); n < 3 {
		t.Errorf("%d sentences on the last task, want 3", n)
	}
	if _, err := r.Plot(false); err != nil {
		t.Error(err)
	}
	r.Result.Verdicts = append(r.Result.Verdicts, r.Result.Verdicts...)
	want := "900 verdicts do not fit into one figure"
	if _, err := r.Plot(true); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
	var p strings.Builder
	p.WriteString("replication,fold,record,truth,a,b\n")
	for i := range 40 {
		fmt.Fprintf(&p, "1,1,%d,%d,%d,%d\n", i, i%2, (i+i%7/6)%2, (i+i%5/4)%2)
	}
	r = made(t, write(p.String()), compare.Options{})
	tags, shown = elements(t, text(t, r.HTML))
	if tags["figure"] != 1 {
		t.Errorf("%d figures, want 1", tags["figure"])
	}
	if want := "About these two models, on new items"; !strings.Contains(shown, want) { // one hold-out is a test set
		t.Errorf("the page lacks %q", want)
	}
}

func TestEscapes(t *testing.T) {
	for s, want := range map[string]string{"1. a": `1\. a`, "0.21": "0.21", "- a": `\- a`, "12)": `12\)`, "12": "12",
		"+0.5": `\+0.5`, "a\nb\x1b[0m": "a b\ufffd\\[0m"} {
		if got := report.EscapeMarkdown(s); got != want {
			t.Errorf("%q is %q, want %q", s, got, want)
		}
	}
}

// No cell of the CSV file is a formula, whatever the names of the models.
func TestCSVFormulas(t *testing.T) {
	r := made(t, losses(t, []string{""}, []string{"=cmd|'/C calc'!A1", "@b"}), compare.Options{})
	rows, err := csv.NewReader(strings.NewReader(text(t, r.CSV))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"'=cmd|'/C calc'!A1", "'@b"} {
		if !slices.Contains(rows[1], name) {
			t.Errorf("got %q, want a cell %q", rows[1], name)
		}
	}
	for _, cell := range rows[1] {
		_, err := strconv.ParseFloat(cell, 64)
		if err != nil && cell != "" && strings.ContainsRune("=+-@", rune(cell[0])) {
			t.Errorf("cell %q is a formula", cell)
		}
	}
}

// The tables hold the numbers of the verdicts, CSV with all their digits.
func TestTables(t *testing.T) {
	r := made(t, losses(t, []string{""}, []string{"old", "new_1"}), compare.Options{})
	v := r.Result.Verdicts[0]
	row := fmt.Sprintf("| loss | lower | old | new\\_1 | %.4g | %.4g | %.4g | \\[%.4g, %.4g\\] | %.4f | \\[%.4g, %.4g\\] "+
		"| %.4f | no clear winner | bcv-t (algorithms) |", v.A, v.B, v.Estimate, v.Low, v.High, v.PValue,
		v.Described.Low, v.Described.High, v.PBetter)
	row = strings.ReplaceAll(row, "[-", "[−")
	if v.Winner != "" || v.Low >= 0 {
		t.Fatalf("%+v", v)
	}
	if md := text(t, r.Markdown); !strings.Contains(md, row) {
		t.Errorf("%s\nlacks\n%s", md, row)
	}
	tex := fmt.Sprintf(`old & new\_1 & %.4g & %.4g & %.4g & {[}$-$%.4g, %.4g{]} & %.4f &  \\`, v.A, v.B, v.Estimate, -v.Low, v.High,
		v.PValue)
	for _, want := range []string{tex, `\begin{tabular}{@{}llrrrrrl@{}}`, "metric: loss; better is: lower"} {
		if got := text(t, r.LaTeX); !strings.Contains(got, want) {
			t.Errorf("%s\nlacks\n%s", got, want)
		}
	}
	csv := text(t, r.CSV)
	if want := fmt.Sprint(v.Low); !strings.Contains(csv, want) {
		t.Errorf("%s lacks %s", csv, want)
	}
	end := fmt.Sprintf(",0.95,%q,%q\n", v.Sentence(), strings.ReplaceAll(r.Result.Notes[0], `"`, `""`))
	if !strings.HasSuffix(csv, end) {
		t.Errorf("%s does not end with the level, the sentence and the note: %q", csv, end)
	}
}

// TestBreakable: a name breaks after its parameters, and after 20 characters without any.
func TestBreakable(t *testing.T) {
	for text, want := range map[string]string{"a,b_c": "a,<wbr>b_<wbr>c", "a<b": "a&lt;b", strings.Repeat("x", 45): strings.Repeat("x", 20) +
		"<wbr>" + strings.Repeat("x", 20) + "<wbr>xxxxx", strings.Repeat("x ", 30) + "x": strings.Repeat("x ", 30) + "x",
		strings.Repeat("x", 20) + " x": strings.Repeat("x", 20) + " x"} {
		if got := report.Breakable(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
