package learn_test

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/impute"
	"github.com/block-regularized/bcv/pkg/learn/onevsrest"
	"github.com/block-regularized/bcv/pkg/learn/pipeline"
	"github.com/block-regularized/bcv/pkg/learn/tune"
	"gonum.org/v1/gonum/mat"
)

// wrappers are the learners around another learner, by type.
var wrappers = map[string]func(learn.Learner) learn.Learner{
	"learn.Named":         func(l learn.Learner) learn.Learner { return learn.Named{Learner: l, Name: "other"} },
	"pipeline.Pipeline":   func(l learn.Learner) learn.Learner { return pipeline.Pipeline{Learner: l} },
	"tune.Tune":           func(l learn.Learner) learn.Learner { return tune.Tune{Learners: []learn.Learner{l}} },
	"onevsrest.OneVsRest": func(l learn.Learner) learn.Learner { return onevsrest.OneVsRest{Binary: l} },
	"impute.Impute":       func(l learn.Learner) learn.Learner { return impute.Impute{Learner: l} },
	"impute.oneHot":       func(l learn.Learner) learn.Learner { return impute.Impute{Learner: l, OneHot: true} },
}

// able is a learner with all that a learner may have, and keeps what reaches its fitters.
type able struct {
	run     int
	silent  bool // its fitters give no probabilities
	reached map[string]bool
}

func (a able) String() string             { return "able" }
func (a able) Identity() string           { return fmt.Sprintf("able of run %d", a.run) }
func (a able) AcceptsMissing() bool       { return true }
func (a able) AcceptsWeights() bool       { return true }
func (a able) ProbabilitySetting() string { return "loud" }

func (a able) ForRun(run int) (learn.Learner, bool) {
	a.run = run
	return a, true
}

func (a able) Prepare(d *dataset.Data) (learn.Prepared, error) {
	return a.PrepareContext(context.Background(), d)
}

func (a able) PrepareContext(ctx context.Context, _ *dataset.Data) (learn.Prepared, error) {
	return preparedAble{a}, ctx.Err()
}

type preparedAble struct{ able }

func (p preparedAble) NewFitter() learn.Fitter {
	if p.silent {
		return ableFitter(p)
	}
	return ableProber{ableFitter(p)}
}

type ableFitter struct{ able }

func (f ableFitter) Fit([]int32) error            { return nil }
func (f ableFitter) Predict([]int32, []float64)   { f.reached["Predict"] = true }
func (f ableFitter) Note() string                 { return "a note of able" }
func (f ableFitter) Chosen() (string, float64)    { return "able", 0.25 }
func (f ableFitter) StopOn(context.Context)       { f.reached["StopOn"] = true }
func (f ableFitter) UsePool(*learn.Pool)          { f.reached["UsePool"] = true }
func (f ableFitter) Close() error                 { f.reached["Close"] = true; return nil }
func (f ableFitter) Rebind(p learn.Prepared) bool { return false }

type ableProber struct{ ableFitter }

func (f ableProber) Probabilities(_ []int32, out []float64) error {
	for i := range out {
		out[i] = 0.5
	}
	f.reached["Probabilities"] = true
	return nil
}

