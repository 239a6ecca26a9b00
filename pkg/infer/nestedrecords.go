package infer

import (
	"errors"
	"fmt"
	"math"
)

const nestedRecordsAssumptions = nestedAssumptions + " It is averaged with the variance of the records."

// WithRecords adds what NestedRecordsT needs: for each record the difference loss_B - loss_A, averaged over
// the replications of an m x 2 CV, each of which validates every record once. There are at least 2 records.
func (d Differences) WithRecords(mean []float64) (Differences, error) {
	if d.folds != 2 {
		return d, fmt.Errorf("infer: differences of records averaged over replications, and these are differences of %s; "+
			"give them for an m x 2 CV", d.Design())
	}
	if len(mean) < 2 {
		return d, errors.New("infer: differences of fewer than 2 records; give one for each record")
	}
	for i, x := range mean {
		if !(math.Abs(x) <= largestLoss) {
			return d, fmt.Errorf("infer: the difference of record %d is %v; give finite losses of a usual size", i+1, x)
		}
	}
	_, squares := deviations(mean)
	n := float64(len(mean))
	v := squares / (n - 1) / n
	d.ofRecords = &v
	return d, nil
}

// NestedRecordsT is nested-records-t, NestedT with one more estimate of S where the losses of records are
// known; see Differences.WithRecords:
//
//	V_rec = the variance over the n records of the difference of a record, averaged over the replications, / n
//	Ŝ'    = ((M + 4) Ŝ + 10 V_rec) / (M + 14)
//	(mean - delta) / √(Ŝ' + P̂/m) ~ t(M + 14)
//
// with Ŝ, P̂ and M of NestedT. V_rec takes the models as given: by itself it is too small where they vary with
// their training sets, and the halves see that. It is for metrics that are means over records, such as the
// error rate. The weight 10 was chosen on half of the cells of a study.
func NestedRecordsT(d Differences, opt Options) (Result, error) {
	const name, weight = "nested-records-t", 10
	s, err := d.nested(name)
	if err != nil {
		return Result{}, err
	}
	if d.ofRecords == nil {
		return Result{}, lacks(name, "losses of records; predictions of classes have them")
	}
	if s.data > 0 {
		s.data = (s.df*s.data + weight**d.ofRecords) / (s.df + weight)
	}
	s.df += weight
	return s.pivot(d, name, nestedRecordsAssumptions).test(opt)
}
