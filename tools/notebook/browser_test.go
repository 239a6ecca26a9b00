//go:build browser

package notebook_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/proto"

	"github.com/block-regularized/bcv/tools/chromium"
	"github.com/block-regularized/bcv/tools/notebook"
)

// pageState reads from the page what a reader sees: prompts, figures, errors.
const pageState = `() => ({
	cells: document.querySelectorAll('.code_cell').length,
	done: [...document.querySelectorAll('.code_cell .input_prompt')].filter(p => /\[\d+\]/.test(p.textContent)).length,
	figures: [...document.querySelectorAll('.output_area img')].filter(i => i.complete && i.naturalWidth > 0).length,
	errors: [...document.querySelectorAll('.output_error')].map(e => e.textContent),
})`

// TestBrowser opens the quickstart, without its outputs, in a real browser,
// runs all cells from the menu, waits for the figure, and moves a slider.
func TestBrowser(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	server := startJupyter(t, root, notebookFolder(t, root, notebook.WithoutOutputs))
	page := openPage(t, root, server.url("/notebooks/notebooks/00_quickstart.ipynb"))

	waitLoaded(t, page)
	if before := state(t, page); before["figures"].(float64) != 0 || before["done"].(float64) != 0 {
		t.Fatalf("the copy has outputs before the run: %v", before)
	}
	click(t, page, "#celllink")
	click(t, page, "#run_all_cells")
	waitFor(t, page, 5*time.Minute, "all cells to run, or one to fail",
		`() => { const s = (`+pageState+`)(); return s.errors.length > 0 || s.done === s.cells }`)

	after := state(t, page)
	if errors := after["errors"].([]any); len(errors) > 0 {
		t.Fatalf("cells failed in the browser: %v", errors)
	}
	waitFor(t, page, 15*time.Second, "a figure to appear", `() => (`+pageState+`)().figures > 0`)
	after = state(t, page)
	if kernel := page.MustElement(".kernel_indicator_name").MustText(); kernel != "Go (gonb)" {
		t.Errorf("the kernel is %q, not Go (gonb)", kernel)
	}
	moveSlider(t, page)
	page.MustElement(".bcv-sliders").MustScrollIntoView()
	t.Logf("ran %v cells, %v figures", after["done"], after["figures"])
}

// TestBrowserReader opens the quickstart as it is in git, signed as make lab does, and moves a slider without running a
// cell.
func TestBrowserReader(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	asIs := func(data []byte) ([]byte, error) { return data, nil }
	server := startJupyter(t, root, notebookFolder(t, root, asIs))
	sign := exec.Command(filepath.Join(root, "scripts", "sign-notebooks.sh"), server.program)
	sign.Env = append(os.Environ(), "JUPYTER_DATA_DIR="+server.settings)
	if out, err := sign.CombinedOutput(); err != nil || strings.Contains(string(out), "not signed") {
		t.Fatalf("%v: %s", err, out)
	}
	page := openPage(t, root, server.url("/notebooks/notebooks/00_quickstart.ipynb"))
	waitLoaded(t, page)
	waitFor(t, page, 30*time.Second, "sliders that can be moved",
		`() => [...document.querySelectorAll(".bcv-sliders input")].some(i => !i.disabled)`)
	moveSlider(t, page)
}

func waitLoaded(t *testing.T, page *rod.Page) {
	t.Helper()
	waitFor(t, page, 3*time.Minute, "the kernel to connect", `() =>
		!!(window.Jupyter && Jupyter.notebook && Jupyter.notebook._fully_loaded &&
		Jupyter.notebook.kernel && Jupyter.notebook.kernel.is_connected())`)
}

// moveSlider moves rho2 to its largest value, and wants another sentence, another curve
// and a number beside the slider, all from the page alone.
func moveSlider(t *testing.T, page *rod.Page) {
	t.Helper()
	const shown = `() => { const box = document.querySelector(".bcv-sliders"); return {
		said: box.querySelector("[role=status]").textContent,
		curve: box.querySelector("polyline").getAttribute("points"),
		ticks: [...box.querySelectorAll("svg text")].map(e => e.textContent).join(" "),
		value: box.querySelectorAll("output")[2].textContent } }`
	before := page.MustEval(shown)
	page.MustEval(`() => {
		const input = document.querySelectorAll(".bcv-sliders input")[2];
		input.value = input.max;
		input.dispatchEvent(new Event("input")) }`)
	after := page.MustEval(shown)
	if said := after.Get("said").Str(); !strings.Contains(said, "worth 2.3 independent") ||
		said == before.Get("said").Str() {
		t.Errorf("the slider changed %q to %q", before.Get("said").Str(), said)
	}
	if curve := after.Get("curve").Str(); len(curve) < 500 || curve == before.Get("curve").Str() ||
		strings.Contains(curve, "NaN") {
		t.Errorf("the curve is %.100s", curve)
	}
	if ticks := after.Get("ticks").Str(); !strings.HasPrefix(ticks, "-0.15 -0.1 -0.05 0 0.05 ") {
		t.Errorf("the axis says %s", ticks)
	}
	if value := after.Get("value").Str(); value != "0.4" {
		t.Errorf("the slider says %s, want 0.4", value)
	}
}

// notebookFolder makes a folder with what a function makes of the quickstart, beside the repository's data, and returns
// it.
func notebookFolder(t *testing.T, root string, of func([]byte) ([]byte, error)) string {
	t.Helper()
	dir := t.TempDir()
	data, err := os.ReadFile(filepath.Join(root, "notebooks", "00_quickstart.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	made, err := of(data)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "notebooks"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "notebooks", "00_quickstart.ipynb"), made, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(root, "data"), filepath.Join(dir, "data")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// openPage opens the address in Chromium. At the end of the test, passed or failed, it
// saves a screenshot.
func openPage(t *testing.T, root, address string) *rod.Page {
	t.Helper()
	page := chromium.Open(t, root, address, 1200, 1000)
	t.Cleanup(func() { saveScreenshot(t, page, filepath.Join(root, ".build", "browser.png")) })
	return page
}

func saveScreenshot(t *testing.T, page *rod.Page, path string) {
	t.Helper()
	picture, err := page.Timeout(30*time.Second).Screenshot(false, nil)
	if err != nil {
		t.Logf("no screenshot: %v", err)
		return
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, picture, 0o644); err != nil {
		t.Fatal(err)
	}
}

// state evaluates pageState.
func state(t *testing.T, page *rod.Page) map[string]any {
	t.Helper()
	result, err := page.Eval(pageState)
	if err != nil {
		t.Fatal(err)
	}
	var s map[string]any
	if err := result.Value.Unmarshal(&s); err != nil {
		t.Fatal(err)
	}
	return s
}

func click(t *testing.T, page *rod.Page, selector string) {
	t.Helper()
	element, err := page.Timeout(30 * time.Second).Element(selector)
	if err == nil {
		err = element.Click(proto.InputMouseButtonLeft, 1)
	}
	if err != nil {
		t.Fatalf("click on %s: %v", selector, err)
	}
}

// waitFor waits until a JavaScript condition holds. The page may still be
// loading, so errors of the evaluation only count at the end.
func waitFor(t *testing.T, page *rod.Page, limit time.Duration, what, condition string) {
	t.Helper()
	last := fmt.Errorf("it did not come true")
	for deadline := time.Now().Add(limit); time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		result, err := page.Timeout(10 * time.Second).Eval(condition)
		if err != nil {
			last = err
		} else if result.Value.Bool() {
			return
		}
	}
	t.Fatalf("waited %v for %s: %v", limit, what, last)
}
