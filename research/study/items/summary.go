package items

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/research/study"
)

// Scopes: where a procedure is recommended, apart from where little is known, and what else is the matter.
const (
	Recommended = "recommended"
	FewOfClass  = "recommended, fewer than 20 positives"
	FewClusters = "recommended, fewer than 10 clusters"
	FewItems    = "recommended, fewer than 100 items"
	FewWorth    = "recommended, clusters worth fewer than 10"
	TwoRuns     = "recommended, 2 runs"
	TwoPairs    = "recommended, 2 paired runs"
	UnequalRuns = "recommended, 2 or 3 runs beside 10"
	Draws       = "recommended, draws"
	FewDrawn    = "recommended, draws of fewer than 100 items"
	DrawsOfOne  = "recommended, 5 draws beside 1"
	Tasks       = "recommended, tasks"
	FewInTasks  = "recommended, tasks of fewer than 100 items together"
	SmallTasks  = "recommended, tasks of fewer than 10 items"
	InClusters  = "wrong: items lie in clusters"
	RunsVary    = "wrong: runs vary"
	DrawsAsRuns = "wrong: draws are taken for runs"
	OneOfTasks  = "wrong: tasks are taken for one test set"
	Never       = "wrong"
)

// scope says whether a procedure is recommended in a cell.
func scope(procedure string, c cell) string {
	ofClusters := procedure == clusterT || procedure == crossedT || c.metric != "" && procedure != delong
	switch {
	case slices.Contains([]string{ofRuns, resampled, ofPairs}, procedure):
		return Never
	case c.tasks != "" && procedure != strataT:
		return OneOfTasks
	case c.tasks != "" && slices.Min(suites[c.tasks]()) < 10:
		return SmallTasks
	case c.tasks != "" && c.n < 100:
		return FewInTasks
	case c.tasks != "":
		return Tasks
	case c.group == drawn && procedure == crossedT:
		return DrawsAsRuns
	case c.group == drawn && c.runsOfB > 0:
		return DrawsOfOne
	case c.group == drawn && c.n < 100:
		return FewDrawn
	case c.group == drawn:
		return Draws
	case procedure != crossedT && c.runVariance > 0:
		return RunsVary
	case c.clusters > 0 && c.icc > 0 && !ofClusters:
		return InClusters
	case c.metric != "" && c.prevalence*float64(c.n) < 20-1e-9:
		return FewOfClass
	case c.clusters > 0 && c.clusters < 10 && ofClusters:
		return FewClusters
	case c.worth() < 10 && ofClusters:
		return FewWorth
	case procedure == crossedT && c.runsOfB > 0:
		return UnequalRuns
	case procedure == crossedT && c.runs == 2 && c.paired:
		return TwoPairs
	case procedure == crossedT && c.runs == 2:
		return TwoRuns
	case c.clusters == 0 && c.n < 100:
		return FewItems
	}
	return Recommended
}

// worth returns the number of equal clusters with the same sum of squared shares, infinite without clusters.
func (c cell) worth() float64 {
	squares := 0.0
	for _, size := range c.sizes() {
		squares += float64(size) * float64(size)
	}
	return float64(c.n) * float64(c.n) / squares
}

// Kinds of scores, besides the metrics of the whole.
const (
	RightOrWrong = "right or wrong"
	Alike        = "one distribution of scores" // so that differences are symmetric
	Skewed       = "two distributions of scores with one mean"
)

// kind is the kind of scores of the cell.
func (c cell) kind() string {
	switch {
	case c.metric != "":
		return c.metric
	case c.a.binary:
		return RightOrWrong
	case c.a.name == c.b.name:
		return Alike
	}
	return Skewed
}

// Summary is what one procedure does over the cells of one scope and kind of scores, without those in which it refuses
// more data sets than it answers.
type Summary struct {
	Procedure    string `dataframe:"procedure"`
	Scope        string `dataframe:"scope"`
	Kind         string `dataframe:"kind"`
	Cells        int    `dataframe:"cells"`
	study.Claims        // nominal 0.05
	// cells in which the error of two sides, and of one, is above its level by more than three standard errors
	AboveTwo int `dataframe:"cells_above_two_sided"`
	AboveOne int `dataframe:"cells_above_one_sided"`
	// of 95% intervals: on average, and in the worst cell; blank for a test without one
	Coverage      float64 `dataframe:"coverage" table:"blank"`
	LeastCoverage float64 `dataframe:"least_coverage" table:"blank"`
	// on average, where B is better by 2.5 standard deviations of the normal values behind the scores; blank if it
	// nowhere is
	Power float64 `dataframe:"power" table:"blank"`
	Sets  int     `dataframe:"data_sets"` // of each cell at least
}

// Summarize returns the summary of each procedure in each scope for each kind of scores, in the order in which
// procedures come.
func Summarize(rows []Row) []Summary {
	var out []Summary
	for _, p := range procedures() {
		for _, scope := range []string{Recommended, FewItems, FewOfClass, FewClusters, FewWorth, TwoRuns, TwoPairs,
			UnequalRuns, Draws, FewDrawn, DrawsOfOne, Tasks, FewInTasks, SmallTasks, InClusters, RunsVary, DrawsAsRuns,
			OneOfTasks, Never} {
			for _, kind := range []string{RightOrWrong, Alike, Skewed, f1, mcc, balanced, auc} {
				of := study.Where(rows, func(r Row) bool {
					return r.Procedure == p.name && r.Scope == scope && r.Kind == kind
				})
				if len(of) > 0 {
					out = append(out, summarize(of))
				}
			}
		}
	}
	return out
}

// Exceeds reports whether an error is above its level by more than three standard errors of a rate at the level.
func (r Row) Exceeds(rate float64) bool {
	return rate > level+3*math.Sqrt(level*(1-level)/float64(r.Sets))
}

// claims are the shares of false claims of the row.
func (r Row) claims() study.CellClaims {
	return study.CellClaims{Cell: r.Cell, Two: r.Two, TwoSE: r.TwoSE, Above: r.Above, AboveSE: r.AboveSE, Below: r.Below,
		BelowSE: r.BelowSE}
}

func summarize(rows []Row) Summary {
	s := Summary{Procedure: rows[0].Procedure, Scope: rows[0].Scope, Kind: rows[0].Kind, Sets: rows[0].Sets,
		LeastCoverage: math.NaN()}
	var cells []study.CellClaims
	var coverage, power []float64
	for _, r := range rows {
		if !math.IsNaN(r.Power) {
			power = append(power, r.Power)
		}
		if math.IsNaN(r.Two) || r.Refused > r.Sets {
			continue
		}
		s.Cells, s.Sets = s.Cells+1, min(s.Sets, r.Sets)
		claims := r.claims()
		side, _ := claims.Side()
		cells, coverage = append(cells, claims), append(coverage, r.Coverage)
		if !(r.Coverage >= s.LeastCoverage) {
			s.LeastCoverage = r.Coverage
		}
		increase(&s.AboveTwo, r.Exceeds(r.Two))
		increase(&s.AboveOne, r.Exceeds(side))
	}
	average := func(x []float64) float64 { return study.Round(stat.Mean(x, nil), 5) }
	s.Claims, s.Coverage, s.Power = study.ClaimsOf(cells), average(coverage), average(power)
	return s
}
