package items_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer/items"
)

func exactly(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-12*(1+math.Abs(want))) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// By hand: item 1 has draws 1, 0, 1 (variance 1/3) and 1, 1 (0) in its two runs, item 2 has 0, 1 (1/2) and one, of
// which the variance is the mean of the other three, 5/18.
func TestAverageDraws(t *testing.T) {
	scores := [][]float64{{1, 0, 0, 1, 1}, {1, 0, 1}}
	of := [][]int32{{0, 1, 0, 1, 0}, {0, 1, 0}}
	means, d := items.AverageDraws(scores, of, 2)
	exactly(t, "item 1 in run 1", means[0][0], 2.0/3)
	exactly(t, "item 2 in run 1", means[0][1], 0.5)
	exactly(t, "item 1 in run 2", means[1][0], 1)
	exactly(t, "item 2 in run 2", means[1][1], 0)
	exactly(t, "variance of item 1", d.Variances[0], (1.0/9+0)/4)
	exactly(t, "variance of item 2", d.Variances[1], (1.0/4+5.0/18)/4)
	exactly(t, "draws of each", d.Each, 4/(1.0/3+1.0/2+1.0/2+1))
	if !d.RightOrWrong {
		t.Error("draws of 0 and 1 are not right or wrong")
	}
	means, d = items.AverageDraws([][]float64{{3, 2}}, [][]int32{{1, 0}}, 2)
	if d != nil || means[0][0] != 2 || means[0][1] != 3 {
		t.Errorf("one draw of each item: %v, %v, want scores in order and no draws", means, d)
	}
}

// drawnSample has normal scores: of items with sd tau in the difference, of runs, of draws with sd 1 in each model.
func drawnSample(r *rand.Rand, n, runs, draws, perCluster int, tau, ofRuns float64) items.Sample {
	var s items.Sample
	own := make([]float64, n)
	for i := range own {
		own[i] = tau * r.NormFloat64()
		if perCluster > 0 {
			s.Clusters = append(s.Clusters, i/perCluster)
		}
	}
	model := func(share float64) ([][]float64, *items.Draws) {
		var scores [][]float64
		var of [][]int32
		for range runs {
			var y []float64
			var at []int32
			shift := ofRuns * r.NormFloat64()
			for i := range own {
				for range draws {
					y, at = append(y, share*own[i]+shift+r.NormFloat64()), append(at, int32(i))
				}
			}
			scores, of = append(scores, y), append(of, at)
		}
		return items.AverageDraws(scores, of, n)
	}
	s.A, s.DrawsA = model(0)
	s.B, s.DrawsB = model(1)
	return s
}

// The variance of the mean and its degrees of freedom stay what they are without draws, and its parts are, on average,
// those that the scores were drawn with: 2 (sd of draws)²/(n D R), tau²/n.
func TestLedgerOfDraws(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 2))
	const n, draws, tau = 40, 3, 0.8
	for _, runs := range []int{1, 4} {
		for _, perCluster := range []int{0, 4} {
			sums := map[string]float64{}
			const sets = 600
			for range sets {
				s := drawnSample(r, n, runs, draws, perCluster, tau, 0.3)
				l, err := items.LedgerOf(s)
				if err != nil {
					t.Fatal(err)
				}
				s.DrawsA, s.DrawsB = nil, nil
				without, err := items.LedgerOf(s)
				if err != nil {
					t.Fatal(err)
				}
				exactly(t, "half width", l.HalfWidth(0.05), without.HalfWidth(0.05))
				last := l.Squares[len(l.Squares)-1]
				sums["draws"] += last.Value / sets
				sums["df"] += last.DF / sets
			}
			if want := 2.0 / (n * draws * float64(runs)); math.Abs(sums["draws"]/want-1) > 0.02 {
				t.Errorf("%d runs: part of draws %v, want %v", runs, sums["draws"], want)
			}
			// of normal scores n (D-1) degrees for each model and run, estimated from their spread over items
			if want := float64(2 * n * (draws - 1) * runs); math.Abs(sums["df"]/want-1) > 0.15 {
				t.Errorf("%d runs: %v degrees of freedom of draws, want about %v", runs, sums["df"], want)
			}
		}
	}
}

// More draws of each item shrink their part alone: without bound the half width is that of the items' part. A plan made
// of the sample has its ledger.
func TestBuyDraws(t *testing.T) {
	s := drawnSample(rand.New(rand.NewPCG(3, 3)), 200, 1, 4, 0, 1, 0)
	l, err := items.LedgerOf(s)
	if err != nil {
		t.Fatal(err)
	}
	shares := l.Shares(0.05, 100, 1)
	if len(shares) != 2 || shares[0].Name != "items" || shares[1].Name != "draws" {
		t.Fatalf("shares %v, want items and draws", shares)
	}
	// With items' part a and draws' part b of 4 draws, 4 + k draws have the half width of a + 4b/(4 + k).
	half := l.HalfWidth(0.05) * math.Sqrt(shares[0].Mid+shares[1].Mid*4/10) * 1.0001
	buy, err := l.Buy(half, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	if want := (items.Purchase{Factor: "draws of each item", Now: 4, More: 6}); buy[1] != want {
		t.Errorf("to buy %+v, want %+v", buy[1], want)
	}
	if buy, _ = l.Buy(l.HalfWidth(0.05)*math.Sqrt(shares[0].Mid)*0.99, 0.05); !buy[1].Never {
		t.Errorf("to buy %+v, want that no number of draws is enough", buy[1])
	}
	p, err := items.Components(s)
	if err != nil {
		t.Fatal(err)
	}
	planned, err := p.Ledger()
	if err != nil {
		t.Fatal(err)
	}
	exactly(t, "half width of the plan", planned.HalfWidth(0.05), l.HalfWidth(0.05))
	p.Draws = 10
	if planned, err = p.Ledger(); err != nil {
		t.Fatal(err)
	}
	exactly(t, "half width with 10 draws", planned.HalfWidth(0.05), half/1.0001)
	p.Draws = 1
	if planned, err = p.Ledger(); err != nil {
		t.Fatal(err)
	}
	exactly(t, "half width with 1 draw", planned.HalfWidth(0.05),
		l.HalfWidth(0.05)*math.Sqrt(shares[0].Mid+4*shares[1].Mid))
	s.DrawsA = nil
	if l, err = items.LedgerOf(s); err != nil || l.Sources[1].Name != "draws of B" {
		t.Errorf("draws of B alone: sources %v, error %v", l.Sources, err)
	}
}
