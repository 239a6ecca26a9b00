package learn

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// source is a file of Go, alone: what it imports is not read.
type source struct {
	text  []byte
	set   *token.FileSet
	file  *ast.File
	pkg   *types.Package
	info  types.Info
	parts []*part
}

// part is a function, a method, a type, a variable or a group of constants, on the top of a file.
type part struct {
	node  ast.Node
	names []string // what it declares; of a method also its type, whose values may call it without its name
	in    bool     // reached
}

func parse(text []byte) (*source, error) {
	s := &source{text: text, set: token.NewFileSet(), info: types.Info{Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}}}
	var err error
	if s.file, err = parser.ParseFile(s.set, "", text, parser.SkipObjectResolution); err != nil {
		return nil, err
	}
	check := types.Config{Importer: unread{}, Error: func(error) {}} // of what the imports hold
	s.pkg, _ = check.Check(s.file.Name.Name, s.set, []*ast.File{s.file}, &s.info)
	for _, d := range s.file.Decls {
		s.parts = append(s.parts, partsOf(d)...)
	}
	return s, nil
}

// unread imports packages by their names alone.
type unread struct{}

var version = regexp.MustCompile(`/v\d+$`)

func (unread) Import(path string) (*types.Package, error) {
	name := version.ReplaceAllString(path, "")
	p := types.NewPackage(path, name[strings.LastIndex(name, "/")+1:])
	p.MarkComplete()
	return p, nil
}

// partsOf divides a declaration; imports are none.
func partsOf(d ast.Decl) (parts []*part) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		names := []string{d.Name.Name}
		if d.Recv != nil {
			ast.Inspect(d.Recv, func(n ast.Node) bool {
				if id, is := n.(*ast.Ident); is {
					names = append(names, id.Name)
				}
				return true
			})
		}
		return []*part{{node: d, names: names}}
	case *ast.GenDecl:
		constants := &part{node: d}
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				parts = append(parts, &part{node: spec, names: []string{spec.Name.Name}})
			case *ast.ValueSpec:
				p := constants
				if d.Tok == token.VAR {
					p = &part{node: spec}
					parts = append(parts, p)
				}
				for _, id := range spec.Names {
					p.names = append(p.names, id.Name)
				}
			}
		}
		if constants.names != nil {
			parts = append(parts, constants)
		}
	}
	return parts
}

func (s *source) textOf(n ast.Node) []byte {
	return s.text[s.set.Position(n.Pos()).Offset:s.set.Position(n.End()).Offset]
}

// reach marks the parts that the function at a line is made of. It is false if the function may do something else while
// these are the same: by a variable of the function around it, one that may change, or a package that is not known.
func (s *source) reach(line int) bool {
	first := s.function(line)
	if first == nil || !s.closed(first) {
		return false
	}
	root := &part{node: first, in: true}
	for next := []*part{root}; len(next) > 0; next = next[1:] {
		used := map[string]bool{}
		if !s.known(next[0].node, used) {
			return false
		}
		for _, p := range s.parts {
			if !p.in && slices.ContainsFunc(p.names, func(name string) bool { return used[name] }) {
				p.in = true
				next = append(next, p)
			}
		}
	}
	s.parts = append(s.parts, root)
	return true
}

// function returns the function on the top, or the only one in another, that begins in a line; nil if there is none.
func (s *source) function(line int) ast.Node {
	var found []ast.Node
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			if s.set.Position(n.Pos()).Line == line {
				found = append(found, n)
				_, top := n.(*ast.FuncDecl)
				return top // one inside another may be called in its place
			}
		}
		return true
	})
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// closed says whether a function uses nothing that a function around it declares.
func (s *source) closed(f ast.Node) bool {
	closed := true
	ast.Inspect(f, func(n ast.Node) bool {
		if id, is := n.(*ast.Ident); is {
			o := s.info.Uses[id]
			local := o != nil && o.Parent() != nil && o.Parent() != s.pkg.Scope() && o.Pkg() == s.pkg
			if _, imported := o.(*types.PkgName); local && !imported && (o.Pos() < f.Pos() || o.Pos() > f.End()) {
				closed = false
			}
		}
		return closed
	})
	return closed
}

// known says whether all names in n are known, with variables that nothing changes and packages that do the same each
// time, and adds them to used.
func (s *source) known(n ast.Node, used map[string]bool) bool {
	known, selected := true, map[*ast.Ident]bool{}
	ast.Inspect(n, func(n ast.Node) bool {
		if x, is := n.(*ast.SelectorExpr); is {
			selected[x.Sel] = true
		}
		id, is := n.(*ast.Ident)
		if !is {
			return known
		}
		used[id.Name] = true
		_, defined := s.info.Defs[id]
		switch o := s.info.Uses[id].(type) {
		case nil:
			known = known && (defined || selected[id] || id.Name == "_")
		case *types.PkgName:
			known = known && pure(o.Imported().Path())
		case *types.Var:
			known = known && (o.Parent() != s.pkg.Scope() || s.fixed(o))
		}
		return known
	})
	return known
}

const gonum = "gonum.org/v1/gonum"

// pure says whether functions of a package do the same at each call, and are told by versions that a sum has.
func pure(path string) bool {
	const ours = "github.com/block-regularized/bcv/pkg/learn"
	return slices.Contains(strings.Fields(`bytes cmp container/heap container/list container/ring errors fmt iter maps math
		math/big math/bits math/cmplx math/rand math/rand/v2 regexp slices sort strconv strings sync unicode
		unicode/utf8`), path) || path == ours || strings.HasPrefix(path, gonum+"/") ||
		strings.HasPrefix(path, ours+"/") && path != ours+"/outside"
}

// fixed says whether a variable is a number, a text or a truth that the file says and nothing in it changes.
func (s *source) fixed(v *types.Var) bool {
	if _, basic := v.Type().(*types.Basic); !basic {
		return false
	}
	fixed := false
	is := func(e ast.Expr) bool {
		id, named := ast.Unparen(e).(*ast.Ident)
		return named && s.info.Uses[id] == v
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for k, id := range n.Names {
				fixed = fixed || s.info.Defs[id] == v && len(n.Values) == len(n.Names) && s.info.Types[n.Values[k]].Value != nil
			}
		}
		return true
	})
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			fixed = fixed && !slices.ContainsFunc(n.Lhs, is)
		case *ast.IncDecStmt:
			fixed = fixed && !is(n.X)
		case *ast.UnaryExpr:
			fixed = fixed && (n.Op != token.AND || !is(n.X))
		case *ast.RangeStmt:
			fixed = fixed && (n.Key == nil || !is(n.Key)) && (n.Value == nil || !is(n.Value))
		}
		return fixed
	})
	return fixed
}
