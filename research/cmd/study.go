package cmd

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/progress"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/research/jobs"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/catalogue"
)

// studyVerbs are the words of bcv study except list, each with its flags among the flags that
// not all of them have.
var studyVerbs = map[string][]string{
	"show":    {},
	"run":     {"results", "checkpoints", "workers"},
	"part":    {"dir", "index", "of", "workers", "mixed"},
	"status":  {"dir", "of", "mixed"},
	"collect": {"results", "dir", "mixed"},
	"levels":  {"workers", "test", "folds", "sets", "figure", "json", "list"},
}

// ofSomeVerbs returns the flags that not all verbs have.
func ofSomeVerbs() []string {
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Values(studyVerbs))...))))
}

// studyFlags are the flags of bcv study.
type studyFlags struct {
	scale, results, checkpoints, dir string
	seed                             uint64
	workers, index, of               int
	config                           string
	set                              map[string]string
	mixed                            bool
	levels                           levelsFlags
}

func (f *studyFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.scale, "scale", "quick", "quick or paper")
	fs.StringVar(&f.config, "config", "", "`file` of settings of your own, in lines such as n = 200, in place of the "+
		"study's configurations")
	fs.Func("set", "`setting=value` of your own, such as n=200, which overrides --config; once for each (bcv study "+
		"show lists them)", func(text string) error {
		own, err := study.ParseSettings("--set", text)
		if err != nil {
			return errors.New("write as n=200")
		}
		if f.set == nil {
			f.set = map[string]string{}
		}
		maps.Copy(f.set, own)
		return nil
	})
	fs.Uint64Var(&f.seed, "seed", 1, "seed of all simulations")
	fs.IntVar(&f.workers, "workers", 0, "shards that run at a time (default: SLURM_CPUS_PER_TASK, else one per processor)")
	fs.StringVar(&f.results, "results", "", "`directory` to write the tables to at the paper scale, as CSV")
	fs.StringVar(&f.checkpoints, "checkpoints", "", "of run: `directory` where simulations keep finished shards, to "+
		"resume after an interruption")
	fs.StringVar(&f.dir, "dir", "", "of part, status and collect: `directory` of what the parts have computed, the "+
		"same for all; part makes it")
	fs.IntVar(&f.index, "index", 0, "of part: which `part`, from 0 to N-1 (default: SLURM_ARRAY_TASK_ID, "+
		"JOB_COMPLETION_INDEX, or PARALLEL_SEQ - 1)")
	fs.BoolVar(&f.mixed, "mixed", false, "of part, status and collect: take logs of other kinds of machines too; last "+
		"digits can then differ from a run on one kind")
	fs.IntVar(&f.of, "of", 0, "of part and status: `N`, the number of parts")
	f.levels.define(fs)
}

// runStudy lists the simulations, shows one or runs one, at once or in parts.
func runStudy(ctx context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
	var f studyFlags
	f.define(fs)
	words, err := command.ParseWords(fs, args)
	if err != nil {
		return err
	}
	scale, err := study.ParseScale(f.scale)
	if err != nil {
		return command.Usage(err)
	}
	if len(words) == 1 && words[0] == "list" {
		return listStudies(env.Text())
	}
	own, known := studyVerbs[append(words, "")[0]]
	alone := len(words) == 1 && words[0] == "levels"
	if len(words) != 2 && !alone || len(words) == 2 && words[0] == "levels" || !known {
		return command.Usagef("say what to do: bcv study list, or show, run, part, status or collect with the name " +
			"of a study, or bcv study levels, with a test of yours")
	}
	for _, name := range ofSomeVerbs() {
		if command.Given(fs, name) && !slices.Contains(own, name) {
			return command.Usagef("--%s is not a flag of bcv study %s; leave it out, see bcv study --help", name, words[0])
		}
	}
	if alone {
		return f.judge(ctx, env, fs, scale)
	}
	s, err := catalogue.Find(words[1])
	if err != nil {
		return command.Usage(err)
	}
	if err := f.check(fs, words[0]); err != nil {
		return command.Usage(err)
	}
	settings, err := f.own(fs)
	if err != nil {
		return command.Usage(err)
	}
	cfg := study.Config{Own: settings, Mixed: f.mixed, Note: func(text string) { env.Note("study", text) }, Data: data.FS,
		Scale: scale, Seed: f.seed, Workers: f.workers, Results: f.results, Checkpoints: cmp.Or(f.dir, f.checkpoints)}
	if f.results != "" {
		cfg.Commit = revision(ctx)
	}
	if err = f.do(ctx, env, words[0], cfg, s); jobs.Unfit(err) {
		return command.Usage(err)
	}
	return err
}

// own returns the settings of --config and --set, nil if there are none.
func (f *studyFlags) own(fs *flag.FlagSet) (map[string]string, error) {
	if f.config == "" && f.set == nil {
		return nil, nil
	}
	switch {
	case command.Given(fs, "scale"):
		return nil, errors.New("--scale is about the study's own configurations; with --config or --set say how many data " +
			"sets: --set sets=1000")
	case f.results != "":
		return nil, errors.New("--results has the tables of the study's own configurations; with --config or --set they " +
			"are on standard output")
	}
	out := map[string]string{}
	if f.config != "" {
		text, err := table.ReadText(f.config, "text", command.MaxConfig)
		if err != nil {
			return nil, fmt.Errorf("--config: %w", err)
		}
		if out, err = study.ParseSettings(f.config, string(text)); err != nil {
			return nil, err
		}
	}
	maps.Copy(out, f.set)
	return out, nil
}

