package compare

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// tableTest is a test of contingency tables, and the tables of a pair that it is about.
type tableTest struct {
	Procedure
	tables func(p *pair, name string, opt Options) (tables []infer.Contingency, part string, err error)
	test   func(tables []infer.Contingency, opt Options) (infer.Result, error)
}

// midPTest is the recommended one of McNemar's tests of a single table.
const midPTest = "mcnemar-midp"

// exactTest is the recommended one of preferences.
const exactTest = "mcnemar-exact"

// ofTables are McNemar's tests, the one for an m x 2 BCV first.
var ofTables = []Procedure{
	tableTest{Procedure{Name: "bcv-mcnemar", For: "block-regularized m x 2 CV", Source: "Yang et al.", Folds: true,
		Needs: "predictions of the records on a block-regularized m x 2 CV", Target: verdict.Algorithms,
		takes: []*setting{rhoSetting, literalSetting, firstFoldSetting}},
		allFolds, func(tables []infer.Contingency, opt Options) (infer.Result, error) {
			rho := opt.rho()
			return infer.BCVMcNemarRho(tables, rho[0], rho[1], opt.mcnemar())
		}}.row(),
	oneTable(midPTest, "Fagerland et al. 2013", infer.McNemarMidP, firstFoldSetting),
	oneTable(exactTest, "Dietterich 1998", infer.McNemarExact, firstFoldSetting),
	oneTable("mcnemar", "Dietterich 1998", infer.McNemar, firstFoldSetting, literalSetting),
	tableTest{Procedure{Name: "kfold-mcnemar", For: "K-fold CV", Source: "Yang et al.", Folds: true,
		Needs: "predictions of the records on one K-fold CV", Target: verdict.Algorithms,
		takes: []*setting{literalSetting, firstFoldSetting}},
		firstReplication, func(tables []infer.Contingency, opt Options) (infer.Result, error) {
			return infer.KFoldMcNemar(tables, opt.mcnemar())
		}}.row(),
}

// oneTable is a test of one hold-out, or of the items of a test set.
func oneTable(name, source string, test func(infer.Contingency, infer.Options) (infer.Result, error),
	takes ...*setting) Procedure {
	return tableTest{Procedure{Name: name, For: "one hold-out or test set", Source: source, Target: verdict.FittedModels,
		Needs: "predictions on one hold-out, or items of a test set that are right or wrong", takes: takes},
		firstFold, func(tables []infer.Contingency, opt Options) (infer.Result, error) {
			return test(tables[0], opt.mcnemar())
		},
	}.row()
}

// row is the test as a row of the table of procedures.
func (t tableTest) row() Procedure {
	t.fits = func(p *pair) bool {
		return p.results.Classified() || p.ofIndependent() && t.Target == verdict.FittedModels && !p.linear
	}
	row := t.Procedure
	row.run = t.verdict
	return row
}

// McNemarTests returns the names of McNemar's tests, the one for an m x 2 BCV first.
func McNemarTests() (names []string) {
	for _, t := range ofTables {
		names = append(names, t.Name)
	}
	return names
}

// verdict runs the test.
func (t tableTest) verdict(p *pair, opt Options) (draft, error) {
	if !p.results.OnTestSet() && !p.ofErrors() {
		return draft{}, misfit(t.Name, "is about error rates and accuracies, and the metric is "+p.by().Label())
	}
	tables, part, err := t.tables(p, t.Name, opt)
	if err != nil {
		return draft{}, misfit(t.Name, reason(t.Name, err))
	}
	asked, mirrored := opt.Alternative, p.by().Upward()
	if mirrored { // the tests are about error rates
		opt.Alternative = [...]infer.Alternative{infer.TwoSided, infer.Less, infer.Greater}[asked]
	}
	r, err := t.test(tables, opt)
	if err != nil {
		return draft{}, misfit(t.Name, reason(t.Name, err))
	}
	v := p.verdict()
	if part != "" {
		v.Basis.Part = part
		d, err := infer.TableDifferences([][]infer.Contingency{tables})
		if err != nil {
			return draft{}, err
		}
		if v.A, v.B, _ = d.Losses(); mirrored {
			v.A, v.B = 1-v.A, 1-v.B
		}
	}
	mean, err := infer.MeanContingency(tables)
	if err != nil {
		return draft{}, err
	}
	if v.Counts = &mean; t.Target == verdict.FittedModels {
		effect, err := infer.PairedEffect(tables[0], opt.intervals())
		if err != nil {
			return draft{}, err
		}
		v.Effect, r.CI, r.HasCI = &effect, effect.DifferenceCI, true
		r.Assumptions = strings.TrimSuffix(r.Assumptions, ".") + "; the interval is Tango's score interval (1998), without " +
			"continuity correction"
	}
	if mirrored {
		r.Alternative, r.Estimate, r.CI = asked, 0-r.Estimate, infer.Interval{Low: 0 - r.CI.High, High: 0 - r.CI.Low}
	}
	if p.results.OnTestSet() && v.Effect != nil {
		r.NoSpread = false // without disagreement the p-value is 1, and the interval holds its level
	}
	if p.results.OnTestSet() {
		r.Assumptions = strings.Replace(r.Assumptions, "one hold-out validation, records", table.Pick(p.preferred(),
			"comparisons", "one test set, items"), 1)
	}
	v = v.with(r)
	if v.Target = t.Target; !r.NoSpread {
		v.ErrorRate = known.Rate(t.Name, opt.Alternative)
		p.rateOnItems(&v, opt)
	}
	if p.results.OnTestSet() {
		v.Target, v.Note = verdict.TheseModels, p.itemNote(v)
	}
	if t.Target == verdict.FittedModels && !r.Reject {
		few := t.few(p, tables[0], opt)
		v.Note, v.Basis.Undecidable = joined(few, v.Note), few != ""
	}
	return v, nil
}

