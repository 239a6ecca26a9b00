package thesis2

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/svm"
	"github.com/block-regularized/bcv/pkg/reproduce"
	"github.com/block-regularized/bcv/pkg/study/covariance"
)

// The settings of the learners, one for all configurations. The thesis names k = 5
// and the triangular kernel for nearest neighbours on simulated data and nothing
// else; the rest are those of the author's R package RegularizedCrossValidation:
// svm.R (e1071 with the sigmoid kernel), lmRidgeModel.R (MASS's lm.ridge, penalty
// 1 on standardized features), LassoModel.R (lars at a fraction of the largest L1
// norm) and knn.R (kknn). The package leaves the fraction of the lasso open; 1/2
// was inferred from the published variances.
var (
	StudySVM   = svm.SVM{Kernel: svm.Sigmoid}
	studyKNN   = neighbour.KNN{Scaling: neighbour.PerFold}
	StudyRidge = linear.Ridge{Lambda: 1, Standardize: true}
	studyLasso = linear.Lasso{Fraction: 0.5}
)

// SettingOf says what of a learner's settings was inferred rather than published,
// beyond the definition of the learner itself.
func SettingOf(l learn.Learner) string {
	switch l.(type) {
	case svm.SVM:
		return "e1071 with the sigmoid kernel, as in the author's R package"
	case linear.Ridge:
		return "lm.ridge with penalty 1, as in the author's R package"
	case linear.Lasso:
		return "lars at half of the largest L1 norm; the author's R package has the algorithm, not the fraction"
	}
	return ""
}

// variancePlace is one configuration of the variance tables and where they print
// it.
type variancePlace struct {
	covariance.Study
	chapter2, chapter3 bool   // tables 2.9 to 2.12; tables 3.6 to 3.10
	setting            string // what was inferred; see Result
	// other is the same configuration under another reading, an erratum; nil for none.
	other            *covariance.Study
	otherSets        int // data sets a shard of it; 0 for as many as others
	erratum, reading string
}

// simulatedPlaces are the configurations on simulated data.
func simulatedPlaces() []variancePlace {
	place := func(config string, law dataset.Generator, n int, learner learn.Learner, slow, two, three bool) variancePlace {
		return variancePlace{Study: covariance.Study{Config: config, Law: law, N: n, Learner: learner, Slow: slow},
			chapter2: two, chapter3: three, setting: SettingOf(learner)}
	}
	// The two rows with p = n are on another law than the text says (erratum E41).
	fanLv := func(config string, learner learn.Learner, sets int) variancePlace {
		p := place(config, dataset.SREG{P: 500}, 500, learner, true, true, false)
		other := p.Study
		other.Config, other.Law = config+"+FanLv", dataset.FanLv{P: 500}
		p.other, p.otherSets = &other, sets
		p.erratum, p.reading = "E41", "data of Fan and Lv, as in the author's R package"
		return p
	}
	return []variancePlace{
		place("SREG+lm+500+100", dataset.SREG{P: 100}, 500, linear.OLS{}, false, true, false),
		fanLv("SREG+ridge+500+500", StudyRidge, 0),
		fanLv("SREG+lasso+500+500", studyLasso, 10),
		place("SCLA+svm+1000+20", dataset.SCLA(20), 1000, StudySVM, true, true, true),
		place("SCLA+knn+1000+20", dataset.SCLA(20), 1000, studyKNN, true, true, true),
		place("SREG+lm+1000+100", dataset.SREG{P: 100}, 1000, linear.OLS{}, false, false, true),
		place("SREG+rid+1000+100", dataset.SREG{P: 100}, 1000, StudyRidge, false, false, true),
		place("SREG+lso+1000+100", dataset.SREG{P: 100}, 1000, studyLasso, false, false, true),
	}
}

// publicSet is a public data set that stands for a population.
type publicSet struct {
	label, name string // in the thesis, in the manifest
	n, p        int    // as in the thesis
	chapter3    bool
	learners    []string
	change      func(*dataset.Data) (*dataset.Data, error) // nil for none
	// balanced draws all classes equally often, as uci_connect.R and uci_adult.R of the
	// author's R package do; the thesis does not say so.
	balanced bool
}

