package results

import (
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
)

// What models chose is written of tuned models alone, by run and with inner folds, and stays with metrics and runs.
func TestChoices(t *testing.T) {
	set, err := cv.New(cv.BCV, 16, cv.Options{M: 1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	nested, err := cv.Nest(set, 1, 1, cv.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	filled := func(set cv.Set, models ...string) Results {
		r := New(set)
		for _, model := range models {
			for _, f := range set.Folds() {
				if err := r.Add(f, model, 0.5); err != nil {
					t.Fatal(err)
				}
				if model == "plain" {
					continue
				}
				c := Choice{Setting: "x, y", Value: float64(f.Replication) + float64(f.Fold)/4}
				if f.Fold == 2 && f.Replication == 1 {
					c = Choice{Setting: "z", Only: true}
				}
				if err := r.SetChoice(f, model, c); err != nil {
					t.Fatal(err)
				}
			}
		}
		return *r
	}
	one, err := filled(set, "plain", "tuned", "last").WithInner(filled(nested.Inner, "plain", "tuned", "last"), nested)
	if err != nil {
		t.Fatal(err)
	}
	two, err := filled(set, "tuned").WithInner(filled(nested.Inner, "tuned"), nested)
	if err != nil {
		t.Fatal(err)
	}
	both, err := JoinRuns([]string{"1", "2"}, []Results{one, two})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := Write(&b, Choices, both); err != nil {
		t.Fatal(err)
	}
	name, inside := set.ID().String(), nested.ID().String()
	var want strings.Builder
	want.WriteString("model,replication,half,inner,fold,run,setting,value,set\n")
	models := map[string][]string{"1": {"tuned", "last"}, "2": {"tuned"}}
	for _, run := range []string{"1", "2"} {
		for _, section := range [][]string{{"1,,,1,R,\"x, y\",1.25," + name, "1,,,2,R,z,," + name},
			{"1,1,1,1,R,\"x, y\",1.25," + inside, "1,1,1,2,R,z,," + inside, "1,2,1,1,R,\"x, y\",2.25," + inside,
				"1,2,1,2,R,\"x, y\",2.5," + inside}} {
			for _, model := range models[run] {
				for _, row := range section {
					want.WriteString(model + "," + strings.Replace(row, ",R,", ","+run+",", 1) + "\n")
				}
			}
		}
	}
	if b.String() != want.String() {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want.String())
	}
	if got := both.Choice(2, 1, 0); got != (Choice{}) {
		t.Errorf("run 2 of a model with one run: %+v", got)
	}
	if got := both.Choice(1, 1, 0); got.Setting != "x, y" || math.Abs(got.Value-1.25) > 0 {
		t.Errorf("run 2 of tuned: %+v", got)
	}
	r := New(set)
	if err := r.SetChoice(cv.Fold{Replication: 2, Fold: 1}, "a", Choice{}); err == nil {
		t.Error("a choice on a fold that there is not")
	}
}
