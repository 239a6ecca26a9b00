package outside

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// Command is a learner that runs a program for its fits; see the package comment for what the program must do. It
// classifies or regresses according to the target of the data set.
type Command struct {
	Name string   // the program: a path, or a name in PATH
	Args []string // its arguments, such as the path of a script
	// Label names the learner in results; empty means the file name of the script, such as forest.py for "python3
	// /home/me/forest.py --serve", or of the program.
	Label string

	Dir string   // where the program runs; empty means the current directory
	Env []string // "key=value", in addition to the environment of this process

	// Timeout limits the time of one fit, including the start of the program; 0 means no limit.
	Timeout time.Duration
	// Serve starts the program once per fitter instead of once per fit.
	Serve bool
	// PredictAll makes the program predict the training records too.
	PredictAll bool
	// Seed determines BCV_SEED, together with the training records.
	Seed uint64
	// Run is BCV_RUN, the number of this run of several with other seeds; 0 means 1.
	Run int
	// Context ends running fits when it is cancelled, as that of Fit does; nil means never.
	Context context.Context
}

// String returns the label, or the name of the script or program.
func (c Command) String() string {
	if c.Label != "" {
		return c.Label
	}
	name, _ := c.script()
	return name
}

// Traits says that the whole command identifies the learner, and that the program gets a seed and the weights of the
// training records. Whether it counts records by them is unknown, as the notes of its fits say.
func (c Command) Traits() learn.Traits {
	words := append([]string{c.Name}, c.Args...)
	for i, w := range words {
		if w == "" || strings.ContainsAny(w, " \"") { // two words are not one
			words[i] = strconv.Quote(w)
		}
	}
	return learn.Traits{
		Weights:  true,
		Identity: c.String() + " = outside(" + strings.Join(words, " ") + ")",
		ForRun: func(run int) learn.Learner {
			again := c
			again.Seed, again.Run = learn.RunSeed(c.Seed, run), run
			return again
		},
	}
}

// WithArguments returns the name of the script or program with its arguments, which distinguishes commands that
// differ only in these.
func (c Command) WithArguments() string {
	name, args := c.script()
	return strings.Join(append([]string{name}, args...), " ")
}

// scripts are the extensions of files that interpreters run.
var scripts = []string{".py", ".pyz", ".r", ".jl", ".js", ".mjs", ".ts", ".rb", ".pl", ".sh", ".jar", ".lua", ".m",
	".php", ".go"}

// script returns the file name of the script that a program runs, and the arguments of the script: it is the first
// argument with such an extension, or the module of python -m. If there is none, the program is the script.
func (c Command) script() (name string, args []string) {
	for k, arg := range c.Args {
		if arg == "-m" && k+1 < len(c.Args) {
			return c.Args[k+1], c.Args[k+2:]
		}
		if slices.Contains(scripts, strings.ToLower(filepath.Ext(arg))) {
			return filepath.Base(arg), c.Args[k+1:]
		}
	}
	return filepath.Base(c.Name), c.Args
}

// Prepare writes the records of d as lines of CSV, once for all fits. It returns an error if d is incomplete, if a
// name in d cannot be used in the files (two equal names, a feature called target or record, a class with spaces at
// its ends), if the program cannot be found, or if settings contradict each other.
func (c Command) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if err := d.Check(); err != nil {
		return nil, c.errorf("%w", err)
	}
	if err := checkNames(d); err != nil {
		return nil, c.errorf("%w", err)
	}
	r := encode(d)
	p := &prepared{command: c, n: d.N(), records: r, target: newTarget(d), env: describe(d, r)}
	if d.Weights != nil {
		p.note = "it gets weights in " + rolesName + ", and whether it counts records by them is up to it"
	}
	return p, nil
}

// check returns an error about the settings.
func (c Command) check() error {
	switch {
	case c.Name == "":
		return errors.New("outside: Command without Name; give the program to run")
	case c.Timeout < 0:
		return c.errorf("Timeout is %v; give a positive time, or leave it out for no limit", c.Timeout)
	case c.Serve && placed(c.Args):
		return c.errorf("an argument has a placeholder, but a program that serves gets its paths on standard input; " +
			"remove the placeholder or unset Serve")
	}
	for _, e := range c.Env {
		if !strings.Contains(e, "=") {
			return c.errorf("Env has %q; write key=value", e)
		}
	}
	name := c.Name
	if c.Dir != "" && strings.ContainsRune(name, filepath.Separator) && !filepath.IsAbs(name) {
		name = filepath.Join(c.Dir, name)
	}
	if runtime.GOARCH == "wasm" {
		return c.errorf("WebAssembly starts no programs; use the program bcv for this system")
	}
	if _, err := exec.LookPath(name); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return c.errorf("no program %q in PATH; install it or give its path", c.Name)
		}
		return c.errorf("cannot run %q: %w; give the path of a program", c.Name, errors.Unwrap(err))
	}
	return nil
}

// errorf returns an error that names the package and the learner.
func (c Command) errorf(format string, args ...any) error {
	return fmt.Errorf("outside: %s: %w", oneLine(c.String()), fmt.Errorf(format, args...))
}

// job is the request of one fit to the program.
type job struct {
	train, test, predictions string // paths
	seed                     uint32
}

// placeholders in arguments; the first three are paths.
var placeholders = []string{"{train}", "{test}", "{predictions}", "{seed}"}

// placed reports whether an argument has a placeholder.
func placed(args []string) bool {
	all := strings.Join(args, "\x00")
	return slices.ContainsFunc(placeholders, func(p string) bool { return strings.Contains(all, p) })
}

// arguments returns args with placeholders replaced by the paths of j, or with the paths appended.
func (j job) arguments(args []string) []string {
	values := []string{j.train, j.test, j.predictions, fmt.Sprint(j.seed)}
	var pairs []string
	for i, p := range placeholders {
		pairs = append(pairs, p, values[i])
	}
	replacer, found := strings.NewReplacer(pairs...), false
	out := make([]string, 0, len(args)+3)
	for _, a := range args {
		for _, p := range placeholders[:3] {
			found = found || strings.Contains(a, p)
		}
		out = append(out, replacer.Replace(a))
	}
	if !found {
		out = append(out, values[:3]...)
	}
	return out
}

// environment returns the variables of j.
func (j job) environment() []string {
	return []string{"BCV_TRAIN=" + j.train, "BCV_TEST=" + j.test, "BCV_PREDICTIONS=" + j.predictions,
		fmt.Sprintf("BCV_SEED=%d", j.seed)}
}
