package results

import (
	"maps"
	"slices"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/metric"
)

// predictionRow is a row of a file of predictions: of one model in the columns model and
// predicted, or with a further column for each model.
type predictionRow struct {
	Dataset     string `dataframe:"dataset" table:"optional,line"`
	Replication int    `dataframe:"replication" table:"nonneg"`
	Within
	Fold      int    `dataframe:"fold" table:"nonneg"`
	Record    int    `dataframe:"record" table:"nonneg"`
	Truth     string `dataframe:"truth"`
	Model     string `dataframe:"model" table:"optional,line"`
	Predicted string `dataframe:"predicted" table:"optional"`
	Run       string `dataframe:"run" table:"optional,line"`
	NTrain    int    `dataframe:"n_train" table:"optional,nonneg"` // training records of the fold; 0 if unknown
	NValid    int    `dataframe:"n_valid" table:"optional,nonneg"` // its validation records, which are counted, too
	Set       string `dataframe:"set" table:"optional"`
}

// predictions gathers the predictions of a key as they come.
type predictions struct {
	units    Units
	byNumber map[int]*predictedReplication
	last     int // replication of the row before
	current  *predictedReplication
	within   places
}

// predictedReplication holds the predictions of a replication.
type predictedReplication struct {
	replication
	outcomes []*outcomes     // by model of the key
	sizeOf   map[int]int     // by fold: records
	told     map[int]*[2]int // by fold: training and validation records, as rows say; 0 if none does
}

// beginPredictions takes the columns of a file, which are of the same kind in all.
func (r *reader) beginPredictions(in table.Info, at spot) error {
	long := in.Has("model", "predicted")
	other := slices.IndexFunc(in.Others, func(name string) bool { return !isProbable(name) })
	probable := slices.IndexFunc(in.Others, isProbable)
	switch {
	case r.opt.Numbers && probable >= 0:
		return at.Errorf(in.Others[probable], "holds probabilities of classes, and a metric of numbers is asked for; take a "+
			"metric of classes, such as log_loss")
	case long && other >= 0:
		return at.Errorf(in.Others[other], "stands beside columns model, predicted; give either these or a column per model")
	case !long && probable >= 0:
		return at.Errorf(in.Others[probable], "holds probabilities; these stand beside the columns model and predicted, "+
			"in a row for each model")
	case in.Has("model"):
		if !long {
			return at.Errorf("predicted", "is missing beside model; add it")
		}
	case in.Has("predicted"):
		return at.Errorf("model", "is missing beside predicted; add it")
	case len(in.Others) == 0:
		return at.Errorf("", "has no predictions; give a column per model, or model and predicted")
	}
	if at.file == r.begun.file {
		r.columns.long = long
	}
	if r.columns.long != long {
		return at.Errorf("", "has %s, other than %s; give all files the same columns",
			table.Pick(long, "model, predicted", "a column per model"), r.begun.file)
	}
	if long {
		return r.columns.setProbable(in.Others, "", at, r.begun)
	}
	for _, name := range in.Others {
		if slices.Contains(drawColumns, name) && !slices.Contains(r.opt.Models, name) {
			return at.Errorf(name, "draws of a record are read as those of an item: give the columns item, model, draw, truth "+
				"and label; if it is a model say so (setting `models` A,B), else leave it out")
		}
	}
	r.columns.models = slices.Clone(in.Others)
	if w := r.opt.Models; len(w) == 2 && slices.Equal(in.Others, []string{"a", "b"}) && !slices.Contains(w, "a") &&
		!slices.Contains(w, "b") {
		r.columns.models = w // a and b stand for the models that are named
	}
	r.columns.numbers = nil
	for _, name := range r.columns.models {
		r.columns.numbers = append(r.columns.numbers, r.models.number(name))
	}
	return nil
}

