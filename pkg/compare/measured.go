package compare

import (
	"math"
	"slices"
	"strings"
)

var none = math.NaN()

// measurements are the largest errors at level 0.05 of the stored studies: type1_errors,
// mcnemar_table_5, bayes_sequential, equal_learners and nested in data/results, checked by TestMeasuredErrors.
var measurements = []measured{
	{procedure: correctedTest, one: 0.2812, oneSE: 0.00248, oneAt: "rho1 = 0.5, rho2 = 0.5",
		two: 0.491, twoSE: 0.005, twoAt: "rho1 = 0.5, rho2 = 0.5",
		on: "normal differences of 10 x 10-fold CV, correlations from 0 to 1/2"},
	{procedure: "blocked-3x2-t", one: 0.07425, oneSE: 0.00178, oneAt: "rho1 = 0.5, rho2 = 0.5",
		two: 0.0852, twoSE: 0.00279, twoAt: "rho1 = 0.5, rho2 = 0.5",
		on: "normal differences of 3 x 2 CV, correlations from 0 to 1/2"},
	{procedure: "5x2-t", one: 0.10045, oneSE: 0.002, oneAt: "rho1 = 0.5, rho2 = 0.5",
		two: 0.1166, twoSE: 0.00321, twoAt: "rho1 = 0.5, rho2 = 0.5",
		on: "normal differences of 5 x 2 CV, correlations from 0 to 1/2"},
	{procedure: "combined-5x2-t", one: 0.2803, oneSE: 0.00248, oneAt: "rho1 = 0.5, rho2 = 0.5",
		two: 0.4628, twoSE: 0.00499, twoAt: "rho1 = 0.5, rho2 = 0.5",
		on: "normal differences of 5 x 2 CV, correlations from 0 to 1/2"},
	{procedure: "combined-5x2-F", one: none, oneSE: none, oneAt: "",
		two: 0.1473, twoSE: 0.00354, twoAt: "rho1 = 0.5, rho2 = 0.5",
		on: "normal differences of 5 x 2 CV, correlations from 0 to 1/2"},
	{procedure: "calibrated-5x2-F", one: none, oneSE: none, oneAt: "",
		two: 0.1416, twoSE: 0.00349, twoAt: "rho1 = 0.5, rho2 = 0.5",
		on: "normal differences of 5 x 2 CV, correlations from 0 to 1/2"},
	{procedure: "mx2-t", one: 0.11405, oneSE: 0.0021, oneAt: "rho1 = 0.5, rho2 = 0.4",
		two: 0.1409, twoSE: 0.00348, twoAt: "rho1 = 0.5, rho2 = 0.2",
		on: "normal differences of 12 x 2 CV, correlations from 0 to 1/2"},
	{procedure: "proportion-z", one: none, oneSE: none, oneAt: "",
		two: 0.0563, twoSE: 0.00231, twoAt: "Epsilon",
		on: "classifiers with equal error rates on four data sets (300 or 1,000 records)"},
	{procedure: "kfold-ci-z", one: none, oneSE: none, oneAt: "",
		two: 0.18583, twoSE: 0.00502, twoAt: "Simple",
		on: "classifiers with equal error rates on four data sets (300 or 1,000 records)"},
	{procedure: "mcnemar", one: none, oneSE: none, oneAt: "",
		two: 0.064, twoSE: 0.00316, twoAt: "UCI letter",
		on: "classifiers with equal error rates on four data sets (300 or 1,000 records)"},
	{procedure: "kfold-mcnemar", one: none, oneSE: none, oneAt: "",
		two: 0.00467, twoSE: 0.0009, twoAt: "Simple",
		on: "classifiers with equal error rates on four data sets (300 or 1,000 records)"},
	{procedure: "bcv-mcnemar", one: none, oneSE: none, oneAt: "",
		two: 0.0219, twoSE: 0.00147, twoAt: "Epsilon",
		on: "classifiers with equal error rates on four data sets (300 or 1,000 records), 5 x 2 BCV"},
	{procedure: "kfold-ci-z-in", one: none, oneSE: none, oneAt: "",
		two: 0.186, twoSE: 0.00502, twoAt: "Simple",
		on: "classifiers with equal error rates on four data sets (300 or 1,000 records)"},
	{procedure: "posterior", one: 0.1382, oneSE: 0.00488, oneAt: "rho1 = 0.43, rho2 = 0.63",
		two: 0.058, twoSE: 0.00739, twoAt: "F1 of learners with separate features, n = 200, m = 10",
		on:    "two-sided claims about equal logistic regressions",
		oneOn: "one-sided claims about rival learners and correlated counts, 3 x 2 BCV"},
	{procedure: nestedTest, one: 0.098, oneSE: 0.0094, oneAt: "F1 of LDA with 5% positives, n = 600, m = 5",
		two: 0.106, twoSE: 0.00973, twoAt: "F1 of LDA with 5% positives, n = 600, m = 10", on: inNested},
	{procedure: nestedRecords, one: 0.071, oneSE: 0.00812, oneAt: "error of LDA, n = 60, m = 10",
		two: 0.087, twoSE: 0.00891, twoAt: "error of 1-NN, n = 200, m = 10", on: inNestedRecords},
	{procedure: nestedPosterior, one: 0.0875, oneSE: 0.01413, oneAt: "error of LDA, n = 60, m = 5",
		two: 0.085, twoSE: 0.01394, twoAt: "F1 of LDA with 5% positives, n = 600, m = 10", on: inNested},
}

