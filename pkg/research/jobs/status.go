package jobs

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/command"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// PrintStatus prints how far the parts of a study are.
func PrintStatus(w io.Writer, cfg study.Config, s study.Study, parts int) error {
	st, err := study.Look(cfg, s, parts)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "shards   %d of %d\n", st.Shards, st.Total)
	for _, of := range []struct {
		name string
		list []int
	}{{"done", st.Done}, {"missing", st.Missing}, {"failed", st.Failed}} {
		line := fmt.Sprintf("%-8s %d of %d", of.name, len(of.list), parts)
		if len(of.list) > 0 {
			line += " --array=" + ranges(of.list)
		}
		fmt.Fprintln(w, line)
	}
	left := fmt.Sprintf("about %.3g CPU seconds", st.Remaining)
	switch {
	case st.Shards == 0:
		left = "not known before a shard is done"
	case st.Unknown > 0:
		left += fmt.Sprintf(", and what %d simulations take of which no shard is done", st.Unknown)
	}
	fmt.Fprintf(w, "spent    %.3g CPU seconds\nleft     %s\n", st.Spent, left)
	for _, why := range st.Failures {
		fmt.Fprintln(w, command.OneLine(why))
	}
	for _, path := range st.Damaged {
		fmt.Fprintf(w, "damaged: %s; what cannot be read of it counts as missing\n", path)
	}
	return nil
}

// ranges writes ascending numbers as job schedulers read them: 3,7,9-12.
func ranges(list []int) string {
	var out []string
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && list[j+1] == list[j]+1 {
			j++
		}
		if j == i {
			out = append(out, strconv.Itoa(list[i]))
		} else {
			out = append(out, fmt.Sprintf("%d-%d", list[i], list[j]))
		}
		i = j + 1
	}
	return strings.Join(out, ",")
}
