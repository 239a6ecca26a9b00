package imports

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/importer"
	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/block-regularized/bcv/pkg/results"
)

// tableFormat is a format of predictions or scores.
func tableFormat(name, summary string, flags func(f *importFlags, fs *flag.FlagSet),
	read func([]importer.Model, importer.Options) (importer.Predictions, error)) importFormat {
	return importFormat{name, summary, flags, func(f *importFlags) (imported, error) { return f.predicted(read) }}
}

func defineClasses(f *importFlags, fs *flag.FlagSet) {
	fs.BoolVar(&f.options.Regression, "regression", false, "predictions are numbers; the loss is the squared error")
	fs.BoolVar(&f.options.Absolute, "absolute", false, "with --regression: the loss is the absolute error")
}

func defineErrors(f *importFlags, fs *flag.FlagSet) {
	defineClasses(f, fs)
	fs.StringVar(&f.losses, "losses", "", "CSV `file` to write with the error rates on the folds, beside the predictions")
}

func defineTruth(f *importFlags, fs *flag.FlagSet) {
	defineErrors(f, fs)
	fs.StringVar(&f.options.Truth, "truth", "", "`column` of the truth (default: the one that has no other meaning)")
}

func defineScores(f *importFlags, fs *flag.FlagSet) {
	fs.StringVar(&f.options.Score, "score", "", "`name` of a score to compare, of which more is better; the loss is "+
		"1 - score")
	fs.StringVar(&f.options.Loss, "loss", "", "`name` of a score to compare, of which less is better")
}

func defineBoth(f *importFlags, fs *flag.FlagSet) {
	defineErrors(f, fs)
	defineScores(f, fs)
}

// predicted reads predictions or scores.
func (f *importFlags) predicted(read func([]importer.Model, importer.Options) (importer.Predictions,
	error)) (out imported, err error) {
	models := f.models
	for _, path := range f.words {
		models = append(models, importer.Model{Path: path})
	}
	switch {
	case len(models) == 0:
		return out, errors.New("no file; name one or more, or the file of each model with --model NAME=FILE")
	case f.options.Score != "" && f.options.Loss != "":
		return out, errors.New("--score and --loss; take one of them")
	case f.options.Absolute && !f.options.Regression:
		return out, errors.New("--absolute is about --regression")
	}
	f.options.Set = f.set
	p, err := read(models, f.options)
	if err != nil {
		return out, err
	}
	out.notes = p.Notes
	losses := func(w io.Writer) error { return writeLosses(w, p.Losses) }
	holdOuts := p.Set.Folds == 1 && p.Set.Replications > 1
	for _, name := range p.Models {
		if err := results.CheckModel(name); err != nil {
			return out, fmt.Errorf("%w with --model NAME=FILE", err)
		}
	}
	oneHoldOut := p.Set.Folds == 1 && p.Set.Replications == 1 && p.Losses[0].NTrain == 0
	if oneHoldOut && (p.Rows == nil || f.losses != "") {
		return out, errors.New("losses of one hold-out whose training records are not known; compare the predicted " +
			"classes without --losses, or give several folds")
	}
	what := fmt.Sprintf("%d predictions each", len(p.Rows)/len(p.Models))
	out.write = func(w io.Writer) error { return writePredictions(w, p) }
	switch {
	case f.losses != "":
		if err := f.batch.Write(f.losses, losses); err != nil {
			return out, err
		}
		if p.Rows == nil {
			return out, errors.New("--losses: there are no predicted classes, so that --out has the losses; leave --losses out")
		}
	case p.Rows == nil || holdOuts:
		what = fmt.Sprintf("%d losses", len(p.Losses))
		out.write = losses
		if p.Rows != nil {
			out.notes = append(out.notes, "error rates are written, since tests of hold-outs need the numbers of training "+
				"records; with --losses FILE they go there and the predictions to --out")
		}
	}
	out.says = fmt.Sprintf("%s, models %s: %s.", setText(p.Set), strings.Join(p.Models, ", "), what)
	return out, nil
}

func writePredictions(w io.Writer, p importer.Predictions) error {
	return results.WritePredictions(w, p.Models, p.Set.Column(), p.ByRecord())
}

// writeLosses writes the column dataset only where data sets have names.
func writeLosses(w io.Writer, rows []fold.DatasetLossRow) error {
	plain := make([]fold.LossRow, len(rows))
	for i, r := range rows {
		if r.Dataset != "" {
			return table.Write(w, rows)
		}
		plain[i] = r.LossRow
	}
	return writePlainLosses(w, plain)
}

// unsizedRow is a LossRow without the numbers of records.
type unsizedRow struct {
	Model       string  `dataframe:"model"`
	Replication int     `dataframe:"replication"`
	Fold        int     `dataframe:"fold"`
	Loss        float64 `dataframe:"loss"`
	Set         string  `dataframe:"set"`
}

// writePlainLosses leaves out the numbers of records where they are not known.
func writePlainLosses(w io.Writer, rows []fold.LossRow) error {
	unsized := make([]unsizedRow, len(rows))
	for i, r := range rows {
		if r.NTrain > 0 {
			return table.Write(w, rows)
		}
		unsized[i] = unsizedRow{r.Model, r.Replication, r.Fold, r.Loss, r.Set}
	}
	return table.Write(w, unsized)
}