// Where the study nested measured, all metrics and those that are means over records.
const (
	inNested        = "117 cells of learners whose true difference is known, 10 half-splits with 2 inner replications"
	inNestedRecords = "66 cells of learners whose true difference is known, 10 half-splits with 2 inner replications"
)

// onEqual holds the study equal-learners: pairs with 100 to 1,000 records and m = 3, 5 and 10, checked by
// TestOnEqual.
var onEqual = []equalLearners{
	{Metrics: errorRates, Procedure: "bcv-t", Cells: 36, Sets: 1000,
		Mean: 0.02060, Largest: 0.0365, SE: 0.00419},
	{Metrics: ratios, Procedure: "bcv-t", Cells: 108, Sets: 1000,
		Mean: 0.00924, Largest: 0.027, SE: 0.00513},
	{Metrics: squaredErrors, Procedure: "bcv-t", Cells: 24, Sets: 1000,
		Mean: 0.03198, Largest: 0.047, SE: 0.00669},
	{Metrics: errorRates, Procedure: "paired, uniform", Cells: 36, Sets: 1000,
		Mean: 0.08017, Largest: 0.1395, SE: 0.00775},
	{Metrics: ratios, Procedure: "paired, uniform", Cells: 108, Sets: 1000,
		Mean: 0.03982, Largest: 0.08241, SE: 0.00618},
	{Metrics: squaredErrors, Procedure: "paired, uniform", Cells: 24, Sets: 1000,
		Mean: 0.10558, Largest: 0.137, SE: 0.00769},
	{Metrics: errorRates, Procedure: "paired, empirical", Cells: 36, Sets: 1000,
		Mean: 0.12024, Largest: 0.185, SE: 0.00868},
	{Metrics: ratios, Procedure: "paired, empirical", Cells: 108, Sets: 1000,
		Mean: 0.06743, Largest: 0.1445, SE: 0.00786},
	{Metrics: squaredErrors, Procedure: "paired, empirical", Cells: 24, Sets: 1000,
		Mean: 0.16377, Largest: 0.2185, SE: 0.00924},
}

