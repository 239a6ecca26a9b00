package ranks_test

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/infer/ranks"
)

// F1 of three models on six data sets.
func Example() {
	scores := ranks.Scores{
		{0.81, 0.84, 0.79}, {0.70, 0.74, 0.71}, {0.93, 0.95, 0.91},
		{0.66, 0.69, 0.65}, {0.88, 0.87, 0.84}, {0.77, 0.80, 0.74},
	}
	f, err := ranks.Friedman(scores, ranks.Higher, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	cd, err := ranks.CriticalDifference(3, len(scores), 0.05)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("mean ranks %.2f, F = %.2f, p = %.4f, critical difference %.2f\n", f.Ranks, f.F, f.FPValue, cd)
	// Output:
	// mean ranks [2.00 1.17 2.83], F = 11.36, p = 0.0027, critical difference 1.35
}
