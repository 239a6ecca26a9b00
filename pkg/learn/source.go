package learn

import (
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
)

// identity is a sum of the code that a function is made of, so that results of it that were kept belong to it: of the
// declarations in its file that it may reach, or that may change a variable that it sees. Other cells of a notebook,
// which stand in that file too, do not count. Where the file is not found it is a sum of the program.
func identity(code uintptr) string {
	program, _ := os.Executable()
	file, line := runtime.FuncForPC(code).FileLine(code)
	for _, path := range []string{file, filepath.Join(filepath.Dir(program), filepath.Base(file))} {
		if sum, ok := reached(path, line); ok {
			return sum
		}
	}
	text, err := os.ReadFile(program)
	if err != nil {
		return fmt.Sprint(code, os.Getpid()) // as no other one
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

// declaration is one of the top of a file, which a sum is made of.
type declaration struct {
	text      []byte
	names     []string // what it declares
	variables []string // of these
	uses      map[string]bool
	in        bool // the sum
}

// reached returns a sum of the declaration at a line of a file in Go and of all that it reaches.
func reached(path string, line int) (sum string, ok bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", false
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, text, parser.SkipObjectResolution)
	if err != nil {
		return "", false
	}
	var all []*declaration
	var first *declaration
	for _, node := range file.Decls {
		d := declared(node)
		from, to := set.Position(node.Pos()), set.Position(node.End())
		d.text = text[from.Offset:to.Offset]
		if all = append(all, d); from.Line <= line && line <= to.Line {
			first = d
		}
	}
	if first == nil {
		return "", false
	}
	first.variables = nil // which name the function itself
	reach(first, all)
	h := sha256.New()
	for _, d := range all {
		if d.in {
			h.Write(d.text)
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)), true
}

// reach marks a declaration, those that it uses, those that use a variable of these, and so on.
func reach(first *declaration, all []*declaration) {
	used, changing := map[string]bool{}, map[string]bool{}
	isUsed := func(name string) bool { return used[name] }
	for next := []*declaration{first}; len(next) > 0; {
		for _, d := range next {
			d.in = true
			maps.Copy(used, d.uses)
			for _, name := range d.variables {
				changing[name] = true
			}
		}
		next = nil
		for _, d := range all {
			changes := func(name string) bool { return d.uses[name] }
			if !d.in && (slices.ContainsFunc(d.names, isUsed) || slices.ContainsFunc(slices.Collect(maps.Keys(changing)),
				changes)) {
				next = append(next, d)
			}
		}
	}
}

// declared says what a declaration declares and uses; imports declare nothing.
func declared(node ast.Decl) *declaration {
	d := &declaration{uses: map[string]bool{}}
	ast.Inspect(node, func(n ast.Node) bool {
		if id, is := n.(*ast.Ident); is {
			d.uses[id.Name] = true
		}
		return true
	})
	switch node := node.(type) {
	case *ast.FuncDecl:
		d.names = []string{node.Name.Name}
	case *ast.GenDecl:
		for _, spec := range node.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				d.names = append(d.names, spec.Name.Name)
			case *ast.ValueSpec:
				for _, id := range spec.Names {
					d.names = append(d.names, id.Name)
					if node.Tok == token.VAR {
						d.variables = append(d.variables, id.Name)
					}
				}
			}
		}
	}
	return d
}
