package compare_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/infer"
)

// three adds a model between those of losses.
func three() []fold.LossRow {
	rows := losses(5, 2, "bcv:1:3b4fe958a5e9fe59")
	for _, r := range losses(5, 2, "bcv:1:3b4fe958a5e9fe59")[:10] {
		r.Model = "middle"
		r.Loss -= 0.04 - 0.003*float64((r.Replication+2*r.Fold)%3)
		rows = append(rows, r)
	}
	return rows
}

// Progress hears of each pair of several models.
func TestProgress(t *testing.T) {
	var heard []int
	reached := func(done, total int) { heard = append(heard, done, total) }
	if _, err := compare.Losses(three(), compare.Options{Progress: reached}); err != nil {
		t.Fatal(err)
	}
	if want := []int{1, 3, 2, 3, 3, 3}; !slices.Equal(heard, want) {
		t.Errorf("got %v, want %v", heard, want)
	}
}

func TestSeveral(t *testing.T) {
	rows := three()
	r, err := compare.Losses(rows, compare.Options{Rope: 0.01, Method: "bcv-t"})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Verdicts) != 3 || len(r.Standings) != 3 {
		t.Fatalf("%d verdicts, %d standings", len(r.Verdicts), len(r.Standings))
	}
	var p []float64
	for _, v := range r.Verdicts {
		p = append(p, v.PValue)
	}
	holm, err := infer.Holm(p)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range r.Verdicts {
		pair, err := compare.Losses(rows, compare.Options{Models: []string{v.ModelA, v.ModelB}, Method: "bcv-t"})
		if err != nil || pair.Verdicts[0].PValue != v.PValue || v.PAdjusted != holm[i] || (v.Winner != "") != (holm[i] <= 0.05) {
			t.Errorf("%+v, alone %+v, Holm %v (%v)", v, pair.Verdicts, holm[i], err)
		}
	}
	total := 0.0
	for _, s := range r.Standings {
		total += s.PBest
	}
	if s := r.Standings[1]; math.Abs(total-1) > 1e-9 || s.Model != "new" || s.PBest < 0.9 || !s.MayBest || r.Standings[0].MayBest {
		t.Errorf("%+v", r.Standings)
	}
	if !strings.Contains(r.Sentence(), "By loss, new has the highest posterior probability to be the best") {
		t.Errorf("%s", r.Sentence())
	}
	text, err := json.Marshal(r)
	if err != nil || strings.Count(string(text), "p_best_a") != 3 {
		t.Errorf("%s, %v", text, err)
	}
	c, err := compare.Losses(rows, compare.Options{Control: "middle", Method: "paired"})
	if err != nil || len(c.Verdicts) != 2 || c.Verdicts[0].ModelA != "middle" || c.Verdicts[1].ModelA != "middle" {
		t.Errorf("%+v, %v", c.Verdicts, err)
	}
	for want, opt := range map[string]compare.Options{`the control "oak" is none`: {Control: "oak"}, `"new" stands twice`: {Models: []string{"new", "new", "old"}}, `only "old"`: {Models: []string{"old"}}} {
		if _, err := compare.Losses(rows, opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", opt, err, want)
		}
	}
}
