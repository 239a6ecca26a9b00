package posterior

import "testing"

// The counts of word segmentation in Wang and Li (2019), effective at m = 3.
func segmentation(b *testing.B, metric Metric) (Distribution, Distribution) {
	b.Helper()
	w := WeightBCV(3)
	return mustDistribution(b, metric, Chunks(3329841, 3312237, 3166008).Scale(w), 1),
		mustDistribution(b, metric, Chunks(3329841, 3314438, 3168828).Scale(w), 1)
}

func BenchmarkExact(b *testing.B) {
	for _, metric := range Metrics() {
		b.Run(metric.String(), func(b *testing.B) {
			x, y := segmentation(b, metric)
			for b.Loop() {
				if _, _, err := LogDifference(x, y, 0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkExactDelta(b *testing.B) {
	x, y := segmentation(b, Precision)
	for b.Loop() {
		if _, _, err := LogDifference(x, y, 0.0005); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMonteCarloMillion(b *testing.B) {
	x, y := segmentation(b, Precision)
	for b.Loop() {
		if _, _, err := monteCarlo(x, y, 0, 1_000_000, 1); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEqualTailed(b *testing.B) {
	x, _ := segmentation(b, F1)
	for b.Loop() {
		if _, err := x.EqualTailed(0.95); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkHighestDensity(b *testing.B) {
	x, _ := segmentation(b, F1)
	for b.Loop() {
		if _, err := x.HighestDensity(0.95); err != nil {
			b.Fatal(err)
		}
	}
}
