package roles

import (
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/research/study"
)

// Sets of a choice meet its limit in every split and for both conditions, are of its
// method, and are the same again; a limit that no set meets ends the search.
func TestChoose(t *testing.T) {
	f, err := load(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	tool := &tools{frame: f, seed: 1}
	s := chosenSettings{Size: 2, Draws: 20_000}
	for _, c := range Choices {
		c.Steps = 1
		sets, err := tool.choose(c, s, 0)
		if err != nil || len(sets) != 2 {
			t.Fatalf("%d sets, %v", len(sets), err)
		}
		for _, set := range sets {
			if (set.Method == cv.Mx2) != c.Bad || set.M() != 3 {
				t.Errorf("%s: %s with %d replications", c.Name, set.Method, set.M())
			}
			distances, err := set.Distances(f.conditions)
			if err != nil || len(distances) != 6 {
				t.Fatalf("%v, %v", distances, err)
			}
			for _, d := range distances {
				if c.Bad && d.Ratio < c.Limit || !c.Bad && d.Ratio > c.Limit {
					t.Errorf("%s: %+v", c.Name, d)
				}
			}
		}
		again, err := tool.choose(c, s, 0)
		if err != nil || again[1].ID() != sets[1].ID() {
			t.Errorf("%s: made again: %v", c.Name, err)
		}
	}
	if _, err := tool.choose(Choice{Name: "none", Limit: 0, Steps: 1}, chosenSettings{Size: 1, Draws: 3},
		0); err == nil || !strings.Contains(err.Error(), "0 of 3 sets") {
		t.Errorf("%v", err)
	}
}

func TestFoldsOf(t *testing.T) {
	sets := make([]estimates, 2)
	for i := range sets {
		sets[i].Values = make([][][]float64, len(quantities))
		for q := range sets[i].Values {
			sets[i].Values[q] = [][]float64{{float64(i), float64(q)}, {1}, {2}}
		}
	}
	if got := foldsOf(sets); !slices.Equal(got[3][0], []float64{0, 3, 1, 3}) || len(got[0][2]) != 2 {
		t.Errorf("%v", got)
	}
}

// Each step has its part of a choice, at both scales.
func TestChosenPlans(t *testing.T) {
	for scale, want := range map[study.Scale][]int{study.Quick: {1, 1}, study.Paper: {10, 4}} {
		p, err := Chosen.Plan(study.Config{Data: data.FS, Scale: scale, Seed: 1})
		if err != nil || p.Shards() != want[0]+want[1] {
			t.Errorf("%s: %d shards (%v), want %v", scale, p.Shards(), err, want)
		}
		steps := chosenScaled(scale).steps()
		if len(steps) != want[0]+want[1] || steps[want[0]-1] != [2]int{0, want[0] - 1} || steps[want[0]] != [2]int{1,
			0} {
			t.Errorf("%s: steps %v", scale, steps)
		}
	}
	if Choices[0].Steps != 10 {
		t.Error("the quick scale has changed the choices")
	}
}
