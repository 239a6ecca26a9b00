package acl2019

import (
	"math"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/research/reproduce"
)

// textResults covers the numbers that running text quotes.
func textResults(c map[string]posterior.Comparison) []reproduce.Result {
	const wrongProse = "E13: the text contradicts tables 6.3 and 6.4 of the thesis itself, which are right"
	highestNER := math.Max(c["NER/P"].PH1, math.Max(c["NER/R"].PH1, c["NER/F1"].PH1))
	out := []reproduce.Result{
		{Source: "acl2019", Item: "text", Key: "2.3/effective_weight", Value: posterior.WeightBCV(3)},
		{Source: "thesis", Item: "text", Key: "6.2.2/effective_weight_m3", Value: posterior.WeightBCV(3)},
		{Source: "voting_appendix", Item: "text", Key: "B/omega_weighted_m3", Value: 6 * posterior.WeightBCV(3),
			Explanations: []reproduce.Explanation{{Reading: "from the rounded weight 0.3688",
				Value: 6 * publishedWeight}}},
		{Source: "thesis", Item: "text", Key: "6.4.1/text_p_h1_P_CWS", Value: c["CWS/P"].PH1},
	}
	for _, q := range [...]struct {
		section, name string
		value         float64
		thesisWrong   bool
	}{
		{section: "4.2", name: "text_p_h1_P_NER", value: c["NER/P"].PH1, thesisWrong: true},
		{section: "4.2", name: "text_p_h1_R_NER", value: c["NER/R"].PH1, thesisWrong: true},
		{section: "4.3", name: "text_p_h1_P_ORG", value: c["ORG/P"].PH1, thesisWrong: true},
		{section: "4.3", name: "text_p_h0_R_ORG", value: c["ORG/R"].PH0, thesisWrong: true},
		{section: "4.3", name: "text_p_h0_F1_ORG", value: c["ORG/F1"].PH0, thesisWrong: true},
		{section: "4.1", name: "text_p_h1_P_CWS", value: c["CWS/P"].PH1},
	} {
		out = append(out, reproduce.Result{Source: "acl2019", Item: "text", Key: q.section + "/" + q.name,
			Value:       q.value,
			PublishedSE: published.Share(q.value)})
		if q.thesisWrong {
			out = append(out, reproduce.Result{Source: "thesis", Item: "text", Key: "6." + q.section + "/" + q.name,
				Value: q.value, Note: wrongProse})
		}
	}
	for _, at := range [...][2]string{{"acl2019", "4.2"}, {"thesis", "6.4.2"}} {
		out = append(out, reproduce.Result{Source: at[0], Item: "text", Key: at[1] + "/text_p_h1_all_NER_below",
			Value: highestNER, Below: true})
	}
	return out
}