// publicSets are those of tables 2.7 and of section 3.6.
func publicSets() []publicSet {
	classifiers, regressions := []string{"knn", "svm"}, []string{"lm", "rid", "lso"}
	two := func(label, name string, n, p int) publicSet {
		return publicSet{label: label, name: name, n: n, p: p, learners: classifiers}
	}
	three := func(label, name string, n, p int, learners []string) publicSet {
		return publicSet{label: label, name: name, n: n, p: p, chapter3: true, learners: learners}
	}
	sets := []publicSet{
		two("glass", "glass", 150, 9), two("iris", "iris", 100, 4), two("krvskp", "krvskp", 200, 36), two("letter", "letter", 1000, 16),
		two("optdigits", "optdigits", 300, 64), two("pageblock", "pageblocks", 300, 10), two("spambase", "spambase", 250, 57),
		two("wave", "waveform+noise", 300, 40), two("wdbc", "wdbc", 300, 30), two("yeast", "yeast", 800, 8),
		three("LETTER", "letter", 500, 256, classifiers), three("WQ", "winequality", 100, 11, regressions), three("AQ", "airquality", 200, 11, regressions),
		three("CON", "connect4", 500, 42, classifiers), three("ADULT", "adult", 500, 14, classifiers),
	}
	for i := range sets {
		switch s := &sets[i]; s.name {
		case "letter":
			s.change = lettersInTwo
		case "winequality":
			s.change = classAsResponse
		case "connect4":
			s.change, s.balanced = winAgainstRest, true
		case "adult":
			s.balanced = true
		}
	}
	return sets
}

// publicPlaces are the configurations on public data sets with a local copy.
// The others are left out.
func publicPlaces() ([]variancePlace, error) {
	learners := map[string]learn.Learner{"svm": StudySVM, "knn": studyKNN, "lm": linear.OLS{}, "rid": StudyRidge, "lso": studyLasso}
	var out []variancePlace
	for _, s := range publicSets() {
		law, err := s.law()
		if errors.Is(err, dataset.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, name := range s.learners {
			study := covariance.Study{Config: fmt.Sprintf("%s+%s+%d+%d", s.label, name, s.n, s.p), Law: law, N: s.n, Learner: learners[name], Slow: name == "svm" || name == "knn" && s.n >= 800}
			out = append(out, variancePlace{Study: study, chapter2: !s.chapter3, chapter3: s.chapter3, setting: s.setting(learners[name])})
		}
	}
	return out, nil
}

// law draws from the data set.
func (s publicSet) law() (dataset.Generator, error) {
	d, err := dataset.Open(s.name)
	if err == nil && s.change != nil {
		d, err = s.change(d)
	}
	if err != nil {
		return nil, err
	}
	if s.balanced {
		return dataset.NewBalanced(d.OneHot())
	}
	return dataset.Population{Data: d.OneHot()}, nil
}

// setting says what was inferred for a learner on the set.
func (s publicSet) setting(l learn.Learner) string {
	setting := SettingOf(l)
	if _, ok := l.(neighbour.KNN); ok {
		setting = "k = 5 and the triangular kernel, which the thesis names for simulated data alone"
	}
	if s.balanced {
		setting = reproduce.Join(setting, "classes drawn equally often, as in the author's R package")
	}
	return setting
}

// lettersInTwo makes two classes of the letters, A to M and N to Z.
func lettersInTwo(d *dataset.Data) (*dataset.Data, error) {
	return inTwo(d, "A-M", "N-Z", func(class string) bool { return class > "M" }), nil
}

// winAgainstRest makes two classes of the outcomes of connect four, which the
// thesis has (§3.6): the first player wins, or not.
func winAgainstRest(d *dataset.Data) (*dataset.Data, error) {
	return inTwo(d, "rest", "win", func(class string) bool { return class == "win" }), nil
}

// inTwo makes two classes of those of d.
func inTwo(d *dataset.Data, no, yes string, is func(class string) bool) *dataset.Data {
	out := &dataset.Data{Name: d.Name, X: d.X, Features: d.Features, Classes: []string{no, yes}, Class: make([]int32, d.N())}
	for i, c := range d.Class {
		if is(d.Classes[c]) {
			out.Class[i] = 1
		}
	}
	return out
}

// classAsResponse takes the names of the classes, which are numbers, as the
// response of a regression: the grades of wine.
func classAsResponse(d *dataset.Data) (*dataset.Data, error) {
	out := &dataset.Data{Name: d.Name, X: d.X, Features: d.Features, Response: make([]float64, d.N())}
	for i, c := range d.Class {
		y, err := strconv.ParseFloat(d.Classes[c], 64)
		if err != nil {
			return nil, fmt.Errorf("thesis2: %s has the class %q, which is no number", d.Name, d.Classes[c])
		}
		out.Response[i] = y
	}
	return out, nil
}
