package learn

import (
	"context"
	"fmt"
	"iter"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/block-regularized/bcv/pkg/dataset"
)

// Func is the learner that a function is: it trains on records and returns what predicts one, the name of its class as
// a text, or a number: a response, or a class whose name is that number. It suits cells of a notebook:
//
//	cut := learn.Func("cut", func(train learn.Rows) func(learn.Row) string {
//		at := (train.Mean("weight", "no") + train.Mean("weight", "yes")) / 2
//		return func(r learn.Row) string {
//			if r.At("weight") < at {
//				return "no"
//			}
//			return "yes"
//		}
//	})
//
// Both functions see the same records and give the same predictions whenever they are called, also at the same time: a
// function that draws random numbers makes its own generator, from a seed and nothing else. The labels of records to
// predict are not there: asking for them panics, as does a feature that the data lack. Package holdout makes an error
// of a panic, with learner, fold and line. Weights and missing features are refused.
func Func[P string | float64](name string, fit func(train Rows) func(Row) P) Learner {
	code := reflect.ValueOf(fit).Pointer()
	return function{name, func(train Rows) func(Row) any {
		predict := fit(train)
		if predict == nil {
			panic("the function returned nothing that predicts")
		}
		return func(r Row) any { return predict(r) }
	}, sync.OnceValue(func() string { return identity(code) })}
}

// Rows are training records.
type Rows struct {
	d       *dataset.Data
	records []int32
}

// Row is a record: one to train on, or one to predict.
type Row struct {
	d        *dataset.Data
	record   int32
	labelled bool
}

// Len returns the number of records.
func (r Rows) Len() int { return len(r.records) }

// All returns the records, in the order of the file.
func (r Rows) All() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for _, i := range r.records {
			if !yield(Row{r.d, i, true}) {
				return
			}
		}
	}
}

// Mean returns the mean of a feature of numbers: of all records, or of those of a class, which is named by a text or a
// number. It is NaN where there is no such record.
func (r Rows) Mean(feature string, class ...any) float64 {
	names := make([]string, len(class))
	for k, c := range class {
		names[k] = fmt.Sprint(c)
		if r.d.Class == nil || !slices.Contains(r.d.Classes, names[k]) {
			panic(fmt.Sprintf("no class %q; there are %s", names[k], strings.Join(r.d.Classes, ", ")))
		}
	}
	sum, n := 0.0, 0
	for row := range r.All() {
		if class == nil || slices.Contains(names, row.Class()) {
			sum += row.At(feature)
			n++
		}
	}
	if n == 0 {
		return math.NaN()
	}
	return sum / float64(n)
}

// At returns the value of a feature of numbers.
func (r Row) At(feature string) float64 {
	j, of := r.feature(feature)
	if of.Nominal() {
		panic(fmt.Sprintf("feature %s holds texts; ask Row.Text for it", feature))
	}
	return r.d.X.At(int(r.record), j)
}

// Text returns the value of a feature of texts.
func (r Row) Text(feature string) string {
	j, of := r.feature(feature)
	if !of.Nominal() {
		panic(fmt.Sprintf("feature %s holds numbers; ask Row.At for it", feature))
	}
	return of.Levels[int(r.d.X.At(int(r.record), j))]
}

func (r Row) feature(name string) (int, dataset.Feature) {
	j, err := r.d.Index(name)
	if err != nil {
		panic(err.Error())
	}
	return j, r.d.Feature(j)
}

// Class returns the name of the class of a training record.
func (r Row) Class() string {
	r.label()
	if r.d.Class == nil {
		panic("these data have a response, not classes; ask Row.Response for it")
	}
	return r.d.Classes[r.d.Class[r.record]]
}

// Response returns the response of a training record.
func (r Row) Response() float64 {
	r.label()
	if r.d.Response == nil {
		panic("these data have classes, not a response; ask Row.Class for it")
	}
	return r.d.Response[r.record]
}

func (r Row) label() {
	if !r.labelled {
		panic("a record to predict has no label: learn from training records alone")
	}
}

// function is a learner of Func.
type function struct {
	name     string
	fit      func(Rows) func(Row) any
	identity func() string // of the code
}

func (f function) String() string { return f.name }

// Traits tell functions of one name apart by their code.
func (f function) Traits() Traits { return Traits{Identity: f.name + " = " + f.identity()} }

func (f function) Prepare(_ context.Context, d *dataset.Data) (Prepared, error) {
	return preparedFunction{f, d}, Check(f, d)
}

type preparedFunction struct {
	function
	d *dataset.Data
}

func (p preparedFunction) NewFitter(*Pool) Fitter { return &functionFitter{preparedFunction: p} }

type functionFitter struct {
	preparedFunction
	predict func(Row) any
}

func (f *functionFitter) Fit(_ context.Context, train []int32) (Report, error) {
	f.predict = f.fit(Rows{f.d, slices.Clone(train)})
	return Report{}, nil
}

func (f *functionFitter) Predict(rows []int32, out []float64) {
	for k, i := range rows {
		out[k] = f.number(f.predict(Row{d: f.d, record: i}))
	}
}

// number returns a prediction as a response, or the number of its class.
func (f *functionFitter) number(predicted any) float64 {
	text, isText := predicted.(string)
	x, _ := predicted.(float64)
	if f.d.Class == nil && isText {
		panic(fmt.Sprintf("it predicts the text %q where the response is a number", text))
	} else if f.d.Class == nil {
		return x
	}
	k := slices.IndexFunc(f.d.Classes, func(name string) bool {
		number, err := strconv.ParseFloat(name, 64)
		return isText && name == text || !isText && err == nil && number == x
	})
	if k < 0 {
		panic(fmt.Sprintf("it predicts %v, which is not a class; there are %s", predicted, strings.Join(f.d.Classes, ", ")))
	}
	return float64(k)
}
