package items_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
)

// looked are 40 differences of items.
func looked() (d []float64) {
	for i := range 40 {
		switch {
		case i%3 == 0:
			d = append(d, 1)
		case i%7 == 0:
			d = append(d, -1)
		default:
			d = append(d, 0.25*float64(i%2))
		}
	}
	return d
}

func sampleOf(d []float64, clusters []int) items.Sample {
	return items.Sample{A: [][]float64{make([]float64, len(d))}, B: [][]float64{d}, Clusters: clusters}
}

// A look is that by hand, in scipy.
func TestLooksT(t *testing.T) {
	r, l, err := items.LooksT(sampleOf(looked(), nil), 100, infer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, x := range map[string][2]float64{
		"estimate": {r.Estimate, 0.31875}, "statistic": {r.Statistic, 1.943669396346342},
		"p-value": {r.PValue, 0.10387065176139028}, "low": {r.CI.Low, -0.05667640702699639},
		"high": {r.CI.High, 0.6941764070269963}, "low at the end": {l.Ends.Low, 0.17934818188544724},
		"high at the end": {l.Ends.High, 0.45815181811455274}, "needed": {float64(l.Needed), 44},
		"halves": {l.Halves, 0.9495243665088526}, "end of the path": {l.Path[len(l.Path)-1].Statistic, r.Statistic},
	} {
		checkNear(t, name, x[0], x[1], 1e-9)
	}
	if r.Reject || l.Items != 40 || l.Planned != 100 || l.Path[0].Items != 20 || len(l.Path) != 21 {
		t.Errorf("rejects: %v, look %+v", r.Reject, l)
	}
}

// The interval holds what is not rejected, with two sides and with one, and of clusters.
func TestLookIntervals(t *testing.T) {
	var clusters []int
	for i := range 40 {
		clusters = append(clusters, i/4)
	}
	for _, of := range [][]int{nil, clusters} {
		for _, side := range []infer.Alternative{infer.TwoSided, infer.Greater, infer.Less} {
			opt := infer.Options{Alternative: side, Alpha: 0.1}
			r, _, err := items.LooksT(sampleOf(looked(), of), 60, opt)
			if err != nil {
				t.Fatal(err)
			}
			for _, end := range []float64{r.CI.Low, r.CI.High} {
				if opt.Delta = end; math.IsInf(end, 0) {
					continue
				}
				again, _, err := items.LooksT(sampleOf(looked(), of), 60, opt)
				if err != nil {
					t.Fatal(err)
				}
				checkNear(t, "p-value at an end", again.PValue, 0.1, 1e-7)
			}
		}
	}
}

// Among all planned items the interval is wider than the fixed one by c over the normal value, and the statistic is t.
func TestLastLook(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	d := make([]float64, 20000)
	for i := range d {
		d[i] = rng.NormFloat64()
	}
	r, _, err := items.LooksT(sampleOf(d, nil), len(d), infer.Options{})
	fixed, fixedErr := items.ItemT(sampleOf(d, nil), infer.Options{})
	if err != nil || fixedErr != nil {
		t.Fatal(err, fixedErr)
	}
	checkNear(t, "widths", (r.CI.High-r.CI.Low)/(fixed.CI.High-fixed.CI.Low), 2.2414027/1.9599640, 1e-4)
	checkNear(t, "statistic", r.Statistic, fixed.Statistic, 1e-3)
}

// What is in no random order shows in its halves; few items of many decide nothing, and their interval has no ends.
func TestLooksEdges(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	sorted := make([]float64, 1000)
	for i := range sorted {
		if sorted[i] = rng.NormFloat64() + 0.1; i >= 500 {
			sorted[i] -= 0.2
		}
	}
	_, l, err := items.LooksT(sampleOf(sorted, nil), 1000, infer.Options{})
	if err != nil || !(l.Halves < 0.01) {
		t.Errorf("halves of sorted items: p = %v, %v; want less than 0.01", l.Halves, err)
	}
	r, _, err := items.LooksT(sampleOf(looked(), nil), 1_000_000, infer.Options{})
	if err != nil || r.Reject || !math.IsInf(r.CI.High, 1) || !(r.PValue > 0.9) {
		t.Errorf("40 of a million: %+v, %v", r, err)
	}
	r, l, err = items.LooksT(sampleOf(make([]float64, 30), nil), 100, infer.Options{})
	if err != nil || !r.NoSpread || r.Reject || l.Path != nil {
		t.Errorf("equal models: %+v, %v", r, err)
	}
	strata := sampleOf(looked(), nil)
	strata.Strata = make([]int, 40)
	for _, c := range []struct {
		s       items.Sample
		planned int
		want    string
	}{{sampleOf(looked(), nil), 39, "40 items, and 39 are planned"}, {strata, 100, "strata"},
		{sampleOf(looked()[:1], nil), 100, "at least 2"}} {
		if _, _, err := items.LooksT(c.s, c.planned, infer.Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("planned %d: %v, want %q in it", c.planned, err, c.want)
		}
	}
}

// A path that had left the boundaries says where.
func TestCrossed(t *testing.T) {
	l := items.Look{Boundary: 2, Path: []items.PathPoint{{Items: 20, Statistic: 1}, {Items: 30, Statistic: -2.5},
		{Items: 40, Statistic: 1.9}}}
	if got := l.Crossed(infer.TwoSided); got != 30 {
		t.Errorf("two-sided: %d, want 30", got)
	}
	if got := l.Crossed(infer.Greater); got != 0 {
		t.Errorf("greater: %d, want 0", got)
	}
}

func checkNear(t *testing.T, name string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*max(1, math.Abs(want))) {
		t.Errorf("%s: got %v, want %v", name, got, want)
	}
}

// The power is that of a Brownian motion with a drift: at none the level, else by hand with scipy of c = 2.2414 and
// 1.96, and the share that is asked is the mean of the time at which it is decided.
func TestLooksPower(t *testing.T) {
	l, err := items.Plan{Items: 1_000_000, Runs: 1, ItemVar: 1}.Ledger()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		drift        float64
		side         infer.Alternative
		power, asked float64
	}{{0, infer.TwoSided, 0.05, 0.98892}, {3, infer.TwoSided, 0.83115, 0.70735}, {3, infer.Greater, 0.89596, 0.63043},
		{-3, infer.Less, 0.89596, 0.63043}, {5, infer.TwoSided, 0.99830, 0.44814}} {
		power, asked, err := l.LooksPower(c.drift/1000, infer.Options{Alternative: c.side})
		if err != nil {
			t.Fatal(err)
		}
		checkNear(t, "power", power, c.power, 2e-4)
		checkNear(t, "asked", asked, c.asked, 2e-4)
	}
	d, err := l.LooksDetectable(0.8, infer.Options{})
	power, _, again := l.LooksPower(d, infer.Options{})
	if err != nil || again != nil {
		t.Fatal(err, again)
	}
	checkNear(t, "power of the detectable difference", power, 0.8, 1e-9)
}
