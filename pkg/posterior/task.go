package posterior

// Model is one learning algorithm with its confusion counts on the 2m folds
// of an m x 2 CV, ordered by replication and fold.
type Model struct {
	Name  string
	Folds []Counts
}

// Task is a data set on which two models were cross-validated with the same
// partition set. A is the model that appeared first.
type Task struct {
	Name   string
	M      int  // replications; both models have 2M folds
	Pooled bool // Folds holds one element for each model, the sum over the 2M folds
	A, B   Model
}
