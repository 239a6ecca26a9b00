package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// legal are the names of files and directories that must go where a module goes.
var legal = regexp.MustCompile(`(?i)^(.*licen[cs]es?|copying|notice|patents|authors)([-.].*)?$`)

// licences returns the licence files of Go and of all modules that are linked into the
// programs by the environment, below licences/. A module without one is an error.
func licences(ctx context.Context, source string, env []string) ([]file, error) {
	goroot, err := output(ctx, source, env, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	args := []string{"list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}"}
	list, err := output(ctx, source, env, "go", append(args, programs...)...)
	if err != nil {
		return nil, err
	}
	out, err := legalFiles("go", strings.TrimSpace(goroot))
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{"": true}
	for line := range strings.Lines(list) {
		module, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
		if seen[module] {
			continue
		}
		seen[module] = true
		files, err := legalFiles(module, dir)
		if err != nil {
			return nil, err
		}
		out = append(out, files...)
	}
	return out, nil
}

// legalFiles returns the legal files of one module: files with such names at its top, and all files of
// directories with such names there.
func legalFiles(module, dir string) ([]file, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var out []file
	found := false
	for _, e := range entries {
		if !legal.MatchString(e.Name()) {
			continue
		}
		found = found || strings.Contains(strings.ToLower(e.Name()), "licen") || strings.EqualFold(e.Name(), "copying")
		err := filepath.WalkDir(filepath.Join(dir, e.Name()), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			inner, err := filepath.Rel(dir, path)
			out = append(out, file{name: "licences/" + module + "/" + filepath.ToSlash(inner), text: text})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if !found {
		return nil, fmt.Errorf("%s has no licence file in %s", module, dir)
	}
	return out, nil
}
