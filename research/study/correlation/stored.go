package correlation

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/custom"
)

// Found returns the correlations of pairs of real algorithms, or of single ones, in the stored study of
// them, without estimates outside of the possible region.
func Found(fsys fs.FS, single bool) (paired.Empirical, error) {
	if fsys == nil {
		return nil, errors.New("correlation: no data; the correlations that were found are in results/rho_scatter.csv")
	}
	rows, err := study.Stored[StoredRow](fsys, "rho_scatter")
	if err != nil {
		return nil, err
	}
	var pairs [][2]float64
	for _, r := range rows {
		if (r.B == "") == single {
			pairs = append(pairs, [2]float64{r.Rho1, r.Rho2})
		}
	}
	return paired.Feasible(pairs), nil
}

// StoredRow is a row with what its study took.
type StoredRow struct {
	Row
	study.Effort
}

// Stored returns the rows of all learners, then of their pairs.
func (r Result) Stored() []StoredRow {
	var out []StoredRow
	for _, row := range append(r.Learners(), r.Pairs()...) {
		out = append(out, StoredRow{row, r.Effort})
	}
	return out
}

// storedTable returns the rows of all results as a table.
func storedTable(name string, results []Result) study.Table {
	var rows []StoredRow
	for _, r := range results {
		rows = append(rows, r.Stored()...)
	}
	return study.NewTable(name, brief(rows))
}

// brief returns rows with six digits, far beyond their errors.
func brief(rows []StoredRow) []StoredRow {
	rows = slices.Clone(rows)
	for i := range rows {
		r := &rows[i]
		for _, v := range []*float64{&r.Mean, &r.MeanSE, &r.Sigma2, &r.Sigma2SE, &r.Rho1, &r.Rho1SE, &r.Rho2,
			&r.Rho2SE, &r.CPUSeconds} {
			*v = sixDigits(*v)
		}
	}
	return rows
}

func sixDigits(v float64) float64 {
	out, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	if err != nil {
		panic(err) // FormatFloat wrote it
	}
	return out
}

// ownSettings are the settings of Scatter.
var ownSettings = []study.Setting{custom.Distribution, custom.N(300), custom.Learners,
	{Name: "m", Default: "5", About: "replications of m x 2 BCV, 2 or more"}, custom.SetsSetting, custom.ShardsSetting}

// ownPlan has one simulation, of a researcher's own settings.
func ownPlan(cfg study.Config) (study.Plan, error) {
	r := custom.NewReader(ownSettings, cfg.Own)
	s := Study{Name: "own", N: r.Count("n", 4), M: r.Count("m", 2), Seed: cfg.Seed}
	s.Sets, s.Shards = r.Effort()
	if _, err := cv.New(cv.BCV, s.N, cv.Options{M: s.M, Seed: 1}); err != nil {
		r.Fail("m", "another: "+err.Error())
	}
	s.Distribution, s.Learners = r.On(s.N, 1)
	if err := r.Err(); err != nil {
		return study.Plan{}, err
	}
	e, err := s.Experiment("own-correlations")
	if err != nil {
		return study.Plan{}, err
	}
	return study.PlanOf(func() []study.Table {
		return []study.Table{storedTable("rho_scatter", []Result{e.Result()})}
	}, e), nil
}

// LetterOmegas are the weights of the nearest neighbour in experiments Letter1 to
// Letter6 of the thesis.
var LetterOmegas = []float64{1, 5, 10, 17.25, 25, 2048}

// LetterStudy is the study of thesis table 5.9: sets data sets, a multiple of 50, of 300
// records drawn with replacement from d, the UCI letter data with its 26 classes; the nearest
// neighbour with each of the six omegas, and last the tree. The names of the
// algorithms are as in the table: A is the neighbour, B the tree (erratum E27).
// The thesis does not report how many replications it took; rho1 and rho2 do not
// depend on it.
func LetterStudy(d *dataset.Data, sets int, seed uint64) Study {
	const shards = 50
	s := Study{Name: "letter", Distribution: simdata.Population{Data: d}, N: 300, M: 5, Sets: sets / shards,
		Shards: shards, Seed: seed}
	for k, w := range LetterOmegas {
		s.Learners = append(s.Learners, neighbour.WeightedNN{Weights: simdata.LetterWeights(w)})
		s.Labels = append(s.Labels, fmt.Sprintf("Letter%d", k+1))
	}
	s.Learners, s.Labels = append(s.Learners, learn.Learner(tree.CART{})), append(s.Labels, "tree")
	return s
}

