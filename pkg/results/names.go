package results

import (
	"fmt"
	"strings"
)

// quoted lists names, the first ten of them.
func quoted(names []string) string {
	var out []string
	for _, name := range names[:min(len(names), 10)] {
		out = append(out, fmt.Sprintf("%.40q", name))
	}
	if more := len(names) - len(out); more > 0 {
		return strings.Join(out, ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(out, ", ")
}
