package svm

import (
	"context"
	"slices"

	"github.com/block-regularized/bcv/pkg/learn"
)

// Probability is how an SVM turns decision values into probabilities. Its text is the value of the setting
// probability in package catalogue.
type Probability string

// The ways to probabilities.
const (
	Platt    Probability = "platt"    // a sigmoid of the decision value (Lin, Lin and Weng 2007)
	Isotonic Probability = "isotonic" // a monotone function of it, linear between the values that it was fitted to
)

// innerFolds is the number of inner folds whose decision values make the curves.
const innerFolds int32 = 5

// least is the least probability of a class against another, as in LIBSVM; 1 - least is the greatest.
const least = 1e-7

// prober is a fitter with probabilities, a learn.Prober. It first fits without each inner fold of the training
// records, one after the other, to get decision values of records that a fit has not seen: the r-th record of each
// class, from 0, is in inner fold r modulo innerFolds. Each pair of classes gets a curve from the decision values
// of its own records.
type prober struct {
	*fitter
	classes []int32   // of the training records, ascending
	inner   []int32   // inner fold of each training record
	seen    []int32   // training records of each class so far
	some    []int32   // records of an inner fit, then those to predict
	places  []int32   // of the records to predict among the training records
	inside  []float64 // decision values that Score wrote
	values  []float64 // decision values of the training records, one for each pair of classes
	points  []scored  // of a pair
	curves  []curve   // of each pair
	square  []float64 // of the coupling, see couple
	product []float64
	coupled []float64
}

// Fit trains on the given records and makes the curves. It returns the errors of the fits.
func (f *prober) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	f.divide(train)
	for k := range min(innerFolds, slices.Max(f.seen)) {
		if len(f.classes) == 1 {
			break
		}
		if err := f.leaveOut(ctx, train, k); err != nil {
			return learn.Report{}, err
		}
	}
	pairs, at := f.pairsOfAll(), 0
	f.curves = resize(f.curves, pairs)
	for c, low := range f.classes {
		for _, high := range f.classes[c+1:] {
			f.points = f.points[:0]
			for r, i := range train {
				if y := f.class[i]; y == low || y == high {
					f.points = append(f.points, scored{f.values[r*pairs+at], y == low})
				}
			}
			f.curves[at].fit(f.svm.Probability, f.points)
			at++
		}
	}
	return f.fitter.Fit(ctx, train)
}

// divide finds the classes and the inner folds of the training records.
func (f *prober) divide(train []int32) {
	f.seen, f.inner, f.classes = resize(f.seen, f.k), resize(f.inner, len(train)), f.classes[:0]
	clear(f.seen)
	for r, i := range train {
		c := f.class[i]
		if f.seen[c] == 0 {
			f.classes = append(f.classes, c)
		}
		f.inner[r] = f.seen[c] % innerFolds
		f.seen[c]++
	}
	slices.Sort(f.classes)
	f.values = resize(f.values, len(train)*f.pairsOfAll())
}

// pairsOfAll returns the number of pairs of the classes of the training records.
func (f *prober) pairsOfAll() int { return len(f.classes) * (len(f.classes) - 1) / 2 }

// leaveOut fits without inner fold k and keeps the decision values of its records. As in LIBSVM, a pair of classes of
// which the fit has only one gets 1 or -1 in its favour, and 0 if the fit has none.
func (f *prober) leaveOut(ctx context.Context, train []int32, k int32) error {
	f.some = f.some[:0]
	for r, i := range train {
		if f.inner[r] != k {
			f.some = append(f.some, i)
		}
	}
	if len(f.some) == 0 {
		f.group(f.some)
	} else if _, err := f.fitter.Fit(ctx, f.some); err != nil {
		return err
	}
	f.some, f.places = f.some[:0], f.places[:0]
	for r, i := range train {
		if f.inner[r] == k {
			f.some, f.places = append(f.some, i), append(f.places, int32(r))
		}
	}
	f.inside = resize(f.inside, len(f.some)*f.Width())
	f.Score(f.some, f.inside)
	pairs := f.pairsOfAll()
	for s, r := range f.places {
		f.spread(f.values[int(r)*pairs:][:pairs], f.inside[s*f.Width():][:f.Width()])
	}
	return nil
}

// spread copies the decision values of the pairs that the last fit has to the pairs of all classes.
func (f *prober) spread(all, known []float64) {
	at, from := 0, 0
	for c, low := range f.classes {
		for _, high := range f.classes[c+1:] {
			first, second := f.place[low] >= 0, f.place[high] >= 0
			switch all[at] = 0; {
			case first && second:
				all[at] = known[from]
				from++
			case first:
				all[at] = 1
			case second:
				all[at] = -1
			}
			at++
		}
	}
}

// Probabilities writes the probabilities of all classes of each row: with two classes those of the curve, with more
// the coupling of those of all pairs (Wu, Lin and Weng 2004, second method).
func (f *prober) Probabilities(rows []int32, out []float64) error {
	clear(out)
	n, pairs := len(f.classes), f.Width()
	f.inside = resize(f.inside, len(rows)*pairs)
	f.Score(rows, f.inside)
	for r := range rows {
		p := out[r*f.k:][:f.k]
		values := f.inside[r*pairs:][:pairs]
		for at, v := range values {
			values[at] = min(max(f.curves[at].at(v), least), 1-least)
		}
		switch n {
		case 1:
			p[f.classes[0]] = 1
		case 2:
			p[f.classes[0]], p[f.classes[1]] = values[0], 1-values[0]
		default:
			f.couple(values)
			for c, class := range f.classes {
				p[class] = f.coupled[c]
			}
		}
	}
	return nil
}
