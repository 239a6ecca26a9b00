//go:build linux && slurm

package cluster

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const small = "family-wise" // a study of 0.7 s at the quick scale

// tool is a folder with a bcv of which the first attempt at part 3 ends with status 75.
type tool struct {
	t    *testing.T
	dir  string
	env  []string
	want string // what one run prints
}

func newTool(t *testing.T, program, pkg string) tool {
	t.Helper()
	skip(t)
	if _, err := exec.LookPath(program); err != nil {
		t.Fatalf("there is no %s; install %s (scripts/install-packages.sh slurm), or set BCV_SLURM=skip to leave this "+
			"test out", program, pkg)
	}
	bin, dir := build(t), t.TempDir()
	self := filepath.Join(dir, "bcv")
	script := fmt.Sprintf(`#!/bin/sh
case "$*:$PARALLEL_SEQ" in
*" part "*"--index 3 "* | *" part "*:4) [ -e %[1]s/tried ] || { touch %[1]s/tried; exit 75; } ;;
esac
exec %[2]s/bcv "$@"
`, dir, bin)
	if err := os.WriteFile(self, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	x := tool{t: t, dir: dir, env: append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "HOME="+dir,
		"XDG_CACHE_HOME="+dir,
		"SLURM_ARRAY_TASK_ID=", "JOB_COMPLETION_INDEX=", "SLURM_CPUS_PER_TASK=", "PARALLEL_SEQ=")}
	x.want, _ = x.run(true, "bcv study run "+small)
	return x
}

// run runs a command line in the folder, and returns what it prints to standard output.
func (x tool) run(well bool, line string) (out, errs string) {
	x.t.Helper()
	cmd := exec.Command("sh", "-c", line)
	var text strings.Builder
	cmd.Dir, cmd.Env, cmd.Stderr = x.dir, x.env, &text
	b, err := cmd.Output()
	if (err == nil) != well {
		x.t.Fatalf("%s: %v\n%s%s", line, err, b, text.String())
	}
	return string(b), text.String()
}

func (x tool) tried() {
	x.t.Helper()
	if _, err := os.Stat(filepath.Join(x.dir, "tried")); err != nil {
		x.t.Error("no part ended with status 75; nothing was tested")
	}
}

// The Snakefile tries parts again that end with status 75.
func TestSnakefile(t *testing.T) {
	x := newTool(t, "snakemake", "snakemake")
	file, err := filepath.Abs("../../docker/cluster/Snakefile")
	if err != nil {
		t.Fatal(err)
	}
	x.run(true, "snakemake --snakefile "+file+" --cores 2 --config study="+small)
	x.tried()
	got, err := os.ReadFile(filepath.Join(x.dir, small+".csv"))
	if err != nil || string(got) != x.want {
		t.Errorf("collected (%v)\n%s\nwant\n%s", err, got, x.want)
	}
}

// GNU parallel numbers the parts; it counts those that failed, and status names them.
func TestParallel(t *testing.T) {
	x := newTool(t, "parallel", "parallel")
	x.run(false, "seq 8 | parallel --jobs 2 -N0 bcv study part "+small+" --of 8 --dir parts")
	x.tried()
	status, _ := x.run(true, "bcv study status "+small+" --of 8 --dir parts")
	if !strings.Contains(status, "\nmissing  1 of 8 --array=3\n") {
		t.Errorf("status\n%s", status)
	}
	x.run(true, "parallel --jobs 2 bcv study part "+small+" --index {} --of 8 --dir parts ::: 3")
	if got, _ := x.run(true, "bcv study collect "+small+" --dir parts"); got != x.want {
		t.Errorf("collected\n%s\nwant\n%s", got, x.want)
	}
}
