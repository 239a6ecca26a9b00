package mcnemar

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/combin"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/rejection"
)

// SizeShare is how often a test rejects on data sets of n images.
type SizeShare struct {
	Test  string  `dataframe:"test"`
	N     int     `dataframe:"n"`
	Log2  float64 `dataframe:"log2 n"`
	Hits  int     `dataframe:"rejections"`
	Sets  int     `dataframe:"data_sets"`
	Share float64 `dataframe:"share"`
	Low   float64 `dataframe:"low"` // of the interval of Clopper and Pearson at level 0.95
	High  float64 `dataframe:"high"`
}

// Sizes returns the stored runs of examples/mnist, of the column's fourteen tests in their order and of each from
// the smallest data sets to the largest: those of one size, and those of several if they are there.
func Sizes(fsys fs.FS) ([]SizeShare, error) {
	rows, err := study.Stored[rejection.SizeRow](fsys, "mnist_sizes")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	one, err := study.Stored[rejection.Row](fsys, "mnist_table_5")
	if err != nil {
		return nil, err
	}
	rates, err := study.Stored[rejection.ErrorRow](fsys, "mnist_errors")
	if err != nil {
		return nil, err
	}
	for _, r := range one {
		rows = append(rows, rejection.SizeRow{N: rates[0].N, Row: r})
	}
	slices.SortStableFunc(rows, func(a, b rejection.SizeRow) int { return cmp.Compare(a.N, b.N) })
	var out []SizeShare
	for _, t := range rejection.TableV {
		for _, r := range rows {
			if r.Test != t.Name {
				continue
			}
			s := SizeShare{Test: t.Name, N: r.N, Log2: math.Log2(float64(r.N)), Sets: r.Runs, Share: r.Share,
				Hits: int(math.Round(r.Share * float64(r.Runs)))}
			s.Low, s.High = clopperPearson(s.Hits, s.Sets)
			out = append(out, s)
		}
	}
	return out, nil
}

// SizeErrors returns the true error rates of the stored runs, from the smallest data sets to the largest; what
// random numbers alone do is NaN for the run of one size, which does not tell it.
func SizeErrors(fsys fs.FS) ([]rejection.SizeErrorRow, error) {
	rows, err := study.Stored[rejection.SizeErrorRow](fsys, "mnist_sizes_errors")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	one, err := study.Stored[rejection.ErrorRow](fsys, "mnist_errors")
	for _, r := range one {
		rows = append(rows, rejection.SizeErrorRow{ErrorRow: r, SD: r.SE * math.Sqrt(float64(r.Sets)),
			SeedSD: math.NaN()})
	}
	slices.SortStableFunc(rows, func(a, b rejection.SizeErrorRow) int { return cmp.Compare(a.N, b.N) })
	return rows, err
}

// clopperPearson returns the exact interval of a share at level 0.95.
func clopperPearson(hits, runs int) (low, high float64) {
	k, n := float64(hits), float64(runs)
	low, high = 0, 1
	if hits > 0 {
		low = distuv.Beta{Alpha: k, Beta: n - k + 1}.Quantile(0.025)
	}
	if hits < runs {
		high = distuv.Beta{Alpha: k + 1, Beta: n - k}.Quantile(0.975)
	}
	return low, high
}

// TrendRow says whether the share of a test's rejections changes with the number of images.
type TrendRow struct {
	Test    string  `dataframe:"test"`
	Counts  string  `dataframe:"rejections"` // of data sets, by size
	PValue  float64 `dataframe:"p value"`    // of the exact trend test
	Holm    float64 `dataframe:"adjusted"`   // by Holm over the tests
	Verdict string  `dataframe:"trend"`
}

// Trends tests, for each of the fourteen tests, whether its share of rejections has a trend on the logarithm of the
// number of images. The rule was written before the runs: level 0.05 after Holm.
func Trends(shares []SizeShare) ([]TrendRow, error) {
	var out []TrendRow
	var p []float64
	for len(shares) > 0 {
		k := 1
		for k < len(shares) && shares[k].Test == shares[0].Test {
			k++
		}
		row := TrendRow{Test: shares[0].Test, PValue: trend(shares[:k])}
		for _, s := range shares[:k] {
			row.Counts += fmt.Sprintf("%d of %d, ", s.Hits, s.Sets)
		}
		row.Counts = row.Counts[:len(row.Counts)-2]
		out, p, shares = append(out, row), append(p, row.PValue), shares[k:]
	}
	adjusted, err := infer.Holm(p)
	if err != nil {
		return nil, err
	}
	for i := range out {
		out[i].Holm, out[i].Verdict = adjusted[i], "not shown"
		if adjusted[i] <= 0.05 {
			out[i].Verdict = "shown"
		}
	}
	return out, nil
}

// trend is the two-sided exact p-value of the statistic of Cochran (1954) and Armitage (1955), the sum of hits times
// log2 n: the probability, given the number of all hits, of a sum as far from its mean or farther.
func trend(sizes []SizeShare) float64 {
	sets, hits, seen, mean := 0, 0, 0.0, 0.0
	for _, s := range sizes {
		sets, hits, seen, mean = sets+s.Sets, hits+s.Hits, seen+float64(s.Hits)*s.Log2, mean+float64(s.Sets)*s.Log2
	}
	mean *= float64(hits) / float64(sets)
	total, p := combin.LogGeneralizedBinomial(float64(sets), float64(hits)), 0.0
	var add func(sizes []SizeShare, left int, sum, log float64)
	add = func(sizes []SizeShare, left int, sum, log float64) {
		if len(sizes) == 0 {
			if left == 0 && math.Abs(sum-mean) >= math.Abs(seen-mean)-1e-9 {
				p += math.Exp(log - total)
			}
			return
		}
		s := sizes[0]
		for k := range min(left, s.Sets) + 1 {
			add(sizes[1:], left-k, sum+float64(k)*s.Log2,
				log+combin.LogGeneralizedBinomial(float64(s.Sets), float64(k)))
		}
	}
	add(sizes, hits, 0, 0)
	return min(1, p)
}
