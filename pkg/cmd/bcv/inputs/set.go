// Package inputs holds the flags that commands of bcv share: what is read, trained and
// drawn.
package inputs

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/pkg/cv"
)

// Set holds the flags that describe a partition set.
type Set struct {
	Method      string
	m, n1, k, j int
	Seed        uint64
}

// Define defines the flags.
func (f *Set) Define(fs *flag.FlagSet) {
	fs.StringVar(&f.Method, "method", "bcv", methods+"; pb is bcv from a Plackett-Burman array")
	fs.IntVar(&f.m, "m", cv.DefaultM, "replications of mx2, bcv, pb and rkfold")
	fs.IntVar(&f.k, "k", cv.DefaultK, "folds of kfold, rkfold and rolling")
	fs.IntVar(&f.j, "j", cv.DefaultSplits, "splits of rlt, rhs and brlt")
	fs.IntVar(&f.n1, "n1", 0, "training records of rlt and brlt")
	fs.Uint64Var(&f.Seed, "seed", 1, "seed of the partition set")
}

// methods are the values of --method; groups are kept together by bcv with --groups.
const methods = "kfold, rkfold, rlt, rhs, mx2, bcv, pb, brlt or rolling"

// uses names the flags of the options that the method uses.
func (f *Set) uses() []string {
	method, flags := cv.Method(f.Method), map[string]string{"K": "k", "M": "m", "Train": "n1"}
	if method.LearningTesting() {
		flags["M"] = "j"
	}
	var out []string
	for _, option := range method.Uses() {
		if name, ok := flags[option]; ok {
			out = append(out, name)
		}
	}
	return out
}

// Check refuses flags that the method ignores. more are further flags with the methods
// that use them, in the order in which they are looked at.
func (f *Set) Check(fs *flag.FlagSet, more ...MethodFlag) error {
	method := cv.Method(f.Method)
	if method == cv.Grouped || !slices.Contains(cv.Methods(), method) {
		return fmt.Errorf("--method %q; use %s", f.Method, methods)
	}
	used := f.uses()
	names := []string{"k", "m", "n1", "j"}
	for _, flag := range more {
		names = append(names, flag.Name)
		if slices.Contains(flag.Methods, method) {
			used = append(used, flag.Name)
		}
	}
	values := map[string]int{"m": f.m, "k": f.k, "j": f.j, "n1": f.n1}
	for _, name := range names {
		switch value, number := values[name]; {
		case !command.Given(fs, name):
		case !slices.Contains(used, name):
			return fmt.Errorf("--%s has no meaning for --method %s, which uses --%s", name, f.Method, strings.Join(used, ", --"))
		case number && value < 1: // a zero option is the default
			return fmt.Errorf("--%s %d; use at least 1", name, value)
		}
	}
	return nil
}

// MethodFlag is a flag that some methods use.
type MethodFlag struct {
	Name    string
	Methods []cv.Method
}

// Only returns a flag that these methods use.
func Only(name string, methods []cv.Method) MethodFlag { return MethodFlag{name, methods} }

// NeedsTraining asks for the number of training records where the method does.
func (f *Set) NeedsTraining(fs *flag.FlagSet, n int) error {
	if slices.Contains(f.uses(), "n1") && !command.Given(fs, "n1") {
		return fmt.Errorf("the number of training records is missing; give --n1 from 1 to %d", n-1)
	}
	return nil
}

// Options returns what the flags that the method uses say.
func (f *Set) Options() cv.Options {
	opt := cv.Options{Seed: f.Seed}
	for _, name := range f.uses() {
		switch name {
		case "m":
			opt.M = f.m
		case "j":
			opt.M = f.j
		case "k":
			opt.K = f.k
		case "n1":
			opt.Train = f.n1
		}
	}
	return opt
}

// Nested holds the flags that put further two-fold CVs into the halves of an m x 2 CV.
type Nested struct{ Inner, Halves int }

// Define defines the flags.
func (f *Nested) Define(fs *flag.FlagSet) {
	fs.IntVar(&f.Inner, "inner", 0, "`replications` of two-fold CV inside both halves of each half-split, which show how "+
		"much results vary with the data; 2 is usual (mx2, bcv, pb)")
	fs.IntVar(&f.Halves, "halves", 10, "half-splits for --inner: the replications, and further ones if these are fewer")
}

// Methods are the flags with the methods that use them, for Set.Check.
func (f *Nested) Methods() []MethodFlag {
	var twoFold []cv.Method
	for _, m := range cv.Methods() {
		if m.TwoFold() {
			twoFold = append(twoFold, m)
		}
	}
	return []MethodFlag{Only("inner", twoFold), Only("halves", twoFold)}
}

// Check refuses numbers below 1, and half-splits without inner replications.
func (f *Nested) Check(fs *flag.FlagSet) error {
	switch {
	case command.Given(fs, "inner") && f.Inner < 1:
		return fmt.Errorf("--inner %d; use at least 1 (2 is usual)", f.Inner)
	case f.Halves < 1:
		return fmt.Errorf("--halves %d; use at least 1 (10 is usual)", f.Halves)
	case f.Inner == 0 && command.Given(fs, "halves"):
		return errors.New("--halves are for inner replications; give their number with --inner too (2 is usual)")
	}
	return nil
}

// Nest makes the nested set of a set, which has these options; nil without --inner.
func (f *Nested) Nest(set cv.Set, opt cv.Options) (*cv.Nested, error) {
	if f.Inner == 0 {
		return nil, nil
	}
	nested, err := cv.Nest(set, f.Halves, f.Inner, opt)
	return &nested, err
}

// Groups of flags that several commands share.
var (
	DataGroup = command.FlagGroup{"Data", "data dataset target regression drop nominal numeric missing no-header " +
		"one-hot groups strata time gap weights weigh"}
	LearnerGroup = command.FlagGroup{"Learners", "learner command steps name serve timeout learners"}
	SetGroup     = command.FlagGroup{"Partition set", "method m k j n1 seed inner halves folds"}
)
