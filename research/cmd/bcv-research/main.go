// Command bcv-research runs the simulations of the project, computes the published numbers again
// and downloads public data sets. bcv study, bcv reproduce and bcv data get start it.
package main

import "github.com/block-regularized/bcv/research/cmd"

func main() { cmd.Program.Main() }
