package acl2019

import (
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/research/reproduce"
)

// bounds lists the four interval bounds of a comparison in percent, with the
// names that the tables give them.
func bounds(c posterior.Comparison) []struct {
	key, posterKey string
	percent        float64
} {
	return []struct {
		key, posterKey string
		percent        float64
	}{
		{"A/low", "a_ci_low_pct", 100 * c.ALow}, {"A/high", "a_ci_high_pct", 100 * c.AHigh},
		{"B/low", "b_ci_low_pct", 100 * c.BLow}, {"B/high", "b_ci_high_pct", 100 * c.BHigh},
	}
}

func intervalResults(c posterior.Comparison) []reproduce.Result {
	var out []reproduce.Result
	for _, b := range bounds(c) {
		key := c.Task + "/" + c.Metric + "/" + b.key
		for _, at := range [...][2]string{{"acl2019", "table-2"}, {"thesis", "table-6.1"}} {
			out = append(out, reproduce.Result{Source: at[0], Item: at[1], Key: key, Value: b.percent})
		}
		if c.Task == "ORG" {
			out = append(out, reproduce.Result{Source: "acl2019_poster", Item: "table-2",
				Key: "ORG/" + c.Metric + "/" + b.posterKey, Value: b.percent})
		}
	}
	return out
}
