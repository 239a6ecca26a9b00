// Package catalogue names the learners, so that a command line or a configuration file can ask for one: Parse reads a
// learner as its String method writes it, also after the steps of a pipeline. Learners of package outside, which take a
// command, are made in Go or by flags of their own.
package catalogue

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/count"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/onevsrest"
	"github.com/block-regularized/bcv/pkg/learn/rule"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/learn/svm"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/pkg/learn/tune"
)

// Entry describes a learner.
type Entry struct {
	Name     string   // as Parse reads it
	Predicts string   // classes, numbers or, as the learner inside does, either; "" for a step
	What     string   // one line
	Settings []string // keys
}

// What learners predict.
const (
	ofClasses = "classes"
	ofNumbers = "numbers" // a response
	ofEither  = "either"  // what the learner inside predicts
)

// entry is a learner, or a step of a pipeline, that can be made from settings.
type entry[T any] struct {
	name, predicts, what string
	make                 func(s *settings) T
}

var entries = []entry[learn.Learner]{
	{"mean", ofNumbers, "mean of the response", func(*settings) learn.Learner { return simple.Mean{} }},
	{"ols", ofNumbers, "ordinary least squares", func(*settings) learn.Learner { return linear.OLS{} }},
	{"ridge", ofNumbers, "ridge regression; lambda is added to the diagonal of X'X", func(s *settings) learn.Learner {
		return linear.Ridge{Lambda: s.number("lambda"), Standardize: s.flag("standardize")}
	}},
	{"lasso", ofNumbers, "lasso with glmnet's objective, or with lars's fraction of the L1 norm",
		func(s *settings) learn.Learner {
			return linear.Lasso{Lambda: s.number("lambda"), Fraction: s.number("fraction"), Standardize: s.flag("standardize"),
				Tolerance: s.number("tolerance")}
		}},
	{"poisson", ofNumbers, "Poisson regression of counts, log link",
		func(*settings) learn.Learner { return count.Poisson{} }},
	{"negbin", ofNumbers, "negative binomial regression of counts, log link, as glm.nb of MASS",
		func(*settings) learn.Learner { return count.NegBin{} }},
	{"majority", ofClasses, "most frequent class", func(*settings) learn.Learner { return simple.Majority{} }},
	{"nearestmean", ofClasses, "class whose mean is nearest", func(*settings) learn.Learner { return simple.NearestMean{} }},
	{"logistic", ofClasses, "logistic regression for two classes; penalty is 1/C of scikit-learn",
		func(s *settings) learn.Learner {
			return linear.Logistic{Penalty: s.real("penalty")}
		}},
	{"onevsrest", ofClasses, "several classes by a classifier of two, as onevsrest(logistic(penalty=1))",
		func(*settings) learn.Learner {
			return onevsrest.OneVsRest{Binary: linear.Logistic{}}
		}},
	{"knn", ofClasses, "k nearest neighbours with weighted votes, kknn's definition", func(s *settings) learn.Learner {
		return neighbour.KNN{K: s.integer("k"), Kernel: choice(s, "kernel", neighbour.Triangular, neighbour.Rectangular),
			Scale: choice(s, "scale", learn.Unscaled, learn.PerDataSet, learn.PerFold)}
	}},
	{"1nn", ofClasses, "nearest neighbour by a weighted distance; weights are numbers with blanks between",
		func(s *settings) learn.Learner {
			return neighbour.WeightedNN{Weights: s.numbers("weights")}
		}},
	{"svm", ofClasses, "support vector machine with the defaults of e1071", func(s *settings) learn.Learner {
		l := svm.SVM{
			Kernel: choice(s, "kernel", svm.RBF, svm.Linear, svm.Sigmoid), Cost: s.number("cost"),
			Coef0:       s.real("coef0"),
			Scale:       choice(s, "scale", learn.PerFold, learn.PerDataSet, learn.Unscaled),
			Probability: choice(s, "probability", svm.Platt, svm.Isotonic),
			Tolerance:   s.number("tolerance"), Cache: s.integer("cache"), Iterations: s.integer("iterations"),
		}
		if gamma, ok := s.values["gamma"]; ok && gamma == "scale" {
			l.GammaScale = true
			s.take("gamma")
		} else {
			l.Gamma = s.number("gamma")
		}
		return l
	}},
	{"tree", ofClasses, "classification tree as R's package tree grows it, by deviance", func(s *settings) learn.Learner {
		return tree.CART{MinSplit: s.integer("minsplit"), MinLeaf: s.integer("minleaf"), MinDev: s.number("mindev"),
			MaxDepth: s.integer("maxdepth")}
	}},
	{"gini-tree", ofClasses, "fully grown classification tree as scikit-learn's, by Gini impurity",
		func(s *settings) learn.Learner {
			return tree.CART{Criterion: tree.Gini, MinSplit: s.integer("minsplit"), MinLeaf: s.integer("minleaf"),
				MaxDepth: s.integer("maxdepth"), Shuffle: s.flag("shuffle"), Seed: s.seed("seed")}
		}},
	{"c4.5", ofClasses, "unpruned C4.5 tree, as Weka's J48 -U", func(s *settings) learn.Learner {
		return tree.C45{MinLeaf: s.integer("minleaf")}
	}},
	{"forest", ofClasses, "random forest of Gini trees", func(s *settings) learn.Learner {
		return tree.Forest{Trees: s.integer("trees"), Mtry: s.integer("mtry"), MinLeaf: s.integer("minleaf"),
			Seed: s.seed("seed")}
	}},
	{"ripper", ofClasses, "rule lists as Weka's JRip learns them", func(s *settings) learn.Learner {
		return rule.RIPPER{Folds: s.integer("folds"), MinNo: s.integer("minno"),
			Optimizations: s.integer("optimizations", -1), Seed: s.seed("seed")}
	}},
}

