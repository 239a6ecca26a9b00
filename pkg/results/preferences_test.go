package results_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/results/sheet"
)

const preferences = `item,a,b,winner,first
1,old,new,new,new
2,new,old,tie,old
3,old,new,a,b
4,old,new,B,
5,new,old,model_a,a
`

// Preferences are read by the names of models and by words for their sides, and written so that they read alike.
func TestPreferences(t *testing.T) {
	of := func(r results.Results) string {
		s := r.Sample(0, 1, false)
		return strings.TrimSpace(fmt.Sprintln(r.Models, s.A, s.B, s.Clusters, r.FirstShown(0, 1), r.Values[0].Cells,
			r.Metrics[0].Name, r.Design))
	}
	want := "[old new] [[0 0.5 1 0 0]] [[1 0.5 0 1 1]] [] [2 1 2 0 2] [0.3 0.7] win rate 5 comparisons"
	for name, text := range map[string]string{
		"plain": preferences,
		"arena": strings.NewReplacer("item,a,b", "question_id,model_a,model_b", "tie", "tie (bothbad)").Replace(preferences),
		"tabs":  strings.ReplaceAll(preferences, ",", "\t"),
	} {
		rs, err := results.Parse("f.csv", strings.NewReader(text), results.ReadOptions{})
		if err != nil {
			t.Fatal(name, err)
		}
		if got := of(rs[0]); got != want || !rs[0].Preferred() {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		var b bytes.Buffer
		if err := results.Write(&b, results.ItemRows, rs...); err != nil {
			t.Fatal(err)
		}
		again, err := results.Parse("again.csv", &b, results.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := of(again[0]); got != want {
			t.Errorf("%s, written: %s, want %s", name, got, want)
		}
	}
}

// Several comparisons of an item are a cluster, as those of a prompt or of a column cluster are.
func TestPreferencesInClusters(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		opt  results.ReadOptions
		want string
	}{
		"item":    {"item,a,b,winner\n1,x,y,x\n2,x,y,y\n1,y,x,y\n", results.ReadOptions{}, "[0 1 0]"},
		"prompt":  {"id,prompt,a,b,winner\n1,p,x,y,x\n2,q,x,y,y\n3,p,y,x,y\n", results.ReadOptions{}, "[0 1 0]"},
		"cluster": {"item,cluster,a,b,winner\n1,p,x,y,x\n2,q,x,y,y\n3,p,y,x,y\n", results.ReadOptions{}, "[0 1 0]"},
		"judge": {"item,judge,a,b,winner\n1,p,x,y,x\n2,q,x,y,y\n3,p,y,x,y\n",
			results.ReadOptions{Told: sheet.Told{Roles: map[string]sheet.Role{"judge": "cluster"}}}, "[0 1 0]"},
		"each": {"item,cluster,a,b,winner\n1,p,x,y,x\n2,q,x,y,y\n", results.ReadOptions{}, "[]"},
		"told": {"item,left,right,choice\n1,x,y,x\n2,x,y,y\n1,y,x,y\n", results.ReadOptions{Told: sheet.Told{Roles: map[string]sheet.Role{
			"left": "a", "right": "b", "choice": "winner"}}}, "[0 1 0]"},
	} {
		rs, err := results.Parse("f.csv", strings.NewReader(c.text), c.opt)
		if err != nil {
			t.Fatal(name, err)
		}
		if got := fmt.Sprint(rs[0].Sample(0, 1, false).Clusters); got != c.want {
			t.Errorf("%s: clusters %s, want %s", name, got, c.want)
		}
	}
}

const threeModels = "item,a,b,winner,first\n1,x,y,x,x\n2,y,z,tie,z\n3,x,z,z,x\n4,x,y,y,y\n"

// Of more than two models those that are named are compared, or all put in order.
func TestPreferencesOfSeveral(t *testing.T) {
	rs, err := results.Parse("f.csv", strings.NewReader(threeModels), results.ReadOptions{Models: []string{"y", "x"}})
	if err != nil {
		t.Fatal(err)
	}
	s := rs[0].Sample(0, 1, false)
	if got := fmt.Sprint(rs[0].Models, s.A, s.B, rs[0].FirstShown(0, 1)); got != "[y x] [[0 1]] [[1 0]] [2 1]" {
		t.Errorf("two of three: %s", got)
	}
	if rs, err = results.Parse("f.csv", strings.NewReader(threeModels), results.ReadOptions{Preferences: true}); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(rs[0].Comparisons(), rs[0].Values[0].Cells); got != "[{0 1 1 0} {1 2 0.5 1} {0 2 0 2} {0 1 0 3}] "+
		"[0.3333333333333333 0.5 0.75]" {
		t.Errorf("three: %s", got)
	}
}

// What a row does not say is asked, and what cannot be is refused, in one line.
func TestPreferencesRefused(t *testing.T) {
	head := "item,a,b,winner,first\n"
	for name, c := range map[string]struct{ text, want string }{
		"winner":    {head + "1,x,y,z,\n", `row 2, column winner: "z" is neither "x" nor "y", nor a, b or tie`},
		"empty":     {head + "1,x,y,,\n", `column winner: "" is neither`},
		"ambiguous": {head + "1,B,A,A,\n", `"A" is the name of a model and a word for the one in column a`},
		"itself":    {head + "1,x,x,x,\n", `"x" is compared with itself`},
		"no model":  {head + "1,,x,x,\n", "name both models"},
		"first":     {head + "1,x,y,x,tie\n", `column first: "tie" is neither`},
		"no item":   {head + ",x,y,x,x\n", "column item: is empty"},
		"clusters":  {"item,cluster,a,b,winner\n1,p,x,y,x\n1,q,x,y,x\n", `column cluster: "q", but item "1" has "p" above`},
		"three":     {threeModels, "has preferences among 3 models"},
	} {
		_, err := results.Parse("f.csv", strings.NewReader(c.text), results.ReadOptions{})
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	_, err := results.Parse("f.csv", strings.NewReader("item,a,b,winner\n1,x,y,x\n2,z,w,z\n"),
		results.ReadOptions{Models: []string{"x", "z"}})
	if err == nil || !strings.Contains(err.Error(), `no comparison is of two of the models "x", "z"`) {
		t.Errorf("models that never met: %v", err)
	}
	rs, err := results.Parse("f.csv", strings.NewReader("item,a,b,winner\n1,0.3,0.4,b\n2,0.4,0.2,a\n3,0.1,0.2,b\n"), results.ReadOptions{})
	if err != nil || rs[0].Preferred() {
		t.Errorf("scores of models called a and b are taken for names: %v", err)
	}
}
