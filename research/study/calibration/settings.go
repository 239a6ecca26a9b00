package calibration

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/learn/svm"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/custom"
)

// setting is a distribution of data with learners and the pairs of them to compare.
type setting struct {
	name         string
	distribution simdata.Generator
	n            int
	learners     []named
	pairs        [][2]int
	choice       bool // priors may be chosen by it; by the others they are tested
	each, shards int  // data sets per shard, and shards; 0 for the scale's
}

// named is a learner that sees some columns of the data; nil for all.
type named struct {
	name    string
	learner learn.Learner
	columns []int
}

// sizes of the data sets.
var sizes = []int{100, 200, 500, 1000}

// settings returns what learners are compared on.
func settings() []setting {
	logistic, plain := linear.Logistic{Penalty: 1e-4}, svm.SVM{Scale: learn.Unscaled}
	on := func(name string, parts ...[2]int) named {
		l := named{name: name, learner: logistic}
		for _, p := range parts {
			for j := p[0]; j <= p[1]; j++ {
				l.columns = append(l.columns, j-1)
			}
		}
		return l
	}
	features := []named{on("logistic x1-8", [2]int{1, 8}), on("logistic x3-10", [2]int{3, 10}),
		on("logistic x1-4", [2]int{1, 4}), on("logistic x5-8", [2]int{5, 8})}
	noisy := []named{on("logistic x1-4, noise", [2]int{1, 4}, [2]int{9, 24}), on("logistic x5-8, noise", [2]int{5, 8},
		[2]int{25, 40})}
	regressions := []named{on("ols x1-10", [2]int{1, 10}), on("ols x6-15", [2]int{6, 15}),
		on("ols x11-20", [2]int{11, 20})}
	for i := range regressions {
		regressions[i].learner = linear.OLS{}
	}
	var out []setting
	for _, n := range sizes {
		out = append(out,
			setting{name: "features", distribution: simdata.Gaussians{P: 10, Shifted: 10, Shift: 0.4}, n: n,
				learners: features, pairs: [][2]int{{0, 1}, {2, 3}, {2, 0}}, choice: true},
			setting{name: "noise", distribution: simdata.Gaussians{P: 40, Shifted: 8, Shift: 0.5}, n: n,
				learners: noisy, pairs: [][2]int{{0, 1}}},
			setting{name: "SCLA", distribution: simdata.SCLA(20), n: n, learners: rivals(plain), pairs: rivalPairs,
				choice: true},
			setting{name: "twonorm", distribution: simdata.Twonorm{}, n: n, learners: rivals(plain), pairs: rivalPairs},
			setting{name: "SREG", distribution: simdata.SREG{P: 20}, n: n, learners: regressions,
				pairs: [][2]int{{0, 1}, {0, 2}}})
	}
	return out
}

// rivals are learners that see all features.
func rivals(machine svm.SVM) []named {
	return []named{
		{name: "mean", learner: simple.NearestMean{}},
		{name: "logistic", learner: linear.Logistic{Penalty: 1e-4}},
		{name: "knn", learner: neighbour.KNN{}},
		{name: "svm", learner: machine},
		{name: "tree", learner: tree.CART{}},
		{name: "forest", learner: tree.Forest{Trees: 20}},
		{name: "lda", learner: LDA{}},
	}
}

var rivalPairs = [][2]int{{2, 3}, {4, 5}, {1, 3}, {0, 1}, {2, 4}, {6, 3}, {6, 5}}

// letterRecords is the size of the data sets drawn from the UCI letter data, as in the
// thesis (section 5.8.2).
const letterRecords = 300

// letterSettings draws from the UCI letter data as a population, the first half of the
// alphabet against the second, the positive class.
func letterSettings() ([]setting, error) {
	d, err := public.Open("letter")
	if err != nil {
		return nil, err
	}
	halves := *d
	halves.Name, halves.Classes, halves.Class = "letter halves", []string{"A-M", "N-Z"}, make([]int32, d.N())
	for i, c := range d.Class {
		if d.Classes[c] >= "N" {
			halves.Class[i] = 1
		}
	}
	return []setting{{name: "letter", distribution: simdata.Population{Data: &halves}, n: letterRecords,
		learners: rivals(svm.SVM{}), pairs: rivalPairs}}, nil
}

// id names the logs of a setting.
func (s setting) id() string {
	if s.each > 0 {
		return "calibration-own" // whatever n, so that parts of another are refused
	}
	return fmt.Sprintf("calibration-%s-%d", s.name, s.n)
}

// regression reports whether the learners predict a number.
func (s setting) regression() bool {
	return s.distribution.New(1).Class == nil
}

// view returns the data that the learner sees; records and targets are shared.
func (l named) view(d *dataset.Data) *dataset.Data {
	if l.columns == nil {
		return d
	}
	return study.Columns(d, l.columns)
}

// ownSettings are the settings of Calibration. The procedures are judged at 3, 5 and 10
// replications, and their priors are the ones that the stored study has chosen.
var ownSettings = []study.Setting{custom.Distribution, custom.N(200), custom.Learners, custom.SetsSetting,
	custom.ShardsSetting}

// ownPlan has one simulation, of a researcher's own settings: all pairs of the learners.
func ownPlan(cfg study.Config) (study.Plan, error) {
	r := custom.NewReader(ownSettings, cfg.Own)
	s := setting{name: "own", n: r.Count("n", 20)}
	s.each, s.shards = r.Effort()
	from, learners := r.On(s.n, 2)
	if r.Err() == nil && len(from.New(1).Classes) > 2 {
		r.Fail("distribution", "one of two classes, or of a number: precision and recall are about the second class")
	}
	if err := r.Err(); err != nil {
		return study.Plan{}, err
	}
	s.distribution = from
	for b, l := range learners {
		s.learners = append(s.learners, named{name: l.String(), learner: l})
		for a := range b {
			s.pairs = append(s.pairs, [2]int{a, b})
		}
	}
	return plan(cfg, []setting{s}, "calibration", false)
}