// Entries lists all learners, in the order of the packages.
func Entries() []Entry {
	return append(listed(entries), listed([]entry[tune.Tune]{{"tune", ofEither,
		"the best setting by CV of the training records, as tune(knn(k=1|3))", makeTune}})...)
}

func listed[T any](entries []entry[T]) []Entry {
	var out []Entry
	for _, e := range entries {
		s := &settings{values: map[string]string{}}
		e.make(s)
		out = append(out, Entry{e.name, e.predicts, e.what, s.known})
	}
	return out
}

// Able returns the names of the learners that do what an error says that another cannot: learn.ErrNumbers,
// learn.ErrClasses or learn.ErrWeights; none for other errors.
func Able(err error) []string {
	switch {
	case errors.Is(err, learn.ErrNumbers):
		return predicting(ofNumbers)
	case errors.Is(err, learn.ErrClasses):
		return predicting(ofClasses)
	case errors.Is(err, learn.ErrWeights):
		return weighing()
	}
	return nil
}

// predicting returns the names of the learners that predict ofClasses or ofNumbers.
func predicting(what string) []string {
	return namesOf(entries, func(e entry[learn.Learner]) bool { return e.predicts == what })
}

// weighing returns the names of the learners that count training records by their weights (learn.Traits).
func weighing() []string {
	return namesOf(entries, func(e entry[learn.Learner]) bool { return e.make(&settings{}).Traits().Weights })
}

// namesOf returns the names of the entries that meet all conditions.
func namesOf[T any](entries []entry[T], conditions ...func(entry[T]) bool) []string {
	var out []string
	for _, e := range entries {
		if !slices.ContainsFunc(conditions, func(meets func(entry[T]) bool) bool { return !meets(e) }) {
			out = append(out, e.name)
		}
	}
	return out
}

// Parse reads a learner such as "ols", "ridge(lambda=10)" or "lasso(lambda=0.1, standardize)", one behind steps
// (Steps), such as "scale | pca(4) | logistic", or a tuned one (ParseTune), such as "tune(knn(k=1|3|5), folds=10)".
// Settings that are left out have the learner's defaults, which are zero in Go: a setting of 0 whose default is another
// number is an error. The error names the learners, steps or settings that exist; values out of range are refused by
// Prepare.
func Parse(text string) (learn.Learner, error) {
	if len(table.Divide(text, '|')) > 1 {
		return parsePipeline(text)
	}
	return parseLearner(text)
}

func parseLearner(text string) (learn.Learner, error) {
	if binary, ok := strings.CutPrefix(strings.TrimSpace(text), "onevsrest("); ok {
		if binary, ok = strings.CutSuffix(binary, ")"); ok {
			l, err := parseLearner(binary)
			return onevsrest.OneVsRest{Binary: l}, err
		}
	}
	if strings.HasPrefix(strings.TrimSpace(text), tuneBegins) {
		return parseTune(text)
	}
	name, s, err := split(text)
	switch {
	case err != nil:
		return nil, err
	case name == "tune":
		return nil, fmt.Errorf("catalogue: tune needs a learner with alternatives; write as %s", `"tune(knn(k=1|3))"`)
	}
	k := slices.Index(namesOf(entries), name)
	if slices.Contains(namesOf(steps), name) {
		return nil, fmt.Errorf("catalogue: %s is a step; put a learner behind it, as in %q",
			name, strings.TrimSpace(text)+" | logistic")
	}
	if k < 0 {
		return nil, fmt.Errorf("catalogue: no learner %q; use one of %s", name, strings.Join(namesOf(entries), ", "))
	}
	l := entries[k].make(s)
	return l, s.finish()
}
