package roles

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/research/study"
)

// Choice is a kind of 3 x 2 sets with a limit on X²/J of predicates and roles in each of
// the three splits: those beyond it are chosen.
type Choice struct {
	Name  string
	Bad   bool    // random sets, X²/J of both at least Limit; otherwise regularized ones, at most Limit
	Limit float64 // as in table 4.7 of the thesis
	Steps int     // that the sets are evaluated in
}

// Choices are the kinds of table 4.7: 60 random sets, and 24 regularized ones at the paper
// scale, as many as the time of one run gave.
var Choices = []Choice{
	{Name: "random, both at least 1.055", Bad: true, Limit: 1.055, Steps: 10},
	{Name: "regularized, both at most 0.35", Limit: 0.35, Steps: 4},
}

// Singles is what follows the name of a choice where its rows are of single folds.
const Singles = ", single folds"

// chosenSettings are the sizes of the study.
type chosenSettings struct {
	Size    int // sets of a step
	Draws   int // after which the search gives up
	Choices []Choice
}

// steps returns the choice and the part of it that each step evaluates.
func (s chosenSettings) steps() (out [][2]int) {
	for k, c := range s.Choices {
		for part := range c.Steps {
			out = append(out, [2]int{k, part})
		}
	}
	return out
}

func chosenScaled(s study.Scale) chosenSettings {
	out := chosenSettings{Size: 6, Draws: 200_000, Choices: slices.Clone(Choices)}
	if s == study.Quick {
		out.Size = 2
		for k := range out.Choices {
			out.Choices[k].Steps = 1
		}
	}
	return out
}

// Chosen is the study of table 4.7: random 3 x 2 sets that are far from even in
// predicates and roles, beside regularized ones that are near it.
var Chosen = study.Study{Name: "chosen-sets", Title: "the worst random 3 x 2 sets for a tagger of semantic roles " +
	"beside the best regularized ones", Seconds: 340, Plan: planChosen}

func planChosen(cfg study.Config) (study.Plan, error) {
	s := chosenScaled(cfg.Scale)
	work := sync.OnceValues(func() (*chosen, error) { return newChosen(cfg, s) })
	steps := s.steps()
	sets := study.Steps("chosen-sets", cfg.Seed, s, len(steps), func(ctx context.Context, k int) ([]estimates, error) {
		c, err := work()
		if err != nil {
			return nil, err
		}
		return c.evaluate(ctx, steps[k][0], steps[k][1])
	})
	return study.Plan{Simulations: []study.Simulation{sets}, Tables: func() ([]study.Table, error) {
		var rows []Row
		var verdicts []SetRow
		for k, choice := range Choices {
			mine := study.Where(sets.Result(), func(e estimates) bool { return e.Kind == k })
			rows = append(rows, summarize(choice.Name, meansOf(mine))...)
			rows = append(rows, summarize(choice.Name+Singles, foldsOf(mine))...)
			verdicts = append(verdicts, decide(choice.Name, mine)...)
		}
		return []study.Table{study.NewTable("roles_chosen", rows), study.NewTable("roles_chosen_verdicts", verdicts)},
			nil
	}}, nil
}

// chosen holds the sets of each choice, ready to be evaluated.
type chosen struct {
	*tools
	settings chosenSettings
	sets     [][]cv.Set
}

func newChosen(cfg study.Config, s chosenSettings) (*chosen, error) {
	t, err := newTools(cfg)
	if err != nil {
		return nil, err
	}
	out := &chosen{tools: t, settings: s}
	for k, choice := range s.Choices {
		sets, err := t.choose(choice, s, uint64(k)<<32)
		if err != nil {
			return nil, err
		}
		out.sets = append(out.sets, sets)
	}
	return out, nil
}

// choose draws sets until enough of them meet the limit of the choice.
func (t *tools) choose(c Choice, s chosenSettings, offset uint64) (kept []cv.Set, err error) {
	method, opt := cv.BCV, cv.Options{M: 3, Conditions: t.conditions}
	if c.Bad {
		method, opt = cv.Mx2, cv.Options{M: 3}
	}
	want := c.Steps * s.Size
	for drawn := 0; len(kept) < want; drawn++ {
		if drawn == s.Draws {
			return nil, fmt.Errorf("roles: %d of %d sets are %s, not %d; take another limit", len(kept), s.Draws,
				c.Name, want)
		}
		opt.Seed = t.seed + offset + uint64(drawn)
		set, err := cv.New(method, t.corpus.Len(), opt)
		if err != nil {
			return nil, err
		}
		distances, err := set.Distances(t.conditions)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(distances,
			func(d cv.Distance) bool { return c.Bad && d.Ratio < c.Limit || !c.Bad && d.Ratio > c.Limit }) {
			kept = append(kept, set)
		}
	}
	return kept, nil
}

// evaluate runs the taggers on part k of the sets of a choice.
func (c *chosen) evaluate(ctx context.Context, choice, k int) ([]estimates, error) {
	size := c.settings.Size
	var out []estimates
	for _, set := range c.sets[choice][k*size : (k+1)*size] {
		values, err := metrics(ctx, c.tagger, set)
		if err != nil {
			return nil, err
		}
		out = append(out, estimates{choice, values})
	}
	return out, nil
}

// foldsOf returns the values of all folds of the sets: [quantity][metric][fold].
func foldsOf(sets []estimates) [][][]float64 {
	out := make([][][]float64, len(quantities))
	for q := range out {
		out[q] = make([][]float64, len(sets[0].Values[q]))
		for k := range out[q] {
			for _, e := range sets {
				out[q][k] = append(out[q][k], e.Values[q][k]...)
			}
		}
	}
	return out
}
