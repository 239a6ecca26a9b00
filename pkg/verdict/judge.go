package verdict

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/internal/nulls"
	"github.com/block-regularized/bcv/pkg/infer"
)

// Judge says what a judge, such as a language model, was worth beside people in a verdict by ppi-t.
type Judge struct {
	Lambda    float64        `json:"lambda"`            // weight of its differences, from 0 to 1
	People    int            `json:"people"`            // items that people scored
	Items     int            `json:"items"`             // items that the judge scored
	Worth     float64        `json:"worth"`             // more labels of people that would do what the judge does
	Bias      infer.Estimate `json:"bias" nulls:"ends"` // its difference B minus A, minus that of people, on the same items
	PSample   float64        `json:"p_sample"`          // that its differences on these items and on the others are alike
	HalfWidth float64        `json:"half_width"`        // of the interval by itself
	Wanted    float64        `json:"wanted"`            // half width to label for: the one that was asked for, or half of the present one
	More      *int           `json:"more_labels"`       // that it takes; nil if scores of people for all items are not enough
	Asked     bool           `json:"asked"`             // Wanted was asked for
}

// MarshalJSON writes the judge as it is in the JSON of a report.
func (j Judge) MarshalJSON() ([]byte, error) { return nulls.Marshal(j) }

// AboutJudge says what the judge of a verdict was worth, how biased it is, and how many more labels a narrower interval
// takes; empty where there is none.
func (v Verdict) AboutJudge() string {
	j := v.Judge
	if j == nil {
		return ""
	}
	return fmt.Sprintf("The judge was as good as %.0f more labels beside %d; it %s. %s", math.Max(0, j.Worth), j.People,
		v.bias(), v.moreLabels())
}

// bias says which model the judge favours, or does not clearly.
func (v Verdict) bias() string {
	j := v.Judge
	low, mid, high := j.Bias.Low, j.Bias.Mid, j.Bias.High
	favoured := v.Favours(mid > 0)
	if mid < 0 {
		low, mid, high = -high, -mid, -low
	}
	interval := fmt.Sprintf("%s%s (%.4g%% interval %s to %s)", v.amount(mid), v.points(), 100*v.Level, v.end(low), v.end(high))
	if low <= 0 {
		return "does not clearly favour a model: " + favoured + " by " + interval
	}
	return "favours " + favoured + " by " + interval
}

// moreLabels says how many more labels the wanted half width takes.
func (v Verdict) moreLabels() string {
	j := v.Judge
	wanted := v.amount(j.Wanted)
	if j.Asked {
		wanted = fmt.Sprintf("%.4g", v.unit()*j.Wanted)
	}
	text := fmt.Sprintf("A half width of %s%s (now %s%[2]s)", wanted, v.points(), v.amount(j.HalfWidth))
	switch {
	case j.More == nil:
		return fmt.Sprintf("%s takes more than labels for all %d items.", text, j.Items)
	case *j.More == 0:
		return text + " is reached."
	}
	return fmt.Sprintf("%s takes %d more labels.", text, *j.More)
}
