package command

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/holdout"
)

var update = flag.Bool("update", false, "write packages.txt anew")

// The names of all packages of the programs are known.
func TestPackageNames(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f",
		"{{if .Module}}{{.Module.Main}} {{.ImportPath}} {{.Name}}{{end}}",
		"../../pkg/cmd/bcv", "../../research/cmd/bcv-research").Output()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		if len(words) == 3 && words[0] == "true" && words[2] != "main" {
			want[words[2]] = want[words[2]] || strings.Contains(words[1], "/pkg/learn/")
		}
	}
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(want)) {
		text.WriteString(name)
		if want[name] {
			text.WriteString(" learner")
		}
		text.WriteString("\n")
	}
	if *update {
		if err := os.WriteFile("packages.txt", []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if packageNames != text.String() {
		t.Errorf("packages.txt is not current; run go test ./internal/command -run PackageNames -update")
	}
}

// Names of packages are removed, names of learners and files stay.
func TestPlain(t *testing.T) {
	count := errors.New("count: the response of record 1 is -1")
	noEnd := errors.New("outside: a: b: no end after 1s (Timeout)")
	for _, c := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("holdout: %s: %w", "poisson", count), "poisson: the response of record 1 is -1"},
		{Usage(fmt.Errorf("holdout: svm: %w", errors.New("svm: Trees"))), "svm: trees"},
		{&holdout.FoldError{Learner: "svm", Replication: 2, Fold: 1, Err: errors.New("svm: no end")},
			"svm, replication 2, fold 1: no end"},
		{&holdout.FoldError{Learner: "a: b", Replication: 2, Fold: 1, Err: noEnd},
			"a: b, replication 2, fold 1: no end after 1s (--timeout)"},
		{fmt.Errorf("--alternative: %w", errors.New("infer: unknown")), "--alternative: unknown"},
		{fmt.Errorf("compare: %w", fmt.Errorf("infer: bcv-t: %w", errors.New("variance: rho1"))), "bcv-t: rho1"},
		{errors.Join(errors.New("cv: one"), errors.New("cv: two")), "one\ntwo"},
		{errors.New("holdout: no data; give a data set"), "no data; give a data set"},
		{&table.Error{File: "text", Problem: "is empty"}, "text: is empty"},
		{&fs.PathError{Op: "fold: open", Path: "x", Err: fs.ErrNotExist}, "fold: open x: file does not exist"},
		{errors.New("Trees: tree"), "Trees: tree"},
		{errors.New("holdout: Trees"), "Trees"},
	} {
		if got := Plain(c.err); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.err, got, c.want)
		}
	}
}
