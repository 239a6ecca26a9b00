// Command bcv compares learning algorithms by block-regularized
// cross-validation: it writes partition sets, tests fold results that any tool
// produced, and reproduces the published numbers.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/atomicfile"
	"github.com/block-regularized/bcv/pkg/internal/cleanup"
)

// Exit statuses.
const (
	exitFailure = 1 // something went wrong that the user did not cause
	exitUsage   = 2 // flags or input are wrong
)

// command is one verb of the executable.
type command struct {
	name    string
	summary string
	// run parses args with fs and does the work.
	run func(ctx context.Context, env *environment, fs *flag.FlagSet, args []string) error
}

// environment is what a command may touch of the world.
type environment struct {
	stdout, stderr io.Writer
}

// usageError is a mistake of the caller: flags or input. It exits with 2.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

func commands() []command {
	return []command{
		{"split", "write a partition set as CSV: which record trains and validates in which fold", runSplit},
		{"data", "list, download and verify the public data sets of the experiments", runData},
		{"holdout", "train learners on the folds of a partition set and write their losses, counts and predictions", runHoldout},
		{"run", "train two learners on a growing partition set until it is decided which is better", runRun},
		{"import", "turn results of other tools into CSV for bcv compare: bcv import FORMAT", runImport},
		{"compare", "which of two models is better, from losses, counts or predictions on the folds: bcv compare FILE...", runCompare},
		{"bayes", "Bayes test of precision, recall and F1 of two models from fold counts", runBayes},
		{"ttest", "t, F and z tests of two models from fold losses", runTTest},
		{"text", "compare two tag schemes on a corpus by conditional random fields, from sentences to the verdict", runText},
		{"mcnemar", "McNemar's tests of two classifiers from their predictions on the folds", runMcNemar},
		{"power", "how many replications, or what difference, a wanted power takes", runPower},
		{"study", "list, show or run the simulations, at once or as many jobs: bcv study list, bcv study run NAME", runStudy},
		{"reproduce", "compute the published numbers and print the account", runReproduce},
	}
}

func main() {
	if len(os.Args) > 1 {
		endOnSignal(os.Args[1:], os.Stderr)
	}
	out := &checkedWriter{w: os.Stdout}
	status := run(context.Background(), &environment{out, os.Stderr}, os.Args[1:])
	if status == 0 && out.err != nil {
		fmt.Fprintf(os.Stderr, "bcv: the standard output: %v\n", out.err)
		status = exitFailure
	}
	os.Exit(status)
}

// checkedWriter keeps the first error of a writer: nothing that is printed is lost without
// an exit status that says so.
type checkedWriter struct {
	w   io.Writer
	err error
}

func (c *checkedWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.err = cmp.Or(c.err, err)
	return n, err
}

// run executes one command line and returns the exit status.
func run(ctx context.Context, env *environment, args []string) int {
	if len(args) == 0 {
		fmt.Fprint(env.stderr, usage())
		return exitUsage
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		if len(args) > 1 && args[0] == "help" {
			return run(ctx, env, append(args[1:], "--help"))
		}
		fmt.Fprint(env.stdout, usage())
		return 0
	case "version", "-version", "--version":
		fmt.Fprintln(env.stdout, version())
		return 0
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return c.execute(ctx, env, args[1:])
		}
	}
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	advice := "use " + strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
	if near := nearest(args[0], names); near != "" {
		advice = "did you mean " + near + "?"
	}
	fmt.Fprintln(env.stderr, oneLine(fmt.Sprintf("bcv: unknown command %q; %s (bcv help)", args[0], advice)))
	return exitUsage
}

// execute runs a command and turns its error into one line and a status.
func (c command) execute(ctx context.Context, env *environment, args []string) int {
	fs := flag.NewFlagSet("bcv "+c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	err := c.run(ctx, env, fs, args)
	cleanup.Wait() // an error that a signal caused is not told
	var usageErr usageError
	switch {
	case err == nil:
		return 0
	case errors.Is(err, flag.ErrHelp):
		manuals[c.name].print(env.stdout, c, fs)
		return 0
	}
	fmt.Fprintf(env.stderr, "bcv %s: %s\n", c.name, oneLine(plain(err)))
	if errors.As(err, &usageErr) || errors.Is(err, atomicfile.ErrCreate) {
		return exitUsage
	}
	return exitFailure
}

func usage() string {
	var b strings.Builder
	b.WriteString("bcv compares two learning algorithms by block-regularized cross-validation.\n\nUsage: bcv COMMAND [flags]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-10s %s\n", c.name, c.summary)
	}
	b.WriteString("\nbcv COMMAND --help lists the flags of a command, with examples; bcv --version names the build.\n")
	return b.String()
}
