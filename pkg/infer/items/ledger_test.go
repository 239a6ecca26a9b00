package items_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
)

// TestLedgerIsTheTest: the half width is the half width of the interval of the test, also where parts are below 0.
func TestLedgerIsTheTest(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for k := range 300 {
		sd := [4]float64{float64(k % 2), float64(k % 3), float64(k % 5), 1}
		s, f := drawn(r, 10, 4*(k%2), 2+k%3, 2+k%4, sd), items.CrossedT
		switch {
		case k%7 == 0 && s.Clusters != nil:
			s.A, f = s.A[:1], items.ClusterT
		case k%7 == 0:
			s.A, f = s.A[:1], items.ItemT
		case len(s.A) == len(s.B):
			s.PairedRuns = k%3 == 0
		}
		l, err := items.LedgerOf(s)
		if err != nil {
			t.Fatal(err)
		}
		ci := must(t, f, s).CI
		if got, want := l.HalfWidth(0.05), (ci.High-ci.Low)/2; math.Abs(got-want) > 1e-9*want {
			t.Fatalf("sample %d: half width %v of the ledger, want %v of the test", k, got, want)
		}
		sum := 0.0
		for _, share := range l.Shares(0.05, 50, 1) {
			sum += share.Mid
			if !slices.IsSorted([]float64{0, share.Low, share.Mid, share.High, 1}) {
				t.Fatalf("sample %d: share %+v, want numbers in order from 0 to 1", k, share)
			}
		}
		if !near(sum, 1) {
			t.Fatalf("sample %d: shares add up to %v, want 1", k, sum)
		}
	}
}

// TestSharesByHand: two items, two runs of both models, paired: d = 0, 4 and 2, 10.
func TestSharesByHand(t *testing.T) {
	s := items.Sample{A: [][]float64{{0, 0}, {0, 0}}, B: [][]float64{{0, 4}, {2, 10}}, PairedRuns: true}
	l, err := items.LedgerOf(s)
	if err != nil {
		t.Fatal(err)
	}
	// Means of items 1 and 7, of runs 2 and 6: MS 36, 16 and 4 over n S = 4.
	want := map[string]float64{"items": 8. / 12, "runs": 3. / 12, "items x runs": 1. / 12}
	got := l.Shares(0.05, 1000, 1)
	if len(got) != len(want) {
		t.Fatalf("got %d shares, want %d", len(got), len(want))
	}
	for _, share := range got {
		if !near(share.Mid, want[share.Name]) {
			t.Errorf("%s: got %v, want %v", share.Name, share.Mid, want[share.Name])
		}
	}
}

// TestSharesCover: intervals at 90% hold the true shares in about that many samples.
func TestSharesCover(t *testing.T) {
	if testing.Short() {
		t.Skip("simulation")
	}
	const draws = 1000
	r := rand.New(rand.NewPCG(6, 1))
	covered := map[string]float64{}
	sd := [4]float64{1, 0, 0.25, 1}
	const n, runs = 40, 5
	parts := map[string]float64{"items": 1. / n, "items x runs": 2. / n / runs, "runs of A": 0.0625 / runs,
		"runs of B": 0.0625 / runs}
	total := 0.0
	for _, v := range parts {
		total += v
	}
	for range draws {
		l, err := items.LedgerOf(drawn(r, n, 0, runs, runs, sd))
		if err != nil {
			t.Fatal(err)
		}
		for _, share := range l.Shares(0.1, 400, r.Uint64()) {
			if want := parts[share.Name] / total; share.Low <= want && want <= share.High {
				covered[share.Name] += 1. / draws
			}
		}
	}
	t.Log(covered)
	for name := range parts {
		if se := math.Sqrt(0.09 / draws); covered[name] < 0.9-3*se || covered[name] > 0.96+3*se {
			t.Errorf("%s: the share was in its interval of 90%% in %.3f of %d samples", name, covered[name], draws)
		}
	}
}

