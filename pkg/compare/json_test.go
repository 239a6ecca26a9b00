package compare_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/results"
)

// schema is what docs/reference/compare.schema.json uses of JSON Schema.
type schema struct {
	Type       any // a name or a list of names
	Properties map[string]*schema
	Required   []string
	Items      *schema
	Additional *bool `json:"additionalProperties"`
	MinItems   int
	MaxItems   *int
}

// problems lists what in a value disagrees with a schema.
func (s *schema) problems(at string, v any) []string {
	kind := map[bool]string{true: "null"}[v == nil]
	var out []string
	switch v := v.(type) {
	case string:
		kind = "string"
	case bool:
		kind = "boolean"
	case float64:
		if kind = "number"; v == float64(int(v)) && strings.Contains(fmt.Sprint(s.Type), "integer") {
			kind = "integer"
		}
	case []any:
		kind = "array"
		if len(v) < s.MinItems || s.MaxItems != nil && len(v) > *s.MaxItems {
			out = append(out, fmt.Sprintf("%s has %d items", at, len(v)))
		}
		for i, item := range v {
			out = append(out, s.Items.problems(fmt.Sprintf("%s[%d]", at, i), item)...)
		}
	case map[string]any:
		kind = "object"
		for _, name := range s.Required {
			if _, ok := v[name]; !ok {
				out = append(out, at+"."+name+" is missing")
			}
		}
		for name, inner := range v {
			if s.Properties == nil { // an open object
				break
			}
			if s.Properties[name] == nil {
				out = append(out, at+"."+name+" is not in the schema")
				continue
			}
			out = append(out, s.Properties[name].problems(at+"."+name, inner)...)
		}
	}
	if !slices.Contains(strings.Fields(strings.Trim(fmt.Sprint(s.Type), "[]")), kind) {
		out = append(out, fmt.Sprintf("%s is %s, want %v", at, kind, s.Type))
	}
	return out
}

// The schema describes what is written: two models and more, one data set and several, tests without
// an interval and posteriors, infinite statistics.
func TestSchema(t *testing.T) {
	numtest.NotRaced(t)
	text, err := os.ReadFile("../../docs/reference/compare.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var s schema
	if err := json.Unmarshal(text, &s); err != nil {
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
		for _, p := range s.problems("report", v) {
			t.Errorf("%s: %s", name, p)
		}
		if v["verdicts"] = "none"; len(s.problems("report", v)) == 0 {
			t.Errorf("%s: a wrong report is accepted", name)
		}
	}
}
