package ranksets

import (
	"fmt"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/rank"
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/results"
)

// What bcv rank says of its error is what was found: the largest share of each kind, in percent.
func TestKnownError(t *testing.T) {
	rows, err := study.Stored[Row](data.FS, "rank_sets")
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != len(cells()) {
		t.Fatalf("%d rows, want %d", len(rows), len(cells()))
	}
	answers, largest := 0.0, map[[2]int]float64{}
	for _, r := range rows {
		if r.Scores == rightOrWrong {
			answers = max(answers, r.AnyFalse)
			if r.AnyFalse > 0.05+3*max(r.AnyFalseSE, 0.005) {
				t.Errorf("%+v: more than 3 standard errors above 0.05", r)
			}
			continue
		}
		largest[[2]int{r.Models, r.Items}] = max(largest[[2]int{r.Models, r.Items}], r.AnyFalse)
	}
	share := func(models, items int) float64 { return 100 * largest[[2]int{models, items}] }
	for kind, c := range map[string]struct {
		scores []float64
		want   string
	}{
		"answers": {[]float64{0, 1, 1, 0}, fmt.Sprintf("in at most %.1f%% of simulated cases", 100*answers)},
		"scores": {[]float64{0, 1, 3, 0}, fmt.Sprintf("in up to %.1f%%, %.1f%% and %.1f%% of simulated cases for 3, 10 and "+
			"50 models on 1,000 items, in %.1f%%, %.1f%% and %.1f%% on 50 items", share(3, 1000), share(10, 1000),
			share(50, 1000), share(3, 50), share(10, 50), share(50, 50))},
	} {
		const items = 60
		names := make([]string, items)
		for i := range names {
			names[i] = fmt.Sprint(i)
		}
		r, err := results.NewScores(names, nil)
		if err != nil {
			t.Fatal(err)
		}
		for m, model := range []string{"a", "b", "c"} {
			var scores []float64
			for i := range items {
				scores = append(scores, c.scores[(i/(m+1))%len(c.scores)])
			}
			if err := r.AddScores(model, "", scores); err != nil {
				t.Fatal(err)
			}
		}
		tables, err := rank.Run([]results.Results{*r}, rank.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := tables[0].KnownError; !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q in it", kind, got, c.want)
		}
	}
}
