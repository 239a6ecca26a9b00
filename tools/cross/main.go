// Cross reports what in the packages of a directory does not compile for other systems, by checking their types from
// the sources: to compile libraries for each system takes minutes.
//
//	go run ./cross DIR GOOS/GOARCH...
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	root, err := filepath.Abs(os.Args[1])
	faults := 0
	for _, system := range os.Args[2:] {
		fmt.Println(system)
		var all []*packages.Package
		goos, arch, _ := strings.Cut(system, "/")
		all, err = packages.Load(&packages.Config{
			Mode: packages.LoadAllSyntax,
			Dir:  root,
			Env:  append(os.Environ(), "GOOS="+goos, "GOARCH="+arch, "CGO_ENABLED=0"),
			ParseFile: func(set *token.FileSet, name string, text []byte) (*ast.File, error) {
				return parse(root, set, name, text)
			},
			Tests: goos != "wasip1", // which a package of tests does not know
		}, "./...")
		if err != nil {
			break
		}
		for _, p := range all {
			if strings.HasSuffix(p.ID, ".test") {
				continue // written by go, outside root
			}
			for _, e := range p.Errors {
				fmt.Fprintln(os.Stderr, e)
				faults++
			}
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "cross:", err)
	}
	if err != nil || faults > 0 {
		os.Exit(1)
	}
}

// parse leaves out the bodies of functions in files outside root, whose types say all that its packages need.
func parse(root string, set *token.FileSet, name string, text []byte) (*ast.File, error) {
	file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
	if file != nil && !strings.HasPrefix(name, root+string(filepath.Separator)) {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				f.Body = nil
			}
		}
	}
	return file, err
}
