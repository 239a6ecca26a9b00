//go:build site

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/proto"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/report"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/tools/chromium"
)

// reported writes the report of models on the folds of 5 x 2 CV, and returns its address.
func reported(t *testing.T, models ...string) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("model,replication,fold,loss\n")
	for k, m := range models {
		for j := range 10 {
			fmt.Fprintf(&b, "%q,%d,%d,%v\n", m, j/2+1, j%2+1, 0.2+0.02*float64(k)+0.01*float64((j*(k+2))%5))
		}
	}
	file := filepath.Join(t.TempDir(), "losses.csv")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	rs, err := results.Read([]string{file}, results.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := compare.Run(rs, compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r.Notes = append(r.Notes, strings.Fields(strings.Repeat("note ", 20))...)
	out, err := os.Create(filepath.Join(t.TempDir(), "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if err := (report.Report{Result: r}).HTML(out); err != nil {
		t.Fatal(err)
	}
	return "file://" + out.Name()
}

// media sets what pages are shown for: screen or print, light or dark.
func media(t *testing.T, page *rod.Page, medium, scheme string) {
	t.Helper()
	m := proto.EmulationSetEmulatedMedia{Media: medium,
		Features: []*proto.EmulationMediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	if err := m.Call(page); err != nil {
		t.Fatal(err)
	}
}

// The report can be read on four widths, light and dark: it is as wide as its window, the texts of
// figures have at least 11 pixels, and nothing of them or of a table is cut.
func TestSiteReport(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	axe, err := os.ReadFile(root + "/.build/axe/axe.min.js")
	if err != nil {
		t.Fatalf("%v; run scripts/fetch-axe.sh", err)
	}
	page := chromium.Open(t, root, "about:blank", 1400, 900)
	for name, address := range map[string]string{
		"two": reported(t, "svm", "knn"), "six": reported(t, "forest", "svm", "knn", "logistic", "tree", "ols"),
		"long": reported(t, strings.Repeat("x", 90), "scale | logistic(penalty=1, iterations=1000)",
			"scale_then_principal_components_then_support_vector_machine"),
	} {
		for _, width := range []int{390, 800, 1000, 1400} {
			t.Run(fmt.Sprintf("%s-%d", name, width), func(t *testing.T) {
				chromium.Resize(t, page, width, 900)
				for _, scheme := range []string{"light", "dark"} {
					media(t, page, "screen", scheme)
					open(t, page, address)
					check(t, page, string(axe))
				}
				for _, wrong := range page.MustEval(faults).Arr() {
					t.Error(wrong.Str())
				}
				if cut := page.MustEval(`() => Array.from(document.querySelectorAll(".table")).some((b) => b.scrollWidth > b.clientWidth)`).Bool(); cut {
					t.Error("a table is wider than its box")
				}
			})
		}
	}
	media(t, page, "print", "dark")
	for what, wrong := range map[string]string{
		"a dark page": `() => getComputedStyle(document.body).backgroundColor !== "rgb(255, 255, 255)"`,
		"dark figures": `() => Array.from(document.querySelectorAll("svg")).some((s) =>
			getComputedStyle(s).filter !== "none")`,
		"a cut table": `() => Array.from(document.querySelectorAll(".table")).some((b) =>
			getComputedStyle(b).overflowX !== "visible")`,
	} {
		if page.MustEval(wrong).Bool() {
			t.Errorf("print has %s", what)
		}
	}
}

// faults finds small texts of figures and what of them is outside.
const faults = `() => Array.from(document.querySelectorAll("svg")).filter((s) => s.clientWidth > 0).flatMap((svg) => {
	const box = svg.getBoundingClientRect(), out = [];
	for (const text of svg.querySelectorAll("text")) {
		const size = parseFloat(getComputedStyle(text).fontSize) * svg.getScreenCTM().a, b = text.getBoundingClientRect();
		if (size < 11) out.push(text.textContent + ": " + size.toFixed(1) + " pixels");
		if (b.left < box.left - 1 || b.right > box.right + 1) out.push(text.textContent + ": is cut");
	}
	return out.slice(0, 3);
})`

// The frame of the page try shows a report to its whole height, and runs nothing in it.
func TestSiteFrameOfReport(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("assets/try.md")
	if err != nil {
		t.Fatal(err)
	}
	frame := regexp.MustCompile(`<iframe .*</iframe>`).FindString(string(text))
	html, err := os.ReadFile(strings.TrimPrefix(reported(t, "svm", "knn"), "file://"))
	if err != nil {
		t.Fatal(err)
	}
	made := filepath.Join(t.TempDir(), "try.html")
	if err := os.WriteFile(made, []byte("<!doctype html><title>t</title>"+frame), 0o600); err != nil {
		t.Fatal(err)
	}
	page := chromium.Open(t, root, "file://"+made, 1000, 900)
	got := page.MustEval(`(html) => new Promise((done) => {
		const frame = document.getElementById("report");
		frame.onload = () => setTimeout(() => {
			const inside = frame.contentDocument;
			done([inside.title, inside.documentElement.scrollHeight, inside.querySelectorAll("svg").length, String(window.ran)]);
		}, 300);
		frame.hidden = false;
		frame.srcdoc = html;
	})`, strings.Replace(string(html), "</body>", `<script>parent.ran = 1</script><img src="x:" onerror="parent.ran = 2"></body>`, 1))
	a := got.Arr()
	if a[0].Str() == "" || a[1].Int() < 500 || a[2].Int() == 0 {
		t.Errorf("title %q, height %d, %d figures", a[0].Str(), a[1].Int(), a[2].Int())
	}
	if a[3].Str() != "undefined" {
		t.Errorf("a script ran: %s", a[3].Str())
	}
}
