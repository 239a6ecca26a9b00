package fold

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/table"
)

// LossRow is the mean loss of one model on the validation records of one fold.
// Smaller is better.
type LossRow struct {
	Model       string  `dataframe:"model" table:"line"`
	Replication int     `dataframe:"replication" table:"nonneg"` // from 1
	Fold        int     `dataframe:"fold" table:"nonneg"`        // from 1
	Loss        float64 `dataframe:"loss"`
	NTrain      int     `dataframe:"n_train" table:"optional,nonneg"` // training records; 0 if unknown
	NValid      int     `dataframe:"n_valid" table:"optional,nonneg"` // validation records; 0 if unknown
	Set         string  `dataframe:"set" table:"optional"`            // the partition set, see cv.ID; empty if unknown
}

// DatasetLossRow is a LossRow with the name of the data set, for results on several.
type DatasetLossRow struct {
	Dataset string `dataframe:"dataset" table:"optional,line"` // empty for one without a name
	LossRow
}

// Losses are the fold losses of two models on one partition set.
type Losses struct {
	A, B        string // names of the models
	Design      Design
	Measure     Measure
	Differences infer.Differences // of loss B - loss A, with the numbers of records if they are known
	Note        string            // what is odd about the numbers of records; empty for nothing
}

// ReadLosses reads a CSV file of fold losses with the columns of LossRow, in any
// order of rows; other models than the two that are named are left out. Without names
// there must be two models, and A is the one that appears first. Both have a loss for
// every fold, all replications have the same number of folds, both are numbered from 1
// without gaps, and all rows name the same partition set or none. Errors are of type
// *table.Error and name file, row and column. Files may have any number of rows; those of
// other models take no memory.
func ReadLosses(path string, models ...string) (Losses, error) {
	return ReadLossFiles([]string{path}, models...)
}

// ReadLossFiles is ReadLosses for results that lie in several files, such as one a
// model.
func ReadLossFiles(paths []string, models ...string) (Losses, error) {
	return ReadMeasure(paths, Measure{}, models...)
}

// ReadMeasure is ReadLossFiles for a column of another name, which may hold a score.
func ReadMeasure(paths []string, m Measure, models ...string) (Losses, error) {
	sets, err := ReadMeasureSets(paths, m, models...)
	if err != nil {
		return Losses{}, err
	}
	return onlyLosses(paths[0], sets)
}

// DatasetLosses are the fold losses of two models on one of several data sets.
type DatasetLosses struct {
	Dataset string
	Losses
}

// ReadLossSets is ReadLossFiles for results on several data sets, which the column dataset
// names, in order of appearance. Each has a partition set of its own; without names A and
// B are those of the first data set on all of them.
func ReadLossSets(paths []string, models ...string) ([]DatasetLosses, error) {
	return ReadMeasureSets(paths, Measure{}, models...)
}

// ReadMeasureSets is ReadLossSets for a column of another name, which may hold a score.
func ReadMeasureSets(paths []string, m Measure, models ...string) ([]DatasetLosses, error) {
	r := lossReader{models: models, byFile: byFile(paths)}
	if err := m.read(paths, &r); err != nil {
		return nil, err
	}
	sets, err := r.sets()
	for i := range sets {
		sets[i].Measure = m
	}
	return sets, err
}

// ParseLosses is ReadLosses on text that is already open; name stands for the file in
// errors.
func ParseLosses(name string, text io.Reader, models ...string) (Losses, error) {
	r := lossReader{models: models}
	if err := eachRowOf(name, text, false, r.begin, r.visit); err != nil {
		return Losses{}, err
	}
	sets, err := r.sets()
	if err != nil {
		return Losses{}, err
	}
	return onlyLosses(name, sets)
}

func onlyLosses(name string, sets []DatasetLosses) (Losses, error) {
	if len(sets) > 1 {
		return Losses{}, severalSets(name, sets[0].Dataset, sets[1].Dataset)
	}
	return sets[0].Losses, nil
}

// LossesOf is ReadLosses for rows in memory; errors count them from 1.
func LossesOf(rows []LossRow, models ...string) (Losses, error) {
	if len(rows) == 0 {
		return Losses{}, errNoRows
	}
	var absent []string
	if !slices.ContainsFunc(rows, func(r LossRow) bool { return r.NTrain != 0 }) {
		absent = append(absent, "n_train")
	}
	if !slices.ContainsFunc(rows, func(r LossRow) bool { return r.NValid != 0 }) {
		absent = append(absent, "n_valid")
	}
	every := make([]int, len(rows))
	for i := range every {
		every[i] = i
	}
	return losses(rows, memory("losses", rows, absent...), models, every)
}

