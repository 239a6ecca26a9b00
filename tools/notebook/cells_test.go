//go:build browser

package notebook_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data/samples"
	"github.com/block-regularized/bcv/tools/notebook"
)

// blocks are the cells and the answers of a page.
var blocks = regexp.MustCompile("(?ms)^```(go|text)\n(.*?)^```$")

// TestBrowserPage runs the cells of docs/howto/notebook.md one after the other, in a folder of a user: each prints what
// the page says, or shows a figure or a table.
func TestBrowserPage(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(root, "docs", "howto", "notebook.md"))
	if err != nil {
		t.Fatal(err)
	}
	nb := map[string]any{"nbformat": 4, "nbformat_minor": 5, "metadata": map[string]any{"kernelspec": map[string]string{
		"name": "gonb", "display_name": "Go (gonb)", "language": "go"}}}
	var cells []any
	answers := map[int]string{}
	for _, b := range blocks.FindAllStringSubmatch(string(page), -1) {
		if b[1] == "text" {
			answers[len(cells)-1] = b[2]
			continue
		}
		cells = append(cells, map[string]any{"cell_type": "code", "id": fmt.Sprintf("c%d", len(cells)), "source": b[2],
			"metadata": map[string]any{}, "outputs": []any{}, "execution_count": nil})
	}
	nb["cells"] = cells
	dir := t.TempDir()
	text, err := json.Marshal(nb)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "page.ipynb"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, samples.Files); err != nil {
		t.Fatal(err)
	}
	executed := execute(t, root, filepath.Join(dir, "page.ipynb"))
	for k, c := range executed.Cells {
		printed := ""
		for _, o := range c.Outputs {
			var text notebook.Text
			if json.Unmarshal(o.Data["text/plain"], &text) == nil {
				printed += strings.Join(strings.Fields(string(text)), " ") + "\n"
			}
		}
		if want := strings.TrimSpace(answers[k]); !strings.Contains(printed, want) || printed == "" {
			t.Errorf("cell %d prints %s\nwant %s", k+1, printed, want)
		}
	}
}

// TestBrowserTemplate runs the notebook of bcv example --notebook beside its files: all cells but imports show something.
func TestBrowserTemplate(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "mine")
	write := exec.Command("go", "run", "./pkg/cmd/bcv", "example", "--notebook", dir)
	write.Dir = root
	if out, err := write.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	figures := 0
	for _, c := range execute(t, root, filepath.Join(dir, "first.ipynb")).Cells {
		for _, o := range c.Outputs {
			if o.Data["image/png"] != nil {
				figures++
			}
		}
	}
	if figures != 3 {
		t.Errorf("%d figures, want one of each of three cells", figures)
	}
}

// execute runs the cells of a notebook, which must not fail.
func execute(t *testing.T, root, path string) *notebook.Notebook {
	t.Helper()
	jupyter, err := exec.Command(filepath.Join(root, "scripts", "find-jupyter.sh"), "nbconvert").Output()
	if err != nil {
		t.Fatal("no Jupyter with nbconvert; run scripts/install-packages.sh full")
	}
	cmd := exec.Command(strings.TrimSpace(string(jupyter)), "nbconvert", "--to", "notebook", "--execute", "--inplace",
		"--ExecutePreprocessor.kernel_name=gonb", path)
	cmd.Env = append(os.Environ(), "PATH="+filepath.Join(root, ".build", "bin")+":"+os.Getenv("PATH"),
		"JUPYTER_PATH="+filepath.Join(root, ".build", "jupyter"), "BCV_CELLS="+t.TempDir(), "BCV_SCALE=quick")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	nb, err := notebook.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	return nb
}