// Letter is the LetterStudy of 10,000 data sets, ten times the thesis's, at the quick
// scale of 100. It needs a local copy of the data.
var Letter = study.Study{Name: "letter-correlations",
	Title: "correlations of the nearest neighbour, the tree and their differences on the UCI letter data", Seconds: 20,
	Plan: func(cfg study.Config) (study.Plan, error) {
		e, err := letterExperiment(cfg)
		if err != nil {
			return study.Plan{}, err
		}
		return study.PlanOf(func() []study.Table {
			return []study.Table{storedTable(LetterTable, []Result{e.Result()})}
		}, e), nil
	}}

// LetterTable is the name of the table of Letter.
const LetterTable = "table_5_9"

// letterExperiment returns the LetterStudy of a scale, the error public.ErrNotFound if
// the data have no local copy.
func letterExperiment(cfg study.Config) (*study.Experiment[Result], error) {
	d, err := public.Open("letter")
	if err != nil {
		return nil, err
	}
	return LetterStudy(d, LetterSets(cfg.Scale), cfg.Seed).Experiment("letter-correlations")
}

// LetterSets is the number of data sets of a scale.
func LetterSets(scale study.Scale) int {
	if scale == study.Paper {
		return 10_000
	}
	return 100
}

// PublicSet is a data set of the McNemar paper, table IV.
type PublicSet struct {
	Name     string // in the paper
	Manifest string // name of the local copy, see public.Open
	Note     string // how the copy differs from the paper's set, or what the paper leaves open
}

// PublicSets returns the 29 data sets in the order of the paper. Donors and
// transfusion are one (erratum E28).
func PublicSets() []PublicSet {
	return []PublicSet{
		{Name: "artificial", Manifest: "artificial",
			Note: "the paper has 30654 records, three times as many as the public set"},
		{Name: "australian", Manifest: "australian"},
		{Name: "balance", Manifest: "balance"},
		{Name: "car", Manifest: "car"},
		{Name: "cmc", Manifest: "cmc"},
		{Name: "credit", Manifest: "credit",
			Note: "the paper counts 37 records with missing values, which it says to omit (E28)"},
		{Name: "donors", Manifest: "transfusion", Note: "the same data as transfusion (E28)"},
		{Name: "flare", Manifest: "flare", Note: "the public set has one record more; the paper's two classes are " +
			"not known, here: C-class flares or none"},
		{Name: "german", Manifest: "german"},
		{Name: "krvskp", Manifest: "krvskp"},
		{Name: "letter", Manifest: "letter"},
		{Name: "magic", Manifest: "magic"},
		{Name: "mammographic", Manifest: "mammographic"},
		{Name: "nursery", Manifest: "nursery"},
		{Name: "optdigits", Manifest: "optdigits"},
		{Name: "page_block", Manifest: "pageblocks"},
		{Name: "pendigits", Manifest: "pendigits"},
		{Name: "pima", Manifest: "pima"},
		{Name: "ringnorm", Manifest: "ringnorm", Note: "standardized by its publisher"},
		{Name: "satellite47", Manifest: "satellite", Note: "the training part of Landsat, by its number of records"},
		{Name: "spambase", Manifest: "spambase"},
		{Name: "splice", Manifest: "splice"},
		{Name: "tic_tac_toe", Manifest: "tictactoe"},
		{Name: "titanic", Manifest: "titanic"},
		{Name: "transfusion", Manifest: "transfusion"},
		{Name: "twonorm", Manifest: "twonorm"},
		{Name: "wave", Manifest: "waveform+noise"},
		{Name: "wine_quality", Manifest: "winequality"},
		{Name: "yeast", Manifest: "yeast", Note: "the paper counts 7 predictors, the public set has 8 (E28)"},
	}
}

// Open reads the local copy. The error is public.ErrNotFound if there is none.
func (s PublicSet) Open() (*dataset.Data, error) {
	d, err := public.Open(s.Manifest)
	if err == nil && s.Name == "flare" {
		d = simdata.InTwo(d, "none", "some", func(flares string) bool { return flares != "0" }) // of the C-class
	}
	return d, err
}
