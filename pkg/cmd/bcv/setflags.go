package main

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv"
)

// setFlags are the flags that describe a partition set.
type setFlags struct {
	method      string
	m, n1, k, j int
	seed        uint64
}

func (f *setFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.method, "method", "bcv", "kfold, rkfold, rlt, rhs, mx2, bcv, pb (bcv from a Plackett-Burman array) or brlt")
	fs.IntVar(&f.m, "m", cv.DefaultM, "replications of mx2, bcv, pb and rkfold")
	fs.IntVar(&f.k, "k", cv.DefaultK, "folds of kfold and rkfold")
	fs.IntVar(&f.j, "j", cv.DefaultSplits, "splits of rlt, rhs and brlt")
	fs.IntVar(&f.n1, "n1", 0, "training records of rlt and brlt")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the partition set")
}

// setFlagsOf names the flags that a method uses.
var setFlagsOf = map[cv.Method]string{
	cv.KFold: "k", cv.RepeatedKFold: "k m", cv.RLT: "n1 j", cv.RHS: "j",
	cv.Mx2: "m", cv.PlackettBurman: "m", cv.BRLT: "n1 j", cv.BCV: "m",
}

// uses reports whether the method uses a flag.
func (f *setFlags) uses(name string) bool {
	return slices.Contains(strings.Fields(setFlagsOf[cv.Method(f.method)]), name)
}

// check refuses flags that the method ignores. more names further flags, which
// only the method owner uses.
func (f *setFlags) check(fs *flag.FlagSet, owner cv.Method, more string) error {
	mine, ok := setFlagsOf[cv.Method(f.method)]
	if !ok {
		return fmt.Errorf("--method %q; use kfold, rkfold, rlt, rhs, mx2, bcv, pb or brlt", f.method)
	}
	if cv.Method(f.method) == owner {
		mine += " " + more
	}
	for _, name := range strings.Fields("k m n1 j " + more) {
		if given(fs, name) && !strings.Contains(" "+mine+" ", " "+name+" ") {
			return fmt.Errorf("--%s has no meaning for --method %s, which uses --%s", name, f.method, strings.ReplaceAll(mine, " ", ", --"))
		}
	}
	for name, value := range map[string]int{"m": f.m, "k": f.k, "j": f.j, "n1": f.n1} {
		if given(fs, name) && value < 1 { // a zero option is the default
			return fmt.Errorf("--%s %d; use at least 1", name, value)
		}
	}
	return nil
}

// needsTraining asks for the number of training records where the method does.
func (f *setFlags) needsTraining(fs *flag.FlagSet, n int) error {
	if f.uses("n1") && !given(fs, "n1") {
		return fmt.Errorf("the number of training records is missing; give --n1 from 1 to %d", n-1)
	}
	return nil
}

// options returns what the flags that the method uses say.
func (f *setFlags) options() cv.Options {
	opt := cv.Options{Seed: f.seed}
	if f.uses("m") {
		opt.M = f.m
	}
	if f.uses("j") {
		opt.M = f.j
	}
	if f.uses("k") {
		opt.K = f.k
	}
	if f.uses("n1") {
		opt.Train = f.n1
	}
	return opt
}

// newSet makes the partition set of n records.
func (f *setFlags) newSet(n int) (cv.Set, error) {
	return cv.New(cv.Method(f.method), n, f.options())
}
