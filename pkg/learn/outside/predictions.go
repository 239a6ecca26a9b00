package outside

import (
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"strings"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/internal/table"
)

// predictionsName is the name of the predictions file in its directory and in
// errors.
const predictionsName = "predictions.csv"

// maxPredictions is the largest predictions file that is read, in bytes.
const maxPredictions = 1 << 32

// prediction is one row of the predictions file.
type prediction struct {
	Record     int    `dataframe:"record" table:"nonneg"`
	Prediction string `dataframe:"prediction"`
}

// response is the same row if the prediction is a number.
type response struct {
	Record     int     `dataframe:"record" table:"nonneg"`
	Prediction float64 `dataframe:"prediction"`
}

// target is what the predictions can be.
type target struct {
	classes []string         // nil for regression
	number  map[string]int32 // of a class
}

func newTarget(d *dataset.Data) target {
	t := target{classes: d.Classes}
	if d.Class == nil {
		return target{}
	}
	t.number = make(map[string]int32, len(d.Classes))
	for c, name := range d.Classes {
		t.number[name] = int32(c)
	}
	return t
}

// read reads the predictions file at path into out, which has one place per record and is NaN where there is no
// prediction. The file must have one row for each record marked in wanted and no other rows.
func (t target) read(path string, wanted []bool, out []float64) error {
	stat, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &table.Error{File: predictionsName, Problem: "was not written; the program must write it for every fit",
			Err: err}
	}
	if err == nil && !stat.Mode().IsRegular() { // opening a pipe waits for a writer
		return &table.Error{File: predictionsName, Problem: "is not a regular file; the program must write a file"}
	}
	if err != nil {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return t.parse(f, wanted, out)
}

// parse is read for text that is already open.
func (t target) parse(r io.Reader, wanted []bool, out []float64) error {
	for i := range out {
		out[i] = math.NaN()
	}
	if t.classes == nil {
		rows, info, err := table.Read[response](predictionsName, r, table.MaxBytes(maxPredictions))
		if err != nil {
			return err
		}
		for i, r := range rows {
			if err := place(info, i, r.Record, r.Prediction, wanted, out); err != nil {
				return err
			}
		}
		return complete(wanted, out)
	}
	rows, info, err := table.Read[prediction](predictionsName, r, table.MaxBytes(maxPredictions))
	if err != nil {
		return err
	}
	for i, r := range rows {
		c, ok := t.number[r.Prediction]
		if !ok {
			return info.Errorf(i, "prediction", "%s is not a class; the classes are %s",
				short(r.Prediction), short(strings.Join(t.classes, ", ")))
		}
		if err := place(info, i, r.Record, float64(c), wanted, out); err != nil {
			return err
		}
	}
	return complete(wanted, out)
}

// place sets the prediction of a record, which must be wanted and have none yet.
func place(info table.Info, row, record int, value float64, wanted []bool, out []float64) error {
	switch {
	case record >= len(wanted) || !wanted[record]:
		return info.Errorf(row, "record", "record %d is not in the test file; predict the records of the test file only",
			record)
	case !math.IsNaN(out[record]):
		return info.Errorf(row, "record", "record %d has a prediction already; give one row per record", record)
	}
	out[record] = value
	return nil
}

// complete returns an error if a wanted record has no prediction.
func complete(wanted []bool, out []float64) error {
	missing, first := 0, 0
	for i, ok := range wanted {
		if ok && math.IsNaN(out[i]) {
			if missing == 0 {
				first = i
			}
			missing++
		}
	}
	if missing == 0 {
		return nil
	}
	info := table.Info{File: predictionsName}
	return info.Errorf(-1, "record", "record %d has no prediction (%d missing in all); give one row per record",
		first, missing)
}
