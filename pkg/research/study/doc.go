// Package study runs simulation studies. A Study has a name and a plan: simulations of
// so many shards at the quick or the paper scale, and the tables that come of them.
// Run does for every study what all need: checkpoints, progress, the cost in processor
// seconds, and saving with date, commit and command to a directory of results. RunPart
// and Collect share the shards of a plan out to several machines.
//
// The studies are in the packages below; catalogue lists them. None knows a published
// number, so that none can be set up to meet it.
package study
