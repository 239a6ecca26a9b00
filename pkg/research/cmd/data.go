package cmd

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/block-regularized/bcv/pkg/dataset/public"
	"github.com/block-regularized/bcv/pkg/dataset/public/fetch"
	"github.com/block-regularized/bcv/pkg/internal/command"
	"github.com/block-regularized/bcv/pkg/internal/progress"
)

// getData downloads data sets to a directory.
func getData(ctx context.Context, env *command.Environment, _ []string, entries []public.Entry, dir string) error {
	for _, e := range entries {
		if e.URLs() == nil {
			return command.Usagef("%s has no public address: %s; put its file %s into a directory and name that with "+
				"--dir or %s", e.Name, e.Note, e.File, public.EnvDirs)
		}
	}
	for _, e := range entries {
		show := map[string]func(done, total int){}
		paths, err := fetch.Get(ctx, http.DefaultClient, e, dir, func(file string, done, total int64) {
			if total <= 0 {
				return
			}
			if show[file] == nil {
				show[file] = progress.New(env.Stderr, file)
			}
			show[file](int(done), int(total))
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(env.Stdout, "%s: %s (licence: %s)\n", e.Name, strings.Join(paths, ", "), e.Licence)
	}
	return nil
}
