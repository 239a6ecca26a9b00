package docs_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/cmd/bcv/importer"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/frame"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// The Go of docs/howto/go.md.

func fromFrame(df dataframe.DataFrame, learners ...learn.Learner) (compare.Report, error) {
	data, err := frame.Data(df, dataset.Options{Target: "kind"}) // what to predict; all other columns are features
	if err != nil {
		return compare.Report{}, err
	}
	set, err := cv.New(cv.BCV, data.N(), cv.Options{M: 5, Seed: 1})
	if err != nil {
		return compare.Report{}, err
	}
	r, err := holdout.Run(context.Background(), holdout.Plan{Data: data, Set: set, Learners: learners})
	if err != nil {
		return compare.Report{}, err
	}
	return compare.Run([]results.Results{r}, compare.Options{})
}

func Example_fromFrame() {
	toRoot()
	file, err := os.Open("data/samples/plants.csv")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	report, err := fromFrame(dataframe.ReadCSV(file), mode{Feature: "colour"}, tree.C45{})
	if err != nil {
		fmt.Println(err)
		return
	}
	v := report.Verdicts[0]
	fmt.Printf("%s minus %s: %.3f (95%% interval %.3f to %.3f) by %s, winner %q\n", v.ModelB, v.ModelA, v.Estimate, v.Low,
		v.High, v.Method, v.Winner)
	// Output: c4.5 minus mode(colour): -0.064 (95% interval -0.150 to 0.022) by bcv-t, winner ""
}

func ownLoop(n int, loss func(model string, train, valid []int32) float64) (compare.Report, error) {
	set, err := cv.New(cv.BCV, n, cv.Options{M: 5, Seed: 1})
	if err != nil {
		return compare.Report{}, err
	}
	r := results.New(set, metric.Metric{Name: "median error"}) // HigherIsBetter: true for a score
	for _, f := range set.Folds() {
		for _, model := range []string{"old", "new"} {
			if err := r.Add(f, model, loss(model, f.Train, f.Valid)); err != nil {
				return compare.Report{}, err
			}
		}
	}
	return compare.Run([]results.Results{*r}, compare.Options{Tests: []infer.Test{{Name: "sign", Run: signTest}},
		All: true})
}

// signTest tests whether B is better on half of the folds. It takes the folds for independent, which they
// are not.
func signTest(d infer.Differences, opt infer.Options) (infer.Result, error) {
	below, n := 0.0, float64(d.Replications()*d.Folds())
	for j := range d.Replications() {
		for k := range d.Folds() {
			if d.At(j, k) < 0 {
				below++
			}
		}
	}
	p := min(1, 2*distuv.Binomial{N: n, P: 0.5}.CDF(min(below, n-below)))
	return infer.Result{Test: "sign", PValue: p, Reject: p <= opt.Alpha, Estimate: d.Mean(), Alpha: opt.Alpha}, nil
}