var errNoRows = errors.New("fold: no rows; give one a model, replication and fold")

// lossGrid finds rows by model, replication and fold.
type lossGrid struct {
	rows                []LossRow
	in                  origin
	models              []string
	at                  map[[3]int]int // model, replication, fold
	replications, folds int
	set                 setChecker
}

// losses takes those of the given rows that are of the wanted models.
func losses(rows []LossRow, in origin, models []string, of []int) (Losses, error) {
	g := lossGrid{rows: rows, in: in, at: make(map[[3]int]int, len(of))}
	keep, err := in.chosen(of, func(i int) string { return rows[i].Model }, models)
	if err != nil {
		return Losses{}, err
	}
	g.models = slices.Clone(models)
	for _, i := range keep {
		if err := g.add(i); err != nil {
			return Losses{}, err
		}
	}
	if len(g.models) < 2 {
		return Losses{}, in.Errorf(-1, "model", "only %q; give the losses of two models", g.models[0])
	}
	if err := g.complete(keep); err != nil {
		return Losses{}, err
	}
	design, err := g.set.design(in.spot(-1), g.replications, g.folds, g.records())
	if err != nil {
		return Losses{}, err
	}
	design.MayBeRuns = g.mayBeRuns()
	d, err := g.differences(design)
	if err != nil {
		return Losses{}, err
	}
	return Losses{A: g.models[0], B: g.models[1], Design: design, Differences: d, Note: g.note()}, nil
}

// records returns the number of records where all folds have the same, else 0.
func (g *lossGrid) records() int {
	if !g.in.Has("n_train", "n_valid") {
		return 0
	}
	n := 0
	for j := range g.replications {
		for k := range g.folds {
			switch r := g.row(0, j, k); {
			case n == 0:
				n = r.NTrain + r.NValid
			case n != r.NTrain+r.NValid:
				return 0
			}
		}
	}
	return n
}

// add takes row i of the table.
func (g *lossGrid) add(i int) error {
	r := g.rows[i]
	if column, problem := r.problem(g.in); problem != "" {
		return g.in.Errorf(i, column, "%s", problem)
	}
	if err := g.set.see(g.in.spot(i), r.Set, r.Model); err != nil {
		return err
	}
	model := slices.Index(g.models, r.Model)
	if model < 0 {
		if len(g.models) == 2 {
			return thirdModel(g.in.Errorf(i, "model", "%.40q is a third model beside %.40q and %.40q; %s", r.Model, g.models[0], g.models[1], chooseTwo))
		}
		model = len(g.models)
		g.models = append(g.models, r.Model)
	}
	key := [3]int{model, r.Replication, r.Fold}
	if _, ok := g.at[key]; ok {
		return g.in.Errorf(i, "fold", "model %q has replication %d fold %d twice; give each fold once", r.Model, r.Replication, r.Fold)
	}
	g.at[key] = i
	g.replications, g.folds = max(g.replications, r.Replication), max(g.folds, r.Fold)
	other, ok := g.at[[3]int{1 - model, r.Replication, r.Fold}]
	if ok && (g.rows[other].NTrain != r.NTrain || g.rows[other].NValid != r.NValid) {
		return g.in.Errorf(i, "", "model %q has %d training and %d validation records in replication %d fold %d, %q has %d and %d; run both on the same partition set",
			r.Model, r.NTrain, r.NValid, r.Replication, r.Fold, g.models[1-model], g.rows[other].NTrain, g.rows[other].NValid)
	}
	return nil
}

const chooseTwo = "keep the rows of two, or name two (bcv: --models A,B)"

// ErrThirdModel is the cause of the errors of files with more than two models of which
// none were chosen; FileModels names them.
var ErrThirdModel = errors.New("more than two models")

func thirdModel(e *table.Error) error {
	e.Err = ErrThirdModel
	return e
}

