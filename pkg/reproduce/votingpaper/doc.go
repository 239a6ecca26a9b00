// Package votingpaper reproduces the appendices of the paper on voting aggregation.
package votingpaper
