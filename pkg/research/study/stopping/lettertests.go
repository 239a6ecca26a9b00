package stopping

import (
	"math"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
)

// letterTest is one of the tests with its way to stop.
type letterTest struct {
	test, stopping string
	level          float64
	looks          sequential.Boundary
}

// letterTests returns the tests of one experiment; paths and the true difference
// are what the adjusted ones are adjusted to.
func letterTests(paths []sequential.Path, mu float64) ([]letterTest, error) {
	var out []letterTest
	add := func(test, stopping string, first int, level float64) {
		out = append(out, letterTest{test: test, stopping: stopping, level: level, looks: letterSettings.Looks(test,
			sequential.Correlation{}, first, level)})
	}
	for _, test := range []string{Dietterich, BCV} {
		add(test, OneLook, letterSettings.Max, letterSettings.Alpha)
		add(test, FirstCrossing, letterSettings.Start, letterSettings.Alpha)
		add(test, Adjusted, letterSettings.Start, adjustTo(paths, test, mu))
	}
	for _, c := range []struct {
		stopping string
		shape    sequential.Shape
	}{{calibratedLook, sequential.Equal}, {calibratedLate, sequential.Late}} {
		s := sequential.TTest{Options: infer.Options{Alternative: infer.Greater, Alpha: letterSettings.Alpha},
			Start: letterSettings.Start, Max: letterSettings.Max, Rule: sequential.Calibrated{Shape: c.shape}}
		looks, err := s.Boundary()
		if err != nil {
			return nil, err
		}
		levels, err := s.Levels()
		if err != nil {
			return nil, err
		}
		out = append(out, letterTest{test: BCV, stopping: c.stopping, level: levels[len(levels)-1], looks: looks})
	}
	return out, nil
}

// adjustTo finds the nominal level of every look at which the test errs in a
// share alpha of the paths.
func adjustTo(paths []sequential.Path, test string, mu float64) float64 {
	lo, hi := 1e-6, 0.5
	for hi/lo > 1.002 {
		mid := math.Sqrt(lo * hi)
		if share, _ := follow(paths, letterSettings.Looks(test, sequential.Correlation{}, letterSettings.Start, mid),
			mu); share.Mean > letterSettings.Alpha {
			hi = mid
		} else {
			lo = mid
		}
	}
	return lo
}

// letterCharacteristics runs all tests of one experiment at all thresholds.
func letterCharacteristics(paths []sequential.Path, truth LetterTruth) ([]LetterRow, error) {
	tests, err := letterTests(paths, truth.Mu)
	if err != nil {
		return nil, err
	}
	var out []LetterRow
	for _, t := range tests {
		for _, x := range letterExcesses() {
			reject, stop := follow(paths, t.looks, truth.Mu-x)
			r := LetterRow{Test: t.test, Stopping: t.stopping, Level: t.level, Mu: truth.Mu, Excess: x,
				Reject: reject.Mean, Stop: stop.Mean, StopSE: stop.MeanSE()}
			// The true difference has an error of its own, which moves the threshold.
			const step = 0.005
			above, _ := follow(paths, t.looks, truth.Mu-x-step)
			below, _ := follow(paths, t.looks, truth.Mu-x+step)
			slope := (above.Mean - below.Mean) / (2 * step)
			r.RejectSE = math.Hypot(math.Sqrt(reject.Mean*(1-reject.Mean)/reject.N), slope*truth.SE)
			out = append(out, r)
		}
	}
	return out, nil
}
