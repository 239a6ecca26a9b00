// Command freeze runs bcv on shipped files and on 2,000 generated ones and keeps a hash of each answer in answers.txt,
// so that a change says which answers it changes:
//
//	go -C tools run ./freeze                      the cases whose answers are not the kept ones
//	go -C tools run ./freeze -write               keeps the answers of this commit
//	go -C tools run ./freeze -show items-0012     commands and answers of a case
//	go -C tools run ./freeze -show items-0012 -bcv PROGRAM      those of another build
//
// An answer is the exit status, the standard output and the standard error of a command. The generated files depend on
// the number of the case alone.
package main

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
)

// A Case is files and the commands that are run, in order, in a folder with them.
type Case struct {
	Name     string
	Files    map[string]string
	Commands [][]string
}

//go:embed answers.txt
var kept string

func main() {
	write := flag.Bool("write", false, "keep the answers of this commit")
	show := flag.String("show", "", "`name` of a case: print its files, commands and answers")
	program := flag.String("bcv", "", "`program` to run (default: built from this commit)")
	flag.Parse()
	if err := run(*write, *show, *program); err != nil {
		fmt.Fprintln(os.Stderr, "freeze:", err)
		os.Exit(1)
	}
}

func run(write bool, show, program string) error {
	if program == "" {
		dir, err := os.MkdirTemp("", "freeze")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		if program, err = build(dir); err != nil {
			return err
		}
	}
	cases, err := Cases()
	if err != nil {
		return err
	}
	if show != "" {
		return showCase(cases, show, program)
	}
	lines, err := answers(cases, program)
	if err != nil {
		return err
	}
	if write {
		root, err := repository()
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(root, "tools", "freeze", "answers.txt"), []byte(strings.Join(lines, "\n")+"\n"), 0o644)
	}
	changed := differing(lines, strings.Split(strings.TrimSpace(kept), "\n"))
	if len(changed) == 0 {
		fmt.Printf("The answers of %d cases are the kept ones.\n", len(cases))
		return nil
	}
	fmt.Println(strings.Join(changed, "\n"))
	return fmt.Errorf("%d of %d cases have other answers", len(changed), len(cases))
}

// build builds bcv of this commit in a folder.
func build(dir string) (string, error) {
	program := filepath.Join(dir, "bcv")
	root, err := repository()
	if err != nil {
		return "", err
	}
	out, err := exec.Command("go", "-C", root, "build", "-buildvcs=false", "-o", program, "./pkg/cmd/bcv").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return program, nil
}

// answers runs all cases and returns a line for each: its name and, for each command, the hash of the answer.
func answers(cases []Case, program string) ([]string, error) {
	lines := make([]string, len(cases))
	var g errgroup.Group
	g.SetLimit(runtime.NumCPU())
	for k, c := range cases {
		g.Go(func() error {
			line := c.Name
			err := c.run(program, func(args []string, answer string) {
				sum := sha256.Sum256([]byte(answer))
				line += fmt.Sprintf(" %s:%x", args[0], sum[:4])
			})
			lines[k] = line
			return err
		})
	}
	return lines, g.Wait() // in the order of the cases
}

// run runs the commands of a case in a folder of its own.
func (c Case) run(program string, each func(args []string, answer string)) error {
	dir, err := os.MkdirTemp("", "freeze")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for name, content := range c.Files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			return err
		}
	}
	for _, args := range c.Commands {
		var stdout, stderr bytes.Buffer
		command := exec.Command(program, args...)
		command.Dir, command.Stdout, command.Stderr = dir, &stdout, &stderr
		err := command.Run()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			return err
		}
		if stderr := stderr.String(); strings.Contains(stderr, "goroutine ") {
			return fmt.Errorf("%s: bcv %s panics:\n%s", c.Name, strings.Join(args, " "), stderr)
		}
		each(args, fmt.Sprintf("status %d\n%s\n%s", command.ProcessState.ExitCode(), &stdout, &stderr))
	}
	return nil
}

// differing returns the cases of got whose lines are not in want, with the commands whose hashes differ, and the names
// that only want has.
func differing(got, want []string) (out []string) {
	of := map[string]string{}
	for _, line := range want {
		name, hashes, _ := strings.Cut(line, " ")
		of[name] = hashes
	}
	for _, line := range got {
		name, hashes, _ := strings.Cut(line, " ")
		before, known := of[name]
		delete(of, name)
		switch {
		case !known:
			out = append(out, name+" is new")
		case before != hashes:
			was := strings.Fields(before)
			var commands []string
			for k, h := range strings.Fields(hashes) {
				if k >= len(was) || was[k] != h {
					commands = append(commands, h[:strings.Index(h, ":")])
				}
			}
			out = append(out, name+" "+strings.Join(commands, " "))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		out = append(out, name+" is gone")
	}
	return out
}

// showCase prints the files, commands and answers of a case.
func showCase(cases []Case, name, program string) error {
	k := slices.IndexFunc(cases, func(c Case) bool { return c.Name == name })
	if k < 0 {
		return fmt.Errorf("no case %q; answers.txt has their names", name)
	}
	for _, file := range slices.Sorted(maps.Keys(cases[k].Files)) {
		fmt.Printf("-- %s --\n%s", file, cases[k].Files[file])
	}
	return cases[k].run(program, func(args []string, answer string) {
		fmt.Printf("$ bcv %s\n%s\n", strings.Join(args, " "), answer)
	})
}
