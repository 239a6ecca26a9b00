package factor

import (
	"encoding/csv"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/internal/numtest"
)

// alike reports the largest difference between columns of a and b, taken in the best
// order and up to signs, which no criterion settles.
func alike(a, b mat.Matrix) float64 {
	p, k := a.Dims()
	worst := 0.0
	taken := map[int]bool{}
	for c := range k {
		best, at := math.Inf(1), -1
		for d := range k {
			for _, sign := range []float64{1, -1} {
				gap := 0.0
				for j := range p {
					gap = max(gap, math.Abs(a.At(j, c)-sign*b.At(j, d)))
				}
				if gap < best && !taken[d] {
					best, at = gap, d
				}
			}
		}
		taken[at] = true
		worst = max(worst, best)
	}
	return worst
}

func rows(values [][]float64) *mat.Dense {
	out := mat.NewDense(len(values), len(values[0]), nil)
	for i, v := range values {
		out.SetRow(i, v)
	}
	return out
}

// Loadings and rotations agree with prcomp and varimax of R.
func TestR(t *testing.T) {
	f, err := os.Open("testdata/varimax.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment, r.FieldsPerRecord = '#', 7
	records, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	variables := map[string][][]float64{}
	loadings, rotated := map[string][][]float64{}, map[string][][]float64{}
	for _, row := range records[1:] {
		if row[4] != "" {
			variables[row[0]] = append(variables[row[0]], numtest.Floats(t, row[4]))
		}
		key := strings.Join(row[:3], ",")
		loadings[key], rotated[key] = append(loadings[key], numtest.Floats(t, row[5])),
			append(rotated[key], numtest.Floats(t, row[6]))
	}
	if len(loadings) != 12 {
		t.Fatalf("%d rotations", len(loadings))
	}
	for key := range loadings {
		parts := strings.Split(key, ",")
		got, err := Loadings(rows(variables[parts[0]]).T(), len(loadings[key][0]))
		if err != nil {
			t.Fatal(err)
		}
		if gap := alike(got, rows(loadings[key])); gap > 1e-10 {
			t.Errorf("%s: loadings differ by %v", key, gap)
		}
		turned, rotation, err := Varimax(got, parts[2] == "1")
		if err != nil {
			t.Fatal(err)
		}
		if gap := alike(turned, rows(rotated[key])); gap > 1e-6 {
			t.Errorf("%s: rotated loadings differ by %v", key, gap)
		}
		var unit mat.Dense
		unit.Mul(rotation.T(), rotation)
		k, _ := unit.Dims()
		for i := range k {
			unit.Set(i, i, unit.At(i, i)-1)
		}
		if mat.Max(&unit) > 1e-12 || mat.Min(&unit) < -1e-12 {
			t.Errorf("%s: the rotation is not orthogonal", key)
		}
	}
}

// criterion is what Varimax makes large.
func criterion(l mat.Matrix) float64 {
	p, k := l.Dims()
	sum := 0.0
	for c := range k {
		squares, fourth := 0.0, 0.0
		for j := range p {
			v := l.At(j, c) * l.At(j, c)
			squares += v
			fourth += v * v
		}
		sum += fourth - squares*squares/float64(p)
	}
	return sum
}

// No small turn of a pair of factors improves the criterion.
func TestLargest(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	l := mat.NewDense(12, 4, nil)
	for j := range 12 {
		for c := range 4 {
			l.Set(j, c, rng.NormFloat64())
		}
	}
	got, _, err := Varimax(l, false)
	if err != nil {
		t.Fatal(err)
	}
	best := criterion(got)
	if best < 1.05*criterion(l) {
		t.Errorf("criterion %v after %v", best, criterion(l))
	}
	for c := range 4 {
		for d := c + 1; d < 4; d++ {
			for _, angle := range []float64{-0.1, -0.001, 0.001, 0.1} {
				other := mat.DenseCopyOf(got)
				turn(other, c, d, angle)
				if criterion(other) > best+1e-12 {
					t.Errorf("factors %d and %d turned by %v are better", c, d, angle)
				}
			}
		}
	}
}

// Loadings that are simple already stay; one factor is not turned.
func TestSimple(t *testing.T) {
	l := rows([][]float64{{0.9, 0}, {0.8, 0}, {0, 0.7}, {0, 0.6}, {0, 0}})
	got, _, err := Varimax(l, true)
	if err != nil || alike(got, l) > 1e-12 {
		t.Errorf("%v, %v", mat.Formatted(got), err)
	}
	one := rows([][]float64{{0.5}, {-0.2}})
	if got, rotation, err := Varimax(one, true); err != nil || !mat.Equal(got, one) || rotation.At(0, 0) != 1 {
		t.Errorf("%v, %v", got, err)
	}
}

func TestErrors(t *testing.T) {
	x := rows([][]float64{{1, 2}, {2, 2}, {4, 2}})
	for _, c := range []struct {
		k    int
		want string
	}{{0, "0 components"}, {3, "give from 1 to 2"}, {1, "variable 2 has the standard deviation 0"}} {
		if _, err := Loadings(x, c.k); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d: %v", c.k, err)
		}
	}
	if _, _, err := Varimax(rows([][]float64{{1, math.NaN()}}), true); err == nil || !strings.Contains(err.Error(),
		"variable 1") {
		t.Errorf("error %v", err)
	}
}
