package race

import (
	_ "embed"
	"math"
	"slices"
	"sync"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/internal/stored"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
)

// priorDF is the weight, in degrees of freedom, of the mean variance of all pairs in the variance of a pair that is
// smaller.
const priorDF = 12

// The table: looks from 2 or 3 to one of lasts, levels, algorithms that are left.
const (
	lastLook   = 20
	mostModels = 200
)

var (
	lasts  = []int{4, 6, 8, 10, 12, 15, lastLook}
	alphas = []float64{0.01, 0.02, 0.05, 0.1, 0.2}
	sizes  = []float64{3, 4, 6, 10, 20, 50, 100, mostModels}
)

//go:embed critical.csv.gz
var criticalCSV string

// tableKey is the first look, the algorithms that are left, the last look and the look.
type tableKey struct{ start, left, last, m int }

// tabulated returns the boundaries in units of the spread, by the elements of alphas.
var tabulated = sync.OnceValue(func() map[tableKey][]float64 {
	out := map[tableKey][]float64{}
	for _, row := range stored.Rows(criticalCSV) {
		v := stored.Numbers(row)
		out[tableKey{int(v[0]), int(v[1]), int(v[2]), int(v[3])}] = v[4:]
	}
	return out
})

// factor returns the boundary of the look at m for a number of algorithms that are left, in units of the spread of a
// pair. Between the tabulated sizes and levels its logarithm is interpolated linearly in theirs. A race that ends
// between two tabulated looks takes the boundaries of the later, one that begins after the third look those from the
// third: these are higher.
func (r Race) factor(left, m int) float64 {
	if left == 2 {
		b, err := sequential.TTest{Options: infer.Options{Alpha: r.Alpha}, Start: r.Start, Max: r.Max}.Boundary()
		if err != nil {
			panic(err) // Filled has checked the race
		}
		return b.Factors[m-r.Start]
	}
	k, _ := slices.BinarySearch(lasts, r.Max)
	return interpolate(sizes, float64(left), func(size int) float64 {
		c := tabulated()[tableKey{min(r.Start, 3), int(sizes[size]), lasts[k], m}]
		return interpolate(alphas, r.Alpha, func(i int) float64 { return c[i] })
	})
}

// interpolate interpolates log y linearly in log x between ascending positive x.
func interpolate(x []float64, at float64, y func(int) float64) float64 {
	k, there := slices.BinarySearch(x, at)
	if there {
		return y(k)
	}
	share := math.Log(at/x[k-1]) / math.Log(x[k]/x[k-1])
	return math.Pow(y(k-1), 1-share) * math.Pow(y(k), share)
}
