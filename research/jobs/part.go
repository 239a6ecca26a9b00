package jobs

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/research/study"
)

// indexVariables hold the number of a job in its array; first is the number of the first job.
var indexVariables = []struct {
	name  string
	first int
}{
	{"SLURM_ARRAY_TASK_ID", 0},
	{"JOB_COMPLETION_INDEX", 0}, // Kubernetes
	{"PARALLEL_SEQ", 1},         // GNU parallel
}

// Part is one part of the work of many jobs.
type Part struct {
	Dir       string // of what the parts compute
	Index, Of int
	Workers   int // simulations at a time, 0 for all processors
}

// Check checks the flags of what is done with parts: to run or show all in one piece, to
// compute a part, to say how the parts stand (status), or to collect them. It takes the
// index and the number of workers from the scheduler of the job where no flag gives them.
func (p *Part) Check(fs *flag.FlagSet, verb string) error {
	if p.Workers < 0 || command.Given(fs, "workers") && p.Workers == 0 {
		return fmt.Errorf("--workers %d: give 1 or more", p.Workers)
	}
	if !command.Given(fs, "workers") && (verb == "run" || verb == "part") {
		if text := os.Getenv("SLURM_CPUS_PER_TASK"); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 {
				return fmt.Errorf("SLURM_CPUS_PER_TASK is %q, no number of processors; give --workers", text)
			}
			p.Workers = n
		}
	}
	if verb != "part" && verb != "status" && verb != "collect" {
		return nil
	}
	if verb != "collect" && p.Of < 1 {
		return fmt.Errorf("bcv study %s needs --of N, the number of parts: 1 or more, the same for all parts", verb)
	}
	if verb == "part" {
		if err := p.findIndex(fs); err != nil {
			return err
		}
	}
	return p.findDir(verb)
}

// findDir checks that the directory of the parts is there; a part makes it.
func (p *Part) findDir(verb string) error {
	if p.Dir == "" {
		return fmt.Errorf("bcv study %s needs --dir DIR, the directory of what the parts have computed", verb)
	}
	if verb == "part" {
		if err := os.MkdirAll(p.Dir, 0o777); err != nil {
			return fmt.Errorf("--dir: %w", err)
		}
	}
	if info, err := os.Stat(p.Dir); err != nil || !info.IsDir() {
		return fmt.Errorf("--dir: there is no directory %s; the first part makes it", p.Dir)
	}
	return nil
}

// findIndex takes the index of a part from the scheduler if no flag gives it.
func (p *Part) findIndex(fs *flag.FlagSet) error {
	where := "--index"
	if !command.Given(fs, "index") {
		where = ""
		for _, v := range indexVariables {
			text := os.Getenv(v.name)
			if text == "" {
				continue
			}
			if where != "" {
				return fmt.Errorf("%s and %s are both set; say which part by --index", where, v.name)
			}
			n, err := strconv.Atoi(text)
			if err != nil {
				return fmt.Errorf("%s is %q, no number; say which part by --index", v.name, text)
			}
			p.Index, where = n-v.first, v.name
			if v.first != 0 {
				where = fmt.Sprintf("%s - %d", v.name, v.first)
			}
		}
	}
	if where == "" {
		return fmt.Errorf("bcv study part needs --index I, from 0 to %d; none of SLURM_ARRAY_TASK_ID, "+
			"JOB_COMPLETION_INDEX and PARALLEL_SEQ is set", p.Of-1)
	}
	if p.Index < 0 || p.Index >= p.Of {
		return fmt.Errorf("%s is %d; with --of %d parts are numbered from 0 to %d", where, p.Index, p.Of, p.Of-1)
	}
	return nil
}

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
