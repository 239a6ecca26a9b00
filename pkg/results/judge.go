package results

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/internal/compact"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/results/sheet"
)

// judgeColumn is the column of a judge's scores, and after a model and a sign its columns in wide files.
const judgeColumn = "judge"

// judged is what a judge scored beside people: the last column of each run has its scores of the items that people
// scored, which are the units.
type judged struct {
	column   string           // in a file
	names    []string         // of the items that no person scored
	clusters []int            // theirs, numbered on from those of the units; nil for none
	others   []compact.Column // by model: their scores
}

// Judged reports whether a judge scored the items, and more of them than people did: Units are then those that people
// scored.
func (r Results) Judged() bool { return r.OnTestSet() && r.Units.judge != nil }

// judgeColumns finds the columns of a judge's scores beside those of a score, of which a wide file has one for each of
// the models.
func (c *itemColumns) judgeColumns(header, models []string, opt ReadOptions, at spot) error {
	if c.form != scoreItems {
		return nil
	}
	if !opt.Wide {
		name := judgeName(header, opt)
		if k := slices.Index(header, name); k >= 0 && name != header[c.values[0]] {
			c.judges = []int{k}
		}
		return nil
	}
	for _, model := range models {
		k := slices.Index(header, model+"_"+judgeColumn)
		if k >= 0 && sheet.IsJudge(header[k], header, opt.Models) {
			c.judges = append(c.judges, k)
		}
	}
	if n := len(c.judges); n > 0 && n < len(models) {
		return at.Errorf(header[c.judges[0]], "has scores of a judge, who scored %d of %d models; give a column MODEL_judge "+
			"for each", n, len(models))
	}
	return nil
}

// judgeName is the column of a judge's scores; empty for none.
func judgeName(header []string, opt ReadOptions) string {
	switch {
	case opt.Judge != "":
		return opt.Judge
	case opt.Metric.Name != judgeColumn && slices.Contains(header, judgeColumn):
		return judgeColumn
	}
	return ""
}

// checkJudge refuses a judge that is not there, and one without scores of people beside it; err is what else keeps the
// file from having scores.
func (c *itemColumns) checkJudge(header []string, opt ReadOptions, at spot, err error) error {
	name := judgeName(header, opt)
	switch {
	case opt.Wide && opt.Judge != "":
		return at.Errorf(opt.Judge, "is no column for a judge in a file with a column for each model; name those of the judge "+
			"MODEL_judge, and leave the setting `judge` out")
	case opt.Wide && slices.Contains(header, judgeColumn) && !slices.Contains(opt.Models, judgeColumn):
		return at.Errorf(judgeColumn, "is it a model? Then name the models (setting `models`); what a judge scored of a model "+
			"is in a column MODEL_judge")
	case name == "" || opt.Wide:
		return err
	case name == opt.Metric.Name:
		return at.Errorf(name, "is the score and that of the judge; name the column of the scores of people (setting `score`)")
	case !slices.Contains(header, name):
		return at.Errorf(name, "does not exist; the columns are %s", table.Quoted(header))
	case slices.Contains([]string{"item", "model", "run", "cluster", "dataset", "task", "truth"}, name):
		return at.Errorf(name, "is no column of a judge's scores; name the one that is")
	case c.inTime:
		return at.Errorf(name, "stands beside points in time, and a judge is for items that vary independently; leave it out, or "+
			"give it another name")
	case c.form != scoreItems:
		return at.Errorf(name, "stands beside columns other than a score; a judge's scores stand beside those of people, in a "+
			"column score (1 for right, 0 for wrong); else give the column another name")
	case err != nil && opt.Metric.Name == "":
		return at.Errorf(name, "stands without the scores of people; give these in a column score, which is empty where no "+
			"person scored, or compare those of the judge as they are (setting `score` %s)", name)
	}
	return err
}

