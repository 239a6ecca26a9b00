package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/progress"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// indexVariables hold the number of a job in its array, and that of the first one.
var indexVariables = []struct {
	name  string
	first int
}{
	{"SLURM_ARRAY_TASK_ID", 0},
	{"JOB_COMPLETION_INDEX", 0}, // Kubernetes
	{"PARALLEL_SEQ", 1},         // GNU parallel
}

// check checks the flags of what bcv study does, and fills in those that the scheduler
// of jobs gives.
func (f *studyFlags) check(fs *flag.FlagSet, verb string) error {
	if f.workers < 0 || given(fs, "workers") && f.workers == 0 {
		return fmt.Errorf("--workers %d: give 1 or more", f.workers)
	}
	if !given(fs, "workers") && (verb == "run" || verb == "part") {
		if text := os.Getenv("SLURM_CPUS_PER_TASK"); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 {
				return fmt.Errorf("SLURM_CPUS_PER_TASK is %q, no number of processors; give --workers", text)
			}
			f.workers = n
		}
	}
	if verb == "part" || verb == "status" {
		if f.of < 1 {
			return fmt.Errorf("bcv study %s needs --of N, the number of parts: 1 or more, the same for all parts", verb)
		}
	}
	if verb == "part" {
		if err := f.findIndex(fs); err != nil {
			return err
		}
	}
	if verb == "part" || verb == "status" || verb == "collect" {
		if f.dir == "" {
			return fmt.Errorf("bcv study %s needs --dir DIR, the directory of what the parts have computed", verb)
		}
		if verb == "part" {
			if err := os.MkdirAll(f.dir, 0o777); err != nil {
				return fmt.Errorf("--dir: %w", err)
			}
		}
		if info, err := os.Stat(f.dir); err != nil || !info.IsDir() {
			return fmt.Errorf("--dir: there is no directory %s; the first part makes it", f.dir)
		}
	}
	return checkPlaces(f.results, f.checkpoints, "")
}

// findIndex takes the index of a part from the scheduler if no flag gives it.
func (f *studyFlags) findIndex(fs *flag.FlagSet) error {
	where := "--index"
	if !given(fs, "index") {
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
			f.index, where = n-v.first, v.name
			if v.first != 0 {
				where = fmt.Sprintf("%s - %d", v.name, v.first)
			}
		}
	}
	if where == "" {
		return fmt.Errorf("bcv study part needs --index I, from 0 to %d; none of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX and PARALLEL_SEQ is set", f.of-1)
	}
	if f.index < 0 || f.index >= f.of {
		return fmt.Errorf("%s is %d; with --of %d parts are numbered from 0 to %d", where, f.index, f.of, f.of-1)
	}
	return nil
}

// partOfStudy runs a part.
func partOfStudy(ctx context.Context, env *environment, cfg study.Config, s study.Study, f *studyFlags) error {
	cfg.Progress = progress.New(env.stderr, fmt.Sprintf("%s, part %d of %d", s.Name, f.index, f.of))
	return study.RunPart(ctx, cfg, s, f.index, f.of)
}

// statusOfStudy prints how far the parts are.
func statusOfStudy(w io.Writer, cfg study.Config, s study.Study, parts int) error {
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
		left += fmt.Sprintf(", and those of %d simulations of which no shard is done", st.Unknown)
	}
	fmt.Fprintf(w, "spent    %.3g CPU seconds\nleft     %s\n", st.Spent, left)
	for _, why := range st.Failures {
		fmt.Fprintln(w, oneLine(why))
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
