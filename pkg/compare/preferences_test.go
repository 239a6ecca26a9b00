package compare_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/results"
)

// preferred is a table in which new wins, ties and loses so often; new is first in every item of a number, 0 for none.
func preferred(wins, ties, losses, everyFirst int) string {
	text := "item,a,b,winner,first\n"
	for i := range wins + ties + losses {
		winner, first := "old", ""
		switch {
		case i < wins:
			winner = "new"
		case i < wins+ties:
			winner = "tie"
		}
		if everyFirst > 0 {
			if first = "old"; i%everyFirst == 0 {
				first = "new"
			}
		}
		text += fmt.Sprintf("q%d,old,new,%s,%s\n", i, winner, first)
	}
	return text
}

func ofPreferences(t *testing.T, text string, opt compare.Options) compare.Verdict {
	t.Helper()
	rs, err := results.Parse("f.csv", strings.NewReader(text), results.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := compare.Run(rs, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r.Best()[0]
}

// Two models are compared by the exact test of the comparisons with a winner, and by Tango's interval of all.
func TestPreferences(t *testing.T) {
	v := ofPreferences(t, preferred(60, 25, 35, 0), compare.Options{})
	c := infer.Contingency{N01: 60, N10: 35, N11: 25} // error rates: new wrong where old won
	r, err := infer.McNemarExact(c, infer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	effect, err := infer.PairedEffect(c, infer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if v.Method != "mcnemar-exact" || v.PValue != r.PValue || math.Abs(v.Low+effect.DifferenceCI.High) > 1e-12 || v.Winner != "new" {
		t.Errorf("%s: p = %v, interval from %v, winner %q", v.Method, v.PValue, v.Low, v.Winner)
	}
	if math.Abs(v.B-(60+12.5)/120) > 1e-12 || math.Abs(v.Estimate-25.0/120) > 1e-12 {
		t.Errorf("win rate %v, difference %v", v.B, v.Estimate)
	}
	for text, part := range map[string]string{
		v.Sentence():   "new is better than old: win rate 60.4% against 39.6%, 20.8 points higher",
		v.Scope():      "About these two models, on new comparisons like these; measured on 120 comparisons.",
		v.Agreement():  "Counts of 120 comparisons: old won 35, new won 60, ties 25.",
		v.AboutError(): "on simulated preferences (recommended)",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("%s\nwant %s", text, part)
		}
	}
	if v.Position != nil {
		t.Errorf("position %+v of comparisons whose order is not known", v.Position)
	}
	few := ofPreferences(t, preferred(4, 30, 0, 0), compare.Options{})
	if !strings.Contains(few.Note, "only 4 comparisons have a winner: too few for any verdict at 5%") {
		t.Errorf("note %q", few.Note)
	}
}

// What the place does is said, and warned of where it may have decided.
func TestPreferencesByPlace(t *testing.T) {
	for name, c := range map[string]struct {
		text, sentence, note string
	}{
		"always": {preferred(60, 25, 35, 1), "", "new was always shown first"},
		"half":   {preferred(60, 25, 35, 2), "; new was first in 50.0%, and with both orders of the same weight it wins by ", ""},
	} {
		v := ofPreferences(t, c.text, compare.Options{})
		if !strings.Contains(v.Sentence(), c.sentence) || !strings.Contains(v.Note, c.note) || c.note == "" && v.Note != "" {
			t.Errorf("%s: %s", name, v.Sentence())
		}
		var back compare.Verdict
		text, err := json.Marshal(v)
		if err == nil {
			err = json.Unmarshal(text, &back)
		}
		if err != nil || back.Sentence() != v.Sentence() {
			t.Errorf("%s, read back: %v, %s", name, err, back.Sentence())
		}
	}
	// new wins wherever it is first, which is in most, and loses elsewhere
	text := "item,a,b,winner,first\n"
	for i := range 100 {
		first := []string{"old", "new", "new", "new"}[i%4]
		text += fmt.Sprintf("q%d,old,new,%s,%s\n", i, first, first)
	}
	v := ofPreferences(t, text, compare.Options{})
	if v.Winner != "new" || !strings.Contains(v.Note, "it may come from the place") {
		t.Errorf("%s", v.Sentence())
	}
	if v.Position.Wins.Mid != 1 || v.Position.Corrected != 0 {
		t.Errorf("%+v", v.Position)
	}
	look := ofPreferences(t, text, compare.Options{Planned: 200})
	if strings.Contains(look.Sentence(), "Shown first") || look.Method != "looks-t" {
		t.Errorf("a look: %s", look.Sentence())
	}
	// every item in both orders
	text = "prompt,a,b,winner,first\n"
	for i := range 40 {
		text += fmt.Sprintf("p%d,old,new,%s,a\np%[1]d,old,new,%[3]s,b\n", i, []string{"b", "a"}[i/30], []string{"b", "tie", "b"}[i%3])
	}
	v = ofPreferences(t, text, compare.Options{})
	if v.Method != "cluster-t" || !v.Position.Exchanged || !strings.Contains(v.Sentence(), "which cancels out") ||
		v.Design.Clusters != 40 {
		t.Errorf("both orders: %s", v.Sentence())
	}
}

// The error is that of the study preferences, or is not measured.
func TestPreferencesError(t *testing.T) {
	inClusters := func(k, each int) string {
		text := "item,a,b,winner\n"
		for i := range k * each {
			text += fmt.Sprintf("q%d,old,new,%s\n", i%k, []string{"a", "b", "tie", "b", "b"}[i%7%5])
		}
		return text
	}
	for name, c := range map[string]struct {
		text string
		opt  compare.Options
		want string
	}{
		"few":               {preferred(14, 3, 7, 0), compare.Options{}, "simulated preferences (recommended, fewer than 50 comparisons)"},
		"very few":          {preferred(7, 0, 2, 0), compare.Options{}, "not measured for fewer than 10 comparisons"},
		"clusters":          {inClusters(40, 3), compare.Options{}, "simulated preferences (recommended, clusters)"},
		"few clusters":      {inClusters(12, 6), compare.Options{}, "simulated preferences (recommended, fewer than 20 clusters)"},
		"5 clusters":        {inClusters(5, 9), compare.Options{}, "simulated preferences (recommended, clusters worth fewer than 10)"},
		"2 clusters":        {inClusters(2, 9), compare.Options{}, "not measured for clusters of preferences worth fewer than 3"},
		"looks":             {preferred(60, 25, 35, 0), compare.Options{Planned: 200}, "simulated preferences (recommended)"},
		"few looks":         {preferred(60, 10, 15, 0), compare.Options{Planned: 90}, "not measured for looks at fewer than 20 comparisons"},
		"looks at clusters": {inClusters(40, 3), compare.Options{Planned: 300}, "not measured for looks at preferences in clusters"},
		"another":           {preferred(60, 25, 35, 0), compare.Options{Methods: []string{"item-t"}}, "not measured for preferences by this procedure"},
	} {
		if got := ofPreferences(t, c.text, c.opt).AboutError(); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
