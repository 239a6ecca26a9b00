package learn_test

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"math"
	"path/filepath"
	"reflect"
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
	"learn.Coded":         func(l learn.Learner) learn.Learner { return learn.Coded{Learner: l} },
}

// able is a learner with all that a learner may have, and keeps what reaches its fitters.
type able struct {
	run    int
	silent bool // its fitters give no probabilities
	inside *reached
}

// reached is what reached the last fitter of a learner.
type reached struct {
	ctx           context.Context
	pool          *learn.Pool
	closed, asked bool
}

func (a able) String() string { return "able" }

func (a able) Traits() learn.Traits {
	return learn.Traits{Missing: true, Weights: true, Numeric: true, Chooses: true, ProbabilitySetting: "loud", Common: able{}, Value: 1,
		Identity: fmt.Sprintf("able of run %d", a.run),
		ForRun:   func(run int) learn.Learner { return able{run, a.silent, a.inside} }}
}

func (a able) Prepare(ctx context.Context, _ *dataset.Data) (learn.Prepared, error) {
	return a, ctx.Err()
}

func (a able) NewFitter(pool *learn.Pool) learn.Fitter {
	a.inside.pool = pool
	if a.silent {
		return ableFitter{a.inside}
	}
	return ableProber{ableFitter{a.inside}}
}

type ableFitter struct{ inside *reached }

func (f ableFitter) Fit(ctx context.Context, _ []int32) (learn.Report, error) {
	f.inside.ctx = ctx
	return learn.Report{Note: "a note of able", Chosen: "able", Value: 0.25}, nil
}

func (f ableFitter) Predict(_ []int32, out []float64) { clear(out) }

func (f ableFitter) Close() error {
	f.inside.closed = true
	return nil
}

type ableProber struct{ ableFitter }

func (f ableProber) Probabilities(_ []int32, out []float64) error {
	f.inside.asked = true
	return nil
}

// unable is a learner without traits.
type unable struct{ able }

func (unable) Traits() learn.Traits { return learn.Traits{} }

// small are records of three classes.
func small() *dataset.Data {
	return &dataset.Data{X: mat.NewDense(6, 1, []float64{1, 2, 3, 4, 5, 6}), Class: []int32{0, 1, 2, 0, 1, 2},
		Classes: []string{"a", "b", "c"}}
}

// given says for each trait what a wrapper of able shows of it: "" or what is wrong.
var given = map[string]func(l learn.Learner, t learn.Traits) string{
	"Missing": func(l learn.Learner, t learn.Traits) string {
		d := small()
		d.X.Set(1, 0, math.NaN())
		_, err := learn.Prepare(context.Background(), l, d)
		return wrong(t.Missing && err == nil, t.Missing, err)
	},
	"Weights": func(l learn.Learner, t learn.Traits) string {
		d := small()
		d.Weights = []float64{1, 2, 3, 4, 5, 6}
		_, err := learn.Prepare(context.Background(), l, d)
		return wrong(t.Weights && err == nil, t.Weights, err)
	},
	"Numeric": func(l learn.Learner, t learn.Traits) string {
		_, coded := l.(learn.Coded)
		if filled, ok := l.(impute.Impute); ok && (impute.Impute{Learner: filled.Learner, OneHot: true}).Traits().Numeric {
			return "levels that it turns into columns are refused"
		}
		return wrong(t.Numeric != coded, t.Numeric)
	},
	"Chooses": func(l learn.Learner, t learn.Traits) string {
		_, several := l.(onevsrest.OneVsRest)
		return wrong(t.Chooses != several, t.Chooses)
	},
	"ProbabilitySetting": func(l learn.Learner, t learn.Traits) string {
		return wrong(t.ProbabilitySetting == "loud", t.ProbabilitySetting)
	},
	"Identity": func(l learn.Learner, t learn.Traits) string {
		return wrong(strings.Contains(t.Identity, "able of run 1"), t.Identity)
	},
	"ForRun": func(l learn.Learner, t learn.Traits) string {
		if t.ForRun == nil {
			return "draws nothing"
		}
		named, _ := learn.ForRun(l, 7)
		got, want := learn.Identity(named.(learn.Named).Learner), strings.Replace(learn.Identity(l), "able of run 1",
			"able = able of run 7", 1)
		if _, seeded := l.(tune.Tune); seeded {
			want = strings.TrimSuffix(want, ")") + fmt.Sprintf(", seed=%d)", learn.RunSeed(0, 7))
		}
		return wrong(got == want && named.String() == l.String(), got, named)
	},
	"Common": func(l learn.Learner, t learn.Traits) string { // the family of able is not that of a learner around it
		return wrong(t.Common == nil || reflect.TypeOf(t.Common) == reflect.TypeOf(l), t.Common)
	},
	"Value": func(l learn.Learner, t learn.Traits) string {
		return wrong((t.Value == 0) == (t.Common == nil), t.Value)
	},
}