// onNested holds the study nested by kind of metric, checked by TestOnNested.
var onNested = []nestedCells{
	{Metrics: errorRates, Procedure: nestedTest, Cells: 36, Sets: 300, One: claims{0.04708, 0.08333, 0.01596},
		Two: claims{0.05023, 0.074, 0.00828}, Coverage: 0.94977, Least: 0.926},
	{Metrics: fScores, Procedure: nestedTest, Cells: 30, Sets: 600, One: claims{0.04889, 0.098, 0.0094},
		Two: claims{0.05334, 0.106, 0.00973}, Coverage: 0.94666, Least: 0.894},
	{Metrics: areas, Procedure: nestedTest, Cells: 21, Sets: 300, One: claims{0.05040, 0.09, 0.01652},
		Two: claims{0.05476, 0.065, 0.01006}, Coverage: 0.94524, Least: 0.935},
	{Metrics: logLosses, Procedure: nestedTest, Cells: 12, Sets: 300, One: claims{0.03344, 0.06667, 0.0144},
		Two: claims{0.03703, 0.06667, 0.0144}, Coverage: 0.96297, Least: 0.93333},
	{Metrics: squaredErrors, Procedure: nestedTest, Cells: 18, Sets: 600, One: claims{0.03592, 0.065, 0.01006},
		Two: claims{0.03844, 0.07167, 0.01053}, Coverage: 0.96156, Least: 0.92833},
	{Metrics: errorRates, Procedure: nestedRecords, Cells: 36, Sets: 300, One: claims{0.04794, 0.071, 0.00812},
		Two: claims{0.04970, 0.087, 0.00891}, Coverage: 0.95030, Least: 0.913},
	{Metrics: logLosses, Procedure: nestedRecords, Cells: 12, Sets: 300, One: claims{0.03335, 0.058, 0.00739},
		Two: claims{0.03417, 0.05667, 0.01335}, Coverage: 0.96583, Least: 0.94333},
	{Metrics: squaredErrors, Procedure: nestedRecords, Cells: 18, Sets: 600, One: claims{0.03503, 0.06333, 0.00994},
		Two: claims{0.03409, 0.05167, 0.00904}, Coverage: 0.96591, Least: 0.94833},
	{Metrics: errorRates, Procedure: nestedPosterior, Cells: 36, Sets: 300, One: claims{0.04581, 0.0875, 0.01413},
		Two: claims{0.04275, 0.0825, 0.01376}, Coverage: 0.95725, Least: 0.9175},
	{Metrics: fScores, Procedure: nestedPosterior, Cells: 30, Sets: 400, One: claims{0.04475, 0.08, 0.01356},
		Two: claims{0.04625, 0.085, 0.01394}, Coverage: 0.95375, Least: 0.915},
	{Metrics: areas, Procedure: nestedPosterior, Cells: 21, Sets: 300, One: claims{0.05597, 0.08333, 0.01596},
		Two: claims{0.05683, 0.0775, 0.01337}, Coverage: 0.94317, Least: 0.9225},
	{Metrics: logLosses, Procedure: nestedPosterior, Cells: 12, Sets: 300, One: claims{0.03493, 0.08, 0.01356},
		Two: claims{0.03646, 0.06, 0.01371}, Coverage: 0.96354, Least: 0.94},
	{Metrics: squaredErrors, Procedure: nestedPosterior, Cells: 18, Sets: 400, One: claims{0.04063, 0.0675, 0.01254},
		Two: claims{0.03903, 0.0675, 0.01254}, Coverage: 0.96097, Least: 0.9325},
}

// itemCells is what the study items found at level 0.05 for one kind of scores in one scope: where the procedure is
// recommended, apart from where little is known, or where it is not.
type itemCells struct {
	nestedCells  // Metrics is the kind of scores
	Scope        string
	OneAt, TwoAt string // the worst cells
}

// Scopes and kinds of scores of the study items.
const (
	wellKnown    = "recommended"
	fewItems     = "recommended, fewer than 100 items"
	fewOfClass   = "recommended, fewer than 20 positives"
	someClusters = "recommended, fewer than 10 clusters"
	twoRuns      = "recommended, 2 runs"
	twoPairs     = "recommended, 2 paired runs"
	unequalRuns  = "recommended, 2 or 3 runs beside 10"
	inClusters   = "wrong: items lie in clusters"

	rightOrWrong = "right or wrong"
	alike        = "one distribution of scores"
	skewed       = "two distributions of scores with one mean"
)

