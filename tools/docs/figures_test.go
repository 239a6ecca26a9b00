package docs

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	plots "github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/research/cells"
)

// narrowDrawings are figures of notebooks once more, for telephones: pages and the site show them where list.csv of
// docs/why/figures names them.
var narrowDrawings = map[string]func() (*plots.Figure, error){
	"researchers-narrow.svg": cells.Disagreement,
	"levels-narrow.svg":      cells.Levels,
	"limit-narrow.svg":       cells.Variances,
	"errors-narrow.svg":      cells.TestErrors,
	"folds-narrow.svg":       cells.Folds,
	"sets-narrow.svg":        cells.TestSets,
}

const narrowPixels = 352 // of the text of a page on a telephone

var update = flag.Bool("update", false, "write the figures of the documents anew")

// The pictures in docs/why/figures are those that the notebooks of docs/why/figures/list.csv
// show: go -C tools test ./docs -run Figures -update copies them.
func TestFiguresAreThoseOfTheNotebooks(t *testing.T) {
	dir := root + "/docs/why/figures"
	file, err := os.Open(dir + "/list.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, r := range rows[1:] {
		listed[r[0]] = true
		if narrowDrawings[r[3]] == nil && r[3] != "" {
			t.Errorf("list.csv names %s, which nothing draws", r[3])
		}
		want, err := pictured(r[1], r[2])
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, r[0])
		if *update {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not figure %s of notebook %s (%v); run go -C tools test ./docs -run Figures -update",
				r[0], r[2], r[1], err)
		}
	}
	for name, draw := range narrowDrawings {
		f, err := draw()
		if err != nil {
			t.Fatal(err)
		}
		want := picture(t, f.Fit(narrowPixels))
		path := filepath.Join(dir, name)
		if *update {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not drawn as it is (%v); run go -C tools test ./docs -run Figures -update", path, err)
		}
	}
	there, err := filepath.Glob(dir + "/*.png")
	if err != nil || len(there) != len(listed) {
		t.Errorf("%d pictures in docs/why/figures, %d in its list (%v)", len(there), len(listed), err)
	}
}

// picture is a figure as a file of SVG without a font.
func picture(t *testing.T, f *plots.Figure) []byte {
	t.Helper()
	svg, err := plots.SVG(f)
	if err != nil {
		t.Fatal(err)
	}
	size := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" `, f.Width)
	return bytes.Replace(svg, []byte("<svg "), []byte(size), 1)
}

// pictured returns the k-th picture of a notebook, from 1, as PNG.
func pictured(notebook, k string) ([]byte, error) {
	text, err := os.ReadFile(root + "/notebooks/" + notebook + ".ipynb")
	if err != nil {
		return nil, err
	}
	var nb struct {
		Cells []struct {
			Outputs []struct {
				Data map[string]json.RawMessage
			}
		}
	}
	if err := json.Unmarshal(text, &nb); err != nil {
		return nil, err
	}
	left, err := strconv.Atoi(k)
	if err != nil {
		return nil, err
	}
	for _, c := range nb.Cells {
		for _, o := range c.Outputs {
			if png, ok := o.Data["image/png"]; ok {
				if left--; left == 0 {
					return decode(png)
				}
			}
		}
	}
	return nil, fmt.Errorf("notebook %s has no figure %s", notebook, k)
}

// decode returns the bytes of base64 text, which notebooks keep in one string or several.
func decode(raw json.RawMessage) ([]byte, error) {
	var one string
	if err := json.Unmarshal(raw, &one); err != nil {
		var several []string
		if err := json.Unmarshal(raw, &several); err != nil {
			return nil, err
		}
		one = strings.Join(several, "")
	}
	return base64.StdEncoding.DecodeString(strings.ReplaceAll(one, "\n", ""))
}
