package acl2019

import (
	"context"
	"fmt"

	"github.com/block-regularized/bcv/pkg/cv/oa"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/designs"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/reproduce/internal/arrays"
	"github.com/block-regularized/bcv/research/study"
)

// Table1 covers the 3 x 2 BCV of table 1 and of table 1 of the poster, which is exact.
func Table1() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "blocks",
		Title: "Blocks of 3 x 2 BCV",
		Items: []string{"acl2019:table-1", "acl2019_poster:table-1"},
		Run: func(_ context.Context, cfg study.Config) ([]reproduce.Result, error) {
			four, err := oa.TwoLevel(4)
			if err != nil {
				return nil, err
			}
			return blockLists(designs.BCV(four)), nil
		},
	}
}

// blockLists gives the 3 x 2 BCV as table 1 and table 1 of the poster have it:
// splits b, a and the twin of ab.
func blockLists(d designs.Design) []reproduce.Result {
	var out []reproduce.Result
	for i, column := range []int{1, 0, 2} {
		train, valid := d.Blocks(column)
		if i == 2 {
			train, valid = valid, train
		}
		s, t := arrays.BlockList("B", train), arrays.BlockList("B", valid)
		for _, r := range [...][3]string{
			{"acl2019", fmt.Sprintf("%d/S", i+1), s}, {"acl2019", fmt.Sprintf("%d/T", i+1), t},
			{"acl2019_poster", fmt.Sprintf("%d/1/training", i+1), s}, {"acl2019_poster", fmt.Sprintf("%d/1/validation",
				i+1), t},
			{"acl2019_poster", fmt.Sprintf("%d/2/training", i+1), t}, {"acl2019_poster", fmt.Sprintf("%d/2/validation",
				i+1), s},
		} {
			out = append(out, reproduce.Result{Source: r[0], Item: "table-1", Key: r[1], Text: r[2]})
		}
	}
	return out
}

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
