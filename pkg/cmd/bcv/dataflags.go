package main

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

// dataFlags are the flags that say what data to train on.
type dataFlags struct {
	tableFlags
	data, name string
	oneHot     bool
}

func (f *dataFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.data, "data", "", "CSV or ARFF `file` with a header, a row a record")
	fs.StringVar(&f.name, "dataset", "", "`name` of a data set of bcv data list, instead of --data")
	f.tableFlags.define(fs)
	fs.BoolVar(&f.oneHot, "one-hot", false, "turn levels into columns of 0 and 1, for learners that need numbers")
}

func (f *dataFlags) check(fs *flag.FlagSet) error {
	switch {
	case (f.data == "") == (f.name == ""):
		return errors.New("name a file with --data FILE or a data set with --dataset NAME")
	case f.name != "" && f.tableFlags.any(fs) != "":
		return fmt.Errorf("--%s describes a file; a data set of the list has its own reading", f.tableFlags.any(fs))
	}
	return nil
}

// read reads the data, with indicators for levels if that was asked for. Where missing
// values are to be filled in, both are done by pipelines.
func (f *dataFlags) read() (*dataset.Data, error) {
	d, err := f.open()
	if err == nil && f.oneHot && !f.impute {
		d = d.OneHot()
	}
	return d, err
}

func (f *dataFlags) open() (*dataset.Data, error) {
	if f.name != "" {
		return public.Open(f.name)
	}
	opt, err := f.readOptions()
	if err != nil {
		return nil, err
	}
	return dataset.Read(f.data, opt)
}

// pipelines puts what --missing impute asks for before the learners, which keep their
// names.
func (f *dataFlags) pipelines(learners []learn.Learner) []learn.Learner {
	if !f.impute {
		return learners
	}
	var out []learn.Learner
	for _, l := range learners {
		out = append(out, learn.Named{Learner: impute.Impute{Learner: l, OneHot: f.oneHot}, Name: l.String()})
	}
	return out
}

// tell says for a command how the file was read.
func (f *dataFlags) tell(env *command.Environment, name string, d *dataset.Data) error {
	if f.data == "" {
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
