package race

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/infer/race"
)

// five are losses of five algorithms on six folds.
var five = [][]float64{
	{0.9, -0.1, 1.0, -0.5, -0.6, 0.1},
	{-0.6, 1.0, 0.2, 3.2, 2.3, -0.5},
	{0.9, 0.8, 1.3, 0.1, 2.8, 2.2},
	{2.8, 1.1, 4.0, 3.2, 1.5, 4.6},
	{2.2, 3.4, 2.6, 1.2, 2.7, 1.8},
}

// dropped returns the algorithms that a rule drops.
func dropped(t *testing.T, r rule, losses [][]float64, m int, left ...int) []int {
	t.Helper()
	drops, err := r(losses, m, left)
	if err != nil {
		t.Fatal(err)
	}
	var out []int
	for _, d := range drops {
		out = append(out, d.Model)
	}
	return out
}

// By hand. The sums of ranks exceed the first by 4, 9, 16 and 13.5, Conover's limit is 8.85 (Friedman's statistic 11.80
// with 4 degrees of freedom); the means exceed it by 0.8, 1.217, 2.733 and 2.183, the Wald limit is 1.384; the wins are
// 20.5, 16.5, 11.5, 4.5 and 7, of which 24.45 less are needed.
func TestRulesByHand(t *testing.T) {
	for name, c := range map[string]struct {
		rule rule
		m    int
		left []int
		want []int
	}{
		"friedman":            {friedman, 3, []int{0, 1, 2, 3, 4}, []int{2, 3, 4}},
		"friedman too early":  {friedman, 2, []int{0, 1, 2, 3, 4}, nil},
		"friedman, two":       {friedman, 3, []int{0, 3}, []int{3}}, // all 6 differences are positive: p = 1/32
		"friedman, two alike": {friedman, 3, []int{0, 1}, nil},
		"friedman, second":    {friedman, 3, []int{3, 0}, []int{3}},
		"anova":               {anova, 3, []int{0, 1, 2, 3, 4}, []int{3, 4}},
		"anova too early":     {anova, 1, []int{0, 1, 2, 3, 4}, nil},
		"win-loss":            {winLoss, 3, []int{0, 1, 2, 3, 4}, nil},
		"win-loss, no win":    {winLoss, 3, []int{0, 3}, []int{3}},
		"win-loss too early":  {winLoss, 1, []int{0, 3}, nil},
		"halving":             {halving, 1, []int{0, 1, 2, 3, 4}, []int{2, 3, 4}}, // means 0.4, 0.2, 0.85, 1.95, 2.8
		"halving later":       {halving, 2, []int{0, 1, 2, 3, 4}, nil},
	} {
		if got := dropped(t, c.rule, five, c.m, c.left...); !slices.Equal(got, c.want) {
			t.Errorf("%s: dropped %v, want %v", name, got, c.want)
		}
	}
	var many [][]float64
	var left, want []int
	for i := range 30 { // with 24 (29 - i) wins
		many, left = append(many, slices.Repeat([]float64{float64(i)}, 2*last)), append(left, i)
		if float64(24*i) >= 6.3137515*math.Sqrt(12*30) {
			want = append(want, i)
		}
	}
	if got := dropped(t, winLoss, many, last, left...); !slices.Equal(got, want) {
		t.Errorf("win-loss of 30: dropped %v, want %v", got, want)
	}
	if got := dropped(t, halving, many, last, left...); len(got) != 29 {
		t.Errorf("halving at the end: %d dropped, want 29", len(got))
	}
	if got := dropped(t, halving, many, 4, left...); len(got) != 20 {
		t.Errorf("halving: %d dropped, want 20", len(got))
	}
}

// What is counted, by hand, of a rule that drops the last algorithm at m = 2 and the first at m = 6.
func TestRun(t *testing.T) {
	losses := make([][]float64, 3)
	r := rule(func(_ [][]float64, m int, left []int) ([]race.Drop, error) {
		switch m {
		case 2:
			return []race.Drop{{Model: 2, By: 0}}, nil
		case 6:
			return []race.Drop{{Model: 0, By: 1}}, nil
		}
		return nil, nil
	})
	saved := 1 - float64(12+4+12)/72
	for _, c := range []struct {
		expected []float64
		want     counts
	}{
		{[]float64{0, 1, 2}, counts{1, 0, 0, 1, saved, saved * saved}},
		{[]float64{0, 0, 2}, counts{1, 1, 1, 1, saved, saved * saved}},
	} {
		got, err := r.run(losses, c.expected)
		if err != nil || math.Abs(got.Saved-saved) > 1e-12 {
			t.Fatalf("%+v, %v", got, err)
		}
		got.Saved, got.Squares = saved, saved*saved
		if got != c.want {
			t.Errorf("%v: %+v, want %+v", c.expected, got, c.want)
		}
	}
}

