package thesis3

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/reproduce/internal/variances"
	"github.com/block-regularized/bcv/research/study/covariance"
	"github.com/block-regularized/bcv/research/theory"
)

// fewer is the design that the author's R package has for variances on UCI data (the defaults in
// runitVarianceSimulationOnUCIHalfSampling.R). The printed variances of the support vector machine there
// spread as if they came from it, and not from the design of the text (erratum E47).
var fewer = reproduce.Sampling{Draws: 1000, Sets: 100}

// misprinted reports whether the variance of m x 2 BCV and the rate of a configuration are the misprint E34.
func misprinted(config string, m int) bool { return config == "CON+svm+500+42" && m == 5 }

// byFewer returns the explanation of a reduction rate by the design fewer, nil where the text's is not in
// doubt, or the cell is a misprint. a and b are the variances that the rate compares.
func byFewer(s covariance.Study, rate, se float64, a, b covariance.VarianceRow) []reproduce.Explanation {
	config, three := strings.CutSuffix(s.Config, covariance.ThreeClasses)
	if s.Simulated() || s.Learner != covariance.SVM || misprinted(config, a.Size) {
		return nil
	}
	reading := "1,000 data sets and 100 partition sets, as in the author's R package"
	if three {
		reading = "three classes, " + reading
	}
	return []reproduce.Explanation{{Erratum: "E47", Part: config, Reading: reading, Value: rate, SE: se,
		PublishedSE: variances.RateError(fewer, se, a, b, true)}}
}

// remark notes beside the printed numbers of a configuration of n records which are the misprint E34, and
// which rates are 3 standard errors above the largest that there is (theory.Gain, erratum E47). Keys have no
// configuration yet.
func remark(config string, n int, p reproduce.Numbers, results []reproduce.Result) []reproduce.Result {
	for i, x := range results {
		method, number, found := strings.Cut(x.Key, "/")
		if !found {
			number = method
		}
		m, err := strconv.Atoi(number)
		if err != nil || method == "mx2CV" { // the variances of m x 2 CV have neither
			continue
		}
		printed, largest := p.Thesis(x.Item, config+"/"+x.Key), 100*theory.Gain(n, m)
		switch {
		case misprinted(config, m):
			results[i].Note = "E34"
		case !found && printed-largest > 3*x.PublishedSE:
			results[i].Note = fmt.Sprintf("E47: no rate is above (m-1)/(n-2), which is %.2f", largest)
		}
	}
	return results
}
