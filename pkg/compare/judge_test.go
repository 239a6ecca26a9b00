package compare_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// judgedFile has items of which a judge scored all and people those that labelled picks.
func judgedFile(n int, labelled func(i int, judge [2]float64) bool) string {
	rng := rand.New(rand.NewPCG(5, 1))
	var b strings.Builder
	b.WriteString("item,model,score,judge\n")
	for i := range n {
		var score, judge [2]float64
		for g, right := range []float64{.6, .8} {
			if rng.Float64() < right {
				score[g] = 1
			}
			if judge[g] = score[g]; rng.Float64() < .1 {
				judge[g] = 1 - score[g]
			}
		}
		for g, model := range []string{"base", "new"} {
			text := ""
			if labelled(i, judge) {
				text = fmt.Sprint(score[g])
			}
			fmt.Fprintf(&b, "q%d,%s,%s,%v\n", i, model, text, judge[g])
		}
	}
	return b.String()
}

func judgedResults(t *testing.T, text string) []results.Results {
	t.Helper()
	rs, err := results.Parse("j.csv", strings.NewReader(text), results.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// TestJudge compares two models that a judge and some people scored.
func TestJudge(t *testing.T) {
	rs := judgedResults(t, judgedFile(400, func(i int, _ [2]float64) bool { return i%4 == 0 }))
	r, err := compare.Run(rs, compare.Options{HalfWidth: .07})
	if err != nil {
		t.Fatal(err)
	}
	v := r.Verdicts[0]
	j := v.Judge
	if v.Method != "ppi-t" || !v.Recommended || j == nil || j.People != 100 || j.Items != 400 || v.Winner != "new" {
		t.Fatalf("%+v", v)
	}
	if d := v.B - v.A - v.Estimate; d > 1e-12 || d < -1e-12 {
		t.Errorf("means %v and %v, and the difference %v", v.A, v.B, v.Estimate)
	}
	if d := v.High - v.Estimate - j.HalfWidth; d > 1e-9 || d < -1e-9 || j.More == nil || *j.More < 1 {
		t.Errorf("half width %v of %v, more labels %v", j.HalfWidth, v.Interval, j.More)
	}
	for _, want := range []string{"The judge was as good as ", "favour", "A half width of 7 points", "more labels.",
		"a test set of 400 items, of which people scored 100 and a judge all"} {
		if !strings.Contains(v.Sentence(), want) {
			t.Errorf("%s lacks %q", v.Sentence(), want)
		}
	}
	if !strings.Contains(v.AboutError(), "right or wrong 5.2% on average and 7.2%") || v.ErrorRate.Rate != 0.0718 {
		t.Errorf("%s is not what the study judged has", v.AboutError())
	}
	if len(r.Models) != 2 || r.Models[0].Method != "ppi-t" {
		t.Errorf("intervals of models %+v", r.Models)
	}
	text, err := json.Marshal(r)
	var again verdict.Report
	if err == nil {
		err = json.Unmarshal(text, &again)
	}
	if err != nil || again.Verdicts[0].Sentence() != v.Sentence() {
		t.Errorf("read again: %v, %v", again.Verdicts, err)
	}
	people, err := compare.Run(rs, compare.Options{Methods: []string{"item-t"}})
	if err != nil || !strings.Contains(people.Verdicts[0].Note, "those of the judge are left out") {
		t.Errorf("people alone: %+v, %v", people.Verdicts, err)
	}
	if w := people.Verdicts[0]; w.High-w.Low <= v.High-v.Low {
		t.Errorf("people alone %v are narrower than with a judge %v", w.Interval, v.Interval)
	}
	if _, err := compare.Run(rs, compare.Options{Planned: 1000}); err == nil || !strings.Contains(err.Error(), "people alone") {
		t.Errorf("looks beside a judge: %v, want a refusal", err)
	}
	g, err := compare.Gate(rs, compare.GateOptions{Base: "base", Candidate: "new", Margin: .02}, compare.Options{})
	if err != nil || g.Outcome != verdict.Better {
		t.Errorf("gate %v, %v", g.Outcome, err)
	}
}

// TestJudgeNotRandom refuses items that people did not score at random.
func TestJudgeNotRandom(t *testing.T) {
	rs := judgedResults(t, judgedFile(400, func(i int, judge [2]float64) bool {
		return judge[1] > judge[0] && i%2 == 0 || i%10 == 0
	}))
	if _, err := compare.Run(rs, compare.Options{}); err == nil || !strings.Contains(err.Error(), "labels-random") {
		t.Errorf("%v, want a question", err)
	}
	if r, err := compare.Run(rs, compare.Options{LabelsRandom: true}); err != nil || r.Verdicts[0].Judge == nil {
		t.Errorf("%v, want a verdict", err)
	}
	plain := "item,model,score\n1,a,1\n2,a,0\n1,b,1\n2,b,1\n"
	if _, err := compare.Run(judgedResults(t, plain), compare.Options{LabelsRandom: true}); err == nil ||
		!strings.Contains(err.Error(), "leave it out") {
		t.Errorf("%v, want a refusal without a judge", err)
	}
}

// TestJudgeFew warns of few labels.
func TestJudgeFew(t *testing.T) {
	rs := judgedResults(t, judgedFile(400, func(i int, _ [2]float64) bool { return i%20 == 0 }))
	r, err := compare.Run(rs, compare.Options{})
	if err != nil || !strings.Contains(r.Verdicts[0].Note, "people scored only 20 items") {
		t.Fatalf("%+v, %v", r.Verdicts, err)
	}
	if about := r.Verdicts[0].AboutError(); !strings.Contains(about, "not measured for fewer than 30 items") {
		t.Errorf("%s promises what no stored study has", about)
	}
}