// TestBuyIsEnough: the units give the half width, one less does not; and a wider wish costs no more.
func TestBuyIsEnough(t *testing.T) {
	plan := items.Plan{Items: 200, Clusters: 40, Runs: 4, ClusterVar: 0.05, ItemVar: 0.3, RunVar: 0.002, RestVar: 0.2}
	half := func(p items.Plan) float64 {
		l, err := p.Ledger()
		if err != nil {
			t.Fatal(err)
		}
		return l.HalfWidth(0.05)
	}
	l, err := plan.Ledger()
	if err != nil {
		t.Fatal(err)
	}
	now := half(plan)
	bought, err := l.Buy(0.93*now, 0.05)
	if err != nil || len(bought) != 3 {
		t.Fatalf("got %v, %v; want a purchase of 3 factors", bought, err)
	}
	for _, p := range bought {
		more, less := plan, plan
		switch p.Factor {
		case "clusters":
			more.Clusters, more.Items = 40+p.More, 5*(40+p.More)
			less.Clusters, less.Items = 39+p.More, 5*(39+p.More)
		case "items per cluster":
			more.Items, less.Items = 40*(5+p.More), 40*(4+p.More)
		default:
			more.Runs, less.Runs = 4+p.More, 3+p.More
		}
		if p.Never || p.More == 0 {
			t.Errorf("%s: got %+v, want some more", p.Factor, p)
			continue
		}
		if a, b := half(more), half(less); a > 0.93*now*(1+1e-9) || b < 0.93*now {
			t.Errorf("%s: %d more give half widths %v, one less %v; want %v", p.Factor, p.More, a, b, 0.93*now)
		}
	}
	// Half of a half width takes many more units, whose mean squares are others than today's.
	far := items.Plan{Items: 200, Runs: 10, ItemVar: 0.3, RunVar: 1e-5, RestVar: 0.2}
	ahead, err := far.Ledger()
	if err != nil {
		t.Fatal(err)
	}
	now2 := half(far)
	bought, err = ahead.Buy(now2/2, 0.05)
	if err != nil || bought[0].Never || !bought[1].Never {
		t.Fatalf("half of a half width: got %+v, %v; want more items, and no number of runs", bought, err)
	}
	more, less := far, far
	more.Items += bought[0].More
	less.Items = more.Items - 1
	if a, b := half(more), half(less); a > now2/2*(1+1e-9) || b < now2/2 {
		t.Errorf("%d more items give a half width %v, one less %v; want %v", bought[0].More, a, b, now2/2)
	}
	for _, wish := range []float64{now, 2 * now} {
		bought, err = l.Buy(wish, 0.05)
		for _, p := range bought {
			if err != nil || p.More != 0 || p.Never {
				t.Errorf("a half width that is there: got %+v, %v; want 0 more", p, err)
			}
		}
	}
	bought, err = l.Buy(now/4, 0.05)
	for _, p := range bought {
		if err != nil || !p.Never {
			t.Errorf("a quarter of the half width: got %+v, %v; want never", p, err)
		}
	}
	for _, half := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := l.Buy(half, 0.05); err == nil {
			t.Errorf("half width %v: got no error", half)
		}
	}
}

func TestPowerR(t *testing.T) {
	for i, row := range numtest.Fixture(t, "power_r.csv") {
		sd, delta := numtest.Float(t, row[1]), numtest.Float(t, row[2])
		l, err := items.Plan{Items: int(numtest.Float(t, row[0])), Runs: 1, ItemVar: sd * sd}.Ledger()
		if err != nil {
			t.Fatal(err)
		}
		want := numtest.Float(t, row[5])
		opt := infer.Options{Alpha: numtest.Float(t, row[4]), Delta: 0.5}
		for _, side := range []float64{1, -1} {
			if row[3] == "one.sided" {
				opt.Alternative = infer.Greater
				if side < 0 {
					opt.Alternative = infer.Less
				}
			}
			got, err := l.Power(0.5+side*delta, opt)
			if err != nil || math.Abs(got-want) > 1e-6 {
				t.Errorf("row %d: power %v, %v; want %v", i, got, err, want)
			}
			if want > 0.9999 {
				continue
			}
			if opt.Alternative != infer.Less {
				side = 1
			}
			if d, err := l.Detectable(want, opt); err != nil || math.Abs(d-0.5-side*delta) > 1e-4 {
				t.Errorf("row %d: detectable %v, %v; want %v", i, d, err, 0.5+side*delta)
			}
		}
	}
}

