package items

// Sample holds the scores of two models, A and B, on the same items.
type Sample struct {
	A, B     [][]float64 // by run, by item; the models may have different numbers of runs
	Clusters []int       // cluster of each item, numbered from 0 without gaps; nil where every item is its own
	// PairedRuns says that run s of A belongs to run s of B, such as two models trained with one seed; without
	// it the runs of A and B are independent.
	PairedRuns bool
}
