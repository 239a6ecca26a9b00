package command

import (
	"io/fs"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/table"
)

// learnerPackages are the packages of learners, whose names begin their errors.
const learnerPackages = "catalogue count crf impute linear mic name neighbour onevsrest outside pipeline rule simd simple svm tree"

// otherPackages are the other packages of the module in this program.
const otherPackages = "acl2019 arff arithmetic arrays atomicfile calibration cleanup cmd command compare corpus correlation covariance counter coverage cv data " +
	"dataset decide defectcounts defects dense factor fetch figure fold hierarchical holdout importer imports infer inputs jobs learn mcnemar oa custom paired " +
	"partition posterior progress public ranks rejection report reproduce research roles sealed sequential sim special split stopping study table " +
	"tagging text theory thesis2 thesis3 thesis4 thesis5 thesis7 train variance variances voting"

// ofLearner reports of each package whether it is one of a learner.
var ofLearner = func() map[string]bool {
	all := map[string]bool{}
	for _, name := range strings.Fields(otherPackages) {
		all[name] = false
	}
	for _, name := range strings.Fields(learnerPackages) {
		all[name] = true
	}
	return all
}()

// flagNames are the words of the command line for those of learners in Go.
var flagNames = strings.NewReplacer("(Data.OneHot)", "(--one-hot)", "(Timeout)", "(--timeout)", "unset Serve", "leave --serve out",
	"with Serve", "with --serve", "Gamma and GammaScale", "gamma", "MinSplit", "minsplit", "MinLeaf", "minleaf", "MinDev", "mindev",
	"MaxDepth", "maxdepth", "Trees", "trees", "Mtry", "mtry", "MinNo", "minno")

// Plain returns the text of an error for the command line: without the names of packages
// that begin it and the errors that it wraps, a learner named once, and in the words of the
// command line. What begins with the name of a file is left as it is.
func Plain(err error) string {
	text := err.Error()
	switch err.(type) {
	case *table.Error, *fs.PathError:
		return text
	}
	own := len(text) // its own words, before those of what it wraps
	for _, inner := range wrapped(err) {
		words := inner.Error()
		at := strings.LastIndex(text, words)
		if at < 0 || words == "" {
			continue
		}
		own = min(own, at)
		text = text[:at] + strings.TrimPrefix(Plain(inner), learnerIn(text[:at])) + text[at+len(words):]
	}
	name, rest, _ := strings.Cut(text[:own], ": ")
	learner, known := ofLearner[name]
	if !known || len(name) == own {
		return text
	}
	text = rest + text[own:]
	if learner {
		return flagNames.Replace(text)
	}
	return text
}

// wrapped returns what an error wraps.
func wrapped(err error) []error {
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			return []error{inner}
		}
	case interface{ Unwrap() []error }:
		return e.Unwrap()
	}
	return nil
}

// learnerIn returns the learner that the words of package holdout before an error name, as
// it begins errors of its own; "" where they are others.
func learnerIn(words string) string {
	name, ok := strings.CutPrefix(words, "holdout: ")
	if !ok {
		return ""
	}
	name, _, _ = strings.Cut(strings.TrimSuffix(name, ": "), ", replication ")
	return name + ": "
}
