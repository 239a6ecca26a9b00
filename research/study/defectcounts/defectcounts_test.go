package defectcounts

import (
	"errors"
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/catalogue"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/study"
)

// made returns n records of p measures that defects depend on.
func made(n, p int) *dataset.Data {
	rng := rand.New(rand.NewPCG(7, 3))
	d := &dataset.Data{Name: "made", X: mat.NewDense(n, p, nil)}
	for j := range p {
		d.Features = append(d.Features, dataset.Feature{Name: []string{"sum", "avg", "max", "min",
			"DEPTH"}[j%5] + string(rune('A'+j/5))})
	}
	for i := range n {
		size := rng.NormFloat64()
		for j := range p {
			d.X.Set(i, j, math.Exp(size*float64(1+j%3)/3+rng.NormFloat64()/2))
		}
		d.Response = append(d.Response, distuv.Poisson{Lambda: math.Exp(size), Src: rng}.Rand())
	}
	return d
}

// Each half of each replication has two of every four neighbours in the order of defects.
func TestPartitionDealsDefects(t *testing.T) {
	d := made(64, 2)
	sorted := slices.Clone(d.Response)
	slices.Sort(sorted)
	a, err := partition(d, 1)
	if err != nil {
		t.Fatal(err)
	}
	b, err := partition(d, 2)
	if err != nil || a.Fingerprint() == b.Fingerprint() || a.M() != 3 {
		t.Fatalf("two seeds make one set of %d replications (%v)", a.M(), err)
	}
	c := rounds(d.Response, 1)
	for f := range a.FoldCount() {
		count := make([]int, c.Categories)
		var defects []float64
		for _, i := range a.Fold(f).Train {
			count[c.Of[i][0]]++
			defects = append(defects, d.Response[i])
		}
		for k, n := range count {
			if n != 2 {
				t.Errorf("fold %d has %d of the four records of round %d", f, n, k)
			}
		}
		slices.Sort(defects)
		for k, v := range defects {
			if v < sorted[4*(k/2)] || v > sorted[4*(k/2)+3] {
				t.Errorf("fold %d: the defect counts %v differ from the counts of every second class", f, defects)
				break
			}
		}
	}
}

// The estimates equal the estimates of a pipeline of the catalogue, which sees training records alone.
func TestEstimateIsPipeline(t *testing.T) {
	d := made(64, 8)
	set, err := partition(d, 3)
	if err != nil {
		t.Fatal(err)
	}
	e, err := estimate(t.Context(), d, set, 5, 3)
	if err != nil {
		t.Fatal(err)
	}
	for v, text := range map[int]string{
		0: "mic(5) | scale | pca(3) | negbin", 1: "mic(5) | yeojohnson | scale | pca(3) | negbin",
		4: "mic(5) | pca(3) | negbin", 5: "mic(5) | yeojohnson | pca(3) | negbin",
	} {
		l, err := catalogue.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := holdout.Run(t.Context(), holdout.Plan{Data: d, Set: set, Learners: []learn.Learner{l},
			Metrics: []metric.Definition{metric.FPA}})
		if err != nil {
			t.Fatal(err)
		}
		for f, want := range r.Values[1].Of(0) {
			if got := e.Full[v][2][f]; math.Abs(got-want) > 1e-12 {
				t.Errorf("%s, fold %d: got %v, want %v", text, f, got, want)
			}
		}
	}
	if e.Without[0][0][0] != 33.0/64 {
		t.Errorf("no component has %v", e.Without[0][0][0])
	}
	if e.Without[0][2][0] == e.Full[0][2][0] {
		t.Error("the first component makes no difference")
	}
}