func Example_ownLoop() {
	report, err := ownLoop(100, func(model string, train, valid []int32) float64 {
		shift := float64(len(model)+int(valid[0])%5) / 100 // in place of a model
		if model == "old" {
			return 2.5 + 2*shift
		}
		return 2.25 + shift
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range report.Verdicts {
		if v.Method == "sign" || v.Recommended {
			fmt.Printf("%s: p = %.2g, better: %s\n", v.Method, v.PValue, v.Winner)
		}
	}
	// Output:
	// bcv-t: p = 7.3e-10, better: new
	// sign: p = 0.002, better: new
}

// mode predicts the most frequent class among the training records with the same level of a feature.
type mode struct{ Feature string }

func (m mode) String() string { return "mode(" + m.Feature + ")" }

func (mode) Traits() learn.Traits { return learn.Traits{} }

func (m mode) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
	if err := learn.Classification("mode", d); err != nil {
		return nil, err
	}
	j, err := d.Index(m.Feature) // by name: OneHot and columns left out change the numbers
	if err != nil {
		return nil, err
	}
	return &onData{j, d}, nil
}

// onData is a mode that knows its data.
type onData struct {
	feature int
	*dataset.Data
}

func (p *onData) NewFitter(*learn.Pool) learn.Fitter {
	return &fitter{onData: p, best: map[float64]int{}}
}

type fitter struct {
	*onData
	best map[float64]int // by level
}

func (f *fitter) level(i int32) float64 { return f.X.At(int(i), f.feature) }

func (f *fitter) Fit(_ context.Context, train []int32) (learn.Report, error) {
	clear(f.best)
	counts := map[float64][]int{}
	for _, i := range train { // the labels of other records must not be looked at
		level := f.level(i)
		if counts[level] == nil {
			counts[level] = make([]int, f.K())
		}
		counts[level][f.Class[i]]++
	}
	for level, c := range counts {
		f.best[level] = slices.Index(c, slices.Max(c))
	}
	return learn.Report{}, nil
}

func (f *fitter) Predict(rows []int32, out []float64) {
	for k, i := range rows {
		out[k] = float64(f.best[f.level(i)])
	}
}

func TestModeSeesNoValidationRecord(t *testing.T) {
	learntest.Contract(t, learntest.Case{Learner: mode{Feature: "colour"}, Data: plants(t)})
}

// The Go of docs/howto/metrics.md.

// netBenefit is (TP - FP t/(1-t))/n, where n records are predicted to be of the class if its probability is at least t.
func netBenefit(class string, t float64) metric.Definition {
	parts := func(p *metric.Predictions, out []float64) (float64, error) {
		k := slices.Index(p.Classes, class)
		if k < 0 {
			return 0, fmt.Errorf("there is no class %q", class)
		}
		sum := 0.0
		for i, truth := range p.Truth {
			out[i] = 0
			switch alarm := p.Probabilities[i*len(p.Classes)+k] >= t; {
			case alarm && truth == float64(k):
				out[i] = 1
			case alarm:
				out[i] = -t / (1 - t)
			}
			sum += out[i]
		}
		return sum / float64(len(out)), nil
	}
	return metric.Definition{
		Metric: metric.Metric{Name: "net benefit", HigherIsBetter: true},
		Needs:  metric.Probabilities,
		Of: func(p *metric.Predictions) (float64, error) {
			return parts(p, make([]float64, len(p.Truth)))
		},
		Parts: parts,
	}
}

func byNetBenefit(path, class string, t float64) (compare.Report, error) {
	all, err := results.Read([]string{path}, results.ReadOptions{})
	if err != nil {
		return compare.Report{}, err
	}
	r, err := all[0].Measured(netBenefit(class, t))
	if err != nil {
		return compare.Report{}, err
	}
	return compare.Run([]results.Results{r}, compare.Options{})
}

func Example_byNetBenefit() {
	toRoot()
	const samples = "data/samples/predictions/caret-"
	all, err := importer.Caret([]importer.Model{{Name: "lda", Path: samples + "lda-probabilities.csv"},
		{Name: "tree", Path: samples + "rpart-probabilities.csv"}}, importer.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	file, err := os.CreateTemp("", "*.csv")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.Remove(file.Name())
	err = results.Write(file, results.Predictions, all...)
	if err := errors.Join(err, file.Close()); err != nil {
		fmt.Println(err)
		return
	}
	report, err := byNetBenefit(file.Name(), "virginica", 0.25)
	if err != nil {
		fmt.Println(err)
		return
	}
	v := report.Verdicts[0]
	fmt.Printf("%s of %s less %s: %.6f\n", v.Metric.Name, v.ModelB, v.ModelA, v.Estimate)
	// Output: net benefit of tree less lda: -0.020000
}

// The program of the page about a first verdict.
func TestFirstProgramRuns(t *testing.T) {
	cmd := exec.Command("go", "run", "./examples/compare")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if want := "svm is better than knn(k=1): error 34.2% against 45.7%"; !strings.HasPrefix(string(out), want) {
		t.Errorf("the program prints %q, want %q at its beginning", out, want)
	}
}

// plants reads the sample data.
func plants(t *testing.T) *dataset.Data {
	t.Helper()
	d, err := dataset.Read("../../data/samples/plants.csv", dataset.Options{Target: "kind"})
	if err != nil {
		t.Fatal(err)
	}
	return d
}
