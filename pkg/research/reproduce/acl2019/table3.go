package acl2019

import (
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/research/reproduce"
)

// testResults lists P(H0) and P(H1) of a comparison for every table that
// has them.
func testResults(c posterior.Comparison) []reproduce.Result {
	tables := map[string][2]string{"CWS": {"table-3", "table-6.2"}, "NER": {"table-4", "table-6.3"},
		"ORG": {"table-5", "table-6.4"}}[c.Task]
	noise := published.Share(c.PH0)
	var out []reproduce.Result
	for _, h := range [...]struct {
		name, posterKey string
		p               float64
	}{{"H0", "p_h0", c.PH0}, {"H1", "p_h1", c.PH1}} {
		key := c.Task + "/" + c.Metric + "/" + h.name
		floor := []reproduce.Explanation{{Erratum: "E26", Reading: "nothing below 0.001 or above 0.999",
			Value: min(max(h.p, 0.001), 0.999)}}
		for i, source := range [...]string{"acl2019", "thesis"} {
			out = append(out, reproduce.Result{Source: source, Item: tables[i], Key: key, Value: h.p,
				PublishedSE: noise, Explanations: floor})
		}
		if c.Task == "ORG" {
			out = append(out, reproduce.Result{Source: "acl2019_poster", Item: "table-2",
				Key: "ORG/" + c.Metric + "/" + h.posterKey, Value: h.p, PublishedSE: noise})
		}
	}
	return out
}
