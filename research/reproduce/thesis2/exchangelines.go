package thesis2

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/reproduce/internal/variances"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/covariance"
)

// scattered is the design whose scatter the tests of exchanged lines take for that of the printed rates: 11 partition
// sets in the place of the 1,000 of the text (erratum E48). The likelihood of the 75 lines of table 2.11, each in its
// best order, is largest there; it is about the least that Scatter allows for RHS, so that these tests reject rather
// too little.
var scattered = reproduce.Sampling{Draws: published.Draws, Sets: 11}

// Scatter is the number of partition sets that the printed variances of a method have by their own contradictions,
// the chi-squared of lines a + b/m (erratum E48); of m x 2 BCV, which is on no such line, that of m x 2 CV. No
// simulation of ours has a part in it.
var Scatter = map[string]int{"RHS": 16, "mx2CV": 66, "mx2BCV": 66}

// stored is what exchangeLines reads.
type stored struct {
	printed map[string]string  // of tables 2.10 and 2.11, by item and key
	ses     map[string]float64 // of our rates, by the key of table 2.11
	rows    []covariance.VarianceRow
	orders  []covariance.OrderRow
}

// exchangeLines reads the lines of tables 2.10 and 2.11 and the simulations beside them. SREG with p = n is on the
// data of erratum E41.
func exchangeLines(fsys fs.FS) ([]exchangeLine, error) {
	s := stored{printed: map[string]string{}, ses: map[string]float64{}}
	account, err := reproduce.Best(fsys, "thesis:table-2.10", "thesis:table-2.11")
	if err != nil {
		return nil, err
	}
	var configs []string
	for _, r := range account {
		s.printed[r.Item+" "+r.Key] = r.Published
		if config, _, _ := strings.Cut(r.Key, "/"); !slices.Contains(configs, config) {
			configs = append(configs, config)
		}
		if r.Item == "table-2.11" {
			if s.ses[r.Key], err = rateSE(r); err != nil {
				return nil, err
			}
		}
	}
	if s.rows, err = study.Stored[covariance.VarianceRow](fsys, "variances"); err != nil {
		return nil, err
	}
	if s.orders, err = study.Stored[covariance.OrderRow](fsys, "variance_orders"); err != nil {
		return nil, err
	}
	var out []exchangeLine
	for _, config := range configs {
		for _, m := range []int{3, 5, 7} {
			for _, item := range []string{"table-2.10", "table-2.11"} {
				l, err := s.line(config, item, m)
				if err != nil {
					return nil, fmt.Errorf("thesis2: %s of %s, m = %d: %w", item, config, m, err)
				}
				out = append(out, l)
			}
		}
	}
	return out, nil
}

// rateSE is the standard error of our rate: that of the data of E41 if the number is read so.
func rateSE(r reproduce.BestRow) (float64, error) {
	var readings []reproduce.Explanation
	if r.Readings != "" {
		if err := json.Unmarshal([]byte(r.Readings), &readings); err != nil {
			return 0, err
		}
	}
	for _, e := range readings {
		if e.Erratum == "E41" {
			return e.SE, nil
		}
	}
	return strconv.ParseFloat(r.SE, 64)
}

func (s stored) line(config, item string, m int) (l exchangeLine, err error) {
	l = exchangeLine{config: config, item: item, m: m, covariance: mat.NewSymDense(3, nil), ours: make([]float64, 3),
		printed: make([]float64, 3)}
	simulated := config
	if OtherData(config) {
		simulated += covariance.FanLv
	}
	rows := study.Where(s.rows, func(r covariance.VarianceRow) bool { return r.Config == simulated })
	base := covariance.Find(rows, "BRHS", 2*m)
	of := make([]covariance.VarianceRow, 3)
	variance := make([]float64, 3) // of the rates, ours and the printed ones together
	times := 1 + float64(base.Sets)/float64(published.Draws)
	for i, method := range exchangeable {
		of[i] = covariance.Find(rows, method, Splits(method, m))
		l.ours[i] = 100 * (1 - base.Total/of[i].Total)
		key := fmt.Sprintf("%s/%s/%d", config, method, m)
		own := variances.RateError(scattered, 0, of[i], base, false)
		variance[i] = times*s.ses[key]*s.ses[key] + own*own
		if l.printed[i], err = s.rate(config, item, method, m); err != nil {
			return l, err
		}
	}
	var steps []float64 // standard errors of the differences of neighbours
	for _, o := range s.orders {
		if o.Config == simulated && o.M == m {
			steps = append(steps, o.SE)
		}
	}
	for i := range exchangeable {
		l.covariance.SetSym(i, i, variance[i])
		sum := 0.0
		for j := i + 1; j < 3; j++ {
			sum += times * steps[j-1] * steps[j-1]
			own := variances.RateError(scattered, 0, of[i], of[j], false)
			l.covariance.SetSym(i, j, (variance[i]+variance[j]-sum-own*own)/2)
		}
	}
	l.rounding = 0.01 / math.Sqrt(12)
	if item == "table-2.10" { // four digits of two variances
		l.rounding = 100 * 0.001 / math.Sqrt(12)
	}
	return l, nil
}

// rate is a printed rate against BRHS, or that which printed variances have.
func (s stored) rate(config, item, method string, m int) (float64, error) {
	number := func(method string) (float64, error) {
		return strconv.ParseFloat(s.printed[fmt.Sprintf("%s %s/%s/%d", item, config, method, m)], 64)
	}
	v, err := number(method)
	if err != nil || item == "table-2.11" {
		return v, err
	}
	base, err := number("BRHS")
	return 100 * (1 - base/v), err
}
