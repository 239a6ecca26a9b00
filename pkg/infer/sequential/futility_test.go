package sequential

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/infer"
)

// A difference that matters is called too small with probability alpha at most, over all
// looks together, where the correlations are worst; one that does not exist is found out.
func TestFutilityHoldsItsLevel(t *testing.T) {
	numtest.NotRaced(t)
	const draws, interest = 20_000, 3.0
	for _, c := range []struct {
		name     string
		rho      Correlation
		mu       float64
		from, to float64 // bounds of the share of futile stops
	}{
		{"at the difference of interest", Correlation{0.5, 0.5}, interest, 0.005, 0.05 + 4*math.Sqrt(0.05*0.95/draws)},
		{"no difference", Correlation{0.2, 0.2}, 0, 0.5, 1},
	} {
		s := newSampler(t, c.rho, LastLook, 3)
		test := TTest{Interest: interest}
		futile, wrong := 0, 0
		rows := make([][2]float64, LastLook)
		for range draws {
			s.draw(rows)
			for j := range rows {
				rows[j][0] += c.mu
				rows[j][1] += c.mu
			}
			out, err := test.Decide(rows)
			if err != nil {
				t.Fatal(err)
			}
			last := out.Looks[len(out.Looks)-1]
			inside := last.CI.Low > -interest && last.CI.High < interest
			if tooSmall := out.Decision == TooSmall; tooSmall != (inside && !out.Decision.Rejects()) ||
				out.Stop != last.M {
				wrong++
			}
			if out.Decision == TooSmall {
				futile++
			}
		}
		if share := float64(futile) / draws; share < c.from || share > c.to || wrong > 0 {
			t.Errorf("%s: futile in %.4f of %d, want %v to %v; %d outcomes contradict their interval",
				c.name, share, draws, c.from, c.to, wrong)
		}
	}
}

func TestFutilityRefused(t *testing.T) {
	for want, s := range map[string]TTest{
		"positive":                {Interest: math.NaN()},
		"two-sided test under a":  {Interest: 1, Rule: Printed{}},
		"two-sided test under a ": {Interest: 1, Options: infer.Options{Alternative: infer.Less}},
	} {
		if _, err := s.Begin(); err == nil || !strings.Contains(err.Error(), strings.TrimSpace(want)) {
			t.Errorf("%+v: %v, want %q", s, err, want)
		}
	}
}

// Step by step is the same as all at once, and a test that has ended takes no more.
func TestRunning(t *testing.T) {
	s := TTest{Max: 4}
	rows := [][2]float64{{0.1, 0.2}, {0.3, -0.2}, {0.1, 0}, {-0.1, 0.2}, {5, 5}}
	want, err := s.Decide(rows)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Begin()
	if err != nil {
		t.Fatal(err)
	}
	for !r.Done() {
		l, err := r.Add(rows[r.M()])
		if err != nil {
			t.Fatal(err)
		}
		if (l != nil) != (r.M() >= FirstLook) || l != nil && l.M != r.M() {
			t.Errorf("look %+v after %d replications", l, r.M())
		}
	}
	if got := r.Outcome(); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if _, err := r.Add(rows[4]); err == nil || !strings.Contains(err.Error(), "ended at m = 4 (undecided)") {
		t.Errorf("a replication after the end: %v", err)
	}
}
