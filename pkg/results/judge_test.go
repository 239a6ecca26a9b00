package results_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

const judgedItems = `item,model,cluster,score,judge
1,a,x,1,1
2,a,y,,0
3,a,x,0,1
4,a,z,1,1
5,a,y,,1
1,b,x,0,0
2,b,y,,1
3,b,x,1,1
4,b,z,1,0
5,b,y,,0
`

// TestJudgeRead reads what a judge scored beside people, in both forms.
func TestJudgeRead(t *testing.T) {
	want := "[[1 0 1]] [[0 1 1]] [1 1 1] [0 1 0] [0 1] [1 0]"
	of := func(r results.Results) string {
		s := r.Sample(0, 1, false)
		return fmt.Sprint(s.A, s.B, s.Judge.A, s.Judge.B, s.Judge.OthersA, s.Judge.OthersB)
	}
	for name, c := range map[string]struct {
		text string
		opt  results.ReadOptions
	}{
		"long":  {judgedItems, results.ReadOptions{}},
		"named": {strings.Replace(judgedItems, "judge", "llm", 1), results.ReadOptions{Judge: "llm"}},
		"wide": {"item,a,b,a_judge,b_judge\n1,1,0,1,0\n2,,,0,1\n3,0,1,1,1\n4,1,1,1,0\n5,,,1,0\n",
			results.ReadOptions{Wide: true}},
	} {
		rs, err := results.Parse("f.csv", strings.NewReader(c.text), c.opt)
		if err != nil {
			t.Fatal(name, err)
		}
		if got := of(rs[0]); got != want || !rs[0].Judged() {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		if got := rs[0].Design.String(); !strings.HasPrefix(got, "a test set of 5 items, of which people scored 3 and a judge all") {
			t.Errorf("%s: %s", name, got)
		}
		if name != "long" {
			continue
		}
		s := rs[0].Sample(0, 1, false)
		if got := fmt.Sprint(s.Clusters, s.Judge.Clusters); got != "[0 0 1] [2 2]" {
			t.Errorf("clusters %s", got)
		}
		var b bytes.Buffer
		if err := results.Write(&b, results.ItemRows, rs...); err != nil {
			t.Fatal(err)
		}
		again, err := results.Parse("again.csv", &b, results.ReadOptions{})
		if err != nil || of(again[0]) != want {
			t.Errorf("written and read again: %v, %v", again, err)
		}
	}
}

// TestJudgeNotRead has files whose column of a judge cannot be taken, and one in which it adds nothing.
func TestJudgeNotRead(t *testing.T) {
	wide := results.ReadOptions{Wide: true}
	for _, c := range []struct {
		text string
		opt  results.ReadOptions
		want string
	}{
		{strings.Replace(judgedItems, "2,b,y,,1", "2,b,y,1,1", 1), results.ReadOptions{},
			`people scored item "2" of "b", but not of "a"`},
		{strings.Replace(judgedItems, "2,a,y,,0", "2,a,y,,", 1), results.ReadOptions{}, "a judge scores all items"},
		{strings.Replace(judgedItems, "2,a,y,,0", "2,a,y,,gpt", 1), results.ReadOptions{}, "give the column another name"},
		{"item,model,judge\n1,a,1\n1,b,1\n", results.ReadOptions{}, "stands without the scores of people"},
		{"item,model,score,judge\n1,a,,1\n2,a,,0\n1,b,,1\n2,b,,0\n", results.ReadOptions{}, "is empty for all items"},
		{"item,model,score,judge\n1,a,1,1\n2,a,,0\n1,b,1,1\n2,b,,0\n", results.ReadOptions{}, "people scored 1 of 2 items"},
		{"item,model,run,score,judge\n1,a,1,1,1\n2,a,1,,0\n1,a,2,1,1\n2,a,2,,0\n1,b,1,1,1\n2,b,1,,0\n",
			results.ReadOptions{}, "several runs or draws"},
		{"item,model,score\n1,a,1\n2,a,\n1,b,1\n2,b,0\n", results.ReadOptions{}, "is empty"},
		{"item,model,truth,label,judge\n1,a,x,y,1\n", results.ReadOptions{}, "stands beside columns other than a score"},
		{strings.Replace(judgedItems, "item,model,cluster", "point,model,other", 1), results.ReadOptions{},
			"stands beside points in time"},
		{judgedItems, results.ReadOptions{Judge: "llm"}, "does not exist"},
		{judgedItems, results.ReadOptions{Judge: "judge", Metric: metric.Metric{Name: "judge", HigherIsBetter: true}},
			"is the score and that of the judge"},
		{strings.Replace(judgedItems, "judge", "Judge", 1), results.ReadOptions{}, "write its name judge"},
		{"item,a,b,a_judge\n1,1,0,1\n", wide, "scored 1 of 2 models"},
		{"item,a,b,judge\n1,1,0,1\n", wide, "is it a model?"},
	} {
		_, err := results.Parse("f.csv", strings.NewReader(c.text), c.opt)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
	all := "item,model,score,judge\n1,a,1,1\n2,a,0,1\n1,b,1,1\n2,b,0,0\n"
	rs, err := results.Parse("f.csv", strings.NewReader(all), results.ReadOptions{})
	if err != nil || rs[0].Judged() || !strings.Contains(fmt.Sprint(rs[0].Notes), "people scored all items") {
		t.Errorf("people scored all: %v, %v", rs, err)
	}
}

// TestJudgedTwice refuses an item that stands twice, once with the score of a person.
func TestJudgedTwice(t *testing.T) {
	_, err := results.Parse("f.csv", strings.NewReader(judgedItems+"2,a,y,1,0\n"), results.ReadOptions{})
	if err == nil || !strings.Contains(err.Error(), `has item "2" twice`) {
		t.Errorf("%v", err)
	}
}
