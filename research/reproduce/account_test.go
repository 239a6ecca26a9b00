package reproduce

import (
	"encoding/json"
	"fmt"
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/research/study"
)

func TestParsePublished(t *testing.T) {
	for _, c := range []struct {
		text     string
		value    float64
		decimals int
	}{{"0.320", 0.32, 3}, {"95.55", 95.55, 2}, {"12", 12, 0}, {"2.778e-1", 0.2778, 4}, {"8.0786e-4", 8.0786e-4, 8},
		{"-3", -3, 0}, {"1.5e2", 150, -1}} {
		value, decimals, err := parsePublished(c.text)
		if err != nil || math.Abs(value-c.value) > 1e-15 || decimals != c.decimals {
			t.Errorf("%q: %v with %d decimals (%v), want %v with %d", c.text, value, decimals, err, c.value, c.decimals)
		}
	}
	for _, text := range []string{"", "B1;B2", "NaN", "inf", "1e"} {
		if _, _, err := parsePublished(text); err == nil {
			t.Errorf("%q was read as a number", text)
		}
	}
}

func TestAccountRefusesUnknownResults(t *testing.T) {
	if _, err := Account(nil, []Result{{Source: "acl2019", Item: "table-9", Key: "x"}}); err == nil {
		t.Error("a result for an unpublished number was accepted")
	}
	p := []Published{{Source: "s", Item: "i", Key: "k", Text: "1"}}
	r := Result{Source: "s", Item: "i", Key: "k", Value: 1}
	if _, err := Account(p, []Result{r, r}); err == nil {
		t.Error("two results for one number were accepted")
	}
}

