package nested

import (
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/variance"
	"github.com/block-regularized/bcv/research/study"
)

// spread holds what the forms of the nested test see on one data set besides the mean.
type spread struct {
	m, halves, inner float64 // m, M and r
	outer            folds
	contrast         float64 // H = Σ (Y_j1 - Y_j2)²/2 / M
	added            float64 // P̂', mean variance between inner replications of a half
	records          float64 // variance of the mean over records; 0 where unknown
	rare             bool    // the metric counts a class of few records
}

// partition returns P̂, the variance that one outer replication adds.
func (s spread) partition() float64 { return s.outer.Between / 2 / (s.m - 1) }

// spreadOf takes the first m replications, and r inner ones in the first half-splits.
func (x measured) spreadOf(m, halves, inner int) spread {
	s := spread{m: float64(m), halves: float64(halves), inner: float64(inner), outer: x.outer(m)}
	for j := range halves {
		var y [2]float64
		for h := range y {
			var squares float64
			for _, v := range x.Inner[2*j+h][:inner] {
				y[h] += float64(v) / s.inner
			}
			for _, v := range x.Inner[2*j+h][:inner] {
				squares += (float64(v) - y[h]) * (float64(v) - y[h])
			}
			s.added += squares / (s.inner - 1) / (2 * s.halves)
		}
		s.contrast += (y[0] - y[1]) * (y[0] - y[1]) / 2 / s.halves
	}
	s.records = x.records(m)
	s.rare = x.Rarest != nil && infer.RareClass(x.Rarest[0], x.Rarest[1])
	return s
}

// records returns the variance of the mean over the records, 0 where unknown.
func (x measured) records(m int) float64 {
	k := slices.Index(counted, m)
	if k < 0 || x.Records == nil {
		return 0
	}
	return float64(x.Records[k])
}

// outer returns the sums of the first m replications, or of all.
func (x measured) outer(m int) folds {
	if m == large {
		return x.Large
	}
	return foldsOf(x.pairs(m))
}

// pairs returns the differences on the folds of the first m replications.
func (x measured) pairs(m int) [][2]float64 {
	d := make([][2]float64, m)
	for j := range d {
		d[j] = [2]float64{float64(x.Outer[j][0]), float64(x.Outer[j][1])}
	}
	return d
}

// inner returns the differences of inner replications as other packages take them, with their mean as both folds: it
// alone matters.
func (x measured) inner(halves, inner int) [][2][][2]float64 {
	out := make([][2][][2]float64, halves)
	for j := range out {
		for h := range out[j] {
			for _, v := range x.Inner[2*j+h][:inner] {
				out[j][h] = append(out[j][h], [2]float64{float64(v), float64(v)})
			}
		}
	}
	return out
}

// form returns the variance of the mean, and its degrees of freedom.
type form func(s spread) (variance, df float64)

// bcvVariance is the squared standard error of bcv-t.
func (f folds) bcvVariance(m int) float64 {
	c := variance.Chat(m)
	return c * c * (f.Within + f.Between) / float64(2*m)
}

// plain is V: half of H less the share of the inner partitions, at least a share of H.
func plain(floor float64) form {
	return func(s spread) (float64, float64) {
		return max(s.contrast-s.added/s.inner, floor*s.contrast)/2 + s.partition()/s.m, s.halves
	}
}

// raw keeps the share of the inner partitions.
func raw(s spread) (float64, float64) { return s.contrast/2 + s.partition()/s.m, s.halves }

// balanced averages V with the less of the variance of bcv-t and that of halves, which counts as some degrees of
// freedom.
func balanced(floor, weight float64) form {
	return func(s spread) (float64, float64) {
		own := max(s.contrast-s.added/s.inner, floor*s.contrast) / 2
		other := min(s.outer.bcvVariance(int(s.m)), s.contrast/2)
		df := s.halves + weight
		return (s.halves*own+weight*other)/df + s.partition()/s.m, df
	}
}

// satterthwaite is V with the degrees of freedom of its parts (Satterthwaite 1946).
func satterthwaite(floor float64) form {
	return func(s spread) (float64, float64) {
		v, _ := plain(floor)(s)
		square := func(x, df float64) float64 { return x * x / df }
		noise := square(s.contrast/2, s.halves) + square(s.partition()/s.m, s.m-1)
		if v > s.contrast*floor/2+s.partition()/s.m {
			noise += square(s.added/s.inner/2, 2*s.halves*(s.inner-1))
		}
		return v, max(v*v/noise, 1)
	}
}

// withRecords averages a form with the variance of the records, which counts as some degrees of freedom.
func withRecords(f form, weight float64) form {
	return func(s spread) (float64, float64) {
		v, df := f(s)
		added := s.partition() / s.m
		return ((v-added)*df+weight*s.records)/(df+weight) + added, df + weight
	}
}

// whereRare is another form where the metric counts a class of few records.
func whereRare(other, f form) form {
	return func(s spread) (float64, float64) {
		if s.rare {
			return other(s)
		}
		return f(s)
	}
}

// recordsWeight is the weight of the variance of the records.
const recordsWeight = 10

// chosen is the form of nested-t, chosen on the cells that are for it, and ofCounts that of metrics of counts.
var (
	chosen   = balanced(0.25, 4)
	ofCounts = whereRare(raw, chosen)
)

// FormRow is what a form of the nested test does on the cells that choose or on those that confirm.
type FormRow struct {
	Half string `dataframe:"half"` // choice or confirmation
	Summary
	Seed int    `dataframe:"seed"`
	Date string `dataframe:"date"`
}

// forms are what one was chosen from: the variance, the degrees of freedom, and for a number of trainings the
// half-splits and inner replications.
func forms() []procedure {
	var out []procedure
	for _, m := range counted {
		for _, f := range []struct {
			name string
			form form
		}{
			{"raw, t(M)", raw}, {"floor H/8, t(M)", plain(0.125)}, {"floor H/4, t(M)", plain(0.25)},
			{"floor H/2, t(M)", plain(0.5)}, {"floor H/4, Satterthwaite", satterthwaite(0.25)},
			{"no floor, weight 4, t(M+4)", balanced(0, 4)}, {"floor H/4, weight 2, t(M+2)", balanced(0.25, 2)},
			{"floor H/4, weight 4, t(M+4)", chosen}, {"floor H/4, weight 8, t(M+8)", balanced(0.25, 8)},
		} {
			out = append(out, f.form.on(f.name, m, most, 2))
		}
		for _, sizes := range [][2]int{{5, 2}, {5, 4}, {most, 4}, {wide, wideInner}} {
			out = append(out, chosen.on("floor H/4, weight 4, t(M+4)", m, sizes[0], sizes[1]))
		}
	}
	return out
}

// formRows summarizes all forms, which have run.
func formRows(cells []*study.Experiment[[]outcome]) []FormRow {
	var rows []Row
	for i, s := range settings() {
		rows = append(rows, s.rows(forms(), cells[i].Result(), cells[i].Effort())...)
	}
	var out []FormRow
	e := cells[0].Effort()
	for _, half := range []string{"choice", "confirmation"} {
		of := study.Where(rows, func(r Row) bool { return r.Choice == (half == "choice") })
		for _, s := range Summarize(of) {
			out = append(out, FormRow{Half: half, Summary: s.rounded(), Seed: e.Seed, Date: e.Date})
		}
	}
	return out
}
