package calibration

import (
	"math"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// scatter says how far the records of a data set scatter about their mean, in units of
// the variance of a mean over all of them: what a metric, or a difference, would vary by
// if the models were given and the records alone were chance.
type scatter struct {
	// mean is that of the mean over replications, single that of the mean of one
	// replication.
	mean, single float64
}

// counted are the numbers of replications at which records are looked at.
var counted = []int{3, 5, most}

// recordSums returns what scatters need. For each number of replications and each
// learner: of the records of each class the sum of the squared number of replications
// that predict the second class. For each pair: the sums of the products of the two
// numbers, and of the products replication by replication.
//
// positive holds, learner by learner, for each replication and record whether the second
// class is predicted.
func (s setting) recordSums(positive [][]bool, class []int32) []float64 {
	n := len(class)
	var out []float64
	counts := make([][]float64, len(s.learners))
	for l := range counts {
		counts[l] = make([]float64, n)
	}
	together := make([][2]float64, len(s.pairs))
	done := 0
	for _, m := range counted {
		for ; done < m; done++ {
			for l := range counts {
				for i, p := range positive[l][done*n : (done+1)*n] {
					add(&counts[l][i], p, 1)
				}
			}
			for k, p := range s.pairs {
				a, b := positive[p[0]][done*n:], positive[p[1]][done*n:]
				for i, c := range class {
					add(&together[k][c], a[i] && b[i], 1)
				}
			}
		}
		for l := range counts {
			own := products(counts[l], counts[l], class)
			out = append(out, own[:]...)
		}
		for k, p := range s.pairs {
			both := products(counts[p[0]], counts[p[1]], class)
			out = append(out, both[0], both[1], together[k][0], together[k][1])
		}
	}
	return out
}

// products returns the sums of x y over the records of each of two classes.
func products(x, y []float64, class []int32) (out [2]float64) {
	for i, c := range class {
		out[c] += x[i] * y[i]
	}
	return out
}

// sums are those of one data set at m replications.
type recordSums struct {
	s      setting
	m      float64
	values []float64
}

// sumsAt returns the sums at m replications, which must be in counted.
func (s setting) sumsAt(values []float64, m int) recordSums {
	each := 2*len(s.learners) + 4*len(s.pairs)
	for k, c := range counted {
		if c == m {
			return recordSums{s: s, m: float64(m), values: values[k*each : (k+1)*each]}
		}
	}
	panic("calibration: records are not counted at this number of replications")
}

// line is the share of a record in a metric, as a function of whether the second class
// is predicted: rise of a prediction, and level without one, for a record of each class.
type line struct{ level, rise [2]float64 }

// influence returns the shares of records in a metric whose counts over m replications
// are c: to first order the metric less its value is the sum of the shares.
func influence(metric string, c posterior.Counts, m, n float64) line {
	switch metric {
	case "P":
		d, p := (c.TP+c.FP)/m, c.TP/(c.TP+c.FP)
		return line{rise: [2]float64{-p / d, (1 - p) / d}}
	case "R":
		d, r := (c.TP+c.FN)/m, c.TP/(c.TP+c.FN)
		return line{level: [2]float64{0, -r / d}, rise: [2]float64{0, 1 / d}}
	case "F1":
		d := (2*c.TP + c.FP + c.FN) / m
		f := 2 * c.TP / (2*c.TP + c.FP + c.FN)
		return line{level: [2]float64{0, -f / d}, rise: [2]float64{-f / d, (2 - f) / d}}
	}
	e := (c.FP + c.FN) / m / n
	return line{level: [2]float64{-e / n, (1 - e) / n}, rise: [2]float64{1 / n, -1 / n}}
}

// scatterOf returns the scatter of a contest on a data set with the given counts.
func (r recordSums) scatterOf(c contest, counts [2]posterior.Counts) scatter {
	n := float64(c.setting.n)
	out := r.product(c.metric, n, counts[0], counts[0], r.values[2*c.a:], nil)
	if c.pair >= 0 {
		both := r.values[2*len(r.s.learners)+4*c.pair:]
		b := r.product(c.metric, n, counts[1], counts[1], r.values[2*c.b:], nil)
		ab := r.product(c.metric, n, counts[0], counts[1], both, both[2:])
		out.mean += b.mean - 2*ab.mean
		out.single += b.single - 2*ab.single
	}
	correct := n / (n - 1)
	return scatter{out.mean * correct, out.single * correct}
}

// product returns the sum over the records of the product of the shares of two learners
// with counts a and b, of the mean and the mean of single replications. together and
// each are the sums of products of predictions; a nil each stands for one learner.
func (r recordSums) product(metric string, n float64, a, b posterior.Counts, together, each []float64) scatter {
	x, y := influence(metric, a, r.m, n), influence(metric, b, r.m, n)
	size := [2]float64{n - (a.TP+a.FN)/r.m, (a.TP + a.FN) / r.m}
	onesA, onesB := [2]float64{a.FP, a.TP}, [2]float64{b.FP, b.TP}
	if each == nil {
		each = onesA[:]
	}
	var out scatter
	for k := range 2 {
		constant := x.level[k]*y.level[k]*size[k] + (x.level[k]*y.rise[k]*onesB[k]+y.level[k]*x.rise[k]*onesA[k])/r.m
		out.mean += constant + x.rise[k]*y.rise[k]*together[k]/(r.m*r.m)
		out.single += constant + x.rise[k]*y.rise[k]*each[k]/r.m
	}
	return out
}

// lossSums returns, for each number of replications, the scatters of the losses of each
// learner and of the differences of each pair; losses holds those of each replication
// and record.
func (s setting) lossSums(losses [][]float64, n int) []float64 {
	var out []float64
	for _, m := range counted {
		for _, l := range losses {
			x := scatterOfLosses(m, n, func(at int) float64 { return l[at] })
			out = append(out, x.mean, x.single)
		}
		for _, p := range s.pairs {
			x := scatterOfLosses(m, n, func(at int) float64 { return losses[p[1]][at] - losses[p[0]][at] })
			out = append(out, x.mean, x.single)
		}
	}
	return out
}

func scatterOfLosses(m, n int, at func(int) float64) scatter {
	var out scatter
	means := make([]float64, n)
	one := make([]float64, n)
	for j := range m {
		for i := range one {
			one[i] = at(j*n + i)
			means[i] += one[i] / float64(m)
		}
		out.single += varianceOfMean(one) / float64(m)
	}
	out.mean = varianceOfMean(means)
	return out
}

// varianceOfMean estimates the variance of the mean of independent numbers.
func varianceOfMean(x []float64) float64 {
	n := float64(len(x))
	mean, squares := 0.0, 0.0
	for _, v := range x {
		mean += v / n
	}
	for _, v := range x {
		squares += (v - mean) * (v - mean)
	}
	return squares / (n - 1) / n
}

// lossScatter returns the scatter of learner a, or of pair k where that is not negative.
func (s setting) lossScatter(values []float64, m, a, k int) scatter {
	each := 2 * (len(s.learners) + len(s.pairs))
	at := 2 * a
	if k >= 0 {
		at = 2 * (len(s.learners) + k)
	}
	for i, c := range counted {
		if c == m {
			return scatter{values[i*each+at], values[i*each+at+1]}
		}
	}
	return scatter{math.NaN(), math.NaN()}
}

// predictions keeps what is predicted of each record in each replication.
func predictions(into []bool, predicted []float64, valid []int32) {
	for k, i := range valid {
		into[i] = predicted[k] == 1
	}
}

// squares keeps the squared errors.
func squares(into, predicted []float64, d *dataset.Data, valid []int32) {
	for k, i := range valid {
		e := predicted[k] - d.Response[i]
		into[i] = e * e
	}
}
