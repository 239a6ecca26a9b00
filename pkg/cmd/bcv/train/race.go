package train

import (
	"fmt"
	"io"
	"strings"

	"github.com/block-regularized/bcv/pkg/holdout/decide"
	"github.com/block-regularized/bcv/pkg/infer/race"
	"github.com/block-regularized/bcv/pkg/internal/command"
)

// racePath returns what prints the expected saving before a race, and a line after each of its replications.
func (f *runFlags) racePath(w io.Writer) func(*decide.Outcome) {
	return func(o *decide.Outcome) {
		switch looks := len(o.Race); {
		case o.M == 0:
			fmt.Fprintf(w, "%d learners, at most %d trainings: %s.\n%s%3s  %4s  %11s  %s\n", len(o.Models), o.Most, o.Rule,
				f.expected(), "m", "left", "mean "+o.Metric, "leader")
		case looks == 0:
			fmt.Fprintf(w, "%3d  %4d  %11s  %s\n", o.M, len(o.Models), "", "before the first look")
		default:
			l := o.Race[looks-1]
			line := fmt.Sprintf("%3d  %4d  %11.5f  %s", l.M, len(l.Left), l.Means[l.Leader], o.Models[l.Leader])
			var dropped []string
			for _, d := range l.Dropped {
				dropped = append(dropped, o.Models[d.Model])
			}
			if dropped != nil {
				line += "; dropped: " + strings.Join(dropped, ", ")
			}
			fmt.Fprintln(w, line)
		}
	}
}

// expected says what a race is expected to save.
func (f *runFlags) expected() string {
	savings, err := f.race().Savings(f.seed)
	if err != nil {
		return "" // the rule has begun, which had the same error
	}
	var parts []string
	for _, s := range savings {
		parts = append(parts, fmt.Sprintf("%.0f%% if %s", 100*s.Share, s.Truth))
	}
	return fmt.Sprintf("Expected saving: %s (sd: of the difference of two on one fold).\n", strings.Join(parts, ", "))
}

func (f *runFlags) race() race.Race {
	return race.Race{Models: f.Count(), Start: f.start, Max: f.max, Alpha: f.alpha}
}

// writeRace prints the outcome of a race as JSON.
func writeRace(env *command.Environment, o *decide.Outcome) error {
	var path []any
	models := make([]map[string]any, len(o.Models))
	for a, name := range o.Models {
		models[a] = map[string]any{"model": name, "m": len(o.Values[a]), "values": o.Values[a]}
	}
	for _, l := range o.Race {
		path = append(path, map[string]any{"m": l.M, "left": len(l.Left), "leader": o.Models[l.Leader],
			"mean": l.Means[l.Leader]})
		for _, a := range l.Left {
			models[a]["mean"] = l.Means[a]
		}
		for _, d := range l.Dropped {
			models[d.Model]["mean"] = l.Means[d.Model]
			models[d.Model]["dropped"] = map[string]any{"by": o.Models[d.By], "difference": d.Difference,
				"boundary": d.Boundary}
		}
	}
	return env.Encode(map[string]any{"models": models, "left": o.Left(), "rule": o.Rule, "quantity": o.Quantity,
		"metric": o.Name, "higher_is_better": o.Higher, "known": o.Known, "m": o.M, "trainings": o.Trainings,
		"most_trainings": o.Most, "path": path, "set": o.Set.String(), "sentence": o.Sentence()})
}
