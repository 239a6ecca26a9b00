package docs_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/display"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/outside"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/learn/tree"
)

// The Go of docs/reference/learners.md.
func Example_learners() {
	toRoot()
	data := display.Must(dataset.Read("data/samples/plants.csv", dataset.Options{})) // or your own dataset.Data
	set := display.Must(cv.New(cv.BCV, data.N(), cv.Options{M: 3, Seed: 1}))         // 3 x 2 BCV
	learners := []learn.Learner{simple.Majority{}, tree.CART{}}
	r := display.Must(holdout.Run(context.Background(), holdout.Plan{Data: data, Set: set, Learners: learners}))
	rates := r.Values[0].Of(1) // error rates of the tree on the folds
	fmt.Println(len(rates), r.Train[0], r.Valid[0])
	// Output: 6 150 150
}

// The Go of docs/howto/outside-learners.md.
func Example_outside() {
	toRoot()
	data := display.Must(dataset.Read("data/samples/plants.csv", dataset.Options{}))
	c := outside.Command{Name: "python3", Args: []string{"examples/nearest_mean.py"}, Timeout: time.Minute}
	prepared, err := c.Prepare(context.Background(), data)
	fmt.Println(prepared != nil, err)
	// Output: true <nil>
}

// toRoot makes the root of the repository the working directory. Examples run after all tests.
func toRoot() {
	if _, err := os.Stat("data/samples"); err == nil {
		return
	}
	if err := os.Chdir("../.."); err != nil {
		fmt.Println(err)
	}
}