// addJudged takes the judge's score of a row, beside the score of people in a column.
func (c *itemColumns) addJudged(run *outcomes, k, score int, fields []string, most int, at spot) (fresh bool, err error) {
	column := c.judges[0]
	if len(c.judges) > 1 {
		column = c.judges[slices.Index(c.values, score)]
	}
	v, problem := (*itemRows)(nil).value(scoreItems, fields[column])
	switch {
	case fields[column] == "":
		problem = "is empty; a judge scores all items"
	case problem != "":
		problem += "; a judge's scores are numbers: if this is something else give the column another name"
	}
	if problem != "" {
		return false, at.Errorf(c.header[column], "%s", problem)
	}
	return run.columns[len(run.columns)-1].Set(k, v, most), nil
}

// splitJudged keeps the items that people scored as units, and the others in x.judge. Where people scored all of them
// the judge is left out, with a note.
func (r *reader) splitJudged(out *Results, x *Units) error {
	column := r.items.header[r.items.judges[0]]
	scored, first := make([]bool, len(x.Names)), -1
	count := 0
	for m, runs := range x.outcomes {
		if len(runs) != 1 || runs[0].of != nil {
			return r.begun.Errorf(column, "stands beside several runs or draws of %.40q; a judge is for one run and one draw of "+
				"each model, or give the means of theirs", out.Models[m])
		}
		if first < 0 {
			first = m
		}
		for i, name := range x.Names {
			is := !math.IsNaN(runs[0].columns[0].At(i))
			if m == first {
				if scored[i] = is; is {
					count++
				}
			} else if is != scored[i] {
				with, without := first, m
				if is {
					with, without = m, first
				}
				return r.begun.Errorf("item", "people scored item %.40q of %.40q, but not of %.40q; they score an item of all "+
					"models or of none", name, out.Models[with], out.Models[without])
			}
		}
	}
	switch count {
	case 0:
		return r.begun.Errorf("score", "is empty for all items; people score a random sample of those that the judge scored "+
			"(bcv split --items N --label m), or compare the scores of the judge as they are (setting `score` %s)", column)
	case len(x.Names):
		x.dropJudge()
		out.Notes = append(out.Notes, fmt.Sprintf("people scored all items, so that the scores of the judge (column %s) add "+
			"nothing and are left out", column))
		return nil
	case 1, 2, len(x.Names) - 1:
		return r.begun.Errorf("score", "people scored %d of %d items; a judge beside people takes 3 items or more that they "+
			"scored, and 2 that they did not", count, len(x.Names))
	}
	x.keepPeople(scored, column)
	return nil
}

// dropJudge leaves the scores of the judge out.
func (x *Units) dropJudge() {
	for _, run := range slices.Concat(x.outcomes...) {
		run.columns = run.columns[:1]
	}
}

// keepPeople keeps the items that people scored as units, and what the judge scored of the others beside them.
func (x *Units) keepPeople(scored []bool, column string) {
	j, were := &judged{column: column}, x.Clusters
	for _, runs := range x.outcomes {
		others := x.numbers.Columns(1)[0]
		from := &runs[0].columns[1]
		k := 0
		for i, is := range scored {
			if !is {
				others.Set(k, from.At(i), len(scored))
				k++
			}
		}
		j.others = append(j.others, others)
	}
	for i, is := range scored {
		if !is {
			j.names = append(j.names, x.Names[i])
		}
	}
	for i := range were {
		were[i]++ // as keep takes them
	}
	x.keep(scored)
	if x.judge = j; were == nil {
		return
	}
	at, k := map[int]int{}, 0 // new numbers of clusters
	for i, is := range scored {
		if is {
			at[were[i]] = x.Clusters[k]
			k++
		}
	}
	for i, is := range scored {
		if _, known := at[were[i]]; !known {
			at[were[i]] = len(at)
		}
		if !is {
			j.clusters = append(j.clusters, at[were[i]])
		}
	}
}

// judgeOf returns what a judge scored of models a and b; nil for none.
func (x *Units) judgeOf(a, b int) *items.Judge {
	if x.judge == nil {
		return nil
	}
	scores := func(model int) (own, others []float64) {
		run := x.outcomes[model][0]
		return run.columns[1].All(len(x.Names)), x.judge.others[model].All(len(x.judge.names))
	}
	out := &items.Judge{Clusters: x.judge.clusters}
	out.A, out.OthersA = scores(a)
	out.B, out.OthersB = scores(b)
	return out
}
