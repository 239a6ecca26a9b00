package mcnemar

import (
	"context"
	"errors"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/study"
	"github.com/block-regularized/bcv/pkg/study/correlation"
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

// saveScatter computes figure 1 of the McNemar paper on the data sets with a local
// copy, 1,000 samples of each, and writes it after each data set.
func saveScatter(ctx context.Context, cfg study.Config) error {
	var rows []correlation.StoredCorrelation
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
		more, err := correlation.McNemarCorrelations(ctx, s.Name, d, 1000, cfg.Seed, cfg.Checkpointed("scatter-"+s.Name))
		if err != nil {
			return err
		}
		rows = append(rows, more...)
		if err := correlation.SaveCorrelations(cfg, "rho_scatter", rows); err != nil {
			return err
		}
	}
	return nil
}
