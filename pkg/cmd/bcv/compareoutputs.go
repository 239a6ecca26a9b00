package main

import (
	"flag"
	"fmt"
	"io"

	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/internal/atomicfile"
	"github.com/block-regularized/bcv/pkg/report"
)

// compareOutputs are the files that bcv compare writes beside what it prints.
type compareOutputs struct{ html, plot, csv, markdown, latex string }

func (o *compareOutputs) define(fs *flag.FlagSet) {
	fs.StringVar(&o.html, "html", "", "`file` for a report: one page that needs no network, with figures, tables, "+
		"assumptions and sources")
	fs.StringVar(&o.plot, "plot", "", "`file` to draw the differences to: .png, .svg or .pdf; on several data sets a "+
		"forest plot")
	fs.StringVar(&o.csv, "csv", "", "`file` for the verdicts as CSV, with all digits")
	fs.StringVar(&o.markdown, "markdown", "", "`file` for sentences and tables in Markdown")
	fs.StringVar(&o.latex, "latex", "", "`file` for tables in LaTeX, with booktabs")
}

// create opens the outputs.
func (o *compareOutputs) create(out *atomicfile.Batch) error {
	if o.plot != "" {
		if err := figure.CheckName(o.plot); err != nil {
			return fmt.Errorf("--plot: %w", err)
		}
	}
	for _, f := range [...]struct{ flag, path string }{{"--html", o.html}, {"--plot", o.plot}, {"--csv", o.csv},
		{"--markdown", o.markdown}, {"--latex", o.latex}} {
		if err := out.Create(f.flag, f.path); err != nil {
			return err
		}
	}
	return nil
}

// write writes all outputs, and puts them in their places. With all the figure shows all
// procedures.
func (o *compareOutputs) write(out *atomicfile.Batch, r report.Report, all bool) error {
	for _, f := range [...]struct {
		path  string
		write func(io.Writer) error
	}{{o.html, r.HTML}, {o.plot, func(w io.Writer) error { return o.drawTo(w, r, all) }}, {o.csv, r.CSV},
		{o.markdown, r.Markdown}, {o.latex, r.LaTeX}} {
		if err := out.Write(f.path, f.write); err != nil {
			return err
		}
	}
	return out.Commit()
}

func (o *compareOutputs) drawTo(w io.Writer, r report.Report, all bool) error {
	f, err := r.Plot(all)
	if err != nil {
		return err
	}
	return figure.Write(w, f, o.plot)
}
