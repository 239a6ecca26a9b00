// Package report writes a comparison for people: a page in HTML that stands alone, with
// figures, what was assumed, which procedure was taken and why, what each number is about
// and how to cite it; tables in Markdown and LaTeX; and the figure of bcv compare --plot.
//
// Names in the results come from files and are taken for hostile: every format escapes
// them, and the page runs no script and loads nothing.
package report

import "github.com/block-regularized/bcv/pkg/compare"

// Report is a comparison with what a reader should know of it beside the numbers.
type Report struct {
	Result compare.Report
	Files  []string // that the results come from; may be empty
	Rope   float64  // half width of the region of practical equivalence, shown in figures; 0 for none
}
