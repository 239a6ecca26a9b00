package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/catalogue"
	"github.com/block-regularized/bcv/pkg/learn/outside"
)

// learnerFlags are the flags that say what to train.
type learnerFlags struct {
	learners, commands []string
	serve, list        bool
	timeout            time.Duration
}

func (f *learnerFlags) define(fs *flag.FlagSet) {
	fs.Func("learner", "`learner` such as \"ridge(lambda=10)\"; give the flag once for each", func(s string) error {
		f.learners = append(f.learners, s)
		return nil
	})
	fs.Func("command", "`command` that learns, such as \"python3 forest.py\" (docs/outside-learners.md); once for each", func(s string) error {
		f.commands = append(f.commands, s)
		return nil
	})
	fs.BoolVar(&f.serve, "serve", false, "start each command once, not for every fold; it must know how to serve")
	fs.DurationVar(&f.timeout, "timeout", 0, "the longest that a command may take for one fold (default: no limit)")
	fs.BoolVar(&f.list, "learners", false, "list the learners and their settings")
}

// models returns how many learners there are.
func (f *learnerFlags) models() int { return len(f.learners) + len(f.commands) }

func (f *learnerFlags) check(fs *flag.FlagSet) error {
	switch {
	case f.models() == 0:
		return errors.New("name what to train with --learner or --command; bcv holdout --learners lists the learners")
	case f.timeout < 0:
		return fmt.Errorf("--timeout %v; give a positive time, or 0 for no limit", f.timeout)
	case len(f.commands) == 0 && (f.serve || given(fs, "timeout")):
		return errors.New("--serve and --timeout are about a --command")
	}
	return nil
}

// make returns the learners, those of the list first. Commands find the name of the
// partition set in their environment.
func (f *learnerFlags) make(ctx context.Context, set cv.ID) ([]learn.Learner, error) {
	var out []learn.Learner
	for _, text := range f.learners {
		l, err := catalogue.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("--learner: %w", err)
		}
		out = append(out, l)
	}
	for _, text := range f.commands {
		l, err := f.command(ctx, text, set)
		if err != nil {
			return nil, err
		}
		out = append(out, l)
	}
	return out, nil
}

// command returns an outside learner; arguments are separated by blanks.
func (f *learnerFlags) command(ctx context.Context, text string, set cv.ID) (learn.Learner, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, errors.New("--command is empty; give a program and its arguments")
	}
	return outside.Command{Name: words[0], Args: words[1:], Serve: f.serve, Timeout: f.timeout, Context: ctx, Env: []string{"BCV_SET=" + set.String()}}, nil
}

func listLearners(w io.Writer) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "learner\twhat it is\tsettings")
	for _, e := range catalogue.Entries() {
		fmt.Fprintf(out, "%s\t%s\t%s\n", e.Name, e.What, strings.Join(e.Settings, ", "))
	}
	return out.Flush()
}
