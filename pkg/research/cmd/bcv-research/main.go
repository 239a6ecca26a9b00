// Command bcv-research runs the simulations of the project and computes the published
// numbers again. bcv study and bcv reproduce start it.
package main

import "github.com/block-regularized/bcv/pkg/research/cmd"

func main() { cmd.Program.Main() }
