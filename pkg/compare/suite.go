package compare

import (
	"fmt"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/results"
)

// withSuites puts before the tasks of each benchmark what they are together, and returns how many tasks are beside each
// of the results; notes say of which tasks nothing is said together, and why.
func (o Options) withSuites(rs []results.Results) (out []results.Results, below []int, notes []string, err error) {
	first := map[int]results.Results{} // by place of the first task
	count := make([]int, len(rs))
	for _, places := range results.Tasks(rs) {
		var tasks []results.Results
		for _, i := range places {
			tasks = append(tasks, rs[i])
		}
		joined, problem, err := o.Suite.Join(tasks)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("compare: %w", err)
		}
		if problem != "" {
			notes = append(notes, table.Prefix(tasks[0].Dataset, problem))
			continue
		}
		first[places[0]] = joined
		for _, i := range places {
			count[i] = len(tasks)
		}
	}
	for i, r := range rs {
		if joined, ok := first[i]; ok {
			out, below = append(out, joined), append(below, 0)
		}
		out, below = append(out, r), append(below, count[i])
	}
	return out, below, notes, nil
}