func TestRowJSON(t *testing.T) {
	b, err := json.Marshal([]Row{
		{Source: "s", Published: "0.320", Computed: "0.32007", SE: "0", PublishedSE: "0", Verdict: ExactMatch},
		{Source: "s", Published: "B1;B2", Verdict: NotRun},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"published":0.320,"computed":0.32007,"se":0,"published_se":0,`,
		`"published":"B1;B2","computed":null,"se":null,"published_se":null,`} {
		if !strings.Contains(string(b), want) {
			t.Errorf("%s lacks %s", b, want)
		}
	}
}

// A quick run fills gaps of the best account but does not replace paper scale, and
// neither does what was read from the store.
func TestUpdateBest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "account.csv")
	row := func(key, computed, verdict string) Row {
		return Row{Source: "s", Item: "i", Key: key, Published: "1", Computed: computed, Verdict: verdict}
	}
	for k, step := range []struct {
		scale study.Scale
		rows  []Row
	}{
		{study.Paper, []Row{row("a", "1.0", ExactMatch), row("b", "", NotRun), row("c", "1.1", FromStore)}},
		{study.Quick, []Row{row("a", "1.3", Differs), row("b", "1.01", MonteCarloMatch), row("c", "1.2", Differs)}},
		{study.Paper, []Row{row("a", "1.4", FromStore), row("b", "", NotRun), row("c", "1.5", MonteCarloMatch)}},
		{study.Quick, []Row{row("a", "", NotRun), row("b", "1.02", ExactMatch), row("c", "1.6", ExactMatch)}},
	} {
		if err := UpdateBest(path, Outcome{Rows: step.rows}, study.Config{Scale: step.scale, Seed: 1,
			Commit: fmt.Sprintf("commit%d", k)}); err != nil {
			t.Fatal(err)
		}
	}
	rows, _, err := table.ReadFile[BestRow](path)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct{ computed, scale, commit, command string }{
		{"1.0", "paper", "commit0", "bcv reproduce --only s:i --scale paper --seed 1"},
		{"1.02", "quick", "commit3", "bcv reproduce --only s:i --scale quick --seed 1"},
		{"1.5", "paper", "commit2", "bcv reproduce --only s:i --scale paper --seed 1"},
	} {
		{
			r := rows[i]
			check.Equal(t, "r.Computed", r.Computed, want.computed)
			check.Equal(t, "r.Scale", r.Scale, want.scale)
			check.Equal(t, "r.Commit", r.Commit, want.commit)
			check.Equal(t, "r.Command", r.Command, want.command)
			check.MustEqual(t, "len(r.Date)", len(r.Date), len("2026-01-02"))
		}
	}
	if err := os.WriteFile(path, []byte("not an account\n1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := UpdateBest(path, Outcome{}, study.Config{}); err == nil {
		t.Error("a file that is not an account was replaced")
	}
}

// A file of an older version keeps its verdicts, with the name that "in kind" has now;
// rows of the paper scale are judged again, together with the rows that were there.
func TestUpdateBestJudgesAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "account.csv")
	older := "source,item,key,published,computed,se,published_se,unit,verdict,note," +
		"scale,seed,cpu_seconds,date,commit,command\n" +
		"s,i,kind,1,9,0,0,,in kind,a claim: holds,paper,1,1,2026-01-02,c,bcv\ns,i,old,1,9,0,0,,exact " +
		"match,,paper,1,1,2026-01-02,c,bcv\n"
	if err := os.WriteFile(path, []byte(older), 0o644); err != nil {
		t.Fatal(err)
	}
	var published []Published
	for _, key := range []string{"kind", "old", "a", "b"} {
		published = append(published, Published{Source: "s", Item: "i", Key: key, Text: "1"})
	}
	result := func(key string, reading float64) Result {
		return Result{Source: "s", Item: "i", Key: key, Value: 9, Explanations: []Explanation{{Reading: "another",
			Value: reading}}}
	}
	for _, step := range []struct {
		result Result
		want   []string
	}{
		{result("a", 1), []string{OtherData, ExactMatch, Explained, NotRun}},
		{result("b", 3), []string{OtherData, ExactMatch, Near, Differs}},
	} {
		rows, err := Account(published, []Result{step.result})
		if err != nil {
			t.Fatal(err)
		}
		if err := UpdateBest(path, Outcome{Rows: rows}, study.Config{Scale: study.Paper}); err != nil {
			t.Fatal(err)
		}
		best, _, err := table.ReadFile[BestRow](path)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range best {
			if r.Verdict != step.want[i] {
				t.Errorf("%s is %q, want %q", r.Key, r.Verdict, step.want[i])
			}
		}
	}
}

// What a longer run took back from a quick one stays so in the file.
func TestUpdateBestKeepsTempered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "account.csv")
	p := Published{Source: "s", Item: "i", Key: "a", Text: "1"}
	rows, err := Account([]Published{p}, []Result{{Source: "s", Item: "i", Key: "a", Value: 1}})
	if err != nil {
		t.Fatal(err)
	}
	temper(rows, []BestRow{{Row: Row{Source: "s", Item: "i", Key: "a", Verdict: Differs}, Scale: string(study.Paper)}})
	if err := UpdateBest(path, Outcome{Rows: rows}, study.Config{Scale: study.Quick}); err != nil {
		t.Fatal(err)
	}
	best, _, err := table.ReadFile[BestRow](path)
	if err != nil || best[0].Verdict != Inconclusive {
		t.Errorf("%+v (%v), want %q", best, err, Inconclusive)
	}
}

// A quick run is not better than the longer run of the paper scale.
func TestTemper(t *testing.T) {
	for _, c := range []struct{ quick, paper, want string }{
		{MonteCarloMatch, Differs, Inconclusive}, {InferredMatch, Explained, Inconclusive},
		{Explained, Differs, Inconclusive},
		{MonteCarloMatch, InferredMatch, MonteCarloMatch}, {Differs, MonteCarloMatch, Differs},
		{Explained, MonteCarloMatch, Explained},
		{Explained, Near, Inconclusive}, {Near, Differs, Inconclusive}, {Near, Explained, Near}, {Near, Near, Near},
		{ExactMatch, Inconclusive, Inconclusive}, {MonteCarloMatch, NotRun, MonteCarloMatch},
		{FromStore, Differs, FromStore}, {NotRun, Differs, NotRun},
	} {
		rows := []Row{{Source: "s", Item: "i", Key: "k", Verdict: c.quick}}
		temper(rows, []BestRow{{Row: Row{Source: "s", Item: "i", Key: "k", Verdict: c.paper},
			Scale: string(study.Paper)}})
		if rows[0].Verdict != c.want {
			t.Errorf("%s, and %s at the paper scale: %s, want %s", c.quick, c.paper, rows[0].Verdict, c.want)
		}
		rows[0].Verdict = c.quick
		temper(rows, []BestRow{{Row: Row{Source: "s", Item: "i", Key: "k", Verdict: c.paper},
			Scale: string(study.Quick)}})
		if rows[0].Verdict != c.quick {
			t.Errorf("%s, and %s in another quick run: %s", c.quick, c.paper, rows[0].Verdict)
		}
	}
}
