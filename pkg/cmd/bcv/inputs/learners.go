package inputs

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/catalogue"
	"github.com/block-regularized/bcv/pkg/learn/outside"
	"github.com/block-regularized/bcv/pkg/learn/pipeline"
	"github.com/block-regularized/bcv/pkg/learn/tune"
	"github.com/block-regularized/bcv/pkg/results"
)

// Learners holds the flags that say what to train.
type Learners struct {
	items       []learnerItem
	names       nameRun
	serve, List bool
	timeout     time.Duration
}

// learnerItem is a learner as it was asked for.
type learnerItem struct {
	text    string
	command bool   // it is a command, not a learner of the list
	steps   string // before a command, empty for none
	name    string // empty for its own
}

// tuned reports whether a command lists alternatives.
func (i learnerItem) tuned() bool { return strings.HasPrefix(strings.TrimSpace(i.text), "tune(") }

// Define defines the flags.
func (f *Learners) Define(fs *flag.FlagSet) {
	fs.Func("learner", "`learner` such as \"ridge(lambda=10)\", or steps before one, \"scale | pca(4) | logistic\"; "+
		"give the flag once for each", func(s string) error {
		return f.add(learnerItem{text: s})
	})
	fs.Func("command", "`command` that learns, such as \"python3 'my forest.py'\", or alternatives, "+
		"\"tune(python3 forest.py --trees 10|99, folds=3)\" (docs/howto/outside-learners.md); once for each",
		func(s string) error {
			return f.add(learnerItem{text: s, command: true})
		})
	fs.Func("steps", "`steps` before the command before it, such as \"downsample | scale | pca(4)\": it gets the "+
		"records that they make", f.addSteps)
	fs.Func("name", "`name` in all results of the learner or command before it, or after it where a name comes first "+
		"(default: the learner with its settings; the file name of a script)", func(s string) error {
		if err := results.CheckModel(s); err != nil {
			return err
		}
		return f.names.add(s, f.items)
	})
	fs.BoolVar(&f.serve, "serve", false, "start each command once, not for every fold; it must know how to serve")
	fs.DurationVar(&f.timeout, "timeout", 0, "the longest that a command may take for one fold (default: no limit)")
	fs.BoolVar(&f.List, "learners", false, "list the learners and their settings")
}

func (f *Learners) add(item learnerItem) error {
	f.items = append(f.items, item)
	f.names.next(f.items)
	return nil
}

// addSteps puts steps before the last command.
func (f *Learners) addSteps(s string) error {
	last := len(f.items) - 1
	switch {
	case last < 0 || !f.items[last].command:
		return errors.New("give it after its --command; steps of a --learner stand before it, as in \"scale | logistic\"")
	case f.items[last].steps != "":
		return errors.New("the command has steps already; put bars between them")
	}
	all, err := catalogue.Alternatives(s, false)
	if len(all) > 1 && !f.items[last].tuned() {
		return fmt.Errorf("there are alternatives in %q; write the command before them as \"tune(%s)\"", s,
			f.items[last].text)
	}
	for _, one := range all {
		if _, err = catalogue.ParseSteps(one); err != nil {
			break
		}
	}
	f.items[last].steps = s
	return err
}

// nameRun gives names to learners: several names in a row belong to as many learners in a
// row.
type nameRun struct {
	before  bool     // names stand before their learners, as the first one does
	waiting []string // names whose learners are still to come
	run     int      // names in the present row
	extra   string   // a name too many
}

// add takes a name that stands after these learners.
func (r *nameRun) add(name string, items []learnerItem) error {
	if len(items) == 0 {
		r.before = true
	}
	if r.before {
		r.waiting = append(r.waiting, name)
		return nil
	}
	r.run++
	if r.run > len(items) || items[len(items)-r.run].name != "" {
		r.extra = name
		return nil
	}
	// The names of the row move up by one.
	last := items[len(items)-r.run:]
	for k := range r.run - 1 {
		last[k].name = last[k+1].name
	}
	last[r.run-1].name = name
	return nil
}

// next notes that a learner was added.
func (r *nameRun) next(items []learnerItem) {
	r.run = 0
	if len(r.waiting) > 0 {
		items[len(items)-1].name = r.waiting[0]
		r.waiting = r.waiting[1:]
	}
}

// check returns an error if a name has no learner.
func (r *nameRun) check() error {
	if len(r.waiting) > 0 {
		r.extra = r.waiting[0]
	}
	if r.extra != "" {
		return fmt.Errorf("--name %s belongs to no learner; give it after its --learner or --command", r.extra)
	}
	return nil
}

// Text returns learner k as it was asked for.
func (f *Learners) Text(k int) string { return f.items[k].text }

// Count returns how many learners there are.
func (f *Learners) Count() int { return len(f.items) }

// Check refuses flags that belong to nothing.
func (f *Learners) Check(fs *flag.FlagSet) error {
	commands := slices.ContainsFunc(f.items, func(i learnerItem) bool { return i.command })
	switch {
	case f.Count() == 0:
		return errors.New("name what to train with --learner or --command; bcv holdout --learners lists the learners")
	case f.timeout < 0:
		return fmt.Errorf("--timeout %v; give a positive time, or 0 for no limit", f.timeout)
	case !commands && (f.serve || command.Given(fs, "timeout")):
		return errors.New("--serve and --timeout are about a --command")
	}
	return f.names.check()
}

