package posterior

import (
	"encoding/csv"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"
)

// aclTasks reads the fold counts published with Wang and Li (2019).
func aclTasks(tb testing.TB) []Task {
	tb.Helper()
	f, err := os.Open("../../data/counts/acl2019.csv")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	var tasks []Task
	for _, r := range records[1:] { // task, model, replication, fold, gold, predicted, correct; in this order
		var n [3]float64
		for i := range n {
			if n[i], err = strconv.ParseFloat(r[4+i], 64); err != nil {
				tb.Fatal(err)
			}
		}
		if len(tasks) == 0 || tasks[len(tasks)-1].Name != r[0] {
			tasks = append(tasks, Task{Name: r[0], M: 3, A: Model{Name: r[1]}})
		}
		task := &tasks[len(tasks)-1]
		m := &task.A
		if r[1] != m.Name {
			m = &task.B
			m.Name = r[1]
		}
		m.Folds = append(m.Folds, Chunks(n[0], n[1], n[2]))
	}
	return tasks
}

// Values of an independent quadrature with scipy, good to 10 digits, at the
// printed weight 0.3688.
func TestCompareACL(t *testing.T) {
	opt := Options{}
	opt.Weighting = FixedWeight(0.3688)
	rows, err := Compare(aclTasks(t), opt)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][5]float64{
		"CWS P":  {0.955486149196, 0.956214726372, 0.956006099380, 0.956730347055, 0.024092056152781},
		"CWS R":  {0.950414582840, 0.951179661362, 0.951566039087, 0.952322601685, 1.4611995517259e-05},
		"CWS F1": {0.953047109530, 0.953587654845, 0.953883630914, 0.954419257528, 8.6780880624216e-06},
		"NER P":  {0.905883120119, 0.912970909850, 0.907095591147, 0.914142110607, 0.32007063860455},
		"NER R":  {0.876894062819, 0.884768945016, 0.877829162851, 0.885677618917, 0.37256768076455},
		"NER F1": {0.892117817323, 0.897702955724, 0.893184242136, 0.898742304650, 0.30020311588852},
	}
	for _, r := range rows {
		w, ok := want[r.Task+" "+r.Metric]
		if !ok {
			continue
		}
		for i, got := range [...]float64{r.ALow, r.AHigh, r.BLow, r.BHigh, r.PH0} {
			within(t, r.Task+" "+r.Metric, got, w[i], 2e-11)
		}
		delete(want, r.Task+" "+r.Metric)
	}
	if len(want) != 0 {
		t.Errorf("not compared: %v", want)
	}
}

// The exact probability lies within four standard errors of the Monte-Carlo
// estimate, at delta 0 and elsewhere, and the mode of P is the micro average.
func TestCompareAgainstMonteCarlo(t *testing.T) {
	for _, delta := range []float64{0, 0.001, -0.002} {
		opt := Options{}
		opt.Delta, opt.Draws, opt.Seed = delta, 200_000, 5
		rows, err := Compare(aclTasks(t), opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			within(t, r.Task+" "+r.Metric, r.MCPH0, r.PH0, 4*math.Max(r.MCSE, math.Sqrt(r.PH0*r.PH1/200_000)))
			within(t, "P(H0) + P(H1)", r.PH0+r.PH1, 1, 1e-14)
		}
		sum := Sum(aclTasks(t)[0].A.Folds)
		within(t, "mode", rows[0].A, sum.TP/(sum.TP+sum.FP), 1e-15)
	}
}

func TestRope(t *testing.T) {
	task := aclTasks(t)[1]
	a, b, err := task.Distributions(F1, Options{})
	if err != nil {
		t.Fatal(err)
	}
	// An independent sum: the density of the difference over the region.
	const r, n = 0.002, 4000
	sum := 0.0
	for i := range n {
		sum += differenceDensity(a, b, -r+2*r*(float64(i)+0.5)/n) * 2 * r / n
	}
	got, err := Rope(a, b, r)
	if err != nil {
		t.Fatal(err)
	}
	within(t, "P(rope)", got, sum, 1e-7)
	if whole, _ := Rope(a, b, 1); math.Abs(whole-1) > 1e-14 {
		t.Errorf("the whole range has probability %v", whole)
	}
}

