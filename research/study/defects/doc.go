// Package defects compares logistic regression and random forest, both on principal
// components, on data of defective and sound software modules, and measures what the
// choice of the partition and of the number of components adds. It needs a local copy of
// the data.
package defects
