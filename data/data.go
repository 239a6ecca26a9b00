// Package data carries the published tables and the published fold counts, so
// that the executable needs no files beside it.
package data

import "embed"

// FS holds published/*.csv and counts/*.csv under these names.
//
//go:embed published/*.csv counts/*.csv
var FS embed.FS
