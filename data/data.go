// Package data carries the published tables, the published fold counts, the
// list of data sets and the stored results, so that programs need no files
// beside them. A program links those of the variables that it uses.
package data

import "embed"

// FS holds published/*.csv, counts/*.csv, datasets.csv, results/*.csv and
// corpora/en_ewt-roles.conllu.gz under these names.
//
//go:embed published/*.csv counts/*.csv datasets.csv results/*.csv corpora/en_ewt-roles.conllu.gz
var FS embed.FS

// Datasets is datasets.csv, the list of the public data sets.
//
//go:embed datasets.csv
var Datasets string

// Metrics is results/calibration_metrics_summary.csv, the errors of procedures by metric.
//
//go:embed results/calibration_metrics_summary.csv
var Metrics string

// Items is results/items_summary.csv, the errors of procedures on the items of a test set.
//
//go:embed results/items_summary.csv
var Items string

// Areas is results/items_areas_summary.csv, the same of areas under ROC curves and log losses.
//
//go:embed results/items_areas_summary.csv
var Areas string

// Looks is results/looks_summary.csv, the errors of looks at the items of a test set.
//
//go:embed results/looks_summary.csv
var Looks string

// Preferences is results/preferences_summary.csv, the errors of procedures on comparisons of answers.
//
//go:embed results/preferences_summary.csv
var Preferences string

// RankSets is results/rank_sets.csv, the false statements about the order of several models.
//
//go:embed results/rank_sets.csv
var RankSets string
