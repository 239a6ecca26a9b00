package inputs

import (
	"errors"
	"flag"
	"fmt"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/internal/command"
)

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
