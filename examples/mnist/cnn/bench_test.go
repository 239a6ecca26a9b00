package cnn

import "testing"

// BenchmarkFit is an epoch on 1,024 images of the published network, and of that of the
// reduced experiment; ns/image is the time of an image in an epoch.
func BenchmarkFit(b *testing.B) {
	reduced := Config{Side: 14, Kernel: 3, Filters: [2]int{4, 8}, Dense: 32, Classes: 10, Batch: 16, Epochs: 1,
		LearningRate: 0.001}
	published := Published()
	published.Epochs = 1
	for _, c := range []struct {
		name string
		Config
		images int
	}{{"published", published, 1024}, {"reduced", reduced, 1024}} {
		b.Run(c.name, func(b *testing.B) {
			n, err := New(c.Config)
			if err != nil {
				b.Fatal(err)
			}
			images := bars(c.images, c.Side, 1)
			for b.Loop() {
				n.Fit(b.Context(), images, 1)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*c.images), "ns/image")
		})
	}
}
