package learn

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
)

// identity is a sum of the code that a function is made of, so that results of it that were kept belong to it: of the
// function and of the declarations in its file that it may reach. Other cells of a notebook, which stand in that file
// too, do not count. Where the code does not say what the function does it is called outside(...), as a command is:
// nothing is kept of it.
func identity(code uintptr) string {
	f := runtime.FuncForPC(code)
	if f == nil { // training says it
		return "outside(no function)"
	}
	file, line := f.FileLine(code)
	program, _ := os.Executable()
	for _, path := range []string{file, filepath.Join(filepath.Dir(program), filepath.Base(file))} {
		sum, ok := reached(path, line)
		// A method belongs to a value, and a generic function to types, that the code does not show.
		if ok && !strings.HasSuffix(f.Name(), "-fm") && !strings.Contains(f.Name(), "[") {
			return sum
		} else if sum != "" {
			return "outside(" + sum + ")"
		}
	}
	text, err := os.ReadFile(program)
	if err != nil {
		return fmt.Sprintf("outside(%d %d)", code, os.Getpid()) // as no other one
	}
	return fmt.Sprintf("outside(%x)", sha256.Sum256(text))
}

// reached returns a sum of the function at a line of a file in Go and of all that it reaches, or of the whole file, not
// ok, where it does not say what the function does. It is empty if the file cannot be read.
func reached(path string, line int) (sum string, ok bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", false
	}
	h := sha256.New()
	s, err := parse(text)
	if err == nil && alone(path) {
		ok = s.reach(line)
	}
	if !ok {
		h.Write(text)
		return fmt.Sprintf("%x", h.Sum(nil)), false
	}
	fmt.Fprintln(h, toolchain())
	for _, p := range s.parts {
		if p.in {
			h.Write(s.textOf(p.node))
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)), true
}

// alone says whether a file is the only one of its package, since others may hold or change what it uses.
func alone(path string) bool {
	files, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*.go"))
	others := 0
	for _, f := range files {
		if filepath.Base(f) != filepath.Base(path) && !strings.HasSuffix(f, "_test.go") {
			others++
		}
	}
	return err == nil && others == 0
}

// toolchain says what else a function is made of: the versions of Go and of the packages that it may use.
func toolchain() string {
	text := runtime.Version()
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == gonum {
				text += " " + m.Version
			}
		}
	}
	return text
}
