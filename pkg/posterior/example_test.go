package posterior_test

import (
	"fmt"
	"strings"

	"github.com/block-regularized/bcv/pkg/posterior"
)

// Two taggers were trained and validated on the six folds of a 3 x 2 BCV. Is
// the second one better? results.Read takes counts from files; here they are
// written out.
func ExampleCompare() {
	gold := []float64{3146, 3175, 3142, 3179, 3143, 3178}
	predicted := [][]float64{{2242, 2298, 2288, 2250, 2261, 2245}, {2226, 2289, 2255, 2229, 2210, 2218}}
	correct := [][]float64{{2088, 2109, 2098, 2085, 2069, 2068}, {2075, 2114, 2080, 2071, 2041, 2054}}
	task := posterior.Task{Name: "ORG", M: 3, A: posterior.Model{Name: "IOB2"}, B: posterior.Model{Name: "IOBES"}}
	for k := range gold {
		task.A.Folds = append(task.A.Folds, posterior.Chunks(gold[k], predicted[0][k], correct[0][k]))
		task.B.Folds = append(task.B.Folds, posterior.Chunks(gold[k], predicted[1][k], correct[1][k]))
	}
	comparisons, err := posterior.Compare([]posterior.Task{task}, posterior.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range comparisons {
		fmt.Printf("%-2s  %s [%.4f, %.4f]  %s [%.4f, %.4f]  P(H0) = %.3f, %s\n",
			c.Metric, c.ModelA, c.ALow, c.AHigh, c.ModelB, c.BLow, c.BHigh, c.PH0, c.Decision)
	}
	// Output:
	// P   IOB2 [0.9137, 0.9286]  IOBES [0.9185, 0.9331]  P(H0) = 0.190, accept H1
	// R   IOB2 [0.6489, 0.6711]  IOBES [0.6445, 0.6668]  P(H0) = 0.705, accept H0
	// F1  IOB2 [0.7606, 0.7774]  IOBES [0.7593, 0.7761]  P(H0) = 0.587, accept H0
}

func ExampleLogDifference() {
	// The probability that recall did not improve is about 10^-67: a million
	// Monte-Carlo draws would say 0.
	a, _ := posterior.NewDistribution(posterior.Recall, posterior.Counts{TP: 90000, FN: 10000}, 1)
	b, _ := posterior.NewDistribution(posterior.Recall, posterior.Counts{TP: 92200, FN: 7800}, 1)
	atMost, _, _ := posterior.LogDifference(a, b, 0)
	fmt.Printf("log P(H0) = %.4f\n", atMost)
	// Output:
	// log P(H0) = -153.3496
}

func ExampleComparison_Sentence() {
	c := posterior.Comparison{Task: "NER", Metric: "F1", ModelA: "IOB2", ModelB: "IOBES", M: 3, Level: 0.95,
		A: 0.89495, ALow: 0.89212, AHigh: 0.89770, B: 0.89600, BLow: 0.89318, BHigh: 0.89874, PH0: 0.3002, PH1: 0.6998}
	fmt.Println(strings.NewReplacer(" (", "\n(", "; ", ";\n").Replace(c.Sentence()))
	// Output:
	// NER, F1: 89.50% [89.21%, 89.77%] for IOB2 and 89.60% [89.32%, 89.87%] for IOBES
	// (posterior mode and 95% credible interval, 3 x 2 BCV);
	// the posterior probability that IOBES has the higher F1 is 0.6998.
}

// The posterior of F1 on effective counts: 2m matrices summed, times w(m).
func ExampleNewDistribution() {
	sum := posterior.Counts{TP: 480, FP: 120, FN: 90} // of the 6 folds of a 3 x 2 BCV
	f1, err := posterior.NewDistribution(posterior.F1, sum.Scale(posterior.WeightBCV(3)), 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	ci, _ := f1.EqualTailed(0.95)
	fmt.Printf("mode %.4f, mean %.4f, 95%% interval [%.4f, %.4f]\n", f1.Mode(), f1.Mean(), ci.Low, ci.High)
	fmt.Printf("P(F1 > 0.8) = %.4f\n", f1.Survival(0.8))
	// Output:
	// mode 0.8193, mean 0.8172, 95% interval [0.7758, 0.8547]
	// P(F1 > 0.8) = 0.8064
}
