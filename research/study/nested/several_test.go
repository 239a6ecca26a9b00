package nested

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/research/internal/check"
)

// The least p-value of three learners is that of the pair that differs most. Learner B is better than A by 1, 2, ... on
// the folds and by j + h on those of half h of half-split j, so that H is 1/2, and C is A.
func TestLeastOf(t *testing.T) {
	a, b := make([]float64, 2*crowdReplications+4*most*wideInner), []float64{}
	for i := range 2 * crowdReplications {
		b = append(b, float64(i+1))
	}
	for j := range most {
		for h := range 2 {
			for range 2 * wideInner {
				b = append(b, float64(j+h))
			}
		}
	}
	got, err := leastOf([][]float64{a, b, a})
	if err != nil {
		t.Fatal(err)
	}
	d, err := crowdDifferences(a, b)
	if err != nil {
		t.Fatal(err)
	}
	halves, added := infer.InnerVariances(d.Inner())
	check.Near(t, "H", halves, 0.5, 1e-12)
	check.Near(t, "P' of the inner replications", added, 0, 1e-12)
	// 1.5, 3.5, ..., 9.5 are the means of replications, with the variance 10; V_b is far above H/2.
	statistic := 5.5 / math.Sqrt(0.25+10./5)
	for k, df := range []float64{14, 10} {
		tail := distuv.StudentsT{Sigma: 1, Nu: df}.Survival(statistic)
		check.Near(t, holm[k], got[k], 2*tail, 1e-12)
	}
	bcvT, err := infer.BCVT(d, infer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	check.Near(t, holmBCVT, got[2], bcvT.PValue, 1e-15)
	same, err := leastOf([][]float64{a, a})
	if err != nil || same != [len(holm)]float64{1, 1, 1} {
		t.Errorf("learners that do not differ: %v, %v; want 1 by all procedures", same, err)
	}
}

// Each learner of a crowd has features of its own.
func TestCrowd(t *testing.T) {
	for _, c := range crowds() {
		check.Equal(t, "features", c.from.P, c.each*crowded[len(crowded)-1])
	}
	c := crowds()[0]
	c.n = 60
	p, err := c.one(c.from.New(c.n), rand.New(rand.NewPCG(3, 1)))
	if err != nil {
		t.Fatal(err)
	}
	for k := range holm {
		if !(p[1][k] > 0 && p[1][k] <= p[0][k] && p[0][k] <= 1) {
			t.Errorf("%s: least p-values %v of 3 learners and %v of 10; want fewer of more", holm[k], p[0][k], p[1][k])
		}
	}
}