// addPredictions takes a row of a file of predictions.
func (r *reader) addPredictions(x *predictionRow, labels []string, at spot) error {
	rest := row{Dataset: x.Dataset, Set: x.Set, Run: x.Run, Replication: x.Replication, Within: x.Within, Fold: x.Fold,
		Model: x.Model}
	if r.columns.long {
		k, model, err := r.see(&rest, at)
		if err == nil && k != nil && r.columns.probable != nil {
			err = r.columns.probabilities(labels, at)
		}
		if k == nil || err != nil {
			return err
		}
		return r.predicted(k, rest.Replication, model, x, x.Predicted, "predicted", at)
	}
	for i, label := range labels {
		if label == "" && x.Run != "" {
			continue // a model without this run
		}
		here := rest
		k, model, err := r.seeNumber(&here, r.columns.numbers[i], at)
		if err == nil && k != nil {
			err = r.predicted(k, here.Replication, model, x, label, r.columns.models[i], at)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// predicted takes the label that a model of a key predicted for a record, which stands in a column, in the
// replication with a number.
func (r *reader) predicted(k *keyed, number, model int, x *predictionRow, label, column string, at spot) error {
	for _, in := range [...][2]string{{"truth", x.Truth}, {column, label}} {
		if in[1] == "" {
			return at.Errorf(in[0], "is empty; write the %s", table.Pick(r.opt.Numbers, "number", "class"))
		}
	}
	if k.predictions == nil {
		k.predictions = &predictions{byNumber: map[int]*predictedReplication{}}
		if k.predictions.units.form = labelItems; r.opt.Numbers {
			k.predictions.units.form = numberItems
		}
		for _, class := range r.columns.probable {
			k.predictions.units.classes.Number(class)
		}
	}
	p := k.predictions
	rep, unit := p.replication(number), p.units.unit(x.Record)
	for model >= len(rep.outcomes) {
		rep.outcomes = append(rep.outcomes, &outcomes{columns: p.units.numbers.Columns(1 + len(r.columns.probable))})
	}
	o, name := rep.outcomes[model], r.models.name(k.models[model])
	switch fold := int(rep.fold.Get(unit)); {
	case fold == 0:
		rep.fold.Set(unit, uint32(x.Fold))
		rep.sizeOf[x.Fold]++
		rep.testSet.add(x.Record)
	case !o.lacks(unit):
		together := len(r.columns.models) > 1
		return at.Errorf("record", "%srecord %d of %s %sin fold %d; give each record once per replication",
			table.Pick(together, "", owner(name)), x.Record, x.Within.name(x.Replication),
			table.Pick(together, "is already ", "already "), fold)
	case fold != x.Fold:
		return at.Errorf("record", "model %.40q has record %d in %s fold %d, the other model in fold %d; give both "+
			"the same records", name, x.Record, x.Within.name(x.Replication), x.Fold, fold)
	}
	if err := rep.tell(x, at); err != nil {
		return err
	}
	value := p.class
	if r.opt.Numbers {
		value = p.number
	}
	v, err := value(&r.columns, unit, x, label, column, at)
	if err != nil {
		return err
	}
	o.columns[0].Set(unit, v, p.units.len())
	for c, v := range r.columns.p {
		o.columns[1+c].Set(unit, v, p.units.len())
	}
	o.known++
	return nil
}

// class notes the true class of a record, and returns the place of the predicted one.
func (p *predictions) class(c *columns, unit int, x *predictionRow, label, column string, at spot) (float64, error) {
	classes := &p.units.classes
	if was := classes.Set(unit, x.Truth); was != x.Truth {
		return 0, at.Errorf("truth", "%.40q, but record %d is %.40q above; a record has one class", x.Truth, x.Record, was)
	}
	class := classes.Of[unit]
	err := c.lacksColumn(int(class), "truth", x.Truth, at)
	if err == nil && label != x.Truth {
		class = classes.label(label)
		err = c.lacksColumn(int(class), column, label, at)
	}
	return float64(class), err
}

// number notes the true number of a record, and returns the predicted one.
func (p *predictions) number(_ *columns, unit int, x *predictionRow, label, column string, at spot) (float64, error) {
	truth, problem := aNumber(x.Truth)
	if problem != "" {
		return 0, at.Errorf("truth", "%s", problem)
	}
	v, problem := aNumber(label)
	if problem != "" {
		return 0, at.Errorf(column, "%s", problem)
	}
	if was := p.units.setTarget(unit, truth); was != truth {
		return 0, at.Errorf("truth", "%s, but record %d is %s above; a record has one truth", x.Truth, x.Record, number(was))
	}
	return v, nil
}

// replication returns what was gathered of a replication.
func (p *predictions) replication(number int) *predictedReplication {
	if p.current == nil || p.last != number {
		p.last, p.current = number, p.byNumber[number]
	}
	if p.current == nil {
		p.current = &predictedReplication{sizeOf: map[int]int{}, told: map[int]*[2]int{}}
		p.byNumber[number] = p.current
	}
	return p.current
}

// ofPredictions completes the results of a key whose rows are predictions.
func (r *reader) ofPredictions(out *Results, k *keyed, place []int) error {
	p := k.predictions
	x := &p.units
	file := r.begun
	if err := p.arrange(out.Models, place, file); err != nil {
		return err
	}
	if err := p.complete(out.Models, file); err != nil {
		return err
	}
	var odd []string
	var err error
	if !r.opt.Numbers {
		if odd, err = r.checkLabels(x, out.Models, table.Pick(r.columns.long, "predicted", "")); err != nil {
			return err
		}
	}
	if x.likely, err = r.columns.complete(out, x.classes.Names, file); err != nil {
		return err
	}
	records := x.len()
	for _, rep := range x.folds {
		if rep.records != x.len() {
			records = 0
		}
	}
	if out.Design, err = k.set.design(file, len(x.folds), len(x.folds[0].sizes), records); err != nil {
		return err
	}
	if out.Design.Folds == 1 {
		if err := checkTestSets(x.folds, k.set.text != "", file); err != nil {
			return err
		}
	}
	for _, rep := range x.folds {
		out.Valid = append(out.Valid, rep.sizes...)
	}
	if out.Train, err = p.trained(file); err != nil {
		return err
	}
	if out.Units = x; r.opt.Numbers {
		*out, err = out.Computed("mse")
		return err
	}
	out.Metrics, out.Values = []metric.Metric{metric.ErrorRate}, []Grid[float64]{out.errorRates()}
	out.Notes = slices.Concat(out.Notes, odd, x.exchanged(out.Models))
	return nil
}

// tell notes how many training and validation records its fold has by a row.
func (rep *predictedReplication) tell(x *predictionRow, at spot) error {
	if x.NTrain == 0 && x.NValid == 0 {
		return nil
	}
	told := rep.told[x.Fold]
	if told == nil {
		told = new([2]int)
		rep.told[x.Fold] = told
	}
	for i, n := range [2]int{x.NTrain, x.NValid} {
		if n > 0 && told[i] > 0 && n != told[i] {
			return at.Errorf([2]string{"n_train", "n_valid"}[i], "%d, but %d in another row of %s fold %d; a fold has one "+
				"number of each", n, told[i], x.Within.name(x.Replication), x.Fold)
		}
		told[i] = max(told[i], n)
	}
	return nil
}

// trained returns the numbers of training records of all folds; nil unless all are known.
func (p *predictions) trained(file spot) ([]int, error) {
	var train []int
	known := true
	for i := range p.units.folds {
		rep := p.byNumber[i+1]
		for k, n := range rep.sizes {
			told := rep.told[k+1]
			if told == nil {
				known = false
				continue
			}
			if told[1] > 0 && told[1] != n {
				return nil, file.Errorf("n_valid", "%d, but %s has predictions of %d records; give one row for each record of "+
					"a fold", told[1], p.within.name(i+1, k+1), n)
			}
			train, known = append(train, told[0]), known && told[0] > 0
		}
	}
	if !known {
		return nil, nil
	}
	return train, nil
}

// arrange puts the models of all replications in the order of names; place has the new place of each.
func (p *predictions) arrange(names []string, place []int, file spot) error {
	for _, j := range slices.Sorted(maps.Keys(p.byNumber)) {
		rep := p.byNumber[j]
		all := make([]*outcomes, len(names))
		for m, o := range rep.outcomes {
			to := place[m]
			switch {
			case to < 0:
			case all[to] == nil || all[to].known == 0:
				all[to] = o
			default: // the rest of a model that lies in several files
				if record := p.units.join(all[to], o); record >= 0 {
					return file.Errorf("record", "model %.40q has record %d of %s in two files; give each record "+
						"once per replication", names[to], record, p.within.replication(j))
				}
			}
		}
		for m, o := range all {
			if o == nil {
				all[m] = &outcomes{}
			}
		}
		rep.outcomes = all
	}
	return nil
}

// join adds the outcomes of another file to those of a model. It returns the first record that both have, else -1.
func (x *Units) join(to, from *outcomes) int {
	var values []float64
	for record, place := range x.unitOf.All() {
		unit := int(place) - 1
		if from.lacks(unit) {
			continue
		}
		if !to.lacks(unit) {
			return record
		}
		values = from.at(values[:0], 0, unit)
		for c, v := range values {
			to.columns[c].Set(unit, v, x.len())
		}
	}
	to.known += from.known
	return -1
}

// complete checks that all models have the same records, and puts replications and folds in order.
func (p *predictions) complete(names []string, file spot) error {
	numbers := slices.Sorted(maps.Keys(p.byNumber))
	folds := 0
	for _, j := range numbers {
		rep := p.byNumber[j]
		for m, o := range rep.outcomes {
			if o.known != rep.records {
				return p.lacks(names, j, m, file)
			}
		}
		for fold := range rep.sizeOf {
			folds = max(folds, fold)
		}
	}
	x := &p.units
	x.outcomes = make([][]*outcomes, len(names))
	for i, j := range numbers {
		rep := p.byNumber[j]
		if j != i+1 {
			return file.Errorf("replication",
				"there is no replication %d, but replication %d; number replications from 1 without gaps", i+1, j)
		}
		for fold := 1; fold <= folds; fold++ {
			n := rep.sizeOf[fold]
			if n == 0 {
				return file.Errorf("fold", "%s has no fold %d, but there is a fold %d; give every replication the same "+
					"folds, numbered from 1", p.within.replication(j), fold, folds)
			}
			rep.sizes = append(rep.sizes, n)
		}
		x.folds = append(x.folds, &rep.replication)
		for m, o := range rep.outcomes {
			x.outcomes[m] = append(x.outcomes[m], o)
		}
	}
	return nil
}

// lacks names the first record of a replication that model m does not have and another one has.
func (p *predictions) lacks(names []string, replication, m int, file spot) error {
	rep := p.byNumber[replication]
	for record, place := range p.units.unitOf.All() {
		unit := int(place) - 1
		if fold := int(rep.fold.Get(unit)); fold > 0 && rep.outcomes[m].lacks(unit) {
			other := slices.IndexFunc(rep.outcomes, func(o *outcomes) bool { return !o.lacks(unit) })
			return file.Errorf("record",
				"model %.40q has record %d in %s, %.40q has not; give both the same records",
				names[other], record, p.within.name(replication, fold), names[m])
		}
	}
	return file.Errorf("record", "%s has no predictions of %.40q; give all models the same records",
		p.within.replication(replication), names[m])
}

// checkTestSets refuses hold-outs of which some validate the same records. Of a named set some may by chance, if
// there are few records. If all do they are runs, see onOneTestSet.
func checkTestSets(reps []*replication, named bool, file spot) error {
	sets := map[testSet]bool{}
	for _, rep := range reps {
		sets[rep.testSet] = true
	}
	if problem := RunsProblem(len(reps), len(sets)); problem != "" && len(sets) > 1 && !named {
		return file.Errorf("", "%s", problem)
	}
	return nil
}
