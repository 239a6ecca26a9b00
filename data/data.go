// Package data carries the published tables, the published fold counts and the
// list of data sets, so
// that the executable needs no files beside it.
package data

import "embed"

// FS holds published/*.csv, counts/*.csv and datasets.csv under these names.
//
//go:embed published/*.csv counts/*.csv datasets.csv
var FS embed.FS
