package experiment

import (
	"errors"
	"fmt"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/svm"
)

// The settings that the thesis leaves open: the classifiers have the defaults of
// the R packages of its time, e1071 (cost 1, gamma 1/p) and kknn (k = 5, the
// triangular kernel is the thesis's), with features scaled once for each data
// set, where the packages scale each training set.
var (
	studySVM = svm.SVM{Scale: svm.PerDataSet}
	studyKNN = neighbour.KNN{Scaling: neighbour.PerDataSet}
)

// simulatedStudies are the configurations on simulated data. The thesis names
// no penalties; here they are the defaults of the learners, 1 and 0.1.
func simulatedStudies() []VarianceStudy {
	return []VarianceStudy{
		{Config: "SREG+lm+500+100", Law: dataset.SREG{P: 100}, N: 500, Learner: linear.OLS{}},
		{Config: "SREG+ridge+500+500", Law: dataset.SREG{P: 500}, N: 500, Learner: linear.Ridge{}, Slow: true},
		{Config: "SREG+lasso+500+500", Law: dataset.SREG{P: 500}, N: 500, Learner: linear.Lasso{}, Slow: true},
		{Config: "SCLA+svm+1000+20", Law: dataset.SCLA(20), N: 1000, Learner: studySVM, Slow: true},
		{Config: "SCLA+knn+1000+20", Law: dataset.SCLA(20), N: 1000, Learner: studyKNN},
		{Config: "SREG+lm+1000+100", Law: dataset.SREG{P: 100}, N: 1000, Learner: linear.OLS{}, Slow: true},
		{Config: "SREG+rid+1000+100", Law: dataset.SREG{P: 100}, N: 1000, Learner: linear.Ridge{}, Slow: true},
		{Config: "SREG+lso+1000+100", Law: dataset.SREG{P: 100}, N: 1000, Learner: linear.Lasso{}, Slow: true},
	}
}

// publicSet is a public data set that stands for a population.
type publicSet struct {
	label, name string // in the thesis, in the manifest
	n, p        int
	two         bool // classes A to M and N to Z of letter
	learners    map[string]learn.Learner
}

// publicStudies are the configurations on public data sets with a local copy.
// The others are left out.
func publicStudies() ([]VarianceStudy, error) {
	classifiers := map[string]learn.Learner{"svm": studySVM, "knn": studyKNN}
	sets := []publicSet{
		{"glass", "glass", 150, 9, false, classifiers}, {"iris", "iris", 100, 4, false, classifiers}, {"krvskp", "krvskp", 200, 36, false, classifiers},
		{"letter", "letter", 1000, 16, true, classifiers}, {"optdigits", "optdigits", 300, 64, false, classifiers}, {"pageblock", "pageblocks", 300, 10, false, classifiers},
		{"spambase", "spambase", 250, 57, false, classifiers}, {"wave", "waveform+noise", 300, 40, false, classifiers},
		{"wdbc", "wdbc", 300, 30, false, classifiers}, {"yeast", "yeast", 800, 8, false, classifiers},
	}
	slowOnes := map[string]bool{"letter": true, "optdigits": true, "wave": true, "yeast": true}
	var out []VarianceStudy
	for _, s := range sets {
		d, err := dataset.Open(s.name)
		if errors.Is(err, dataset.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if s.two {
			d = lettersInTwo(d)
		}
		for _, name := range []string{"knn", "svm"} {
			out = append(out, VarianceStudy{Config: fmt.Sprintf("%s+%s+%d+%d", s.label, name, s.n, s.p), Law: dataset.Population{Data: d.OneHot()}, N: s.n, Learner: s.learners[name], Slow: name == "svm" && slowOnes[s.label]})
		}
	}
	return out, nil
}

// lettersInTwo makes two classes of the letters, A to M and N to Z.
func lettersInTwo(d *dataset.Data) *dataset.Data {
	out := &dataset.Data{Name: d.Name, X: d.X, Features: d.Features, Classes: []string{"A-M", "N-Z"}, Class: make([]int32, d.N())}
	for i, c := range d.Class {
		if d.Classes[c] > "M" {
			out.Class[i] = 1
		}
	}
	return out
}
