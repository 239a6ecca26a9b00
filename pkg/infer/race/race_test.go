package race

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
)

// replication draws losses of algorithms with the given means.
func replication(rng *rand.Rand, means []float64) [][2]float64 {
	out := make([][2]float64, len(means))
	for i, mu := range means {
		for f := range 2 {
			out[i][f] = mu + rng.NormFloat64()
		}
	}
	return out
}

// run runs a race on given replications and returns its looks.
func run(t *testing.T, r Race, replications [][][2]float64) []Look {
	t.Helper()
	running, err := r.Begin()
	if err != nil {
		t.Fatal(err)
	}
	var out []Look
	for _, losses := range replications {
		if running.Done() {
			break
		}
		l, err := running.Add(losses)
		if err != nil {
			t.Fatal(err)
		}
		if l != nil {
			out = append(out, *l)
		}
	}
	return out
}

func draw(seed uint64, m int, means ...float64) [][][2]float64 {
	rng := rand.New(rand.NewPCG(seed, 0))
	var out [][][2]float64
	for range m {
		out = append(out, replication(rng, means))
	}
	return out
}

// A race of two is the calibrated sequential t-test.
func TestTwoAlgorithms(t *testing.T) {
	drops := 0
	for seed := range uint64(100) {
		replications, alpha := draw(seed, 12, 0, 4), []float64{0.05, 0.1}[seed%2]
		test, err := sequential.TTest{Options: infer.Options{Alpha: alpha}}.Begin()
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range run(t, Race{Models: 2, Alpha: alpha}, replications) {
			var want *sequential.Look
			for want == nil {
				m := test.M()
				want, err = test.Add([2]float64{replications[m][1][0] - replications[m][0][0],
					replications[m][1][1] - replications[m][0][1]})
				if err != nil {
					t.Fatal(err)
				}
			}
			if l.M != want.M {
				t.Fatalf("seed %d: look %d at m = %d, want %d", seed, i, l.M, want.M)
			}
			if got := len(l.Left) == 1; got != want.Decision.Rejects() {
				t.Errorf("seed %d, m = %d: dropped %v, sequential t-test: %v", seed, l.M, got, want.Decision)
			}
			if end := map[bool]string{true: Winner}[want.Decision.Rejects()]; l.M < 12 && l.End != end {
				t.Errorf("seed %d, m = %d: end %q, want %q", seed, l.M, l.End, end)
			}
			for _, d := range l.Dropped {
				drops++
				if d.Model != 1-l.Leader || d.By != l.Leader {
					t.Errorf("seed %d: %+v, leader %d", seed, d, l.Leader)
				}
				if math.Abs(d.Boundary-want.Boundary.High) > 1e-12 {
					t.Errorf("seed %d: boundary %v, want %v", seed, d.Boundary, want.Boundary.High)
				}
				if math.Abs(d.Difference-math.Abs(want.Estimate)) > 1e-12 {
					t.Errorf("seed %d: difference %v, want %v", seed, d.Difference, want.Estimate)
				}
			}
		}
	}
	if drops < 20 || drops > 99 {
		t.Errorf("%d of 100 races dropped one", drops)
	}
}

// look computes a look anew from all losses: what is dropped, what is left, and how often something was dropped.
func look(t *testing.T, r Race, losses [][]float64, left []int, m int) (drops, rest []int, times int) {
	t.Helper()
	for ; ; times++ {
		var variances []float64
		difference := func(i, j int) []float64 {
			return floats.SubTo(make([]float64, 2*m), losses[i][:2*m], losses[j][:2*m])
		}
		for a, i := range left {
			for _, j := range left[:a] {
				variances = append(variances, stat.PopVariance(difference(i, j), nil))
			}
		}
		mean, c := stat.Mean(variances, nil), tableBoundaries(t, r, len(left))[m]
		var out []int
		for _, i := range left {
			for _, j := range left {
				own := stat.PopVariance(difference(i, j), nil)
				if own < mean {
					own = (float64(2*m-1)*own + 12*mean) / float64(2*m-1+12)
				}
				if stat.Mean(difference(i, j), nil) > c*math.Sqrt(own) {
					out = append(out, i)
					break
				}
			}
		}
		left = slices.DeleteFunc(slices.Clone(left), func(i int) bool { return slices.Contains(out, i) })
		drops = append(drops, out...)
		if len(out) == 0 || len(left) == 1 {
			return slices.Sorted(slices.Values(drops)), left, times
		}
	}
}

