package imports

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/block-regularized/bcv/pkg/cmd/bcv/importer"
	"github.com/block-regularized/bcv/pkg/results"
)

// tableReader reads predictions or scores.
type tableReader func([]importer.Model, importer.Options) ([]results.Results, error)

// tableFormat is a format of predictions or scores.
func tableFormat(name, summary string, flags func(f *importFlags, fs *flag.FlagSet), read tableReader) importFormat {
	return importFormat{name, summary, func(f *importFlags, fs *flag.FlagSet) { f.defineFolds(fs); flags(f, fs) },
		func(f *importFlags) (imported, error) { return f.predicted(read) }}
}

func defineClasses(f *importFlags, fs *flag.FlagSet) {
	fs.BoolVar(&f.options.Regression, "regression", false, "predictions are numbers; the metric is mse, the mean "+
		"squared error")
	fs.BoolVar(&f.options.Absolute, "absolute", false, "with --regression: the metric is mae, the mean absolute error")
}

func defineErrors(f *importFlags, fs *flag.FlagSet) {
	defineClasses(f, fs)
	fs.StringVar(&f.losses, "losses", "", "CSV `file` to write with the error rates on the folds, beside the "+
		"predictions")
}

func defineTruth(f *importFlags, fs *flag.FlagSet) {
	defineErrors(f, fs)
	fs.StringVar(&f.options.Truth, "truth", "", "`column` of the truth (default: the one that has no other meaning)")
}

func defineScores(f *importFlags, fs *flag.FlagSet) {
	fs.StringVar(&f.options.Score, "score", "", "`name` of a score to compare, of which more is better")
	fs.StringVar(&f.options.Loss, "loss", "", "`name` of a score to compare, of which less is better")
}

func defineBoth(f *importFlags, fs *flag.FlagSet) {
	defineErrors(f, fs)
	defineScores(f, fs)
}

// predicted reads predictions or scores.
func (f *importFlags) predicted(read tableReader) (out imported, err error) {
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
	all, err := read(models, f.options)
	if err != nil {
		return out, err
	}
	r := all[0]
	out.notes = results.Notes(all)
	holdOuts := r.Design.Folds == 1 && r.Design.Replications > 1
	oneHoldOut := r.Design.Folds == 1 && r.Design.Replications == 1 && r.Train == nil
	if oneHoldOut && (!r.Classified() || f.losses != "") {
		return out, errors.New("losses of one hold-out whose training records are not known; compare the predicted " +
			"classes without --losses, or give several folds")
	}
	what, form := "", results.Losses
	if r.Classified() {
		what, form = fmt.Sprintf("%d predictions each", predictions(r)), results.Predictions
	}
	switch {
	case f.losses != "" && !r.Classified():
		return out, errors.New("--losses: there are no predicted classes, so that --out has the values of the " +
			"metric; leave --losses out")
	case f.losses != "":
		f.f1 = &r
	case holdOuts && r.Classified():
		form = results.Losses
		out.notes = append(out.notes, "error rates are written, since tests of hold-outs need the numbers of "+
			"training records; with --losses FILE they go there and the predictions to --out")
	}
	if form == results.Losses {
		n := 0
		for _, r := range all {
			n += len(r.Values[0].Cells)
		}
		what = fmt.Sprintf("%s on the folds, %d values", r.Metrics[0].Name, n)
	}
	if r.Inner != nil {
		what += fmt.Sprintf(", and inner folds of %d half-splits", r.Inner.Splits)
	}
	out.write = func(w io.Writer) error { return results.Write(w, form, all...) }
	out.says = fmt.Sprintf("%s, models %s: %s.", setText(r.Design), strings.Join(r.Models, ", "), what)
	return out, nil
}

// predictions counts the predictions of each model.
func predictions(r results.Results) int {
	n := 0
	for range r.Units.All() {
		n++
	}
	return n / len(r.Models)
}
