package covariance

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/simdata"
)

// PublicSet is a public data set that is taken for a population.
type PublicSet struct {
	Label    string   // in the thesis
	Name     string   // in the manifest
	N, P     int      // records of a sample and features, as in the thesis
	Chapter  int      // of the thesis that uses it, 2 or 3
	Learners []string // names of the learners in the configurations
	// Balanced draws all classes equally often, as uci_connect.R and uci_adult.R of the
	// author's R package do; the thesis does not say so.
	Balanced bool
	Reading  string                                     // ends the name of another reading
	change   func(*dataset.Data) (*dataset.Data, error) // nil for none
}

// Config is the name of the configuration with a learner, as "iris+knn+100+4".
func (s PublicSet) Config(learner string) string {
	return fmt.Sprintf("%s+%s+%d+%d%s", s.Label, learner, s.N, s.P, s.Reading)
}

// ThreeClasses ends the name of a configuration on the three outcomes of connect four, as uci_connect.R of the
// author's R package has them, where the thesis says two classes.
const ThreeClasses = "+3classes"

// PublicSets are the data sets of table 2.7 and of section 3.6 of the thesis.
func PublicSets() []PublicSet {
	classifiers, regressions := []string{"knn", "svm"}, []string{"lm", "rid", "lso"}
	two := func(label, name string, n, p int) PublicSet {
		return PublicSet{Label: label, Name: name, N: n, P: p, Chapter: 2, Learners: classifiers}
	}
	three := func(label, name string, n, p int, learners []string) PublicSet {
		return PublicSet{Label: label, Name: name, N: n, P: p, Chapter: 3, Learners: learners}
	}
	sets := []PublicSet{
		two("glass", "glass", 150, 9), two("iris", "iris", 100, 4), two("krvskp", "krvskp", 200, 36),
		two("letter", "letter", 1000, 16),
		two("optdigits", "optdigits", 300, 64), two("pageblock", "pageblocks", 300, 10), two("spambase", "spambase",
			250, 57),
		two("wave", "waveform+noise", 300, 40), two("wdbc", "wdbc", 300, 30), two("yeast", "yeast", 800, 8),
		three("LETTER", "letter", 500, 256, classifiers), three("WQ", "winequality", 100, 11, regressions),
		three("AQ", "airquality", 200, 11, regressions),
		three("CON", "connect4", 500, 42, classifiers), three("CON", "connect4", 500, 42, classifiers),
		three("ADULT", "adult", 500, 14, classifiers),
	}
	sets[len(sets)-2].Reading = ThreeClasses
	for i := range sets {
		switch s := &sets[i]; s.Name {
		case "letter":
			s.change = lettersInTwo
		case "winequality":
			s.change = classAsResponse
		case "connect4":
			s.Balanced = true
			if s.Reading == "" {
				s.change = winAgainstRest
			}
		case "adult":
			s.Balanced = true
		}
	}
	return sets
}

// source returns what draws from the data set for the named learner, and the learner; the error is
// public.ErrNotFound if the data set has no local copy. Nearest neighbours take the nominal features of chapter 3 as
// they are, as kknn does; those of krvskp, in chapter 2, have two levels, except one.
func (s PublicSet) source(name string) (simdata.Generator, learn.Learner, error) {
	d, err := public.Open(s.Name)
	if err == nil && s.change != nil {
		d, err = s.change(d)
	}
	if err != nil {
		return nil, nil, err
	}
	l := learners[name]
	if name == "knn" && s.Chapter == 3 && slices.ContainsFunc(d.Features, dataset.Feature.Nominal) {
		l = FactorKNN{}
	} else {
		d = d.OneHot()
	}
	if !s.Balanced {
		return simdata.Population{Data: d}, l, nil
	}
	g, err := simdata.NewBalanced(d)
	return g, l, err
}

// lettersInTwo makes two classes of the letters, A to M and N to Z.
func lettersInTwo(d *dataset.Data) (*dataset.Data, error) {
	return simdata.InTwo(d, "A-M", "N-Z", func(class string) bool { return class > "M" }), nil
}

// winAgainstRest makes two classes of the outcomes of connect four, which the
// thesis has (§3.6): the first player wins, or not.
func winAgainstRest(d *dataset.Data) (*dataset.Data, error) {
	return simdata.InTwo(d, "rest", "win", func(class string) bool { return class == "win" }), nil
}

// classAsResponse takes the names of the classes, which are numbers, as the
// response of a regression: the grades of wine.
func classAsResponse(d *dataset.Data) (*dataset.Data, error) {
	out := &dataset.Data{Name: d.Name, X: d.X, Features: d.Features, Response: make([]float64, d.N())}
	for i, c := range d.Class {
		y, err := strconv.ParseFloat(d.Classes[c], 64)
		if err != nil {
			return nil, fmt.Errorf("covariance: %s has the class %q, which is not a number", d.Name, d.Classes[c])
		}
		out.Response[i] = y
	}
	return out, nil
}