// itemsLike returns what the study items found for a procedure on scores like those of a pair; nil where there are
// fewer items than in its smallest cells. Where differences of 100 items or more are hardly skewed, the cells are those
// with one distribution of scores.
func (p *pair) itemsLike(procedure string) []itemCells {
	s, clusters, scope := p.scores, 0, wellKnown
	if s.Clusters != nil {
		clusters = slices.Max(s.Clusters) + 1
	}
	crossed, whole := procedure == "crossed-t", p.linear && procedure != "crossed-t"
	few, _, _ := p.classes()
	least := 20
	if crossed || whole {
		least = 50
	}
	switch {
	case len(s.A[0]) < least:
		return nil
	case procedure == delongTest && clusters > 0:
		scope = inClusters
	case whole && few > 0 && few < fewOfOneClass:
		scope = fewOfClass
	case whole:
	case clusters > 0 && !crossed && procedure != "cluster-t":
		scope = inClusters
	case crossed && lopsided(len(s.A), len(s.B)):
		scope = unequalRuns
	case clusters > 0 && clusters < fewClusters:
		scope = someClusters
	case crossed && len(s.A) == 2 && s.PairedRuns:
		scope = twoPairs
	case crossed && min(len(s.A), len(s.B)) == 2:
		scope = twoRuns
	case clusters == 0 && len(s.A[0]) < 100:
		scope = fewItems
	}
	other := func(x float64) bool { return x != 0 && x != 1 }
	binary := !slices.ContainsFunc(slices.Concat(s.A, s.B), func(run []float64) bool {
		return slices.ContainsFunc(run, other)
	})
	even := scope == wellKnown && procedure == "item-t" && math.Abs(p.skewness()) <= muchSkewed
	var out []itemCells
	for _, c := range onItems {
		like := (c.Metrics == rightOrWrong) == binary && !(even && c.Metrics == skewed)
		if whole {
			like = strings.Contains(p.by().Label(), c.Metrics)
		}
		if c.Procedure == procedure && c.Scope == scope && like {
			out = append(out, c)
		}
	}
	return out
}

