package inputs

import (
	"errors"
	"flag"
	"fmt"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/dataset/public"
	"github.com/block-regularized/bcv/pkg/internal/command"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/impute"
)

// Data holds the flags that say what data to train on.
type Data struct {
	Table
	File, Name string
	OneHot     bool
}

// Define defines the flags.
func (f *Data) Define(fs *flag.FlagSet) {
	fs.StringVar(&f.File, "data", "", "CSV or ARFF `file` with a header and one row per record")
	fs.StringVar(&f.Name, "dataset", "", "`name` of a data set of bcv data list, instead of --data")
	f.Table.Define(fs)
	fs.BoolVar(&f.OneHot, "one-hot", false, "turn levels into columns of 0 and 1, for learners that need numbers")
}

// Check asks for a file or the name of a data set.
func (f *Data) Check(fs *flag.FlagSet) error {
	switch {
	case (f.File == "") == (f.Name == ""):
		return errors.New("name a file with --data FILE or a data set with --dataset NAME")
	case f.Name != "" && f.Table.Any(fs) != "":
		return fmt.Errorf("--%s describes a file; a data set of the list has its own reading", f.Table.Any(fs))
	}
	return nil
}

// Read reads the data, with indicators for levels if that was asked for. Where missing
// values are to be filled in, both are done by pipelines.
func (f *Data) Read() (*dataset.Data, error) {
	d, err := f.open()
	if err == nil && f.OneHot && !f.Impute {
		d = d.OneHot()
	}
	return d, err
}

func (f *Data) open() (*dataset.Data, error) {
	if f.Name != "" {
		return public.Open(f.Name)
	}
	opt, err := f.readOptions()
	if err != nil {
		return nil, err
	}
	return dataset.Read(f.File, opt)
}

// Pipelines puts what --missing impute asks for before the learners, which keep their
// names.
func (f *Data) Pipelines(learners []learn.Learner) []learn.Learner {
	if !f.Impute {
		return learners
	}
	var out []learn.Learner
	for _, l := range learners {
		out = append(out, learn.Named{Learner: impute.Impute{Learner: l, OneHot: f.OneHot}, Name: l.String()})
	}
	return out
}

// Describe says for a command how the file was read.
func (f *Data) Describe(env *command.Environment, name string, d *dataset.Data) error {
	if f.File == "" {
		return nil
	}
	if err := writeColumns(command.VisibleWriter(env.Stderr), d.Columns, shownColumns); err != nil {
		return err
	}
	for _, note := range f.notes(d) {
		env.Note(name, note)
	}
	return nil
}
