//go:build docs

package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocsClients runs the tests of the clients for Python, R and node, which stand beside them.
// They need what the documents need, and caret and rsample.
func TestDocsClients(t *testing.T) {
	install(t)
	source, err := filepath.Abs(filepath.Join(root, "clients", "python", "src"))
	if err != nil {
		t.Fatal(err)
	}
	tests := "clients/python/tests/test_"
	t.Run("install", testInstallR)
	t.Run("readme", func(t *testing.T) {
		t.Setenv("PYTHONPATH", source)
		for _, language := range []string{"python", "r"} {
			path := filepath.Join(root, "clients", language, "README.md")
			for _, b := range blocks(t, path) {
				run(t, folder(t), path, b)
			}
		}
	})
	for _, c := range []struct {
		name, program string
		args          []string
		dir           string
	}{
		{"python3", "python3", []string{"-B", tests + "bcv.py"}, folder(t)},
		{"splitter", "python3", []string{"-B", tests + "splitter.py"}, folder(t)},
		{"skore", "python3", []string{"-B", tests + "skore.py"}, folder(t)},
		{"types", "/usr/bin/python3", strings.Fields(checkTypes), root},
		{"wheel", "python3", []string{"-B", tests + "wheel.py"}, root}, // which needs scripts
		{"Rscript", "Rscript", []string{"clients/r/tests/clone.R"}, folder(t)},
		{"node", "bash", []string{"-euo", "pipefail", "-c", testNode}, root},
		{"check", "bash", []string{"-euo", "pipefail", "-c", checkR, "bash", t.TempDir()}, root},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(c.program, c.args...)
			cmd.Dir, cmd.Env = c.dir, append(os.Environ(), "PYTHONPATH="+source, "MYPYPATH="+source)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s %s: %v\n%s", c.program, strings.Join(c.args, " "), err, out)
			}
		})
	}
}

// checkTypes looks at the types of the package for Python as users meet them.
const checkTypes = `-m mypy --cache-dir=/dev/null --python-version=3.9 --ignore-missing-imports --warn-unused-ignores
clients/python/src/bcv clients/python/tests/typed.py`

// testNode builds the program of the package for node, and tests it.
const testNode = `GOOS=wasip1 GOARCH=wasm go build -ldflags='-s -w' -o clients/node/bcv.wasm ./pkg/cmd/bcv
node --test clients/node/test`

// checkR builds the package for R as of a release, and checks it with its tests, examples and vignette; warnings
// and notes fail.
const checkR = `if said=$(scripts/build-r-package.sh none.tar.gz 2>&1); then exit 1; fi
[[ $said == "build-r-package: none.tar.gz: give bcvcompare_VERSION.tar.gz of make release" ]]
cp -r clients/r "$1/bcvcompare"
sed -i 's/^Version: 0.0.0$/Version: 9.8.7/' "$1/bcvcompare/DESCRIPTION"
tar -C "$1" -czf "$1/of-release.tar.gz" bcvcompare
scripts/build-r-package.sh --out "$1" "$1/of-release.tar.gz"
cd "$1"
R CMD check --no-manual bcvcompare_9.8.7.tar.gz | tee check.log
grep -q '^Status: OK$' check.log
grep -q 'P(all better)' bcvcompare.Rcheck/bcvcompare/doc/verdict.html
! grep -E '(src|href)="https?:[^"]*[.](js|css)' bcvcompare.Rcheck/bcvcompare/doc/verdict.html`
