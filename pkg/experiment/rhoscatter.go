package experiment

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/sim"
)

// McNemarSet is a data set of the McNemar paper, table IV.
type McNemarSet struct {
	Name     string // in the paper
	Manifest string // name of the local copy, see dataset.Open
	Note     string // how the copy differs from the paper's set, or what the paper leaves open
}

// McNemarSets returns the 29 data sets in the order of the paper. Donors and
// transfusion are one (erratum E28).
func McNemarSets() []McNemarSet {
	return []McNemarSet{
		{"artificial", "artificial", "the paper has 30654 records, three times as many as the public set"},
		{"australian", "australian", ""},
		{"balance", "balance", ""},
		{"car", "car", ""},
		{"cmc", "cmc", ""},
		{"credit", "credit", "the paper counts 37 records with missing values, which it says to omit (E28)"},
		{"donors", "transfusion", "the same data as transfusion (E28)"},
		{"flare", "flare", "the public set has one record more; the paper's two classes are not known, here: C-class flares or none"},
		{"german", "german", ""},
		{"krvskp", "krvskp", ""},
		{"letter", "letter", ""},
		{"magic", "magic", ""},
		{"mammographic", "mammographic", ""},
		{"nursery", "nursery", ""},
		{"optdigits", "optdigits", ""},
		{"page_block", "pageblocks", ""},
		{"pendigits", "pendigits", ""},
		{"pima", "pima", ""},
		{"ringnorm", "ringnorm", "standardized by its publisher"},
		{"satellite47", "satellite", "the training part of Landsat, by its number of records"},
		{"spambase", "spambase", ""},
		{"splice", "splice", ""},
		{"tic_tac_toe", "tictactoe", ""},
		{"titanic", "titanic", ""},
		{"transfusion", "transfusion", ""},
		{"twonorm", "twonorm", ""},
		{"wave", "waveform+noise", ""},
		{"wine_quality", "winequality", ""},
		{"yeast", "yeast", "the paper counts 7 predictors, the public set has 8 (E28)"},
	}
}

// Open reads the local copy. The error is dataset.ErrNotFound if there is none.
func (s McNemarSet) Open() (*dataset.Data, error) {
	d, err := dataset.Open(s.Manifest)
	if err == nil && s.Name == "flare" {
		d = flaresInTwo(d)
	}
	return d, err
}

// flaresInTwo makes two classes of the number of C-class flares: none and some.
func flaresInTwo(d *dataset.Data) *dataset.Data {
	out := &dataset.Data{Name: d.Name, X: d.X, Features: d.Features, Classes: []string{"none", "some"}, Class: make([]int32, d.N())}
	for i, c := range d.Class {
		if d.Classes[c] != "0" {
			out.Class[i] = 1
		}
	}
	return out
}

// StoredCorrelation is a correlation with what its computation took.
type StoredCorrelation struct {
	CorrelationRow
	Seed       int     `dataframe:"seed"`
	CPUSeconds float64 `dataframe:"cpu_seconds"` // of all rows of the data set together
	Date       string  `dataframe:"date"`        // of the run
}

// McNemarCorrelations estimates the correlations of all seven algorithms and
// their 21 pairs on one data set, as the McNemar paper does for its figure 1:
// 5 x 2 BCV of samples of 300 records without replacement. reps is the number of
// samples, a multiple of 50 (the paper has 1,000).
func McNemarCorrelations(ctx context.Context, name string, d *dataset.Data, reps int, seed uint64, opt sim.Options) ([]StoredCorrelation, error) {
	const shards = 50
	if reps < shards || reps%shards != 0 {
		return nil, fmt.Errorf("experiment: %d samples; give a multiple of %d", reps, shards)
	}
	learners, labels := McNemarAlgorithms()
	return stored(ctx, CorrelationStudy{Name: name, Law: sample{d}, N: 300, M: 5, Learners: learners, Labels: labels,
		Sets: reps / shards, Shards: shards, Seed: seed}, opt)
}

// stored runs a study and returns the rows of its learners, then of their pairs.
func stored(ctx context.Context, s CorrelationStudy, opt sim.Options) ([]StoredCorrelation, error) {
	before := cpuSeconds()
	r, err := s.Run(ctx, opt)
	if err != nil {
		return nil, err
	}
	rows := append(r.Learners(), r.Pairs()...)
	cost, date := cpuSeconds()-before, time.Now().UTC().Format(time.DateOnly)
	var out []StoredCorrelation
	for _, row := range rows {
		out = append(out, StoredCorrelation{row, int(s.Seed), cost, date})
	}
	return out, nil
}

// saveCorrelations writes rows with six digits, far beyond their errors, to the
// directory of results.
func saveCorrelations(cfg Config, name string, rows []StoredCorrelation) error {
	rows = slices.Clone(rows)
	for i := range rows {
		r := &rows[i]
		for _, v := range []*float64{&r.Mean, &r.MeanSE, &r.Sigma2, &r.Sigma2SE, &r.Rho1, &r.Rho1SE, &r.Rho2, &r.Rho2SE, &r.CPUSeconds} {
			*v = sixDigits(*v)
		}
	}
	return saveTable(cfg, name, rows)
}

// saveScatter computes figure 1 of the McNemar paper on the data sets with a local
// copy, 1,000 samples of each, and writes it after each data set.
func saveScatter(ctx context.Context, cfg Config) error {
	var rows []StoredCorrelation
	for _, s := range McNemarSets() {
		if s.Name == "donors" {
			continue // the same as transfusion
		}
		d, err := s.Open()
		if errors.Is(err, dataset.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		var opt sim.Options
		if cfg.Checkpoints != "" {
			opt.Checkpoint = filepath.Join(cfg.Checkpoints, "scatter-"+s.Name+".ckpt")
		}
		more, err := McNemarCorrelations(ctx, s.Name, d, 1000, cfg.Seed, opt)
		if err != nil {
			return err
		}
		rows = append(rows, more...)
		if err := saveCorrelations(cfg, "rho_scatter", rows); err != nil {
			return err
		}
	}
	return nil
}

func sixDigits(v float64) float64 {
	out, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	if err != nil {
		panic(err) // FormatFloat wrote it
	}
	return out
}
