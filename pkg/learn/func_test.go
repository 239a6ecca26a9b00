package learn_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
)

const loans = "region,score,bad\nnorth,1,yes\nsouth,2,yes\nnorth,3,no\nsouth,2.5,yes\nnorth,4,no\nsouth,5,no\nnorth,1.5,yes\n" +
	"south,6,no\nnorth,2,yes\nsouth,3,no\nnorth,2.2,yes\nsouth,4.5,no\n"

func read(t *testing.T, text string, opt dataset.Options) *dataset.Data {
	t.Helper()
	d, err := dataset.Parse("loans.csv", strings.NewReader(text), opt)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func threshold(train learn.Rows) func(learn.Row) string {
	at := (train.Mean("score", "no") + train.Mean("score", "yes")) / 2
	return func(r learn.Row) string {
		if r.At("score") < at {
			return "yes"
		}
		return "no"
	}
}

// mean predicts the mean response of the training records of one level.
func mean(train learn.Rows) func(learn.Row) float64 {
	return func(r learn.Row) float64 {
		sum, n := 0.0, 0.0
		for other := range train.All() {
			if other.Text("region") == r.Text("region") {
				sum, n = sum+other.Response(), n+1
			}
		}
		return sum / max(n, 1)
	}
}

func TestFuncContract(t *testing.T) {
	learntest.Contract(t, learntest.Case{Learner: learn.Func("threshold", threshold),
		Data: read(t, loans, dataset.Options{})})
	learntest.Contract(t, learntest.Case{Learner: learn.Func("mean", mean),
		Data: read(t, loans, dataset.Options{Target: "score", Response: true})})
}

// Run trains a function as any learner, and classes of numbers are predicted by number.
func TestFunc(t *testing.T) {
	numbered := strings.NewReplacer("yes", "1", "no", "0").Replace(loans)
	cut := learn.Func("cut", func(train learn.Rows) func(learn.Row) float64 {
		if train.Len() != 6 || math.IsNaN(train.Mean("score")) {
			t.Errorf("%d training records with mean %v", train.Len(), train.Mean("score"))
		}
		at := (train.Mean("score", 0) + train.Mean("score", 1)) / 2
		return func(r learn.Row) float64 { return map[bool]float64{true: 1}[r.At("score") < at] }
	})
	d := read(t, numbered, dataset.Options{})
	set, err := cv.New(cv.BCV, d.N(), cv.Options{M: 3})
	if err != nil {
		t.Fatal(err)
	}
	r, err := holdout.Run(context.Background(), holdout.Plan{Data: d, Set: set, Learners: []learn.Learner{cut}})
	if err != nil {
		t.Fatal(err)
	}
	if loss := r.Mean(0, 0); loss > 0.15 { // 3, "no", and 2.5, "yes", stand at the edge
		t.Errorf("mean loss %v", loss)
	}
}

// A mistake names the learner, the fold and the line.
func TestFuncMistakes(t *testing.T) {
	predict := func(f func(learn.Row) string) func(learn.Rows) func(learn.Row) string {
		return func(learn.Rows) func(learn.Row) string { return f }
	}
	for want, fit := range map[string]func(learn.Rows) func(learn.Row) string{
		`no feature "scor"`:              predict(func(r learn.Row) string { r.At("scor"); return "no" }),
		"region holds texts":             predict(func(r learn.Row) string { r.At("region"); return "no" }),
		"score holds numbers":            predict(func(r learn.Row) string { return r.Text("score") }),
		"has no label":                   predict(func(r learn.Row) string { return r.Class() }),
		"predicts maybe, which is no":    predict(func(r learn.Row) string { return "maybe" }),
		"returned nothing that predicts": predict(nil),
		`no class "perhaps"`:             func(r learn.Rows) func(learn.Row) string { r.Mean("score", "perhaps"); return nil },
		"divide by zero":                 predict(func(r learn.Row) string { return "yesno"[1/len(r.Text("region")[5:]):] }),
	} {
		d := read(t, loans, dataset.Options{})
		set, err := cv.New(cv.BCV, d.N(), cv.Options{M: 3})
		if err != nil {
			t.Fatal(err)
		}
		_, err = holdout.Run(context.Background(), holdout.Plan{Data: d, Set: set,
			Learners: []learn.Learner{learn.Func("mine", fit)}})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(),
			"holdout: mine, replication 1, fold 1: ") || !strings.Contains(err.Error(), "_test.go") &&
			!strings.Contains(want, "predicts") {
			t.Errorf("%v, want %q and the line", err, want)
		}
	}
}

// Functions of one name are told apart by their code.
func TestFuncIdentity(t *testing.T) {
	if a, b := learn.Identity(learn.Func("a", threshold)), learn.Identity(learn.Func("a", threshold)); a != b {
		t.Errorf("%s and %s", a, b)
	}
	if learn.Identity(learn.Func("a", mean)) == "a" {
		t.Error("the name alone identifies a function")
	}
}
