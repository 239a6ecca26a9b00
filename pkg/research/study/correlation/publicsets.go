package correlation

import (
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/dataset/public"
)

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
		d = flaresInTwo(d)
	}
	return d, err
}

// flaresInTwo makes two classes of the number of C-class flares: none and some.
func flaresInTwo(d *dataset.Data) *dataset.Data {
	out := &dataset.Data{Name: d.Name, X: d.X, Features: d.Features, Classes: []string{"none", "some"},
		Class: make([]int32, d.N())}
	for i, c := range d.Class {
		if d.Classes[c] != "0" {
			out.Class[i] = 1
		}
	}
	return out
}
