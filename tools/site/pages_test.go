//go:build site

package main

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/go-rod/rod"

	"github.com/block-regularized/bcv/tools/chromium"
)

const built = "../../.build/site/html"

// TestSiteLinks looks up every link of the built site that stays in it: the file is
// there, and so is the place in it.
func TestSiteLinks(t *testing.T) {
	pages := map[string]string{}
	err := filepath.WalkDir(built, func(path string, e os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".html") || filepath.Base(path) == "404.html" {
			return err
		}
		text, err := os.ReadFile(path)
		pages[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatalf("%v; run make site", err)
	}
	links := regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	checked := 0
	for page, text := range pages {
		for _, m := range links.FindAllStringSubmatch(text, -1) {
			u, err := url.Parse(strings.ReplaceAll(m[1], "&amp;", "&"))
			if err != nil {
				t.Errorf("%s: %v", page, err)
				continue
			}
			if u.Scheme != "" || u.Host != "" {
				continue
			}
			checked++
			to := page
			if u.Path != "" {
				to = filepath.Join(filepath.Dir(page), filepath.FromSlash(u.Path))
			}
			if info, err := os.Stat(to); err != nil || info.IsDir() {
				t.Errorf("%s links to %s, which is not there", page, m[1])
			} else if target, isPage := pages[to]; isPage && u.Fragment != "" &&
				!strings.Contains(target, `id="`+u.Fragment+`"`) {
				t.Errorf("%s links to %s, which has no such place", page, m[1])
			}
		}
	}
	if len(pages) < 40 || checked < 2000 {
		t.Errorf("%d pages, %d links; want the whole site", len(pages), checked)
	}
}

// TestSiteAccess asks axe-core about contrast, names, order and the rest of WCAG 2 AA, on
// a wide light and a narrow dark screen, and that no page is wider than its window.
func TestSiteAccess(t *testing.T) {
	axe, err := os.ReadFile("../../.build/axe/axe.min.js")
	if err != nil {
		t.Fatalf("%v; run scripts/fetch-axe.sh", err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	page := chromium.Open(t, root, "about:blank", 1300, 900)
	for _, name := range []string{"index", "docs/why/5-tests", "docs/reference/tests", "docs/howto/index",
		"docs/howto/which-command", "notebooks/00_quickstart", "docs/research/account", "docs/research/errata", "gallery", "docs/reference/commands", "site/try",
		"site/explore"} {
		for width, scheme := range map[int]string{1300: "light", 390: "dark"} {
			t.Run(fmt.Sprintf("%s-%d", name, width), func(t *testing.T) {
				chromium.Resize(t, page, width, 900)
				media(t, page, "screen", scheme)
				open(t, page, "file://"+root+"/.build/site/html/"+name+".html")
				check(t, page, string(axe))
			})
		}
	}
}

// TestSiteWidths opens every page in a narrow window: none is wider.
func TestSiteWidths(t *testing.T) {
	page, root := visit(t, "index", 390)
	for _, name := range strings.Split(page.MustEval(`() => Array.from(document.querySelectorAll("nav a"), (a) =>
		decodeURI(a.href)).join("\n")`).Str(), "\n") {
		open(t, page, name)
		page.MustWait(`() => !document.querySelector(".arithmatex:not(:has(.katex))")`)
		if wide := page.MustEval(`() => document.documentElement.scrollWidth`).Int(); wide > 390 {
			t.Errorf("%s is %d pixels wide in a window of 390", strings.TrimPrefix(name, "file://"+root), wide)
		}
	}
}

func open(t *testing.T, page *rod.Page, address string) {
	t.Helper()
	if err := page.Navigate(address); err != nil {
		t.Fatal(err)
	}
	if err := page.WaitLoad(); err != nil {
		t.Fatal(err)
	}
}

// check reports what axe-core finds, and a page that is wider than the window.
func check(t *testing.T, page *rod.Page, axe string) {
	t.Helper()
	if _, err := page.Eval(`(code) => { (0, eval)(code) }`, axe); err != nil {
		t.Fatal(err)
	}
	r, err := page.Eval(`async () => {
		const r = await axe.run(document, { runOnly: ["wcag2a", "wcag2aa"] });
		return r.violations.map(v => v.id + ": " + v.help + ": " + v.nodes.length +
				" times, such as " + v.nodes[0].html.slice(0, 160))
			.concat(document.documentElement.scrollWidth > window.innerWidth + 1 ?
				["the page is " + document.documentElement.scrollWidth + " pixels wide"] : []);
	}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, finding := range r.Value.Arr() {
		t.Error(finding.Str())
	}
}
