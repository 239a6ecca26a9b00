package experiment

import (
	"sync"
	"testing"

	"github.com/block-regularized/bcv/data"
)

// quickRuns holds the results of experiments at the quick scale, seed 1, which
// several tests look at.
var quickRuns sync.Map

// quickRun returns the results of an experiment at the quick scale.
func quickRun(t *testing.T, e Experiment) []Result {
	t.Helper()
	type outcome struct {
		results []Result
		err     error
	}
	once, _ := quickRuns.LoadOrStore(e.Name, sync.OnceValue(func() outcome {
		r, err := e.Run(t.Context(), Config{Data: data.FS, Scale: Quick, Seed: 1})
		return outcome{r, err}
	}))
	o := once.(func() outcome)()
	if o.err != nil {
		t.Fatal(o.err)
	}
	return o.results
}

// quickRows sets the results beside the published numbers, those of the items.
func quickRows(t *testing.T, e Experiment, items ...string) []Row {
	t.Helper()
	published, err := ReadPublished(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := Account(published, quickRun(t, e))
	if err != nil {
		t.Fatal(err)
	}
	return Filter(rows, items)
}