// handedOn says for each optional interface of learners and fitters how a wrapper shows that it hands on that of the
// learner inside: "" or what is wrong. l is the wrapper of able, and f a fitter of it after a fit.
var handedOn = map[string]func(l learn.Learner, f learn.Fitter, inside able) string{
	"Prober": func(_ learn.Learner, f learn.Fitter, inside able) string {
		p, ok := f.(learn.Prober)
		if !ok {
			return "no Prober"
		}
		clear(inside.reached)
		if err := p.Probabilities([]int32{0}, make([]float64, 3)); err != nil || !inside.reached["Probabilities"] {
			return fmt.Sprint("probabilities not of the learner inside, ", err)
		}
		return ""
	},
	"Canceller": func(_ learn.Learner, f learn.Fitter, inside able) string {
		return inside.reach("StopOn", func() { learn.StopOn(context.Background(), f) })
	},
	"Parallel": func(_ learn.Learner, f learn.Fitter, inside able) string {
		return inside.reach("UsePool", func() { learn.UsePool(learn.NewPool(2), f) })
	},
	"Closer": func(_ learn.Learner, f learn.Fitter, inside able) string {
		return inside.reach("Close", func() { _ = learn.Close(f) })
	},
	"Noter": func(_ learn.Learner, f learn.Fitter, _ able) string {
		if note := learn.Note(f); !strings.Contains(note, "a note of able") {
			return fmt.Sprintf("note %q", note)
		}
		return ""
	},
	"Chooser": func(l learn.Learner, f learn.Fitter, _ able) string {
		chosen, value := learn.Chosen(f)
		if _, own := l.(tune.Tune); own { // of one setting, which needs no value
			value = 0.25
		}
		if chosen != "able" || value != 0.25 {
			return fmt.Sprintf("chosen %q by %v", chosen, value)
		}
		return ""
	},
	"ContextPreparer": func(l learn.Learner, _ learn.Fitter, _ able) string {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := learn.Prepare(ctx, l, small()); err == nil {
			return "prepared after the end of the context"
		}
		return ""
	},
	"Seeded": func(l learn.Learner, _ learn.Fitter, _ able) string {
		other, draws := learn.ForRun(l, 7)
		if id := learn.Identity(other); !draws || !strings.Contains(id, "able of run 7") {
			return fmt.Sprintf("run 7 draws %v, %q", draws, id)
		}
		return ""
	},
	"Identity": func(l learn.Learner, _ learn.Fitter, _ able) string {
		if id := learn.Identity(l); !strings.Contains(id, "able of run 1") {
			return fmt.Sprintf("identity %q", id)
		}
		return ""
	},
	"AcceptsMissing": func(l learn.Learner, _ learn.Fitter, _ able) string {
		d := small()
		d.X.Set(1, 0, math.NaN())
		if _, err := learn.Prepare(context.Background(), l, d); err != nil || !learn.AcceptsMissing(l) {
			return fmt.Sprint("accepts no missing features, ", err)
		}
		return ""
	},
	"AcceptsWeights": func(l learn.Learner, _ learn.Fitter, _ able) string {
		d := small()
		d.Weights = []float64{1, 2, 3, 4, 5, 6}
		if _, err := learn.Prepare(context.Background(), l, d); err != nil || !learn.AcceptsWeights(l) {
			return fmt.Sprint("accepts no weights, ", err)
		}
		return ""
	},
	"Unwrap": func(l learn.Learner, _ learn.Fitter, _ able) string {
		if err := learn.HasProbabilities(l, preparedAble{able{silent: true, reached: map[string]bool{}}}); err == nil ||
			!strings.Contains(err.Error(), "add loud to its settings") {
			return fmt.Sprint("the setting for probabilities is hidden: ", err)
		}
		return ""
	},
	"ProbabilitySetting": nil, // found by Unwrap
	"Rebinder":           nil, // the others only save work: without them the answers are the same
	"SetFitter":          nil,
	"Family":             nil,
	"FamilyFitter":       nil,
	"JointFitter":        nil,
}

func (a able) reach(what string, do func()) string {
	clear(a.reached)
	if do(); !a.reached[what] {
		return what + " does not reach the learner inside"
	}
	return ""
}

// small are records of three classes.
func small() *dataset.Data {
	return &dataset.Data{X: mat.NewDense(6, 1, []float64{1, 2, 3, 4, 5, 6}), Class: []int32{0, 1, 2, 0, 1, 2},
		Classes: []string{"a", "b", "c"}}
}

func TestWrappersHandOnAll(t *testing.T) {
	for name, wrap := range wrappers {
		for what, wrong := range handedOn {
			if wrong == nil {
				continue
			}
			inside := able{run: 1, reached: map[string]bool{}}
			l := wrap(inside)
			p, err := learn.Prepare(t.Context(), l, small())
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			f := p.NewFitter()
			if err := f.Fit([]int32{0, 1, 2, 3}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if text := wrong(l, f, inside); text != "" {
				t.Errorf("%s, %s: %s", name, what, text)
			}
		}
	}
}

// The tables above are complete: every type below pkg/learn that holds learners and prepares stands in wrappers, and
// every optional interface in handedOn.
func TestWrappersAreAllThereAre(t *testing.T) {
	holds, prepares, optional := map[string]bool{}, map[string]bool{}, map[string]bool{}
	parse := func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv != nil && strings.HasPrefix(n.Name.Name, "Prepare") {
					prepares[file.Name.Name+"."+base(n.Recv.List[0].Type)] = true
				}
			case *ast.TypeSpec:
				switch kind := n.Type.(type) {
				case *ast.StructType:
					for _, field := range kind.Fields.List {
						holds[file.Name.Name+"."+n.Name.Name] = holds[file.Name.Name+"."+n.Name.Name] || base(field.Type) == "Learner"
					}
				case *ast.InterfaceType:
					if one := base(kind.Methods.List[0].Type); one == "Learner" || one == "Fitter" {
						optional[n.Name.Name] = true
					}
				}
			case *ast.TypeAssertExpr: // of an interface without a name
				if kind, ok := n.Type.(*ast.InterfaceType); ok {
					optional[kind.Methods.List[0].Names[0].Name] = true
				}
			}
			return true
		})
		return nil
	}
	if err := filepath.WalkDir(".", parse); err != nil {
		t.Fatal(err)
	}
	var want []string
	for name := range holds {
		if holds[name] && prepares[name] {
			want = append(want, name)
		}
	}
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(wrappers)); !slices.Equal(got, want) {
		t.Errorf("the table of wrappers has %q, and pkg/learn %q: a new one hands on what is in the table below", got, want)
	}
	for name := range optional {
		if _, ok := handedOn[name]; !ok {
			t.Errorf("the optional interface %s is not in the table of what wrappers hand on", name)
		}
	}
}

// base is the last name of a type, without pointers and brackets.
func base(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.StarExpr:
		return base(e.X)
	case *ast.ArrayType:
		return base(e.Elt)
	}
	return ""
}
