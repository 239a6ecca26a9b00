//go:build site

package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/input"

	"github.com/block-regularized/bcv/tools/chromium"
)

// searched types words into the search, and returns the addresses that it shows.
func searched(page *rod.Page, words string) (addresses []string) {
	page.MustElement(".find input").MustSelectAllText().MustInput(words)
	page.MustWait(`() => typeof bcvIndex !== "undefined" && !document.querySelector(".find div").hidden`)
	for _, a := range page.MustEval(`() => Array.from(document.querySelectorAll(".find a"), (a) => a.href)`).Arr() {
		addresses = append(addresses, a.Str())
	}
	return addresses
}

// The search finds headings of documents, commands, flags and notebooks from any page that is opened as a file.
func TestSiteSearches(t *testing.T) {
	for _, from := range []string{"index", "docs/why/5-tests"} {
		page, _ := visit(t, from, 1200)
		for words, want := range map[string]string{
			"bcv holdout":        "/docs/reference/commands.html#bcv-holdout",
			"--rope":             "/docs/reference/commands.html#bcv-compare",
			"one hundred RESEAR": "/notebooks/00_quickstart.html#one-hundred-researchers",
			"file formats":       "/docs/reference/formats.html#",
			"scikit-learn":       "/docs/howto/scikit-learn.html#",
			"python":             "/docs/start/first-verdict.html#python",
			"metrics":            "/docs/reference/metrics.html#metrics",
		} {
			found := searched(page, words)
			if len(found) == 0 || len(found) > 12 || !strings.Contains(found[0], want) {
				t.Errorf("%s: %q finds %q, want %s first", from, words, found, want)
			}
		}
		of := func(name string) func(string) bool { return func(a string) bool { return strings.Contains(a, name) } }
		found := searched(page, "pull requests")
		if slices.IndexFunc(found, of("CHANGELOG")) <= slices.IndexFunc(found, of("howto")) {
			t.Errorf("%s: what changed stands before how to do it: %q", from, found)
		}
		if found := searched(page, "nothing-of-the-kind"); len(found) > 0 {
			t.Errorf("%s: %q for what is nowhere", from, found)
		}
		if said := page.MustElement(".find p").MustText(); said != "0 places" {
			t.Errorf("%s: the search says %q, want 0 places", from, said)
		}
	}
}

// The search is used by keys: arrows go through what is found, Escape ends it, Enter opens the first.
func TestSiteSearchKeys(t *testing.T) {
	page, _ := visit(t, "docs/why/5-tests", 390)
	at := func() string { return page.MustEval(`() => document.activeElement.tagName`).Str() }
	found := searched(page, "bcv holdout")
	if wide := page.MustEval(`() => { const b = document.querySelector(".find div").getBoundingClientRect();
		return b.left >= 0 && b.right <= innerWidth }`).Bool(); !wide {
		t.Error("what is found is outside a narrow screen")
	}
	for i, want := range []string{"A", "A", "A", "INPUT"} {
		key := input.ArrowDown
		if i > 1 {
			key = input.ArrowUp
		}
		page.Keyboard.MustType(key)
		if got := at(); got != want {
			t.Errorf("arrow %d leads to %s, want %s", i+1, got, want)
		}
	}
	page.Keyboard.MustType(input.ArrowDown, input.Escape)
	if left := page.MustEval(`() => document.querySelector(".find div").hidden ? document.querySelector(".find input").value
		: "open"`).Str(); left != "" || at() != "INPUT" {
		t.Errorf("after Escape the search is %q and the focus at %s, want it empty and at the field", left, at())
	}
	searched(page, "bcv holdout")
	wait := page.MustWaitNavigation()
	page.Keyboard.MustType(input.Enter)
	wait()
	if got := page.MustInfo().URL; got != found[0] {
		t.Errorf("Enter leads to %s, want %s", got, found[0])
	}
	searched(page, "bcv")
	page.MustElement("article p").MustEval(`() => { this.tabIndex = 0; this.focus() }`)
	if !page.MustEval(`() => document.querySelector(".find div").hidden`).Bool() {
		t.Error("what was found covers the page after the search is left")
	}
}

// Long pages have their contents beside them, or closed above on narrow screens.
func TestSiteContents(t *testing.T) {
	page, _ := visit(t, "docs/reference/commands", 1400)
	if n := len(page.MustElements(`.toc a[href="#bcv-compare"]`)); n != 1 {
		t.Errorf("%d entries for bcv compare, want 1", n)
	}
	const beside = `() => { const t = document.querySelector(".toc"), a = document.querySelector("article");
		return t.open && t.getBoundingClientRect().left >= a.getBoundingClientRect().right }`
	if !page.MustEval(beside).Bool() {
		t.Error("on a wide screen the contents do not stand beside the text")
	}
	chromium.Resize(t, page, 390, 900)
	page.MustWait(`() => !document.querySelector(".toc").open`)
}

// On a narrow screen figures keep letters that can be read, and what commands print keeps its lines, in a box to move
// them.
func TestSiteNarrow(t *testing.T) {
	page, _ := visit(t, "index", 390)
	if wrong := page.MustEval(`() => Array.from(document.querySelectorAll(".language-console pre, article > pre"))
		.filter((p) => getComputedStyle(p).whiteSpace !== "pre" || getComputedStyle(p).overflowX !== "auto").length`).Int(); wrong > 0 {
		t.Errorf("%d blocks of a console break their lines, or are cut", wrong)
	}
	if n := len(page.MustElements(".language-console pre")); n == 0 {
		t.Error("no block of a console")
	}
	for _, name := range []string{"index", "notebooks/00_quickstart", "docs/why/5-tests"} {
		page, _ := visit(t, name, 390)
		// Those with a drawing for telephones need no room.
		small := page.MustEval(`() => Array.from(document.querySelectorAll("article img")).filter((i) =>
			!i.closest("picture")?.querySelector("source[srcset$='-narrow.svg']")).filter((i) => i.clientWidth <
			Math.min(600, i.getAttribute("width") || 600) || !["auto", "scroll"].includes(getComputedStyle(i.parentElement).overflowX))
			.map((i) => i.src + ": " + i.clientWidth)`)
		if len(small.Arr()) > 0 {
			t.Errorf("%s: small figures, or without a box to move them: %v", name, small)
		}
	}
}

// Every page says what it is about to who finds or shares it.
func TestSiteMeta(t *testing.T) {
	page, _ := visit(t, "docs/why/5-tests", 1200)
	content := func(selector string) string { return *page.MustElement(selector).MustAttribute("content") }
	if got := content(`meta[property="og:title"]`); got != "5. Tests" {
		t.Errorf("title %q, want 5. Tests", got)
	}
	about := content(`meta[name="description"]`)
	if len(about) < 50 || strings.ContainsAny(about, "<>") || about != content(`meta[property="og:description"]`) {
		t.Errorf("description %q", about)
	}
	if !strings.HasPrefix(*page.MustElement(`link[rel="icon"]`).MustAttribute("href"), "data:image/svg+xml,") {
		t.Error("the icon is another file")
	}
	if len(page.MustElements(`header a[href="https://github.com/block-regularized/bcv"]`)) != 1 {
		t.Error("the header has no link to the source")
	}
}
