package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/block-regularized/bcv/pkg/dataset"
)

// dataFlags are the flags that say what data to train on.
type dataFlags struct {
	data, name, target, drop, missing, nominal string
	regression, oneHot, noHeader               bool
}

func (f *dataFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.data, "data", "", "CSV or ARFF `file` with a header, a row a record")
	fs.StringVar(&f.name, "dataset", "", "`name` of a data set of bcv data list, instead of --data")
	fs.StringVar(&f.target, "target", "last", "column to predict: its name, or its number from 1")
	fs.StringVar(&f.drop, "drop", "", "columns to leave out, separated by commas")
	fs.StringVar(&f.missing, "missing", "", "leave incomplete records out: drop, or one more `text` of missing values beside nothing, ?, NA, NaN and null (default: missing values are refused)")
	fs.StringVar(&f.nominal, "nominal", "", "columns to read as levels although their values are numbers, separated by commas")
	fs.BoolVar(&f.noHeader, "no-header", false, "the first line of the CSV file is a record; columns are called x1, x2, ...")
	fs.BoolVar(&f.regression, "regression", false, "the target is a number to predict, not a class")
	fs.BoolVar(&f.oneHot, "one-hot", false, "turn levels into columns of 0 and 1, for learners that need numbers")
}

func (f *dataFlags) check(fs *flag.FlagSet) error {
	switch {
	case (f.data == "") == (f.name == ""):
		return errors.New("name a file with --data FILE or a data set with --dataset NAME")
	case f.name != "" && (given(fs, "target") || f.drop != "" || given(fs, "missing") || f.nominal != "" || f.noHeader || f.regression):
		return errors.New("--target, --drop, --missing, --nominal, --no-header and --regression describe a file; a data set of the list has its own")
	}
	return nil
}

// read reads the data, with indicators for levels if that was asked for.
func (f *dataFlags) read(fs *flag.FlagSet) (*dataset.Data, error) {
	d, err := f.open(fs)
	if err == nil && f.oneHot {
		d = d.OneHot()
	}
	return d, err
}

func (f *dataFlags) open(fs *flag.FlagSet) (*dataset.Data, error) {
	if f.name != "" {
		return dataset.Open(f.name)
	}
	opt := dataset.Options{Target: f.target, Response: f.regression, NoHeader: f.noHeader, DropRows: given(fs, "missing")}
	if f.missing != "" && f.missing != "drop" {
		opt.Missing = append(dataset.MissingTexts(), f.missing)
	}
	var err error
	if opt.Drop, err = columnList("--drop", f.drop); err != nil {
		return nil, err
	}
	if opt.Nominal, err = columnList("--nominal", f.nominal); err != nil {
		return nil, err
	}
	return dataset.Read(f.data, opt)
}

// tell says on w for a command how many records are left out.
func (f *dataFlags) tell(w io.Writer, command string, d *dataset.Data) {
	if d.Dropped > 0 && f.data != "" {
		fmt.Fprintf(w, "%s: note: %d of %d records are incomplete and left out; tables number the others as the file does, from 0\n", command, d.Dropped, d.Dropped+d.N())
	}
}
