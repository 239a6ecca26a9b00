package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/block-regularized/bcv/pkg/dataset/public"
	"github.com/block-regularized/bcv/pkg/internal/progress"
	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/research/study/catalogue"
)

// showStudy prints what a study simulates, what it takes at both scales, and the settings
// that a researcher can give it.
func showStudy(w io.Writer, s study.Study, cfg study.Config, parts int) error {
	plan, err := s.Make(cfg)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: %s\n", s.Name, s.Title)
	if cfg.Own == nil {
		if err := showScales(w, s, cfg, parts); err != nil {
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

// showScales prints what a study simulates and takes at both scales, and how evenly that
// is shared out to some parts, if there are any.
func showScales(w io.Writer, s study.Study, cfg study.Config, parts int) error {
	for _, scale := range []study.Scale{study.Quick, study.Paper} {
		cfg.Scale = scale
		plan, err := s.Make(cfg)
		if err != nil {
			return err
		}
		fits := parts <= plan.Shards()
		total, each, unknown := plan.Seconds(scale, max(1, min(parts, plan.Shards())))
		took := fmt.Sprintf("%.3g CPU seconds", total)
		switch {
		case unknown == len(plan.Simulations):
			took = "cost not measured"
		case unknown > 0:
			took += fmt.Sprintf(" without the %d simulations that are not measured", unknown)
		}
		fmt.Fprintf(w, "%s scale: %d simulations of %d shards, %s\n", scale, len(plan.Simulations), plan.Shards(), took)
		if parts > 0 && total > 0 && fits {
			most := slices.Max(each)
			fmt.Fprintf(w, "%s scale in %d parts: %.3g CPU seconds on average, %.3g the longest, %.2f times as long\n", scale, parts, total/float64(parts), most, most/total*float64(parts))
		}
	}
	return nil
}

// measureStudies prints as CSV what shards take, of some studies or of all.
func measureStudies(ctx context.Context, env *environment, cfg study.Config, names []string) error {
	var rows []study.Cost
	for _, s := range catalogue.All() {
		if len(names) > 0 && !slices.Contains(names, s.Name) {
			continue
		}
		cfg.Progress = progress.New(env.stderr, s.Name)
		costs, err := study.MeasureCosts(ctx, cfg, s)
		if errors.Is(err, public.ErrNotFound) {
			env.note("study", s.Name+" is left out: its data have no local copy")
			continue
		}
		if err != nil {
			return err
		}
		rows = append(rows, costs...)
	}
	for _, name := range names {
		if _, err := catalogue.Find(name); err != nil {
			return usageError{err}
		}
	}
	return table.Write(env.stdout, rows)
}
