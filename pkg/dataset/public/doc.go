// Package public knows the data sets of the experiments by name: the manifest says where
// each comes from and how it is read. Open reads a local copy whose sum it checks;
// Entry.Get downloads one. It stands beside package dataset because it brings the network
// and the published tables into a program.
package public
