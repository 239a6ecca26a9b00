package thesis4

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/roles"
)

// Every number of the tables has one from other data, from the stored study, and each claim one
// judgement.
func TestTables(t *testing.T) {
	cfg := study.Config{Data: data.FS, Scale: study.Quick, Seed: 1}
	results, err := Tables().Run(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	published, err := reproduce.ReadPublished(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := reproduce.Account(published, results)
	if err != nil {
		t.Fatal(err)
	}
	kind := 0
	for _, r := range reproduce.Filter(rows, Tables().Items) {
		if r.Verdict != reproduce.OtherData || r.Computed == "NaN" || !strings.Contains(r.Note, standIn) {
			t.Errorf("%+v", r)
		}
		kind++
	}
	if s := reproduce.Summarize(rows); kind != 222 || s[len(s)-1].OtherData != 222 || s[len(s)-1].Matched() != 0 {
		t.Errorf("%d numbers from other data, %+v", kind, s[len(s)-1])
	}
}

func TestJudged(t *testing.T) {
	for z, want := range map[float64]string{2.5: "c: holds (2.5", -3: "c: the opposite holds (3.0",
		1.9: "c: not decided (1.9", math.NaN(): "c"} {
		if got := judged("c", z); !strings.HasPrefix(got, want) || math.IsNaN(z) && got != "c" {
			t.Errorf("%v: %q, want %q", z, got, want)
		}
	}
}

// The signs of the three comparisons, and their size where it is known.
func TestStandardErrors(t *testing.T) {
	a := roles.Row{Count: 51, Mean: 1, SD: 0.1, SDSE: 0.01, SNR: 10}
	b := roles.Row{Count: 51, Mean: 1.1, SD: 0.2, SDSE: 0.02, SNR: 5.5}
	if z, want := meanRises(a, b), 0.1/math.Sqrt((0.01+0.04)/51); math.Abs(z-want) > 1e-12 {
		t.Errorf("mean %v, want %v", z, want)
	}
	if z, want := spreadRises(a, b), math.Log(2)/(0.1*math.Sqrt2); math.Abs(z-want) > 1e-12 {
		t.Errorf("spread %v, want %v", z, want)
	}
	if z := ratioRises(a, b); z > -3 || z < -7 || ratioRises(b, a) != -z {
		t.Errorf("ratio %v", z)
	}
	if !math.IsNaN(ratioRises(a, roles.Row{SNR: -1})) {
		t.Error("a negative ratio was compared")
	}
}
