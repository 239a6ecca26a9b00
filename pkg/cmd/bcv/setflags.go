package main

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/internal/command"
)

// setFlags are the flags that describe a partition set.
type setFlags struct {
	method      string
	m, n1, k, j int
	seed        uint64
}

func (f *setFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.method, "method", "bcv", methods+"; pb is bcv from a Plackett-Burman array")
	fs.IntVar(&f.m, "m", cv.DefaultM, "replications of mx2, bcv, pb and rkfold")
	fs.IntVar(&f.k, "k", cv.DefaultK, "folds of kfold and rkfold")
	fs.IntVar(&f.j, "j", cv.DefaultSplits, "splits of rlt, rhs and brlt")
	fs.IntVar(&f.n1, "n1", 0, "training records of rlt and brlt")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the partition set")
}

// methods are those of --method; that of groups is bcv with --groups.
const methods = "kfold, rkfold, rlt, rhs, mx2, bcv, pb or brlt"

// uses names the flags of the options that the method uses.
func (f *setFlags) uses() []string {
	method, flags := cv.Method(f.method), map[string]string{"K": "k", "M": "m", "Train": "n1"}
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

// check refuses flags that the method ignores. more are further flags with the methods
// that use them, in the order in which they are looked at.
func (f *setFlags) check(fs *flag.FlagSet, more ...methodFlag) error {
	method := cv.Method(f.method)
	if method == cv.Grouped || !slices.Contains(cv.Methods(), method) {
		return fmt.Errorf("--method %q; use %s", f.method, methods)
	}
	used := f.uses()
	names := []string{"k", "m", "n1", "j"}
	for _, flag := range more {
		names = append(names, flag.name)
		if slices.Contains(flag.methods, method) {
			used = append(used, flag.name)
		}
	}
	values := map[string]int{"m": f.m, "k": f.k, "j": f.j, "n1": f.n1}
	for _, name := range names {
		switch value, number := values[name]; {
		case !command.Given(fs, name):
		case !slices.Contains(used, name):
			return fmt.Errorf("--%s has no meaning for --method %s, which uses --%s", name, f.method, strings.Join(used, ", --"))
		case number && value < 1: // a zero option is the default
			return fmt.Errorf("--%s %d; use at least 1", name, value)
		}
	}
	return nil
}

// methodFlag is a flag that some methods use.
type methodFlag struct {
	name    string
	methods []cv.Method
}

// needsTraining asks for the number of training records where the method does.
func (f *setFlags) needsTraining(fs *flag.FlagSet, n int) error {
	if slices.Contains(f.uses(), "n1") && !command.Given(fs, "n1") {
		return fmt.Errorf("the number of training records is missing; give --n1 from 1 to %d", n-1)
	}
	return nil
}

// options returns what the flags that the method uses say.
func (f *setFlags) options() cv.Options {
	opt := cv.Options{Seed: f.seed}
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

// newSet makes the partition set of n records.
func (f *setFlags) newSet(n int) (cv.Set, error) {
	return cv.New(cv.Method(f.method), n, f.options())
}
