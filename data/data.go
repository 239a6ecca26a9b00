// Package data carries the published tables, the published fold counts, the
// list of data sets and the stored results, so that the executable needs
// no files beside it.
package data

import "embed"

// FS holds published/*.csv, counts/*.csv, datasets.csv, results/*.csv and
// corpora/en_ewt-roles.conllu.gz under these names.
//
//go:embed published/*.csv counts/*.csv datasets.csv results/*.csv corpora/en_ewt-roles.conllu.gz
var FS embed.FS
