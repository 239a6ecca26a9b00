package cmd

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/block-regularized/bcv/pkg/research/study"
)

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
		fmt.Fprintf(w, "%s scale: %d simulations of %d shards", scale, len(plan.Simulations), plan.Shards())
		if scale == study.Paper {
			fmt.Fprintf(w, ", about %g CPU seconds", s.Seconds)
		}
		fmt.Fprintln(w)
	}
	return nil
}
