package experiment

import (
	"context"
	"encoding/json"
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

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name, print string
		r           Result
		want        string
	}{
		{"equal after rounding", "0.024", Result{Value: 0.02409}, Match},
		{"off by one in the last digit", "0.024", Result{Value: 0.0246}, Differs},
		{"half a unit off", "0.5", Result{Value: 0.55}, Match},
		{"known reason", "95.11", Result{Value: 95.118, Reason: "E26"}, Explained},
		{"a reason does not hide a match", "95.12", Result{Value: 95.118, Reason: "E26"}, Match},
		{"within 3 standard errors", "0.050", Result{Value: 0.0528, SE: 0.001}, Match},
		{"beyond 3 standard errors", "0.050", Result{Value: 0.0538, SE: 0.001}, Differs},
		{"noise of the paper", "0.321", Result{Value: 0.32007, PaperSE: 0.00047}, Explained},
		{"too far for the noise of the paper", "0.325", Result{Value: 0.32007, PaperSE: 0.00047}, Differs},
		{"bound holds", "0.8", Result{Value: 0.7, Below: true}, Match},
		{"bound fails", "0.8", Result{Value: 0.9, Below: true}, Differs},
		{"same text", "B1;B2", Result{Text: "B1;B2"}, Match},
		{"other text", "B1;B2", Result{Text: "B1;B3"}, Differs},
		{"number for a text", "B1;B2", Result{Value: 3}, Differs},
	} {
		if got, _ := judge(Published{Text: c.print}, c.r); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
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
			if r.Verdict != Match && r.Verdict != Explained {
				t.Errorf("%s %s: %s, published %s, computed %s", item, r.Key, r.Verdict, r.Published, r.Computed)
			}
			if r.Verdict == Explained && r.Note == "" {
				t.Errorf("%s %s: explained by nothing", item, r.Key)
			}
		}
	}
	if count[Explained] > 40 {
		t.Errorf("%d numbers of %d need an explanation", count[Explained], count[Match]+count[Explained])
	}
	for _, r := range run.Rows {
		if r.Verdict == Differs {
			t.Errorf("%s %s %s differs: published %s, computed %s", r.Source, r.Item, r.Key, r.Published, r.Computed)
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
		{Source: "s", Published: "0.320", Computed: "0.32007", SE: "0", Verdict: Match},
		{Source: "s", Published: "B1;B2", Verdict: NotRun},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"published":0.320,"computed":0.32007,"se":0,`, `"published":"B1;B2","computed":null,"se":null,`} {
		if !strings.Contains(string(b), want) {
			t.Errorf("%s lacks %s", b, want)
		}
	}
}

// A quick run fills gaps of the best account but does not replace paper scale.
func TestUpdateBest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "account.csv")
	row := func(key, computed, verdict string) Row {
		return Row{Source: "s", Item: "i", Key: key, Published: "1", Computed: computed, Verdict: verdict}
	}
	for _, step := range []struct {
		scale Scale
		rows  []Row
	}{
		{Paper, []Row{row("a", "1.0", Match), row("b", "", NotRun)}},
		{Quick, []Row{row("a", "1.3", Differs), row("b", "1.01", Match)}},
		{Quick, []Row{row("a", "", NotRun), row("b", "1.02", Match)}},
	} {
		if err := UpdateBest(path, Outcome{Rows: step.rows}, Config{Scale: step.scale, Seed: 1}); err != nil {
			t.Fatal(err)
		}
	}
	rows, _, err := table.ReadFile[BestRow](path)
	if err != nil {
		t.Fatal(err)
	}
	if rows[0].Computed != "1.0" || rows[0].Scale != "paper" || rows[1].Computed != "1.02" || rows[1].Scale != "quick" {
		t.Errorf("best account %+v", rows)
	}
	if err := os.WriteFile(path, []byte("not an account\n1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := UpdateBest(path, Outcome{}, Config{}); err == nil {
		t.Error("a file that is no account was replaced")
	}
}
