package command

import (
	_ "embed"
	"io/fs"
	"regexp"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
)

// packageNames has the names of all packages of the programs, which begin their errors, one per line;
// packages of learners have the word learner after the name. go test ./internal/command -run
// PackageNames -update writes it.
//
//go:embed packages.txt
var packageNames string

// ofLearner reports of each package whether it is one of a learner.
var ofLearner = func() map[string]bool {
	all := map[string]bool{}
	for line := range strings.Lines(packageNames) {
		name, learner, _ := strings.Cut(strings.TrimSpace(line), " ")
		all[name] = learner != ""
	}
	return all
}()

// flagNames are the names of flags for the fields of learners in Go.
var flagNames = strings.NewReplacer("(Data.OneHot)", "(--one-hot)", "(Timeout)", "(--timeout)", "unset Serve",
	"leave --serve out",
	"with Serve", "with --serve", "Gamma and GammaScale", "gamma", "MinSplit", "minsplit", "MinLeaf", "minleaf", "MinDev",
	"mindev",
	"MaxDepth", "maxdepth", "Trees", "trees", "Mtry", "mtry", "MinNo", "minno")

// Libraries name what a caller can set in a text by "setting `positive` CLASS", or several in parentheses by "(setting
// `score` X or `loss` X)". Each door has its own word for it: a field of options, an argument, a flag.
var (
	settings = regexp.MustCompile("\\(setting (`[^()]*)\\)")
	setting  = regexp.MustCompile("(?:setting )?`([a-z][a-z-]*)`")
	alone    = regexp.MustCompile("setting `([a-z][a-z-]*)`")
)

// Flags returns a text of a library with the flags of the command line for the settings that it names.
func Flags(text string) string {
	text = settings.ReplaceAllStringFunc(text, func(group string) string {
		return "(bcv: " + setting.ReplaceAllString(group[len("(setting "):], "--$1")
	})
	return ofSplit.Replace(alone.ReplaceAllString(text, "--$1"))
}

// ofSplit names the command of a flag that a reader of results does not have.
var ofSplit = strings.NewReplacer("(bcv: --inner", "(bcv: split --inner")

// Plain returns the text of an error for the command line: without the names of packages
// that begin it and the errors that it wraps, a learner named once, and in the words of the
// command line. What begins with the name of a file is left as it is, but for settings.
func Plain(err error) string { return Flags(plain(err)) }

func plain(err error) string {
	text := err.Error()
	switch err.(type) {
	case *table.Error, *fs.PathError:
		return text
	}
	own := len(text) // its own words, before the text of what it wraps
	for _, inner := range wrapped(err) {
		words := inner.Error()
		at := strings.LastIndex(text, words)
		if at < 0 || words == "" {
			continue
		}
		own = min(own, at)
		text = text[:at] + strings.TrimPrefix(plain(inner), learnerIn(text[:at])) + text[at+len(words):]
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
