package experiment

import "github.com/block-regularized/bcv/pkg/infer"

// levelV are the options of all tests of table V.
var levelV = infer.Options{Alpha: alphaTableV}

// tableV lists the tests of the McNemar paper's table V, with its names.
var tableV = []testOfTableV{
	{"McNemar", "Conventional HO McNemar test", func(t *tables) (infer.Result, error) {
		return infer.McNemar(t[holdOuts][0], levelV)
	}},
	{"McNemar", "Naive K-fold CV McNemar test", func(t *tables) (infer.Result, error) {
		return infer.KFoldMcNemar(t[tenByTen][:10], levelV)
	}},
	{"McNemar", "5x2 BCV McNemar test", func(t *tables) (infer.Result, error) {
		return infer.BCVMcNemar(t[bcv5], levelV)
	}},
}
