package experiment

import (
	"testing"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
)

// A setting is a reason only if it meets all configurations of its learner.
func TestSettingReasons(t *testing.T) {
	rows := []SettingRow{
		{Config: "a", Learner: "svm(cost=2)", Gap: 0.05},
		{Config: "a", Learner: "svm(cost=3)", Gap: 0.3},
		{Config: "b", Learner: "svm(cost=2)", Gap: 0.3, SE: 0.1},
		{Config: "b", Learner: "svm(cost=3)", Gap: 0.02},
		{Config: "c", Learner: "knn(k=7)", Gap: 0.15, SE: 0.1},
		{Config: "d", Learner: "knn(k=7)", Gap: 0.01},
	}
	got := settingReasons(rows)
	const want = "setting: knn(k=7) meets the printed variances of all configurations of knn (data/results/variance_settings.csv)"
	if len(got) != 2 || got["c"] != want || got["d"] != want {
		t.Errorf("reasons %q", got)
	}
}

// No scan tries the setting of the study.
func TestAlternativesAreOthers(t *testing.T) {
	places := simulatedPlaces()
	for _, l := range []learn.Learner{studySVM, studyKNN, linear.Ridge{}, linear.Lasso{}} {
		law := dataset.Population{}
		places = append(places, variancePlace{CovarianceStudy{Config: "public", Law: law, Learner: l}, false, true})
	}
	for _, p := range places {
		tried := alternatives(p)
		for _, l := range tried {
			name := l.String()
			if name == p.Learner.String() || l == (linear.Ridge{Lambda: 1}) || l == (linear.Lasso{Lambda: 0.1}) {
				t.Errorf("%s: tries %s, the setting of the study", p.Config, name)
			}
		}
	}
}
