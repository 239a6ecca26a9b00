package covariance_test

import (
	"context"
	"fmt"

	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study/covariance"
)

// Mean regression on 40 records, 1,000 data sets: block regularization takes some
// percent off the variance of 3 x 2 CV.
func ExampleStudy() {
	s := covariance.Study{Config: "mean", Distribution: simdata.SREG{P: 2}, N: 40, Learner: simple.Mean{}, Sets: 50,
		Shards: 20, Seed: 1}
	r, err := s.Run(context.Background(), sim.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	rows := r.Rows()
	random, regularized := covariance.Find(rows, "mx2CV", 3), covariance.Find(rows, "mx2BCV", 3)
	rate, se := r.Reduction("mx2CV", "mx2BCV", 3, 3, true)
	fmt.Println("smaller variance given the data set:", regularized.Given < random.Given)
	fmt.Println("reduction by more than 3 standard errors:", rate > 3*se)
	// Output:
	// smaller variance given the data set: true
	// reduction by more than 3 standard errors: true
}
