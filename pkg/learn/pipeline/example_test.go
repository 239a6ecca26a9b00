package pipeline_test

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/display"
	"github.com/block-regularized/bcv/pkg/learn/catalogue"
	"github.com/block-regularized/bcv/pkg/learn/pipeline"
	"github.com/block-regularized/bcv/pkg/learn/tree"
)

func ExamplePipeline() {
	l := pipeline.Pipeline{
		Steps:   []pipeline.Step{pipeline.Downsample{Seed: 1}, pipeline.Scale{}, pipeline.PCA{Components: 4}},
		Learner: tree.C45{},
	}
	same := display.Must(catalogue.Parse("downsample(seed=1) | scale | pca(4) | c4.5"))
	fmt.Println(l.String() == same.String()) // the model's name in all results
	// Output: true
}
