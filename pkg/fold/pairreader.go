package fold

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/block-regularized/bcv/pkg/internal/table"
)

// predictionRow is a row of a file of predictions: of one model in the columns model and
// predicted, or of one a further column.
type predictionRow struct {
	Dataset     string `dataframe:"dataset" table:"optional,line"`
	Replication int    `dataframe:"replication" table:"nonneg"`
	Fold        int    `dataframe:"fold" table:"nonneg"`
	Record      int    `dataframe:"record" table:"nonneg"`
	Truth       string `dataframe:"truth"`
	Model       string `dataframe:"model" table:"optional,line"`
	Predicted   string `dataframe:"predicted" table:"optional"`
	Set         string `dataframe:"set" table:"optional"`

	others []string
	labels [2]string // of models A and B, if has says that they are there
	has    uint32    // hasA, hasB
}

func (r *predictionRow) take(others []string) { r.others = others }

// notModels are column names that cannot be those of models, as files of predictions have
// another use for them.
var notModels = []string{"replication", "fold", "record", "truth", "set", "dataset", "model", "predicted"}

// pairReader tallies the rows of files, those of each data set by themselves.
type pairReader struct {
	models  []string // to take, none for the two of the files
	byFile  fileNames
	long    bool
	begun   spot
	here    spot     // the file that is read
	columns []string // models of a file with a column a model
	places  [2]int   // of models A and B among its columns, -1 for none
	found   []string // models A and B
	names   datasetNames
	tallies map[string]*tally // by data set
	classes *confusion        // counts by class, nil if nobody asks
}

// begin takes the columns of a file, which are of the same kind in all.
func (r *pairReader) begin(in table.Info, at spot) error {
	long := in.Has("model", "predicted")
	switch {
	case long && len(in.Others) > 0:
		return at.Errorf(in.Others[0], "stands beside columns model, predicted; give either these or a column a model")
	case in.Has("model"):
		if !long {
			return at.Errorf("predicted", "is missing beside model; add it")
		}
	case in.Has("predicted"):
		return at.Errorf("model", "is missing beside predicted; add it")
	case len(in.Others) == 0:
		return at.Errorf("", "has no predictions; give a column a model, or model and predicted")
	}
	if r.tallies == nil {
		r.tallies, r.long, r.begun = map[string]*tally{}, long, at
		r.found = slices.Clone(r.models)
		if err := checkWanted(r.models); err != nil {
			return err
		}
	}
	if r.long != long {
		return at.Errorf("", "has %s, other than %s; give all files the same columns", pick(long, "model, predicted", "a column a model"), r.begun.file)
	}
	r.here, r.columns = at, in.Others
	if long {
		return nil
	}
	if _, ok := r.byFile[at.file]; ok {
		r.columns = []string{r.byFile[at.file]}
	}
	return r.place(at)
}

// place finds models A and B among the columns of a file.
func (r *pairReader) place(at spot) error {
	unnamed := len(r.models) == 2 && slices.Equal(r.columns, []string{"a", "b"}) && !slices.Contains(r.models, "a") && !slices.Contains(r.models, "b")
	if unnamed { // a and b stand for the models that are named
		r.places = [2]int{0, 1}
		return nil
	}
	for _, name := range r.columns {
		switch {
		case slices.Contains(r.found, name) || len(r.models) > 0:
		case len(r.found) == 2:
			return thirdModel(at.Errorf(name, "is a third model beside %.40q and %.40q; %s", r.found[0], r.found[1], chooseTwo))
		default:
			r.found = append(r.found, strings.Clone(name))
		}
	}
	r.places = [2]int{-1, -1}
	for k, name := range r.found {
		r.places[k] = slices.Index(r.columns, name)
	}
	return nil
}

func (r *pairReader) visit(row *predictionRow, at spot) error {
	if err := r.names.see(at, row.Dataset); err != nil {
		return err
	}
	t := r.tallies[row.Dataset]
	if t == nil {
		t = newTally(r.long, r.models, r.begun)
		if len(r.tallies) > 0 {
			t.models = slices.Clone(r.tallies[r.names.names[0]].models) // those that appeared before
		}
		r.tallies[strings.Clone(row.Dataset)] = t
	}
	if r.long {
		row.Model = r.byFile.of(at.file, row.Model)
		model, err := t.model(row.Model, at)
		if err != nil || model < 0 {
			return err
		}
		row.labels[model], row.has = row.Predicted, hasA<<model
	} else {
		r.wide(t, row)
	}
	if column, problem := r.problem(row); problem != "" {
		return at.Errorf(column, "%s", problem)
	}
	if row.has == 0 {
		return nil
	}
	if r.classes != nil {
		if err := r.classes.add(row, at); err != nil {
			return err
		}
	}
	return t.add(row, at)
}

// wide takes the labels of a row with a column a model.
func (r *pairReader) wide(t *tally, row *predictionRow) {
	if t.file.file != r.here.file || len(t.seen) == 0 {
		t.file = r.here
		t.models = r.found
		for _, name := range r.columns {
			t.seen[name] = true
		}
		for k, name := range r.found {
			if r.places[k] >= 0 {
				t.seen[name] = true
			}
		}
	}
	for k, place := range r.places {
		if place >= 0 {
			row.labels[k] = row.others[place]
			row.has |= hasA << k
		}
	}
}

// problem returns the first defect of a row taken alone.
func (r *pairReader) problem(row *predictionRow) (column, problem string) {
	column, problem = row.problem()
	if problem != "" {
		return column, problem
	}
	for m, label := range row.labels {
		if row.has&(hasA<<m) != 0 && label == "" {
			return pick(r.long, "predicted", r.name(m)), "is empty; write the class"
		}
	}
	return "", ""
}

// name returns the name of the column of model m in a file with a column a model.
func (r *pairReader) name(m int) string {
	if r.long || r.places[m] < 0 {
		return ""
	}
	return r.columns[r.places[m]]
}

// result gives each data set the models of the first one, as A and B.
func (r *pairReader) result() ([]DatasetPairs, error) {
	var out []DatasetPairs
	for i, name := range r.names.names {
		t := r.tallies[name]
		first := r.tallies[r.names.names[0]].models
		if i > 0 && !slices.Equal(t.models, first) {
			return nil, r.begun.Errorf("model", "the data set %.40q has the models %s, %.40q has %s; %s", name, quoted(t.models), r.names.names[0], quoted(first), chooseTwo)
		}
		p, err := t.result()
		if err != nil {
			return nil, err
		}
		out = append(out, DatasetPairs{Dataset: name, Pairs: p})
	}
	return out, nil
}

// Twin returns the end of an error message where another name differs from this one by case
// alone, as after a slip in one row; else it is empty.
func Twin(name string, names []string) string {
	for _, other := range names {
		if other != name && strings.EqualFold(other, name) {
			return fmt.Sprintf("; are %.40q and %.40q one model? Then write its name alike in all rows", name, other)
		}
	}
	return ""
}

// CheckModel returns an error unless name can be that of a model in every kind of file.
func CheckModel(name string) error {
	switch {
	case name == "":
		return errors.New("a model has no name; give it one")
	case slices.Contains(notModels, name):
		return fmt.Errorf("a model cannot be called %s: files of predictions have a column of this name for something else; give it another name", name)
	case strings.TrimSpace(name) != name || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return fmt.Errorf("a model cannot be called %q: files would not give the name back; leave out what does not print and blanks at its ends", name)
	}
	return nil
}

// modelNames lists the models that were seen.
func (t *tally) modelNames() string { return quoted(slices.Sorted(maps.Keys(t.seen))) }
