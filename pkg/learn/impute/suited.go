package impute

import (
	"fmt"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// Suit says what its method Learners puts before learners.
type Suit struct {
	Fill       bool // missing features are filled in
	OneHot     bool // levels are columns of 0 and 1 for all learners: in the data, or after they are filled in
	Unweighted bool // records train with equal weights
}

// Learners puts before the learners what they need on a data set: levels become columns of 0 and 1 for those that need
// numbers, which the note says. All keep their names.
func (s Suit) Learners(learners []learn.Learner, d *dataset.Data) (out []learn.Learner, note string) {
	var levels, coded []string
	for _, feature := range d.Features {
		if feature.Nominal() && !s.OneHot {
			levels = append(levels, feature.Name)
		}
	}
	for _, l := range learners {
		named := learn.Named{Learner: l, Name: l.String(), Unweighted: s.Unweighted}
		codes := levels != nil && l.Traits().Numeric
		if codes {
			coded = append(coded, l.String())
		}
		switch {
		case s.Fill:
			named.Learner = Impute{Learner: l, OneHot: s.OneHot || codes}
		case codes:
			named.Learner = learn.Coded{Learner: l}
		}
		if s.Fill || codes || s.Unweighted {
			l = named
		}
		out = append(out, l)
	}
	if coded == nil {
		return out, ""
	}
	return out, fmt.Sprintf("%s %s numbers: for %s the levels of %s are columns of 0 and 1", strings.Join(coded, ", "),
		table.Pick(len(coded) == 1, "needs", "need"), table.Pick(len(coded) == 1, "it", "them"), strings.Join(levels, ", "))
}