func TestSummaries(t *testing.T) {
	full := []float64{0.8, 0.7, 0.9, 0.8, 0.75, 0.85}
	without := []float64{0.6, 0.7, 0.6, 0.5, 0.7, 0.8}
	o, err := judge(full, without)
	if err != nil {
		t.Fatal(err)
	}
	differences := make([]float64, 6)
	for i := range full {
		differences[i] = full[i] - without[i]
	}
	mean, sd := stat.MeanStdDev(differences, nil)
	want := mean / (math.Sqrt(7./5) * sd * math.Sqrt(5./6))
	if math.Abs(o.t-want) > 1e-12 || math.Abs(o.p-distuv.StudentsT{Sigma: 1, Nu: 5}.Survival(want)) > 1e-9 {
		t.Errorf("t %v, p %v, want t %v", o.t, o.p, want)
	}
	outcomes := [][]outcome{{{full: 0.7}, {full: 0.8}}, {{full: 0.75}, {full: 0.6}}}
	best := choices(outcomes)
	if !slices.Equal(best, []int{1, 0}) {
		t.Fatalf("chosen %v", best)
	}
	rows := map[string]SummaryRow{}
	for _, r := range summaryRows(Variants()[0], outcomes, best) {
		rows[r.Quantity] = r
	}
	for q, want := range map[string]float64{Chosen: 1.5, Full: 0.775, Elsewhere: 0.65, Optimism: 0.125} {
		if got := rows[q].Mean; math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %v, want %v", q, got, want)
		}
	}
	if r := componentsRow(outcomes[1], best, 1); r.Chosen != 0.5 || math.Abs(r.FPA-0.675) > 1e-12 || r.Components != 2 {
		t.Errorf("%+v", r)
	}
	if mean, se := difference(outcomes[0], outcomes[1]); math.Abs(mean-0.075) > 1e-12 || math.Abs(se-0.125) > 1e-12 {
		t.Errorf("difference %v, standard error %v", mean, se)
	}
}

func TestLeaders(t *testing.T) {
	d := made(10, 5)
	rows := leaders(None, d.Features, mat.NewDense(5, 2, []float64{0.1, 0.9, 0.2, -0.8, 0.7, 0.1, 0.05, 0.9, -0.6,
		0.3}))
	check.MustEqual(t, "len(rows)", len(rows), 2)
	check.Equal(t, "rows[0].Measures", rows[0].Measures, 3)
	check.Equal(t, "rows[0].Sum", rows[0].Sum, 1)
	check.Equal(t, "rows[0].Avg", rows[0].Avg, 1)
	check.Equal(t, "rows[0].Min", rows[0].Min, 1)
	check.Equal(t, "rows[1].Max", rows[1].Max, 1)
	check.Equal(t, "rows[1].Class", rows[1].Class, 1)
	check.Equal(t, "rows[0].Factor", rows[0].Factor, 1)
	if got := rows[0].Share; math.Abs(got-(0.81+0.64+0.01+0.81+0.09)/5) > 1e-12 {
		t.Errorf("share %v", got)
	}
}

// The study runs on made-up data, the same on one worker and on two.
func TestPlan(t *testing.T) {
	var before []SummaryRow
	for _, workers := range []int{1, 2} {
		cfg := study.Config{Seed: 1, Workers: workers}
		p := planOf(cfg, made(64, 10), settings{Sets: 4, Shards: 4, Kept: 6, Components: 2, Rotated: 3})
		if err := study.Simulate(t.Context(), cfg, p.Simulations...); err != nil {
			t.Fatal(err)
		}
		tables, err := p.Tables()
		if err != nil {
			t.Fatal(err)
		}
		summary, rotated := tables[0].Rows.([]SummaryRow), tables[2].Rows.([]LoadingsRow)
		if len(summary) != 60 || len(tables[1].Rows.([]ComponentsRow)) != 12 || len(rotated) != 2*(2+3) {
			t.Fatalf("%d, %d rows", len(summary), len(rotated))
		}
		if before != nil && !slices.Equal(before, summary) {
			t.Error("the number of workers matters")
		}
		before = summary
	}
}

// The settings are the thesis's where it has any.
func TestSettings(t *testing.T) {
	if s := scaled(study.Paper); s.Kept != 52 || s.Sets != 100 || s.Components != 15 {
		t.Errorf("%+v", s)
	}
	p, err := Counts.Plan(study.Config{Scale: study.Paper, Seed: 1})
	if errors.Is(err, public.ErrNotFound) {
		t.Skip(err)
	}
	if err != nil || p.Shards() != 50 {
		t.Errorf("%v", err)
	}
}

func TestCurves(t *testing.T) {
	v := Variants()
	got := Curves([]ComponentsRow{{Variant: v[1], Components: 2, FPA: 0.7, FPASpread: 0.01, Without: 0.6},
		{Variant: v[0], Components: 1}, {Variant: v[2], Components: 2}, {Variant: v[4], Components: 2}})
	check.MustEqual(t, "len(got)", len(got), 3)
	check.Equal(t, "got[0].Measures", got[0].Measures, "power transform")
	check.Equal(t, "got[0].Spread", got[0].Spread, 0.01)
	check.Equal(t, "got[1].Model", got[1].Model, "without the first")
	check.Equal(t, "got[1].FPA", got[1].FPA, 0.6)
	check.Equal(t, "got[2].Components", got[2].Components, 1)
}
