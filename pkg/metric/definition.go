package metric

import (
	"errors"
	"fmt"
	"strings"
)

// Needs is what a metric is computed from.
type Needs int

// The kinds of predictions.
const (
	Labels        Needs = iota // a class for each record
	Probabilities              // the probability of each class for each record
	Numbers                    // a number for each record
)

// String names what is needed.
func (n Needs) String() string { return [...]string{"labels", "probabilities", "numbers"}[n] }

// Predictions are what one model predicted for n records, such as the validation records of a fold.
type Predictions struct {
	Classes       []string  // their names; nil for numbers
	Positive      int       // place in Classes of the class that a metric of one class is about; -1 if it was not named
	Truth         []float64 // n places in Classes, or n numbers
	Predicted     []float64 // the same
	Probabilities []float64 // record by record, one for each class; nil if unknown
}

// Definition is a metric with the way to compute it. A metric of one's own is a Definition with a name, a
// direction, what it needs, and Of.
type Definition struct {
	Metric
	Needs Needs
	What  string // one line
	// Of returns the value on some records, which are at least one and have what the metric needs. The error says
	// why they have none.
	Of func(p *Predictions) (float64, error)
	// Parts writes a number for each record to out and returns the value: the mean of these numbers is the value,
	// and their spread that of its linear approximation in the records. Of a mean of losses these are the losses. It is
	// nil for a metric that has no such approximation.
	Parts func(p *Predictions, out []float64) (float64, error)
}

// Value checks that the predictions have what the metric needs, and returns its value.
func (d Definition) Value(p *Predictions) (float64, error) {
	if err := d.check(p); err != nil {
		return 0, err
	}
	return d.Of(p)
}

func (d Definition) check(p *Predictions) error {
	switch {
	case len(p.Truth) == 0:
		return fmt.Errorf("metric: %s of no records", d.Label())
	case d.Needs == Numbers && p.Classes != nil:
		return fmt.Errorf("metric: %s is about numbers, and these records have classes", d.Label())
	case d.Needs != Numbers && p.Classes == nil:
		return fmt.Errorf("metric: %s is about classes, and these records have numbers", d.Label())
	case d.Needs == Probabilities && p.Probabilities == nil:
		return fmt.Errorf("metric: %s needs the probability of each class, and there are only labels", d.Label())
	}
	return nil
}

// All returns the metrics with a name, in the order of documentation.
func All() []Definition { return []Definition{FPA} }

// Parse reads names of metrics, separated by commas, as scikit-learn spells them, with settings in parentheses:
// "roc_auc, log_loss, fbeta(beta=0.5), f1(class=spam)". The error names the one that is unknown, and those like it.
func Parse(list string) ([]Definition, error) {
	var out []Definition
	for name := range strings.SplitSeq(list, ",") {
		d, err := byName(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	if out == nil {
		return nil, errors.New("metric: no name; name a metric")
	}
	return out, nil
}

func byName(name string) (Definition, error) {
	var names []string
	for _, d := range All() {
		if d.Name == name {
			return d, nil
		}
		names = append(names, d.Name)
	}
	return Definition{}, fmt.Errorf("metric: no metric %q; use one of %s", name, strings.Join(names, ", "))
}
