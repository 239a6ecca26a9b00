package rule_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn/rule"
)

// A fitted rule list can be read. One label in twenty is wrong here; no rule
// is made for the wrong ones.
func ExampleRIPPER() {
	rng := rand.New(rand.NewPCG(1, 2))
	d := &dataset.Data{
		Name:     "shop",
		X:        mat.NewDense(300, 3, nil),
		Features: []dataset.Feature{{Name: "age"}, {Name: "income"}, {Name: "town", Levels: []string{"big", "small"}}},
		Classes:  []string{"no", "yes"},
	}
	var rows []int32
	for i := range d.N() {
		age, income, town := 18+rng.IntN(60), rng.IntN(100), rng.IntN(2)
		d.X.SetRow(i, []float64{float64(age), float64(income), float64(town)})
		buys := income >= 60 && town == 0
		if rng.IntN(20) == 0 {
			buys = !buys
		}
		c := int32(0)
		if buys {
			c = 1
		}
		d.Class, rows = append(d.Class, c), append(rows, int32(i))
	}
	prepared, err := rule.RIPPER{}.Prepare(context.Background(), d)
	if err != nil {
		fmt.Println(err)
		return
	}
	f := prepared.NewFitter(nil)
	if _, err := f.Fit(context.Background(), rows); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f)
	// Output:
	// if income >= 60 and town = big then yes (65 records, 4 wrong)
	// else no (235 records, 8 wrong)
}
