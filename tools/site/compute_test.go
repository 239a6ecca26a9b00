//go:build site

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-rod/rod"

	"github.com/block-regularized/bcv/tools/chromium"
)

// visit opens a page of the built site, and returns it with the folder of the repository.
func visit(t *testing.T, name string, width int) (page *rod.Page, root string) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	page = chromium.Open(t, root, "file://"+root+"/.build/site/html/"+name+".html", width, 900).Timeout(3 * time.Minute)
	page.MustWaitLoad() // with its style, which places what tests look at
	return page, root
}

// command is what bcv compare prints on a file, its verdict or its error.
func command(t *testing.T, root, file string) (string, bool) {
	t.Helper()
	c := exec.Command("go", "run", "./pkg/cmd/bcv", "compare", file)
	c.Dir = root
	var wrong strings.Builder
	c.Stderr = &wrong
	out, err := c.Output()
	if err != nil {
		line, _, _ := strings.Cut(wrong.String(), "\n")
		return strings.TrimPrefix(line, "bcv compare: "), false
	}
	return strings.TrimSpace(string(out)), true
}

// answered waits for the answer of the page that compares.
func answered(page *rod.Page) string {
	page.MustWait(`() => document.getElementById("work").hidden && document.getElementById("answer").textContent !== ""`)
	return page.MustElement("#answer").MustText()
}

// TestSiteCompares pastes results into the page, as a visitor would: it says what the
// command says, shows the report, and answers a bad file with the command's line.
func TestSiteCompares(t *testing.T) {
	page, root := visit(t, "site/try", 1200)
	page.MustWait(`() => !document.getElementById("go").disabled`)
	for _, sample := range []struct{ name, file string }{{"losses", "data/samples/losses.csv"},
		{"predictions", "data/samples/predictions.csv"}, {"counts", "data/counts/acl2019.csv"}} {
		page.MustElement(`[data-sample="` + sample.name + `"]`).MustClick()
		said := answered(page)
		if want, _ := command(t, root, sample.file); words(said) != words(want) {
			t.Errorf("%s: the page says\n%s\nthe command\n%s", sample.name, said, want)
		}
		page.MustWait(`() => { const r = document.getElementById("report");
			return !r.hidden && r.contentDocument.querySelector("svg, img") !== null }`)
		page.MustWait(`() => document.getElementById("report").contentDocument.querySelector(".verdict").offsetHeight === 0`)
	}
	if picture, err := page.Screenshot(true, nil); err == nil {
		_ = os.WriteFile(root+"/.build/try.png", picture, 0o644)
	}
	for text, want := range map[string]string{
		"model,replication,fold,loss\na,1,1,x\n":            "the file: row 2",
		"model,replication,fold,loss\na,1,1,.1\nb,1,1,.2\n": "compare has one loss of each model",
	} {
		page.MustElement("#text").MustSelectAllText().MustInput(text)
		page.MustElement("#go").MustClick()
		if said := answered(page); !strings.HasPrefix(said, want) {
			t.Errorf("got %q, want it to begin with %q", said, want)
		}
	}
	if !page.MustEval(`() => document.getElementById("report").hidden`).Bool() {
		t.Error("the report of another file stands below an error")
	}
}

