package rank

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/internal/known"
)

// measured is a row of study rank-sets: how often anything false was said of the order of models.
type measured struct {
	Models   int     `dataframe:"models"`
	Items    int     `dataframe:"items"`
	Scores   string  `dataframe:"scores"`
	Clusters int     `dataframe:"clusters"`
	Runs     int     `dataframe:"runs"`
	AnyFalse float64 `dataframe:"any_false"`
	SE       float64 `dataframe:"any_false_se"`
}

// Scores of the study.
const (
	rightOrWrong = "right or wrong"
	skewed       = "skewed"
	normal       = "normal"
	drawn        = "shares of 5 draws" // which count as normal
)

// everyMeasured returns all rows.
var everyMeasured = sync.OnceValue(func() []measured {
	rows, _, err := table.Read[measured]("study rank-sets", strings.NewReader(data.RankSets), table.Ignore("truth",
		"correlation", "rank_missed", "false_best", "false_p_best_0.95", "best_shown", "rank_width", "test_sets", "seed",
		"date", "uneven", "sd_of_runs", "kinds"))
	if err != nil {
		panic(err) // they are a part of the program
	}
	return rows
})

// design is what decides which rows of the study are like a table.
type design struct {
	models, items, clusters, runs int // 1 run, or the number that all models have
	scores                        string
}

// known returns what the study found of such results, or what about them it did not measure. Numbers between those of
// its rows are taken for measured.
func (d design) known() (found, missing string) {
	if !known.OrderKnown(d.models, d.runs) {
		return "", fmt.Sprintf("2 runs of %d models, of which no order is claimed", d.models)
	}
	where := []measured{}
	for _, m := range everyMeasured() {
		kind := m.Scores
		if kind == drawn {
			kind = normal
		}
		if known.OrderKnown(m.Models, m.Runs) && kind == d.scores && m.Runs > 1 == (d.runs > 1) &&
			m.Clusters > 0 == (d.clusters > 0) {
			where = append(where, m)
		}
	}
	if len(where) == 0 {
		text := d.scores + " scores"
		if d.clusters > 0 {
			text += " in clusters"
		}
		if d.runs > 1 {
			text += ", with several runs"
		}
		return "", text
	}
	var ranges []string
	for _, of := range []struct {
		n    int
		what string
		in   func(m measured) int
	}{
		{d.models, "models", func(m measured) int { return m.Models }},
		{d.clusters, "clusters", func(m measured) int { return m.Clusters }},
		{d.runs, "runs", func(m measured) int { return m.Runs }},
		{d.items, "items", func(m measured) int { return m.Items }},
	} {
		if of.what == "items" && d.clusters > 0 {
			continue // of which the clusters count
		}
		first := func(a, b measured) int { return of.in(a) - of.in(b) }
		least, most := of.in(slices.MinFunc(where, first)), of.in(slices.MaxFunc(where, first))
		if of.n < least || of.n > most {
			return "", fmt.Sprintf("%s %s (%s to %s were)", table.Count(of.n), of.what, table.Count(least), table.Count(most))
		}
		if least < most {
			ranges = append(ranges, fmt.Sprintf("%s to %s %s", table.Count(least), table.Count(most), of.what))
		}
	}
	if d.scores == skewed {
		return skewedText(where), ""
	}
	worst := slices.MaxFunc(where, func(a, b measured) int { return cmp.Compare(a.AnyFalse, b.AnyFalse) })
	return fmt.Sprintf("any false statement in at most %.1f%% (+- %.1f) of simulated cases, %s scores, %s "+
		"(study rank-sets)", 100*worst.AnyFalse, 100*worst.SE, d.scores, strings.Join(ranges, ", ")), ""
}

// skewedText says what was found of skewed scores, which hangs on their number and that of the models.
func skewedText(where []measured) string {
	text := "of strongly skewed scores any false statement in up to"
	for _, n := range []int{1000, 50} {
		var worst []string
		for _, k := range []int{3, 10, 50} {
			most := 0.0
			for _, m := range where {
				if m.Models == k && m.Items == n {
					most = max(most, m.AnyFalse)
				}
			}
			worst = append(worst, fmt.Sprintf("%.1f%%", 100*most))
		}
		shares := fmt.Sprintf("%s, %s and %s", worst[0], worst[1], worst[2])
		if n == 1000 {
			text += fmt.Sprintf(" %s of simulated cases for 3, 10 and 50 models on 1,000 items", shares)
		} else {
			text += fmt.Sprintf(", in %s on %d items (study rank-sets)", shares, n)
		}
	}
	return text
}

// kindOf returns the kind of the scores of models by run and item, of which those that are not right or wrong count as
// normal where they are hardly skewed.
func kindOf(models [][][]float64) string {
	const much = 1
	if isRightOrWrong(models) {
		return rightOrWrong
	}
	for _, runs := range models {
		if math.Abs(stat.Skew(slices.Concat(runs...), nil)) > much {
			return skewed
		}
	}
	return normal
}

// isRightOrWrong reports whether all scores are 0 or 1.
func isRightOrWrong(scores [][][]float64) bool {
	other := func(x float64) bool { return x != 0 && x != 1 }
	for _, runs := range scores {
		for _, run := range runs {
			if slices.ContainsFunc(run, other) {
				return false
			}
		}
	}
	return true
}
