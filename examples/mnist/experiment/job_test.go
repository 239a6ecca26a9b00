package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/research/public"
)

// The job file calls the program with flags that it has: the printed sizes, and 1% of each.
func TestJob(t *testing.T) {
	bin := t.TempDir()
	// The stub of srun has its own flag, then the program; that of the program stands for --collect.
	for name, text := range map[string]string{"srun": `[ "$1" = --cpus-per-task=2 ] && shift && exec "$@"`,
		"mnist-experiment": `for a; do echo "$a"; done; exit 75`, "scontrol": `echo "$@" >&2`} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ percent, task, want, requeued string }{
		{"100", "7", "250|--n|10000|--sets|100|--error-sets|0|--dir|D|--seed|3|--part|7|--parts|100", "requeue 5_7\n"},
		{"1", "0", "3|--n|100|--sets|1|--error-sets|0|--dir|D|--seed|3|--part|0|--parts|1", "requeue 5_0\n"},
		{"1", "", "3|--n|100|--sets|1|--error-sets|0|--dir|D|--seed|3", ""},
	} {
		dir := t.TempDir()
		cmd := exec.Command("sh", "../mnist.sbatch", dir, "--seed", "3")
		cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "PERCENT="+c.percent, "LEARNER=",
			"SLURM_ARRAY_TASK_ID="+c.task, "SLURM_ARRAY_JOB_ID=5", "SLURM_CPUS_PER_TASK=2")
		var said strings.Builder
		cmd.Stderr = &said
		out, err := cmd.Output()
		if exit := new(exec.ExitError); !errors.As(err, &exit) || exit.ExitCode() != 75 || said.String() != c.requeued {
			t.Fatalf("%v: %v, said %q", c, err, said.String())
		}
		args := strings.Split(strings.TrimSpace(string(out)), "\n")
		if got := strings.ReplaceAll(strings.Join(args, "|"), dir, "D"); got != "--learner|mnist --serve --epochs "+c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
		err = run(context.Background(), append(args, "--part", "-1", "--collect"))
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, public.ErrNotFound) {
			t.Errorf("%q: %v, want no more than absent parts", args, err)
		}
	}
}
