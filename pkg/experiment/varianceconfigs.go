package experiment

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/svm"
)

// The settings that the thesis leaves open, one choice a learner for all its
// configurations: the classifiers have the defaults of the R packages of its time,
// e1071 (cost 1, gamma 1/p, features scaled on each training set unless one is
// constant there) and kknn (features divided by their standard deviations in the
// training set; k = 5 and the triangular kernel are the thesis's). Of e1071's kernels
// the sigmoid one meets the print, as the default, the radial one, does not.
var (
	studySVM = svm.SVM{Kernel: svm.Sigmoid}
	studyKNN = neighbour.KNN{Scaling: neighbour.PerFold}
)

// variancePlace is one configuration of the variance tables and where they print
// it.
type variancePlace struct {
	CovarianceStudy
	chapter2, chapter3 bool // tables 2.9 to 2.12; tables 3.6 to 3.10
}

// simulatedPlaces are the configurations on simulated data. The thesis names
// no penalties; here they are the defaults of the learners, 1 and 0.1.
func simulatedPlaces() []variancePlace {
	place := func(config string, law dataset.Generator, n int, learner learn.Learner, slow, two, three bool) variancePlace {
		return variancePlace{CovarianceStudy{Config: config, Law: law, N: n, Learner: learner, Slow: slow}, two, three}
	}
	return []variancePlace{
		place("SREG+lm+500+100", dataset.SREG{P: 100}, 500, linear.OLS{}, false, true, false),
		place("SREG+ridge+500+500", dataset.SREG{P: 500}, 500, linear.Ridge{}, true, true, false),
		place("SREG+lasso+500+500", dataset.SREG{P: 500}, 500, linear.Lasso{}, true, true, false),
		place("SCLA+svm+1000+20", dataset.SCLA(20), 1000, studySVM, true, true, true),
		place("SCLA+knn+1000+20", dataset.SCLA(20), 1000, studyKNN, true, true, true),
		place("SREG+lm+1000+100", dataset.SREG{P: 100}, 1000, linear.OLS{}, false, false, true),
		place("SREG+rid+1000+100", dataset.SREG{P: 100}, 1000, linear.Ridge{}, false, false, true),
		place("SREG+lso+1000+100", dataset.SREG{P: 100}, 1000, linear.Lasso{}, false, false, true),
	}
}

// publicSet is a public data set that stands for a population.
type publicSet struct {
	label, name string // in the thesis, in the manifest
	n, p        int    // as in the thesis
	chapter3    bool
	learners    []string
	change      func(*dataset.Data) (*dataset.Data, error) // nil for none
}

// publicSets are those of tables 2.7 and of section 3.6.
func publicSets() []publicSet {
	classifiers, regressions := []string{"knn", "svm"}, []string{"lm", "rid", "lso"}
	return []publicSet{
		{"glass", "glass", 150, 9, false, classifiers, nil}, {"iris", "iris", 100, 4, false, classifiers, nil},
		{"krvskp", "krvskp", 200, 36, false, classifiers, nil}, {"letter", "letter", 1000, 16, false, classifiers, lettersInTwo},
		{"optdigits", "optdigits", 300, 64, false, classifiers, nil}, {"pageblock", "pageblocks", 300, 10, false, classifiers, nil},
		{"spambase", "spambase", 250, 57, false, classifiers, nil}, {"wave", "waveform+noise", 300, 40, false, classifiers, nil},
		{"wdbc", "wdbc", 300, 30, false, classifiers, nil}, {"yeast", "yeast", 800, 8, false, classifiers, nil},
		{"LETTER", "letter", 500, 256, true, classifiers, lettersInTwo}, {"WQ", "winequality", 100, 11, true, regressions, classAsResponse},
		{"AQ", "airquality", 200, 11, true, regressions, nil}, {"CON", "connect4", 500, 42, true, classifiers, winOrNot},
		{"ADULT", "adult", 500, 14, true, classifiers, nil},
	}
}

// publicPlaces are the configurations on public data sets with a local copy.
// The others are left out.
func publicPlaces() ([]variancePlace, error) {
	learners := map[string]learn.Learner{"svm": studySVM, "knn": studyKNN, "lm": linear.OLS{}, "rid": linear.Ridge{}, "lso": linear.Lasso{}}
	var out []variancePlace
	for _, s := range publicSets() {
		d, err := dataset.Open(s.name)
		if errors.Is(err, dataset.ErrNotFound) {
			continue
		}
		if err == nil && s.change != nil {
			d, err = s.change(d)
		}
		if err != nil {
			return nil, err
		}
		law := dataset.Population{Data: d.OneHot()}
		for _, name := range s.learners {
			study := CovarianceStudy{Config: fmt.Sprintf("%s+%s+%d+%d", s.label, name, s.n, s.p), Law: law, N: s.n, Learner: learners[name], Slow: name == "svm" || name == "knn" && s.n >= 800}
			out = append(out, variancePlace{study, !s.chapter3, s.chapter3})
		}
	}
	return out, nil
}

// lettersInTwo makes two classes of the letters, A to M and N to Z.
func lettersInTwo(d *dataset.Data) (*dataset.Data, error) {
	out := &dataset.Data{Name: d.Name, X: d.X, Features: d.Features, Classes: []string{"A-M", "N-Z"}, Class: make([]int32, d.N())}
	for i, c := range d.Class {
		if d.Classes[c] > "M" {
			out.Class[i] = 1
		}
	}
	return out, nil
}

// winOrNot makes two classes of the games of connect-4, won or not (thesis,
// section 3.6 (4)).
func winOrNot(d *dataset.Data) (*dataset.Data, error) {
	win := slices.Index(d.Classes, "win")
	if win < 0 {
		return nil, fmt.Errorf("experiment: %s has no class \"win\", but %s", d.Name, strings.Join(d.Classes, ", "))
	}
	out := &dataset.Data{Name: d.Name, X: d.X, Features: d.Features, Classes: []string{"win", "not"}, Class: make([]int32, d.N())}
	for i, c := range d.Class {
		if int(c) != win {
			out.Class[i] = 1
		}
	}
	return out, nil
}

// classAsResponse takes the names of the classes, which are numbers, as the
// response of a regression: the grades of wine.
func classAsResponse(d *dataset.Data) (*dataset.Data, error) {
	out := &dataset.Data{Name: d.Name, X: d.X, Features: d.Features, Response: make([]float64, d.N())}
	for i, c := range d.Class {
		y, err := strconv.ParseFloat(d.Classes[c], 64)
		if err != nil {
			return nil, fmt.Errorf("experiment: %s has the class %q, which is no number", d.Name, d.Classes[c])
		}
		out.Response[i] = y
	}
	return out, nil
}