// Normal losses have the expected means, standard deviations and correlations.
func TestDraw(t *testing.T) {
	for _, c := range cells() {
		if c.losses != normal || c.models != 10 || c.truth != "ladder of 1" && c.spread == "equal" {
			continue
		}
		rng := rand.New(rand.NewPCG(1, 0))
		var first, second, group, difference []float64
		for range 4000 {
			l, err := c.draw(rng)
			if err != nil {
				t.Fatal(err)
			}
			first, second, group = append(first, l[2][0]), append(second, l[2][5]), append(group, l[4][0])
			difference = append(difference, l[3][7]-l[2][7])
		}
		expected := c.expected()
		sd := [2]float64{spreads[c.spread](2, 10), spreads[c.spread](3, 10)}
		want := math.Hypot(sd[0], sd[1]) / math.Sqrt2
		if got := stat.StdDev(difference, nil); math.Abs(got-want) > 0.05*want {
			t.Errorf("%+v: standard deviation of a difference %v, want %v", c, got, want)
		}
		if got := stat.Mean(difference, nil); math.Abs(got-expected[3]+expected[2]) > 0.07 {
			t.Errorf("%+v: mean difference %v, want %v", c, got, expected[3]-expected[2])
		}
		if got := stat.Correlation(first, second, nil); math.Abs(got-c.rho) > 0.07 {
			t.Errorf("%+v: correlation of folds %v, want %v", c, got, c.rho)
		}
		between := 0.0
		if c.spread == related {
			between = 0.9
		}
		if got := stat.Correlation(first, group, nil); math.Abs(got-between) > 0.07 {
			t.Errorf("%+v: correlation of algorithms %v, want %v", c, got, between)
		}
	}
}

// Learners are equal on average where they are to be, and ordered where not.
func TestTrain(t *testing.T) {
	for _, c := range cells() {
		if c.losses == normal || c.models != 3 {
			continue
		}
		rng, sums := rand.New(rand.NewPCG(2, 0)), make([][]float64, 3)
		for range 60 {
			l, err := c.draw(rng)
			if err != nil {
				t.Fatal(err)
			}
			for i := range l {
				sums[i] = append(sums[i], stat.Mean(l[i], nil))
			}
		}
		expected := c.expected()
		for i := 1; i < 3; i++ {
			difference := 0.0
			for s := range sums[i] {
				difference += (sums[i][s] - sums[i-1][s]) / 60
			}
			least, most := -0.03, 0.03
			if expected[i] > expected[i-1] {
				least, most = 0.02, 1
			}
			if difference < least || difference > most {
				t.Errorf("%+v: algorithm %d has %v more loss, want %v to %v", c, i+1, difference, least, most)
			}
		}
	}
}

// Two algorithms by analysis of variance: differences of 1 ± d have the mean 1 and the Wald limit 1.96 sqrt(1.2/6) d =
// 0.877 d, whatever the folds have in common.
func TestAnovaOfTwo(t *testing.T) {
	for d, want := range map[float64][]int{1.1: {1}, 1.2: nil} {
		losses := make([][]float64, 2)
		for f, fold := range []float64{10, 30, 20, 10, 0, 40} {
			losses[0] = append(losses[0], fold)
			losses[1] = append(losses[1], fold+1+d*float64(1-f%2*2))
		}
		if got := dropped(t, anova, losses, 3, 0, 1); !slices.Equal(got, want) {
			t.Errorf("differences of 1 ± %v: dropped %v, want %v", d, got, want)
		}
	}
}

// The calibrated rule sees all replications in their order.
func TestCalibrated(t *testing.T) {
	c := cell{normal, 10, "a fifth tied, ladder of 1", "equal", 0.2}
	if got, want := c.expected(), []float64{0, 0, 1, 2, 3, 4, 5, 6, 7, 8}; !slices.Equal(got, want) {
		t.Fatalf("expected losses %v, want %v", got, want)
	}
	if got, want := (cell{models: 3, truth: c.truth}).expected(), []float64{0, 0, 1}; !slices.Equal(got, want) {
		t.Fatalf("expected losses %v, want %v", got, want)
	}
	losses, err := c.draw(rand.New(rand.NewPCG(3, 0)))
	if err != nil {
		t.Fatal(err)
	}
	all, err := rules(10)
	if err != nil {
		t.Fatal(err)
	}
	running, err := race.Race{Models: 10}.Begin()
	if err != nil {
		t.Fatal(err)
	}
	left := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	for m := 1; !running.Done(); m++ {
		var next [][2]float64
		for _, l := range losses {
			next = append(next, [2]float64{l[2*m-2], l[2*m-1]})
		}
		look, err := running.Add(next)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range dropped(t, all[0], losses, m, left...) {
			left = slices.DeleteFunc(left, func(j int) bool { return j == i })
		}
		if look != nil && !slices.Equal(left, look.Left) {
			t.Errorf("m = %d: %v left, want %v", m, left, look.Left)
		}
	}
	if len(left) == 10 {
		t.Error("nothing was dropped")
	}
}