// reported says for each field of a report what a wrapper of able shows of it.
var reported = map[string]func(l learn.Learner, r learn.Report) string{
	"Note": func(_ learn.Learner, r learn.Report) string {
		return wrong(strings.Contains(r.Note, "a note of able"), r.Note)
	},
	"Chosen": func(_ learn.Learner, r learn.Report) string { return wrong(r.Chosen == "able", r.Chosen) },
	"Value": func(l learn.Learner, r learn.Report) string {
		_, own := l.(tune.Tune) // of one setting, which needs no value
		return wrong(r.Value == 0.25 || own && math.IsNaN(r.Value), r.Value)
	},
}

// optional are the interfaces of fitters and prepared learners beyond the first three, and the unnamed ones. Without
// those that only save work answers are the same; TestWrappersHandOnAll looks at the rest.
var optional = []string{"AcceptsMissing", "FamilyFitter", "JointFitter", "PreparedFamily", "Prober", "Rebinder",
	"SetFitter"}

func wrong(right bool, got ...any) string {
	if right {
		return ""
	}
	return "got " + fmt.Sprint(got...)
}

// Whatever holds of the learner inside or is said of its fits reaches the user of a learner around it, and what the
// user gives reaches the learner inside.
func TestWrappersHandOnAll(t *testing.T) {
	type key struct{}
	ctx, pool := context.WithValue(t.Context(), key{}, "of the fit"), learn.NewPool(2)
	ended, cancel := context.WithCancel(ctx)
	cancel()
	for name, wrap := range wrappers {
		inside := able{run: 1, inside: new(reached)}
		l := wrap(inside)
		p, err := learn.Prepare(ctx, l, small())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		f := p.NewFitter(pool)
		report, err := f.Fit(ctx, []int32{0, 1, 2, 3})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for what, check := range given {
			if text := check(l, l.Traits()); text != "" {
				t.Errorf("%s, trait %s: %s", name, what, text)
			}
		}
		for what, check := range reported {
			if text := check(l, report); text != "" {
				t.Errorf("%s, report %s: %s", name, what, text)
			}
		}
		if _, err := learn.Prepare(ended, l, small()); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: prepared after the end of its context: %v", name, err)
		}
		*inside.inside = reached{}
		if err := f.(learn.Prober).Probabilities([]int32{0}, make([]float64, 3)); err != nil || !inside.inside.asked {
			t.Errorf("%s: the probabilities are not of the learner inside: %v", name, err)
		}
		f = p.NewFitter(pool)
		if _, err := f.Fit(ctx, []int32{0, 1, 2, 3}); err != nil || inside.inside.ctx != ctx || inside.inside.pool != pool {
			t.Errorf("%s: context %v and pool %v of the fitter inside, want those given (%v)", name, inside.inside.ctx,
				inside.inside.pool, err)
		}
		if err := learn.Close(f); err != nil || !inside.inside.closed {
			t.Errorf("%s: the fitter inside is not closed: %v", name, err)
		}
		want := "gives no probabilities; add loud to its settings"
		if err := learn.HasProbabilities(l, able{silent: true, inside: new(reached)}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
}

// A learner around one without traits has its own alone.
func TestWrappersAddNothing(t *testing.T) {
	for name, wrap := range wrappers {
		got := wrap(unable{}).Traits()
		fills, chooses := strings.HasPrefix(name, "impute."), name == "tune.Tune"
		if got.Missing != fills || got.Weights || got.Chooses != chooses ||
			got.ProbabilitySetting != "" || got.ForRun != nil {
			t.Errorf("%s of a learner without traits: %+v", name, got)
		}
	}
	for _, both := range [][]learn.Learner{{able{}, unable{}}, {unable{}, able{}}} {
		if got := (tune.Tune{Learners: both}).Traits(); got.Missing || got.Weights {
			t.Errorf("a choice of which one learner accepts nothing: %+v", got)
		}
	}
}

// The tables above are complete: every type below pkg/learn that holds learners and prepares stands in wrappers, every
// field of Traits and Report in given and reported, and every further interface in optional.
func TestWrappersAreAllThereAre(t *testing.T) {
	holds, prepares, further := map[string]bool{}, map[string]bool{}, map[string]bool{}
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
					if one := base(kind.Methods.List[0].Type); one == "Learner" || one == "Fitter" || one == "Prepared" {
						further[n.Name.Name] = true
					}
				}
			case *ast.TypeAssertExpr: // of an interface without a name
				if kind, ok := n.Type.(*ast.InterfaceType); ok {
					further[kind.Methods.List[0].Names[0].Name] = true
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
	for name, lists := range map[string][2][]string{
		"traits":             {fields[learn.Traits](), slices.Sorted(maps.Keys(given))},
		"report":             {fields[learn.Report](), slices.Sorted(maps.Keys(reported))},
		"further interfaces": {slices.Sorted(maps.Keys(further)), optional},
	} {
		if want, got := lists[0], lists[1]; !slices.Equal(got, want) {
			t.Errorf("the table of %s has %q, and pkg/learn %q", name, got, want)
		}
	}
}

// fields returns the names of the fields of a struct, sorted.
func fields[T any]() (names []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	return names
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
