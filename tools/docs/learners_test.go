//go:build docs

package docs

import (
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/outside"
)

// TestDocsLearners asks of the example learners what every learner promises: predictions
// that know nothing of the records outside the training set. Those of PyTorch and Weka,
// which are large, run where these are installed.
func TestDocsLearners(t *testing.T) {
	install(t)
	for _, c := range []struct {
		needs, command string
		regression     bool
	}{
		{"", "python3 examples/nearest_mean.py --serve", false},
		{"", "python3 examples/sklearn_learner.py --serve", true},
		{"", "Rscript examples/r_learner.R --serve", true},
		{"", "python3 examples/boosting_learner.py --serve", false},
		{"python3 -c import@torch", "python3 examples/torch_learner.py --serve", true},
		{"test -r /usr/share/java/weka.jar", "python3 examples/weka_learner.py weka.classifiers.trees.J48", false},
		{"test -r /usr/share/java/weka.jar", "python3 examples/weka_learner.py weka.classifiers.bayes.NaiveBayes",
			false},
		{"test -r /usr/share/java/weka.jar", "python3 examples/weka_learner.py " +
			"weka.classifiers.functions.LinearRegression", true},
	} {
		words := strings.Fields(c.command)
		t.Run(strings.Join(words[1:], " "), func(t *testing.T) {
			t.Chdir(root)
			if needs := strings.Fields(c.needs); len(needs) > 0 {
				for i := range needs {
					needs[i] = strings.ReplaceAll(needs[i], "@", " ")
				}
				if err := exec.Command(needs[0], needs[1:]...).Run(); err != nil {
					t.Skipf("%s: %v", strings.Join(needs, " "), err)
				}
			}
			var opt dataset.Options
			if c.regression {
				opt.Target, opt.Response = "length", true
			}
			data, err := dataset.Read("data/samples/plants.csv", opt)
			if err != nil {
				t.Fatal(err)
			}
			learner := outside.Command{Name: words[0], Args: words[1:], Timeout: time.Minute,
				Serve: words[len(words)-1] == "--serve"}
			train, valid := withoutLevel(t, data)
			want, got := predict(t, learner, data, train, valid), predict(t, learner, changed(data, valid), train, valid)
			distinct := map[float64]bool{}
			for k := range valid {
				distinct[want[k]] = true
				if k%2 == 1 && got[k] != want[k] {
					t.Errorf("record %d is predicted as %v, and as %v when others outside the training set have other features "+
						"and labels", valid[k], want[k], got[k])
				}
			}
			if len(distinct) < 2 {
				t.Errorf("all predictions are %v", want[0])
			}
		})
	}
}

// withoutLevel returns training records without one level of a nominal feature, and others
// half of which have it.
func withoutLevel(t *testing.T, d *dataset.Data) (train, valid []int32) {
	t.Helper()
	colour := slices.IndexFunc(d.Features, func(f dataset.Feature) bool { return f.Levels != nil })
	counts := [2]int{}
	for i := range int32(d.N()) {
		unseen := d.X.At(int(i), colour) == 0
		switch {
		case !unseen && len(train) < 80:
			train = append(train, i)
		case unseen && counts[0] < 10:
			counts[0]++
			valid = append(valid, i)
		case !unseen && counts[1] < 10:
			counts[1]++
			valid = append(valid, i)
		}
	}
	if counts != [2]int{10, 10} {
		t.Fatalf("%v records with and without a level", counts)
	}
	return train, valid
}

// changed returns the data with other features and labels of every second record.
func changed(d *dataset.Data, records []int32) *dataset.Data {
	all := make([]int32, d.N())
	for i := range all {
		all[i] = int32(i)
	}
	out := d.Take(all)
	for k := 0; k < len(records); k += 2 {
		i := int(records[k])
		for j, f := range out.Features {
			if f.Levels != nil {
				out.X.Set(i, j, float64((int(out.X.At(i, j))+1)%len(f.Levels)))
			} else {
				out.X.Set(i, j, -100*out.X.At(i, j))
			}
		}
		if out.Class != nil {
			out.Class[i] = (out.Class[i] + 1) % int32(len(out.Classes))
		} else {
			out.Response[i] *= -100
		}
	}
	return out
}

// predict fits a learner once.
func predict(t *testing.T, l learn.Learner, d *dataset.Data, train, valid []int32) []float64 {
	t.Helper()
	p, err := l.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	f := p.NewFitter(nil)
	if c, ok := f.(io.Closer); ok {
		defer c.Close()
	}
	if _, err := f.Fit(t.Context(), train); err != nil {
		t.Fatal(err)
	}
	out := make([]float64, len(valid))
	f.Predict(valid, out)
	return out
}
