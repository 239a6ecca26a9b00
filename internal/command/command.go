// Package command holds what the programs of this module share: commands with flags and
// help, what they may touch of the world, messages in one line, exit statuses, and the end
// by a signal.
package command

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/atomicfile"
	"github.com/block-regularized/bcv/internal/cleanup"
	"github.com/block-regularized/bcv/internal/progress"
	"github.com/block-regularized/bcv/internal/table"
)

// Exit statuses.
const (
	ExitFailure = 1 // something went wrong that the user did not cause
	ExitUsage   = 2 // flags or input are wrong
)

// MaxConfig bounds a file of settings or templates, in bytes.
const MaxConfig = 1 << 20

// Command is one verb of a program.
type Command struct {
	Name    string
	Group   string // heading in the list of commands, below which those of the same group stand together
	Summary string
	// Run parses args with fs and does the work.
	Run    func(ctx context.Context, env *Environment, fs *flag.FlagSet, args []string) error
	Manual Manual
	// GoesOn reports whether the command keeps each piece of its work as soon as it is done,
	// so that it resumes there after a signal; nil means that it does not.
	GoesOn func(args []string) bool
	// Failure is the exit status for what the user did not cause, where ExitFailure is an answer; 0 means ExitFailure.
	Failure int
}

// Environment is what a command may touch of the world.
type Environment struct {
	Stdout, Stderr io.Writer
}

// usageError is a mistake of the caller: flags or input.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

// Usage marks an error as a mistake of the caller, in flags or input: the program exits
// with ExitUsage.
func Usage(err error) error { return usageError{err} }

// Usagef returns a formatted error that is a mistake of the caller.
func Usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// statusError ends a program with a status that its command documents.
type statusError int

func (e statusError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// Status returns what a command returns to end with an exit status of its own without a message, or nil for 0.
func Status(code int) error {
	if code == 0 {
		return nil
	}
	return statusError(code)
}

// Program is a list of commands.
type Program struct {
	Name     string // of the executable
	About    string // a sentence
	Commands []Command
}

// Main runs the command line of the process and ends it.
func (p Program) Main() {
	if len(os.Args) > 1 {
		p.endOnSignal(os.Args[1:], os.Stderr)
	}
	table.Watch = func(path string) func(done, total int) {
		return progress.NewLong(os.Stderr, "reading "+OneLine(filepath.Base(path)))
	}
	os.Exit(p.run(os.Stdout, os.Stderr, os.Args[1:]))
}

// run executes a command line. What could not be printed is a failure, whatever the command found.
func (p Program) run(stdout, stderr io.Writer, args []string) int {
	out := &checkedWriter{w: stdout}
	status := p.Run(context.Background(), &Environment{out, stderr}, args)
	failure := ExitFailure
	if len(args) > 0 {
		if c := p.find(args[0]); c != nil {
			failure = c.failure()
		}
	}
	if out.err != nil && status != ExitUsage && status != ExitAgain && status != failure {
		fmt.Fprintf(stderr, "bcv: the standard output: %v\n", out.err)
		return failure
	}
	return status
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

// Run executes one command line and returns the exit status.
func (p Program) Run(ctx context.Context, env *Environment, args []string) int {
	if len(args) == 0 {
		fmt.Fprint(inLines(env.Stderr), p.usage())
		return ExitUsage
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		if len(args) > 1 && args[0] == "help" {
			return p.Run(ctx, env, slices.Insert(slices.Clone(args[1:]), 1, "--help"))
		}
		fmt.Fprint(inLines(env.Stdout), p.usage())
		return 0
	case "version", "-version", "--version", "-V":
		fmt.Fprintln(env.Stdout, p.version())
		return 0
	}
	if c := p.find(args[0]); c != nil {
		return c.execute(ctx, env, args[1:])
	}
	var names []string
	for _, c := range p.Commands {
		names = append(names, c.Name)
	}
	advice := "use " + strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
	if near := nearest(args[0], names); near != "" {
		advice = "did you mean " + near + "?"
	}
	message := fmt.Sprintf("%s: unknown command %q; %s (%[1]s help)", p.Name, args[0], advice)
	fmt.Fprintln(inLines(env.Stderr), OneLine(message))
	return ExitUsage
}

// find returns the command of a name, or nil.
func (p Program) find(name string) *Command {
	for i, c := range p.Commands {
		if c.Name == name {
			return &p.Commands[i]
		}
	}
	return nil
}

// execute runs a command and turns its error into one line and a status.
func (c *Command) execute(ctx context.Context, env *Environment, args []string) int {
	fs := flag.NewFlagSet("bcv "+c.Name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	err := c.Run(ctx, env, fs, args)
	cleanup.Wait() // an error that a signal caused is not reported
	var usageErr usageError
	var status statusError
	switch {
	case err == nil:
		return 0
	case errors.Is(err, flag.ErrHelp):
		c.printManual(env.Stdout, fs, slices.Contains(args, "all"))
		return 0
	case errors.As(err, &status):
		return int(status)
	}
	fmt.Fprintf(inLines(env.Stderr), "bcv %s: %s\n", c.Name, OneLine(suggest(Plain(err))))
	if errors.As(err, &usageErr) || errors.Is(err, atomicfile.ErrCreate) {
		return ExitUsage
	}
	return c.failure()
}

func (c *Command) failure() int { return cmp.Or(c.Failure, ExitFailure) }

func (p Program) usage() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nUsage: %s COMMAND [flags]\n\n", p.About, p.Name)
	group := ""
	for _, c := range p.Commands {
		if c.Group != group {
			fmt.Fprintf(&b, "%s%s:\n", map[bool]string{true: "\n"}[group != ""], c.Group)
			group = c.Group
		}
		fmt.Fprintf(&b, "  %-10s %s\n", c.Name, c.Summary)
	}
	fmt.Fprintf(&b, "\n%s COMMAND --help lists the flags of a command, with examples; %[1]s --version names the build.\n",
		p.Name)
	return b.String()
}