// Looks are those of the formula, with algorithms that vary differently.
func TestLooks(t *testing.T) {
	r, again := Race{Models: 6}, 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		losses := make([][]float64, 6)
		var replications [][][2]float64
		for range 12 {
			next := replication(rng, []float64{0, 0, 0, 0, 0, 0})
			for i := range next {
				for f := range 2 {
					next[i][f] = next[i][f]*[]float64{1, 0.2}[i%2] + 1.5*float64(i)
				}
				losses[i] = append(losses[i], next[i][:]...)
			}
			replications = append(replications, next)
		}
		left := []int{0, 1, 2, 3, 4, 5}
		for _, l := range run(t, r, replications) {
			want, rest, times := look(t, r, losses, left, l.M)
			again = max(again, times)
			var got []int
			for _, d := range l.Dropped {
				got = append(got, d.Model)
			}
			if !slices.Equal(got, want) {
				t.Errorf("seed %d, m = %d: dropped %v, want %v", seed, l.M, got, want)
			}
			left = rest
		}
	}
	if again < 2 {
		t.Errorf("looks dropped algorithms %d times at most, want a look that does it again", again)
	}
}

// The order of the algorithms, a shift of the losses of each fold and their unit change nothing.
func TestEquivariance(t *testing.T) {
	order := []int{3, 0, 4, 1, 2}
	for seed := range uint64(20) {
		replications := draw(seed, 12, 0, 6, 1, 12, 0)
		var other [][][2]float64
		for j, losses := range replications {
			moved := make([][2]float64, len(losses))
			for i, from := range order {
				for f, v := range losses[from] {
					moved[i][f] = 8*v + 3*float64(j) + float64(f)
				}
			}
			other = append(other, moved)
		}
		want, got := run(t, Race{Models: 5}, replications), run(t, Race{Models: 5}, other)
		if len(got) != len(want) {
			t.Fatalf("seed %d: %d looks, want %d", seed, len(got), len(want))
		}
		for k, w := range want {
			g := got[k]
			if order[g.Leader] != w.Leader {
				t.Errorf("seed %d, m = %d: leader %d, want %d", seed, w.M, order[g.Leader], w.Leader)
			}
			var left []int
			for _, i := range g.Left {
				left = append(left, order[i])
			}
			if slices.Sort(left); !slices.Equal(left, w.Left) {
				t.Errorf("seed %d, m = %d: left %v, want %v", seed, w.M, left, w.Left)
			}
			for _, d := range g.Dropped {
				k := slices.IndexFunc(w.Dropped, func(e Drop) bool { return e.Model == order[d.Model] })
				if k < 0 {
					t.Fatalf("seed %d: %+v dropped after a change of order, not before", seed, d)
				}
				if e := w.Dropped[k]; order[d.By] != e.By || math.Abs(d.Boundary-8*e.Boundary) > 1e-9 {
					t.Errorf("seed %d: %+v, want %+v", seed, d, e)
				}
			}
		}
	}
}

