package figure

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// No procedure has two colors or shapes, and no two procedures have the same color and shape.
func TestProceduresHaveOneLook(t *testing.T) {
	seen, named := map[string]string{}, map[string]string{}
	for _, p := range procedures {
		key := fmt.Sprintf("%v %#v", p.color, p.shape)
		if other, twice := seen[key]; twice {
			t.Errorf("%s looks as %s", p.names[0], other)
		}
		seen[key] = p.names[0]
		for _, name := range p.names {
			if other, twice := named[name]; twice {
				t.Errorf("%s has the looks of %s and of %s", name, other, p.names[0])
			}
			named[name] = p.names[0]
		}
	}
}

// A procedure has its look in every company and at every place, in figures of all kinds.
func TestLookDoesNotDependOnTheFigure(t *testing.T) {
	for _, p := range procedures {
		for _, name := range p.names {
			for _, before := range [][]string{nil, {"m = 3"}, {"5%", "paired", "a", "b"}} {
				g := &curveGrid{series: append(slices.Clone(before), name), mark: map[string]Mark{}}
				for _, s := range g.series {
					g.mark[s] = Dots
				}
				style := g.style(len(before))
				if style.color != p.color || fmt.Sprintf("%#v", style.shape) != fmt.Sprintf("%#v", p.shape) {
					t.Errorf("%s after %v is %v %#v, want %v %#v", name, before, style.color, style.shape, p.color, p.shape)
				}
			}
			got := rowStyle(name)
			if got.line.Color != p.color || fmt.Sprintf("%#v", got.shape) != fmt.Sprintf("%#v", p.shape) {
				t.Errorf("%s in a chart is %v %#v, want %v %#v", name, got.line.Color, got.shape, p.color, p.shape)
			}
		}
	}
}

// The procedures of the stored tables that figures are drawn from have looks.
func TestStoredProceduresHaveLooks(t *testing.T) {
	for _, table := range []struct {
		name, columns string
		others        []string // that no figure draws
	}{
		{"levels", "folds,procedure", nil},
		{"limit_points", "method", nil},
		{"calibration", "method,prior", nil},
		{"calibration_letter", "method,prior", nil},
		{"calibration_metrics", "procedure", nil},
		{"nested", "procedure", []string{"Bates et al.", "Bayle et al."}},
		{"type1_errors", "test,design", []string{"kfold-ci-z", "resampled-t", "mx2-t, first crossing"}},
		{"items_summary", "procedure", []string{"Dirichlet posterior", "Tango's interval", "bca", "linearized-t",
			"mcnemar-midp", "randomization", "resampled-t of runs", "stratified-t"}},
	} {
		file, err := os.Open("../../data/results/" + table.name + ".csv")
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(file).ReadAll()
		file.Close()
		if err != nil {
			t.Fatal(err)
		}
		known := 0
		for _, r := range rows[1:] {
			var parts []string
			for column := range strings.SplitSeq(table.columns, ",") {
				parts = append(parts, r[slices.Index(rows[0], column)])
			}
			series := strings.TrimSuffix(strings.Join(parts, ", "), ", ")
			other := func(name string) bool { return strings.HasPrefix(series, name) }
			if _, ok := lookOf(series); ok {
				known++
			} else if !slices.ContainsFunc(table.others, other) {
				t.Fatalf("%s: no look for %s", table.name, series)
			}
		}
		if known == 0 {
			t.Errorf("%s: no procedure has a look", table.name)
		}
	}
}
