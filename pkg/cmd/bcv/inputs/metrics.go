package inputs

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
)

// Metrics are the flags that name metrics of predictions.
type Metrics struct {
	List            []string // nil if --metric is not given
	Positive, Costs string
}

// Set divides the names of --metric, which may be given several times.
func (m *Metrics) Set(list string) error {
	for _, name := range Divide(list) {
		if slices.Contains(m.List, name) {
			return fmt.Errorf("the metric %s stands twice; name it once", name)
		}
		m.List = append(m.List, name)
	}
	return nil
}

// DefineCosts defines --costs.
func (m *Metrics) DefineCosts(fs *flag.FlagSet) {
	fs.StringVar(&m.Costs, "costs", "", "CSV `file` with columns truth, predicted and cost: their mean is one more metric")
}

// Names returns the names of the metrics; none if no flag names one. The file of costs is that of the metric cost,
// which is the last one if the list does not name it.
func (m *Metrics) Names() []string {
	if m.Costs == "" {
		return m.List
	}
	out, cost := slices.Clone(m.List), "cost(file="+m.Costs+")"
	if at := slices.Index(out, "cost"); at >= 0 {
		out[at] = cost
		return out
	}
	return append(out, cost)
}

// Divide divides a list at its commas outside of parentheses, and trims the parts.
func Divide(list string) []string {
	out := table.Divide(list, ',')
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return out
}
