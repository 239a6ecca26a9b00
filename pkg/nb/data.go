package nb

import (
	"github.com/go-gota/gota/dataframe"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/display"
	"github.com/block-regularized/bcv/pkg/frame"
)

// Data are records to train on.
type Data struct {
	*dataset.Data
	fill bool // missing features in, from the training records of each fold
}

// Read says how a table of records is read.
type Read func(*reading)

type reading struct {
	dataset.Options
	fill bool
}

// CSV reads records from a file, of which the last column is the target unless Target names it; see dataset.Read. It
// notes what a reader should know of the columns.
func CSV(path string, how ...Read) Data {
	o := options(how)
	return o.noted(display.Must(dataset.Read(path, o.Options)))
}

// Frame takes the rows of a data frame for records, as CSV does those of a file.
func Frame(df dataframe.DataFrame, how ...Read) Data {
	o := options(how)
	return o.noted(display.Must(frame.Data(df, o.Options)))
}

func options(how []Read) (o reading) {
	for _, set := range how {
		set(&o)
	}
	return o
}

func (o reading) noted(d *dataset.Data) Data {
	for _, note := range o.Notes(d) {
		display.Note("Note: %s", note)
	}
	return Data{d, o.fill}
}

// Target names the column to predict.
func Target(column string) Read { return func(o *reading) { o.Target = column } }

// Response says that the target is a number to predict, not a class.
func Response() Read { return func(o *reading) { o.Options.Response = true } }

// Drop leaves columns out, such as those that number the records.
func Drop(columns ...string) Read {
	return func(o *reading) { o.Options.Drop = append(o.Options.Drop, columns...) }
}

// Nominal reads columns of numbers as levels.
func Nominal(columns ...string) Read {
	return func(o *reading) { o.Options.Nominal = append(o.Options.Nominal, columns...) }
}

// Numeric reads columns as numbers, also such as number the records.
func Numeric(columns ...string) Read {
	return func(o *reading) { o.Options.Numeric = append(o.Options.Numeric, columns...) }
}

// ImputeMissing fills missing features in, from the training records of each fold alone: by the median, or the most
// frequent level.
func ImputeMissing() Read { return func(o *reading) { o.Keep, o.fill = true, true } }

// DropMissing leaves incomplete records out.
func DropMissing() Read { return func(o *reading) { o.DropRows = true } }

// Groups names the column of groups, such as patients, of which no fold divides one.
func Groups(column string) Read { return func(o *reading) { o.Options.Groups = column } }

// InTime names the column that says when records were made, for the folds of Rolling.
func InTime(column string) Read { return func(o *reading) { o.Time = column } }

// Weights names the column that says how much each record counts.
func Weights(column string) Read { return func(o *reading) { o.Options.Weights = column } }
