package compare_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/results"
)

// The schema describes what is written: two models and more, one data set and several, tests without
// an interval and posteriors, infinite statistics.
func TestSchema(t *testing.T) {
	numtest.NotRaced(t)
	schema, err := jsonschema.NewCompiler().Compile("../../docs/reference/compare.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	reports := map[string]func() (compare.Report, error){
		"all procedures": func() (compare.Report, error) { return ofLosses(losses(5, 2, ""), compare.Options{All: true}) },
		"one-sided": func() (compare.Report, error) {
			return ofLosses(losses(5, 2, ""), compare.Options{Alternative: infer.Less, Rope: 0.1})
		},
		"three models": func() (compare.Report, error) { return ofLosses(three(), compare.Options{}) },
		"data sets":    func() (compare.Report, error) { return ofLosses(datasetRows(3), compare.Options{All: true}) },
		"counts":       func() (compare.Report, error) { return ofCounts(countRows(5, 2), compare.Options{All: true}) },
		"predictions":  func() (compare.Report, error) { return ofPredictions(predictionRows(1, 1, 60), compare.Options{}) },
		"one hold-out, all": func() (compare.Report, error) {
			return ofPredictions(predictionRows(1, 1, 60), compare.Options{All: true, Alternative: infer.Greater})
		},
		"first folds": func() (compare.Report, error) {
			o := compare.Options{Methods: compare.McNemarTests(), FirstFolds: true, Adjust: "holm"}
			return ofPredictions(predictionRows(3, 2, 60), o)
		},
		"no disagreement": func() (compare.Report, error) {
			rows := predictionRows(1, 1, 60)
			for i := range rows {
				rows[i].Predicted = rows[i].Truth
			}
			return ofPredictions(rows, compare.Options{})
		},
		"no spread": func() (compare.Report, error) {
			rows := losses(5, 2, "")
			for i := range rows {
				rows[i].Loss = 0.25
			}
			return ofLosses(rows, compare.Options{})
		},
		"items": func() (compare.Report, error) {
			r := scored{items: 40, runs: [2]int{1, 1}}.made(t)
			return compare.Run([]results.Results{r}, compare.Options{All: true})
		},
		"items in runs and clusters": func() (compare.Report, error) {
			r := scored{items: 40, clusters: 9, runs: [2]int{3, 2}}.made(t)
			return compare.Run([]results.Results{r}, compare.Options{All: true})
		},
		"a sheet": func() (compare.Report, error) {
			rs, err := results.Parse("sheet.csv", strings.NewReader("Fold,a,b\n1,0.5,0.75\n2,0.75,0.5\n3,1,1\n"),
				results.ReadOptions{})
			if err != nil {
				return compare.Report{}, err
			}
			return compare.Run(rs, compare.Options{})
		},
		"nothing": func() (compare.Report, error) { return compare.Report{}, nil },
	}
	for name, run := range reports {
		r, err := run()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var v map[string]any
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if v["verdicts"] = "none"; schema.Validate(v) == nil {
			t.Errorf("%s: a wrong report is accepted", name)
		}
	}
}
