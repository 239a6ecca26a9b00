package accounttest

import (
	"context"
	"sync"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
)

// quickRuns holds the results of experiments at the quick scale, seed 1, which
// several tests look at.
var quickRuns sync.Map

// QuickRun returns the results of an experiment at the quick scale.
func QuickRun(t *testing.T, e reproduce.Experiment) []reproduce.Result {
	t.Helper()
	type outcome struct {
		results []reproduce.Result
		err     error
	}
	once, _ := quickRuns.LoadOrStore(e.Name, sync.OnceValue(func() outcome {
		r, err := e.Run(t.Context(), study.Config{Data: data.FS, Scale: study.Quick, Seed: 1})
		return outcome{r, err}
	}))
	o := once.(func() outcome)()
	if o.err != nil {
		t.Fatal(o.err)
	}
	return o.results
}

// QuickRows sets the results of the items beside the published numbers.
func QuickRows(t *testing.T, e reproduce.Experiment, items ...string) []reproduce.Row {
	t.Helper()
	published, err := reproduce.ReadPublished(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := reproduce.Account(published, QuickRun(t, e))
	if err != nil {
		t.Fatal(err)
	}
	return reproduce.Filter(rows, items)
}

// BesidePublished runs an experiment and sets its results beside the published cells of an
// item, by key.
func BesidePublished(t *testing.T, e reproduce.Experiment,
	item string) (results map[string]reproduce.Result, printed map[string]string) {
	t.Helper()
	published, err := reproduce.ReadPublished(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	out, err := e.Run(context.Background(), study.Config{Data: data.FS, Scale: study.Quick, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	results, printed = map[string]reproduce.Result{}, map[string]string{}
	for _, p := range published {
		if p.Source == "thesis" && p.Item == item {
			printed[p.Key] = p.Text
		}
	}
	for _, r := range out {
		if _, ok := printed[r.Key]; !ok || r.Item != item {
			t.Errorf("nobody published %s %s", r.Item, r.Key)
		}
		results[r.Key] = r
	}
	return results, printed
}
