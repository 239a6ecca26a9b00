package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/columns"
	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/results/sheet"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// reportFlags say how a report is printed.
type reportFlags struct {
	json, verbose bool
	models        bool // the intervals of single models stand in the text without verbose
	table         bool // of all verdicts, which several procedures have in any case
}

func (f *reportFlags) define(fs *flag.FlagSet) {
	fs.BoolVar(&f.verbose, "verbose", false, "print assumptions and all notes, and which procedures were left out")
	fs.BoolVar(&f.json, "json", false, "print JSON with full precision instead of text")
}

// print prints the notes of a report, and the report as text or JSON.
func (f *reportFlags) print(env *command.Environment, name string, r compare.Report, opt compare.Options) error {
	f.notes(env, name, unsaid(r))
	if f.verbose {
		for _, text := range r.LeftOut {
			env.Note(name, text)
		}
	}
	if f.json {
		return env.Encode(r)
	}
	return f.text(env.Text(), r, opt)
}

// readings prints what tables were taken for, but beside JSON, which has it.
func (f *reportFlags) readings(env *command.Environment, of []sheet.Reading) {
	for _, line := range sheet.Lines(of) {
		if !f.json {
			fmt.Fprintln(env.Text(), line)
		}
	}
}

// means prints what the results say where an error is that there is no verdict.
func (f *reportFlags) means(env *command.Environment, err error) error {
	var refused *compare.NoVerdictError
	if !errors.As(err, &refused) {
		return nil
	}
	if f.json {
		return env.Encode(refused)
	}
	rows := [][]string{{"task", "metric", "model", "mean", "minus the first"}}
	for _, m := range refused.Means {
		// NaN: no value on a fold
		rows = append(rows, []string{cmp.Or(m.Key.String(), "-"), m.Metric.Label(), m.Model, dashed(m.Mean, decimals),
			dashed(m.Difference, signed)})
	}
	return command.Columns(env.Text(), rows)
}

// unsaid returns the notes of a report but for those that its best verdicts say.
func unsaid(r compare.Report) []string {
	var said []string
	for _, v := range r.Best() {
		if w := v.Warning(); v.Note != "" && !slices.Contains(said, w) {
			said = append(said, w)
		}
	}
	return slices.DeleteFunc(slices.Clone(r.Notes), func(note string) bool {
		return slices.ContainsFunc(said, func(w string) bool { return strings.HasPrefix(note, w) })
	})
}

// notes prints notes, the first two alone if there are more than three.
func (f *reportFlags) notes(env *command.Environment, name string, notes []string) {
	for i, note := range notes {
		if !f.verbose && i == 2 && len(notes) > 3 {
			env.Note(name, fmt.Sprintf("%d more notes; --verbose prints them", len(notes)-2))
			break
		}
		env.Note(name, note)
	}
}

// text prints the verdicts, and below them the table of all procedures. With verbose it also prints what is the same on
// every run.
func (f *reportFlags) text(w io.Writer, r compare.Report, opt compare.Options) error {
	best := r.Deciding()
	text := r.Text()
	if brief := r.Brief(); brief != text && !f.verbose {
		text = fmt.Sprintf("%s\n%s", brief, columns.Paragraph(fmt.Sprintf("--verbose has a row for each %s; --csv, --html and --json "+
			"have all of them.", table.Pick(len(best) < len(r.Best()), "pair and task", "pair"))))
	}
	fmt.Fprintln(w, strings.Replace(command.Flags(text), "in order, rank them.", "in order, run bcv rank.", 1))
	for _, v := range best {
		if text := v.Agreement(); text != "" && (opt.FirstFolds || f.verbose) {
			writeLines(w, text)
		}
		if text := v.MadeOf(); len(best) > 1 && text != "" && (opt.HalfWidth > 0 || f.verbose) {
			writeLines(w, text)
		}
	}
	if f.verbose {
		writeAbout(w, r)
	}
	if f.verbose || f.models {
		if err := writeModels(w, r.Models); err != nil {
			return err
		}
	}
	if !(f.table || opt.All || len(opt.Methods) > 1) {
		return nil
	}
	return writeVerdicts(w, r)
}

// writeLines prints each line of a text in lines that a terminal has room for.
func writeLines(w io.Writer, text string) {
	for line := range strings.Lines(text) {
		fmt.Fprintln(w, columns.Paragraph(line))
	}
}

// writeAbout prints why each procedure was taken, how often it raises false alarms, what it assumes, and what else is
// known of the verdicts.
func writeAbout(w io.Writer, r compare.Report) {
	for _, text := range r.About() {
		fmt.Fprintf(w, "\n%s\n", text)
	}
}

// writeModels prints the intervals of each model by itself, and what they are about.
func writeModels(w io.Writer, models []verdict.ModelInterval) error {
	if len(models) == 0 {
		return nil
	}
	rows := [][]string{{"task", "metric", "model", "about", "estimate", fmt.Sprintf("%g%% interval", 100*models[0].Level)}}
	measured := map[verdict.Target]bool{}
	for _, m := range models {
		rows = append(rows, []string{cmp.Or(m.Key.String(), "-"), m.Metric.Label(), m.Model, string(m.Target),
			decimals(m.Mid), fmt.Sprintf("[%s, %s]", decimals(m.Low), decimals(m.High))})
		measured[m.Target] = measured[m.Target] || !math.IsNaN(m.Coverage.Mean)
	}
	fmt.Fprintln(w)
	if err := command.Columns(w, rows); err != nil {
		return err
	}
	for _, t := range []verdict.Target{verdict.Algorithms, verdict.FittedModels} {
		if measured[t] {
			fmt.Fprintln(w, columns.Paragraph(t.AboutIntervals()))
		}
	}
	return nil
}

// writeVerdicts prints one line per verdict, and what is known of their errors.
func writeVerdicts(w io.Writer, r compare.Report) error {
	fmt.Fprintln(w)
	if err := command.Columns(w, r.Procedures()); err != nil {
		return err
	}
	i := slices.IndexFunc(r.Verdicts, func(v compare.Verdict) bool { return v.ErrorRate.Where != "" })
	if i < 0 {
		return nil
	}
	_, err := fmt.Fprintln(w, columns.Paragraph(fmt.Sprintf("False alarms: %s, or in simulations (--verbose); a dash: not measured.",
		r.Verdicts[i].ErrorRate.Where)))
	return err
}

// writeColumns prints a header and rows, without the columns that hold nothing.
func writeColumns(w io.Writer, rows [][]string) error {
	some := make([]bool, len(rows[0]))
	for _, row := range rows[1:] {
		for i, cell := range row {
			some[i] = some[i] || cell != "-"
		}
	}
	kept := make([][]string, len(rows))
	for k, row := range rows {
		for i, cell := range row {
			if some[i] {
				kept[k] = append(kept[k], cell)
			}
		}
	}
	return command.Columns(w, kept)
}

// decimals writes x with five decimals, or with three digits where these would show little of it or nothing.
func decimals(x float64) string { return fmt.Sprintf("%"+verb(x), x) }

// signed is decimals with a sign.
func signed(x float64) string { return fmt.Sprintf("%+"+verb(x), x) }

func verb(x float64) string {
	if x != 0 && math.Abs(x) < 0.001 {
		return ".3g"
	}
	return ".5f"
}

// dashed writes x, or a dash where there is none.
func dashed(x float64, write func(float64) string) string {
	if math.IsNaN(x) {
		return "-"
	}
	return write(x)
}
