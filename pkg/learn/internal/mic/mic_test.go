package mic

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
)

// The coefficient agrees with R's package minerva, with ties and without, for several
// options.
func TestMinerva(t *testing.T) {
	rows := numtest.Fixture(t, "minerva.csv")
	if len(rows) != 44 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		want := numtest.Floats(t, row[1]+" "+row[2]+" "+row[3])
		got, err := Of(numtest.Floats(t, row[4]), numtest.Floats(t, row[5]), Options{Alpha: want[0], C: want[1]})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got-want[2]) > 1e-12 {
			t.Errorf("%s: %.15g, minerva says %.15g", row[0], got, want[2])
		}
	}
}

// partitions calls visit with every way to put the values in order into at most parts
// runs, as the part of each point; equal values stay together.
func partitions(values []float64, parts int, visit func(part []int)) {
	order := byValue(values)
	part := make([]int, len(values))
	var place func(k, at int)
	place = func(k, at int) {
		if k == len(order) {
			visit(part)
			return
		}
		part[order[k]] = at
		place(k+1, at)
		if k > 0 && at+1 < parts && values[order[k]] != values[order[k-1]] {
			part[order[k]] = at + 1
			place(k+1, at+1)
		}
	}
	place(0, 0)
}

// shared returns the mutual information of two partitions.
func shared(a, b []int) float64 {
	n := float64(len(a))
	ab, sa, sb := map[[2]int]float64{}, map[int]float64{}, map[int]float64{}
	for i := range a {
		ab[[2]int{a[i], b[i]}]++
		sa[a[i]]++
		sb[b[i]]++
	}
	sum := 0.0
	for k, v := range ab {
		sum += v / n * math.Log(v*n/(sa[k[0]]*sb[k[1]]))
	}
	return sum
}

func drawn(rng *rand.Rand, n, values int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(rng.IntN(values))
	}
	return x
}

// The dynamic programme finds the best columns of all, by trying every one.
func TestBestColumnsOfAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for trial := range 60 {
		n := 5 + trial%7
		x, y := drawn(rng, n, 4+trial%9), drawn(rng, n, 3+trial%8)
		bound := float64(3 * n) // up to 3 rows and n columns
		got := information(x, y, min(bound, 12), 100)
		for rows := range got {
			row, _ := equalParts(y, rows+2)
			for columns, i := range got[rows] {
				best := 0.0
				partitions(x, columns+2, func(part []int) { best = max(best, shared(part, row)) })
				if math.Abs(i-best) > 1e-12 {
					t.Errorf("x %v, y %v, %d rows, %d columns: %v, want %v", x, y, rows+2, columns+2, i, best)
				}
			}
		}
	}
}

// The approximation is at most the definition, which tries all grids, and mostly not far below.
func TestLowerBound(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	equal := 0
	for range 20 {
		x, y := drawn(rng, 9, 1000), drawn(rng, 9, 1000)
		got, err := Of(x, y, Options{Alpha: 0.9}) // at most 7 cells: grids of 2 x 2, 2 x 3 and 3 x 2
		if err != nil {
			t.Fatal(err)
		}
		want := 0.0
		for _, size := range [][2]int{{2, 2}, {2, 3}, {3, 2}} {
			partitions(x, size[0], func(a []int) {
				partitions(y, size[1], func(b []int) { want = max(want, shared(a, b)/math.Ln2) })
			})
		}
		if got > want+1e-12 {
			t.Errorf("x %v, y %v: %v, the best grid has %v", x, y, got, want)
		}
		if got > want-0.05 {
			equal++
		}
	}
	if equal < 3 || equal == 20 {
		t.Errorf("%d of 20 are about the best grid of all", equal)
	}
}

func ramp(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i)
	}
	return x
}

func TestKnownValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	of := func(x, y []float64) float64 {
		t.Helper()
		v, err := Of(x, y, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	x := ramp(200)
	falling, wave := make([]float64, 200), make([]float64, 200)
	for i := range x {
		falling[i], wave[i] = math.Exp(-x[i]/20), math.Sin(x[i]/20)
	}
	if a, b := of(x, falling), of(x, wave); math.Abs(a-1) > 1e-12 || math.Abs(b-1) > 0.001 {
		t.Errorf("functions without noise have %v and %v", a, b)
	}
	if v := of(x, make([]float64, 200)); v != 0 {
		t.Errorf("a constant has %v", v)
	}
	mean := func(n int) (sum float64) {
		for range 20 {
			sum += of(ramp(n), drawn(rng, n, 1<<30)) / 20
		}
		return sum
	}
	small, large := mean(50), mean(400)
	if !(small > 0.2 && large < 0.7*small) {
		t.Errorf("independent variables have %v of 50 points and %v of 400", small, large)
	}
	y := drawn(rng, 200, 30)
	if a, b := of(wave, y), of(y, wave); a != b {
		t.Errorf("%v one way round, %v the other", a, b)
	}
	order := rng.Perm(200)
	var ax, ay []float64
	for _, i := range order {
		ax, ay = append(ax, math.Exp(wave[i])), append(ay, y[i]*y[i]*y[i])
	}
	if a, b := of(wave, y), of(ax, ay); math.Abs(a-b) > 1e-12 {
		t.Errorf("%v, and %v of monotone functions in another order", a, b)
	}
	if slices.IsSorted(order) {
		t.Error("the order is the same")
	}
}

func TestErrors(t *testing.T) {
	two := []float64{1, 2}
	for _, c := range []struct {
		x, y []float64
		o    Options
		want string
	}{
		{two, []float64{1}, Options{}, "2 values of one variable and 1"},
		{two[:1], two[:1], Options{}, "fewer than two"},
		{two, []float64{1, math.NaN()}, Options{}, "point 1 is (2, NaN)"},
		{two, []float64{math.Inf(1), 1}, Options{}, "finite"},
		{two, two, Options{Alpha: 1.5}, "alpha is 1.5"},
		{two, two, Options{C: -1}, "c is -1"},
	} {
		if _, err := Of(c.x, c.y, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

func ExampleOf() {
	x, y := make([]float64, 100), make([]float64, 100)
	for i := range x {
		x[i] = float64(i) - 49.5
		y[i] = x[i] * x[i] // no correlation, but a function
	}
	v, err := Of(x, y, Options{})
	fmt.Printf("%.2f %v\n", v, err)
	// Output: 1.00 <nil>
}
