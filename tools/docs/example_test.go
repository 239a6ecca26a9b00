package docs_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/display"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/outside"
)

// The Go of docs/learners.md.
func Example_learners() {
	data := dataset.Draw(dataset.SREG{P: 100}, 1000, rand.New(rand.NewPCG(1, 1))) // or public.Open("letter"), or your own dataset.Data
	set := display.Must(cv.New(cv.BCV, data.N(), cv.Options{M: 3, Seed: 1}))      // 3 x 2 BCV
	learners := []learn.Learner{linear.OLS{}, linear.Ridge{Lambda: 10}}
	r := display.Must(holdout.Run(context.Background(), holdout.Plan{Data: data, Set: set, Learners: learners}))
	rows := r.Losses() // model, replication, fold, loss, n_train, n_valid, set
	fmt.Println(len(rows), rows[0].Model, rows[0].NTrain, rows[0].NValid)
	// Output: 12 ols 500 500
}

// The Go of docs/outside-learners.md.
func Example_outside() {
	if err := os.Chdir("../.."); err != nil {
		fmt.Println(err)
	}
	data := display.Must(dataset.Read("data/samples/plants.csv", dataset.Options{}))
	c := outside.Command{Name: "python3", Args: []string{"docs/examples/nearest_mean.py"}, Timeout: time.Minute}
	prepared, err := c.Prepare(data)
	fmt.Println(prepared != nil, err)
	// Output: true <nil>
}
