package learn

// Scaling says which records determine the common scale of the features of a learner. Its text is the value of the
// setting scale in package catalogue. The zero value is the default of the learner.
type Scaling string

// The scalings. What the scale is, the learner documents.
const (
	Unscaled   Scaling = "none"    // features as they are
	PerDataSet Scaling = "dataset" // by all records of the data set: fits share work, and see features of other records
	PerFold    Scaling = "fold"    // by the training records of each fit
)
