package rule

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
)

// fixture is testdata/jrip.json, made by testdata/JRipFixture.java.
type fixture struct {
	Exact []struct {
		Name    string
		Levels  []int // of each feature, 0 for a number
		Classes int
		Rows    [][]float64 // features and class
		Runs    []struct {
			Seed      int64
			Rules     []string
			Predicted string // class of each row, a digit
		}
	}
	Error []struct {
		Name        string
		Train, Runs int
		Mean, Se    float64
	}
}

func readFixture(t *testing.T) (out fixture) {
	t.Helper()
	b, err := os.ReadFile("testdata/jrip.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// newData returns a data set of rows with the class last; features are called
// x1, x2, ..., levels v0, v1, ... and classes c0, c1, ...
func newData(name string, levels []int, classes int, rows [][]float64) *dataset.Data {
	names := func(prefix string, n int) (out []string) {
		for i := range n {
			out = append(out, fmt.Sprint(prefix, i))
		}
		return out
	}
	p := len(levels)
	d := &dataset.Data{Name: name, X: mat.NewDense(len(rows), p, nil), Classes: names("c", classes)}
	for j, l := range levels {
		d.Features = append(d.Features, dataset.Feature{Name: fmt.Sprint("x", j+1), Levels: names("v", l)})
	}
	for i, r := range rows {
		d.X.SetRow(i, r[:p])
		d.Class = append(d.Class, int32(r[p]))
	}
	return d
}

// javaRandom is java.util.Random, the linear congruential generator of its
// documentation.
type javaRandom struct{ state uint64 }

func newJavaRandom(seed int64) *javaRandom {
	return &javaRandom{(uint64(seed) ^ 0x5DEECE66D) & (1<<48 - 1)}
}

func (r *javaRandom) next(bits uint) int32 {
	r.state = (r.state*0x5DEECE66D + 0xB) & (1<<48 - 1)
	return int32(r.state >> (48 - bits))
}

// IntN is nextInt(bound).
func (r *javaRandom) IntN(n int) int {
	bound := int32(n)
	if bound&-bound == bound {
		return int(int64(bound) * int64(r.next(31)) >> 31)
	}
	for {
		bits := r.next(31)
		value := bits % bound
		if bits-value+(bound-1) >= 0 {
			return int(value)
		}
	}
}

// jripStyle prints rules as JRip does.
func jripStyle(l ruleList) (out []string) {
	for _, r := range l {
		var conds []string
		for _, c := range r.If {
			conds = append(conds, "("+c.String()+")")
		}
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s => class=%s (%d.0/%d.0)", strings.Join(conds, " and "), r.Then,
			r.Cover, r.Wrong)))
	}
	return out
}

// withoutNeedless removes the conditions that a later one on the same feature
// makes needless, which JRip 3.6 prints.
func withoutNeedless(rules []string) (out []string) {
	for _, r := range rules {
		body, head, _ := strings.Cut(r, "=> ")
		conds, seen := strings.Split(strings.TrimSpace(body), " and "), map[string]bool{}
		var kept []string
		for _, c := range slices.Backward(conds) {
			start := c[:max(0, strings.LastIndexByte(c, ' '))]
			if !seen[start] {
				kept = append(kept, c)
			}
			seen[start] = true
		}
		slices.Reverse(kept)
		out = append(out, strings.TrimSpace(strings.Join(kept, " and ")+" => "+head))
	}
	return out
}

// TestSameRulesAsJRip gives both programs the same random numbers.
func TestSameRulesAsJRip(t *testing.T) {
	for _, s := range readFixture(t).Exact {
		d := newData(s.Name, s.Levels, s.Classes, s.Rows)
		f := mustFitter(t, RIPPER{}, d)
		for _, run := range s.Runs {
			rng := newJavaRandom(run.Seed)
			rng.next(32) // JRip gives one number to the filter that orders classes
			f.fit(all(d.N()), rng)
			if diff := cmp.Diff(withoutNeedless(run.Rules), jripStyle(f.list())); diff != "" {
				t.Errorf("%s, seed %d: JRip -, here +\n%s", s.Name, run.Seed, diff)
			}
			out := make([]float64, d.N())
			f.Predict(all(d.N()), out)
			for i, c := range run.Predicted {
				if out[i] != float64(c-'0') {
					t.Errorf("%s, seed %d: record %d is predicted %v, by JRip %c", s.Name, run.Seed, i, out[i], c)
				}
			}
		}
	}
}