// Files that are not UTF-8 text get the line of the command, whatever the browser makes of them.
func TestSiteReadsBytes(t *testing.T) {
	page, root := visit(t, "site/try", 1200)
	page.MustWait(`() => !document.getElementById("go").disabled`)
	file := filepath.Join(t.TempDir(), "latin1.csv")
	var rows strings.Builder
	rows.WriteString("replication,fold,record,truth,a,b\n")
	for i := range 40 {
		fmt.Fprintf(&rows, "1,%d,%d,caf\xe9,caf\xe9,caf\xe8\n", 1+i%2, i)
	}
	if err := os.WriteFile(file, []byte(rows.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	want, ok := command(t, root, file)
	if ok || !strings.Contains(want, "UTF-8") {
		t.Fatalf("the command says %q, want a line about UTF-8", want)
	}
	page.MustElement("#file").MustSetFiles(file)
	page.MustWait(`() => document.getElementById("text").value.includes("latin1.csv")`)
	page.MustElement("#go").MustClick()
	if said := answered(page); said != strings.Replace(want, file, "the file", 1) {
		t.Errorf("got %q, want %q", said, want)
	}
}

// A sheet shows what it is taken for: its columns have the colours of their roles. What no column says is asked.
func TestSiteShowsTheReading(t *testing.T) {
	page, _ := visit(t, "site/try", 390)
	page.MustWait(`() => !document.getElementById("go").disabled`)
	compare := func(text string) string {
		page.MustEval(`(text) => { const t = document.getElementById("text"); t.value = text;
			t.dispatchEvent(new Event("input")) }`, text)
		page.MustElement("#go").MustClick()
		return answered(page)
	}
	sheet := "Fold;svm;forest;Mean\n1;0,71;0,77;0,74\n2;0,72;0,79;0,755\n3;0,70;0,78;0,74\n"
	said := compare(sheet)
	if !strings.Contains(said, "forest") {
		t.Errorf("got %q", said)
	}
	roles := page.MustEval(`() => [...document.querySelectorAll("#reading th")].map((c) => c.dataset.role).join(",")`).Str()
	if line := page.MustElement("#reading p").MustText(); roles != "fold,model,model,left out" ||
		!strings.Contains(line, "2 models (columns) on 3 folds") {
		t.Errorf("the page shows the roles %q and says %q", roles, line)
	}
	if picture, err := page.Screenshot(true, nil); err == nil {
		_ = os.WriteFile("../../.build/reading.png", picture, 0o644)
	}
	if said := compare("svm,forest\n0.7,0.8\n0.72,0.8\n"); !strings.Contains(said, "no column says what a row is") ||
		!page.MustEval(`() => document.getElementById("reading").hidden`).Bool() {
		t.Errorf("without a column that says what rows are: %q", said)
	}
}

// A width of practical equivalence is any number from 0, as for the command.
func TestSiteRope(t *testing.T) {
	page, _ := visit(t, "site/try", 1200)
	for value, want := range map[string]bool{"0": true, "0.0005": true, "100": true, "-1": false} {
		got := page.MustEval(`(v) => { const r = document.getElementById("rope"); r.value = v; return r.checkValidity() }`,
			value).Bool()
		if got != want {
			t.Errorf("rope %s: got valid %v, want %v", value, got, want)
		}
	}
}

// Many models show how far the work has come, leave the page alive and can be stopped.
func TestSiteStops(t *testing.T) {
	page, _ := visit(t, "site/try", 1200)
	page.MustWait(`() => !document.getElementById("go").disabled`)
	var rows strings.Builder
	rows.WriteString("model,replication,fold,loss\n")
	for i := range 400 {
		fmt.Fprintf(&rows, "m%d,%d,%d,%g\n", i/10, 1+i%10/2, 1+i%2, 0.1+float64(i*7919%97)/970)
	}
	page.MustEval(`(text) => { const t = document.getElementById("text"); t.value = text;
		t.dispatchEvent(new Event("input")) }`, rows.String())
	page.MustElement("#go").MustClick()
	page.MustWait(`() => document.getElementById("progress").value > 0`)
	if !page.MustEval(`() => document.getElementById("go").disabled`).Bool() {
		t.Error("a second comparison can be begun beside the first")
	}
	page.MustElement("#stop").MustClick()
	if said := answered(page); said != "Stopped" {
		t.Errorf("got %q, want Stopped", said)
	}
	page.MustElement(`[data-sample="losses"]`).MustClick()
	if said := answered(page); !strings.Contains(said, "c4.5") {
		t.Errorf("after a stop the page says %q of the sample", said)
	}
}

// TestSiteExplores moves a slider: the numbers are the values of the closed form.
func TestSiteExplores(t *testing.T) {
	page, root := visit(t, "site/explore", 1200)
	page.MustWait(`() => document.getElementById("said").textContent.startsWith("The 6 folds")`)
	set := func(values map[string]any) {
		page.MustEval(`(values) => { for (const id in values) { const f = document.getElementById(id); f.value = values[id];
			f.dispatchEvent(new Event("input", { bubbles: true })) } }`, values)
	}
	set(map[string]any{"m": 5, "rho1": 0.5, "rho2": 0.5})
	// 10/(1 + 1/2 + 8/2) = 20/11.
	page.MustWait(`() => document.getElementById("said").textContent.
		includes("The 10 folds are worth 1.82 independent ones")`)
	if n := len(page.MustElements("#drawing polyline")); n != 2 {
		t.Errorf("got %d curves, want 2", n)
	}
	if text := page.MustEval(`() => document.getElementById("drawing").textContent`).Str(); !strings.Contains(text,
		"posterior density") {
		t.Errorf("the figure has the texts %q, want the name of the vertical axis", text)
	}
	if picture, err := page.Screenshot(true, nil); err == nil {
		_ = os.WriteFile(root+"/.build/explore.png", picture, 0o644)
	}
	set(map[string]any{"rho1": 0, "rho2": 1})
	page.MustWait(`() => document.getElementById("rho2").value === "0.5" &&
		document.getElementById("said").textContent.startsWith("The 10 folds are worth 2.00 ")`)
	for _, wrong := range []string{"", "-5"} {
		set(map[string]any{"tpA": wrong})
		page.MustWait(`() => document.getElementById("said").textContent.startsWith("A, right: give a number") &&
			document.querySelectorAll("#drawing polyline").length === 0`)
		set(map[string]any{"tpA": "900"})
		page.MustWait(`() => document.querySelectorAll("#drawing polyline").length === 2`)
	}
}

// On a narrow screen a field stands in the line of its label.
func TestSiteFields(t *testing.T) {
	for _, name := range []string{"site/explore", "site/try"} {
		page, _ := visit(t, name, 390)
		page.MustEval(`() => document.querySelectorAll("form details").forEach((d) => { d.open = true })`)
		apart := page.MustEval(`() => Array.from(document.querySelectorAll("form label:has(input)")).filter((l) => {
			const text = document.createRange();
			text.selectNodeContents(l.firstChild);
			const a = text.getBoundingClientRect(), b = l.querySelector("input").getBoundingClientRect();
			return a.bottom < b.top || b.bottom < a.top;
		}).map((l) => l.textContent)`)
		if len(apart.Arr()) > 0 {
			t.Errorf("%s: labels above or below their fields: %v", name, apart)
		}
	}
}

// The account begins with what differs, and all of a row is seen, its note to the end.
func TestSiteAccount(t *testing.T) {
	for _, width := range []int{1000, 1400} {
		page, _ := visit(t, "docs/research/account", width)
		page.MustWait(`() => document.querySelectorAll("#account tbody tr").length === 200`)
		if first := page.MustElement("#account tbody td").MustText(); first != "differs" {
			t.Errorf("the first number %q, want one that differs", first)
		}
		if cut := page.MustEval(`() => document.querySelector(".wide").scrollWidth - document.querySelector(".wide").clientWidth`).Int(); cut > 0 {
			t.Errorf("%d pixels of the account are outside its box at a width of %d", cut, width)
		}
	}
}

// The errata are chosen by source and by what they change, in their index and below it.
func TestSiteErrata(t *testing.T) {
	page, _ := visit(t, "docs/research/errata", 1000)
	shown := func() (rows, entries int) {
		return page.MustEval(`() => document.querySelectorAll("article tbody tr:not([hidden])").length`).Int(),
			page.MustEval(`() => document.querySelectorAll("article h2:not([hidden])").length`).Int()
	}
	rows, entries := shown()
	page.MustElementR("#filter button", "^McNemar paper$").MustClick()
	if r, e := shown(); r == 0 || r >= rows || e != r || e >= entries {
		t.Errorf("of one source %d rows and %d entries are shown, of all %d and %d", r, e, rows, entries)
	}
	page.MustElementR("#filter button", "^conclusion$").MustClick()
	if r, e := shown(); r != 0 || e != 0 {
		t.Errorf("%d rows and %d entries change a conclusion of the McNemar paper, want none", r, e)
	}
}

// words is a text with single spaces.
func words(text string) string { return strings.Join(strings.Fields(text), " ") }