// check checks the flags of a verb, and fills in those that the scheduler of jobs gives.
func (f *studyFlags) check(fs *flag.FlagSet, verb string) error {
	part := jobs.Part{Dir: f.dir, Index: f.index, Of: f.of, Workers: f.workers}
	if err := part.Check(fs, verb); err != nil {
		return err
	}
	f.index, f.workers = part.Index, part.Workers
	return checkPlaces(f.results, f.checkpoints, "")
}

// partOfStudy runs a part.
func partOfStudy(ctx context.Context, env *command.Environment, cfg study.Config, s study.Study, f *studyFlags) error {
	cfg.Progress = progress.New(env.Stderr, fmt.Sprintf("%s, part %d of %d", s.Name, f.index, f.of))
	return study.RunPart(ctx, cfg, s, f.index, f.of)
}

// do does what a verb says.
func (f *studyFlags) do(ctx context.Context, env *command.Environment, verb string, cfg study.Config,
	s study.Study) (err error) {
	var tables []study.Table
	switch verb {
	case "show":
		return showStudy(env.Text(), s, cfg)
	case "part":
		return partOfStudy(ctx, env, cfg, s, f)
	case "status":
		return jobs.PrintStatus(env.Text(), cfg, s, f.of)
	case "collect":
		if tables, err = study.Collect(cfg, s); err != nil && !jobs.Unfit(err) {
			err = fmt.Errorf("%w (bcv study status %s --dir %s --of N lists the parts)", err, s.Name, f.dir)
		}
	default:
		show := progress.NewReporter(env.Stderr)
		cfg.Progress = show.Listener(s.Name)
		tables, err = study.Run(ctx, cfg, s)
		show.Stop()
	}
	if err != nil {
		return err
	}
	return writeStudyTables(env.Stdout, tables)
}

// listStudies prints one line per study, the cheapest first.
func listStudies(w io.Writer) error {
	all := catalogue.All()
	slices.SortStableFunc(all, func(a, b study.Study) int { return cmp.Compare(a.Seconds, b.Seconds) })
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "name\tCPU seconds, --scale paper\tabout")
	for _, s := range all {
		fmt.Fprintf(tw, "%s\t%g\t%s\n", s.Name, s.Seconds, s.Title)
	}
	return tw.Flush()
}

// writeStudyTables prints the tables as CSV, with an empty line between two, and without
// dates and costs, so that equal runs print the same.
func writeStudyTables(w io.Writer, tables []study.Table) error {
	for i, t := range tables {
		var b bytes.Buffer
		if err := t.Write(&b); err != nil {
			return err
		}
		lines, err := csv.NewReader(&b).ReadAll()
		if err != nil {
			return err
		}
		if i > 0 {
			fmt.Fprintln(w)
		}
		out := csv.NewWriter(w)
		for _, line := range lines {
			var kept []string
			for j, cell := range line {
				if name := lines[0][j]; name != "date" && !strings.HasSuffix(name, "seconds") {
					kept = append(kept, cell)
				}
			}
			if err := out.Write(kept); err != nil {
				return err
			}
		}
		out.Flush()
		if err := out.Error(); err != nil {
			return err
		}
	}
	return nil
}

// showStudy prints what a study simulates and the settings that a researcher can give it.
func showStudy(w io.Writer, s study.Study, cfg study.Config) error {
	plan, err := s.Make(cfg)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: %s\n", s.Name, s.Title)
	if cfg.Own == nil {
		if err := showScales(w, s, cfg); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(w, "your settings: %d simulations of %d shards\n", len(plan.Simulations), plan.Shards())
	}
	fmt.Fprintln(w, s.Command(cfg))
	if len(s.Settings) == 0 {
		fmt.Fprintln(w, "It takes no settings of your own.")
		return nil
	}
	fmt.Fprintln(w, "\nSettings of your own, by --set NAME=VALUE or in lines of --config FILE:")
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "setting\tvalue\tabout")
	for _, k := range s.Settings {
		value := k.Default
		if own, ok := cfg.Own[k.Name]; ok {
			value = own
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\n", k.Name, value, k.About)
	}
	return tw.Flush()
}

// showScales prints what a study simulates at both scales, and what the paper scale takes.
func showScales(w io.Writer, s study.Study, cfg study.Config) error {
	for _, scale := range []study.Scale{study.Quick, study.Paper} {
		cfg.Scale = scale
		plan, err := s.Make(cfg)
		if err != nil {
			return err
		}
		if len(plan.Simulations) == 0 {
			fmt.Fprintln(w, "It simulates on public data sets, and none is here: bcv data list names them, and bcv data get "+
				"gets them.")
			return nil
		}
		fmt.Fprintf(w, "%s scale: %d simulations of %d shards", scale, len(plan.Simulations), plan.Shards())
		if scale == study.Paper {
			fmt.Fprintf(w, ", about %g CPU seconds", s.Seconds)
		}
		fmt.Fprintln(w)
	}
	return nil
}
