// Package report writes a comparison for people: a self-contained page in HTML with figures,
// assumptions, the chosen procedure and why, the meaning of each number and how to cite it;
// tables in Markdown, LaTeX and CSV; and the figure of bcv compare --plot.
//
// Names in the results come from files and may be hostile: every format escapes them, and the
// page runs no script and loads nothing.
package report

import "github.com/block-regularized/bcv/pkg/compare"

// Report is a comparison with its sources.
type Report struct {
	Result compare.Report
	Files  []string // with the results; may be empty
}
