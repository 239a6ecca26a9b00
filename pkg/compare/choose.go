package compare

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/results"
)

// choose returns the models to compare, and the pairs of them: pairs[i][k] are the places of A and B
// of pair i in results k. Without Options.Models and Options.Control the two models of each task are
// compared, whatever their names (models is nil then); of more than two all pairs are, or the
// control with each of the others.
func (o Options) choose(rs []results.Results) (models []string, pairs [][][2]int, err error) {
	if models, err = o.wanted(rs); err != nil {
		return nil, nil, err
	}
	if len(models) == 0 {
		pair, err := twoOfEach(rs)
		return nil, [][][2]int{pair}, err
	}
	for i, first := range models {
		for _, second := range models[i+1:] {
			a, b := first, second
			if second == o.Control {
				a, b = second, first
			}
			if o.Control != "" && a != o.Control {
				continue
			}
			pair, err := places(rs, a, b)
			if err != nil {
				return nil, nil, err
			}
			pairs = append(pairs, pair)
		}
	}
	return models, pairs, nil
}

// wanted returns the names of the models to compare; none means the two of each task.
func (o Options) wanted(rs []results.Results) ([]string, error) {
	if len(rs) == 0 {
		return nil, errors.New("compare: no results; give those of two models on the folds of one partition set")
	}
	names, named := o.Models, len(o.Models) > 0
	if !named {
		names = rs[0].Models
		if o.Control == "" && !slices.ContainsFunc(rs, func(r results.Results) bool { return len(r.Models) > 2 }) {
			return nil, nil
		}
	}
	for _, r := range rs {
		if !named && !slices.Equal(slices.Sorted(slices.Values(r.Models)), slices.Sorted(slices.Values(names))) {
			return nil, otherModels(r, rs[0])
		}
	}
	if o.Control != "" && !slices.Contains(names, o.Control) {
		return nil, fmt.Errorf("compare: the control %q is none of the models %q", o.Control, names)
	}
	for i, n := range names {
		if slices.Contains(names[:i], n) {
			return nil, fmt.Errorf("compare: model %q stands twice; name it once", n)
		}
	}
	if len(names) == 1 {
		return nil, onlyOne(names)
	}
	return names, nil
}

func onlyOne(models []string) error {
	return fmt.Errorf("compare: only %q; give two models or more", strings.Join(models, ""))
}

func otherModels(r, first results.Results) error {
	return fmt.Errorf("compare: %q has the models %q, %q has %q; name the models to compare",
		r.Key, r.Models, first.Key, first.Models)
}

// twoOfEach pairs the two models of each task. On all data sets A is the same.
func twoOfEach(rs []results.Results) ([][2]int, error) {
	first := map[string]results.Results{} // by task
	var out [][2]int
	for _, r := range rs {
		if len(r.Models) < 2 {
			return nil, onlyOne(r.Models)
		}
		f, ok := first[r.Key.Task]
		if !ok {
			f, first[r.Key.Task] = r, r
		}
		a, b := slices.Index(r.Models, f.Models[0]), slices.Index(r.Models, f.Models[1])
		if a < 0 || b < 0 {
			return nil, otherModels(r, f)
		}
		out = append(out, [2]int{a, b})
	}
	return out, nil
}

// places returns the places of two models in all results.
func places(rs []results.Results, a, b string) ([][2]int, error) {
	var out [][2]int
	for _, r := range rs {
		i, err := r.Model(a)
		if err != nil {
			return nil, fmt.Errorf("compare: %w", err)
		}
		j, err := r.Model(b)
		if err != nil {
			return nil, fmt.Errorf("compare: %w", err)
		}
		out = append(out, [2]int{i, j})
	}
	return out, nil
}
