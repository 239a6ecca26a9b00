//go:build site

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/block-regularized/bcv/pkg/internal/chromium"
)

// TestSiteCompares pastes results into the page, as a visitor would: it says what the
// command says, shows the report, and answers a bad file with the command's line.
func TestSiteCompares(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	page := chromium.Open(t, root, "file://"+root+"/.build/site/html/docs/site/try.html", 1200, 900).Timeout(2 * time.Minute)
	page.MustWait(`() => !document.getElementById("go").disabled`)
	for _, sample := range []struct{ name, file string }{{"losses", "data/samples/losses.csv"}, {"predictions", "data/samples/predictions.csv"}, {"counts", "data/counts/acl2019.csv"}} {
		page.MustEval(`() => { document.getElementById("answer").textContent = "" }`)
		page.MustElement(`[data-sample="` + sample.name + `"]`).MustClick()
		page.MustWait(`() => !["", "Computing"].includes(document.getElementById("answer").textContent)`)
		said := page.MustElement("#answer").MustText()
		command := exec.Command("go", "run", "./pkg/cmd/bcv", "compare", sample.file)
		command.Dir = root
		out, err := command.Output()
		if err != nil {
			t.Fatal(err)
		}
		want, _, _ := strings.Cut(string(out), "\n\n")
		if words(said) != words(want) {
			t.Errorf("%s: the page says\n%s\nthe command\n%s", sample.name, said, want)
		}
		page.MustWait(`() => { const r = document.getElementById("report"); return !r.hidden && r.contentDocument.querySelector("svg, img") !== null }`)
	}
	if picture, err := page.Screenshot(true, nil); err == nil {
		_ = os.WriteFile(root+"/.build/try.png", picture, 0o644)
	}
	page.MustElement("#text").MustSelectAllText().MustInput("model,replication,fold,loss\na,1,1,x\n")
	page.MustElement("#go").MustClick()
	page.MustWait(`() => document.getElementById("answer").textContent.includes("loss") && document.getElementById("report").hidden`)
	if said := page.MustElement("#answer").MustText(); !strings.Contains(said, "the file: row 2") {
		t.Errorf("a loss of x: the page says %s", said)
	}
}

// TestSiteExplores moves a slider: the numbers are those of the closed form.
func TestSiteExplores(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	page := chromium.Open(t, root, "file://"+root+"/.build/site/html/docs/site/explore.html", 1200, 900).Timeout(2 * time.Minute)
	page.MustWait(`() => document.getElementById("said").textContent.startsWith("The 6 folds")`)
	page.MustEval(`() => { for (const [id, v] of [["m", 5], ["rho1", 0.5], ["rho2", 0.5]]) document.getElementById(id).value = v; document.getElementById("m").dispatchEvent(new Event("input", { bubbles: true })) }`)
	// 10/(1 + 1/2 + 8/2) = 20/11.
	page.MustWait(`() => document.getElementById("said").textContent.includes("The 10 folds are worth 1.82 independent ones")`)
	if n := len(page.MustElements("#drawing polyline")); n != 2 {
		t.Errorf("%d curves, want 2", n)
	}
	if picture, err := page.Screenshot(true, nil); err == nil {
		_ = os.WriteFile(root+"/.build/explore.png", picture, 0o644)
	}
}

// words is a text with single spaces.
func words(text string) string { return strings.Join(strings.Fields(text), " ") }
