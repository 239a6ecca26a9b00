// Package data carries the published tables, the published fold counts, the
// list of data sets and the stored run of one table, so that the executable needs
// no files beside it.
package data

import "embed"

// FS holds published/*.csv, counts/*.csv, datasets.csv and results/table_5_9.csv under these names.
//
//go:embed published/*.csv counts/*.csv datasets.csv results/table_5_9.csv
var FS embed.FS