// few says of a single table that no outcome could be significant on so few items or records on which the models
// differ: not even one in which all speak for one model.
func (t tableTest) few(p *pair, c infer.Contingency, opt Options) string {
	least, differ := 1.0, c.N01+c.N10
	if differ == 0 {
		return ""
	}
	for _, all := range []infer.Contingency{{N01: differ, N11: c.N11}, {N10: differ, N11: c.N11}} {
		if r, err := t.test([]infer.Contingency{all}, opt); err == nil {
			least = min(least, r.PValue)
		}
	}
	if least <= opt.Alpha {
		return ""
	}
	what := table.Pick(p.preferred(), "comparison", table.Pick(p.results.OnTestSet(), "item", "record"))
	differs := table.Pick(differ == 1, what+" differs", what+"s differ")
	if p.preferred() {
		differs = table.Pick(differ == 1, what+" has a winner", what+"s have a winner")
	}
	return fmt.Sprintf("only %g %s: too few for any verdict at %.4g%%", differ, differs, 100*opt.Alpha)
}

// allFolds are the tables of a block-regularized m x 2 CV.
func allFolds(p *pair, _ string, _ Options) ([]infer.Contingency, string, error) {
	tables := p.results.Tables(p.a, p.b)
	return slices.Concat(tables...), "", p.results.Design.CheckRegularized(tables)
}

// firstFold is the table of one hold-out, or of the first fold of another design if Options.FirstFolds asks for it.
func firstFold(p *pair, name string, opt Options) ([]infer.Contingency, string, error) {
	if p.results.OnTestSet() {
		c, ok := p.rightOrWrong()
		if !ok {
			return nil, "", misfit(name, fmt.Sprintf("needs one run and draw of each model, each item right or wrong; the "+
				"scores come from %s", p.results.Design))
		}
		return []infer.Contingency{c}, "", nil
	}
	first := p.results.Tables(p.a, p.b)[0][:1]
	switch d := p.results.Design; {
	case d.Replications*d.Folds == 1:
		return first, "", nil
	case !opt.FirstFolds:
		return nil, "", needs(name, "one hold-out", d)
	}
	return first, "the first fold of ", nil
}

// firstReplication are the tables of one K-fold CV, or of the first replication of more if Options.FirstFolds
// asks for it.
func firstReplication(p *pair, name string, opt Options) ([]infer.Contingency, string, error) {
	first := p.results.Tables(p.a, p.b)[0]
	switch d := p.results.Design; {
	case d.Folds == 1 || d.Replications > 1 && !opt.FirstFolds:
		return nil, "", needs(name, "one K-fold CV", d)
	case d.Replications > 1:
		return first, "the first replication of ", nil
	}
	return first, "", nil
}

func needs(name, design string, d results.Design) error {
	return misfit(name, fmt.Sprintf("is a test for %s; the predictions come from %s", design, d))
}

// reason is what is wrong without the name of the test.
func reason(name string, err error) string {
	var misfit *infer.MisfitError
	if errors.As(err, &misfit) {
		return misfit.Problem
	}
	return "does not fit: " + strings.TrimPrefix(err.Error(), "infer: "+name+": ")
}