// problem returns the first defect of a row taken alone.
func (r LossRow) problem(in origin) (column, problem string) {
	switch {
	case r.Model == "":
		return "model", "the model has no name; name both models"
	case r.Replication < 1:
		return "replication", fmt.Sprintf("%d; replications are numbered from 1", r.Replication)
	case r.Fold < 1:
		return "fold", fmt.Sprintf("%d; folds are numbered from 1", r.Fold)
	case r.NTrain < 1 && in.Has("n_train"):
		return "n_train", "no training records; give their number or leave the column out"
	case r.NValid < 1 && in.Has("n_valid"):
		return "n_valid", "no validation records; give their number or leave the column out"
	}
	return "", ""
}

// complete checks that both models have every fold of every replication. It looks at
// no more folds than there are rows, however large the numbers.
func (g *lossGrid) complete(keep []int) error {
	for _, i := range keep {
		r := g.rows[i] // the first row with something missing before it
		for model := range g.models {
			for _, need := range [...][2]int{{r.Replication, r.Fold}, {r.Replication, r.Fold - 1}, {r.Replication - 1, 1}, {r.Replication, 1}} {
				if need[0] < 1 || need[1] < 1 {
					continue
				}
				if _, ok := g.at[[3]int{model, need[0], need[1]}]; !ok {
					return g.in.Errorf(i, "fold", "model %q has no replication %d fold %d, but the file has replication %d fold %d; give both models all folds, numbered from 1%s",
						g.models[model], need[0], need[1], r.Replication, r.Fold, Twin(g.models[model], g.models))
				}
			}
		}
	}
	for _, i := range keep { // now only later folds can be missing
		r := g.rows[i]
		if _, ok := g.at[[3]int{0, r.Replication, g.folds}]; !ok {
			return g.in.Errorf(i, "fold", "replication %d has no fold %d, but others have; give every replication the same folds", r.Replication, g.folds)
		}
	}
	return nil
}

// differences fills the tables that package infer takes.
func (g *lossGrid) differences(design Design) (infer.Differences, error) {
	a, b := make([][]float64, g.replications), make([][]float64, g.replications)
	train, valid := make([][]int, g.replications), make([][]int, g.replications)
	for j := range a {
		for k := range g.folds {
			ra, rb := g.row(0, j, k), g.row(1, j, k)
			a[j], b[j] = append(a[j], ra.Loss), append(b[j], rb.Loss)
			train[j], valid[j] = append(train[j], ra.NTrain), append(valid[j], ra.NValid)
		}
	}
	d, err := infer.NewDifferences(a, b)
	if err == nil && g.in.Has("n_train") {
		d, err = d.WithTraining(train)
	}
	if err == nil && g.in.Has("n_valid") {
		d, err = d.WithValidation(valid)
	}
	if err == nil {
		d, err = d.WithMethod(design.ID.Method)
	}
	if err != nil {
		return d, g.in.Errorf(-1, "loss", "%v", err)
	}
	return d, nil
}

// row returns the row of a model on a fold; j and k count from 0.
func (g *lossGrid) row(model, j, k int) LossRow { return g.rows[g.at[[3]int{model, j + 1, k + 1}]] }

// note says if the folds of a replication cannot be a K-fold CV.
func (g *lossGrid) note() string {
	if g.folds < 2 || !g.in.Has("n_train", "n_valid") {
		return ""
	}
	for j := range g.replications {
		sum, most := 0, 0
		for k := range g.folds {
			r := g.row(0, j, k)
			sum, most = sum+r.NValid, max(most, r.NTrain+r.NValid)
		}
		if sum != most {
			return fmt.Sprintf("the %d folds of replication %d validate %d records in all, but a fold has %d training and validation records; if they are random hold-outs and no cross-validation, number them as replications with one fold each", g.folds, j+1, sum, most)
		}
	}
	return ""
}

// WithHalves adds to l what infer.ConservativeZ needs: h is a file of the same two
// models in which replication i is the i-th division of the data set into halves, and
// fold 1 and 2 are the mean losses estimated within its halves.
func (l Losses) WithHalves(h Losses) (Losses, error) {
	pairs, err := h.Differences.Pairs()
	if err != nil {
		return l, fmt.Errorf("fold: halves are folds 1 and 2 of each replication: %w", err)
	}
	switch {
	case h.A == l.A && h.B == l.B:
	case h.A == l.B && h.B == l.A:
		for i, p := range pairs {
			pairs[i] = [2]float64{-p[0], -p[1]}
		}
	default:
		return l, fmt.Errorf("fold: halves of the models %q and %q, but folds of %q and %q; name the same two", h.A, h.B, l.A, l.B)
	}
	l.Differences, err = l.Differences.WithHalves(pairs)
	return l, err
}
