package posterior

import "fmt"

// Model is one learning algorithm with its confusion counts on the 2m folds
// of an m x 2 CV, ordered by replication and fold.
type Model struct {
	Name  string
	Folds []Counts
}

// Task is a data set on which two models were cross-validated with the same
// partition set. A is the model that appeared first.
type Task struct {
	Name string
	M    int // replications
	A, B Model
}

// UnequalGold lists, as sentences, the folds on which the two models of a task
// were given different numbers of positives (TP+FN). On the same partition set
// the numbers agree, unless the models see different units.
func (t Task) UnequalGold() []string {
	var out []string
	for i := range t.A.Folds {
		a, b := t.A.Folds[i], t.B.Folds[i]
		if a.TP+a.FN != b.TP+b.FN {
			out = append(out, fmt.Sprintf("replication %d fold %d holds %v positives for %s but %v for %s",
				i/2+1, i%2+1, a.TP+a.FN, t.A.Name, b.TP+b.FN, t.B.Name))
		}
	}
	return out
}
