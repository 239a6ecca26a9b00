// Package public has the data sets of the experiments by name: the manifest records where each comes from and how
// it is read. Open reads a local copy and checks its checksum; package fetch downloads one. It is separate from
// package dataset because it adds the published tables to a program.
package public