// TestComponents: means of estimates over samples.
func TestComponents(t *testing.T) {
	if testing.Short() {
		t.Skip("simulation")
	}
	const draws = 300
	r := rand.New(rand.NewPCG(7, 1))
	for _, paired := range []bool{false, true} {
		var mean items.Plan
		for range draws {
			s := drawn(r, 200, 50, 4, 4, [4]float64{1, 0.8, 0.6, 0.5})
			s.PairedRuns = paired
			p, err := items.Components(s)
			if err != nil {
				t.Fatal(err)
			}
			numbers := items.Plan{Items: 200, Clusters: 50, Runs: 4, ClusterVar: p.ClusterVar, ItemVar: p.ItemVar,
				RunVar: p.RunVar, RestVar: p.RestVar, PairedRuns: paired}
			if p != numbers {
				t.Fatalf("got %+v, want %+v", p, numbers)
			}
			mean.ClusterVar += p.ClusterVar / draws
			mean.ItemVar += p.ItemVar / draws
			mean.RunVar += p.RunVar / draws
			mean.RestVar += p.RestVar / draws
		}
		for name, v := range map[string][2]float64{"clusters": {mean.ClusterVar, 0.64}, "items": {mean.ItemVar, 1},
			"runs": {mean.RunVar, 0.72}, "rest": {mean.RestVar, 0.5}} {
			if math.Abs(v[0]/v[1]-1) > 0.1 {
				t.Errorf("paired %v, variance of %s: got %v, want %v", paired, name, v[0], v[1])
			}
		}
	}
	s := drawn(r, 30, 0, 1, 1, [4]float64{1, 0, 1, 1})
	p, err := items.Components(s)
	l, errLedger := p.Ledger()
	ci := must(t, items.ItemT, s).CI
	if math.Abs(l.HalfWidth(0.05)-(ci.High-ci.Low)/2) > 1e-9 {
		t.Errorf("one run: got half width %v (%v, %v), want the interval %v", l.HalfWidth(0.05), err, errLedger, ci)
	}
}

func TestBadPlans(t *testing.T) {
	for want, p := range map[string]items.Plan{
		"1 items":             {Items: 1, Runs: 1, ItemVar: 1},
		"0 runs":              {Items: 9, ItemVar: 1},
		"1 clusters":          {Items: 9, Runs: 1, ItemVar: 1, Clusters: 1},
		"10 clusters":         {Items: 9, Runs: 1, ItemVar: 1, Clusters: 10},
		"without clusters":    {Items: 9, Runs: 1, ItemVar: 1, ClusterVar: 1},
		"items -1":            {Items: 9, Runs: 1, ItemVar: -1, RestVar: 2},
		"items NaN":           {Items: 9, Runs: 1, ItemVar: math.NaN()},
		"runs +Inf":           {Items: 9, Runs: 1, ItemVar: 1, RunVar: math.Inf(1)},
		"runs 1 and the rest": {Items: 9, Runs: 1, RunVar: 1},
	} {
		if _, err := p.Ledger(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want one with %q", err, want)
		}
	}
	l, err := items.Plan{Items: 9, Runs: 1, ItemVar: 1}.Ledger()
	if err != nil {
		t.Fatal(err)
	}
	for _, power := range []float64{0.04, 1, math.NaN()} {
		if _, err := l.Detectable(power, infer.Options{}); err == nil {
			t.Errorf("power %v: got no error", power)
		}
	}
	if _, err := items.LedgerOf(items.Sample{A: [][]float64{{1, 2}}, B: [][]float64{{2, 3}}}); err == nil {
		t.Error("ledger without spread: got no error")
	}
}
