package paired

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// models makes the metrics of k models whose covariance is that of draw plus a part of
// their own.
func models(k, m int, seed uint64) [][][2]float64 {
	rng := rand.New(rand.NewPCG(seed, 7))
	common := draw(m, seed, 0.05, 0.05, 0.8)
	out := make([][][2]float64, k)
	for i := range out {
		out[i] = make([][2]float64, m)
		for j := range out[i] {
			for f := range 2 {
				out[i][j][f] = common[j][f] + 0.02*rng.NormFloat64() + 0.01*float64(i)
			}
		}
	}
	return out
}

// With two models it is the posterior of the difference.
func TestTwoModels(t *testing.T) {
	const draws = 400_000
	x := models(2, 5, 1)
	d := make([][2]float64, 5)
	for j := range d {
		d[j] = [2]float64{x[1][j][0] - x[0][j][0], x[1][j][1] - x[0][j][1]}
	}
	for name, prior := range map[string]Prior{"uniform": nil, "fixed": Fixed{0.2, 0.3}} {
		p, err := New(d, prior)
		if err != nil {
			t.Fatal(err)
		}
		j, err := NewJoint(x, prior)
		if err != nil {
			t.Fatal(err)
		}
		for i := range j.shares { // the nodes have the same shares and scales
			share := j.shares[i]
			if i > 0 {
				share -= j.shares[i-1]
			}
			if math.Abs(share-p.shares[i]) > 1e-12 || math.Abs(j.scales[i].At(0, 0)-p.scales[i]) > 1e-12 {
				t.Fatalf("%s: node %d: share %v, scale %v; posterior %v, %v",
					name, i, share, j.scales[i].At(0, 0), p.shares[i], p.scales[i])
			}
		}
		s, err := j.Standings(true, 0.01, draws, 3)
		if err != nil {
			t.Fatal(err)
		}
		if z := (s[1].Best - p.Survival(0)) / s[1].BestSE; math.Abs(z) > 4 {
			t.Errorf("%s: P(best) %v, posterior %v, z = %.1f", name, s[1].Best, p.Survival(0), z)
		}
		if z := (s[0].NearBest - p.CDF(0.01)) / s[1].BestSE; math.Abs(z) > 4 {
			t.Errorf("%s: near the best %v, posterior %v", name, s[0].NearBest, p.CDF(0.01))
		}
		c, sd, err := j.Simultaneous(0.95, draws, 4)
		e, err2 := p.Estimate(0.95)
		if reach := e.Mid - e.Low; err != nil || err2 != nil || math.Abs(c*sd[0][1]-reach) > 0.02*reach {
			t.Errorf("%s: simultaneous reach %v, interval %v (%v)", name, c*sd[0][1], reach, err)
		}
	}
}

// The order of the models does not matter, and fewer is better turns the order round.
func TestStandings(t *testing.T) {
	const draws = 100_000
	x := models(4, 6, 2)
	swapped := [][][2]float64{x[2], x[0], x[3], x[1]}
	a, err := NewJoint(x, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := NewJoint(swapped, nil)
	if err != nil {
		t.Fatal(err)
	}
	sa, err := a.Standings(true, 0.02, draws, 1)
	if err != nil {
		t.Fatal(err)
	}
	sb, err := b.Standings(true, 0.02, draws, 2)
	if err != nil {
		t.Fatal(err)
	}
	total := 0.0
	for i, at := range []int{1, 3, 0, 2} {
		total += sa[i].Best
		if math.Abs(sa[i].Best-sb[at].Best) > 4*math.Hypot(sa[i].BestSE, sb[at].BestSE) || sa[i].NearBest < sa[i].Best {
			t.Errorf("model %d: %+v, in another order %+v", i, sa[i], sb[at])
		}
	}
	if math.Abs(total-1) > 1e-9 {
		t.Errorf("probabilities sum to %v", total)
	}
	mirrored := models(4, 6, 2)
	for i := range mirrored {
		for j := range mirrored[i] {
			mirrored[i][j] = [2]float64{-mirrored[i][j][0], -mirrored[i][j][1]}
		}
	}
	c, err := NewJoint(mirrored, nil)
	if err != nil {
		t.Fatal(err)
	}
	sc, err := c.Standings(false, 0.02, draws, 3)
	if err != nil || math.Abs(sc[3].Best-sa[3].Best) > 4*math.Hypot(sa[3].BestSE, sc[3].BestSE) {
		t.Errorf("%+v, mirrored %+v (%v)", sa[3], sc[3], err)
	}
}

func TestJointRefused(t *testing.T) {
	x := models(3, 4, 1)
	same := [][][2]float64{x[0], x[1], x[1]}
	short := [][][2]float64{x[0], x[1][:2]}
	odd := models(2, 4, 1)
	odd[1][2][0] = math.NaN()
	for want, metrics := range map[string][][][2]float64{"1 models": x[:1], "same metric on all folds": same,
		"has 2 replications":                     short,
		"model 2 in replication 3 fold 1 is NaN": odd, "9 models on 4 replications": models(9, 4, 1)} {
		if _, err := NewJoint(metrics, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// As many models as the folds can tell, more than the replications, have a posterior, and
// so have models that differ by the same everywhere but for a little.
func TestJointOfManyModels(t *testing.T) {
	for _, c := range [][2]int{{6, 5}, {10, 5}, {6, 3}, {3, 2}} {
		if _, err := NewJoint(models(c[0], c[1], 7), nil); err != nil {
			t.Errorf("%d models on %d replications: %v", c[0], c[1], err)
		}
	}
	close := models(3, 4, 5)
	for j, p := range close[0] {
		close[2][j] = [2]float64{p[0] + 0.1 + 1e-6*close[2][j][0], p[1] + 0.1 + 1e-6*close[2][j][1]}
	}
	if _, err := NewJoint(close, nil); err != nil {
		t.Error(err)
	}
}