// TestErrorAsJRip compares mean test errors on data sets drawn here: they may
// differ by four standard errors.
func TestErrorAsJRip(t *testing.T) {
	for _, e := range readFixture(t).Error {
		rng := rand.New(rand.NewPCG(7, 7))
		draw := map[string]func(*rand.Rand) []float64{"twonorm": twonorm, "ringnorm": ringnorm, "waveform": waveform,
			"mixed": mixed}[e.Name]
		const runs, test = 60, 1000
		var sum, squares float64
		for range runs {
			rows := make([][]float64, e.Train+test)
			for i := range rows {
				rows[i] = draw(rng)
			}
			levels, classes := make([]int, len(rows[0])-1), 3
			if e.Name == "mixed" {
				levels, classes = []int{3, 0, 4, 0, 2, 0}, 5
			}
			d := newData(e.Name, levels, classes, rows)
			f := mustFitter(t, RIPPER{}, d)
			if _, err := f.Fit(t.Context(), all(e.Train)); err != nil {
				t.Fatal(err)
			}
			loss := errorRate(f, d, all(d.N())[e.Train:])
			sum += loss
			squares += loss * loss
		}
		mean := sum / runs
		se := math.Sqrt((squares/runs - mean*mean) / (runs - 1))
		t.Logf("%s: error %.4f, s.e. %.4f; JRip %.4f, s.e. %.4f", e.Name, mean, se, e.Mean, e.Se)
		if math.Abs(mean-e.Mean) > 4*math.Hypot(se, e.Se) {
			t.Errorf("%s: mean error %.4f, s.e. %.4f; JRip %.4f, s.e. %.4f", e.Name, mean, se, e.Mean, e.Se)
		}
	}
}

// The generators are the same as in JRipFixture.java.

func twonorm(rng *rand.Rand) []float64 {
	row, c := make([]float64, 21), rng.IntN(2)
	for j := range 20 {
		row[j] = rng.NormFloat64() + float64(1-2*c)*2/math.Sqrt(20)
	}
	row[20] = float64(c)
	return row
}

func ringnorm(rng *rand.Rand) []float64 {
	row, c := make([]float64, 21), rng.IntN(2)
	for j := range 20 {
		row[j] = 2 * rng.NormFloat64()
		if c == 1 {
			row[j] = row[j]/2 + 1/math.Sqrt(20)
		}
	}
	row[20] = float64(c)
	return row
}

func waveform(rng *rand.Rand) []float64 {
	row, c, u := make([]float64, 22), rng.IntN(3), rng.Float64()
	wave := func(k, j int) float64 { return max(6-math.Abs(float64(j+1-[]int{7, 15, 11}[k])), 0) }
	pair := [][2]int{{0, 1}, {0, 2}, {1, 2}}[c]
	for j := range 21 {
		row[j] = u*wave(pair[0], j) + (1-u)*wave(pair[1], j) + rng.NormFloat64()
	}
	row[21] = float64(c)
	return row
}

func mixed(rng *rand.Rand) []float64 {
	row := make([]float64, 7)
	for j, l := range []int{3, 10, 4, 10, 2, 10} {
		row[j] = float64(rng.IntN(l))
	}
	switch {
	case row[0] == 1 && row[1] <= 3:
	case row[2] == 2 && row[3] >= 6:
		row[6] = 1
	case row[4] == 1 && row[1] >= 4 && row[3] <= 5:
		row[6] = 2
	case row[5] >= 7:
		row[6] = 3
	default:
		row[6] = 4
	}
	if rng.Float64() < 0.1 {
		row[6] = float64(rng.IntN(5))
	}
	return row
}
