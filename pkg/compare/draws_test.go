package compare_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// gpqa are 198 items in 5 draws with the moments of the published comparison on GPQA, whose answers are not published:
// the differences of right answers, in fifths, add up to 58 and their squares to 768.
func gpqa() string {
	var b strings.Builder
	b.WriteString("item,model,draw,score\n")
	item := 0
	counts := [][3]int{{5, 0, 12}, {0, 5, 8}, {4, 1, 16}, {1, 4, 8}, {3, 2, 33}, {2, 3, 19}, {5, 5, 40}, {2, 2, 62}}
	for _, of := range counts { // right ones of new and of base, and items
		for range of[2] {
			item++
			for draw := range 5 {
				fmt.Fprintf(&b, "q%d,base,%d,%d\nq%[1]d,new,%[2]d,%[4]d\n", item, draw+1, min(1, max(0, of[1]-draw)),
					min(1, max(0, of[0]-draw)))
			}
		}
	}
	return b.String()
}

// The published figures are difference 0.0586, t = 2.11, p = 0.036, and the interval 0.004 to 0.113.
func TestGPQA(t *testing.T) {
	rs, err := results.Parse("gpqa.csv", strings.NewReader(gpqa()), results.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	report, err := compare.Run(rs, compare.Options{All: true})
	if err != nil {
		t.Fatal(err)
	}
	v := report.Verdicts[0]
	got, want := fmt.Sprint(v.Method, v.Target, v.Recommended), fmt.Sprint("item-t", verdict.TheseModels, true)
	if got != want {
		t.Errorf("procedure, target and whether it is recommended: %s, want %s", got, want)
	}
	for _, of := range []struct {
		what               string
		got, want, rounded float64
	}{{"difference", v.Estimate, 0.0586, 5e-5}, {"t", v.Statistic, 2.11, 5e-3}, {"p", v.PValue, 0.036, 5e-4},
		{"low end", v.Low, 0.004, 5e-4}, {"high end", v.High, 0.113, 5e-4}} {
		if !(math.Abs(of.got-of.want) <= of.rounded) {
			t.Errorf("%s %v, want %v", of.what, of.got, of.want)
		}
	}
	// Row draws of the study items, of 100 items and more.
	if got := v.ErrorRate; got.Rate != 0.0541 || !strings.Contains(got.On, "recommended, draws") {
		t.Errorf("the known error is %v on %s, want 0.0541 on draws", got.Rate, got.On)
	}
	for _, other := range report.Verdicts[1:] {
		if strings.HasPrefix(other.Method, "mcnemar") || other.Method == "crossed-t" {
			t.Errorf("%s is offered for several draws", other.Method)
		}
	}
	l, _ := v.Ledger()
	var names []string
	for k := range l.Shares {
		names = append(names, l.Shares[k].Name, l.Buy[k].Factor)
	}
	if want := []string{"items", "items", "draws", "draws of each item"}; !slices.Equal(names, want) {
		t.Fatalf("the ledger is of %q, want %q", names, want)
	}
	// Draws of each item and model vary by p(1-p)5/4 with p its share of right ones; the sum over items, of 96 whose
	// models differ and 62 with 2 of 5, over 5·198², is their part of the variance.
	within := 24*0.16*2 + 52*0.24*2 + 62*0.24*2
	part := within / 4 / (198 * 198) / math.Pow(v.Estimate/v.Statistic, 2)
	if got := l.Shares[1].Mid; math.Abs(got-part) > 1e-9 {
		t.Errorf("share of draws %v, want %v", got, part)
	}
	for _, m := range report.Models {
		if m.Method != "item-t" {
			t.Errorf("the interval of %s is by %s, want item-t", m.Model, m.Method)
		}
	}
}

// The known error is that of the row of the study that fits, or none.
func TestErrorOfDraws(t *testing.T) {
	for _, of := range []struct {
		what string
		keep func(item, model, draw string) bool
		more string // in place of the score 1
		want float64
	}{
		{"5 draws beside 1", func(_, model, draw string) bool { return model == "new" || draw == "1" }, "1", 0.0968},
		{"fewer than 100 items", func(item, _, _ string) bool { return len(item) < 3 || item < "q16" }, "1", 0.0779},
		{"scores", func(string, string, string) bool { return true }, "0.9", math.NaN()},
	} {
		var b strings.Builder
		for line := range strings.Lines(gpqa()) {
			f := strings.Split(strings.TrimSpace(line), ",")
			if f[0] == "item" || of.keep(f[0], f[1], f[2]) {
				b.WriteString(strings.Join(append(f[:3:3], strings.ReplaceAll(f[3], "1", of.more)), ",") + "\n")
			}
		}
		rs, err := results.Parse("draws.csv", strings.NewReader(b.String()), results.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		report, err := compare.Run(rs, compare.Options{})
		if err != nil {
			t.Fatal(err)
		}
		v := report.Verdicts[0]
		if got, want := fmt.Sprint(v.Method, v.ErrorRate.Rate), fmt.Sprint("item-t", of.want); got != want {
			t.Errorf("%s: known error %s, want %s", of.what, got, want)
		}
	}
}
