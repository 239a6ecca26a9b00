package thesis2

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/theory"
)

// Overlaps covers thesis table 2.8: the ideal overlap, and the overlap of two
// random training sets. Its last statistic is a mean over 10,000 draws in the
// thesis and exact here.
func Overlaps() reproduce.Experiment {
	return reproduce.Experiment{Name: "overlaps", Title: "Overlaps of random training sets",
		Items: []string{"thesis:table-2.8"}, Run: runOverlaps}
}

func runOverlaps(_ context.Context, cfg study.Config) ([]reproduce.Result, error) {
	_, rows, err := reproduce.ReadCSV(cfg.Data, "published/thesis_table_2_8.csv")
	if err != nil {
		return nil, err
	}
	var out []reproduce.Result
	for _, r := range rows {
		if r[4] == "" {
			continue // not legible in the source
		}
		n, err1 := strconv.Atoi(r[0])
		n1, err2 := strconv.Atoi(r[1])
		if err1 != nil || err2 != nil {
			return nil, fmt.Errorf("thesis2: thesis table 2.8: sizes %q and %q", r[0], r[1])
		}
		result := reproduce.Result{Source: "thesis", Item: "table-2.8", Key: strings.Join(r[:4], "/")}
		ideal := 0.0
		if j, err := strconv.Atoi(r[3]); err == nil {
			ideal = cv.IdealOverlap(n, n1, j)
		}
		mean, variance, distance := theory.RandomOverlap(n, n1, ideal)
		switch r[2] {
		case "phi_star_mean":
			result.Value = ideal
		case "E_phi":
			result.Value = mean
		case "Var_phi":
			result.Value = variance
		case "E_abs_dev":
			// E(phi-ideal)² - distance² is the variance of one draw.
			spread := variance + (mean-ideal)*(mean-ideal) - distance*distance
			result.Value, result.PublishedSE = distance, overlapDraws.Mean(math.Sqrt(spread))
		}
		out = append(out, result)
	}
	return out, nil
}

// overlapDraws is the number of draws of the mean absolute deviation (§2.2.1).
var overlapDraws = reproduce.Sampling{Draws: 10_000}