// Three algorithms by hand, after two replications.
func TestByHand(t *testing.T) {
	replications := [][][2]float64{{{0, 0}, {9, 11}, {1, -1}}, {{0, 0}, {10, 10}, {3, 1}}}
	// Differences of 2 and 1: 9, 11, 10, 10 (mean 10, variance 1/2); of 3 and 1: 1, -1, 3, 1 (1, 2); of 2 and 3:
	// 8, 12, 7, 9 (9, 3.5). The mean variance is 2.
	race := Race{Models: 3, Start: 2, Max: 4}
	looks := run(t, race, replications)
	if len(looks) != 1 {
		t.Fatalf("%d looks, want 1", len(looks))
	}
	c := tableBoundaries(t, race, 3)[2]
	moderated := math.Sqrt(0.5 + 1.5*12/15)
	if 9 > c*math.Sqrt(3.5) || 10 < c*moderated {
		t.Fatalf("the boundary %v does not tell the two variances apart", c)
	}
	l := looks[0]
	if len(l.Dropped) != 1 || l.Dropped[0].Model != 1 || l.Dropped[0].By != 0 {
		t.Fatalf("dropped %+v, want the second by the first", l.Dropped)
	}
	if got := l.Dropped[0]; math.Abs(got.Boundary-c*moderated) > 1e-12 || got.Difference != 10 {
		t.Errorf("%+v, want difference 10, boundary %v", got, c*moderated)
	}
	if l.Leader != 0 || !slices.Equal(l.Left, []int{0, 2}) || l.End != "" {
		t.Errorf("%+v, want leader 0 and the first and third left", l)
	}
	if want := []float64{0, 10, 1}; !slices.Equal(l.Means, want) {
		t.Errorf("means %v, want %v", l.Means, want)
	}
}

// Races of equal algorithms, of ties at the top of a ladder and of a nearly equal ladder drop a false one in 5% at
// most, also where the standard deviations differ.
func TestFamilyWiseError(t *testing.T) {
	const races = 400
	rng := rand.New(rand.NewPCG(4, 0))
	for name, expected := range map[string][]float64{
		"equal":  {0, 0, 0, 0, 0, 0},
		"ties":   {0, 0, 2, 3, 4, 5},
		"near":   {0, 0.1, 0.2, 0.3, 0.4, 0.5},
		"better": {0, 4, 4, 4, 4, 4},
	} {
		for _, small := range []float64{1, 0.1} {
			wrong := 0
			for range races {
				losses := normal(rng, len(expected), 12, 0.5, 0.5)
				var replications [][][2]float64
				for m := range 12 {
					next := make([][2]float64, len(losses))
					for i, l := range losses {
						for f := range 2 {
							next[i][f] = math.Sqrt2*expected[i] + l[2*m+f]*[]float64{1, small}[i%2]
						}
					}
					replications = append(replications, next)
				}
				any := 0
				for _, l := range run(t, Race{Models: len(expected)}, replications) {
					for _, d := range l.Dropped {
						if expected[d.Model] <= expected[d.By] {
							any = 1
						}
					}
				}
				wrong += any
			}
			if limit := 0.05*races + 3*math.Sqrt(0.05*0.95*races); float64(wrong) > limit {
				t.Errorf("%s, standard deviations %v: %d false of %d, want at most %v", name, small, wrong, races, limit)
			}
		}
	}
}

// What is saved is the share of trainings, the same for the same seed.
func TestSavings(t *testing.T) {
	got, err := Race{Models: 20}.Savings(1)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Race{Models: 20}.Savings(1)
	if err != nil || !slices.Equal(got, again) {
		t.Errorf("%v, then %v (%v)", got, again, err)
	}
	other, err := Race{Models: 20}.Savings(2)
	if err != nil || slices.Equal(got, other) {
		t.Errorf("%v for another seed (%v)", other, err)
	}
	if math.Abs(other[3].Share-got[3].Share) > 0.01 {
		t.Errorf("%v and %v saved: too few races", got[3], other[3])
	}
	for i, want := range [][2]float64{{0, 0.02}, {0, 0.2}, {0.65, 0.74}, {0.58, 0.66}} {
		if s := got[i]; s.Share < want[0] || s.Share > want[1] {
			t.Errorf("%s: %v saved, want %v", s.Truth, s.Share, want)
		}
	}
	if _, err := (Race{Models: 1}).Savings(1); err == nil {
		t.Error("savings of a race of one")
	}
}

