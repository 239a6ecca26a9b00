// Package samples holds the sample files that bcv example writes.
package samples

import "embed"

// Files are the sample files, under their names here.
//
//go:embed plants.csv losses.csv
var Files embed.FS
