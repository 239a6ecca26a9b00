package main

import (
	"flag"
	"fmt"
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
	fs.IntVar(&f.m, "m", 3, "replications of mx2, bcv, pb and rkfold")
	fs.IntVar(&f.k, "k", 10, "folds of kfold and rkfold")
	fs.IntVar(&f.j, "j", 15, "splits of rlt, rhs and brlt")
	fs.IntVar(&f.n1, "n1", 0, "training records of rlt and brlt")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the partition set")
}

// check refuses flags that the method ignores. more names further flags, which
// only the method owner uses.
func (f *setFlags) check(fs *flag.FlagSet, owner, more string) error {
	uses := map[string]string{"kfold": "k", "rkfold": "k m", "rlt": "n1 j", "rhs": "j", "mx2": "m", "pb": "m", "brlt": "n1 j", "bcv": "m"}
	if owner != "" {
		uses[owner] += " " + more
	}
	mine, ok := uses[f.method]
	if !ok {
		return fmt.Errorf("--method %q; use kfold, rkfold, rlt, rhs, mx2, bcv, pb or brlt", f.method)
	}
	for _, name := range strings.Fields("k m n1 j " + more) {
		if given(fs, name) && !strings.Contains(" "+mine+" ", " "+name+" ") {
			return fmt.Errorf("--%s has no meaning for --method %s, which uses --%s", name, f.method, strings.ReplaceAll(mine, " ", ", --"))
		}
	}
	return nil
}

// needsTraining asks for the number of training records where the method does.
func (f *setFlags) needsTraining(fs *flag.FlagSet, n int) error {
	if (f.method == "rlt" || f.method == "brlt") && !given(fs, "n1") {
		return fmt.Errorf("the number of training records is missing; give --n1 from 1 to %d", n-1)
	}
	return nil
}

// newSet makes the partition set of n records.
func (f *setFlags) newSet(n int) (cv.Set, error) {
	switch f.method {
	case "kfold":
		return cv.NewKFold(n, f.k, f.seed)
	case "rkfold":
		return cv.NewRepeatedKFold(n, f.k, f.m, f.seed)
	case "rlt":
		return cv.NewRLT(n, f.n1, f.j, f.seed)
	case "rhs":
		return cv.NewRHS(n, f.j, f.seed)
	case "mx2":
		return cv.NewMx2(n, f.m, f.seed)
	case "pb":
		return cv.NewPlackettBurman(n, f.m, f.seed)
	case "brlt":
		return cv.NewBRLT(n, f.n1, f.j, f.seed)
	}
	return cv.NewBCV(n, f.m, f.seed)
}
