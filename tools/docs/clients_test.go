//go:build docs

package docs

import (
	"os/exec"
	"strings"
	"testing"
)

// TestDocsClients runs the tests of the helpers for Python and R, which stand beside them.
// They need what the documents need, and caret and rsample.
func TestDocsClients(t *testing.T) {
	install(t)
	for _, c := range [][]string{{"python3", "-B", "clients/test_bcv.py"}, {"Rscript", "clients/test_bcv.R"}} {
		t.Run(c[0], func(t *testing.T) {
			cmd := exec.Command(c[0], c[1:]...)
			cmd.Dir = folder(t)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", strings.Join(c, " "), err, out)
			}
		})
	}
}
