package levels

import (
	"errors"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/research/study/calibration"
)

// own returns the tests of the project that fit the folds.
func own(folds string, sets []Set) (out []contender, err error) {
	if folds == Items {
		return ownOnItems(), nil
	}
	var method cv.Method
	for _, p := range partitions {
		if p.name == folds {
			method = p.method
		}
	}
	first, err := sets[0].differences(method)
	if err != nil {
		return nil, err
	}
	for _, t := range infer.Tests() {
		_, err := t.Run(first, infer.Options{})
		if misfit := (*infer.MisfitError)(nil); errors.As(err, &misfit) {
			continue
		}
		out = append(out, contender{name: t.Name, test: Each(func(s Set) (Answer, error) {
			d, err := s.differences(method)
			if err != nil {
				return Answer{}, err
			}
			return ofResult(t.Run(d, infer.Options{}))
		})})
	}
	if method.TwoFold() {
		out = append(out, contender{name: calibration.Paired, test: Each(func(s Set) (Answer, error) {
			d, err := s.differences(method)
			if err != nil {
				return Answer{}, err
			}
			return ofPosterior(d)
		})})
	}
	return out, nil
}

// differences are those of the folds, with all that a test may need.
func (s Set) differences(method cv.Method) (infer.Differences, error) {
	d, err := infer.NewDifferences(s.A, s.B)
	if err == nil {
		d, err = d.WithMethod(method)
	}
	if err == nil {
		d, err = d.WithTraining(s.Train)
	}
	if err == nil {
		d, err = d.WithValidation(s.Valid)
	}
	return d, err
}

// ofResult is the answer of a test: none where the differences have no spread.
func ofResult(r infer.Result, err error) (Answer, error) {
	if err != nil || r.NoSpread {
		return Answer{}, err
	}
	return Answer{P: r.PValue, HasP: true, Interval: r.CI, HasInterval: r.HasCI}, nil
}

// ofPosterior takes twice the probability of the less likely side for p.
func ofPosterior(d infer.Differences) (Answer, error) {
	pairs, err := d.Pairs()
	if err != nil {
		return Answer{}, err
	}
	p, err := paired.New(pairs, nil)
	if err != nil {
		return Answer{}, err
	}
	e, err := p.Estimate(1 - level)
	return Answer{P: min(1, 2*min(p.CDF(0), p.Survival(0))), HasP: true,
		Interval: infer.Interval{Low: e.Low, High: e.High}, HasInterval: true}, err
}

// ownOnItems returns the tests of two models in one run.
func ownOnItems() []contender {
	return []contender{
		{name: "item-t", test: Each(func(s Set) (Answer, error) {
			return ofResult(items.ItemT(items.Sample{A: s.A, B: s.B}, infer.Options{}))
		})},
		{name: "mcnemar-midp", fits: Set.binary, test: Each(func(s Set) (Answer, error) {
			return ofResult(infer.McNemarMidP(s.table(), infer.Options{}))
		})},
		{name: "Tango's interval", fits: Set.binary, test: Each(func(s Set) (Answer, error) {
			e, err := infer.PairedEffect(s.table(), infer.Options{Alpha: level})
			of := infer.Interval{Low: -e.DifferenceCI.High, High: -e.DifferenceCI.Low} // of errors
			return Answer{Interval: of, HasInterval: true}, err
		})},
	}
}

// binary reports whether all scores are 0 or 1.
func (s Set) binary() bool {
	for _, x := range [][]float64{s.A[0], s.B[0]} {
		for _, v := range x {
			if v != 0 && v != 1 {
				return false
			}
		}
	}
	return true
}

// table counts right and wrong.
func (s Set) table() (c infer.Contingency) {
	for i, a := range s.A[0] {
		c.Add(a == 1, s.B[0][i] == 1)
	}
	return c
}
