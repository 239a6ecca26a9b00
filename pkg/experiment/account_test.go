package experiment

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/table"
)

func TestParsePrinted(t *testing.T) {
	for _, c := range []struct {
		text     string
		value    float64
		decimals int
	}{{"0.320", 0.32, 3}, {"95.55", 95.55, 2}, {"12", 12, 0}, {"2.778e-1", 0.2778, 4}, {"8.0786e-4", 8.0786e-4, 8}, {"-3", -3, 0}, {"1.5e2", 150, -1}} {
		value, decimals, err := parsePrinted(c.text)
		if err != nil || math.Abs(value-c.value) > 1e-15 || decimals != c.decimals {
			t.Errorf("%q: %v with %d decimals (%v), want %v with %d", c.text, value, decimals, err, c.value, c.decimals)
		}
	}
	for _, text := range []string{"", "B1;B2", "NaN", "inf", "1e"} {
		if _, _, err := parsePrinted(text); err == nil {
			t.Errorf("%q was read as a number", text)
		}
	}
}

func TestPublishedNumbersAreUnique(t *testing.T) {
	published, err := ReadPublished(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := ReadManifest(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	if len(tables) < 55 || len(published) < 4000 {
		t.Fatalf("only %d tables and %d numbers", len(tables), len(published))
	}
	seen, items := map[string]bool{}, map[string]bool{}
	for _, p := range published {
		place := Row{Source: p.Source, Item: p.Item, Key: p.Key}.place()
		if seen[place] {
			t.Errorf("%s %s %s occurs twice", p.Source, p.Item, p.Key)
		}
		seen[place] = true
		items[p.Source+":"+p.Item] = true
	}
	for _, e := range All() {
		for _, item := range e.Items {
			if !items[item] {
				t.Errorf("experiment %s covers %s, which is not published", e.Name, item)
			}
		}
	}
	for _, x := range tables {
		if x.Item == "table-4.1" {
			continue // not one number of it is legible in the source
		}
		if x.Source != "*" && !items[x.Source+":"+x.Item] {
			t.Errorf("no number of %s is counted", x.File)
		}
	}
}

// Every number of the tables that the Bayes experiment covers is matched or
// explained, and the explained ones are the known few.
func TestBayesTablesAreAccountedFor(t *testing.T) {
	published, err := ReadPublished(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	run, err := Run(context.Background(), Config{Data: data.FS, Scale: Quick, Seed: 1}, []Experiment{bayesTables()}, published, nil)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, item := range []string{"acl2019:table-2", "acl2019:table-3", "acl2019:table-4", "acl2019:table-5", "acl2019_poster:table-2",
		"thesis:table-6.1", "thesis:table-6.2", "thesis:table-6.3", "thesis:table-6.4"} {
		rows := Filter(run.Rows, []string{item})
		if len(rows) == 0 {
			t.Fatalf("%s has no rows", item)
		}
		for _, r := range rows {
			count[r.Verdict]++
			if r.Verdict != ExactMatch && r.Verdict != MonteCarloMatch && r.Verdict != Explained {
				t.Errorf("%s %s: %s, published %s, computed %s", item, r.Key, r.Verdict, r.Published, r.Computed)
			}
			if r.Verdict == Explained && r.Note == "" {
				t.Errorf("%s %s: explained by nothing", item, r.Key)
			}
		}
	}
	// The floor of E26, twelve printed probabilities and two bounds in two documents.
	if count[Explained] != 12 {
		t.Errorf("%d numbers need an explanation, %d have another verdict", count[Explained], len(run.Rows))
	}
	var differ []string
	for _, r := range run.Rows {
		if r.Verdict == Differs {
			differ = append(differ, r.Key)
			if !strings.Contains(r.Note, "E13") {
				t.Errorf("%s %s %s differs: published %s, computed %s", r.Source, r.Item, r.Key, r.Published, r.Computed)
			}
		}
	}
	if len(differ) != 5 {
		t.Errorf("the wrong prose of E13 has five numbers; %d differ: %v", len(differ), differ)
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
	for _, want := range []string{`"published":0.320,"computed":0.32007,"se":0,"published_se":0,`, `"published":"B1;B2","computed":null,"se":null,"published_se":null,`} {
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
		scale Scale
		rows  []Row
	}{
		{Paper, []Row{row("a", "1.0", ExactMatch), row("b", "", NotRun), row("c", "1.1", FromStore)}},
		{Quick, []Row{row("a", "1.3", Differs), row("b", "1.01", MonteCarloMatch), row("c", "1.2", Differs)}},
		{Paper, []Row{row("a", "1.4", FromStore), row("b", "", NotRun), row("c", "1.5", MonteCarloMatch)}},
		{Quick, []Row{row("a", "", NotRun), row("b", "1.02", ExactMatch), row("c", "1.6", ExactMatch)}},
	} {
		if err := UpdateBest(path, Outcome{Rows: step.rows}, Config{Scale: step.scale, Seed: 1, Commit: fmt.Sprintf("commit%d", k)}); err != nil {
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
		if r := rows[i]; r.Computed != want.computed || r.Scale != want.scale || r.Commit != want.commit || r.Command != want.command || len(r.Date) != len("2026-01-02") {
			t.Errorf("best account %+v, want %+v", r, want)
		}
	}
	if err := os.WriteFile(path, []byte("not an account\n1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := UpdateBest(path, Outcome{}, Config{}); err == nil {
		t.Error("a file that is no account was replaced")
	}
}

// A quick run is not better than the longer run of the paper scale.
func TestTemper(t *testing.T) {
	for _, c := range []struct{ quick, paper, want string }{
		{MonteCarloMatch, Differs, Inconclusive}, {InferredMatch, Explained, Inconclusive}, {Explained, Differs, Inconclusive},
		{MonteCarloMatch, InferredMatch, MonteCarloMatch}, {Differs, MonteCarloMatch, Differs}, {Explained, MonteCarloMatch, Explained},
		{ExactMatch, Inconclusive, Inconclusive}, {MonteCarloMatch, NotRun, MonteCarloMatch}, {FromStore, Differs, FromStore}, {NotRun, Differs, NotRun},
	} {
		rows := []Row{{Source: "s", Item: "i", Key: "k", Verdict: c.quick}}
		temper(rows, []BestRow{{Row: Row{Source: "s", Item: "i", Key: "k", Verdict: c.paper}, Scale: string(Paper)}})
		if rows[0].Verdict != c.want {
			t.Errorf("%s, and %s at the paper scale: %s, want %s", c.quick, c.paper, rows[0].Verdict, c.want)
		}
		rows[0].Verdict = c.quick
		temper(rows, []BestRow{{Row: Row{Source: "s", Item: "i", Key: "k", Verdict: c.paper}, Scale: string(Quick)}})
		if rows[0].Verdict != c.quick {
			t.Errorf("%s, and %s in another quick run: %s", c.quick, c.paper, rows[0].Verdict)
		}
	}
}
