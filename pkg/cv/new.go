package cv

import (
	"fmt"
	"slices"
	"strings"
)

// Values that New takes for fields of Options that are zero.
const (
	DefaultM      = 3  // replications: blocked 3 x 2 CV (Wang et al. 2014)
	DefaultSplits = 15 // splits of RLT, RHS and BRLT (Nadeau and Bengio 2003)
	DefaultK      = 10 // folds of K-fold CV (Kohavi 1995)
	DefaultLimit  = 1  // bound on X²/J (Wang 2019 thesis, eq. 4.5)
)

// Options are the settings of a partition set. A zero means the default; a
// setting that the method does not use is refused, so that none is silently ignored.
type Options struct {
	M     int    // replications, 0 for 3; in RLT, RHS and BRLT the number J of splits, 0 for 15
	K     int    // folds of KFold, RepeatedKFold and Rolling, 0 for 10
	Train int    // training records of RLT and BRLT, from 1 to n-1; has no default
	Seed  uint64 // of all random choices; 0 is a seed like any other
	// Conditions are distributions to keep alike in training and validation sets, in BCV,
	// Grouped, KFold and RepeatedKFold.
	Conditions []Condition
	Limit      float64  // of BCV: bound on X²/J of every condition in every split, 0 for 1
	Groups     []string // the group of each record; Grouped needs it, KFold and RepeatedKFold may have it
	// Times says in which order records were made, for Rolling: a number of each, of which only the order matters.
	// Gap is the number of records, or a few more of one time, that are left out before each validation block.
	Times []float64
	Gap   int
}

// New returns a partition set of n records. The method determines which options
// apply (Method.Uses); the package comment describes the methods. An error names the
// option and its possible values.
func New(method Method, n int, opt Options) (Set, error) {
	if err := method.check(n, &opt); err != nil {
		return Set{}, err
	}
	switch method {
	case Mx2:
		return newMx2(n, opt.M, opt.Seed)
	case PlackettBurman:
		return newPlackettBurman(n, opt.M, opt.Seed)
	case Grouped:
		return newGroupedBCV(opt.Groups, opt.M, opt.Seed, opt.Conditions)
	case KFold:
		s, err := newRepeatedKFold(n, opt.K, 1, opt.Seed, opt.Conditions, opt.Groups)
		s.Method = KFold
		return s, err
	case RepeatedKFold:
		return newRepeatedKFold(n, opt.K, opt.M, opt.Seed, opt.Conditions, opt.Groups)
	case RLT:
		return newRLT(n, opt.Train, opt.M, opt.Seed)
	case RHS:
		s, err := newRLT(n, n/2, opt.M, opt.Seed)
		s.Method = RHS
		return s, err
	case BRLT:
		return newBRLT(n, opt.Train, opt.M, opt.Seed)
	case Rolling:
		return newRolling(opt.Times, opt.K, opt.Gap, opt.Seed)
	}
	begun := Set{Method: BCV, N: n, Seed: opt.Seed}
	if len(opt.Conditions) > 0 {
		return GrowRegularized(begun, opt.M, opt.Conditions, opt.Limit)
	}
	return Grow(begun, opt.M)
}

// Methods returns all methods that New makes.
func Methods() []Method { return slices.Clone(methods) }

// check refuses options that the method does not use or that are missing, and
// fills in the defaults.
func (m Method) check(n int, opt *Options) error {
	if !slices.Contains(methods, m) {
		return fmt.Errorf("cv: method %q; use one of %s", m, joined(methods))
	}
	used := m.Uses()
	for _, o := range []struct {
		name  string
		given bool
	}{
		{"M", opt.M != 0}, {"K", opt.K != 0}, {"Train", opt.Train != 0}, {"Conditions", opt.Conditions != nil},
		{"Limit", opt.Limit != 0}, {"Groups", opt.Groups != nil}, {"Times", opt.Times != nil},
		{"Gap", opt.Gap != 0},
	} {
		if o.given && !slices.Contains(used, o.name) {
			return fmt.Errorf("cv: the option %s has no meaning for method %s, which uses %s", o.name, m, joined(used))
		}
	}
	switch {
	case opt.Limit != 0 && len(opt.Conditions) == 0:
		return fmt.Errorf("cv: the option Limit bounds the distances of Conditions; give these, or leave it out")
	case (m == Grouped || opt.Groups != nil) && len(opt.Groups) != n:
		return fmt.Errorf("cv: groups of %d records for %d records; Options.Groups names the group of each",
			len(opt.Groups), n)
	case m == Rolling && len(opt.Times) != n:
		return fmt.Errorf("cv: times of %d records for %d records; Options.Times holds the time of each",
			len(opt.Times), n)
	case opt.Train == 0 && slices.Contains(used, "Train"):
		return fmt.Errorf("cv: the number of training records is missing; give Options.Train from 1 to %d", n-1)
	}
	usual := DefaultM
	if m.LearningTesting() {
		usual = DefaultSplits
	}
	setDefault(&opt.M, usual)
	setDefault(&opt.K, DefaultK)
	setDefault(&opt.Limit, DefaultLimit)
	return nil
}

// Uses returns the names of the options, other than Seed, that the method uses.
func (m Method) Uses() []string {
	switch m {
	case BCV:
		return []string{"M", "Conditions", "Limit"}
	case Grouped:
		return []string{"M", "Groups", "Conditions"}
	case KFold:
		return []string{"K", "Conditions", "Groups"}
	case RepeatedKFold:
		return []string{"K", "M", "Conditions", "Groups"}
	case RLT, BRLT:
		return []string{"Train", "M"}
	case Rolling:
		return []string{"K", "Times", "Gap"}
	}
	return []string{"M"}
}

func setDefault[T int | float64](value *T, usual T) {
	if *value == 0 {
		*value = usual
	}
}

func joined[T ~string](names []T) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = string(name)
	}
	return strings.Join(texts, ", ")
}