// The zero options are those of the papers.
func TestZeroOptions(t *testing.T) {
	tasks := aclTasks(t)[:1]
	got, err := Compare(tasks, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := Compare(tasks, Options{Metrics: Metrics(), Weighting: FixedWeight(WeightBCV(tasks[0].M)), Prior: 1,
		Level: 0.95})
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("zero options: %+v, want %+v (%v)", got, want, err)
	}
}

// Small sets of options that make no sense are refused with advice.
func TestCompareRejectsBadOptions(t *testing.T) {
	tasks := aclTasks(t)[:1]
	for name, change := range map[string]func(o *Options){
		"prior -1":  func(o *Options) { o.Prior = -1 },
		"level 1":   func(o *Options) { o.Level = 1 },
		"delta 2":   func(o *Options) { o.Delta = 2 },
		"delta 1":   func(o *Options) { o.Delta = 1 },
		"delta NaN": func(o *Options) { o.Delta = math.NaN() },
		"rope -1":   func(o *Options) { o.Rope = -1 },
		"draws -5":  func(o *Options) { o.Draws = -5 },
		"weight 2":  func(o *Options) { o.Weighting = FixedWeight(2) },
		"level NaN": func(o *Options) { o.Level = math.NaN() },
	} {
		opt := Options{}
		change(&opt)
		if _, err := Compare(tasks, opt); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// The weight is of 2M folds: with one replication, 6 folds of three would give P = 0.985 where 0.928 is right.
func TestOtherFolds(t *testing.T) {
	folds := func(n int, c Counts) Model { return Model{Folds: slices.Repeat([]Counts{c}, n)} }
	old, young := Counts{TP: 80, FP: 20, FN: 25}, Counts{TP: 86, FP: 18, FN: 19}
	for _, c := range []struct {
		m, a, b int
		w       Weighting
		ok      bool
	}{
		{3, 6, 6, nil, true}, {1, 6, 6, nil, false}, {5, 6, 6, nil, false}, {3, 6, 2, nil, false}, {3, 0, 0, nil, false},
		{1, 6, 6, HoldOutWeight{}, false}, {3, 6, 6, RhoWeight{0.2, 0.3}, true}, {1, 6, 6, RhoWeight{0.2, 0.3}, false},
		{1, 5, 5, FixedWeight(1), true}, {1, 5, 4, FixedWeight(1), false}, {1, 0, 0, FixedWeight(1), false},
	} {
		task := Task{M: c.m, A: folds(c.a, old), B: folds(c.b, young)}
		_, _, err := task.Distributions(F1, Options{Weighting: c.w})
		if _, other := Compare([]Task{task}, Options{Weighting: c.w}); (err == nil) != c.ok || (other == nil) != c.ok {
			t.Errorf("m = %d, %d and %d folds, weight %v: %v, %v", c.m, c.a, c.b, c.w, err, other)
		}
	}
}

// A model compared with itself is a tie, and a tie accepts H0.
func TestTie(t *testing.T) {
	tasks := aclTasks(t)
	for i := range tasks {
		tasks[i].B = tasks[i].A
	}
	tasks = append(tasks, Task{Name: "nothing", M: 3, A: Model{Folds: make([]Counts, 6)}, B: Model{Folds: make([]Counts,
		6)}})
	rows, err := Compare(tasks, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if got, want := [3]float64{r.PH0, r.PH1, r.BayesFactor}, [3]float64{0.5, 0.5, 1}; got != want {
			t.Errorf("%s %s: P(H0), P(H1) and Bayes factor %v, want %v", r.Task, r.Metric, got, want)
		}
		if r.Decision != "accept H0" {
			t.Errorf("%s %s: %s, want accept H0", r.Task, r.Metric, r.Decision)
		}
	}
}

// The prior odds cancel at delta 0; elsewhere they are those of two distributions
// without data: two uniform variables have P(difference <= d) = 1-(1-d)²/2.
func TestBayesFactor(t *testing.T) {
	opt := Options{}
	opt.Metrics, opt.Delta = []Metric{Recall}, 0.25
	rows, err := Compare(aclTasks(t)[2:], opt)
	if err != nil {
		t.Fatal(err)
	}
	prior1 := 0.75 * 0.75 / 2
	want := math.Exp(rows[0].LogPH1-rows[0].LogPH0) / (prior1 / (1 - prior1))
	if math.Abs(rows[0].BayesFactor/want-1) > 1e-10 {
		t.Errorf("Bayes factor %v, want %v", rows[0].BayesFactor, want)
	}
}

func TestCurves(t *testing.T) {
	tasks := aclTasks(t)
	points, err := Curves(tasks, Metrics(), 1, 201)
	if err != nil {
		t.Fatal(err)
	}
	if want := 3 * 3 * 2 * 2 * 201; len(points) != want {
		t.Fatalf("%d points, want %d", len(points), want)
	}
	for _, w := range []string{BCV, HoldOutAverage} {
		some, err := Curves(tasks, Metrics(), 1, 201, w)
		others := slices.ContainsFunc(some, func(p CurvePoint) bool { return p.Weighting != w })
		if err != nil || others || len(some) != len(points)/2 {
			t.Errorf("%s: %d points, others %v, %v", w, len(some), others, err)
		}
	}
	if _, err := Curves(tasks, Metrics(), 1, 201, "bvc"); err == nil {
		t.Error("a weighting bvc")
	}
	area := 0.0
	for i := range 200 {
		p, q := points[i], points[i+1]
		area += (q.X - p.X) * (p.Density + q.Density) / 2
	}
	within(t, "area under a curve from its 0.001 to its 0.999 quantile", area, 0.998, 1e-4)

	a, b, err := tasks[2].Distributions(Precision, Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := DifferenceCurve("ORG", a, b, 161)
	if err != nil {
		t.Fatal(err)
	}
	area = 0
	for i := range d[1:] {
		area += (d[i+1].X - d[i].X) * (d[i].Density + d[i+1].Density) / 2
	}
	within(t, "area under the difference curve", area, 1, 2e-4)
}

// Intervals of highest density are shorter than equal-tailed ones of the same level, and begin elsewhere.
func TestCompareWithHighestDensity(t *testing.T) {
	tails, err := Compare(aclTasks(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	dense, err := Compare(aclTasks(t), Options{HDI: true})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range dense {
		if got, most := c.BHigh-c.BLow, tails[i].BHigh-tails[i].BLow; got >= most {
			t.Errorf("%s %s: the interval is %v long, want less than %v", c.Task, c.Metric, got, most)
		}
	}
}

// A pooled task holds the sums over its folds, and has the posteriors of these.
func TestPooled(t *testing.T) {
	task := aclTasks(t)[0]
	sum := Task{Name: task.Name, M: task.M, Pooled: true, A: Model{Folds: []Counts{Sum(task.A.Folds)}},
		B: Model{Folds: []Counts{Sum(task.B.Folds)}}}
	want, errFolds := Compare([]Task{task}, Options{})
	got, err := Compare([]Task{sum}, Options{})
	if err != nil || errFolds != nil {
		t.Fatal(err, errFolds)
	}
	for i := range want {
		if got[i].PH0 != want[i].PH0 {
			t.Errorf("%s: P(H0) %v, want %v", want[i].Metric, got[i].PH0, want[i].PH0)
		}
	}
	task.Pooled = true
	if _, err := Compare([]Task{task}, Options{}); err == nil {
		t.Error("a pooled task of several folds is accepted")
	}
}