// Expand puts a learner of each setting in the place of a learner that lists alternatives, as svm(cost=1|10).
func (f *Learners) Expand() error {
	var items []learnerItem
	for _, item := range f.items {
		all, err := []string{item.text}, error(nil)
		if !item.command && !strings.Contains(item.text, "tune(") { // whose alternatives are its own
			all, err = catalogue.Alternatives(item.text, false)
		}
		if err != nil {
			return fmt.Errorf("--learner: %w", err)
		}
		if len(all) > 1 && item.name != "" {
			return fmt.Errorf("--name %s is one name for the %d settings of %q; leave it out", item.name, len(all), item.text)
		}
		for _, item.text = range all {
			items = append(items, item)
		}
	}
	f.items = items
	return nil
}

// Make returns the learners in the order of the command line, under different names.
// Commands find the name of the partition set in their environment.
func (f *Learners) Make(ctx context.Context, set cv.ID) ([]learn.Learner, error) {
	var out []learn.Learner
	for _, item := range f.items {
		l, err := f.learner(ctx, item, set)
		if err != nil {
			return nil, err
		}
		out = append(out, l)
	}
	f.tellApart(out)
	for i, l := range out {
		if err := results.CheckModel(l.String()); err != nil {
			return nil, fmt.Errorf("%w (--name)", err)
		}
		if slices.ContainsFunc(out[:i], func(o learn.Learner) bool { return o.String() == l.String() }) {
			return nil, fmt.Errorf("two learners are called %q; give one another --name, or leave it out", l)
		}
	}
	return out, nil
}

// tellApart gives commands with the same script, and the same steps before it, names with
// their arguments.
func (f *Learners) tellApart(all []learn.Learner) {
	count := map[string]int{}
	for _, l := range all {
		count[l.String()]++
	}
	for i, l := range all {
		if count[l.String()] == 1 {
			continue
		}
		switch c := l.(type) {
		case outside.Command:
			all[i] = withArguments(c)
		case pipeline.Pipeline:
			if inside, ok := c.Learner.(outside.Command); ok {
				c.Learner = withArguments(inside)
				all[i] = c
			}
		}
	}
}

func withArguments(c outside.Command) outside.Command {
	if c.Label == "" {
		c.Label = c.WithArguments()
	}
	return c
}

// learner returns a learner of the catalogue, or an outside one, behind its steps.
func (f *Learners) learner(ctx context.Context, item learnerItem, set cv.ID) (l learn.Learner, err error) {
	switch {
	case !item.command:
		if l, err = catalogue.Parse(item.text); err != nil {
			err = fmt.Errorf("--learner: %w", err)
		}
	case item.tuned():
		l, err = catalogue.ParseTune(item.text, func(grid string) (tune.Tune, error) {
			return f.tune(ctx, grid, item.steps, set)
		})
	default:
		var c outside.Command
		if c, err = f.outside(ctx, item.text, set); err == nil && item.steps == "" {
			c.Label = item.name
			return c, nil
		}
		l, err = behind(item.steps, c, err)
	}
	if err == nil && item.name != "" {
		l = learn.Named{Learner: l, Name: item.name}
	}
	return l, err
}

// outside returns a command, whose words are divided as a shell does.
func (f *Learners) outside(ctx context.Context, text string, set cv.ID) (outside.Command, error) {
	words, err := table.Words(text)
	if err != nil {
		return outside.Command{}, fmt.Errorf("--command: %w", err)
	}
	if len(words) == 0 {
		return outside.Command{}, errors.New("--command is empty; give a program and its arguments")
	}
	return outside.Command{Name: words[0], Args: words[1:], Serve: f.serve, Timeout: f.timeout, Context: ctx,
		Env: []string{"BCV_SET=" + set.String()}}, nil
}

// behind returns a command behind steps, unless there is an error already.
func behind(steps string, c outside.Command, err error) (learn.Learner, error) {
	if err != nil || steps == "" {
		return c, err
	}
	l := pipeline.Pipeline{Learner: c}
	if l.Steps, err = catalogue.ParseSteps(steps); err != nil {
		return nil, fmt.Errorf("--steps: %w", err)
	}
	return l, nil
}

// tune returns the settings of a command and its steps, each with all combinations of alternatives.
func (f *Learners) tune(ctx context.Context, grid, steps string, set cv.ID) (t tune.Tune, err error) {
	commands, err := catalogue.Alternatives(grid, true)
	if err != nil {
		return t, err
	}
	before, err := catalogue.Alternatives(steps, false)
	for _, s := range before {
		for _, text := range commands {
			c, err := f.outside(ctx, text, set)
			l, err := behind(s, withArguments(c), err)
			if err != nil {
				return t, err
			}
			t.Learners = append(t.Learners, l)
		}
	}
	whole, _ := f.outside(ctx, grid, set) // its parts are commands
	t.Text = strings.TrimPrefix(steps+" | "+whole.WithArguments(), " | ")
	return t, err
}

// NameOthers adds to the error of a learner that cannot predict the target, or takes no weights, the names of those
// that can.
func NameOthers(err error) error {
	able := strings.Join(catalogue.Able(err), ", ")
	switch {
	case able == "":
		return err
	case errors.Is(err, learn.ErrWeights):
		return fmt.Errorf("%w: %s or a --command; any learner trains without them by --weigh losses", err, able)
	}
	return fmt.Errorf("%w: %s", err, able)
}

// ListLearners prints the learners and steps with their settings.
func ListLearners(w io.Writer) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "learner\tpredicts\twhat it is (settings)")
	for _, e := range slices.Concat(catalogue.Entries(), catalogue.Steps()) {
		about := e.What
		if e.Settings != nil {
			about += " (" + strings.Join(e.Settings, ", ") + ")"
		}
		fmt.Fprintf(out, "%s\t%s\t%s\n", e.Name, e.Predicts, about)
	}
	return out.Flush()
}
