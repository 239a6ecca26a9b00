package dataset

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestReadEntities(t *testing.T) {
	const text = "-DOCSTART- -X- O O\n\nEU NNP I-NP I-ORG\nrejects VBZ I-VP O\nGerman JJ I-NP I-MISC\n\nA X Y I-PER\nB X Y I-PER\nC X Y B-PER\nD X Y I-LOC\n\n\nno X Y O\n"
	got, err := ReadEntities(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"ORG", "MISC"}, {"PER", "PER", "LOC"}, nil}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %v, want %v", got, want)
	}
	if _, err := ReadEntities(strings.NewReader("EU NNP ORG\n")); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a tag without a kind: %v", err)
	}
}

// Means of 20,000 draws, within five standard errors.
func TestTwoGaussians(t *testing.T) {
	d := TwoGaussians(20000, 2, 0.5, rand.New(rand.NewPCG(1, 1)))
	var count float64
	var sum [2][2]float64
	for i, y := range d.Y {
		class := 0
		if y {
			class = 1
			count++
		}
		for j := range 2 {
			sum[class][j] += d.X.At(i, j)
		}
	}
	if math.Abs(count-10000) > 5*math.Sqrt(5000) {
		t.Errorf("%v of 20000 in class true", count)
	}
	for j := range 2 {
		if m := sum[1][j] / count; math.Abs(m-0.5) > 0.05 {
			t.Errorf("mean of feature %d in class true is %v", j, m)
		}
		if m := sum[0][j] / (20000 - count); math.Abs(m) > 0.05 {
			t.Errorf("mean of feature %d in class false is %v", j, m)
		}
	}
}
