//go:build docs

package docs

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocs runs the blocks of each document in order, several documents at once, in a folder of its own that has
// the files of the repository which documents name: clients, data, docs and examples. What a console block
// shows must be printed; with -update it is put into the document, as everything that it prints. It needs Python with
// pandas and scikit-learn, and R.
func TestDocs(t *testing.T) {
	install(t)
	for _, path := range documents(t) {
		if path == doors {
			continue // TestDocsDoors
		}
		t.Run(filepath.ToSlash(strings.TrimPrefix(path, root+"/")), func(t *testing.T) {
			t.Parallel()
			dir := folder(t)
			for _, b := range blocks(t, path) {
				run(t, dir, path, b)
			}
			if path == whichPage {
				for _, q := range questions(t) {
					for _, c := range q.Choices {
						run(t, dir, path, Block{Language: "sh", Text: c.Line})
					}
				}
			}
			checkIgnored(t, dir)
		})
	}
}

// install puts the programs and a python3 in front of PATH for a test, and installs the package for R.
func install(t *testing.T) {
	bin := t.TempDir()
	if out, err := exec.Command("go", "-C", root, "build", "-o", bin, "./pkg/cmd/bcv",
		"./research/cmd/bcv-research").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	linkPython(t, bin)
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	installR(t)
}

// installR puts the package for R into a library of its own, in front of the others.
func installR(t *testing.T) {
	t.Setenv("R_LIBS", t.TempDir()+string(os.PathListSeparator)+os.Getenv("R_LIBS"))
	if out, err := exec.Command("R", "CMD", "INSTALL", filepath.Join(root, "clients", "r")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// linkPython puts a python3 into bin that has what the documents import.
func linkPython(t *testing.T, bin string) {
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import pandas, sklearn").Run() != nil {
			continue
		}
		path, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		script := "#!/bin/sh\nexec " + path + " \"$@\"\n"
		if err := os.WriteFile(filepath.Join(bin, "python3"), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Fatal("no Python with pandas and scikit-learn; install python3-pandas and python3-sklearn")
}

func folder(t *testing.T) string {
	dir := t.TempDir()
	for _, name := range []string{"clients", "data", "docs", "examples", "pkg/cmd/bcv/importer/evallog/testdata"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(filepath.Join(root, name))); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// checkIgnored fails for files that blocks made in dir and that git would show if they had
// been run in a clone.
func checkIgnored(t *testing.T, dir string) {
	t.Helper()
	var made []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if _, missing := os.Stat(filepath.Join(root, name)); missing != nil {
			made = append(made, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range made {
		c := exec.Command("git", "check-ignore", "-q", name)
		c.Dir = root
		if err := c.Run(); err != nil {
			t.Errorf("the blocks leave %s, which git would show in a clone (%v); name it in .gitignore", name, err)
		}
	}
}

func run(t *testing.T, dir, path string, b Block) {
	t.Helper()
	if b.File != "" {
		return // a program, which shell blocks run
	}
	switch b.Language {
	case "sh":
		output(t, dir, path, b, "bash", "-euo", "pipefail", "-c", b.Text)
	case "python":
		output(t, dir, path, b, "python3", "-c", b.Text)
	case "r":
		output(t, dir, path, b, "Rscript", "-e", b.Text)
	case "console":
		var printed strings.Builder
		for _, s := range Sessions(b.Text) {
			got := output(t, dir, path, b, "bash", "-euo", "pipefail", "-c", s.Command)
			fmt.Fprintf(&printed, "$ %s\n%s", s.Command, got)
			if !*update && strings.TrimSpace(got) != strings.TrimSpace(s.Output) {
				t.Errorf("%s: line %d: %s prints\n%s\nthe document shows\n%s", path, b.Line, s.Command, got, s.Output)
			}
		}
		if *update {
			show(t, path, b.Text, strings.TrimRight(printed.String(), "\n")+"\n")
		}
	}
}

// show puts what a console block prints into its document.
func show(t *testing.T, path, old, printed string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	page := strings.Replace(string(text), "```console\n"+old+"```", "```console\n"+printed+"```", 1)
	if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
}

// output runs a program and returns what it prints to standard output.
func output(t *testing.T, dir, path string, b Block, program string, args ...string) string {
	t.Helper()
	c := exec.Command(program, args...)
	c.Dir = dir
	var errs strings.Builder
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Errorf("%s: line %d: %v\n%s", path, b.Line, err, errs.String())
	}
	return string(out)
}
