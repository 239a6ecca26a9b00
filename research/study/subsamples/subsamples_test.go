package subsamples

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/research/internal/check"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/bench"
)

// generated returns the settings on the population of the quick scale, with few records.
func generated(t *testing.T) []setting {
	t.Helper()
	of, err := populations(study.Quick)
	if err != nil {
		t.Fatal(err)
	}
	return settings(of)[:len(settings(of))/len(sizes)]
}

// Pixels, fields and levels become what they are to be, by hand.
func TestFeatures(t *testing.T) {
	image := mat.NewDense(1, 784, nil)
	image.Set(0, 6*28+7, 5)   // row 6, column 7: block 1 of the first row
	image.Set(0, 27*28+27, 7) // the last block
	image.Set(0, 26*28+21, 1) // and again
	got := blocksOfPixels(&dataset.Data{X: image})
	check.Equal(t, "second block", got.X.At(0, 1), 5)
	check.Equal(t, "last block", got.X.At(0, 15), 8)
	check.Equal(t, "sum", mat.Sum(got.X), 13)

	board := &dataset.Data{X: mat.NewDense(1, 42, nil)}
	for range 42 {
		board.Features = append(board.Features, dataset.Feature{Levels: []string{"b", "x", "o"}})
	}
	for j, level := range map[int]float64{0: 1, 1: 1, 2: 2, 3: 2, 41: 1} {
		board.X.Set(0, j, level)
	}
	got = blocksOfFields(board)
	check.Equal(t, "lower fields of the first column", got.X.At(0, 0), 1)
	check.Equal(t, "upper fields of the first column", got.X.At(0, 1), -1)
	check.Equal(t, "upper fields of the last column", got.X.At(0, 13), 1)

	people := &dataset.Data{X: mat.NewDense(4, 2, []float64{0, 7, 1, 8, 1, 9, 1, 10}),
		Features: []dataset.Feature{{Levels: []string{"a", "b"}}, {}}}
	got = levelsAsShares(people)
	if want := mat.NewDense(4, 2, []float64{0.25, 7, 0.75, 8, 0.75, 9, 0.75, 10}); !mat.Equal(got.X, want) {
		t.Errorf("levels as shares:\n%v", mat.Formatted(got.X))
	}
	got = standardized(people)
	check.Near(t, "standardized", got.X.At(0, 0), -math.Sqrt(3), 1e-12)
	check.Near(t, "standardized", got.X.At(3, 1), 3/math.Sqrt(5), 1e-12)
	check.Equal(t, "the features before", people.X.At(3, 1), 10)
}

// A sub-sample has distinct records, each of which has its features in two groups, the same for all records, that
// change places by a coin of its own.
func TestDealt(t *testing.T) {
	const records, features, n = 60, 6, 40
	all := &dataset.Data{X: mat.NewDense(records, features, nil), Class: make([]int32, records),
		Classes: []string{"0", "1"}}
	for i := range records {
		all.Class[i] = int32(i % 2)
		for j := range features {
			all.X.Set(i, j, float64(10*i+j))
		}
	}
	from := dealt{simdata.Sample{Data: all}}
	d, rng := from.New(n), rand.New(rand.NewPCG(1, 2))
	swapped, groups := 0, map[string]bool{}
	for range 20 {
		from.Fill(d, rng)
		seen := map[int]bool{}
		var first []float64
		for i := range n {
			row := d.X.RawRowView(i)
			record := int(row[0]) / 10
			check.That(t, !seen[record], "record %d twice", record)
			seen[record] = true
			check.Equal(t, "class", d.Class[i], int32(record%2))
			own := slices.Clone(row)
			for j := range own {
				own[j] -= float64(10 * record)
			}
			if first == nil {
				first = own
			}
			other := slices.Concat(first[3:], first[:3])
			switch {
			case slices.Equal(own, other):
				swapped++
			case !slices.Equal(own, first):
				t.Fatalf("features %v, in the first record %v", own, first)
			}
		}
		groups[string(append([]byte(nil), byte(first[0]), byte(first[1]), byte(first[2])))] = true
	}
	check.Near(t, "share of swapped records", float64(swapped)/(20*n), 0.5, 0.08)
	check.That(t, len(groups) > 10, "%d groups of 20 sub-samples", len(groups))
}

