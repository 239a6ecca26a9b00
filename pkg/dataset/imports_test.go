package dataset_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// A program that draws or reads data, trains and evaluates has neither the network nor the
// published tables in it: these belong to package public.
func TestSmallPrograms(t *testing.T) {
	const module = "github.com/block-regularized/bcv/"
	out, err := exec.Command("go", "list", "-deps", module+"pkg/dataset", module+"pkg/learn/catalogue",
		module+"pkg/holdout", module+"pkg/holdout/decide").Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	for _, large := range []string{"net", "net/http", "crypto/tls", module + "data", module + "research/public"} {
		if slices.Contains(deps, large) {
			t.Errorf("a program with package dataset links %s, want it in package public alone", large)
		}
	}
	if !slices.Contains(deps, module+"pkg/dataset") {
		t.Errorf("got the packages %q, want package dataset among them", deps)
	}
}