// What is not left is not read, and its mean is NaN.
func TestDropped(t *testing.T) {
	replications := draw(1, 12, 0, 1000, 0)
	for m := 3; m < 12; m++ {
		replications[m][1] = [2]float64{math.NaN(), math.Inf(1)}
	}
	looks := run(t, Race{Models: 3}, replications)
	if len(looks) != 10 {
		t.Fatalf("%d looks, want 10", len(looks))
	}
	first := looks[0]
	if len(first.Dropped) != 1 || first.Dropped[0].Model != 1 || !slices.Equal(first.Left, []int{0, 2}) {
		t.Errorf("first look: %+v", first)
	}
	sum := 0.0
	for _, l := range replications[:3] {
		sum += l[1][0] + l[1][1]
	}
	if math.Abs(first.Means[1]-sum/6) > 1e-9 {
		t.Errorf("mean %v, want %v", first.Means[1], sum/6)
	}
	for _, l := range looks[1:] {
		if !math.IsNaN(l.Means[1]) {
			t.Errorf("m = %d: mean %v of what was dropped", l.M, l.Means[1])
		}
		if len(l.Dropped) > 0 && l.M < 12 {
			t.Errorf("m = %d: %+v dropped", l.M, l.Dropped)
		}
	}
}

// Differences without any spread show nothing about chance.
func TestNoSpread(t *testing.T) {
	var rounded [][][2]float64
	for j := range 12 {
		next := math.Nextafter(0.3, 1)
		if j == 5 {
			next = math.Nextafter(next, 1)
		}
		rounded = append(rounded, [][2]float64{{0.3, 0.3}, {next, next}})
	}
	for _, l := range run(t, Race{Models: 2}, rounded) {
		if len(l.Dropped) > 0 {
			t.Errorf("m = %d: %+v, of differences by rounding alone", l.M, l.Dropped)
		}
	}
	var replications [][][2]float64
	for j := range 12 {
		x := 0.1 * float64(j)
		replications = append(replications, [][2]float64{{x, x + 0.7}, {x + 0.3, x + 1}, {x, x + 0.7}})
	}
	for _, l := range run(t, Race{Models: 3}, replications) {
		if len(l.Dropped) > 0 {
			t.Errorf("m = %d: %+v", l.M, l.Dropped)
		}
	}
}

func TestRefused(t *testing.T) {
	for want, r := range map[string]Race{
		"1 algorithms":    {Models: 1},
		"m = 1 to 12":     {Models: 2, Start: 1},
		"m = 5 to 4":      {Models: 2, Start: 5, Max: 4},
		"at most at 20":   {Models: 2, Max: 21},
		"201 algorithms":  {Models: 201},
		"alpha is 0.21;":  {Models: 2, Alpha: 0.21},
		"alpha is 0.009;": {Models: 2, Alpha: 0.009},
		"alpha is NaN":    {Models: 2, Alpha: math.NaN()},
	} {
		if _, err := r.Begin(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", r, err, want)
		}
	}
	if r, err := (Race{Models: 2, Start: 14}).Filled(); err != nil || r != (Race{2, 14, 14, 0.05}) {
		t.Errorf("defaults %+v (%v), want a last look at 14", r, err)
	}
	running, err := Race{Models: 2}.Begin()
	if err != nil {
		t.Fatal(err)
	}
	for want, losses := range map[string][][2]float64{
		"losses of 3 algorithms; give all 2":              {{1, 2}, {1, 2}, {1, 2}},
		"replication 1, fold 2: loss NaN of algorithm 1;": {{1, math.NaN()}, {1, 2}},
		"loss -Inf of algorithm 2;":                       {{1, 1}, {math.Inf(-1), 2}},
	} {
		if _, err := running.Add(losses); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", losses, err, want)
		}
	}
	var last *Look
	for m := range 12 {
		l, err := running.Add([][2]float64{{float64(m), 0}, {float64(m % 3), 0}})
		if err != nil || (l == nil) != (m < 2) {
			t.Fatalf("replication %d: %v, %v", m+1, l, err)
		}
		last = l
		if l != nil && l.M != m+1 {
			t.Errorf("m = %d after %d replications", l.M, m+1)
		}
	}
	if last.End != Group {
		t.Errorf("end %q, want %q", last.End, Group)
	}
	if !running.Done() || !running.Left(0) || !running.Left(1) {
		t.Errorf("done %v, left %v, %v; want all true", running.Done(), running.Left(0), running.Left(1))
	}
	if _, err := running.Add(draw(1, 1, 0, 0)[0]); err == nil || !strings.Contains(err.Error(), "over") {
		t.Errorf("after the end: %v", err)
	}
}
