package items

import (
	"fmt"
	"math"
	"strings"
)

// Plan describes a comparison of two models on the items of one test set, before it is made or after a pilot. The
// variances are those of the difference B minus A, in squared units of the score, and of single units: the variance
// of the mean is
//
//	ClusterVar/Clusters + ItemVar/Items + (RestVar + DrawVar/Draws)/(Items Runs) + RunVar/Runs
//
// With one run the models stay as they are: RunVar does not count.
type Plan struct {
	Items    int
	Clusters int // 0 where every item is its own; clusters are taken for equally large
	Runs     int // of each model
	Draws    int // of each item, in each run of each model; 0 and 1 are one

	ClusterVar float64 // between clusters
	ItemVar    float64 // between items, of one cluster where there are some
	RunVar     float64 // between runs: of the differences if PairedRuns, else the sum of both models
	RestVar    float64 // of one item in one run, beyond items and runs; counted like RunVar
	DrawVar    float64 // of one draw of one item: the sum of both models
	// PairedRuns says that runs are pairs, as in Sample, which leaves half the degrees of freedom.
	PairedRuns bool
}

// Components estimates the variances from a pilot, from the parts of LedgerOf, and returns them with the numbers of
// the pilot. Estimates below 0 are 0. With one run of a model RunVar and RestVar are 0, since it does not show them:
// ItemVar then has the rest. Errors: those of LedgerOf.
func Components(s Sample) (Plan, error) {
	l, err := LedgerOf(s)
	if err != nil {
		return Plan{}, err
	}
	p := Plan{Items: len(s.A[0]), Runs: 1, PairedRuns: s.PairedRuns}
	for f, factor := range l.Factors {
		switch factor.Name {
		case "clusters":
			p.Clusters = int(factor.Units)
		case runsName:
			p.Runs = int(math.Round(l.Factors[f].Units))
		default:
			if strings.HasPrefix(factor.Name, drawsFactor) {
				p.Draws = int(math.Round(factor.Units))
			}
		}
	}
	for k, part := range l.parts(l.values()) {
		for _, f := range l.Sources[k].Over {
			part *= l.Factors[f].Units
		}
		switch name := l.Sources[k].Name; {
		case name == "clusters":
			p.ClusterVar = part
		case name == restName:
			p.RestVar = part
		case name == "items" || name == "items in clusters":
			p.ItemVar = part
		case strings.HasPrefix(name, drawsName):
			p.DrawVar = part
		default:
			p.RunVar += part
		}
	}
	return p, nil
}

// Ledger returns the ledger that the plan expects, with its power, its half width and what to buy. Errors: fewer
// than 2 items or 1 run, clusters that are not 0 or 2 to Items, and variances below 0, not finite or all 0.
func (p Plan) Ledger() (Ledger, error) {
	sum := p.ClusterVar + p.ItemVar + p.RestVar + p.DrawVar
	if p.Runs > 1 {
		sum += p.RunVar
	}
	switch {
	case p.Items < 2 || p.Runs < 1:
		return Ledger{}, fmt.Errorf("items: a plan of %d items and %d runs; give at least 2 items and 1 run",
			p.Items, p.Runs)
	case p.Clusters != 0 && (p.Clusters < 2 || p.Clusters > p.Items):
		return Ledger{}, fmt.Errorf("items: a plan of %d clusters for %d items; give 2 to %d, or 0 where every item is "+
			"its own", p.Clusters, p.Items, p.Items)
	case p.Clusters == 0 && p.ClusterVar != 0:
		return Ledger{}, fmt.Errorf("items: a variance of clusters, %v, in a plan without clusters; give their number",
			p.ClusterVar)
	case !(min(p.ClusterVar, p.ItemVar, p.RunVar, p.RestVar, p.DrawVar) >= 0 && sum > 0 && sum+p.RunVar < math.Inf(1)):
		return Ledger{}, fmt.Errorf("items: variances of clusters %v, items %v, draws %v, runs %v and the rest %v; give "+
			"numbers from 0, not all 0 (the variance of runs counts from 2 runs on)", p.ClusterVar, p.ItemVar, p.DrawVar,
			p.RunVar, p.RestVar)
	}
	n, runs := float64(p.Items), float64(p.Runs)
	u := units{n: p.Items, df: n - 1}
	draws := float64(max(p.Draws, 1))
	drawn := p.DrawVar / (n * runs * draws)
	rest := p.RestVar/(n*runs) + drawn
	within, variance := p.ItemVar/n+rest, p.ItemVar/n+rest
	if p.Clusters > 0 {
		u.clusters, u.sizes, u.df = []int{}, make([]float64, p.Clusters), float64(p.Clusters-1)
		variance += p.ClusterVar / float64(p.Clusters)
	}
	l := newLedger(u, variance, within)
	if p.Runs == 1 {
		return l, nil
	}
	l.Factors = append(l.Factors, Factor{runsName, runs})
	names := []string{"runs of A", "runs of B"}
	if p.PairedRuns {
		names = []string{"runs"}
	}
	for _, name := range names { // of two models, each with half of both variances
		of := float64(len(names))
		l.addRuns(name, (p.RunVar/runs+rest)/of, rest/of, u.df, runs-1)
	}
	if p.Draws > 1 && p.DrawVar > 0 {
		l.addDraws(drawsName, drawsFactor, draws, drawn, 2*n*runs*(draws-1))
	}
	return l, nil
}
