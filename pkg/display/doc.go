// Package display shows results below the cells of GoNB notebooks: figures, tables,
// lines of text and the progress of long work. It is the one package that talks to
// GoNB; what draws and computes does not know where its results are shown.
//
// A table or a line goes to the notebook as HTML and as plain text, so that a
// terminal can show it too. Outside a notebook, in a test or under go run, the
// plain text goes to standard output and figures are only checked.
//
// What cannot be shown panics: a cell that fails stops the notebook and shows the
// error. Packages that return errors should not import this one.
package display
