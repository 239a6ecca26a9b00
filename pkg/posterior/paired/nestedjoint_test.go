package paired

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// nestedModels draws metrics of k models: differences of model i to model 0 as of the model, with
// a common part and a shift.
func nestedModels(n nestedModel, k int, shift float64, seed uint64) (outer [][][2]float64, inner [][][2][][2]float64) {
	rng := rand.New(rand.NewPCG(seed, 3))
	for i := range k {
		o, x := n.draw(rng)
		for j := range o {
			o[j][0] += shift * float64(i)
			o[j][1] += shift * float64(i)
		}
		outer, inner = append(outer, o), append(inner, x)
	}
	return outer, inner
}

func difference(a, b [2]float64) [2]float64 { return [2]float64{b[0] - a[0], b[1] - a[1]} }

// With two models the joint posterior is that of the difference.
func TestNestedJointOfTwoModels(t *testing.T) {
	for _, n := range []nestedModel{
		{m: 3, splits: 5, r: 2, sigma: 1, rho1: 0.1, rho2: 0.2, gamma: 1, addedP: 0.4},
		{m: 10, splits: 10, r: 3, sigma: 1e-3, rho1: 0.3, rho2: 0.4, gamma: 1.2, addedP: 1e-7},
	} {
		outer, inner := nestedModels(n, 2, n.sigma, 4)
		d := make([][2]float64, n.m)
		for j := range d {
			d[j] = difference(outer[0][j], outer[1][j])
		}
		x := make([][2][][2]float64, n.splits)
		for j := range x {
			for h := range x[j] {
				for i := range n.r {
					x[j][h] = append(x[j][h], difference(inner[0][j][h][i], inner[1][j][h][i]))
				}
			}
		}
		p, err := NewNested(d, x, nil)
		if err != nil {
			t.Fatal(err)
		}
		joint, err := NewNestedJoint(outer, inner, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := joint.Means()[1] - joint.Means()[0]; math.Abs(got-p.Mean()) > 1e-12*n.sigma {
			t.Errorf("%+v: difference of means %v, want %v", n, got, p.Mean())
		}
		if want := 2*n.m - 1 + n.splits + 2*n.splits*(n.r-1); joint.df != want {
			t.Errorf("%+v: %d degrees of freedom, want %d", n, joint.df, want)
		}
		for _, z := range []float64{0.3, 1, 3} {
			gap, got, before := z*n.sigma, 0.0, 0.0
			for i, root := range joint.scales {
				got += (joint.shares[i] - before) * tail(gap/root.At(0, 0), joint.df)
				before = joint.shares[i]
			}
			if want := p.Survival(p.Mean() + gap); math.Abs(got-want) > 1e-5 {
				t.Errorf("%+v: P(delta > mean + %v) = %v, want %v (%d nodes)", n, gap, got, want, len(joint.shares))
			}
		}
	}
}

// Without inner metrics it is NewJoint; with them, more models share what the halves say: of models
// far apart the last is the best.
func TestNestedJoint(t *testing.T) {
	n := nestedModel{m: 4, splits: 5, r: 2, sigma: 1, rho1: 0.1, rho2: 0.2, gamma: 1, addedP: 0.4}
	outer, inner := nestedModels(n, 4, 30, 5)
	got, err := NewNestedJoint(outer, nil, nil)
	want, werr := NewJoint(outer, nil)
	if err != nil || werr != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("without inner metrics %+v, want %+v (%v, %v)", got, want, err, werr)
	}
	j, err := NewNestedJoint(outer, inner, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := j.Standings(true, 0.1, 2000, 1)
	if err != nil || s[3].Best < 0.999 {
		t.Errorf("P(best) of the best by far %v, want 1 (%v)", s[3].Best, err)
	}
}

func TestNestedJointRefused(t *testing.T) {
	n := nestedModel{m: 4, splits: 3, r: 2, sigma: 1, rho2: 0.2, gamma: 1, addedP: 0.4}
	outer, inner := nestedModels(n, 3, 0, 5)
	one, other := n, n
	one.r, other.splits = 1, 2
	_, single := nestedModels(one, 3, 0, 6)
	_, fewer := nestedModels(other, 3, 0, 7)
	for want, f := range map[string]func() (Joint, error){
		"inner metrics of 2 models, metrics of 3": func() (Joint, error) { return NewNestedJoint(outer, inner[:2], nil) },
		"model 2 has 2 half-splits with 2 inner replications, model 1 3 with 2": func() (Joint, error) {
			return NewNestedJoint(outer, [][][2][][2]float64{inner[0], fewer[1], inner[2]}, nil)
		},
		"model 3: no inner differences": func() (Joint, error) {
			return NewNestedJoint(outer, [][][2][][2]float64{inner[0], inner[1], {}}, nil)
		},
		"model 3 has 3 half-splits with 1": func() (Joint, error) {
			return NewNestedJoint(outer, [][][2][][2]float64{inner[0], inner[1], single[2]}, nil)
		},
		"1 inner replication in each half": func() (Joint, error) { return NewNestedJoint(outer, single, nil) },
		"the same inner differences": func() (Joint, error) {
			return NewNestedJoint(outer, [][][2][][2]float64{inner[0], inner[0], inner[0]}, nil)
		},
		"rho2 = -0.1; with inner": func() (Joint, error) { return NewNestedJoint(outer, inner, Fixed{0, -0.1}) },
		"a region of no area":     func() (Joint, error) { return NewNestedJoint(outer, inner, Uniform{0, 0, 0, 1}) },
		"1 models; give at least": func() (Joint, error) { return NewNestedJoint(outer[:1], inner[:1], nil) },
	} {
		if _, err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func BenchmarkNestedJoint(b *testing.B) {
	outer, inner := nestedModels(nestedModel{m: 5, splits: 10, r: 2, sigma: 1, rho1: 0.2, rho2: 0.3, gamma: 1.2,
		addedP: 0.5}, 4, 0, 3)
	for b.Loop() {
		if _, err := NewNestedJoint(outer, inner, nil); err != nil {
			b.Fatal(err)
		}
	}
}
