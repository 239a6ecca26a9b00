package cv

import (
	"math"
	"strings"
	"testing"
)

func TestID(t *testing.T) {
	for _, seed := range []uint64{0, 1, math.MaxUint64} {
		bcv, err := newBCV(10, 3, seed)
		if err != nil {
			t.Fatal(err)
		}
		kfold, err := newKFold(10, 5, seed, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []Set{bcv, kfold} {
			id, err := ParseID(s.ID().String())
			if err != nil {
				t.Fatal(err)
			}
			if want := (ID{Method: s.Method, Seed: seed, Fingerprint: s.Fingerprint()}); id != want || id != s.ID() {
				t.Errorf("%s is read as %+v, want %+v", s.ID(), id, want)
			}
		}
	}
	if got := (ID{Method: BCV, Seed: 1, Fingerprint: "3b4fe958a5e9fe59"}).String(); got != "bcv:1:3b4fe958a5e9fe59" {
		t.Error(got)
	}
	if id, err := ParseID("own:0:3b4fe958a5e9fe59"); err != nil || id.Method != Own {
		t.Errorf("own folds are read as %+v, %v", id, err)
	}
	for text, want := range map[string]string{
		"":                           "1 parts",
		"bcv:1":                      "2 parts",
		"bcv:1:3b4fe958a5e9fe59:":    "fingerprint",
		"bcv:1:3b4fe958a5e9fe59:1:2": "5 parts",
		"BCV:1:3b4fe958a5e9fe59":     "method",
		"bcv:-1:3b4fe958a5e9fe59":    "seed",
		"bcv:1.0:3b4fe958a5e9fe59":   "seed",
		"bcv:1:3b4fe958a5e9fe5":      "fingerprint",
		"bcv:1:3B4FE958A5E9FE59":     "fingerprint",
		"bcv:18446744073709551616:0": "seed",
	} {
		if id, err := ParseID(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, %v", text, id, err)
		}
	}
}
