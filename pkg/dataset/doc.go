// Package dataset holds data sets in memory and reads them from files.
//
// # Data
//
// Data is a matrix of n records and p features with a response (regression) or a class (classification) for each
// record. Nominal features hold the numbers of their levels; OneHot turns them into columns of 0 and 1, UnitRange
// and Standardized rescale. Data.Check finds values that are missing or infinite, and slices of the wrong length.
//
// # Files
//
// Read reads CSV and ARFF, ReadIDX the images of MNIST; package text/corpus reads tagged text. Errors name file,
// line and column. Package public has the data sets of the experiments by name.
package dataset
