// The command compare answers in Go which of two learners is better on a file of records.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/block-regularized/bcv/data/samples"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/svm"
	"github.com/block-regularized/bcv/pkg/results"
)

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	file, err := samples.Files.Open("plants.csv") // for a file of your own: dataset.Read(path, options)
	if err != nil {
		return err
	}
	defer file.Close()
	plants, err := dataset.Parse("plants.csv", file, dataset.Options{Target: "kind"})
	if err != nil {
		return err
	}
	set, err := cv.New(cv.BCV, plants.N(), cv.Options{M: 5, Seed: 1}) // 5 x 2 BCV
	if err != nil {
		return err
	}
	r, err := holdout.Run(context.Background(), holdout.Plan{
		Data: plants.OneHot(), Set: set, Learners: []learn.Learner{svm.SVM{}, neighbour.KNN{K: 1}}})
	if err != nil {
		return err
	}
	report, err := compare.Run([]results.Results{r}, compare.Options{})
	if err != nil {
		return err
	}
	fmt.Println(report.Sentence())
	return nil
}
