package mcnemar

import (
	"math"
	"testing"
	"testing/fstest"
)

// With two sizes the exact trend test is Fisher's: 8 of 10 against 1 of 6 has 0.035 (R: fisher.test).
// Shares that do not change have 1, and so has a test that never rejects.
func TestTrend(t *testing.T) {
	size := func(hits, sets int, log2 float64) SizeShare { return SizeShare{Hits: hits, Sets: sets, Log2: log2} }
	for _, c := range []struct {
		sizes []SizeShare
		want  float64
	}{
		{[]SizeShare{size(8, 10, 3), size(1, 6, 4)}, 0.03496503},
		{[]SizeShare{size(0, 10, 3), size(0, 6, 4), size(0, 5, 5)}, 1},
		{[]SizeShare{size(2, 10, 3), size(2, 10, 4), size(2, 10, 5)}, 1},
		// 2 hits of 6: only (0, 0, 2) and (2, 0, 0) of 15 are as far from the middle.
		{[]SizeShare{size(0, 2, 3), size(0, 2, 4), size(2, 2, 5)}, 2.0 / 15},
	} {
		if got := trend(c.sizes); math.Abs(got-c.want) > 1e-7 {
			t.Errorf("%+v: %v, want %v", c.sizes, got, c.want)
		}
	}
}

// The interval is R's binom.test(2, 20).
func TestClopperPearson(t *testing.T) {
	low, high := clopperPearson(2, 20)
	if math.Abs(low-0.01234853) > 1e-7 || math.Abs(high-0.3169827) > 1e-6 {
		t.Errorf("%v to %v", low, high)
	}
	if low, _ := clopperPearson(0, 20); low != 0 {
		t.Errorf("no hits: from %v", low)
	}
	if _, high := clopperPearson(20, 20); high != 1 {
		t.Errorf("hits alone: to %v", high)
	}
}

// One size and several are put together, in the order of the tests and of n; Holm goes over the tests.
func TestSizes(t *testing.T) {
	files := fstest.MapFS{
		"results/mnist_table_5.csv": {Data: []byte("data,setting,family,test,share,se,runs,seed\n" +
			"MNIST,0,t,RHO paired t-test,0.02,0.01,100,1\nMNIST,0,Z,Proportional test,0.13,0.03,100,1\n")},
		"results/mnist_errors.csv": {Data: []byte("data,setting,n,learner,error,se,data_sets,seed\n" +
			"MNIST,0,200,A,0.25,0.003,20,1\nMNIST,0,200,B,0.27,0.004,20,1\n")},
		"results/mnist_sizes.csv": {Data: []byte("n,data,setting,family,test,share,se,runs,seed\n" +
			"800,MNIST n=800,0,Z,Proportional test,0.2,0.1,20,1\n800,MNIST n=800,0,t,RHO paired t-test,0.5,0.1,20,1\n" +
			"400,MNIST n=400,0,t,RHO paired t-test,0.3,0.1,20,1\n400,MNIST n=400,0,Z,Proportional test,0.1,0.1,20,1\n")},
	}
	shares, err := Sizes(files)
	if err != nil || len(shares) != 6 {
		t.Fatalf("%+v, %v", shares, err)
	}
	if s := shares[2]; s.Test != "RHO paired t-test" || s.N != 800 || s.Hits != 10 {
		t.Errorf("%+v", s)
	}
	rates, err := SizeErrors(files)
	if err != nil || len(rates) != 2 || math.Abs(rates[0].SD-0.003*math.Sqrt(20)) > 1e-12 {
		t.Errorf("%+v, %v", rates, err)
	}
	rows, err := Trends(shares)
	if err != nil || len(rows) != 2 {
		t.Fatalf("%+v, %v", rows, err)
	}
	if r := rows[0]; r.Counts != "2 of 100, 6 of 20, 10 of 20" || r.Verdict != "shown" {
		t.Errorf("%+v", r)
	}
	if r := rows[0]; math.Abs(r.Holm-2*r.PValue) > 1e-12 {
		t.Errorf("not twice the p-value: %+v", r)
	}
	if r := rows[1]; r.Verdict != "not shown" {
		t.Errorf("%+v", r)
	}
}