// The claims are those of the tests, from the folds of their own partition sets.
func TestClaims(t *testing.T) {
	s := generated(t)[0]
	d := s.from.New(s.n)
	o, err := s.one(d, rand.New(rand.NewPCG(3, 3)))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 3))
	s.from.Fill(d, rng)
	b, err := bench.New(d, s.learners, errorRate)
	if err != nil {
		t.Fatal(err)
	}
	all, err := b.Run(partitions(s.n), rng)
	if err != nil {
		t.Fatal(err)
	}
	x := all[0]
	differences := func(folds [][]float64, err error) infer.Differences {
		d, more := infer.DifferencesOf(folds)
		if err != nil || more != nil {
			t.Fatal(err, more)
		}
		return d
	}
	halves := differences(x.Folds[cv.BCV], nil)
	withInner, err := halves.WithInner(x.Inner)
	if err != nil {
		t.Fatal(err)
	}
	var sizes [2][][]int
	for range holdOuts {
		sizes[0], sizes[1] = append(sizes[0], []int{90}), append(sizes[1], []int{10})
	}
	drawn := differences(x.Folds[cv.RLT], nil)
	if drawn, err = drawn.WithTraining(sizes[0]); err == nil {
		drawn, err = drawn.WithValidation(sizes[1])
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, d := range map[string]infer.Differences{"bcv-t": halves, "nested-t": withInner,
		"5x2-t": differences(x.Folds[cv.Mx2], nil), "kfold-t": differences(x.Folds[cv.RepeatedKFold][:1], nil),
		"corrected-resampled-t": drawn, "corrected-repeated-kfold-t": differences(x.Folds[cv.RepeatedKFold], nil)} {
		r, err := infer.Run(name, d, infer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		k := slices.IndexFunc(procedures, func(p procedure) bool { return p.Name == name })
		c := o[0].Claims[k]
		check.Near(t, name+": estimate", float64(c.Estimate), r.Estimate, 1e-7)
		check.Near(t, name+": reach", float64(c.Reach[1]), (r.CI.High-r.CI.Low)/2, 1e-7)
	}
	pairs, err := halves.Pairs()
	if err != nil {
		t.Fatal(err)
	}
	q, err := paired.New(pairs, nil)
	if err != nil {
		t.Fatal(err)
	}
	check.Near(t, "paired: reach", float64(o[0].Claims[2].Reach[1]), q.Quantile(0.975)-q.Mean(), 1e-4)
	if check.Equal(t, "folds of 10", len(x.Folds[cv.RepeatedKFold][9]), parts); x.Sizes[cv.RLT] != [2]int{90, 10} {
		t.Errorf("hold-outs of %v", x.Sizes[cv.RLT])
	}
}

// What is true is the difference on records that did not train, in parts of the size of a fold.
func TestTruth(t *testing.T) {
	for _, s := range generated(t) {
		if s.equal || len(s.metrics) < 2 {
			continue
		}
		d := s.from.New(s.n + others)
		got, err := s.judge(d, rand.New(rand.NewPCG(5, 5)))
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(5, 5))
		s.from.Fill(d, rng)
		order := rng.Perm(d.N())
		for k, train := range []int{50, 90} {
			var errors, f1 float64
			for sign, l := range s.learners {
				prepared, err := l.Prepare(t.Context(), d)
				if err != nil {
					t.Fatal(err)
				}
				fit := prepared.NewFitter(nil)
				var records []int32
				for _, i := range order[:train] {
					records = append(records, int32(i))
				}
				slices.Sort(records)
				if _, err := fit.Fit(t.Context(), records); err != nil {
					t.Fatal(err)
				}
				part := s.n - train
				for from := s.n; from < len(order); from += part {
					var c [2][2]float64 // by truth and prediction
					for _, i := range order[from : from+part] {
						said := make([]float64, 1)
						fit.Predict([]int32{int32(i)}, said)
						c[d.Class[i]][int(said[0])]++
					}
					wrong := c[0][1] + c[1][0]
					weight := float64(2*sign-1) / float64(others)
					errors += wrong * weight
					f1 += (2*c[0][0]/(2*c[0][0]+wrong) + 2*c[1][1]/(2*c[1][1]+wrong)) / 2 * weight * float64(part)
				}
			}
			check.Near(t, "difference of errors", got[0][k], errors, 1e-12)
			check.Near(t, "difference of macro F1", got[1][k], f1, 1e-12)
		}
		return
	}
	t.Fatal("no such setting")
}

// The number of workers changes nothing.
func TestWorkers(t *testing.T) {
	s := generated(t)[3]
	var results [2][]outcome
	var known [2][]truth
	for k := range results {
		var err error
		if results[k], err = s.experiment(study.Quick, 5).Run(t.Context(), sim.Options{Workers: 1 + 2*k}); err != nil {
			t.Fatal(err)
		}
		if known[k], err = s.truths(study.Quick, 5).Run(t.Context(), sim.Options{Workers: 1 + 2*k}); err != nil {
			t.Fatal(err)
		}
	}
	check.Equal(t, "sub-samples", len(results[0]), 4)
	check.That(t, reflect.DeepEqual(results[0], results[1]), "workers change the claims")
	check.That(t, reflect.DeepEqual(known[0], known[1]), "workers change what is true")
}

