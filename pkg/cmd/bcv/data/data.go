// Package data holds bcv data, which lists, downloads and verifies the public data sets.
package data

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/inputs"
	"github.com/block-regularized/bcv/research/public"
)

// Getter downloads data sets to a directory. args are the arguments of the command.
type Getter = func(ctx context.Context, env *command.Environment, args []string, entries []public.Entry,
	dir string) error

// run lists, downloads or verifies the data sets of the manifest.
func run(ctx context.Context, env *command.Environment, fs *flag.FlagSet, args []string, get Getter) error {
	dir := fs.String("dir", "", "directory to look in first, and to download to (default: the user's cache)")
	asJSON := fs.Bool("json", false, "print the list as a JSON array")
	var reading inputs.Table
	reading.Define(fs)
	words, err := command.ParseWords(fs, args)
	if err != nil {
		return err
	}
	if len(words) == 0 {
		return command.Usagef("say what to do: bcv data list, bcv data get NAME..., bcv data verify [NAME...], or bcv " +
			"data show FILE")
	}
	verb, names := words[0], words[1:]
	switch {
	case verb != "list" && verb != "get" && verb != "verify" && verb != "show":
		return command.Usagef("data %q; use list, get, verify or show", verb)
	case verb == "show" && len(names) != 1:
		return command.Usagef("bcv data show describes one file; name it")
	case verb != "show" && reading.Any(fs) != "":
		return command.Usagef("--%s goes with bcv data show", reading.Any(fs))
	case *asJSON && verb != "list":
		return command.Usagef("--json goes with bcv data list")
	case verb == "get" && len(names) == 0:
		return command.Usagef("name the data sets to get; bcv data list shows them")
	}
	if verb == "show" {
		return reading.Show(env, names[0])
	}
	entries, err := lookup(names)
	if err != nil {
		return command.Usage(err)
	}
	dirs := public.Dirs()
	if *dir != "" {
		dirs = public.Dirs(*dir)
	}
	switch verb {
	case "list":
		return listData(env, entries, dirs, *asJSON)
	case "get":
		if *dir == "" {
			if *dir, err = public.CacheDir(); err != nil {
				return command.Usagef("%w with --dir", err)
			}
		}
		return get(ctx, env, args, entries, *dir)
	}
	return verifyData(ctx, env, entries, dirs, len(names) > 0)
}

// lookup returns the named data sets, all if none is named.
func lookup(names []string) ([]public.Entry, error) {
	if len(names) == 0 {
		return public.Manifest(), nil
	}
	var out []public.Entry
	for _, name := range names {
		e, err := public.Lookup(name)
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}

// listing is a line of the list.
type listing struct {
	Name     string   `json:"name"`
	Task     string   `json:"task"`
	Records  int      `json:"records"`
	Features int      `json:"features"`
	Classes  int      `json:"classes"`
	Licence  string   `json:"licence"`
	URL      string   `json:"url"`
	Note     string   `json:"note"`
	Files    []string `json:"files"` // local copies
}

func listData(env *command.Environment, entries []public.Entry, dirs []string, asJSON bool) error {
	var list []listing
	for _, e := range entries {
		paths, err := e.Find(dirs...)
		if err != nil {
			paths = []string{}
		}
		list = append(list, listing{e.Name, e.Task, e.Records, e.Features, e.Classes, e.Licence, e.URL, e.Note, paths})
	}
	if asJSON {
		enc := json.NewEncoder(env.JSON())
		enc.SetIndent("", " ")
		return enc.Encode(list)
	}
	rows := [][]string{{"name", "task", "records", "features", "classes", "local", "licence"}}
	var licences []string
	for _, l := range list {
		local := "no"
		switch {
		case len(l.Files) > 0:
			local = "yes"
		case l.URL == "":
			local = "by hand"
		}
		at := slices.Index(licences, l.Licence)
		if at < 0 {
			at = len(licences)
			licences = append(licences, l.Licence)
		}
		rows = append(rows, []string{l.Name, l.Task, strconv.Itoa(l.Records), strconv.Itoa(l.Features),
			strconv.Itoa(l.Classes), local, strconv.Itoa(at + 1)})
	}
	w := env.Text()
	if err := command.Columns(w, rows); err != nil {
		return err
	}
	fmt.Fprintln(w, "\nLicences:")
	for i, text := range licences {
		fmt.Fprintf(w, "%3d  %s\n", i+1, text)
	}
	fmt.Fprintf(env.Stdout, "\nLooked in %s. \"by hand\": there is no public address, see --json for how to get it.\n",
		strings.Join(dirs, ", "))
	return nil
}

// verifyData checks sums and shapes. Data sets without a local copy are a fault
// only if they were named.
func verifyData(ctx context.Context, env *command.Environment, entries []public.Entry, dirs []string,
	named bool) error {
	faults, checked := 0, 0
	for _, e := range entries {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("stopped after %d data sets: %w", checked, err)
		}
		paths, err := e.Find(dirs...)
		if errors.Is(err, public.ErrNotFound) && !named {
			continue
		}
		if err == nil {
			err = e.Verify(paths)
		}
		if err == nil && e.Task != "sequence" {
			_, err = e.Load(paths)
		}
		checked++
		if err != nil {
			faults++
			fmt.Fprintf(env.Stdout, "%s: FAULT %s\n", e.Name, command.OneLine(command.Plain(err)))
			continue
		}
		fmt.Fprintf(env.Stdout, "%s: ok\n", e.Name)
	}
	if faults > 0 {
		return fmt.Errorf("%d of %d data sets differ from the manifest", faults, checked)
	}
	if checked == 0 {
		fmt.Fprintf(env.Stdout, "no local copies in %s\n", strings.Join(dirs, ", "))
	}
	return nil
}

// Command returns bcv data, which downloads by get.
func Command(get Getter) command.Command {
	return command.Command{
		Name:    "data",
		Summary: "list, download and verify the public data sets of the experiments",
		Manual:  manual,
		Run: func(ctx context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
			return run(ctx, env, fs, args, get)
		},
	}
}

var manual = command.Manual{
	Usage: []string{
		"bcv data list [--json]              the public data sets of the experiments, and which have a local copy",
		"bcv data get NAME... [--dir DIR]    download data sets and check their sums",
		"bcv data verify [NAME...]           check local copies: sums and shapes",
		"bcv data show FILE [flags]          how the columns of your own CSV or ARFF file are read",
	},
	Groups: []command.FlagGroup{{"list, get and verify", "dir json"},
		{"show", "target regression drop nominal numeric missing no-header"}},
	Examples: []string{
		`bcv data list`,
		`bcv data show data/samples/plants.csv --drop leaves`,
	},
}
