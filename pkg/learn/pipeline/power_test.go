package pipeline

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/dataset"
)

// column reads the values of row k of power.csv.
func column(t *testing.T, row []string) []float64 {
	t.Helper()
	var out []float64
	for _, word := range strings.Fields(row[3]) {
		out = append(out, numtest.Float(t, word))
	}
	return out
}

// Powers agree with scipy's boxcox_normmax (by likelihood) and yeojohnson_normmax.
func TestPowersOfScipy(t *testing.T) {
	boxes := 0
	for _, row := range numtest.Fixture(t, "power.csv") {
		x := column(t, row)
		if got, want := (YeoJohnson{}).Lambda(x), numtest.Float(t, row[2]); !(math.Abs(got-want) <= 1e-5) {
			t.Errorf("%s: Yeo and Johnson's power is %v, scipy's %v", row[0], got, want)
		}
		if row[1] == "" {
			continue
		}
		boxes++
		if got, want := (BoxCox{}).Lambda(x), numtest.Float(t, row[1]); !(math.Abs(got-want) <= 1e-5) {
			t.Errorf("%s: Box and Cox's power is %v, scipy's %v", row[0], got, want)
		}
	}
	if boxes < 4 {
		t.Errorf("%d columns of positive numbers", boxes)
	}
}

// Powers agree with MASS::boxcox up to half a step of its grid.
func TestPowersOfMASS(t *testing.T) {
	made := numtest.Fixture(t, "power.csv")
	for k, row := range numtest.Fixture(t, "boxcox.csv") {
		x, shift := column(t, made[k]), numtest.Float(t, row[1])
		for i := range x {
			x[i] += shift
		}
		if got, want := (BoxCox{}).Lambda(x), numtest.Float(t, row[2]); !(math.Abs(got-want) <= 6e-5) {
			t.Errorf("%s: the power of Box and Cox is %v, want %v as in MASS", row[0], got, want)
		}
	}
}

// The transforms are the formulas of their papers, on both sides of 0 and near the
// powers with logarithms.
func TestTransforms(t *testing.T) {
	for _, lambda := range []float64{-3, -0.5, 0, 1e-12, 1, 1.5, 2, 2 - 1e-12, 4} {
		for _, x := range []float64{-20, -1, -0.1, 0, 0.3, 1, 50} {
			var want float64
			switch {
			case x >= 0 && math.Abs(lambda) < 1e-9:
				want = math.Log(x + 1)
			case x >= 0:
				want = (math.Pow(x+1, lambda) - 1) / lambda
			case math.Abs(2-lambda) < 1e-9:
				want = -math.Log(1 - x)
			default:
				want = -(math.Pow(1-x, 2-lambda) - 1) / (2 - lambda)
			}
			if got := yeoJohnson(x, lambda); !(math.Abs(got-want) <= 1e-9*(1+math.Abs(want))) {
				t.Errorf("%v to the power %v becomes %v, want %v", x, lambda, got, want)
			}
		}
	}
}

// Indicators stay, and other features get the transform with the power of the training records.
func TestPowersOfColumns(t *testing.T) {
	d := draw(40, 3, true)
	d.Features = []dataset.Feature{{Name: "a"}, {Name: "b=red", Indicator: true}, {Name: "c"}}
	for i := range 40 {
		d.X.Set(i, 1, float64(i%2))
	}
	var train []int32
	for i := int32(0); i < 40; i += 2 {
		train = append(train, i) // the indicator is constant in them
	}
	x := d.Take(train).X
	for _, step := range []interface {
		Step
		Lambda([]float64) float64
	}{YeoJohnson{}, BoxCox{}} {
		got := scores(t, d, train, step)
		for j := range 3 {
			lambda := step.Lambda(mat.Col(nil, j, x))
			for i := range 40 {
				v := d.X.At(i, j)
				want := (math.Pow(v, lambda) - 1) / lambda
				if step == (YeoJohnson{}) {
					want = (math.Pow(v+1, lambda) - 1) / lambda
				}
				if j == 1 {
					want = v
				}
				if math.Abs(got.At(i, j)-want) > 1e-9*(1+math.Abs(want)) {
					t.Fatalf("%s, record %d, feature %d: %v, want %v", step, i, j, got.At(i, j), want)
				}
			}
		}
	}
}
