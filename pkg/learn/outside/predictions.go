package outside

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/dataset"
)

// predictionsName is the name of the predictions file in its directory and in
// errors.
const predictionsName = "predictions.csv"

// probable begins the names of the columns of probabilities.
const probable = "p_"

// prediction is one row of the predictions file.
type prediction struct {
	Record     int    `dataframe:"record" table:"nonneg"`
	Prediction string `dataframe:"prediction"`
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

// maxPredictions is the size of the largest predictions file that is read, in bytes.
const maxPredictions = 1 << 32

// read reads the predictions file at path into out, which has one place per record and is NaN where there is no
// prediction, and probabilities into the memory of p. It returns them, or no number if the file has none. The file
// must have one row for each record marked in wanted and no other rows.
func (t target) read(path string, wanted []bool, out, p []float64) ([]float64, error) {
	stat, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &table.Error{File: predictionsName, Problem: "was not written; the program must write it for every fit",
			Err: err}
	}
	if err == nil && !stat.Mode().IsRegular() { // opening a pipe waits for a writer
		return nil, &table.Error{File: predictionsName, Problem: "is not a regular file; the program must write a file"}
	}
	if err == nil && stat.Size() > maxPredictions {
		return nil, &table.Error{File: predictionsName, Problem: "is larger than 4096 MiB; is it the right file?"}
	}
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return t.parse(f, wanted, out, p)
}

// parse is read for text that is already open.
func (t target) parse(r io.Reader, wanted []bool, out, p []float64) ([]float64, error) {
	for i := range out {
		out[i] = math.NaN()
	}
	records := table.NewRecords(predictionsName, r, 0)
	header, err := records.Header()
	if err != nil {
		return nil, err
	}
	rows, err := table.RowsOf[prediction](records, header, table.Others())
	if err != nil {
		return nil, err
	}
	info := rows.Info
	columns, err := t.columns(info)
	if err != nil {
		return nil, err
	}
	k := len(columns)
	p = slices.Grow(p[:0], len(out)*k)[:len(out)*k]
	for {
		var row prediction
		line, err := rows.Next(&row)
		if errors.Is(err, io.EOF) {
			return p, complete(wanted, out)
		}
		if err != nil {
			return nil, err
		}
		info.Lines = append(info.Lines[:0], line)
		value, problem := t.value(row.Prediction)
		if problem != "" {
			return nil, info.Errorf(0, "prediction", "%s", problem)
		}
		if err := place(info, row.Record, value, wanted, out); err != nil {
			return nil, err
		}
		if err := distribution(info, columns, rows.Others(), p[row.Record*k:][:k]); err != nil {
			return nil, err
		}
	}
}

// value returns a prediction as a number, or what is wrong with it.
func (t target) value(text string) (v float64, problem string) {
	if t.classes == nil {
		return table.Float(text)
	}
	c, ok := t.number[text]
	if !ok {
		problem = fmt.Sprintf("%s is not a class; the classes are %s", short(text), short(strings.Join(t.classes, ", ")))
	}
	return float64(c), problem
}

// columns returns for each class the place of its column p_CLASS among the further columns of a file, none if there
// are no such columns.
func (t target) columns(info table.Info) ([]int, error) {
	for _, name := range info.Others {
		if class, ok := strings.CutPrefix(name, probable); !ok || !slices.Contains(t.classes, class) {
			known := "record, prediction"
			for _, class := range t.classes {
				known += ", " + probable + class
			}
			return nil, info.Errorf(-1, "", "unknown column %s; known columns are %s", short(name), short(known))
		}
	}
	if info.Others == nil {
		return nil, nil
	}
	places := make([]int, len(t.classes))
	for c, class := range t.classes {
		if places[c] = slices.Index(info.Others, probable+class); places[c] < 0 {
			return nil, info.Errorf(-1, probable+class, "is missing beside %s; write a column for each class of "+
				"BCV_CLASSES, with 0 for classes that did not train", short(strings.Join(info.Others, ", ")))
		}
	}
	return places, nil
}

// distribution reads the probabilities of a row into p and divides them by their sum, which may differ from 1 by
// rounding.
func distribution(info table.Info, columns []int, texts []string, p []float64) error {
	if len(columns) == 0 {
		return nil
	}
	sum := 0.0
	for c, at := range columns {
		v, problem := table.Float(texts[at])
		if problem == "" && !(v >= 0 && v <= 1) {
			problem = fmt.Sprintf("%v is no probability; write a number from 0 to 1", v)
		}
		if problem != "" {
			return info.Errorf(0, info.Others[at], "%s", problem)
		}
		p[c] = v
		sum += v
	}
	if math.Abs(sum-1) > 1e-6*float64(len(p)) {
		return info.Errorf(0, "", "the probabilities add up to %.7g, not to 1; write those of all classes with all their "+
			"digits", sum)
	}
	for c := range p {
		p[c] /= sum
	}
	return nil
}

// place sets the prediction of a record, which must be wanted and have none yet.
func place(info table.Info, record int, value float64, wanted []bool, out []float64) error {
	switch {
	case record >= len(wanted) || !wanted[record]:
		return info.Errorf(0, "record", "record %d is not in the test file; predict the records of the test file only",
			record)
	case !math.IsNaN(out[record]):
		return info.Errorf(0, "record", "record %d has a prediction already; give one row per record", record)
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
