package roles

import (
	"github.com/block-regularized/bcv/research/internal/check"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/learn/crf"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/text"
	"github.com/block-regularized/bcv/pkg/text/corpus"
	"github.com/block-regularized/bcv/research/study"
)

func TestLoad(t *testing.T) {
	f, err := load(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	check.Equal(t, "f.corpus.Len()", f.corpus.Len(), 1216)
	check.MustEqual(t, "len(f.conditions[0].Of)", len(f.conditions[0].Of), 1216)
	check.Equal(t, "f.conditions[0].Categories", f.conditions[0].Categories, 15)
	check.MustEqual(t, "len(f.corpus.Types())", len(f.corpus.Types()), 1)
	for _, label := range f.conditions[0].Labels {
		if strings.HasPrefix(label, "be.") || strings.HasPrefix(label, "have.") || strings.HasPrefix(label, "do.") {
			t.Errorf("predicate %s", label)
		}
	}
	if n := f.conditions[1].Categories; n < 5 || n > 15 {
		t.Errorf("%d types of roles after merging", n)
	}
}

// B sees no word, neither its own nor the predicate; C sees no pairs.
func TestTemplates(t *testing.T) {
	sentence := [][][]string{{{"word", "NN", "-1", "target"}, {"target", "VB", "0", "target"},
		{"word", "NN", "+1", "target"}}}
	other := [][][]string{{{"x", "NN", "-1", "y"}, {"y", "VB", "0", "y"}, {"z", "NN", "+1", "y"}}}
	for _, c := range []struct {
		words, combined bool
		same            bool // predictions do not depend on the words
	}{{true, true, false}, {false, true, true}, {true, false, false}} {
		templates, err := templates(c.words, c.combined)
		if err != nil {
			t.Fatal(err)
		}
		made, err := crf.NewCorpus(sentence, [][]string{{"B", "O", "O"}}, templates)
		if err != nil {
			t.Fatal(err)
		}
		model, err := crf.Settings{}.Fit(t.Context(), made, []int32{0})
		if err != nil {
			t.Fatal(err)
		}
		a, err := model.Marginals(sentence[0])
		if err != nil {
			t.Fatal(err)
		}
		b, err := model.Marginals(other[0])
		if err != nil {
			t.Fatal(err)
		}
		if same := a[0][0] == b[0][0]; same != c.same {
			t.Errorf("words %v: marginals %v and %v", c.words, a[0], b[0])
		}
	}
}

// Metrics of a fold are computed from its counts, and differences are A minus the others.
func TestMetrics(t *testing.T) {
	c := &corpus.Corpus{}
	for i := range 12 {
		word := string(rune('a' + i%3))
		c.Tokens = append(c.Tokens, [][]string{{word, "NN", "-1", "v"}, {"v", "VB", "0", "v"}, {"z", "NN", "+1", "v"}})
		c.Chunks = append(c.Chunks, []text.Chunk{{Type: "role", Begin: i % 3 % 2, End: i%3%2 + 1}})
	}
	f := &frame{corpus: c}
	prepared, err := f.prepare()
	if err != nil {
		t.Fatal(err)
	}
	set, err := cv.New(cv.BCV, 12, cv.Options{M: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	got, err := metrics(t.Context(), prepared, set)
	if err != nil {
		t.Fatal(err)
	}
	r, err := prepared.Run(t.Context(), set)
	if err != nil {
		t.Fatal(err)
	}
	counts := r.Counts()[0].Counts
	for q, name := range Models {
		for fold, n := range counts.Of(q) {
			for k, m := range posterior.Metrics() {
				if got[q][k][fold] != n.Value(m) {
					t.Errorf("%s %v fold %d: %v, want %v", name, m, fold, got[q][k][fold], n.Value(m))
				}
				if got[3][k][fold] != got[0][k][fold]-got[1][k][fold] {
					t.Errorf("difference A-B of fold %d", fold)
				}
				if got[4][k][fold] != got[0][k][fold]-got[2][k][fold] {
					t.Errorf("difference A-C of fold %d", fold)
				}
			}
		}
	}
}

func TestSummaries(t *testing.T) {
	values := make([][][]float64, len(quantities))
	sets := make([]estimates, 3)
	for q := range values {
		values[q] = make([][]float64, 3)
		for k := range values[q] {
			values[q][k] = []float64{1, 3, 2, 6, 5, 7}
		}
	}
	for i := range sets {
		sets[i].Values = make([][][]float64, len(quantities))
		for q := range sets[i].Values {
			sets[i].Values[q] = make([][]float64, 3)
			for k := range sets[i].Values[q] {
				shift := []float64{5, 0, 0.01}[i]
				sets[i].Values[q][k] = []float64{shift + 0.1, shift - 0.1, shift, shift + 0.2, shift - 0.2, shift}
			}
		}
	}
	if got := overTwins(values)[0][0]; !slices.Equal(got, []float64{2, 4, 6}) {
		t.Errorf("%v", got)
	}
	rows := summarize("x", overTwins(values))
	{
		r := rows[0]
		check.MustEqual(t, "len(rows)", len(rows), 15)
		check.Equal(t, "r.Mean", r.Mean, 4)
		check.Equal(t, "r.SD", r.SD, 2)
		check.Equal(t, "r.SNR", r.SNR, 2)
		check.Equal(t, "r.SDSE", r.SDSE, 1)
		check.Equal(t, "r.Count", r.Count, 3)
	}
	d := decide("x", sets)
	p, err := paired.New([][2]float64{{0.1, -0.1}, {0, 0.2}, {-0.2, 0}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	e, err := p.Estimate(0.95)
	if err != nil {
		t.Fatal(err)
	}
	check.MustEqual(t, "len(d)", len(d), 2)
	check.Equal(t, "d[0].Decided", d[0].Decided, 1.0/3)
	check.Equal(t, "d[0].Count", d[0].Count, 3)
	check.Near(t, "d[0].Length", d[0].Length, (e.High - e.Low), 1e-9)
	check.Equal(t, "d[0].Quantity", d[0].Quantity, "A-B")
}

// The plan of both scales says what it runs, and its sizes are part of it.
func TestPlans(t *testing.T) {
	for scale, shards := range map[study.Scale]int{study.Quick: 6, study.Paper: 9} {
		p, err := Roles.Plan(study.Config{Data: data.FS, Scale: scale, Seed: 1})
		if err != nil || p.Shards() != shards {
			t.Errorf("%s: %d shards (%v), want %d", scale, p.Shards(), err, shards)
		}
	}
}

func TestByShare(t *testing.T) {
	got := ByShare([]Row{{Partition: "60%", Metric: "P", SNR: 2}, {Partition: "good"}})
	if len(got) != 1 || got[0].Share != 60 || got[0].SNR != 2 {
		t.Errorf("%+v", got)
	}
}