// The true difference, the standard deviation over partitions and a row, by hand.
func TestRows(t *testing.T) {
	known := []truth{{{9, 9}, {1, 4}}, {{9, 9}, {3, 8}}}
	mean, se := difference(known, 1, false)
	check.Equal(t, "mean", mean, 2)
	check.Near(t, "its standard error", se, 1, 1e-15)
	mean, _ = difference(known, 1, true)
	check.Equal(t, "mean where most train", mean, 6)
	mean, se = difference(nil, 0, true)
	check.Equal(t, "of equal learners", mean+se, 0)

	const added = 2 * (replications - 1) * replications // of a mean: 1
	outcomes := []outcome{{{Sums: []float32{1, added}}}, {{Sums: []float32{5, 3 * added}}}, {{}}}
	check.Near(t, "standard deviation", overPartitions(outcomes, 0), math.Sqrt(8-2), 1e-12)

	reach := [2]float32{0, 2}
	claims := []bench.Claim{{Estimate: 3, Reach: reach}, {Estimate: 1, Reach: reach}, bench.Undefined}
	r := Row{}.judged(claims, 0.5, 2)
	check.Equal(t, "false claims", r.False, 0.5)
	check.Equal(t, "coverage", r.Coverage, 0.5)
	check.Near(t, "standard error", r.FalseSE, 0.35355, 1e-12)
	check.Equal(t, "power at the true difference", r.Found, 0.5)
	check.Equal(t, "power", r.Power, 0.5) // 4.5 and 2.5 are above 2, -0.5 and 1.5 are not
	check.Equal(t, "sub-samples", [2]int{r.Sets, r.Undefined}, [2]int{2, 1})
	for k := range outcomes {
		c := bench.Claim{Estimate: 6, Reach: [2]float32{0, 9}} // 6 - 6 + 2 √6 < 9 < 6 - 1 + 2 √6
		outcomes[k][0].Claims = slices.Repeat([]bench.Claim{c}, len(procedures))
	}
	for k, r := range (setting{n: 100, metrics: []string{errorRate}}).rows(outcomes, []truth{{{1, 6}}, {{1, 6}}},
		study.Effort{}) {
		most := procedures[k].most
		check.Equal(t, r.Procedure+": true difference", r.Delta, map[bool]float64{false: 1, true: 6}[most])
		check.Equal(t, r.Procedure+": power", r.Power, map[bool]float64{false: 0.5, true: 0}[most])
	}
	equal := Row{Equal: true}.judged(claims, 0, 2)
	check.That(t, math.IsNaN(equal.Found) && math.IsNaN(equal.FoundSE), "power of no difference is %v", equal.Found)
}

// A quick run has the rows of its settings.
func TestQuick(t *testing.T) {
	tables, err := study.Run(t.Context(), study.Config{Data: data.FS, Scale: study.Quick, Seed: 1}, SubSamples)
	if err != nil {
		t.Fatal(err)
	}
	of, err := populations(study.Quick)
	if err != nil {
		t.Fatal(err)
	}
	checkCells(t, tables[0].Rows.([]Row), of, study.Quick)
}

// checkCells compares the rows with the cells on data sets: their order, sizes, and what follows from what.
func checkCells(t *testing.T, rows []Row, of []*dataset.Data, scale study.Scale) {
	t.Helper()
	i := 0
	for _, s := range settings(of) {
		sets, _ := s.sets(scale)
		for _, metric := range s.metrics {
			for _, p := range procedures {
				if i == len(rows) {
					t.Fatalf("%d rows", i)
				}
				r := rows[i]
				i++
				check.Equal(t, "row", [6]any{r.Data, r.A, r.B, r.Metric, r.Procedure, r.Folds},
					[6]any{s.name, s.learners[0].String(), s.learners[1].String(), metric, p.Name, p.folds()})
				check.Equal(t, "sizes", [5]int{r.Records, r.N, r.Train, r.Trainings, r.Sets + r.Undefined},
					[5]int{s.records, s.n, p.train(s.n), p.trainings, sets})
				check.Near(t, "coverage", r.Coverage, 1-r.False, 1e-9)
				check.Equal(t, "equal", r.Equal, s.learners[0].Learner == s.learners[1].Learner)
				check.Equal(t, "equal: a true difference of 0, in which nothing is to be found", r.Equal,
					r.Truth == 0 && r.Delta == 0 && math.IsNaN(r.Found))
			}
		}
	}
	check.Equal(t, "rows of no cell", len(rows), i)
}