// onItems holds the study items, checked by TestOnItems; the intervals of mcnemar-midp are Tango's.
var onItems = []itemCells{
	{nestedCells{rightOrWrong, "mcnemar-midp", 37, 10000, claims{0.04661, 0.0532, 0.00224},
		claims{0.04523, 0.0532, 0.00224}, 0.95057, 0.9449}, wellKnown,
		"right 0.7, n = 100", "right 0.8, n = 200, 20 unequal clusters, correlation 0"},
	{nestedCells{rightOrWrong, "mcnemar-midp", 13, 10000, claims{0.0295, 0.0508, 0.0022},
		claims{0.0258, 0.0464, 0.0021}, 0.96544, 0.9372}, fewItems,
		"right 0.7, n = 50", "right 0.7, n = 50"},
	{nestedCells{rightOrWrong, "mcnemar-midp", 36, 10000, claims{0.13034, 0.2353, 0.00424},
		claims{0.18281, 0.3771, 0.00485}, 0.81038, 0.6215}, inClusters,
		"right 0.8, n = 200, 20 unequal clusters, correlation 0.6",
		"right 0.8, n = 200, 20 unequal clusters, correlation 0.6"},
	{nestedCells{rightOrWrong, "item-t", 73, 10000, claims{0.0501, 0.0796, 0.00271},
		claims{0.04969, 0.0551, 0.00228}, 0.95031, 0.9449}, wellKnown,
		"right 0.95, n = 100, different", "right 0.8, n = 100, 10 unequal clusters, correlation 0"},
	{nestedCells{alike, "item-t", 49, 10000, claims{0.05, 0.0648, 0.00246},
		claims{0.0498, 0.0546, 0.00227}, 0.9502, 0.9454}, wellKnown,
		"80% zeros, n = 100, different", "normal, n = 1000, 5 runs of variance 0, paired"},
	{nestedCells{skewed, "item-t", 28, 10000, claims{0.05634, 0.1369, 0.00344},
		claims{0.06401, 0.1024, 0.00303}, 0.93599, 0.8976}, wellKnown,
		"90% zeros and 50% zeros, n = 100", "90% zeros and 50% zeros, n = 100"},
	{nestedCells{rightOrWrong, "item-t", 33, 10000, claims{0.04557, 0.0802, 0.00272},
		claims{0.04342, 0.0748, 0.00263}, 0.95658, 0.9252}, fewItems,
		"right 0.9, n = 50, different", "right 0.7, n = 20, different"},
	{nestedCells{alike, "item-t", 21, 10000, claims{0.04983, 0.1086, 0.00311},
		claims{0.04982, 0.0786, 0.00269}, 0.95018, 0.9214}, fewItems,
		"80% zeros, n = 20, different", "80% zeros, n = 20, different"},
	{nestedCells{skewed, "item-t", 8, 10000, claims{0.07694, 0.2796, 0.00449},
		claims{0.10103, 0.2186, 0.00413}, 0.89898, 0.7814}, fewItems,
		"90% zeros and 50% zeros, n = 20", "90% zeros and 50% zeros, n = 20"},
	{nestedCells{rightOrWrong, "item-t", 48, 10000, claims{0.13763, 0.2353, 0.00424},
		claims{0.19337, 0.3785, 0.00485}, 0.80663, 0.6215}, inClusters,
		"right 0.8, n = 200, 20 unequal clusters, correlation 0.6",
		"right 0.8, n = 200, 20 unequal clusters, correlation 0.6"},
	{nestedCells{alike, "item-t", 48, 10000, claims{0.22059, 0.3383, 0.00473},
		claims{0.36235, 0.6003, 0.0049}, 0.63765, 0.3997}, inClusters,
		"normal, n = 20, 2 unequal clusters, correlation 0.6",
		"normal, n = 20, 2 unequal clusters, correlation 0.6"},
	{nestedCells{skewed, "item-t", 48, 10000, claims{0.17833, 0.3544, 0.00478},
		claims{0.27662, 0.4786, 0.005}, 0.72338, 0.5214}, inClusters,
		"normal and exponential, n = 20, 2 unequal clusters, correlation 0.6",
		"normal and exponential, n = 20, 2 unequal clusters, correlation 0.6"},
	{nestedCells{rightOrWrong, "cluster-t", 30, 10000, claims{0.05091, 0.0768, 0.00266},
		claims{0.0507, 0.0645, 0.00246}, 0.9493, 0.9355}, wellKnown,
		"right 0.8, n = 100, 10 unequal clusters, correlation 0.3, different",
		"right 0.8, n = 100, 10 unequal clusters, correlation 0.3, different"},
	{nestedCells{alike, "cluster-t", 30, 10000, claims{0.05176, 0.0596, 0.00237},
		claims{0.0523, 0.06, 0.00237}, 0.9477, 0.94}, wellKnown,
		"normal, n = 100, 10 unequal clusters, correlation 0.6",
		"normal, n = 200, 20 unequal clusters, correlation 0.3, different"},
	{nestedCells{skewed, "cluster-t", 30, 10000, claims{0.0542, 0.0944, 0.00292},
		claims{0.05793, 0.0715, 0.00258}, 0.94207, 0.9285}, wellKnown,
		"normal and exponential, n = 100, 10 unequal clusters, correlation 0.6",
		"normal and exponential, n = 200, 20 unequal clusters, correlation 0.6"},
	{nestedCells{rightOrWrong, "cluster-t", 30, 10000, claims{0.03336, 0.0899, 0.00286},
		claims{0.02282, 0.0618, 0.00241}, 0.97718, 0.9382}, someClusters,
		"right 0.8, n = 30, 3 unequal clusters, correlation 0.3, different",
		"right 0.8, n = 50, 5 equal clusters, correlation 0.3, different"},
	{nestedCells{alike, "cluster-t", 30, 10000, claims{0.0507, 0.0664, 0.00249},
		claims{0.04771, 0.0633, 0.00244}, 0.95229, 0.9367}, someClusters,
		"normal, n = 20, 2 unequal clusters, correlation 0.6",
		"normal, n = 20, 2 unequal clusters, correlation 0.6"},
	{nestedCells{skewed, "cluster-t", 30, 10000, claims{0.05464, 0.0996, 0.00299},
		claims{0.05362, 0.0701, 0.00255}, 0.94638, 0.9299}, someClusters,
		"normal and exponential, n = 20, 2 unequal clusters, correlation 0.6",
		"normal and exponential, n = 20, 2 unequal clusters, correlation 0.6"},
	{nestedCells{rightOrWrong, "crossed-t", 36, 10000, claims{0.04704, 0.0539, 0.00226},
		claims{0.04595, 0.0528, 0.00224}, 0.95405, 0.9472}, wellKnown,
		"right 0.8, n = 1000, 5 runs of variance 0.02", "right 0.8, n = 200, 10 runs of variance 0.002, paired"},
	{nestedCells{alike, "crossed-t", 36, 10000, claims{0.04935, 0.0545, 0.00227},
		claims{0.04928, 0.0602, 0.00238}, 0.95072, 0.9398}, wellKnown,
		"normal, n = 1000, 5 runs of variance 0.02, paired", "normal, n = 1000, 5 runs of variance 0.02, paired"},
	{nestedCells{rightOrWrong, "crossed-t", 18, 10000, claims{0.04458, 0.0508, 0.0022},
		claims{0.04187, 0.0474, 0.00212}, 0.95813, 0.9526}, fewItems,
		"right 0.8, n = 50, 10 runs of variance 0.02", "right 0.8, n = 50, 10 runs of variance 0, paired"},
	{nestedCells{alike, "crossed-t", 18, 10000, claims{0.04827, 0.0547, 0.00227},
		claims{0.04753, 0.0528, 0.00224}, 0.95247, 0.9472}, fewItems,
		"normal, n = 50, 10 runs of variance 0, paired", "normal, n = 50, 10 runs of variance 0.002, paired"},
	{nestedCells{rightOrWrong, "crossed-t", 4, 10000, claims{0.03938, 0.0492, 0.00216},
		claims{0.03273, 0.0436, 0.00204}, 0.96728, 0.9564}, someClusters,
		"right 0.8, n = 50, 5 equal clusters, correlation 0.3, 5 runs of variance 0.002",
		"right 0.8, n = 50, 5 equal clusters, correlation 0.3, 5 runs of variance 0.002"},
	{nestedCells{alike, "crossed-t", 4, 10000, claims{0.04711, 0.0528, 0.00224},
		claims{0.0456, 0.0516, 0.00221}, 0.9544, 0.9484}, someClusters,
		"normal, n = 50, 5 equal clusters, correlation 0.3, 5 runs of variance 0.002",
		"normal, n = 50, 5 equal clusters, correlation 0.3, 5 runs of variance 0.002"},
	{nestedCells{rightOrWrong, "crossed-t", 16, 10000, claims{0.03988, 0.0542, 0.00226},
		claims{0.03943, 0.0643, 0.00245}, 0.96058, 0.9357}, twoRuns,
		"right 0.8, n = 1000, 2 runs of variance 0.02", "right 0.8, n = 1000, 2 runs of variance 0.02"},
	{nestedCells{alike, "crossed-t", 16, 10000, claims{0.04539, 0.0526, 0.00223},
		claims{0.04624, 0.0635, 0.00244}, 0.95376, 0.9365}, twoRuns,
		"normal, n = 200, 2 runs of variance 0.02", "normal, n = 200, 2 runs of variance 0.02"},
	{nestedCells{rightOrWrong, "crossed-t", 10, 10000, claims{0.04239, 0.0714, 0.00257},
		claims{0.04533, 0.0984, 0.00298}, 0.95467, 0.9016}, twoPairs,
		"right 0.8, n = 1000, 2 runs of variance 0.02, paired",
		"right 0.8, n = 1000, 2 runs of variance 0.02, paired"},
	{nestedCells{alike, "crossed-t", 10, 10000, claims{0.0501, 0.087, 0.00282},
		claims{0.0568, 0.1247, 0.0033}, 0.9432, 0.8753}, twoPairs,
		"normal, n = 1000, 2 runs of variance 0.02, paired", "normal, n = 1000, 2 runs of variance 0.02, paired"},
	{nestedCells{rightOrWrong, "crossed-t", 18, 10000, claims{0.04602, 0.0771, 0.00267},
		claims{0.04632, 0.0899, 0.00286}, 0.95368, 0.9101}, unequalRuns,
		"right 0.8, n = 1000, 2 and 10 runs of variance 0.02", "right 0.8, n = 1000, 2 and 10 runs of variance 0.02"},
	{nestedCells{alike, "crossed-t", 18, 10000, claims{0.05019, 0.0741, 0.00262},
		claims{0.05304, 0.0946, 0.00293}, 0.94696, 0.9054}, unequalRuns,
		"normal, n = 1000, 2 and 10 runs of variance 0.02", "normal, n = 1000, 2 and 10 runs of variance 0.02"},
	{nestedCells{"AUC", delongTest, 60, 10000, claims{0.05193, 0.1386, 0.00346},
		claims{0.05296, 0.1058, 0.00308}, 0.94704, 0.8942}, wellKnown,
		"AUC 0.95, 20% positives, n = 100, different", "AUC 0.95, 20% positives, n = 100, different"},
	{nestedCells{"AUC", delongTest, 24, 7126, claims{0.0792, 0.27297, 0.00453},
		claims{0.10974, 0.243, 0.00436}, 0.89026, 0.757}, fewOfClass,
		"AUC 0.95, 5% positives, n = 100, different", "AUC 0.95, 5% positives, n = 100, different"},
	{nestedCells{"AUC", delongTest, 36, 9615, claims{0.06453, 0.30174, 0.00468},
		claims{0.07815, 0.27299, 0.00454}, 0.92185, 0.72701}, inClusters,
		"AUC 0.95, 5% positives, n = 100, 10 equal clusters, correlation 0.3, different",
		"AUC 0.95, 5% positives, n = 100, 10 equal clusters, correlation 0.3, different"},
	{nestedCells{"AUC", obuchowskiTest, 30, 10000, claims{0.06373, 0.1918, 0.00394},
		claims{0.07525, 0.1666, 0.00373}, 0.92475, 0.8334}, wellKnown,
		"AUC 0.95, 20% positives, n = 100, 10 equal clusters, correlation 0.3, different",
		"AUC 0.95, 20% positives, n = 100, 10 equal clusters, correlation 0.3, different"},
	{nestedCells{"AUC", obuchowskiTest, 6, 9525, claims{0.10071, 0.30495, 0.00471},
		claims{0.15171, 0.28151, 0.0046}, 0.84829, 0.71849}, fewOfClass,
		"AUC 0.95, 5% positives, n = 100, 10 equal clusters, correlation 0.3, different",
		"AUC 0.95, 5% positives, n = 100, 10 equal clusters, correlation 0.3, different"},
	{nestedCells{"F1", "linearized-t", 30, 10000, claims{0.05029, 0.0721, 0.00259},
		claims{0.04981, 0.0581, 0.00234}, 0.95019, 0.9419}, wellKnown,
		"F1, 50% positives, n = 100, 10 equal clusters, correlation 0.3, different",
		"F1, 20% positives, n = 100, 10 equal clusters, correlation 0.3, different"},
	{nestedCells{"MCC", "linearized-t", 30, 10000, claims{0.05205, 0.0676, 0.00251},
		claims{0.05248, 0.059, 0.00236}, 0.94752, 0.941}, wellKnown,
		"MCC, 50% positives, n = 100, 10 equal clusters, correlation 0.3, different",
		"MCC, 5% positives, n = 1000"},
	{nestedCells{"balanced accuracy", "linearized-t", 30, 10000, claims{0.05315, 0.0739, 0.00262},
		claims{0.05398, 0.0656, 0.00248}, 0.94602, 0.9344}, wellKnown,
		"balanced accuracy, 20% positives, n = 100, 10 equal clusters, correlation 0.3, different",
		"balanced accuracy, 20% positives, n = 100, different"},
	{nestedCells{"F1", "linearized-t", 10, 9997, claims{0.05261, 0.10283, 0.00304},
		claims{0.05292, 0.0832, 0.00276}, 0.94708, 0.9168}, fewOfClass,
		"F1, 5% positives, n = 50, different",
		"F1, 5% positives, n = 100, 10 equal clusters, correlation 0.3, different"},
	{nestedCells{"MCC", "linearized-t", 10, 9249, claims{0.06593, 0.14034, 0.00361},
		claims{0.06995, 0.10866, 0.00324}, 0.93005, 0.89134}, fewOfClass,
		"MCC, 5% positives, n = 50, different", "MCC, 5% positives, n = 50, different"},
	{nestedCells{"balanced accuracy", "linearized-t", 10, 9211, claims{0.09346, 0.26251, 0.00458},
		claims{0.1129, 0.22777, 0.00437}, 0.8871, 0.77223}, fewOfClass,
		"balanced accuracy, 5% positives, n = 50, different", "balanced accuracy, 5% positives, n = 50, different"},
	{nestedCells{"F1", "randomization", 15, 500, claims{0.04533, 0.072, 0.01156},
		claims{0.044, 0.056, 0.01028}, none, none}, wellKnown,
		"F1, 50% positives, n = 1000",
		"F1, 20% positives, n = 500, 50 equal clusters, correlation 0.3"},
	{nestedCells{"MCC", "randomization", 15, 500, claims{0.04453, 0.066, 0.0111},
		claims{0.04227, 0.07, 0.01141}, none, none}, wellKnown,
		"MCC, 50% positives, n = 500",
		"MCC, 5% positives, n = 1000"},
	{nestedCells{"balanced accuracy", "randomization", 15, 500, claims{0.04953, 0.072, 0.01156},
		claims{0.04773, 0.078, 0.01199}, none, none}, wellKnown,
		"balanced accuracy, 20% positives, n = 200",
		"balanced accuracy, 50% positives, n = 200"},
	{nestedCells{"F1", "randomization", 5, 499, claims{0.03561, 0.044, 0.00917},
		claims{0.03601, 0.044, 0.00917}, none, none}, fewOfClass,
		"F1, 5% positives, n = 100",
		"F1, 5% positives, n = 200"},
	{nestedCells{"MCC", "randomization", 5, 467, claims{0.03346, 0.044, 0.00917},
		claims{0.02757, 0.036, 0.00833}, none, none}, fewOfClass,
		"MCC, 20% positives, n = 50",
		"MCC, 5% positives, n = 200"},
	{nestedCells{"balanced accuracy", "randomization", 5, 452, claims{0.03543, 0.048, 0.00956},
		claims{0.03347, 0.03823, 0.0086}, none, none}, fewOfClass,
		"balanced accuracy, 5% positives, n = 200",
		"balanced accuracy, 5% positives, n = 100, 10 equal clusters, correlation 0.3"},
	{nestedCells{"F1", "bca", 30, 500, claims{0.06017, 0.114, 0.01421},
		claims{0.0698, 0.148, 0.01588}, 0.93187, 0.858}, wellKnown,
		"F1, 20% positives, n = 100, 10 equal clusters, correlation 0.3, different",
		"F1, 50% positives, n = 100, 10 equal clusters, correlation 0.3, different"},
	{nestedCells{"MCC", "bca", 30, 499, claims{0.06215, 0.114, 0.01421},
		claims{0.07009, 0.12, 0.01453}, 0.93172, 0.882}, wellKnown,
		"MCC, 50% positives, n = 100, 10 equal clusters, correlation 0.3",
		"MCC, 50% positives, n = 100, 10 equal clusters, correlation 0.3, different"},
	{nestedCells{"balanced accuracy", "bca", 30, 499, claims{0.06622, 0.11, 0.01399},
		claims{0.07602, 0.13, 0.01504}, 0.92565, 0.87}, wellKnown,
		"balanced accuracy, 5% positives, n = 500",
		"balanced accuracy, 5% positives, n = 500"},
	{nestedCells{"F1", "bca", 10, 324, claims{0.08264, 0.118, 0.01443},
		claims{0.10386, 0.13828, 0.01545}, 0.90933, 0.88}, fewOfClass,
		"F1, 5% positives, n = 200, different",
		"F1, 5% positives, n = 100"},
	{nestedCells{"MCC", "bca", 4, 385, claims{0.08183, 0.11029, 0.01551},
		claims{0.10187, 0.11169, 0.01605}, 0.90366, 0.89461}, fewOfClass,
		"MCC, 5% positives, n = 200, different",
		"MCC, 5% positives, n = 200"},
	{nestedCells{"balanced accuracy", "bca", 4, 373, claims{0.11312, 0.14925, 0.01777},
		claims{0.15821, 0.19303, 0.02044}, 0.85173, 0.81769}, fewOfClass,
		"balanced accuracy, 5% positives, n = 200, different",
		"balanced accuracy, 5% positives, n = 200"},
}
