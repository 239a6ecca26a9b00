// Package display shows results below the cells of GoNB notebooks: figures, tables, lines of text
// and the progress of long work. It is the only package that talks to GoNB.
//
// A table or a line goes to the notebook as HTML and as plain text, so that a terminal can show it
// too. Outside a notebook, in a test or under go run, the plain text goes to standard output and
// figures are only checked.
//
// The functions return no errors: a cell that fails prints its error and stops the notebook.
// Packages that return errors should not import this one.
package display
